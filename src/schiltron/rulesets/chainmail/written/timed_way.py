"""The way of a unit on the clock of written orders: CM-TURN-11, CM-MELEE-11."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from schiltron.battle.movement.clock import FULL, Course, Moment
from schiltron.battle.state.decision import Commanded
from schiltron.battle.state.field import in_melee
from schiltron.rulesets.chainmail.field import alive, is_fleeing
from schiltron.rulesets.chainmail.movement.carrying import rules_of
from schiltron.rulesets.chainmail.movement.phase import order_of
from schiltron.rulesets.chainmail.movement.trial_moves import CHARGE
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.steps import Action, Walk
from schiltron.rulesets.chainmail.walking.charges import charged_by
from schiltron.rulesets.chainmail.walking.walk import walk
from schiltron.rulesets.chainmail.walking.walker import Shaped
from schiltron.rulesets.chainmail.written.movers import lifted, without_movers
from schiltron.rulesets.chainmail.written.swinging import made_at_one_go
from schiltron.table.lengths import Mil


class Going(Struct, frozen=True):
    """A unit on its way while the clock runs. `target` is whom it charges, `rules` those of its move.

    `shapes` are its formations after each leg of its course, `up` what it has spent when it first goes uphill.
    """

    unit: str
    action: Action
    course: Course
    shapes: tuple[Shaped, ...]
    target: str = ""
    up: Mil | None = None
    rules: tuple[str, ...] = ()


HALF: Final[Moment] = FULL // 2
_RULES: Final = ("CM-TURN-11",)


def can_go(battle: Battle, unit: Unit) -> bool:
    return alive(unit) and unit.on_table and not is_fleeing(unit) and not in_melee(battle, unit)


def setting_out(battle: Battle, order: Commanded, all_of_them: Iterable[Commanded]) -> Going:
    """The course of a unit over the ground, past those who stand: who moves is met by the clock."""
    away = {other.actor for other in all_of_them} - {order.actor}
    target = _expected(without_movers(battle, all_of_them, battle.units[order.actor]), order)
    return on_course(lifted(battle, away), order_of(order.actor, order), 0, target)


def _expected(battle: Battle, order: Commanded) -> str:
    """Whom a charge was expected to reach when it was written, or who was expected to meet it (CM-MELEE-11)."""
    if order.action != CHARGE:
        return ""
    expected = charged_by(walk(battle, order_of(order.actor, order), trial=False))
    return expected.id if expected is not None else ""


def on_course(ground: Battle, step: Walk, since: Moment, target: str) -> Going:
    walker = walk(ground, step, trial=False)
    unit = ground.units[step.unit]
    course = Course(unit.id, unit.pose, unit.body, tuple(walker.legs), since, tuple(made_at_one_go(walker)))
    rules = tuple(dict.fromkeys((*_RULES, *rules_of(walker, step, walker.spent))))
    return Going(unit.id, step.action, course, tuple(walker.shapes), target, walker.climbs, rules)
