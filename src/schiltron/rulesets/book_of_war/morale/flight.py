"""The way a routed unit runs (BW-B5-06), and whether it has one (BW-B5-12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.field import enemies
from schiltron.battle.manoeuvre import Advance, Path
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.morale.ways import STEP, Way, fan, promises
from schiltron.rulesets.book_of_war.movement.ground import impassable
from schiltron.rulesets.book_of_war.movement.paths import room_to_wheel, walk
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table import rectangles
from schiltron.table.body import Formed, gone_on
from schiltron.table.lengths import CONTACT, TOLERANCE, Mdeg, Mil
from schiltron.table.outline import NOWHERE, Outline, gap, outline
from schiltron.table.pose import Pose

_FINE: Final[Mil] = CONTACT
"""How finely the length of a run is looked at."""


class _Gaps(NamedTuple):
    """How far the nearest enemy is, and how far each rectangle of theirs is from each that goes straight on: all of a
    body, or the head of a bent column."""

    least: float
    each: tuple[float, ...]
    swing: Mil
    """How far a rank of a column that is still bent goes as it wheels."""


class _Run(NamedTuple):
    """A flight that could be made: how far it ends from the nearest enemy, and from all of them together."""

    apart: Mil
    total: Mil
    turning: Mil
    turn: Mdeg
    walker: Walker


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
        self.gained = _nearest(unit.outline, self.foes) + CONTACT
        """A run gains ground if it ends farther away than this."""
        self.ways = list(fan(unit, budget))
        self._room: dict[tuple[str, bool], Mdeg] = {}
        """How far it may wheel, by where it faces first and whether it wheels to the right."""

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
        for way in self.ways:
            if way.turns_back:
                continue
            walker = self._walk(way.path)
            gone = _gone(way.path, walker)
            free = _gone(way.path, walk(alone, self.unit, way.path, "flight", "stops", self.budget))
            if not gone or (gone < free - CONTACT and walker.collided is None):
                continue
            if not self._walk((*way.legs, Advance(gone))).reasons and _nearest(walker.outline, self.foes) > self.gained:
                return True
        return False

    def _from_edges(self, run: _Run) -> Mil:
        board = self.battle.board
        return 0 if board is None else board.distance_to_edge(run.walker.outline)

    # ------------------------------------------------------------ runs

    def _runs(self) -> list[_Run]:
        """The runs of the fan that gain ground, but for those that plainly lead less far than others."""
        found: list[_Run] = []
        least = self.gained
        most = promises(self.unit, self.ways, self.foes)
        for promise, way in sorted(zip(most, self.ways, strict=True), key=lambda pair: (-pair[0], pair[1].cost)):
            if promise < least - TOLERANCE:
                break
            if not self._has_room(way):
                continue
            run = self._along(way, least)
            if run is not None and run.apart > self.gained:
                found.append(run)
                least = max(least, run.apart)
        return found

    def _has_room(self, way: Way) -> bool:
        """Whether there may be room for the wheel of a way; wheels of one hand all begin on the same ground.

        A long wheel is looked at less closely than a short one: what it has room for is known to a step of the fan.
        """
        if not way.turn:
            return True
        corner = (way.to, way.turn > 0)
        if corner not in self._room:
            widest = max((one for one in self.ways if (one.to, one.turn > 0) == corner), key=lambda one: abs(one.turn))
            self._room[corner] = room_to_wheel(self.battle, self.unit, widest.legs, "flight", self.budget)
        return abs(way.turn) <= self._room[corner] + STEP

    def _along(self, way: Way, least: Mil) -> _Run | None:
        """The run of the best length along a way; None if it does not lead as far as others, or is no legal move."""
        walker = self._walk(way.path)
        if walker.reasons and walker.index < len(way.legs):
            return None
        whole, length = _gone(way.path, walker), 0
        if whole:
            length, most = _best_length(whole, self._course(walker).among_the_nearest(whole).gaps, least)
            if most < least - TOLERANCE:
                return None
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

    def _course(self, walker: Walker) -> _Course:
        """The last leg of a walk."""
        before = walker.legs[-2] if len(walker.legs) > 1 else None
        pose, body = (before.pose, before.body) if before is not None else (self.unit.pose, self.unit.body)
        assert isinstance(body, Formed)
        return _Course(pose, body, self.unit.bodies, self.foes)


class _Course(NamedTuple):
    """A run straight on, measured against some enemies."""

    pose: Pose
    body: Formed
    figures: int
    foes: list[Outline]

    def gaps(self, length: Mil) -> _Gaps:
        """How far from the enemies a unit is after going so far."""
        there, straight = self._after(length)
        each = tuple(rectangles.gap(one, two) for foe in self.foes for one in straight.rects for two in foe.rects)
        if not self.body.bends:
            return _Gaps(min(each), each, 0)
        still_bent = bool(gone_on(self.body, self.figures, length).bends)
        return _Gaps(_nearest(there, self.foes), each, self.body.frontage if still_bent else 0)

    def among_the_nearest(self, whole: Mil) -> _Course:
        """The same run, less the enemies who are never the nearest on it, however they stand to it."""
        if self.body.bends:
            return self
        places = list(zip(self._after(0)[0].rects, self._after(whole)[0].rects, strict=True))
        ends = [
            [(rectangles.gap(a, rect), rectangles.gap(b, rect)) for a, b in places for rect in foe.rects]
            for foe in self.foes
        ]
        most = min(max(pair) for pairs in ends for pair in pairs)
        least = [(min(near for near, _ in pairs) + min(far for _, far in pairs) - whole) / 2 for pairs in ends]
        nearest = [foe for foe, apart in zip(self.foes, least, strict=True) if apart <= most + TOLERANCE]
        return self._replace(foes=nearest)

    def _after(self, length: Mil) -> tuple[Outline, Outline]:
        """The unit after going so far, and what of it has gone straight on."""
        pose, body = self.pose.advanced(length), gone_on(self.body, self.figures, length)
        there = outline(pose, body, self.figures)
        if not self.body.bends:
            return there, there
        return there, outline(pose, replace(body, bends=()), min(self.figures, body.files))


def _nearest(there: Outline, foes: list[Outline]) -> Mil:
    """How far the nearest enemy is."""
    least = NOWHERE
    for foe in foes:
        if there.near(foe, least):
            least = min(least, gap(there, foe))
    return least


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

    Going an inch changes a distance by an inch at most, and by a swing more where the tail of a column wheels. And
    between two places of a straight way a rectangle is nowhere farther from another than at one of the two.
    """
    by_length = (near.least + far.least + length + near.swing) / 2
    return round(min((by_length, *map(max, near.each, far.each))))


def _best_length(whole: Mil, apart: Callable[[Mil], _Gaps], least: Mil) -> tuple[Mil, float]:
    """The length of a run, up to the whole, after which a unit is farthest away, and how far; the longest of equals.

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
    return best, most
