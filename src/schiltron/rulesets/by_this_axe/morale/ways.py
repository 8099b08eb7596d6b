"""The ways a fleeing unit can take: through friends, round enemies, over the edge (TA-MORALE-24, TA-MORALE-25).

There are finitely many: straight the way it wants to go, or up to a quarter turn to either side of it. The one that
brings it farthest the way it wants is taken, of equals the one nearer to straight, then the one to the right. So flight
is a function of the position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from schiltron.battle.field import others
from schiltron.rulesets.by_this_axe.morale.facing import has_room, shape_at, turned
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table.edges import Board, TableEdge
from schiltron.table.lengths import QUARTER_TURN, TOLERANCE, Mdeg, Mil, degrees, direction, signed
from schiltron.table.outline import Outline, advance_gap
from schiltron.table.pose import Pose

_STEP: Final[Mdeg] = degrees(15)
_TURNS: Final[tuple[Mdeg, ...]] = (
    0,
    *(side * turn for turn in range(_STEP, QUARTER_TURN + 1, _STEP) for side in (1, -1)),
)
_OUTWARD: Final[dict[TableEdge, Mdeg]] = {"north": 0, "east": 90_000, "south": 180_000, "west": 270_000}

_FAR: Final = float("inf")

Span = tuple[float, float]
"""A part of the way on which a body would stand on somebody."""


class Way(NamedTuple):
    """Turn about the middle, then run straight; `edge` is the table edge it reaches."""

    angle: Mdeg
    start: Pose
    distance: Mil
    edge: TableEdge | None = None

    @property
    def end(self) -> Pose:
        return self.start.advanced(self.distance)


# ---------------------------------------------------------------- where to


def to_nearest_edge(board: Board, unit: Unit) -> Mdeg:
    """The heading to the nearest table edge; of equals the one that needs the smaller turn (TA-MORALE-24)."""
    near = edge_distances(board, unit.outline)
    return _OUTWARD[min(near, key=lambda edge: (near[edge], abs(signed(_OUTWARD[edge] - unit.pose.heading))))]


def edge_distances(board: Board, body: Outline) -> dict[TableEdge, Mil]:
    corners = [corner for rect in body.rects for corner in rect.corners]
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return {
        "north": round(min(down)),
        "east": round(board.width - max(across)),
        "south": round(board.depth - max(down)),
        "west": round(min(across)),
    }


def best_way(battle: Battle, unit: Unit, heading: Mdeg, distance: Mil) -> Way | None:
    """The way that leads farthest in a direction; None where no way leads out."""
    best: tuple[int, Way] | None = None
    for turn in _TURNS:
        way = way_along(battle, unit, heading + turn, distance)
        if way is None or (turn and not _on_board(battle, unit, way.start)):
            continue
        gained = distance if way.edge is not None else min(way.distance, distance)
        progress = round(gained * -direction(turn)[1])
        if best is None or progress > best[0]:
            best = (progress, way)
    return best[1] if best is not None else None


def _on_board(battle: Battle, unit: Unit, pose: Pose) -> bool:
    return battle.board is None or battle.board.holds(shape_at(unit, pose))


# ---------------------------------------------------------------- one way


def way_along(battle: Battle, unit: Unit, heading: Mdeg, distance: Mil, bar: float = _FAR) -> Way | None:
    """How far a unit gets along a heading.

    Enemies ahead stop it short of the gap that is kept from them. Where it would come to a halt on a friend, it runs on
    to the first free place beyond, or, if there is none before the edge, an enemy or the `bar`, halts at the last one
    short of him.
    """
    assert battle.board is not None, "who flees, flees over a table"
    angle = signed(heading - unit.pose.heading)
    start = turned(unit, angle)
    body = shape_at(unit, start)
    room = battle.board.room_ahead(body, *start.forward)
    walls, through = _met(battle, unit, body, start)
    wall = min((room, *walls))
    if wall >= room and distance >= room - TOLERANCE:
        near = edge_distances(battle.board, shape_at(unit, start.advanced(room)))
        first = min(near, key=lambda edge: near[edge])
        return Way(angle, start, int(room), first)
    halt = _halt(list(_taken(unit, body, start, room, through)), min(distance, wall), min(wall, bar))
    way = Way(angle, start, int(halt))
    return way if way.distance > 0 and has_room(battle, unit, shape_at(unit, way.end)) else None


def _met(battle: Battle, unit: Unit, body: Outline, start: Pose) -> tuple[list[float], list[Unit]]:
    """How far it is to the enemies on a way, less the gap kept from them (TA-MOVE-14), and who can be run through.

    Those are friends, and enemies from whom the unit tears itself away: it touches them but leaves them behind.
    """
    ux, uy = start.forward
    walls, open_ranks = [], []
    for other in others(battle, unit):
        free = advance_gap(body, ux, uy, other.outline, _FAR)
        if free is None:
            continue
        left_behind = not free and advance_gap(unit.outline, ux, uy, other.outline, _FAR) is None
        if other.side == unit.side or left_behind:
            open_ranks.append(other)
        else:
            walls.append(max(0.0, free - battle.own.options.enemy_gap))
    return walls, open_ranks


def _taken(unit: Unit, body: Outline, start: Pose, room: float, through: list[Unit]) -> Iterator[Span]:
    """Where on the way it would stand on somebody it runs through."""
    ux, uy = start.forward
    last = shape_at(unit, start.advanced(room))
    for other in through:
        near = advance_gap(body, ux, uy, other.outline, room)
        if near is not None:
            back = advance_gap(last, -ux, -uy, other.outline, room)
            yield near, room - (back or 0.0)


def _halt(taken: list[Span], wanted: float, limit: float) -> float:
    """The first free place from where it wants to halt up to a limit, else the last one short of it; 0 for none."""
    here = _beyond(taken, wanted)
    if here < limit or here == wanted:
        return here
    while True:
        met = [start for start, end in taken if start < wanted < end]
        if not met:
            return max(0.0, wanted)
        wanted = min(met)


def _beyond(taken: list[Span], place: float) -> float:
    """The first place from here on that nobody takes."""
    for start, end in sorted(taken):
        if start < place < end:
            place = end
    return place
