"""Gaps in the front of open units are filled before anything else (BS-7.3-03, BS-7.3-04)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.event import Compelled
from schiltron.rulesets.battlesystem.field import alive, is_routed
from schiltron.rulesets.battlesystem.movement.rates import flat, move_rate
from schiltron.rulesets.battlesystem.state import GAPS, Scene, Unit
from schiltron.table.lengths import Mil

EACH: Final[Mil] = flat("fill_gap_open_formation")


def fill_gaps(scene: Scene, side: str) -> None:
    """Figures move up, at an inch of the move each, even while touching the enemy; a unit that cannot pay for all of
    them fills them all the same and stands. Figures of a skirmish unit are bodies of their own and have no gaps: their
    owner moves them up as he likes (BS-7.4-03)."""
    for unit in [one for one in scene.battle.units.values() if one.side == side and one.own.gaps and alive(one)]:
        if not is_routed(unit):
            _fill(scene, unit)


def _fill(scene: Scene, unit: Unit) -> None:
    cost = EACH * unit.own.gaps
    stands = cost > move_rate(scene.battle, unit)
    own = replace(unit.own, gaps=0, spent=unit.own.spent + cost, acted=True, done=unit.own.done or stands)
    scene.change(replace(unit, own=own))
    rules = ("BS-7.3-03", "BS-7.3-04") if stands else ("BS-7.3-03",)
    scene.tell(Compelled(unit=unit.id, action="fill the gaps in the front", rules=rules))
    if unit.has(GAPS):
        scene.mark(unit.id, GAPS, on=False, rules=rules)
