"""A unit in the middle of its move: its distance from others, its turns, where it can stand (rules TERR, CMD, MOVE).

A `Walk` is tried out here to judge an order, and carried out in `carrying`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from schiltron.battle.movement import walker
from schiltron.battle.movement.straight_and_wheel import middle_of
from schiltron.battle.play.agenda import Step
from schiltron.battle.state.field import foes_among, hostile
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Path
from schiltron.battle.words.grammar import said
from schiltron.rulesets.by_this_axe.field import is_character, ordered
from schiltron.rulesets.by_this_axe.ground import RULE_OF, Toll, at_the_bank, felt, in_the_water
from schiltron.rulesets.by_this_axe.state import Battle, BattlePart, Unit, UnitPart
from schiltron.table.body import Body, figures
from schiltron.table.changing_places import within_steps
from schiltron.table.lengths import CONTACT, HALF_TURN, QUARTER_TURN, TOLERANCE, Mdeg, Mil, show_inches
from schiltron.table.outline import Outline, gap, outline, overlapping
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature, name_of

Action = Literal["move", "charge", "join"]


class Stood(Struct, frozen=True):
    """Where a body stood, and in what order."""

    pose: Pose
    body: Body
    count: int


class Walk(Step, frozen=True, tag="by_this_axe.walk"):
    """A unit goes along what is left of its path.

    `target` is whom it charges or joins, `host` the unit that a character left for it. Of the way behind it: `turns`
    made, whether it has `begun` to go, whether it has paid for `scrub`, who has `fired` on it, how far it has `gone`
    and where its figures `stood` when it set out. `on` says that its quarry ran and that it goes on straight ahead as
    far as it can.
    """

    unit: str
    path: Path
    action: Action
    target: str = ""
    host: str = ""
    turns: int = 0
    begun: bool = False
    scrub: bool = False
    on: bool = False
    fired: tuple[str, ...] = ()
    gone: Mil = 0
    stood: Stood | None = None


_FAST: Final = {"brace": "TA-CMD-45", "shieldwall": "TA-CMD-47"}
STANDING_STILL: Final = tuple(_FAST)
FREE_TURN: Final = QUARTER_TURN // 2
"""Without an order, at the start of the move (TA-CMD-13); all that braced units may do (TA-CMD-45, TA-CMD-47)."""
MANOEUVRES: Final = 2  # TA-CMD-22

Pause = Literal["woods", "fire", "river"]


class Walker(walker.Walker[BattlePart, UnitPart, Step]):
    """A walk by this book.

    A `trial` judges an order: what woods will take off is not known yet and counted as little as it can be (`guessed`).
    A walk that is carried out makes a `pause` where dice must fall first, with the `rest` of its path still to go.
    `short` says that the move did not suffice for a leg, `swung` that turns or another formation had brought figures of
    a charge too far from where they `stood`. `gone` is the way of its middle, `last` whether no leg follows.
    """

    __slots__ = (
        "action",
        "begun",
        "fired",
        "gone",
        "ground",
        "guessed",
        "last",
        "pause",
        "quarry",
        "rest",
        "scrub",
        "shooters",
        "short",
        "stood",
        "swung",
        "trial",
        "turns",
    )

    def __init__(self, battle: Battle, step: Walk, allowance: Mil, *, trial: bool) -> None:
        unit = battle.units[step.unit]
        super().__init__(battle, unit, allowance)
        if is_character(unit):
            self.others = foes_among(battle, unit, self.others)
        self.action: Action = step.action
        self.trial = trial
        self.turns = step.turns
        self.begun = step.begun
        self.scrub = step.scrub
        self.fired = step.fired
        self.quarry = step.target if step.action == "charge" else ""
        self.guessed = False
        self.ground: list[str] = []
        """Rules about the ground that it went over."""
        self.short = False
        self.swung = False
        self.gone = step.gone
        self.stood = step.stood or Stood(unit.pose, unit.body, unit.bodies)
        self.last = True
        self.pause: Pause | None = None
        self.rest: Path = ()
        self.shooters: tuple[str, ...] = ()

    @property
    def stopped(self) -> bool:
        return super().stopped or self.pause is not None

    @property
    def keep(self) -> Mil:
        """The gap kept from enemies who are not charged (TA-MOVE-14); at least so much that they do not touch."""
        return max(self.battle.own.options.enemy_gap, 2 * CONTACT)

    def keep_from(self, enemy: Unit) -> Mil:
        """Who stands nearer than that from the start need not back off, but comes no nearer."""
        return min(self.keep, gap(self.unit.outline, enemy.outline))

    def enemies(self) -> list[Unit]:
        return foes_among(self.battle, self.unit, self.others)

    # ------------------------------------------------------------ ground

    @property
    def ground_felt(self) -> Sequence[Feature]:
        """The terrain that counts for this move (TA-FANT-A10)."""
        return felt(self.unit.own.profile, self.board.features)

    def unpaid(self, met: list[Toll]) -> list[Toll]:
        """Scrub is paid for once a turn (TA-TERR-02), and so are woods (TA-TERR-03, TA-TERR-04)."""
        if not met:
            return met
        woods = self.guessed or self.unit.own.turn.lost_to_woods is not None
        paid = {kind for kind, done in (("scrub", self.scrub), ("woods", woods)) if done}
        return [toll for toll in met if toll.kind not in paid]

    def pays(self, met: list[Toll]) -> None:
        for toll in met:
            self.scrub = self.scrub or toll.kind == "scrub"
            self.guessed = self.guessed or toll.kind == "woods"
            self.ground.append(RULE_OF[toll.kind])

    # ------------------------------------------------------------ how far its figures have come

    def carried(self, far: Mil, cost: Mil) -> bool:
        """Whether no figure of a charge would be farther than the move from where the figures stood (TA-MOVE-13).

        That is after going so `far` at that `cost`; what the ground took is no longer there to be gone.
        """
        stood = self.stood
        if stood.pose.heading == self.pose.heading and stood.body == self.body:
            return True
        whole = self.allowance + self.unit.own.turn.spent
        lost = self.unit.own.turn.spent + self.spent + cost - self.gone - far
        before = figures(stood.pose, stood.body, stood.count)
        after = figures(self.pose.advanced(far), self.body, self.count)
        return within_steps(before, after, whole - lost + TOLERANCE)

    # ------------------------------------------------------------ turning

    def stands_fast(self) -> bool:
        """Whether a card keeps it where it is; if so, the reason is noted (TA-CMD-45, TA-CMD-47)."""
        still = ordered(self.battle, self.unit, *STANDING_STILL)
        if still is not None:
            self.refuse("it stands fast this turn and may only turn by up to 45 degrees", _FAST[still.grant.what])
        return still is not None

    def may_turn(self, angle: Mdeg) -> bool:
        """Whether it may change its facing by so much now; if not, the reason is noted."""
        if abs(angle) > HALF_TURN or not angle:
            self.refuse("a turn is more than nothing and at most 180 degrees", "TA-MOVE-13")
        elif self.battle.own.options.command == "cards" and not is_character(self.unit):
            self._under_orders(angle)
        if not self.reasons:
            self.turns += 1
        return not self.reasons

    def _under_orders(self, angle: Mdeg) -> None:
        """With order cards: 45 degrees at the start, or twice 180 with a card for it (TA-CMD-13, TA-CMD-22)."""
        still = ordered(self.battle, self.unit, *STANDING_STILL)
        if ordered(self.battle, self.unit, "maneuver") is not None and still is None:
            if self.turns >= MANOEUVRES:
                self.refuse("a Maneuver card is for two turns", "TA-CMD-22")
            return
        rule = _FAST[still.grant.what] if still is not None else "TA-CMD-13"
        if self.turns:
            self.refuse("it has turned already: without an order a unit turns once", rule)
        elif self.begun:
            self.refuse("without an order a unit turns only at the start of its move", rule)
        elif abs(angle) > FREE_TURN:
            self.refuse(f"without an order a unit turns by 45 degrees at most, not by {abs(angle) / 1000:g}", rule)

    # ------------------------------------------------------------ where it can stand

    def in_the_way(self, pose: Pose, body: Body) -> list[Reason]:
        """Why a body cannot stand there: other units, enemies too near, water, the table edge."""
        there = outline(pose, body, self.count)
        rule = ("TA-MOVE-14",)
        found = []
        for other in self.others:
            if overlapping(there, other.outline):
                found.append(Reason(f"{said(other, 'stand in the way')}", rule, self.index, measured=True))
            elif hostile(self.battle, self.unit, other) and self._crowds(there, other):
                found.append(Reason(self.too_near(other), rule, self.index, measured=True))
        if not self.board.holds(there):
            found.append(Reason("it would hang over the table edge", ("TA-MOVE-04",), self.index, measured=True))
        river = in_the_water(self.ground_felt, there)
        if river is not None and in_the_water((river,), self.unit.outline) is None:
            found.append(Reason(f"it would stand in {name_of(river)}", ("TA-TERR-06",), self.index, measured=True))
        return found

    def _crowds(self, there: Outline, enemy: Unit) -> bool:
        """Who charges may turn in an enemy's face."""
        near = self.action != "charge" and there.near(enemy.outline, self.keep)
        return near and gap(there, enemy.outline) < self.keep_from(enemy) - CONTACT

    def too_near(self, enemy: Unit) -> str:
        return f"it would come within {show_inches(self.keep)} of {enemy.name}, which it does not charge"

    def middle(self) -> tuple[float, float]:
        """Where its move is measured (TA-MOVE-13)."""
        return middle_of(self.pose, self.body, self.count)

    def may_cross(self) -> bool:
        """Whether the river ahead was reached in an earlier turn, or it stands in the water (TA-TERR-07)."""
        river = at_the_bank(self.pose, self.body, self.ground_felt)
        if river is None:
            return False
        bank = self.unit.own.bank
        waited = bank is not None and bank[0] == river.id and bank[1] < self.battle.turn
        return waited or in_the_water((river,), self.unit.outline) is not None
