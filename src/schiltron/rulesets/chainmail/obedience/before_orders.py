"""Forced moves before a side gives its orders: CM-HIST-04, CM-HIST-08, CM-HIST-19, CM-HIST-42."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.play.agenda import Step, does
from schiltron.battle.state.field import commanded_by
from schiltron.rulesets.chainmail.movement.phase import order_of
from schiltron.rulesets.chainmail.obedience.compulsion import at_large
from schiltron.rulesets.chainmail.obedience.feuds import Enmity, driven
from schiltron.rulesets.chainmail.obedience.knights import Obedience
from schiltron.rulesets.chainmail.obedience.mercenaries import MarchAway
from schiltron.rulesets.chainmail.state import PLUNDERING, Battle, Scene, Unit
from schiltron.rulesets.chainmail.steps import Compulsions, Dare, Plunder
from schiltron.rulesets.chainmail.troop_traits.kinds import are_knights
from schiltron.rulesets.chainmail.troop_traits.willing import before_moving
from schiltron.rulesets.chainmail.written.movers import moves, without_movers


def _do(scene: Scene, step: Compulsions) -> None:
    """Those of a side whom a rule moves, one by one by their names."""
    battle = scene.battle
    units = commanded_by(battle, step.side) if step.side else battle.units.values()
    free = [unit for unit in units if at_large(battle, unit)]
    dares = [] if step.again else [one for unit in free for one in _dares(battle, unit)]
    scene.now(*(one for unit in free for one in _compelled(battle, unit)), *dares)


def _compelled(battle: Battle, unit: Unit) -> Iterator[Step]:
    if unit.has(PLUNDERING):
        yield Plunder(unit.id)
    elif unit.own.hire.temper in ("deserts", "bribed"):
        yield MarchAway(unit.id)
    elif battle.own.options.fantasy == "on" and driven(battle, unit):
        yield Enmity(unit.id)
    elif are_knights(battle, unit) and not unit.own.hire.temper:
        yield Obedience(unit.id)


def _dares(battle: Battle, unit: Unit) -> Iterator[Step]:
    """What must be diced for before a written order is carried out (CM-HIST-08, CM-HIST-09)."""
    orders = [written.order for written in battle.own.written]
    for order in orders:
        if order.actor == unit.id and moves(order):
            first = before_moving(without_movers(battle, orders, unit), order_of(unit.id, order))
            yield from (one for one in first if isinstance(one, Dare))


COMPULSIONS: Final = does(Compulsions, _do)
