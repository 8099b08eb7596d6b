"""Charge moves: CM-MELEE-11 to CM-MELEE-13, CM-MELEE-51, CM-FORM-02, CM-MOVE-03, CM-SIEGE-15."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from schiltron.battle.movement import straight_and_wheel
from schiltron.battle.state.field import enemies, in_melee, others
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Path
from schiltron.battle.words.grammar import said
from schiltron.rulesets.chainmail.fantasy.unseen import unseen_by
from schiltron.rulesets.chainmail.field import goes_as_person, in_turns, is_aloft, is_fleeing, reorganizing
from schiltron.rulesets.chainmail.state import WITH_LADDER, Battle, Unit
from schiltron.rulesets.chainmail.walking.rates import charge_move
from schiltron.table.lengths import HALF_TURN, QUARTER_TURN, Mdeg
from schiltron.table.outline import Outline, advance_gap, gap, overlapping

if TYPE_CHECKING:
    from schiltron.rulesets.chainmail.walking.walker import Walker

CURVE: Final[Mdeg] = QUARTER_TURN // 2
"""What a cavalry charge may turn in all (CM-MELEE-13)."""


def charge_faults(battle: Battle, unit: Unit) -> list[Reason]:
    """What keeps a unit from charging at all this turn."""
    found = []
    if is_aloft(unit):
        found.append(Reason(said(unit, "do not charge out of the air"), ("CM-FANT-GEN-12",)))
    if not charge_move(battle, unit).total:
        rule = "CM-SIEGE-15" if unit.has(WITH_LADDER) else "CM-MOVE-03"
        found.append(Reason(said(unit, "have no charge move"), (rule,)))
    if unit.own.formation == "hedgehog":
        found.append(Reason("a hedgehog never charges", ("CM-MELEE-51",)))
    if unit.own.formation == "square":
        found.append(Reason("a square never charges", ("CM-FORM-02",)))
    if unit.own.past.last_charge and unit.own.past.last_charge == battle.turn - 1:
        found.append(Reason(f"{unit.name} charged last turn and move at normal speed now", ("CM-MELEE-12",)))
    return found


def curve_faults(walker: Walker) -> list[Reason]:
    """What is wrong with the path of a charge: it must be nearly straight for cavalry, and lead to an enemy."""
    last = max(0, len(walker.legs) - 1)
    found = []
    if walker.unit.own.profile.mounted and walker.curve > CURVE:
        text = f"a cavalry charge curves by 45 degrees at most, not by {walker.curve / 1000:g}"
        found.append(Reason(text, ("CM-MELEE-13",), last))
    quarry = charged_by(walker)
    if quarry is None:
        text = "a charge move is made only when it is expected to end in contact"
        found.append(Reason(text, ("CM-MELEE-11",), last, measured=True))
    elif walker.battle.own.options.fantasy == "on":
        found += _at_nobody_seen(walker, quarry, last)
    return found


def _at_nobody_seen(walker: Walker, quarry: Unit, last: int) -> list[Reason]:
    """Nobody expects to reach whom he does not see where his charge begins (CM-FANT-HOBBIT-01)."""
    unit = walker.unit
    unseen = unseen_by(walker.battle, unit, quarry, gap(unit.outline, quarry.outline))
    return [] if unseen is None else [Reason(unseen.text, (*unseen.rules, "CM-MELEE-11"), last, measured=True)]


def charged_by(walker: Walker) -> Unit | None:
    """Whom a charge is expected to reach (CM-MELEE-11); by written orders also who may come to meet it.

    He is ahead of where it ends, no farther than his own charge move, and free to make it.
    """
    battle, unit = walker.battle, walker.unit
    if walker.met is not None or in_turns(battle):
        return walker.met
    here, (ux, uy) = walker.outline, walker.pose.forward
    found = []
    for enemy in enemies(battle, unit):
        may_come = enemy.figures and not is_fleeing(enemy) and not reorganizing(enemy) and not in_melee(battle, enemy)
        if may_come and enemy.own.formation != "schiltron" and not charge_faults(battle, enemy):
            free = advance_gap(here, ux, uy, enemy.outline, float(charge_move(battle, enemy).total))
            if free is not None:
                found.append((round(free), enemy.turn_in_line, enemy))
    return min(found, key=lambda one: one[:2])[2] if found else None


def straight_at(battle: Battle, unit: Unit, target: Unit) -> Path | None:
    """A turn towards an enemy and straight on until contact; None where it does not lead there."""
    limit = CURVE if unit.own.profile.mounted else HALF_TURN

    def free(here: Outline) -> bool:
        return goes_as_person(unit) or not any(overlapping(here, other.outline) for other in others(battle, unit))

    return straight_and_wheel.straight_at(unit, target, limit, free)
