"""A unit in the middle of its move: what it may spend, whom it may pass, where it can stand (cases 7.4, 7.7, 11.8)."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.movement import walker
from schiltron.battle.play.agenda import Step
from schiltron.battle.state.field import hostile
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Advance, Manoeuvre, Oblique
from schiltron.battle.words.grammar import said
from schiltron.rulesets.battlesystem.ground.barriers import closed_to, deeper_in
from schiltron.rulesets.battlesystem.ground.effects import ROAD_BONUS, RULES
from schiltron.rulesets.battlesystem.ground.manner import manner_of, move_rate
from schiltron.rulesets.battlesystem.ground.roads import on_a_road
from schiltron.rulesets.battlesystem.movement.rates import allowance, is_charge, part_of
from schiltron.rulesets.battlesystem.movement.spacing import passes
from schiltron.rulesets.battlesystem.state import Battle, BattlePart, Formation, Stance, Unit, UnitPart
from schiltron.rulesets.battlesystem.steps import Action, Walk
from schiltron.table.body import Body, figures
from schiltron.table.lengths import CONTACT, Mdeg, Mil, show_inches
from schiltron.table.outline import Outline, gap, outline, overlapping
from schiltron.table.pose import Pose
from schiltron.table.terrain import name_of

_ELBOW: Final[Mil] = 5 * CONTACT
"""No farther apart than this, friends stand elbow to elbow."""


class Shaped(Struct, frozen=True):
    """How a unit stands after a leg, besides its place."""

    formation: Formation
    stance: Stance
    widened: bool
    narrowed: bool


class Line(NamedTuple):
    """A straight line along which a walk goes in one shape: where that began, and how far and for how much it has come
    by now; less than nothing where the present leg has gone farther before it."""

    start: Pose
    bearing: Mdeg
    gone: Mil = 0
    spent: Mil = 0

    def begun_at(self, start: Pose, far: Mil, cost: Mil) -> Line:
        """The rest of the line from a place farther on."""
        return Line(start, self.bearing, self.gone - far, self.spent - cost)


class Walker(walker.Walker[BattlePart, UnitPart, Step]):
    """A walk by this book.

    `formation`, `stance`, `widened` and `narrowed` are as they have become, `shapes` what they were after each leg.
    `ground` are the rules about ground it went over. `on_road` says that all of it went along a road so far; then its
    allowance has the `bonus` in it (BS-11.8-01). `passed` are friends it may go through and not stand on. `line` is the
    one along which its last leg went.
    """

    __slots__ = (
        "action",
        "bonus",
        "formation",
        "ground",
        "line",
        "manner",
        "narrowed",
        "on_road",
        "passed",
        "rate",
        "shapes",
        "stance",
        "target",
        "widened",
    )

    def __init__(self, battle: Battle, step: Walk) -> None:
        unit = battle.units[step.unit]
        super().__init__(battle, unit, 0)
        own = unit.own
        self.action: Action = step.action
        self.target = step.target
        self.rate = move_rate(battle, unit)
        self.formation: Formation = own.formation
        self.stance: Stance = own.stance
        self.widened, self.narrowed = own.turn.widened, own.turn.narrowed
        self.shapes: list[Shaped] = []
        self.ground: list[str] = []
        self.passed: list[Unit] = []
        self.line: Line | None = None
        self.others = self._in_its_way(step.through)
        self.manner = manner_of(battle, unit, charging=is_charge(unit, step.action))
        self.bonus: Mil = 0
        self.on_road = False
        self.allow()
        if step.road:
            self._take_the_road()

    def _in_its_way(self, through: tuple[str, ...]) -> list[Unit]:
        """The others less those it may pass, which are noted, and those it breaks through."""
        found = []
        for other in self.others:
            if passes(self.battle, self.unit, other):
                self.passed.append(other)
            elif other.id not in through:
                found.append(other)
        return found

    def allow(self) -> None:
        """What it may spend, as it stands by now; who has rallied may only re-form, which his whole MV pays for."""
        unit = self.unit
        if unit.own.stance != self.stance:
            unit = replace(unit, own=replace(unit.own, stance=self.stance))
        whole = allowance(self.battle, unit, self.action).total
        if self.just_rallied:
            whole = self.rate
        self.allowance = whole - unit.own.turn.spent + self.bonus

    @property
    def just_rallied(self) -> bool:
        rallied = self.unit.own.morale.rallied_in
        return bool(rallied) and rallied == self.battle.turn

    def goes(self, manoeuvre: Manoeuvre, pose: Pose, body: Body, cost: Mil, there: Outline | None = None) -> None:
        super().goes(manoeuvre, pose, body, cost, there)
        self.shapes.append(Shaped(self.formation, self.stance, self.widened, self.narrowed))
        self.line = None
        straight = isinstance(manoeuvre, Advance | Oblique)
        if self.on_road and not straight and not on_a_road(figures(pose, body, self.count), self.board.features):
            self.leave_the_road()

    def fall_short(self, what: str, *rules: str) -> None:
        self.refuse(f"{what}, {show_inches(max(0, self.left))} are left", *rules, measured=True)

    # ------------------------------------------------------------ along a road (BS-11.8-01)

    def _take_the_road(self) -> None:
        """Also in the middle of a move, when all but the bonus is spent."""
        features, whole = self.board.features, self.allowance + self.unit.own.turn.spent
        if features and self.manner.costs and on_a_road(self.unit.places, features) and whole > 0:
            self.on_road = True
            self.bonus = part_of(self.rate, ROAD_BONUS)
            self.allowance += self.bonus

    def leave_the_road(self) -> None:
        """The bonus is for those who stay on it for the whole of their move."""
        if self.on_road:
            self.on_road = False
            self.allowance -= self.bonus
            self.bonus = 0

    # ------------------------------------------------------------ where it can stand

    def outline_at(self, pose: Pose) -> Outline:
        """The ground it would cover there, as it is formed by now."""
        return outline(pose, self.body, self.count)

    def in_the_way(self, pose: Pose, body: Body, here: Outline | None = None) -> list[Reason]:
        """Why a body cannot stand there: others, closed ground, the table edge. In ground in which it stands `here`, or
        where it has got to, it may not come to stand deeper."""
        there = outline(pose, body, self.count)
        found = [
            self._because(f"{said(other, 'stand in the way')}", "BS-7.4-02", measured=not self.beside(other))
            for other in self.others
            if overlapping(there, other.outline)
        ]
        if not self.board.holds(there):
            found.append(self._because("it would hang over the table edge", "BS-7.7-01"))
        closed = deeper_in(closed_to(self.board.features, self.manner), here or self.outline, there)
        if closed is not None:
            found.append(self._because(f"it would stand in {name_of(closed)}", RULES[closed.kind]))
        return found

    def _because(self, text: str, *rules: str, measured: bool = True) -> Reason:
        return Reason(text, rules, self.index, measured)

    def beside(self, other: Unit) -> bool:
        """Whether a friend stands elbow to elbow with it before its first step: that he is in the way needs no tape."""
        near = self.unit.outline.near(other.outline, _ELBOW)
        return not self.legs and not self.foe(other) and near and gap(self.unit.outline, other.outline) <= _ELBOW

    def foe(self, other: Unit) -> bool:
        return hostile(self.battle, self.unit, other)
