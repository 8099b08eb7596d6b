"""Who of a unit can fire at a target, directly or over heads: CM-MISSILE-18 to CM-MISSILE-25, CM-GUN-04.

The arc is that of the unit's front; in it each figure of the front rank looks for a clear line to any part of the
target, and those behind fire along with it. A formation that looks all ways fires from all its edges, each figure
ahead of itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from math import hypot
from typing import Final, NamedTuple

from schiltron.battle.state.field import friendly, others_within
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import does
from schiltron.rulesets.chainmail.field import all_round, goes_as_person, guards
from schiltron.rulesets.chainmail.fire.weapons import Way, arc_of, arc_rule, archers, weapon_of
from schiltron.rulesets.chainmail.fortress import STANDING
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.terrain import BUILDING, WOODED
from schiltron.table.arcs import Arc, Corner
from schiltron.table.body import Figure, Formed
from schiltron.table.front import front_corners, front_middle, front_rank
from schiltron.table.lengths import CONTACT, FULL_TURN, HALF_TURN, QUARTER_TURN, Mdeg, Mil, inches, signed
from schiltron.table.outline import Outline, box_round, gap, within
from schiltron.table.rectangles import Rect, nearest_point
from schiltron.table.rectangles import gap as rect_gap
from schiltron.table.rings import Bounds
from schiltron.table.sight import look, surely_over, units_between
from schiltron.table.terrain import Feature, level_at

OVER_HEADS: Final[Mil] = inches(3)
"""Troops who are fired over must be farther away than this (CM-MISSILE-23)."""
RANKS: Final = 2
"""That many ranks may fire (CM-MISSILE-20)."""
_ALONGSIDE: Final = 45_000
"""Two bodies look the same way that differ by no more than this."""

_MARKS: Final = 10
"""So many figures of a target are looked for, evenly spread over it."""

_COVERED: Final = (*WOODED, BUILDING, *STANDING)
"""What hides who is beyond."""
_CREST: Final = Reason("the crest of a hill is in the way", ("CM-MISSILE-23",))

Place = tuple[int, int]
"""Rank and file of a figure."""

_BEHIND: Final[dict[int, Place]] = {
    0: (1, 0),
    HALF_TURN: (-1, 0),
    FULL_TURN - QUARTER_TURN: (0, 1),
    QUARTER_TURN: (0, -1),
}
"""Where the second rank stands of a figure that looks so far round from the unit's front."""


class Obstacles(NamedTuple):
    """Bodies and pieces of terrain that may stand in the way."""

    bodies: list[tuple[str, Outline]]
    pieces: list[Feature]
    levels: dict[Corner, int]
    """Of the ground at points looked at already."""
    bare: bool
    """Whether nothing but hills is among the pieces."""
    top: int
    """No ground of them is higher."""

    @property
    def none(self) -> bool:
        return not self.bodies and not self.pieces

    def higher_end(self, ax: float, ay: float, bx: float, by: float) -> int:
        """The level of the higher end of a line."""
        return max(self._level(ax, ay), self._level(bx, by))

    def _level(self, x: float, y: float) -> int:
        level = self.levels.get((x, y))
        if level is None:
            level = self.levels[x, y] = level_at(self.pieces, x, y)
        return level


class Sights(NamedTuple):
    """The figures of the front that have a clear line, those who can fire over heads, and what is against either."""

    direct: frozenset[Place]
    indirect: frozenset[Place]
    against: tuple[Reason, ...]

    def of(self, way: Way) -> frozenset[Place]:
        return self.direct if way == "direct" else self.indirect


# ---------------------------------------------------------------- the front


def screen(battle: Battle, unit: Unit) -> Unit | None:
    """A single rank of friendly missile troops right before a unit, whose second rank it is (CM-MISSILE-20).

    Or any such troops that it stands a contour above (CM-MISSILE-21).
    """
    if all_round(unit) or not isinstance(unit.body, Formed):
        return None
    for other in others_within(battle, unit, CONTACT):
        if (
            friendly(battle, unit, other)
            and _stands_before(other, unit)
            and (_ranks(other) == 1 or _is_above(battle, unit, other))
        ):
            return other
    return None


