"""Gaps in the front of open units are filled before anything else (cases 7.3 and 7.4)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.event import Compelled
from schiltron.battle.state.field import commanded_by
from schiltron.rulesets.battlesystem.field import alive, is_routed
from schiltron.rulesets.battlesystem.ground.manner import move_rate
from schiltron.rulesets.battlesystem.movement.rates import flat
from schiltron.rulesets.battlesystem.state import GAPS, Scene, Unit, with_turn
from schiltron.table.lengths import Mil

EACH: Final[Mil] = flat("fill_gap_open_formation")


def fill_gaps(scene: Scene, side: str) -> None:
    """Figures move up, at an inch of the move each, even while touching the enemy; a unit that cannot pay for all of
    them fills them all the same and stands. Figures of a skirmish unit are bodies of their own and have no gaps: their
    owner moves them up as he likes (BS-7.4-03)."""
    for unit in commanded_by(scene.battle, side):
        if unit.own.gaps and alive(unit) and not is_routed(unit):
            _fill(scene, unit)


def _fill(scene: Scene, unit: Unit) -> None:
    cost = EACH * unit.own.gaps
    stands = cost > move_rate(scene.battle, unit)
    turn = unit.own.turn
    filled = replace(unit, own=replace(unit.own, gaps=0))
    scene.change(with_turn(filled, spent=turn.spent + cost, acted=True, had_order=turn.had_order or stands))
    rules = ("BS-7.3-03", "BS-7.3-04") if stands else ("BS-7.3-03",)
    scene.tell(Compelled(unit=unit.id, action="fill the gaps in the front", rules=rules))
    if unit.has(GAPS):
        scene.mark(unit.id, GAPS, on=False, rules=rules)
