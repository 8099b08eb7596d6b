"""The way a routed unit runs, and whether it has a way at all (chapter B5)."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heapify, heappop, heappush
from math import inf
from typing import Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from schiltron.battle.state.field import enemies, others_within
from schiltron.battle.state.manoeuvre import Advance, Path
from schiltron.rulesets.book_of_war.field import formation, troop_now
from schiltron.rulesets.book_of_war.morale.flight_bounds import prospect
from schiltron.rulesets.book_of_war.morale.sheaves import Promises, Sheaf, promises, sheaves
from schiltron.rulesets.book_of_war.morale.straight_runs import FINE, Course, nearest
from schiltron.rulesets.book_of_war.morale.ways import STEP, Side, Start, Way, start_of
from schiltron.rulesets.book_of_war.movement.columns import wheeled
from schiltron.rulesets.book_of_war.movement.ground import impassable
from schiltron.rulesets.book_of_war.movement.paths import room_to_wheel, walk
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table import rectangles
from schiltron.table.body import Formed
from schiltron.table.lengths import CONTACT, TOLERANCE, Mdeg, Mil
from schiltron.table.many_rectangles import rows, seen_from
from schiltron.table.outline import NOWHERE, advance_gap, gap, outline
from schiltron.table.pose import Pose

_ROUNDED = 2
"""By so many thousandths the same distance may differ that is worked out in two ways."""
_A_FEW = 16
"""Looks at a column after which it is quicker to try the way."""


class Run(NamedTuple):
    """A flight that could be made, and how far it ends from the nearest enemy."""

    apart: Mil
    turning: Mil
    turn: Mdeg
    walker: Walker


def flight(battle: Battle, unit: Unit) -> Walker | None:
    """The run that ends farthest from the nearest enemy, then from all; None if none of any length leads away."""
    budget = troop_now(battle, unit).move - unit.own.turn.spent
    if not enemies(battle, unit) or budget <= 0:
        return None
    runner = Runner(battle, unit, budget)
    if battle.own.options.cornered == "no_full_run" and not runner.has_full_run():
        return None
    best = runner.farthest()
    return best.walker if best is not None else None


class Runner:
    """A routed unit looking for a way out."""

    def __init__(self, battle: Battle, unit: Unit, budget: Mil) -> None:
        self.battle = battle
        self.unit = unit
        self.budget = budget
        self.foes = [foe.outline for foe in enemies(battle, unit)]
        apart = nearest(unit.outline, self.foes)
        bent = formation(unit).bends or formation(unit).aslant
        reach = (2 if bent else 1) * budget + 4 * round(unit.outline.radius)
        self.close = [foe for foe in self.foes if unit.outline.near(foe, apart + 2 * reach)]
        """Those who may be the nearest wherever it runs."""
        self.others = [other.outline for other in others_within(battle, unit, reach)]
        """Those who may stand in its way."""
        self.gained = apart + CONTACT
        """A run gains ground if it ends farther away than this."""
        self.sheaves = sheaves(formation(unit), unit.bodies, troop_now(battle, unit).half_move, budget)
        self._enemy = [rect for foe in self.close for rect in foe.rects]
        self._starts: dict[Side, Start] = {}
        """The unit as it would face, to the sides that were looked at."""
        self._promised: dict[Side, Promises] = {}
        """How far the ways of those sides lead at most over open ground."""
        self._clear: dict[Way, float] = {}
        """How far ways straight on are clear."""
        self._room: dict[tuple[str, bool], Mdeg | None] = {}
        """How far it may wheel, if at all, by where it faces first and whether it wheels to the right."""

    @property
    def ways(self) -> tuple[Way, ...]:
        """The whole fan."""
        return tuple(way for sheaf in self.sheaves for way in sheaf.ways)

    def _start(self, to: Side) -> Start:
        found = self._starts.get(to)
        if found is None:
            found = self._starts[to] = start_of(self.unit, to)
        return found

    # ------------------------------------------------------------ which run

    def farthest(self) -> Run | None:
        """The run that ends farthest from the nearest enemy; of equals from all, then with the least turning, then
        farther from the table's edges, and at last the one to the right."""
        runs = self._runs()
        return self.foremost(runs) if runs else None

    def foremost(self, runs: list[Run]) -> Run:
        """Of some runs the first by that order."""
        if len(runs) == 1:
            return runs[0]
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
        board = self.battle.table
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

    def _from_all(self, run: Run) -> Mil:
        return sum(gap(run.walker.outline, foe) for foe in self.foes)

    def _from_edges(self, run: Run) -> Mil:
        board = self.battle.board
        return 0 if board is None else board.distance_to_edge(run.walker.outline)

    # ------------------------------------------------------------ runs

    def _runs(self) -> list[Run]:
        """The runs of the fan that gain ground, but for those that plainly lead less far than others.

        The way that promises most is looked at more closely; if it still does after the closest look, it is tried.
        """
        seen = seen_from(rows(self._enemy), self.unit.pose)
        inner = np.minimum(seen.half_width, seen.half_depth)
        foes = list(zip(seen.x.tolist(), seen.y.tolist(), inner.tolist(), strict=True))
        hopes = [(-sheaf.promise(foes), place, _ALL, 0) for place, sheaf in enumerate(self.sheaves)]
        heapify(hopes)
        found: list[tuple[int, int, Run]] = []
        least = self.gained
        while hopes and -hopes[0][0] >= least - TOLERANCE:
            far, place, number, looks = heappop(hopes)
            sheaf, enough = self.sheaves[place], least - TOLERANCE
            if number == _ALL and not looks:
                hope = min(-far, sheaf.closer_promise(foes))
                if hope >= enough:
                    heappush(hopes, (-hope, place, _ALL, 1))
            elif number == _ALL:
                promised = self._promised[sheaf.to] = promises(sheaf, seen)
                for each, hope in enumerate(promised.most):
                    if hope >= enough:
                        heappush(hopes, (-min(hope, -far), place, each, 0))
            elif looks < len(_LOOKS):
                hope = min(-far, _LOOKS[looks](self, sheaf, number, enough))
                if hope >= enough:
                    heappush(hopes, (-hope, place, number, looks + 1))
            else:
                run = self.along(sheaf.ways[number], least, -far)
                if run is not None and run.apart > self.gained:
                    found.append((place, number, run))
                    least = max(least, run.apart)
        return [run for *_, run in sorted(found, key=lambda one: one[:2])]

    # ------------------------------------------------------------ closer and closer looks

    def _by_chords(self, sheaf: Sheaf, number: int, enough: Mil) -> Mil:
        """How far a way leads at most over open ground, if there is room for its wheel; less than enough if not."""
        way = sheaf.ways[number]
        most = self._promised[sheaf.to].within(number, way.ahead)
        return most if most < enough or self._has_room(sheaf, way) else enough - 1

    def _as_far_as_clear(self, sheaf: Sheaf, number: int, _enough: Mil) -> Mil:
        """The same up to whoever stands in the way."""
        way = sheaf.ways[number]
        clear = self._clear[way] = self._clear_ahead(way)
        return self._promised[sheaf.to].within(number, clear) if clear < way.ahead else NOWHERE

    def _part_by_part(self, sheaf: Sheaf, number: int, enough: Mil) -> Mil:
        """The same of every part of the way; less than enough if it does not lead so far."""
        way, start = sheaf.ways[number], self._start(sheaf.to)
        if not start.has_tail(way):
            return NOWHERE
        foes = [self._enemy[one] for one in self._promised[sheaf.to].far[number].argsort().tolist()]
        return prospect(way, start, foes, self._clear[way], enough)

    def _clear_ahead(self, way: Way) -> float:
        """How far the way straight on is clear of others, once the unit has turned."""
        pose, leading = self._start(way.to).leading(way.turn)
        fx, fy = pose.forward
        limit = float(way.ahead)
        for other in self.others:
            free = advance_gap(leading, fx, fy, other, limit)
            if free is not None:
                limit = free
        return limit

    def _has_room(self, sheaf: Sheaf, way: Way) -> bool:
        """Whether there may be room for the wheel of a way; wheels of one hand all begin on the same ground.

        A long wheel is looked at less closely than a short one: what it has room for is known to a step of the fan.
        """
        if not way.turn:
            return True
        corner = (way.to, way.turn > 0)
        if corner not in self._room:
            self._room[corner] = room_to_wheel(self.battle, self.unit, sheaf.widest(way).legs, "flight", self.budget)
        room = self._room[corner]
        return room is not None and abs(way.turn) <= room + STEP

    def along(self, way: Way, least: Mil, hope: Mil = NOWHERE) -> Run | None:
        """The run of the best length along a way; None if it does not lead as far as others, or is no legal move.

        If it leads as far as could be hoped no other length of it leads farther.
        """
        known = self._as_a_column(way, least) if least > self.gained else None
        if known is not None and known.most < _too_near(least):
            return None
        walker = self._walk(way.path)
        if walker.reasons and walker.index < len(way.legs):
            return None
        whole, length = _gone(way.path, walker), 0
        if whole and not walker.reasons:
            apart = nearest(walker.outline, self.close)
            if apart >= hope - TOLERANCE - _ROUNDED:
                return Run(apart, way.cost, way.turn, walker)
        if whole:
            known = known or self._as_a_column(way, least) or self._farthest_at_its_end(walker, whole)
            if known is None or known.whole != whole or known.most == inf:
                known = _measured(self._course(walker), whole, least)
            length = known.length
            if known.most < least - TOLERANCE:
                return None
        if not length and not way.turn:
            # Who does not wheel goes at least a step; he may have fallen into line for that, which leads away too.
            length = min(whole, FINE)
            if not length:
                return None
        if length < whole or walker.reasons:
            walker = self._walk((*way.legs, Advance(length)) if length else way.legs)
        if walker.reasons:
            return None
        return Run(nearest(walker.outline, self.close), way.cost, way.turn, walker)

    def _as_a_column(self, way: Way, least: Mil) -> _Length | None:
        """How far a bent column leads if nothing stops it before whoever stands ahead, as far as a few looks tell: to
        walk takes longer. None of others."""
        start = self._start(way.to)
        whole = min(way.ahead, int(self._clear.get(way, way.ahead)))
        if not whole or not (start.body.bends or (way.turn and start.bends)):
            return None
        pose, body = wheeled(start.pose, start.body, start.count, way.turn) if way.turn else (start.pose, start.body)
        course = Course(pose, body, start.count, self.close)
        if start.body.bends and course.keeps_within(whole, _too_near(least) - 1):
            return _Length(whole, 0, 0.0)
        return _measured(course, whole, least, _A_FEW)

    def _farthest_at_its_end(self, walker: Walker, whole: Mil) -> _Length | None:
        """The whole of a straight run, where a glance tells that it leads farthest: who is the nearest at its end was
        no farther when it began, and so never is in between. None if that does not tell."""
        begun = self._begun(walker)
        if begun[1].bends:
            return None
        end, low, nearest_pair = walker.outline, inf, None
        for number, rect in enumerate(end.rects):
            x, y, radius = rect.x, rect.y, rect.radius
            for foe in self._enemy:
                dx, dy, reach = foe.x - x, foe.y - y, foe.radius + radius + low
                if dx * dx + dy * dy < reach * reach:
                    apart = rectangles.gap(rect, foe)
                    if apart < low:
                        low, nearest_pair = apart, (number, foe)
        assert nearest_pair is not None
        number, foe = nearest_pair
        start = outline(*begun, self.unit.bodies)
        return _Length(whole, whole, low) if rectangles.gap(start.rects[number], foe) <= low else None

    def _walk(self, path: Path) -> Walker:
        return walk(self.battle, self.unit, path, "flight", "stops", self.budget)

    def _course(self, walker: Walker) -> Course:
        """The last leg of a walk."""
        return Course(*self._begun(walker), self.unit.bodies, self.close)

    def _begun(self, walker: Walker) -> tuple[Pose, Formed]:
        """Where the unit stood, and how, before its last leg."""
        if len(walker.legs) < 2:
            return self.unit.pose, formation(self.unit)
        before = walker.legs[-2]
        assert isinstance(before.body, Formed)
        return before.pose, before.body


