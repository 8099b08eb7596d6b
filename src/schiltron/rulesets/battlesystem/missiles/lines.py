"""Lines of sight (BS-10.1-03, BS-11.9-01, BS-11.9-02): what breaks one between two figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import hypot
from typing import Final

from schiltron.battle.state.field import friendly
from schiltron.battle.words.grammar import does
from schiltron.rulesets.battlesystem.field import is_skirmisher, one_unit
from schiltron.rulesets.battlesystem.ground.heights import level_of
from schiltron.rulesets.battlesystem.missiles.hindrance import Hindrance
from schiltron.rulesets.battlesystem.missiles.woods import Woods, woods_sight
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.rulesets.battlesystem.terrain import BUILDING, WOODS
from schiltron.table.body import Figure, Formed
from schiltron.table.lengths import TOLERANCE, Mil, inches
from schiltron.table.outline import Outline, box_round
from schiltron.table.rectangles import Rect, gap
from schiltron.table.rings import Bounds
from schiltron.table.sight import look, surely_over, units_between
from schiltron.table.terrain import level_at

SKIRMISHERS: Final[Mil] = inches(1)
"""Skirmishers no farther apart than this are a body of troops (BS-10.1-03)."""
_THREAD: Final = 25.0
_FELLOWS: Final[Mil] = SKIRMISHERS + inches(1)
"""So far beyond the box round shooters and target may stand who makes a body with one inside."""

Line = tuple[float, float, float, float]
_CREST: Final = Hindrance("hill", "the crest of a hill is in the way", ("BS-10.1-03",))


class Lines:
    """All that may stand between some shooters and some targets."""

    __slots__ = ("_bare", "_ground", "_top", "battle", "bodies", "features", "levels", "sloped", "woods")

    def __init__(
        self, battle: Battle, shooters: Sequence[Unit], targets: Sequence[Unit], *, shooting: bool = True
    ) -> None:
        self.battle = battle
        box = _box(shooters, targets)
        near = battle.board.near(box) if battle.board is not None and battle.board.features else ()
        self.features = [one for one in near if one.kind == BUILDING or one.contours]
        self.sloped = any(one.contours for one in self.features)
        self._bare = not any(one.kind == BUILDING for one in self.features)
        self._top = sum(max(0, contour.rise) for one in self.features for contour in one.contours)
        self._ground: dict[tuple[float, float], int] = {}
        clear = {one_unit(battle, unit) for unit in (*shooters, *targets)}
        between = _Between(box, shooters, targets)
        self.bodies = list(
            _bodies(
                battle, [unit for unit in between.some_of(battle.standing()) if one_unit(battle, unit) not in clear]
            )
        )
        self.levels: dict[str, int] = {}
        trees = [one for one in near if one.kind == WOODS]
        self.woods = Woods(trees, woods_sight(shooters[0]), woods_sight(targets[0]), shooting=shooting)

    @property
    def open(self) -> bool:
        """Nothing at all is in the way."""
        return not self.bodies and not self.features and not self.woods.pieces

    def corners(self) -> Iterator[tuple[float, float]]:
        """The corners of all that may be in the way."""
        for _, body in self.bodies:
            for rect in body.rects:
                yield from rect.corners
        for piece in (*self.features, *self.woods.pieces):
            for part in (piece, *piece.contours):
                for ring in part.rings:
                    yield from ring

    def hindrance(self, one: Figure, other: Figure) -> Hindrance | None:
        """What keeps a figure from seeing another, from the middle of its front to the middle of the other's base."""
        rect = one.rect
        line = (one.x + rect.fx * rect.half_depth, one.y + rect.fy * rect.half_depth, other.x, other.y)
        trees = self.woods.hindrance(one, other) if self.woods.pieces else None
        return trees or self._by_ground(one, other, line) or self._by_troops(line)

    # ------------------------------------------------------------ ground

    def _by_ground(self, one: Figure, other: Figure, line: Line) -> Hindrance | None:
        """Buildings and crests."""
        if not self.features:
            return None
        ends = self._higher_end(line) if self._bare else 0
        if self._bare and ends >= self._top:
            return None
        if self._bare and len(self.features) == 1 and surely_over(*line, self.features[0], ends):
            return _CREST
        sight = look(*line, self.features)
        for part in sight.between:
            piece = part.feature
            if piece.kind == BUILDING and not piece.contains(one.x, one.y) and not piece.contains(other.x, other.y):
                return Hindrance("building", f"{piece.name} is in the way", ("BS-10.1-03",))
            if piece.contours and part.highest > max(sight.level_from, sight.level_to):
                return _CREST
        return None

    def _higher_end(self, line: Line) -> int:
        """The level of the higher end of a line; many lines have an end in common."""
        levels = []
        for x, y in (line[:2], line[2:]):
            level = self._ground.get((x, y))
            if level is None:
                level = self._ground[x, y] = level_at(self.features, x, y)
            levels.append(level)
        return max(levels)

    # ------------------------------------------------------------ troops

    def _by_troops(self, line: Line) -> Hindrance | None:
        if not self.bodies:
            return None
        names = [name for name in dict.fromkeys(units_between(*line, self.bodies)) if not self._over(name, line)]
        if not names:
            return None
        other = self.battle.units[names[0]]
        text = f"{other.name} {does('stand', one=other.original == 1)} in the way"
        return Hindrance("troops", text, ("BS-10.1-03",), tuple(names))

    def _over(self, name: str, line: Line) -> bool:
        """Whoever stands ten feet higher than a body sees over it and is seen over it (BS-10.1-03)."""
        if not self.sloped:
            return False
        if name not in self.levels:
            self.levels[name] = level_of(self.battle, self.battle.units[name])
        return self._higher_end(line) > self.levels[name]


