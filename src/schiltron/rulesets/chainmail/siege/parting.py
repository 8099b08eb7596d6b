"""Some of a unit go on by themselves: up a ladder, into a tower, away from a machine (SIEGE)."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.play.casualties import hand_over, part_of
from schiltron.battle.state.unit import Place
from schiltron.rulesets.chainmail.state import CLIMBING, Scene, Unit, UnitPart, with_turn
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.table.body import Formed


def part_off(scene: Scene, unit_id: str, figures: int, place: Place, body: Formed, *, ordered: str = "") -> str:
    """So many figures of a unit are one of their own from now on, and have done what they were ordered to; those who
    are left close up."""
    unit = scene.unit(unit_id)
    own = replace(unit.own, formation="line", forming=None, parted=True)
    key = part_of(scene, unit_id, figures, place, body, own)
    if key != unit_id:
        _close_up(scene, unit_id)
    new = scene.unit(key)
    scene.change(with_turn(replace(new, marks=tuple(mark for mark in new.marks if mark != CLIMBING)), ordered=ordered))
    return key


def _close_up(scene: Scene, unit_id: str) -> None:
    left = scene.unit(unit_id)
    if isinstance(left.body, Formed) and left.body.files > left.bodies:
        scene.change(replace(left, body=replace(left.body, files=max(1, left.bodies))))


def join(scene: Scene, unit_id: str, other_id: str) -> None:
    """One more figure of a unit goes over to those of it who went before."""
    hand_over(scene, unit_id, scene.unit(other_id), 1)
    _close_up(scene, unit_id)


def as_crew(unit: Unit) -> UnitPart:
    """The men of a machine as foot, who have left it."""
    return UnitPart(profile=TROOPS["light_foot"].profile, parted=True)
