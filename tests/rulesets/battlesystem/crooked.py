"""The same position turned about the middle of the table, in a mirror, and with its units listed the other way round.

    @pytest.mark.parametrize("crooked", CROOKED)
    def test_a_rule(crooked: Crooked) -> None:
        played = play(crooked(field(...)), ...)

Only places and headings change, so that a rule must say the same of all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin
from typing import Any

from msgspec.structs import replace

from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.body import Formed
from schiltron.table.lengths import FULL_TURN, degrees
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Feature, Strip

Crooked = Callable[[Battle], Battle]
_Point = tuple[int, int]


def _changed(battle: Battle, point: Callable[[int, int], _Point], heading: Callable[[int], int], **more: Any) -> Battle:
    def moved(unit: Unit) -> Unit:
        if not isinstance(unit.place, OnTable):
            return unit
        pose = unit.place.pose
        there = replace(unit, place=OnTable(Pose(*point(pose.x, pose.y), heading(pose.heading) % FULL_TURN)))
        body = there.body
        if more and isinstance(body, Formed):
            there = replace(there, body=replace(body, left=body.right, right=body.left))
        return there

    def ground(feature: Feature) -> Feature:
        contours = tuple(replace(one, ring=tuple(point(*each) for each in one.ring)) for one in feature.contours)
        if isinstance(feature, Area):
            return replace(feature, ring=tuple(point(*each) for each in feature.ring), contours=contours)
        assert isinstance(feature, Strip)
        return replace(feature, course=tuple(point(*each) for each in feature.course))

    assert battle.board is not None
    board = replace(battle.board, features=tuple(ground(one) for one in battle.board.features))
    return replace(battle, board=board, units={key: moved(unit) for key, unit in battle.units.items()})


def turned(angle: float) -> Crooked:
    """Everything turned clockwise about the middle of the table."""

    def turn(battle: Battle) -> Battle:
        assert battle.board is not None
        middle_x, middle_y = battle.board.width / 2, battle.board.depth / 2
        c, s = cos(radians(angle)), sin(radians(angle))

        def point(x: int, y: int) -> _Point:
            dx, dy = x - middle_x, y - middle_y
            return round(middle_x + c * dx - s * dy), round(middle_y + s * dx + c * dy)

        return _changed(battle, point, lambda heading: heading + degrees(angle))

    return turn


def mirrored(battle: Battle) -> Battle:
    """Left and right exchanged."""
    assert battle.board is not None
    width = battle.board.width
    return _changed(battle, lambda x, y: (width - x, y), lambda heading: -heading, wings=True)


def relisted(battle: Battle) -> Battle:
    """The units in another order."""
    return replace(battle, units=dict(reversed(battle.units.items())))


def as_it_is(battle: Battle) -> Battle:
    return battle


def askew_in_a_mirror(battle: Battle) -> Battle:
    return relisted(turned(213)(mirrored(battle)))


CROOKED: tuple[Crooked, ...] = (as_it_is, turned(17), turned(90), mirrored, relisted, askew_in_a_mirror)
