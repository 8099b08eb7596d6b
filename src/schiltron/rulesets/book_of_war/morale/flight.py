"""The way a routed unit runs (BW-B5-06), and whether it has one (BW-B5-12).

The ways are a fan: as it faces or about or to a side, wheeled by so many degrees either way, then straight on for as
long as that leads away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from schiltron.battle.field import enemies
from schiltron.battle.manoeuvre import Advance, Face, Path, Wheel
from schiltron.rulesets.book_of_war.field import formation, troop
from schiltron.rulesets.book_of_war.movement.columns import wheeled
from schiltron.rulesets.book_of_war.movement.ground import impassable
from schiltron.rulesets.book_of_war.movement.paths import walk
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table import rectangles
from schiltron.table.body import Formed, gone_on
from schiltron.table.facing import faced
from schiltron.table.lengths import CONTACT, QUARTER_TURN, TOLERANCE, Mdeg, Mil, degrees, inches
from schiltron.table.outline import NOWHERE, Outline, gap, outline
from schiltron.table.pose import Pose

_FACES: Final[tuple[Literal["front", "rear", "right", "left"], ...]] = ("front", "rear", "right", "left")
_STEP: Final[Mdeg] = degrees(5)
_WHEELS: Final[tuple[Mdeg, ...]] = (
    0,
    *(side * turn for turn in range(_STEP, QUARTER_TURN + 1, _STEP) for side in (1, -1)),
)
_FINE: Final[Mil] = CONTACT
"""How finely the length of a run is looked at."""


class _Gaps(NamedTuple):
    """How far the nearest enemy is, and how far each rectangle of theirs is from each that goes straight on: all of a
    body, or the head of a bent column."""

    least: float
    each: tuple[float, ...]


class _Run(NamedTuple):
    """A flight that could be made: how far it ends from the nearest enemy, and from all of them together."""

    apart: Mil
    total: Mil
    turning: Mil
    turn: Mdeg
    walker: Walker


class _Way(NamedTuple):
    """Legs that turn a unit, what they cost, the turn of the wheel to the right, and the run that is left then."""

    legs: Path
    cost: Mil
    turn: Mdeg
    ahead: Mil

    @property
    def path(self) -> Path:
        return (*self.legs, Advance(self.ahead))

    @property
    def turns_back(self) -> bool:
        """Whether it faces to one side and wheels to the other, which only wastes a move."""
        return any(leg == Face("right" if self.turn < 0 else "left") for leg in self.legs) and self.turn != 0


def flight(battle: Battle, unit: Unit) -> Walker | None:
    """The run that ends farthest from the nearest enemy, then from all; None if none of any length leads away."""
    budget = troop(unit).move - unit.own.spent
    if not enemies(battle, unit) or budget <= 0:
        return None
    runner = _Runner(battle, unit, budget)
    if battle.own.options.cornered == "no_full_run" and not runner.has_full_run():
        return None
    best = runner.farthest()
    return best.walker if best is not None else None


class _Runner:
    """A routed unit looking for a way out."""

    def __init__(self, battle: Battle, unit: Unit, budget: Mil) -> None:
        self.battle = battle
        self.unit = unit
        self.budget = budget
        self.foes = [foe.outline for foe in enemies(battle, unit)]
        self.gained = self.nearest(unit.outline) + CONTACT
        """A run gains ground if it ends farther away than this."""

    def nearest(self, there: Outline) -> Mil:
        return min(gap(there, foe) for foe in self.foes)

    # ------------------------------------------------------------ which run

    def farthest(self) -> _Run | None:
        """The run that ends farthest from the nearest enemy; of equals from all, then with the least turning, then
        farther from the table's edges, and at last the one to the right."""
        runs = self._runs()
        if not runs:
            return None
        for rank, alike in (
            (lambda run: run.apart, TOLERANCE),
            (lambda run: run.total, TOLERANCE * len(self.foes)),
            (lambda run: -run.turning, TOLERANCE),
            (self._from_edges, TOLERANCE),
        ):
            runs = _first(runs, rank, alike)
        return max(runs, key=lambda run: run.turn)

    def has_full_run(self) -> bool:
        """Whether a run of its whole move, or into friends or over the table edge, gains ground."""
        board = self.battle.board
        assert board is not None, "who flees, flees over a table"
        dry = tuple(feature for feature in board.features if not impassable(feature))
        alone = replace(self.battle, units={self.unit.id: self.unit}, board=replace(board, features=dry))
        for way in self._fan():
            if way.turns_back:
                continue
            walker = self._walk(way.path)
            gone = _gone(way.path, walker)
            free = _gone(way.path, walk(alone, self.unit, way.path, "flight", "stops", self.budget))
            if not gone or (gone < free - CONTACT and walker.collided is None):
                continue
            if not self._walk((*way.legs, Advance(gone))).reasons and self.nearest(walker.outline) > self.gained:
                return True
        return False

    def _from_edges(self, run: _Run) -> Mil:
        board = self.battle.board
        return 0 if board is None else board.distance_to_edge(run.walker.outline)

    # ------------------------------------------------------------ ways

    def _fan(self) -> Iterator[_Way]:
        """Every way to turn, with the run that is left."""
        half = troop(self.unit).half_move
        for to in _FACES:
            _, body = faced(self.unit.pose, formation(self.unit), self.unit.bodies, to)
            files = formation(self.unit).files if to == "front" else body.files
            if to == "front" and not formation(self.unit).hedgehog:
                yield from _wheels((), 0, files, self.budget)
            else:
                yield from _wheels((Face(to),), half, files, self.budget - half)

    # ------------------------------------------------------------ runs

    def _runs(self) -> list[_Run]:
        """The runs of the fan that gain ground, but for those that plainly lead less far than others."""
        found: list[_Run] = []
        least = self.gained
        promising = sorted(
            ((self._promise(way), way) for way in self._fan()), key=lambda pair: (-pair[0], pair[1].cost)
        )
        for promise, way in promising:
            if promise < least - TOLERANCE:
                break
            if not self._leads_as_far(way, least):
                continue
            run = self._along(way, least)
            if run is not None and run.apart > self.gained:
                found.append(run)
                least = max(least, run.apart)
        return found

    def _promise(self, way: _Way) -> Mil:
        """No run along a way ends farther from the nearest enemy than this: as over open ground."""
        turned = self._turned(way)
        if turned is None:
            return NOWHERE
        return _between(self._gaps(*turned, 0), self._gaps(*turned, way.ahead), way.ahead)

    def _leads_as_far(self, way: _Way, least: Mil) -> bool:
        """Whether a run of some length along a way could end so far away, if nothing were in its way."""
        turned = self._turned(way)
        if turned is None:
            return True
        length = _best_length(way.ahead, lambda length: self._gaps(*turned, length), least)
        return self._gaps(*turned, length).least >= least - TOLERANCE

    def _turned(self, way: _Way) -> tuple[Pose, Formed] | None:
        """Where a unit that stands in line is after turning; None for bodies that have first to fall in."""
        pose, body, count = self.unit.pose, formation(self.unit), self.unit.bodies
        if body.bends or body.aslant:
            return None
        if way.legs and isinstance(way.legs[0], Face):
            pose, body = faced(pose, body, count, way.legs[0].to)
        return wheeled(pose, body, count, way.turn)

    def _gaps(self, pose: Pose, body: Formed, length: Mil) -> _Gaps:
        """How far from the enemies a unit is after going so far."""
        count, bent = self.unit.bodies, bool(body.bends)
        pose, body = pose.advanced(length), gone_on(body, count, length)
        there = outline(pose, body, count)
        straight = outline(pose, replace(body, bends=()), min(count, body.files)) if bent else there
        each = tuple(rectangles.gap(one, two) for foe in self.foes for one in straight.rects for two in foe.rects)
        return _Gaps(self.nearest(there) if bent else min(each), each)

    def _along(self, way: _Way, least: Mil) -> _Run | None:
        """The run of the best length along a way; None if it is not better than others, or no legal move."""
        walker = self._walk(way.path)
        whole = _gone(way.path, walker)
        length = _best_length(whole, self._measured(walker), least) if whole else 0
        if length < whole or walker.reasons:
            if not length and not way.turn:
                return None
            walker = self._walk((*way.legs, Advance(length)) if length else way.legs)
        if walker.reasons:
            return None
        apart = [gap(walker.outline, foe) for foe in self.foes]
        return _Run(min(apart), sum(apart), way.cost, way.turn, walker)

    def _walk(self, path: Path) -> Walker:
        return walk(self.battle, self.unit, path, "flight", "stops", self.budget)

    def _measured(self, walker: Walker) -> Callable[[Mil], _Gaps]:
        """How far from the enemies a unit is after so much of its last leg."""
        before = walker.legs[-2] if len(walker.legs) > 1 else None
        pose, body = (before.pose, before.body) if before is not None else (self.unit.pose, self.unit.body)
        assert isinstance(body, Formed)
        return lambda length: self._gaps(pose, body, length)


