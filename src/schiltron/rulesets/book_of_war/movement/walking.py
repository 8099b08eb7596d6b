"""A unit in the middle of its move (chapter B4): how it moves, which pikes stop it, where it cannot stand.

Where actions are declared before measuring (BW-B1-08) a measured shortfall does not make the order illegal: the move
ends where it falls short.
"""

from __future__ import annotations

from typing import Literal

from shapely import Point

from schiltron.battle.movement import walker
from schiltron.battle.play.agenda import Step
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Advance, Manoeuvre, Path
from schiltron.battle.words.grammar import said
from schiltron.rulesets.book_of_war.embedded import paced
from schiltron.rulesets.book_of_war.enclosed import enclosed, room_to_go
from schiltron.rulesets.book_of_war.field import PIKE_REACH, before_pikes, formation, pike_points
from schiltron.rulesets.book_of_war.movement.ground import barred, rule_against
from schiltron.rulesets.book_of_war.state import Battle, BattlePart, Unit, UnitPart
from schiltron.rulesets.book_of_war.troop_type import PIKES
from schiltron.table import rectangles
from schiltron.table.body import Formed
from schiltron.table.edges import Board
from schiltron.table.lengths import CONTACT, Mil
from schiltron.table.outline import Outline, gap, outline, overlapping
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect
from schiltron.table.terrain import Feature, name_of

Bearing = Literal["march", "split", "flight", "afoot", "joining", "row", "sail"]
"""A march may end in contact; neither half of a split move may (BW-B2-44); a flight shuns the enemy, runs into
friends and may leave the table. Fliers march through the air, unless they go afoot (BW-A3-28); a hero who is joining a
unit comes up to friends (BW-A3-03). Ships row or sail (BW-O6-19)."""

Shortfall = Literal["illegal", "stops"]


Stage = tuple[int, Pose, Formed, Outline | None, Mil, int]
"""How far a walk had come before a leg that is not the first, by its number: where it stood and how, what it covered
and had spent, and how many legs were made. Another walk that begins alike takes it over."""
_SIDEWAYS = 0.035
"""Within two degrees of the line of a front one goes along it, not away."""


class Walker(walker.Walker[BattlePart, UnitPart, Step]):
    """A walk by this book: `collided` is the friend that a flight ran into.

    `reach` is how far away others have been looked for, `stages` where it stood before each leg of its path.
    """

    __slots__ = (
        "_at_hand",
        "bearing",
        "board",
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
    board: Board

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
        self.board = battle.table
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
        self.open_ground = not self.board.features or battle.own.options.game == "core" or self.within
        """Whether no ground matters: the core game has none (BW-C3-12), nor has the storey of a work."""
        self.collided: Unit | None = None
        self.left_table = False
        self.run = unit.own.run
        self._at_hand: tuple[Outline, list[Unit]] | None = None
        """Enemies who may be within an inch of where it stands."""
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
            at = other.stages[number][0]
            if at <= alike and not (at < len(path) and type(path[at]) is type(path[at - 1]) is Advance):
                self.stages = other.stages[:number]
                self.index, self.pose, self.body, self._outline, self.spent, legs = other.stages[number]
                self.legs = other.legs[:legs]
                return

    def passes_stage(self) -> None:
        """The leg that comes next is about to be walked."""
        if self.index:
            self.stages.append((self.index, self.pose, self.body, self._outline, self.spent, len(self.legs)))

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
        near = [] if self.free else self._pikes_near()
        if not near:
            return near
        here = self.outline
        return [
            pikes
            for pikes in near
            if any(
                rectangles.overlapping(rect, points) and not _goes_away(rect, points)
                for points in pike_points(pikes)
                for rect in here.rects
            )
        ]

    def _pikes_near(self) -> list[Unit]:
        """Enemy pikes whose points may reach it; the core game knows none (BW-C3-12)."""
        at_hand = self._foes_at_hand()
        if not at_hand or self.battle.own.options.game == "core":
            return []
        return [foe for foe in at_hand if foe.kind == PIKES]

    def enemies_touched(self) -> list[Unit]:
        here = self.outline
        return [foe for foe in self._foes_at_hand() if gap(here, foe.outline) <= CONTACT]

    def _foes_at_hand(self) -> list[Unit]:
        """Enemies who may be within an inch of the body as it stands now, as far as a glance tells."""
        here = self.outline
        known = self._at_hand
        if known is not None and known[0] is here:
            return known[1]
        x, y, around = here.x, here.y, here.radius + PIKE_REACH
        found = []
        for foe in self.foes:
            there = foe.outline
            dx, dy, reach = there.x - x, there.y - y, there.radius + around
            if dx * dx + dy * dy <= reach * reach:
                found.append(foe)
        self._at_hand = here, found
        return found

    def stands(self, leg: Manoeuvre, pose: Pose, body: Formed, cost: Mil) -> None:
        """A leg that ends there is done, unless something is in the way."""
        there = self.covers(pose, body)
        found = self.in_the_way(there)
        if found:
            self.reasons += found
        else:
            self.goes(leg, pose, body, cost, there)

    def covers(self, pose: Pose, body: Formed) -> Outline:
        """What its figures cover if they stand so."""
        return outline(pose, body, self.count)

    def in_the_way(self, there: Outline) -> list[Reason]:
        """Why its body cannot stand there: other units, ponds, the table edge."""
        x, y, radius = there.x, there.y, there.radius
        found = []
        for other in self.others:
            shape = other.outline
            dx, dy, reach = shape.x - x, shape.y - y, shape.radius + radius
            if dx * dx + dy * dy < reach * reach and overlapping(there, shape):
                found.append(Reason(said(other, "stand in the way"), ("BW-B4-13",), self.index, measured=True))
        if self.within:
            if not self.keeps_on(there):
                found.append(Reason("there is nothing to stand on", ("BW-O6-11",), self.index, measured=True))
        elif not self.board.holds(there):
            found.append(Reason("it would hang over the table edge", ("BW-B5-11",), self.index, measured=True))
        water = None if self.open_ground else self.barred(there)
        if water is not None:
            found.append(
                Reason(f"{name_of(water)} cannot be entered", (rule_against(water),), self.index, measured=True)
            )
        return found


def _goes_away(rect: Rect, points: Rect) -> bool:
    """Whether who goes straight ahead there goes away from the front whose points these are."""
    return rect.fx * points.fx + rect.fy * points.fy > _SIDEWAYS
