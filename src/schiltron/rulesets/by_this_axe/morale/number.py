"""The morale number a unit must not roll above: TA-MORALE-07 to TA-MORALE-22, and what fantasy adds to it:
TA-FANT-H09, TA-FANT-H11, TA-FANT-H17, TA-FANT-M11, TA-FANT-M12, TA-FANT-P12, TA-FANT-A08."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from schiltron.battle.state.field import apart, company, fights_for, rank_sizes, standing_with, troops
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.by_this_axe.abilities import FANATIC, has
from schiltron.rulesets.by_this_axe.field import LEADER_REACH, alive, is_character, is_routed, leads, ordered
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.morale.causes import FRIENDS, Cause, lost_of_strength
from schiltron.rulesets.by_this_axe.powers import MAGES, PRIESTS
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.steps import CheckPhase

_NUMBERS: Final = {int(row["fc"]): row for row in LAW.sheet("TA-T-morale").records()}
_MODIFIER: Final = {str(row["condition"]): int(row["modifier"]) for row in LAW.sheet("TA-T-morale-modifiers").records()}
_HEROES: Final = {
    (str(row["type"]), str(row["scale"])): int(row["unit_morale_bonus"])
    for row in LAW.sheet("TA-T-hero-types").records()
}
_OF_MAGIC: Final = tuple(
    ({str(row["type"]): int(row["unit_morale_bonus"]) for row in LAW.sheet(sheet).records()}, label, rule)
    for sheet, label, rule in (
        ("TA-T-mages", "a mage in the ranks", "TA-FANT-M11"),
        ("TA-T-priests", "a priest in the ranks", "TA-FANT-P12"),
    )
)
_HEROIC: Final = 5
_MOST_RANKS: Final = 3
LEAST, MOST = 1, 5
"""A natural 1 always holds and a natural 6 never does (TA-UNIT-14, TA-MORALE-22)."""


def under_fire(causes: Iterable[Cause], phase: CheckPhase) -> bool:
    """Which column: own losses to fire use the first, all else and friends in rout the second (TA-MORALE-11)."""
    return phase != "melee" and FRIENDS not in causes


def morale_number(battle: Battle, unit: Unit, causes: Iterable[Cause], phase: CheckPhase) -> Tally:
    """The number of its row and column, all that applies added together, and held between 1 and 5."""
    terms = unlimited(battle, unit, causes, phase)
    return Tally("morale number", (*terms, *_limit(sum(term.value for term in terms))))


def unlimited(battle: Battle, unit: Unit, causes: Iterable[Cause], phase: CheckPhase) -> tuple[Term, ...]:
    """The number before the die limits it: what is taken off is taken off from here (TA-MORALE-10)."""
    return (
        _row(unit, ranged=under_fire(causes, phase)),
        *_where_struck(unit),
        *_leader(battle, unit),
        *hero_among(battle, unit),
        *_magic_among(battle, unit),
        *_ranks(unit),
        *_losses(battle, unit),
        *_card(battle, unit),
    )


def _row(unit: Unit, *, ranged: bool) -> Term:
    """By fighting capacity; the 6 of heroes swallows the first -1 (TA-MORALE-08 to TA-MORALE-10)."""
    column = "ranged" if ranged else "other_or_rout"
    if has(unit.own.profile, FANATIC):
        return Term("fanatics, as heroic", int(_NUMBERS[_HEROIC][column]), "TA-FANT-A08")
    if unit.own.person is not None and any(role in (*PRIESTS, *MAGES) for role in unit.own.person.roles):
        return Term("a man of magic, as heroic", int(_NUMBERS[_HEROIC][column]), "TA-FANT-M12")
    row = _NUMBERS[unit.own.profile.fc]
    rule = "TA-MORALE-10" if row["fc"] == _HEROIC else "TA-MORALE-08" if ranged else "TA-MORALE-09"
    return Term(f"{row['name']}{' under fire' if ranged else ''}", int(row[column]), rule)


def _where_struck(unit: Unit) -> Iterator[Term]:
    """From both sides at once both count (TA-MORALE-12, TA-MORALE-13)."""
    if "flank" in unit.own.phase.struck:
        yield Term("attacked in flank", _MODIFIER["attacked_in_flank"], "TA-MORALE-12")
    if "rear" in unit.own.phase.struck:
        yield Term("attacked in rear", _MODIFIER["attacked_in_rear"], "TA-MORALE-13")


def _leader(battle: Battle, unit: Unit) -> Iterator[Term]:
    """Another man's presence: one leader near is enough, but none who has just declined a challenge.

    TA-MORALE-14, TA-MORALE-15.
    """
    near = [one for one in _commanders(battle, unit) if apart(battle, unit, one) <= LEADER_REACH]
    if any(leads(one) for one in near):
        yield Term("leader near", _MODIFIER["leader_within_3_in_once_only"], "TA-MORALE-14")
    elif near:
        yield Term(f"{near[0].name} declined a challenge", 0, "TA-MORALE-15")


def _commanders(battle: Battle, unit: Unit) -> Iterator[Unit]:
    """Other men of its side with a leadership level who are not in flight."""
    for one in troops(battle, unit.side):
        person = one.own.person
        if person is None or not person.leadership or one.id == unit.id:
            continue
        if alive(one) and not is_routed(standing_with(battle, one)):
            yield one


def hero_among(battle: Battle, unit: Unit) -> Iterator[Term]:
    """A hero of whatever type in its ranks, counted once however many there are, besides a leader near.

    TA-FANT-H09, TA-FANT-H11, TA-FANT-H17.
    """
    scale = battle.own.options.scale
    people = [one.own.person for one in company(battle, unit) if one.own.person is not None]
    types = {role for person in people for role in person.roles if (role, scale) in _HEROES}
    if types:
        rule = "TA-FANT-H09" if scale == "1:5" else "TA-FANT-H11" if "hero" in types else "TA-FANT-H17"
        yield Term("a hero in the ranks", max(_HEROES[role, scale] for role in types), rule)


def _magic_among(battle: Battle, unit: Unit) -> Iterator[Term]:
    """A mage of whatever power in its ranks, and a priest: each kind by itself, and each counted once."""
    roles = {role for one in company(battle, unit) if one.own.person is not None for role in one.own.person.roles}
    for among, label, rule in _OF_MAGIC:
        bonus = max((more for role, more in among.items() if role in roles), default=0)
        if bonus:
            yield Term(label, bonus, rule)


def _ranks(unit: Unit) -> Iterator[Term]:
    """Two or three ranks, if the front is wider than the unit is deep (TA-MORALE-16 to TA-MORALE-18)."""
    counted = ranks_that_count(unit)
    if counted < 2:
        return
    sizes = rank_sizes(unit)
    if sizes[0] <= len(sizes):
        yield Term(f"{sizes[0]} wide, {len(sizes)} deep", 0, "TA-MORALE-18")
    elif counted >= _MOST_RANKS:
        yield Term("three ranks", _MODIFIER["triple_ranks"], "TA-MORALE-17")
    else:
        yield Term("two ranks", _MODIFIER["double_ranks"], "TA-MORALE-16")


def ranks_that_count(unit: Unit) -> int:
    """A rear rank counts from half the length of the front rank on (TA-MORALE-17)."""
    sizes = rank_sizes(unit)
    return sum(1 for size in sizes if 2 * size >= sizes[0])


def _losses(battle: Battle, unit: Unit) -> Iterator[Term]:
    """Half its strength gone, a leader lost near it this turn, the general lost before (TA-MORALE-19 to -21)."""
    if not is_character(unit) and 2 * lost_of_strength(unit) >= unit.original:
        yield Term("half or more lost", _MODIFIER["lost_half_or_more_figures"], "TA-MORALE-19")
    lost = [one for one in battle.own.leaders_lost if fights_for(battle, unit, one.side)]
    if any(one.turn == battle.turn and unit.id in one.near for one in lost):
        yield Term("leader lost near", _MODIFIER["lost_leader_within_3_in_this_turn"], "TA-MORALE-20")
    if any(one.general and one.turn < battle.turn for one in lost):
        yield Term("general lost", _MODIFIER["lost_general_all_turns_after"], "TA-MORALE-21")


def _card(battle: Battle, unit: Unit) -> Iterator[Term]:
    order = ordered(battle, unit, "morale")
    if order is not None:
        yield Term("rally card", order.grant.value, "TA-CMD-41")


def _limit(total: int) -> Iterator[Term]:
    if total > MOST:
        yield Term("a 6 always fails", MOST - total, "TA-UNIT-14")
    elif total < LEAST:
        yield Term("a 1 always holds", LEAST - total, "TA-MORALE-22")
