"""The ways a unit that is driven off can take: through friends, round enemies, over the edge. Names no rule.

There are finitely many: straight the way it wants to go, or up to a quarter turn to either side of it. The one that
brings it farthest the way it wants is taken, of equals the one nearer to straight. Of two as far to either side it is
the one that ends farther from the nearest enemy, then the one for which it has to turn less. Only of two alike in all
this it is the one to the right: there, and for edges of the table that are as near, left and right are told apart. So
flight is a function of the position, and neither the roster nor a mirror changes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple, TypeVar

from schiltron.battle.state.battle import Battle
from schiltron.battle.state.field import enemies, friendly, others
from schiltron.battle.state.unit import Unit
from schiltron.table.body import Formed
from schiltron.table.edges import Board, TableEdge
from schiltron.table.lengths import QUARTER_TURN, TOLERANCE, Mdeg, Mil, degrees, direction, normal, signed
from schiltron.table.outline import Outline, advance_gap, gap, outline, overlapping
from schiltron.table.pose import Pose

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")

_STEP: Final[Mdeg] = degrees(15)
_TURNS: Final[tuple[Mdeg, ...]] = (
    0,
    *(side * turn for turn in range(_STEP, QUARTER_TURN + 1, _STEP) for side in (1, -1)),
)
OUTWARD: Final[dict[TableEdge, Mdeg]] = {"north": 0, "east": 90_000, "south": 180_000, "west": 270_000}

_FAR: Final = float("inf")

Span = tuple[float, float]
"""A part of the way on which a body would stand on somebody."""

Barrier = Callable[[Pose, Mdeg], float]
"""How far the ground lets a body go from a pose along a bearing."""


class Way(NamedTuple):
    """Turn about the middle, then go straight along a bearing; `edge` is the table edge it reaches."""

    angle: Mdeg
    start: Pose
    bearing: Mdeg
    distance: Mil
    edge: TableEdge | None = None

    @property
    def end(self) -> Pose:
        return _moved(self.start, self.bearing, self.distance)


def _moved(start: Pose, bearing: Mdeg, distance: float) -> Pose:
    ux, uy = direction(bearing)
    return Pose(round(start.x + ux * distance), round(start.y + uy * distance), start.heading)


class Terms(NamedTuple):
    """What a book lays down for a way.

    `kept` is the gap it halts at from enemies; `facing` where it looks all the while (None: where it goes); `ground`
    what bars it; whether it `leaves` the table at an edge, or halts there.
    """

    kept: Mil = 0
    facing: Mdeg | None = None
    ground: Barrier | None = None
    leaves: bool = True


# ---------------------------------------------------------------- a body about its middle


def turned(unit: Unit[U], angle: Mdeg) -> Pose:
    """A unit's pose after a turn about the middle of the ground it stands on, which turning right about keeps."""
    if not isinstance(unit.body, Formed):
        return unit.pose.turned(angle)
    middle = unit.pose.world(0, -unit.body.depth(unit.bodies) / 2)
    return unit.pose.pivoted(*middle, angle)


def shape_at(unit: Unit[U], pose: Pose) -> Outline:
    return outline(pose, unit.body, unit.bodies)


def has_room(battle: Battle[B, U, S], unit: Unit[U], there: Outline) -> bool:
    """Whether a unit could stand there without standing on anybody else or over the edge."""
    if battle.board is not None and not battle.board.holds(there):
        return False
    return not any(overlapping(there, other.outline) for other in others(battle, unit))


# ---------------------------------------------------------------- where to


def fled_from(battle: Battle[B, U, S], unit: Unit[U], foes: Iterable[str]) -> list[Unit[U]]:
    """Those of these foes who stand on the table, else the nearest enemy; nobody where there is none."""
    there = [battle.units[one] for one in foes if battle.units[one].on_table]
    near = min(enemies(battle, unit), key=lambda one: (gap(unit.outline, one.outline), one.turn_in_line), default=None)
    return there or ([near] if near is not None else [])


def to_nearest_edge(board: Board, unit: Unit[U]) -> Mdeg:
    """The heading to the nearest table edge; of equals by the smaller turn, then by a turn to the right."""
    near = edge_distances(board, unit.outline)
    least = min(near.values())
    turns = [signed(OUTWARD[edge] - unit.pose.heading) for edge in near if near[edge] <= least + TOLERANCE]
    return normal(unit.pose.heading + min(turns, key=lambda turn: (abs(turn), -turn)))


def edge_distances(board: Board, body: Outline) -> dict[TableEdge, Mil]:
    corners = [corner for rect in body.rects for corner in rect.corners]
    across, down = [x for x, _ in corners], [y for _, y in corners]
    return {
        "north": round(min(down)),
        "east": round(board.width - max(across)),
        "south": round(board.depth - max(down)),
        "west": round(min(across)),
    }


