"""A table seen from its other long edge."""

from dataclasses import replace

from msgspec import UNSET, structs

from schiltron.drawing.drawn import Drawn
from schiltron.table.builds import Build
from schiltron.table.edges import Board
from schiltron.table.lengths import FULL_TURN
from schiltron.table.pose import Pose
from schiltron.table.terrain import Contour, Feature, Points, Strip


def half_turned(board: Board) -> Board:
    """The ground as one sees it who sits across the table."""
    return Board(board.width, board.depth, tuple(_feature(board, one) for one in board.features))


def drawn_half_turned(board: Board, drawn: Drawn) -> Drawn:
    """A unit as one sees it who sits across the table."""
    pose = drawn.pose
    heading = (pose.heading + FULL_TURN // 2) % FULL_TURN
    return replace(drawn, pose=Pose(board.width - pose.x, board.depth - pose.y, heading))


def _feature(board: Board, feature: Feature) -> Feature:
    if feature.build is not UNSET:
        feature = structs.replace(feature, build=_built(board, feature.build))
    if isinstance(feature, Strip):
        return structs.replace(feature, course=_across(board, feature.course))
    contours = tuple(Contour(_across(board, one.ring), one.rise) for one in feature.contours)
    return structs.replace(feature, ring=_across(board, feature.ring), contours=contours)


def _built(board: Board, build: Build) -> Build:
    doors = tuple(structs.replace(one, x=board.width - one.x, y=board.depth - one.y) for one in build.doors)
    gaps = tuple(structs.replace(one, x=board.width - one.x, y=board.depth - one.y) for one in build.gaps)
    return structs.replace(build, doors=doors, gaps=gaps)


def _across(board: Board, points: Points) -> Points:
    return tuple((board.width - x, board.depth - y) for x, y in points)
