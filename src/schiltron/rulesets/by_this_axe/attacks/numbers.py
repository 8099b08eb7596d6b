"""Numbers that dice must not exceed: TA-UNIT-11 to TA-UNIT-14, and what a fighter is worth: UNIT, CHAR and FANT."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.state.chance import AtMost, Pool
from schiltron.battle.state.field import standing_with
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.by_this_axe.abilities import MULTIPLE_ATTACKS, times
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.powers import PRIESTS
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.troops import PRIEST_FC

DIE: Final = 6
"""All dice are six-sided (TA-UNIT-11)."""

_LEAST, _MOST = 1, DIE - 1
_LEVELS: Final = {int(row["fc"]): str(row["name"]) for row in LAW.sheet("TA-T-fc-levels").records()}
_HEROIC: Final = max(_LEVELS)
_HERO_TYPES: Final = {(str(row["type"]), str(row["scale"])): row for row in LAW.sheet("TA-T-hero-types").records()}


def success_number(tally: Tally) -> int:
    """What a die may show at most to succeed (TA-UNIT-12): a 1 always does and a 6 never (TA-UNIT-14).

    Modifiers change this number and never the die (TA-UNIT-13). 0 where there is no roll to make.
    """
    if tally.verdict == "impossible":
        return 0
    return min(max(tally.total, _LEAST), _MOST)


def limited(tally: Tally) -> Tally:
    """A number with what holds it between 1 and 5 as its last term, for those who read it (TA-UNIT-14)."""
    if tally.verdict == "impossible" or success_number(tally) == tally.total:
        return tally
    held = success_number(tally) - tally.total
    label = "a 6 always fails" if held < 0 else "a 1 always succeeds"
    return replace(tally, terms=(*tally.terms, Term(label, held, "TA-UNIT-14")))


def success_pool(count: int, tally: Tally, who: Unit) -> Pool:
    need = success_number(tally)
    return Pool(count, DIE, AtMost(need), who.name, who.side)


# ---------------------------------------------------------------- who strikes how well


class Skill(NamedTuple):
    """Attack dice of a character in a round of melee, and the level at which he makes them."""

    attacks: int
    fc: int


MORE_ATTACKS: Final = 2
"""What each Multiple Attacks adds to the dice of a figure (TA-FANT-A14)."""


def is_heroic(unit: Unit) -> bool:
    """A hero of some kind (TA-UNIT-25); a whole unit never is one (TA-CHAR-05)."""
    person = unit.own.person
    return person is not None and any((role, "1:5") in _HERO_TYPES for role in person.roles)


def capacity(unit: Unit) -> int:
    """The level at which a line fights: only single characters are Heroic (TA-CHAR-05)."""
    fc = unit.own.profile.fc
    return fc if unit.own.person is not None else min(fc, _HEROIC - 1)


def named(tally: Tally, who: Unit, body: Unit) -> Tally:
    """A number of one who is with a body bears his name, so that it is told from the body's own."""
    return tally if who.id == body.id else replace(tally, label=f"{tally.label}, {who.name}")


def level(fc: int, rule: str) -> Term:
    return Term(f"{_LEVELS[fc]} fighters", fc, rule)


def skill(battle: Battle, unit: Unit) -> Skill:
    """How a character strikes in melee: by his hero type at the scale of the battle, else once at his own level."""
    assert unit.own.person is not None
    if any(role in PRIESTS for role in unit.own.person.roles) and (unit.own.turn.prayed or not is_heroic(unit)):
        return Skill(1, _of_a_priest(battle, unit))
    types = []
    for role in unit.own.person.roles:
        row = _HERO_TYPES.get((role, battle.own.options.scale))
        if row is not None:
            fc = row["attack_fc"]
            types.append(
                Skill(int(row["attacks_per_round"]), fc if isinstance(fc, int) else _of_his_unit(battle, unit))
            )
    best = max(types, default=Skill(1, capacity(unit)))
    return best._replace(attacks=best.attacks + MORE_ATTACKS * times(unit.own.profile, MULTIPLE_ATTACKS))


_ATTACK_RULES: Final[dict[tuple[str, str], str]] = {
    ("hero", "1:5"): "TA-FANT-H03",
    ("superhero", "1:5"): "TA-FANT-H05",
    ("champion", "1:5"): "TA-FANT-H07",
    ("hero", "1:20"): "TA-FANT-H10",
    ("superhero", "1:20"): "TA-FANT-H13",
    ("champion", "1:20"): "TA-FANT-H15",
}


def attacks_rule(battle: Battle, unit: Unit) -> str:
    """The rule by which a character strikes as he does: his hero type's, a priest's, or everybody's (TA-MELEE-27)."""
    assert unit.own.person is not None
    roles, scale = unit.own.person.roles, battle.own.options.scale
    if any(role in PRIESTS for role in roles) and (unit.own.turn.prayed or not is_heroic(unit)):
        return "TA-FANT-P13"
    return next((_ATTACK_RULES[role, scale] for role in roles if (role, scale) in _ATTACK_RULES), "TA-MELEE-27")


def _of_a_priest(battle: Battle, unit: Unit) -> int:
    """A priest who is no hero, or keeps to prayers this turn, strikes as those about him do (TA-FANT-P06, TA-FANT-P13);
    alone, where nobody is, at the level of his list, as a soldier if that is a hero's."""
    own = unit.own.profile.fc
    return capacity(standing_with(battle, unit)) if unit.host else own if own < _HEROIC else PRIEST_FC


def _of_his_unit(battle: Battle, unit: Unit) -> int:
    """A hero who strikes as those about him do; alone, where nobody is, one level below Heroic."""
    return capacity(standing_with(battle, unit)) if unit.host else _HEROIC - 1