def _wheels(legs: Path, cost: Mil, files: int, budget: Mil) -> Iterator[_Way]:
    """So many legs and then a wheel either way, as far as the move pays for it (BW-B4-26)."""
    for turn in _WHEELS:
        price = inches(files) * abs(turn) // QUARTER_TURN
        if price < budget:
            wheel = (Wheel("right" if turn > 0 else "left", abs(turn)),) if turn else ()
            yield _Way((*legs, *wheel), cost + price, turn, budget - price)


def _gone(path: Path, walker: Walker) -> Mil:
    """How much of the run at the end of a path was made; 0 if it did not come to that."""
    made = [leg.manoeuvre for leg in walker.legs if isinstance(leg.manoeuvre, Advance)]
    return made[-1].distance if len(made) == sum(isinstance(leg, Advance) for leg in path) else 0


def _first(runs: list[_Run], rank: Callable[[_Run], Mil], alike: Mil) -> list[_Run]:
    """Those that are first by a measure, or as good as first."""
    most = max(rank(run) for run in runs)
    return [run for run in runs if rank(run) >= most - alike]


def _between(near: _Gaps, far: _Gaps, length: Mil) -> Mil:
    """How far away a unit can be at most in between, if it is so far away before and after going some length.

    Going an inch changes a distance by an inch at most. And between two places of a straight way a rectangle is nowhere
    farther from another than at one of the two.
    """
    by_length = (near.least + far.least + length) / 2
    return round(min((by_length, *map(max, near.each, far.each))))


def _best_length(whole: Mil, apart: Callable[[Mil], _Gaps], least: Mil) -> Mil:
    """The length of a run, up to the whole, after which a unit is farthest away; the longest of equals.

    Lengths that cannot lead farther than others, nor as far as `least`, are not looked at.
    """
    start, end = apart(0), apart(whole)
    best, most = (0, start.least) if start.least > end.least + TOLERANCE else (whole, end.least)
    parts = [(0, start, whole, end)]
    while parts:
        first, near, last, far = parts.pop()
        enough = max(most, least - TOLERANCE)
        if last - first <= _FINE or _between(near, far, last - first) <= enough:
            continue
        middle = (first + last) // 2
        there = apart(middle)
        if there.least > most:
            best, most = middle, there.least
        parts += [(first, near, middle, there), (middle, there, last, far)]
    return best
