"""How likely troops are to stand, remain and react (rules MORALE and MELEE), for the guide and the captains."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.probability import Chances, at_most
from schiltron.rulesets.chainmail.field import fearless, helpless, is_fleeing, reorganizing
from schiltron.rulesets.chainmail.morale.charges import check_due
from schiltron.rulesets.chainmail.morale.instability import check_to_remain, excess, ruined
from schiltron.rulesets.chainmail.morale.instability import lost as lost_so_far
from schiltron.rulesets.chainmail.morale.post_melee import outcome_for, rated, reckoned, score_of
from schiltron.rulesets.chainmail.morale.rally import attacked_need, rally_need
from schiltron.rulesets.chainmail.scale import man_to_man
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.steps import MeleeSide

DESTROYED: Final = "destroyed"
CONTINUES: Final = "melee_continues"
_DIE: Final = 6

Aftermath = dict[tuple[str, str], float]
"""Which side reacts ("" for neither) and how, with its chance; `DESTROYED` where nobody of it is left to react."""


def stands(battle: Battle, unit: Unit, charger: Unit) -> float:
    """The chance that a unit stands if this one charges it from where it is now; of one in flight that it rallies."""
    if is_fleeing(unit) or reorganizing(unit):
        ended = helpless(unit) and unit.own.morale.flight is not None and unit.own.morale.flight.pikes == charger.id
        return 0.0 if ended else at_most(attacked_need(battle, unit), _DIE)
    check = check_due(battle, unit, charger)
    return check.chance if check is not None else 1.0


def rallies(battle: Battle, unit: Unit) -> float:
    """The chance that a unit in flight is in hand again in its next turn, if it is let alone (CM-MELEE-30)."""
    if unit.own.morale.flight is None or unit.own.morale.flight.turns == 1:
        return 1.0
    return 1 - at_most(rally_need(battle, unit) - 1, _DIE)


def remains(battle: Battle, unit: Unit, more: int) -> float:
    """The chance that a unit stays on the table after so many more losses (CM-MORALE-01, CM-MORALE-03)."""
    if fearless(unit):
        return float(more < unit.figures)
    if man_to_man(battle.own.options):
        return float(more < unit.figures)
    total = lost_so_far(battle, unit) + more
    if more >= unit.figures or (excess(unit, total) and ruined(unit, total)):
        return 0.0
    if unit.own.morale.times_judged or not excess(unit, total):
        return 1.0
    return check_to_remain(battle, unit).chance


def remains_by(battle: Battle, unit: Unit, fallen: Chances) -> float:
    """The same for losses of which only the chances are known."""
    return sum(chance * remains(battle, unit, more) for more, chance in enumerate(fallen) if chance)


# ---------------------------------------------------------------- after a melee


def aftermath(battle: Battle, sides: tuple[MeleeSide, MeleeSide]) -> Aftermath:
    """What may come of a melee whose losses are given but not yet taken off, over the die of CM-MELEE-17."""
    one, other = sides
    gone = [side.side for side in sides if not _anybody_left(battle, side)]
    if gone:
        return {(gone[0], DESTROYED): 1.0}
    scores = score_of(battle, one), score_of(battle, other)
    if not all(rated(one) for one in scores):
        return {("", CONTINUES): 1.0}
    found: Aftermath = defaultdict(float)
    for die in range(1, _DIE + 1):
        mine, theirs = reckoned(*scores, die)
        what = outcome_for(abs(mine.total - theirs.total)).reaction
        lower = one if mine.total < theirs.total else other
        stays = what == CONTINUES or _all_fearless(battle, lower)
        found["" if stays else lower.side, CONTINUES if stays else what] += 1 / _DIE
    return dict(found)


def _all_fearless(battle: Battle, side: MeleeSide) -> bool:
    return all(fearless(battle.units[key]) for key in side.units)


def _anybody_left(battle: Battle, side: MeleeSide) -> bool:
    return any(battle.units[key].figures > lost for key, lost in zip(side.units, side.lost, strict=True))


def with_losses(side: MeleeSide, number: int) -> MeleeSide:
    """A side that has lost so many, its units one after the other."""
    lost = []
    for there in side.involved:
        lost.append(min(there, number))
        number -= lost[-1]
    return replace(side, lost=tuple(lost))
