"""A unit in the middle of its move: what it may spend, what enemies control, where it can stand (rules TERR)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.movement import walker
from schiltron.battle.movement.straight_and_wheel import middle_of
from schiltron.battle.play.agenda import Step
from schiltron.battle.state.field import foes_among
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import FormUp, Manoeuvre
from schiltron.battle.state.unit import Aloft, Level
from schiltron.battle.words.grammar import said
from schiltron.rulesets.chainmail.engines import is_pushed
from schiltron.rulesets.chainmail.fantasy.protection import with_circles
from schiltron.rulesets.chainmail.fantasy.waters import without_waters
from schiltron.rulesets.chainmail.field import goes_as_person, in_turns, is_aloft, is_engine, is_fleeing
from schiltron.rulesets.chainmail.state import Battle, BattlePart, Formation, Forming, Unit, UnitPart
from schiltron.rulesets.chainmail.steps import Action, Walk
from schiltron.rulesets.chainmail.terrain import HILL
from schiltron.rulesets.chainmail.walking.footing import holds, plan_of
from schiltron.rulesets.chainmail.walking.formations import kind
from schiltron.rulesets.chainmail.walking.ground import (
    CLOSED,
    RULES,
    Manner,
    closed_under,
    deeper,
    hindrance,
    rivers,
    roads,
    underfoot,
    with_fires_left,
)
from schiltron.rulesets.chainmail.walking.rates import charge_move, flight_move, normal_move, road_bonus, split_part
from schiltron.table.banks import at_the_bank
from schiltron.table.body import Body, Single
from schiltron.table.edges import Board
from schiltron.table.lengths import TOLERANCE, Mdeg, Mil, inches, show_inches
from schiltron.table.outline import Outline, outline, overlapping
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect
from schiltron.table.terrain import Feature, name_of


class Shaped(Struct, frozen=True):
    """The formation a unit has taken up after a leg of its walk, and the change of it or of facing it has begun.

    `changing` is the change that the leg works at, as it stood before.
    """

    formation: Formation
    forming: Forming | None = None
    changing: Forming | None = None
    level: Level = None


CONTROL: Final[Mil] = inches(1)
"""To either side of every figure (CM-MELEE-35)."""


@lru_cache(maxsize=1024)
def controlled(here: Outline) -> Outline:
    """The ground of a body with what its figures control to either side (CM-MELEE-35)."""
    rects = tuple(
        Rect(rect.x, rect.y, rect.fx, rect.fy, rect.half_width + CONTROL, rect.half_depth) for rect in here.rects
    )
    return Outline(rects, here.x, here.y, here.radius + CONTROL)


class Walker(walker.Walker[BattlePart, UnitPart, Step]):
    """A walk by this book.

    `formation` and `forming` are as they have become; `shapes` what they were after each leg. `curve` is how far a
    charge has turned, `climbs` what it had spent when it first went uphill (None: never), `changing` the change of
    formation that the present leg works at, `ground` the rules about ground it went over. `halted` says that a
    river, or a change of formation that is only begun, ends the move; `crossed` that the last leg went over a river.
    `plan` is the ground plan of what it stands upon.
    `on_road` says that all of it went along a road so far. `ahead` is how far straight legs lead on after the present
    one; `halfway` says that the walk is the rest of a move after the halt at its half.
    """

    __slots__ = (
        "_ground",
        "action",
        "ahead",
        "bonus",
        "changing",
        "climbs",
        "crossed",
        "curve",
        "flown",
        "formation",
        "forming",
        "ground",
        "halfway",
        "halted",
        "level",
        "on_road",
        "plan",
        "quarry",
        "shapes",
        "table",
        "trial",
    )

    def __init__(self, battle: Battle, step: Walk, *, trial: bool) -> None:
        unit = battle.units[step.unit]
        super().__init__(battle, unit, _allowance(battle, unit, step) - unit.own.turn.spent)
        if goes_as_person(unit):
            self.others = foes_among(battle, unit, self.others)
        self.action: Action = step.action
        self.trial = trial
        self._ground: Board | None = None
        self.table = without_waters(unit, with_circles(battle, unit, super().board))
        self.plan = plan_of(battle, unit.level) if unit.level is not None else None
        self.level: Level = unit.level
        self.flown = unit.own.turn.flew or is_aloft(unit)
        self.halfway = step.paused and not step.on and step.action != "split"
        self.ahead: Mil = 0
        self.quarry = step.target if step.action == "charge" and not step.on else ""
        self.formation: Formation = unit.own.formation
        self.forming: Forming | None = unit.own.forming
        self.shapes: list[Shaped] = []
        self.curve: Mdeg = 0
        self.climbs: Mil | None = None
        self.changing: Forming | None = None
        self.ground: list[str] = []
        self.halted: tuple[str, tuple[str, ...]] | None = None
        self.crossed = False
        self.bonus: Mil = 0
        self.on_road = False
        if step.action == "move" and road_bonus(unit) and roads(self.board.features):
            self._take_the_road()

    @property
    def board(self) -> Board:
        """The table; where cover burns in which the unit stood, it goes through that as before (CM-WEATHER-04)."""
        board = self.table
        if self.plan is not None:
            self._ground = self._ground or replace(board, features=())
            return self._ground
        if not self.battle.own.fires:
            return board
        if self._ground is None:
            unit = self.unit
            features = with_fires_left(board.features, unit.pose, unit.body, unit.bodies)
            self._ground = board if features is board.features else replace(board, features=features)
        return self._ground

    def goes(self, manoeuvre: Manoeuvre, pose: Pose, body: Body, cost: Mil, there: Outline | None = None) -> None:
        super().goes(manoeuvre, pose, body, cost, there)
        self.shapes.append(Shaped(self.formation, self.forming, self.changing, self.level))
        self.changing = None
        if self.on_road and not self._in_column_on(self._road()):
            self.leave_the_road()

    def fall_short(self, what: str, *rules: str) -> None:
        self.refuse(f"{what}, {show_inches(max(0, self.left))} are left", *rules, *self.limit, measured=True)

    @property
    def limit(self) -> tuple[str, ...]:
        """What else than the normal or charge move says how far it goes."""
        return ("CM-MISSILE-15",) if self.action == "split" else ()

    @property
    def height(self) -> Mil:
        """Above the ground, in the air (CM-FANT-GEN-12)."""
        return self.level.height if isinstance(self.level, Aloft) else 0

    def meets_anew(self) -> None:
        """It is among others now than before."""
        self._foes = None

    @property
    def up(self) -> bool:
        return self.climbs is not None

    @property
    def standing_in(self) -> Formation:
        """The kind of its formation now."""
        return kind(self.formation, self.body, self.count)

    @property
    def manner(self) -> Manner:
        formed = not isinstance(self.body, Single) and self.formation != "open"
        return Manner(formed, is_engine(self.unit), self.action == "charge", is_pushed(self.unit))

    def middle(self) -> tuple[float, float]:
        return middle_of(self.pose, self.body, self.count)

    # ------------------------------------------------------------ along a road (CM-MOVE-02)

    def _take_the_road(self) -> None:
        """The bonus is there while the middle of the front is on a road and the unit in column."""
        if self._in_column_on(self._road()):
            self.on_road = True
            self.bonus = road_bonus(self.unit)
            self.allowance += self.bonus

    def _road(self) -> Feature | None:
        return next((road for road in roads(self.board.features) if road.contains(self.pose.x, self.pose.y)), None)

    def _in_column_on(self, road: Feature | None) -> bool:
        return road is not None and self.standing_in == "column"

    def road_ahead(self) -> float:
        """How far the road goes on straight ahead."""
        fx, fy = self.pose.forward
        ends = [
            end
            for road in roads(self.board.features)
            for start, end in road.along(self.pose.x, self.pose.y, fx, fy)
            if start <= 1.0 and end > 0.0
        ]
        return max(ends, default=0.0)

    def leave_the_road(self) -> None:
        if self.on_road:
            self.on_road = False
            self.allowance -= self.bonus

    # ------------------------------------------------------------ others

    def controllers(self) -> list[tuple[Unit, Outline]]:
        """Enemies with the space they control, as far as the unit did not stand in it already (CM-MELEE-35).

        Who flees controls nothing. The rest of a move after its halt was judged with all of it.
        """
        if self.halfway:
            return []
        here = self.unit.outline
        found = []
        for other in foes_among(self.battle, self.unit, self.others):
            if other.figures and not is_fleeing(other):
                space = controlled(other.outline)
                if not overlapping(here, space):
                    found.append((other, space))
        return found

    # ------------------------------------------------------------ where it can stand

    def in_the_way(self, pose: Pose, body: Body, *, closed_up: bool) -> list[Reason]:
        """Why a body cannot stand there: other units, space others control, ground, the table edge."""
        there = outline(pose, body, self.count)
        found = []
        for other in self.others:
            if overlapping(there, other.outline):
                found.append(self.because(f"{said(other, 'stand in the way')}", "CM-SCALE-04"))
        for enemy, space in self.controllers():
            if overlapping(there, space) and not overlapping(there, enemy.outline):
                found.append(self.because(f"{enemy.name} controls the space there", "CM-MELEE-35"))
        if not self.board.holds(there):
            found.append(self.because("it would hang over the table edge", "CM-SETUP-01"))
        if self.plan is not None and not holds(self.plan, pose, body, self.count):
            found.append(self.because("there is no room for it on top", "CM-SIEGE-19"))
        if self.height:
            return found
        return found + self._bad_ground(pose, body, there, closed_up=closed_up)

    def _bad_ground(self, pose: Pose, body: Body, there: Outline, *, closed_up: bool) -> list[Reason]:
        """Of a hill only the way over it counts: one may turn on it before charging down (CM-TERR-03). Who has come
        up to a wood does not stand in it because figures that turn about come to lie a hair elsewhere."""
        features = self.board.features
        if not features:
            return []
        found = []
        water = deeper(features, self.outline, there)
        if water is not None:
            found.append(self.because(f"it would stand in {name_of(water)}", *RULES[water.kind]))
        manner = self.manner._replace(formed=closed_up and not isinstance(body, Single))
        for feature in underfoot(pose, body, self.count, features, TOLERANCE):
            judged_here = feature.kind not in CLOSED and feature.kind != HILL
            reason = hindrance(feature, manner) if judged_here else None
            if reason is not None:
                found.append(self.because(reason[0], *reason[1]))
        return found

    def because(self, text: str, *rules: str) -> Reason:
        return Reason(text, rules, self.index, measured=True)

    # ------------------------------------------------------------ rivers (CM-TERR-12)

    def river_to_cross(self) -> Feature | None:
        """The river ahead, if it halted at it in an earlier turn or stands in the water."""
        found = rivers(self.board.features)
        river = at_the_bank(self.pose, self.body, found) if found else None
        if river is None:
            return None
        bank = self.unit.own.bank
        waited = bank is not None and bank[0] == river.id and bank[1] < self.battle.turn
        return river if waited or closed_under((river,), self.unit.outline) is not None else None

    def reached_a_bank(self) -> bool:
        found = rivers(self.board.features)
        return bool(found) and at_the_bank(self.pose, self.body, found) is not None


def _allowance(battle: Battle, unit: Unit, step: Walk) -> Mil:
    """Both parts of a split-move are measured on their own, save on the clock of written orders (CM-MISSILE-15)."""
    if step.action == "split" and in_turns(battle):
        return split_part(battle, unit).total + (unit.own.turn.spent if step.paused else 0)
    if step.action == "move" and (is_aloft(unit) or unit.own.turn.flew or step.path[:1] == (FormUp("rise"),)):
        return flight_move(battle, unit).total
    return (charge_move if step.action == "charge" else normal_move)(battle, unit).total