def _box(one: Sequence[Unit], other: Sequence[Unit]) -> Bounds:
    if len(one) == 1 and len(other) == 1:
        return box_round(one[0].outline, other[0].outline)
    shapes = [unit.outline for unit in (*one, *other)]
    return (
        min(shape.x - shape.radius for shape in shapes),
        min(shape.y - shape.radius for shape in shapes),
        max(shape.x + shape.radius for shape in shapes),
        max(shape.y + shape.radius for shape in shapes),
    )


class _Between:
    """A first glance at who may stand between shooters and targets: in the box round them and, where one body looks at
    another, not beside the lane from circle to circle that holds every line between the two."""

    __slots__ = ("_box", "_half", "_lane", "_length")

    def __init__(self, box: Bounds, shooters: Sequence[Unit], targets: Sequence[Unit]) -> None:
        self._box = (box[0] - _FELLOWS, box[1] - _FELLOWS, box[2] + _FELLOWS, box[3] + _FELLOWS)
        self._lane: Line | None = None
        self._half = self._length = 0.0
        if len(shooters) == 1 and len(targets) == 1:
            here, there = shooters[0].outline, targets[0].outline
            dx, dy = there.x - here.x, there.y - here.y
            self._half, self._length = max(here.radius, there.radius), hypot(dx, dy)
            if self._length:
                self._lane = (here.x, here.y, dx / self._length, dy / self._length)

    def some_of(self, units: Iterable[Unit]) -> Iterator[Unit]:
        west, north, east, south = self._box
        for unit in units:
            shape = unit.outline
            x, y, radius = shape.x, shape.y, shape.radius
            if (
                unit.figures
                and x + radius >= west
                and x - radius <= east
                and y + radius >= north
                and y - radius <= south
                and (not isinstance(unit.body, Formed) or self._in_lane(x, y, radius))
            ):
                yield unit

    def _in_lane(self, x: float, y: float, radius: float) -> bool:
        if self._lane is None:
            return True
        from_x, from_y, ux, uy = self._lane
        dx, dy = x - from_x, y - from_y
        far = self._half + radius
        return abs(dy * ux - dx * uy) <= far and -far <= dx * ux + dy * uy <= self._length + far


# ---------------------------------------------------------------- bodies of troops


def _bodies(battle: Battle, units: Sequence[Unit]) -> Iterator[tuple[str, Outline]]:
    """Units in ranks and mobs, and skirmishers who stand no more than an inch apart with the ground between them."""
    for unit in units:
        if isinstance(unit.body, Formed):
            yield unit.id, unit.outline
    scattered = [unit for unit in units if is_skirmisher(unit) and not isinstance(unit.body, Formed)]
    for one, other in combinations(scattered, 2):
        near = friendly(battle, one, other) and one.outline.near(other.outline, SKIRMISHERS + TOLERANCE)
        if near and gap(one.outline.main, other.outline.main) <= SKIRMISHERS + TOLERANCE:
            yield one.id, one.outline
            yield other.id, other.outline
            yield one.id, _between(one.outline, other.outline)


def _between(one: Outline, other: Outline) -> Outline:
    """The ground between two figures, as a thread from middle to middle."""
    dx, dy = other.x - one.x, other.y - one.y
    apart = hypot(dx, dy) or 1.0
    rect = Rect((one.x + other.x) / 2, (one.y + other.y) / 2, dx / apart, dy / apart, _THREAD, apart / 2)
    return Outline((rect,), rect.x, rect.y, rect.radius)


# ---------------------------------------------------------------- seeing, whoever does it


def sees(battle: Battle, unit: Unit, other: Unit) -> bool:
    """Whether any figure of a unit has a line of sight to any of another, wherever it looks (BS-10.1-03)."""
    lines = Lines(battle, (unit,), (other,), shooting=False)
    if lines.open:
        return True
    mine, theirs = unit.places[: unit.figures], other.places[: other.figures]
    return any(lines.hindrance(one, two) is None for one in mine for two in theirs)
