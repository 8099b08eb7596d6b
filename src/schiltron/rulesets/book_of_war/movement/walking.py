"""A unit in the middle of its move (chapter B4): how it moves, which pikes stop it, where it cannot stand.

Where actions are declared before measuring (BW-B1-08) a measured shortfall does not make the order illegal: the move
ends where it falls short.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from shapely import Point

from schiltron.battle.movement import walker
from schiltron.battle.play.agenda import Step
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Advance, Path
from schiltron.battle.words.grammar import said
from schiltron.rulesets.book_of_war.embedded import paced
from schiltron.rulesets.book_of_war.enclosed import enclosed, room_to_go
from schiltron.rulesets.book_of_war.field import PIKE_REACH, before_pikes, formation, pike_points
from schiltron.rulesets.book_of_war.movement.ground import barred, rule_against
from schiltron.rulesets.book_of_war.state import Battle, BattlePart, Unit, UnitPart
from schiltron.rulesets.book_of_war.troops import PIKES
from schiltron.table import rectangles
from schiltron.table.body import Formed
from schiltron.table.lengths import Mil
from schiltron.table.outline import Outline, outline, overlapping
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect
from schiltron.table.terrain import Feature, name_of

Bearing = Literal["march", "split", "flight", "afoot", "joining", "row", "sail"]
"""A march may end in contact; neither half of a split move may (BW-B2-44); a flight shuns the enemy, runs into
friends and may leave the table. Fliers march through the air, unless they go afoot (BW-A3-28); a hero who is joining a
unit comes up to friends (BW-A3-03). Ships row or sail (BW-O6-19)."""

Shortfall = Literal["illegal", "stops"]


class Stage(NamedTuple):
    """How far a walk had come before a leg that is not the first: what another walk that begins alike takes over."""

    at: int
    pose: Pose
    body: Formed
    outline: Outline | None
    spent: Mil
    legs: int


_SIDEWAYS = 0.035
"""Within two degrees of the line of a front one goes along it, not away."""


class Walker(walker.Walker[BattlePart, UnitPart, Step]):
    """A walk by this book: `collided` is the friend that a flight ran into.

    `reach` is how far away others have been looked for, `stages` where it stood before each leg of its path.
    """

    __slots__ = (
        "bearing",
        "collided",
        "flying",
        "free",
        "left_table",
        "open_ground",
        "path",
        "reach",
        "room",
        "run",
        "shortfall",
        "stages",
        "tolerant",
        "troop",
        "within",
    )

    body: Formed

    def __init__(
        self,
        battle: Battle,
        unit: Unit,
        bearing: Bearing,
        shortfall: Shortfall,
        allowance: Mil,
        others: list[Unit] | None = None,
    ) -> None:
        super().__init__(battle, unit, allowance, others)
        self.path: Path = ()
        self.reach = 0.0
        self.stages: list[Stage] = []
        self.body = formation(unit)
        self.troop = paced(battle, unit)
        hero = self.troop.hero
        self.within = enclosed(unit)
        """Whether it goes about in an enclosed space, where friends may be passed through (BW-O6-03)."""
        self.room = room_to_go(battle, unit) if self.within else None
        """Where its middle may go then."""
        self.free = hero is not None or self.within
        """A hero who stands alone turns freely (BW-A3-06), and so does who is in an enclosed space (BW-O6-04)."""
        self.flying = hero is not None and hero.flies and bearing == "march" and not self.within
        self.bearing: Bearing = bearing
        self.shortfall: Shortfall = shortfall
        self.tolerant = shortfall == "stops"
        """Whether a measured shortfall just ends the move (BW-B1-08)."""
        self.open_ground = not battle.table.features or battle.own.options.game == "core" or self.within
        """Whether no ground matters: the core game has none (BW-C3-12), nor has the storey of a work."""
        self.collided: Unit | None = None
        self.left_table = False
        self.run = unit.own.run
        """Of a ship, towards its next turn (BW-O6-19)."""

    def begin_like(self, other: Walker) -> None:
        """Take over what another walk has done on the legs with which both paths begin.

        A march of several legs is one: it is taken over as a whole or not at all.
        """
        path = self.path
        alike = 0
        for ours, theirs in zip(path, other.path, strict=False):
            if ours != theirs:
                break
            alike += 1
        for number in range(len(other.stages) - 1, -1, -1):
            at = other.stages[number].at
            if at <= alike and not (at < len(path) and type(path[at]) is type(path[at - 1]) is Advance):
                self.stages = other.stages[:number]
                self.index, self.pose, self.body, self._outline, self.spent, legs = other.stages[number]
                self.legs = other.legs[:legs]
                return

    def passes_stage(self) -> None:
        """The leg that comes next is about to be walked."""
        if self.index:
            self.stages.append(Stage(self.index, self.pose, self.body, self._outline, self.spent, len(self.legs)))

    @property
    def stopped(self) -> bool:
        return super().stopped or self.collided is not None or self.left_table

    def barred(self, there: Outline) -> Feature | None:
        """Ground that nobody enters, under a body; there is none in the core game (BW-B3-11, BW-C3-12)."""
        return None if self.open_ground else barred(self.board.features, there, self.body)

    def keeps_on(self, there: Outline) -> bool:
        """Whether who is in an enclosed space would still stand on its storey."""
        return self.room is None or (bool(self.room.covers(Point(there.x, there.y))) and self.board.holds(there))

    def pikes_around(self) -> list[Unit]:
        """Enemy pikes within an inch of whose front the body stands, however it looks itself (BW-B4-15)."""
        return [pikes for pikes in self._pikes_near() if before_pikes(self.battle, self.standing, pikes)]

    def pikes_holding(self) -> list[Unit]:
        """Of these the ones from whose front it would not go away, straight ahead (BW-B4-32). Heroes are held by
        nobody (BW-A3-06)."""
        if self.free:
            return []
        here = self.outline
        return [
            pikes
            for pikes in self._pikes_near()
            if any(
                rectangles.overlapping(rect, points) and not _goes_away(rect, points)
                for points in pike_points(pikes)
                for rect in here.rects
            )
        ]

    def _pikes_near(self) -> list[Unit]:
        """Enemy pikes whose points may reach it; the core game knows none (BW-C3-12)."""
        if self.battle.own.options.game == "core":
            return []
        here = self.outline
        return [other for other in self.foes if other.kind == PIKES and here.near(other.outline, PIKE_REACH)]

    def in_the_way(self, pose: Pose, body: Formed) -> list[Reason]:
        """Why a body cannot stand there: other units, ponds, the table edge."""
        there = outline(pose, body, self.count)
        x, y, radius = there.x, there.y, there.radius
        found = []
        for other in self.others:
            shape = other.outline
            dx, dy, reach = shape.x - x, shape.y - y, shape.radius + radius
            if dx * dx + dy * dy < reach * reach and overlapping(there, shape):
                found.append(Reason(said(other, "stand in the way"), ("BW-B4-13",), self.index, measured=True))
        if not self.keeps_on(there):
            found.append(Reason("there is nothing to stand on", ("BW-O6-11",), self.index, measured=True))
        elif not self.within and not self.board.holds(there):
            found.append(Reason("it would hang over the table edge", ("BW-B5-11",), self.index, measured=True))
        water = self.barred(there)
        if water is not None:
            found.append(
                Reason(f"{name_of(water)} cannot be entered", (rule_against(water),), self.index, measured=True)
            )
        return found


def _goes_away(rect: Rect, points: Rect) -> bool:
    """Whether who goes straight ahead there goes away from the front whose points these are."""
    return rect.fx * points.fx + rect.fy * points.fy > _SIDEWAYS