_ALL: Final = -1
"""In place of the number of a way: the whole sheaf."""
_LOOKS: Final = (Runner._by_chords, Runner._as_far_as_clear, Runner._part_by_part)
"""How far a way leads at most, each dearer to tell and nearer the mark than the one before."""


class _Length(NamedTuple):
    """How long a run may be, after what length of it a unit is farthest away, and how far."""

    whole: Mil
    length: Mil
    most: float


def _too_near(least: Mil) -> Mil:
    """Who leads no farther than this leads less far than others, wherever a walk rounds."""
    return least - TOLERANCE - 2 * FINE


def _measured(course: Course, whole: Mil, least: Mil, looks: float = inf) -> _Length:
    return _Length(whole, *course.among_the_nearest(whole).best_length(whole, least, looks))


def _gone(path: Path, walker: Walker) -> Mil:
    """How much of the run at the end of a path was made; 0 if it did not come to that."""
    made = [leg.manoeuvre for leg in walker.legs if isinstance(leg.manoeuvre, Advance)]
    return made[-1].distance if len(made) == sum(isinstance(leg, Advance) for leg in path) else 0


def _first(runs: list[Run], rank: Callable[[Run], Mil], alike: Mil) -> list[Run]:
    """Those that are first by a measure, or as good as first."""
    ranks = [rank(run) for run in runs]
    most = max(ranks)
    return [run for run, place in zip(runs, ranks, strict=True) if place >= most - alike]
