"""The odds of one attack (case 8.4): figures that fall and units that break, from the strikes its dice are read with.

The chances come from the outlooks of the chapters, which the captains use too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.guide.answers import Odds
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import Note, cited, noted, percent, said
from schiltron.parent_game.damage import Damage
from schiltron.rulesets.battlesystem.field import fellows, is_individual
from schiltron.rulesets.battlesystem.guide.words import columns
from schiltron.rulesets.battlesystem.melee.attack import set_against
from schiltron.rulesets.battlesystem.melee.fights import frozen
from schiltron.rulesets.battlesystem.melee.outlook import Outlook, outlook
from schiltron.rulesets.battlesystem.melee.parties import units_of
from schiltron.rulesets.battlesystem.melee.strikes import Strike, hopeless, in_order
from schiltron.rulesets.battlesystem.missiles.outlook import outlook as of_volley
from schiltron.rulesets.battlesystem.missiles.volleys import SHOOT, Volley
from schiltron.rulesets.battlesystem.missiles.volleys import hopeless as in_vain
from schiltron.rulesets.battlesystem.morale.checks import checks_at_all
from schiltron.rulesets.battlesystem.outlook import fails
from schiltron.rulesets.battlesystem.state import Battle, Unit

MELEE: Final = "melee"
_WORTH_SAYING: Final = 0.005


class Exchange(NamedTuple):
    """What a melee does to a foe and to a unit itself; None for a side that strikes no blow."""

    dealt: Odds | None
    taken: Odds | None


# ---------------------------------------------------------------- hand to hand


def exchange(battle: Battle, unit: Unit, foe: Unit) -> Exchange:
    """One melee of two parties in contact, as it would be fought now (BS-8.0-02). Who comes onto set spears strikes
    only with those who survive them (BS-11.7-03): that answer is not reckoned exactly."""
    mine, theirs = unit.of or unit.id, foe.of or foe.id
    dealt, taken = strike_odds(battle, mine, theirs), strike_odds(battle, theirs, mine)
    if set_against(battle, unit, foe):
        dealt = _late(dealt)
    elif set_against(battle, foe, unit):
        taken = _late(taken)
    return Exchange(dealt, taken)


def _late(odds: Odds | None) -> Odds | None:
    if odds is None:
        return None
    note = cited("as if the set spears had struck nobody before", "BS-11.7-03")
    return replace(odds, exact=False, notes=noted(*odds.notes, note))


def strike_odds(battle: Battle, key: str, target: str, *, fleeing: str = "") -> Odds | None:
    """What one party does to another in a melee, or in a free attack on who of it flees; None where none can."""
    made = frozen(battle, key, target, fleeing=fleeing)
    if made is None or not units_of(battle, target):
        return None
    hit = [battle.units[one] for one in in_order(battle, battle.units[made.unit], target)]
    dice = 0 if hopeless(made) else 2
    return _odds(battle, hit, outlook(battle, made), _roll(made), dice, noted(*_of_strike(made)), MELEE)


def _of_strike(one: Strike) -> Iterator[Note]:
    yield _figures(one.figures, (*one.damage, *one.doubled))
    if one.doubled:
        yield cited(f"{columns(one.doubled)} of it once more for the charge", "BS-11.4-02")
    if one.times > 1:
        yield cited("set spears do twice the damage to chargers", "BS-11.7-02")
    if hopeless(one):
        yield cited("no Attack Roll can do any damage", "BS-8.4-06")


# ---------------------------------------------------------------- missiles


def volley_odds(battle: Battle, volley: Volley, *notes: Note | str, exact: bool = True) -> Odds:
    """What a volley does that is shot as it was aimed."""
    hit = [battle.units[one] for one in volley.hit]
    look = of_volley(battle, volley)
    dice = 0 if in_vain(volley) else 2
    way = (cited("over the heads of friends", "BS-10.7-01"),) if volley.way == "indirect" else ()
    told = noted(_figures(volley.figures, volley.damage), *way, *notes)
    return replace(_odds(battle, hit, look, _roll(volley), dice, told, SHOOT), exact=exact)


# ---------------------------------------------------------------- as odds


def _figures(figures: Tally, damage: Sequence[Damage]) -> Note:
    """As in "7 figures, each read in D8; the lower the 2d6, the better"."""
    many = f"{figures.total} figures, each" if figures.total != 1 else "1 figure"
    return cited(f"{many} read in {columns(damage)}", "BS-8.4-03", *figures.rules)


def _roll(one: Strike | Volley) -> Tally:
    """What is added to the 2d6 of the Attack Roll: the less, the better (BS-8.4-01, BS-8.4-02)."""
    less = tuple(Term(f"less {term.label}", -term.value, term.rule) for term in one.armour.terms)
    return Tally("added to 2d6, low is good", (*one.rating.terms, *less))


def _odds(
    battle: Battle, hit: Sequence[Unit], look: Outlook, needs: Tally, dice: int, notes: tuple[Note, ...], action: str
) -> Odds:
    target = hit[0]
    hero = is_individual(target)
    losses = (1.0 - look.destroyed, look.destroyed) if hero else look.kills
    breaks = 0.0 if hero else fails(battle, _in_order(battle, hit), look.kills)
    return Odds(
        exact=True,
        dice=dice,
        needs=needs,
        hits=look.kills,
        losses=losses,
        expected_losses=sum(number * chance for number, chance in enumerate(losses)),
        breaks=breaks,
        notes=noted(*notes, *_told(target, look, breaks)),
        target=target.id,
        action=action,
        destroyed=look.destroyed,
    )


def _in_order(battle: Battle, hit: Sequence[Unit]) -> list[Unit]:
    """Who falls first, and after them the rest of a skirmish unit."""
    rest = [one for one in fellows(battle, hit[0]) if one.id not in {unit.id for unit in hit}]
    return [*hit, *rest]


def _told(target: Unit, look: Outlook, breaks: float) -> Iterator[Note]:
    if is_individual(target):
        yield cited(f"{look.expected:.1f} of {target.own.hit_points} hit points on average", "BS-9.4-05")
        return
    if look.wounded >= _WORTH_SAYING:
        yield cited(f"{percent(look.wounded)} to leave a wound", "BS-8.7-02")
    if target.own.morale.rout is not None:
        yield cited(said(target, "run on whatever happens"), "BS-6.4-02")
    elif not checks_at_all(target):
        yield cited(said(target, "never check morale"), "BS-4.1-09")
    elif breaks >= _WORTH_SAYING:
        what, rule = ("open their ranks", "BS-4.5-02") if target.own.formation == "closed" else ("rout", "BS-4.5-03")
        yield cited(f"a failed check makes them {what}", rule)
