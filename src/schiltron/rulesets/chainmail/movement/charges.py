"""Charge moves: CM-MELEE-11 to CM-MELEE-13, CM-MELEE-51, CM-FORM-02, CM-MOVE-03."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from schiltron.battle import marching
from schiltron.battle.field import others
from schiltron.battle.illegal import Reason
from schiltron.battle.manoeuvre import Path
from schiltron.rulesets.chainmail.field import is_commander
from schiltron.rulesets.chainmail.movement.rates import charge_move
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.lengths import HALF_TURN, QUARTER_TURN, Mdeg
from schiltron.table.outline import Outline, overlapping

if TYPE_CHECKING:
    from schiltron.rulesets.chainmail.movement.walker import Walker

CURVE: Final[Mdeg] = QUARTER_TURN // 2
"""What a cavalry charge may turn in all (CM-MELEE-13)."""


def charge_faults(battle: Battle, unit: Unit) -> list[Reason]:
    """What keeps a unit from charging at all this turn."""
    found = []
    if not charge_move(battle, unit).total:
        found.append(Reason(f"{unit.name} have no charge move", ("CM-MOVE-03",)))
    if unit.own.formation == "hedgehog":
        found.append(Reason("a hedgehog never charges", ("CM-MELEE-51",)))
    if unit.own.formation == "square":
        found.append(Reason("a square never charges", ("CM-FORM-02",)))
    if unit.own.last_charge and unit.own.last_charge == battle.turn - 1:
        found.append(Reason(f"{unit.name} charged last turn and move at normal speed now", ("CM-MELEE-12",)))
    return found


def curve_faults(walker: Walker) -> list[Reason]:
    """What is wrong with the path of a charge: it must be nearly straight for cavalry, and lead to an enemy."""
    last = max(0, len(walker.legs) - 1)
    found = []
    if walker.unit.own.profile.mounted and walker.curve > CURVE:
        text = f"a cavalry charge curves by 45 degrees at most, not by {walker.curve / 1000:g}"
        found.append(Reason(text, ("CM-MELEE-13",), last))
    if walker.met is None:
        text = "a charge move is made only when it is expected to end in contact"
        found.append(Reason(text, ("CM-MELEE-11",), last, measured=True))
    return found


def straight_at(battle: Battle, unit: Unit, target: Unit) -> Path | None:
    """A turn towards an enemy and straight on until contact; None where it does not lead there."""
    limit = CURVE if unit.own.profile.mounted else HALF_TURN

    def free(here: Outline) -> bool:
        return is_commander(unit) or not any(overlapping(here, other.outline) for other in others(battle, unit))

    return marching.straight_at(unit, target, limit, free)
