"""The same position looked at otherwise: turned about the middle of the table, in a mirror, with another roster.

    @pytest.mark.parametrize("look", LOOKS, ids=str)
    def test_…(look: Look) -> None:
        played = play(look.at(position), …, *look.path(turn(20), ahead(3)))
        assert look.place(played.unit("foot")) == near(40, 25.5, 180)

`place` is where a unit stands as if nothing had been turned, so a test states its result once for all looks. Bodies
must have full ranks, since the odd figure of a short one stands to the left in a mirror too.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import pytest
from msgspec.structs import replace

from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.manoeuvre import Face, Manoeuvre, Turn, Wheel
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.contact import Edge
from schiltron.table.lengths import FULL_TURN, degrees, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Feature

_MIDDLE: Final = (inches(48), inches(30))
_SWAPPED: Final[dict[Edge, Edge]] = {"front": "front", "rear": "rear", "left": "right", "right": "left"}


class Look(NamedTuple):
    """By how many degrees all is turned, whether left and right are exchanged, and whether the roster is reversed."""

    angle: float
    mirrored: bool = False
    reversed: bool = False

    def __str__(self) -> str:
        marks = ("mirrored",) * self.mirrored + ("reversed",) * self.reversed
        return "-".join((f"{self.angle:g}", *marks))

    # ------------------------------------------------------------ there

    def at(self, battle: Battle) -> Battle:
        units = [self.unit(one) for one in battle.units.values()]
        units = units[::-1] if self.reversed else units
        contacts = tuple(self._contact(one) for one in battle.engagements)
        contacts = contacts[::-1] if self.reversed else contacts
        board = battle.board
        if board is not None and board.features:
            board = replace(board, features=tuple(self._piece(one) for one in board.features))
        return replace(battle, units={one.id: one for one in units}, engagements=contacts, board=board)

    def _piece(self, feature: Feature) -> Feature:
        assert isinstance(feature, Area), "strips and hills are not turned here"
        assert not feature.contours, "strips and hills are not turned here"
        places = [self.pose(Pose(x, y, 0)) for x, y in feature.ring]
        return replace(feature, ring=tuple((place.x, place.y) for place in places))

    def unit(self, unit: Unit) -> Unit:
        return replace(unit, place=OnTable(self.pose(unit.pose), unit.level)) if unit.on_table else unit

    def _contact(self, one: Engagement) -> Engagement:
        return replace(one, edge=_SWAPPED[one.edge]) if self.mirrored else one

    def pose(self, pose: Pose) -> Pose:
        return (_mirror(pose) if self.mirrored else pose).pivoted(*_MIDDLE, degrees(self.angle))

    def path(self, *legs: Manoeuvre) -> tuple[Manoeuvre, ...]:
        return tuple(_mirrored(leg) for leg in legs) if self.mirrored else legs

    # ------------------------------------------------------------ and back

    def place(self, unit: Unit) -> tuple[float, float, float]:
        """Where a unit stands in inches and degrees, as if nothing had been turned or mirrored."""
        pose = unit.pose.pivoted(*_MIDDLE, -degrees(self.angle))
        pose = _mirror(pose) if self.mirrored else pose
        return pose.x / 1000, pose.y / 1000, pose.heading / 1000


LOOKS: Final = (Look(0), Look(17), Look(213), Look(90, True), Look(17, True, True), Look(300, False, True))


def _mirror(pose: Pose) -> Pose:
    return Pose(2 * _MIDDLE[0] - pose.x, pose.y, -pose.heading % FULL_TURN)


def _mirrored(leg: Manoeuvre) -> Manoeuvre:
    if isinstance(leg, Turn):
        return Turn(-leg.angle)
    if isinstance(leg, Wheel):
        return Wheel("left" if leg.side == "right" else "right", leg.angle)
    if isinstance(leg, Face) and leg.to in ("left", "right"):
        return Face("left" if leg.to == "right" else "right")
    return leg


def near(*numbers: float) -> Any:
    """Within a few thousandths, as bodies come to lie that were turned and put down on whole thousandths."""
    return pytest.approx(numbers, abs=0.006)
