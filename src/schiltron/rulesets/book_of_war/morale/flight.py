"""The way a routed unit runs (BW-B5-06), and whether it has one (BW-B5-12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from schiltron.battle.field import enemies
from schiltron.battle.manoeuvre import Advance, Path
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.morale.courses import Course, nearest
from schiltron.rulesets.book_of_war.morale.ways import STEP, Way, fan, promises
from schiltron.rulesets.book_of_war.movement.ground import impassable
from schiltron.rulesets.book_of_war.movement.paths import room_to_wheel, walk
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.body import Formed
from schiltron.table.lengths import CONTACT, TOLERANCE, Mdeg, Mil
from schiltron.table.outline import gap


class _Run(NamedTuple):
    """A flight that could be made, and how far it ends from the nearest enemy."""

    apart: Mil
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
        apart = nearest(unit.outline, self.foes)
        reach = 2 * budget + 4 * round(unit.outline.radius)
        self.close = [foe for foe in self.foes if unit.outline.near(foe, apart + 2 * reach)]
        """Those who may be the nearest wherever it runs."""
        self.gained = apart + CONTACT
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
            (self._from_all, TOLERANCE * len(self.foes)),
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
            if not self._walk((*way.legs, Advance(gone))).reasons and nearest(walker.outline, self.foes) > self.gained:
                return True
        return False

    def _from_all(self, run: _Run) -> Mil:
        return sum(gap(run.walker.outline, foe) for foe in self.foes)

    def _from_edges(self, run: _Run) -> Mil:
        board = self.battle.board
        return 0 if board is None else board.distance_to_edge(run.walker.outline)

    # ------------------------------------------------------------ runs

    def _runs(self) -> list[_Run]:
        """The runs of the fan that gain ground, but for those that plainly lead less far than others."""
        found: list[_Run] = []
        least = self.gained
        most = promises(self.unit, self.ways, self.close)
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
            length, most = self._course(walker).among_the_nearest(whole).best_length(whole, least)
            if most < least - TOLERANCE:
                return None
        if length < whole or walker.reasons:
            if not length and not way.turn:
                return None
            walker = self._walk((*way.legs, Advance(length)) if length else way.legs)
        if walker.reasons:
            return None
        return _Run(nearest(walker.outline, self.close), way.cost, way.turn, walker)

    def _walk(self, path: Path) -> Walker:
        return walk(self.battle, self.unit, path, "flight", "stops", self.budget)

    def _course(self, walker: Walker) -> Course:
        """The last leg of a walk."""
        before = walker.legs[-2] if len(walker.legs) > 1 else None
        pose, body = (before.pose, before.body) if before is not None else (self.unit.pose, self.unit.body)
        assert isinstance(body, Formed)
        return Course(pose, body, self.unit.bodies, self.close)


def _gone(path: Path, walker: Walker) -> Mil:
    """How much of the run at the end of a path was made; 0 if it did not come to that."""
    made = [leg.manoeuvre for leg in walker.legs if isinstance(leg.manoeuvre, Advance)]
    return made[-1].distance if len(made) == sum(isinstance(leg, Advance) for leg in path) else 0


def _first(runs: list[_Run], rank: Callable[[_Run], Mil], alike: Mil) -> list[_Run]:
    """Those that are first by a measure, or as good as first."""
    ranks = [rank(run) for run in runs]
    most = max(ranks)
    return [run for run, place in zip(runs, ranks, strict=True) if place >= most - alike]