def _stands_before(other: Unit, unit: Unit) -> bool:
    if weapon_of(other) is None or not other.bodies or not other.outline.near(unit.outline, CONTACT):
        return False
    alike = abs(signed(other.pose.heading - unit.pose.heading)) <= _ALONGSIDE
    _, ahead = unit.pose.local(other.outline.x, other.outline.y)
    return alike and ahead > 0 and gap(other.outline, unit.outline) <= CONTACT


def _ranks(unit: Unit) -> int:
    return unit.body.ranks(unit.bodies) if isinstance(unit.body, Formed) else 1


def _is_above(battle: Battle, unit: Unit, other: Unit) -> bool:
    return _level(battle, unit.places[0]) > _level(battle, other.places[-1])


def _level(battle: Battle, figure: Figure) -> int:
    return level_at(battle.board.features, figure.x, figure.y) if battle.board is not None else 0


def front_of(unit: Unit) -> Rect:
    return front_rank(unit.pose, unit.body, unit.bodies)


def distance(battle: Battle, unit: Unit, target: Unit) -> Mil:
    """From the front rank of a firing body, or from any edge of one that looks all ways (CM-MISSILE-22)."""
    return apart_from(unit, firing_front(battle, unit), target)


def firing_front(battle: Battle, unit: Unit) -> Rect | None:
    """The front rank that a unit's fire is measured from; None of one that looks all ways."""
    return None if all_round(unit) else front_of(screen(battle, unit) or unit)


def apart_from(unit: Unit, front: Rect | None, target: Unit) -> Mil:
    """The distance of fire, measured from the front rank."""
    if front is None:
        return gap(unit.outline, target.outline)
    return round(min([rect_gap(front, rect) for rect in target.outline.rects]))


# ---------------------------------------------------------------- clear lines


def sights(battle: Battle, unit: Unit, target: Unit) -> Sights:
    """Which figures of the front can fire at a target and how, and everything that hinders the others."""
    obstacles = _obstacles(battle, unit, target)
    direct, indirect = set(), set()
    against: dict[str, Reason] = {}
    too_close: dict[str, Reason | None] = {}
    points = [*_points(target)]
    arc = None if all_round(unit) else _arc(unit, front_of(unit), unit.pose.heading)
    if arc is not None:
        points = [point for point in points if arc.holds(*point)]
        if points and obstacles.none:
            every = frozenset([(leader.rank, leader.file) for leader in _leaders(unit)])
            return Sights(every, every, ())
    for leader in _leaders(unit):
        place = (leader.rank, leader.file)
        for line in _lines(leader, target, arc or _arc(unit, leader.rect, leader.heading), points):
            spoilt = _hidden_by_ground(obstacles, line)
            bodies = [] if spoilt else units_between(*line, obstacles.bodies)
            for name in bodies:
                if name not in too_close:
                    too_close[name] = _too_close(battle, unit, battle.units[name])
                spoilt = spoilt or too_close[name]
            if spoilt is None:
                indirect.add(place)
                if not bodies:
                    direct.add(place)
                    break
                spoilt = _masked(battle, unit, bodies)
            against[spoilt.text] = spoilt
    if not against and not indirect:
        outside = _outside(unit, target)
        against[outside.text] = outside
    return Sights(frozenset(direct), frozenset(indirect), tuple(against[text] for text in sorted(against)))


def _leaders(unit: Unit) -> Iterator[Figure]:
    """Figures with nobody before them."""
    outward = all_round(unit)
    for figure in unit.places:
        if figure.rank == 0 or (outward and figure.heading != unit.pose.heading):
            yield figure


def _arc(unit: Unit, front: Rect, heading: Mdeg) -> Arc:
    """Of the whole front; of a body that looks all ways, of one figure of it."""
    return Arc(*front_corners(front), heading, *arc_of(unit.own.profile))


def _lines(leader: Figure, target: Unit, arc: Arc, points: list[Corner]) -> Iterator[tuple[float, float, float, float]]:
    """From a figure of the front to the nearest points of a target, and to some others, as far as they are in the
    arc."""
    ax, ay = front_middle(leader.rect)
    for rect in target.outline.rects:
        bx, by = nearest_point(rect, ax, ay)
        if arc.holds(bx, by):
            yield ax, ay, bx, by
    for bx, by in points:
        if arc.holds(bx, by):
            yield ax, ay, bx, by