def best_way(battle: Battle[B, U, S], unit: Unit[U], bearing: Mdeg, distance: Mil, terms: Terms) -> Way | None:
    """The way that leads farthest in a direction; None where no way leads out. Bearings so far aside that even all of
    the distance would lead less far are not looked at."""
    open_ways: list[tuple[int, Mdeg, Way]] = []
    most = 0
    for turn in _TURNS:
        share = -direction(turn)[1]
        if round(distance * share) < most - TOLERANCE:
            continue
        way = way_along(battle, unit, bearing + turn, distance, terms)
        if way is None or (turn and not _on_board(battle, unit, way.start)):
            continue
        gained = distance if way.edge is not None else min(way.distance, distance)
        open_ways.append((round(gained * share), turn, way))
        most = max(most, open_ways[-1][0])
    if not open_ways:
        return None
    farthest = [(turn, way) for progress, turn, way in open_ways if progress >= most - TOLERANCE]
    least = min(abs(turn) for turn, _ in farthest)
    right, *left = [way for turn, way in farthest if abs(turn) == least]
    return _of_two(battle, unit, right, left[0]) if left else right


def _of_two(battle: Battle[B, U, S], unit: Unit[U], right: Way, left: Way) -> Way:
    """The one of two ways to either side, which lead as far, that ends farther from the nearest enemy, then the one for
    which the unit turns less."""
    foes = [foe.outline for foe in enemies(battle, unit)]
    from_right, from_left = (
        min((gap(shape_at(unit, way.end), foe) for foe in foes), default=0) for way in (right, left)
    )
    if abs(from_right - from_left) > TOLERANCE:
        return right if from_right > from_left else left
    return left if abs(left.angle) < abs(right.angle) else right


def _on_board(battle: Battle[B, U, S], unit: Unit[U], pose: Pose) -> bool:
    return battle.board is None or battle.board.holds(shape_at(unit, pose))


# ---------------------------------------------------------------- one way


def way_along(
    battle: Battle[B, U, S], unit: Unit[U], bearing: Mdeg, distance: Mil, terms: Terms, bar: float = _FAR
) -> Way | None:
    """How far a unit gets along a bearing.

    Enemies ahead stop it short of the gap that is kept from them. Where it would come to a halt on a friend, it runs on
    to the first free place beyond, or, if there is none before the edge, an enemy or the `bar`, halts at the last one
    short of him.
    """
    angle = signed((bearing if terms.facing is None else terms.facing) - unit.pose.heading)
    start = turned(unit, angle)
    body = shape_at(unit, start)
    ux, uy = direction(bearing)
    room = battle.table.room_ahead(body, ux, uy)
    walls, through = _met(battle, unit, body, (ux, uy), terms.kept)
    wall = min((room, *walls, *((terms.ground(start, bearing),) if terms.ground is not None else ())))
    last = shape_at(unit, _moved(start, bearing, room))
    if terms.leaves and wall >= room and distance >= room - TOLERANCE:
        near = edge_distances(battle.table, last)
        first = min(near, key=lambda edge: near[edge])
        return Way(angle, start, bearing, int(room), first)
    halt = _halt(list(_taken(body, last, (ux, uy), room, through)), min(distance, wall), min(wall, bar))
    way = Way(angle, start, bearing, int(halt))
    return way if way.distance > 0 and has_room(battle, unit, shape_at(unit, way.end)) else None


def _met(
    battle: Battle[B, U, S], unit: Unit[U], body: Outline, along: tuple[float, float], kept: Mil
) -> tuple[list[float], list[Unit[U]]]:
    """How far it is to the enemies on a way, less the gap kept from them, and who can be run through.

    Those are friends, and enemies from whom the unit tears itself away: it touches them but leaves them behind.
    """
    ux, uy = along
    walls: list[float] = []
    open_ranks: list[Unit[U]] = []
    for other in others(battle, unit):
        free = advance_gap(body, ux, uy, other.outline, _FAR)
        if free is None:
            continue
        left_behind = not free and advance_gap(unit.outline, ux, uy, other.outline, _FAR) is None
        if friendly(battle, unit, other) or left_behind:
            open_ranks.append(other)
        else:
            walls.append(max(0.0, free - kept))
    return walls, open_ranks


def _taken(
    body: Outline, last: Outline, along: tuple[float, float], room: float, through: list[Unit[U]]
) -> Iterator[Span]:
    """Where on the way it would stand on somebody it runs through; `last` is its outline at the edge."""
    ux, uy = along
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