def _points(target: Unit) -> Iterator[Corner]:
    """Points of a target to aim at wherever one stands: the corners of its ground, and some of its standing figures."""
    for rect in target.outline.rects:
        yield from rect.corners
    few = -(-target.figures // _MARKS)
    for _, rank in groupby(target.places[: target.figures], lambda figure: figure.rank):
        for figure in _spread([*rank], few):
            yield figure.x, figure.y


def _spread(rank: list[Figure], few: int) -> list[Figure]:
    """One in so many figures of a rank, its ends among them, and as many on the left as on the right."""
    if few < 2 or len(rank) < 3:
        return rank
    last = len(rank) - 1
    gaps = -(-last // few)
    gaps += last % 2 and not gaps % 2
    left = [place * last // gaps for place in range(gaps // 2 + 1)]
    return [rank[place] for place in sorted({*left, *(last - place for place in left)})]


def _obstacles(battle: Battle, unit: Unit, target: Unit) -> Obstacles:
    """What lies in the box round firers and target. One man on his own hides nobody."""
    box = box_round(unit.outline, target.outline)
    before = screen(battle, unit)
    clear = (unit.id, target.id, before.id if before is not None else "")
    lane = _Lane(unit.outline, target.outline)
    bodies = [
        (other.id, other.outline)
        for other in battle.standing()
        if other.bodies
        and other.id not in clear
        and not goes_as_person(other)
        and within(other.outline, box)
        and lane.meets(other.outline)
    ]
    near = battle.board.near(box) if battle.board is not None and battle.board.features else ()
    if unit.level is not None or target.level is not None:
        bodies, near = _on_a_level(battle, bodies, unit, target), tuple(one for one in near if one.kind not in STANDING)
    pieces = [piece for piece in near if (piece.kind in _COVERED or piece.contours) and lane.crosses(piece.bounds)]
    bare = not any(piece.kind in _COVERED for piece in pieces)
    return Obstacles(bodies, pieces, {}, bare, sum(max(0, one.rise) for piece in pieces for one in piece.contours))


def _on_a_level(
    battle: Battle, bodies: list[tuple[str, Outline]], unit: Unit, target: Unit
) -> list[tuple[str, Outline]]:
    """Who stands higher or lower than both is in nobody's way; over walls one looks down, and is looked up to."""
    if unit.level != target.level:
        return [one for one in bodies if battle.units[one[0]].level is not None]
    return [one for one in bodies if battle.units[one[0]].level == unit.level]


class _Lane:
    """The ground from the circle round one body to that round another, which holds every line between the two."""

    __slots__ = ("_half", "_length", "_ux", "_uy", "_x", "_y")

    def __init__(self, one: Outline, other: Outline) -> None:
        dx, dy = other.x - one.x, other.y - one.y
        self._x, self._y, self._length = one.x, one.y, hypot(dx, dy)
        self._ux, self._uy = (dx / self._length, dy / self._length) if self._length else (0.0, 0.0)
        self._half = max(one.radius, other.radius) + CONTACT

    def meets(self, body: Outline) -> bool:
        """A first glance: whether a body may stand in a line."""
        return self._reaches(body.x, body.y, body.radius)

    def crosses(self, box: Bounds) -> bool:
        """A first glance: whether anything in a box may lie on a line."""
        left, top, right, bottom = box
        return self._reaches((left + right) / 2, (top + bottom) / 2, hypot(right - left, bottom - top) / 2)

    def _reaches(self, x: float, y: float, radius: float) -> bool:
        dx, dy, far = x - self._x, y - self._y, self._half + radius
        return abs(dy * self._ux - dx * self._uy) <= far and -far <= dx * self._ux + dy * self._uy <= self._length + far


def _hidden_by_ground(obstacles: Obstacles, line: tuple[float, float, float, float]) -> Reason | None:
    """A wood or a house that neither end is in, or a crest above both, hides what is beyond from any fire."""
    pieces = obstacles.pieces
    if not pieces:
        return None
    ax, ay, bx, by = line
    if obstacles.bare and obstacles.higher_end(*line) >= obstacles.top:
        return None
    if (
        len(pieces) == 1
        and pieces[0].kind not in _COVERED
        and surely_over(*line, pieces[0], obstacles.higher_end(*line))
    ):
        return _CREST
    for part in look(*line, pieces).between:
        piece = part.feature
        if piece.kind in _COVERED and not piece.contains(ax, ay) and not piece.contains(bx, by):
            return Reason(f"{piece.name} {does('are', one=piece.kind == BUILDING)} in the way", ("CM-MISSILE-23",))
        if piece.contours and part.highest > obstacles.higher_end(*line):
            return _CREST
    return None


def in_view(battle: Battle, unit: Unit, other: Unit) -> bool:
    """Whether the ground leaves one body in view of another, from middle to middle; troops hide nobody."""
    line = (unit.outline.x, unit.outline.y, other.outline.x, other.outline.y)
    return _hidden_by_ground(_obstacles(battle, unit, other), line) is None


def _too_close(battle: Battle, unit: Unit, other: Unit) -> Reason | None:
    """Troops within 3 inches are not fired over (CM-MISSILE-23)."""
    if not unit.outline.near(other.outline, OVER_HEADS + CONTACT) or gap(unit.outline, other.outline) > OVER_HEADS:
        return None
    rules = ("CM-MISSILE-20", "CM-MISSILE-23") if friendly(battle, unit, other) else ("CM-MISSILE-23",)
    return Reason(f"{_said(other, 'stand')} in the way, too close to be fired over", rules)


def _masked(battle: Battle, unit: Unit, bodies: list[str]) -> Reason:
    """What keeps direct fire from a target that could be reached over heads."""
    weapon = weapon_of(unit)
    flat = weapon.flat if weapon is not None else ""
    name = weapon.name if weapon is not None else "missiles"
    text = f"{_said(battle.units[bodies[0]], 'stand')} in the way"
    return Reason(f"{text}, and {name} are not fired over heads", (flat,)) if flat else Reason(text, ("CM-MISSILE-23",))


def _outside(unit: Unit, target: Unit) -> Reason:
    return Reason(f"{_said(target, 'are')} outside the arc of fire of {unit.name}", (arc_rule(unit.own.profile),))


def _said(unit: Unit, phrase: str) -> str:
    return f"{unit.name} {does(phrase, one=unit.original == 1)}"


# ---------------------------------------------------------------- who fires


def firing(battle: Battle, unit: Unit, leaders: frozenset[Place]) -> Tally:
    """The figures that fire with those of the front: two ranks, and ranks that stand a contour above the one before.

    The fallen of the same fire step fire as well (CM-TURN-09): they have kept their places.
    """
    front = sum(1 for figure in _leaders(unit) if (figure.rank, figure.file) in leaders)
    behind = screen(battle, unit) is not None
    second = 0 if behind else len(_second_rank(unit, leaders))
    higher = _higher_ranks(battle, unit, leaders, first=RANKS - 1 if behind else RANKS)
    terms = [Term("second rank" if behind else "front rank", front, "CM-MISSILE-20")]
    if second:
        terms.append(Term("second rank", second, "CM-MISSILE-20"))
    if higher:
        terms.append(Term("ranks on higher ground", higher, "CM-MISSILE-21"))
    few = front + second + higher - archers(unit)
    if unit.own.profile.missile == "thrown" and archers(unit) and few > 0:
        return Tally("firing", (*terms, Term("archers of the band alone", -few, "CM-HIST-01")), measure="figures")
    busy = front + second + higher - max(0, unit.bodies - guards(unit))
    if busy > 0:
        terms.append(Term("guard prisoners", -busy, "CM-MELEE-42"))
    return Tally("firing", tuple(terms), measure="figures")


def _second_rank(unit: Unit, leaders: frozenset[Place]) -> set[Place]:
    taken = {(figure.rank, figure.file) for figure in unit.places}
    edge = {(figure.rank, figure.file) for figure in _leaders(unit)}
    found = set()
    for figure in _leaders(unit):
        if (figure.rank, figure.file) in leaders:
            step = _BEHIND[(figure.heading - unit.pose.heading) % FULL_TURN]
            found.add((figure.rank + step[0], figure.file + step[1]))
    return found & (taken - edge)


def _higher_ranks(battle: Battle, unit: Unit, leaders: frozenset[Place], *, first: int) -> int:
    """Figures from a rank on that stand a contour above the one in front of them (CM-MISSILE-21)."""
    if battle.board is None or all_round(unit) or not any(piece.contours for piece in battle.board.features):
        return 0
    files = {file for _, file in leaders}
    levels = {(figure.rank, figure.file): _level(battle, figure) for figure in unit.places if figure.file in files}
    return sum(
        1 for (rank, file), level in levels.items() if rank >= first and level > levels.get((rank - 1, file), level)
    )
