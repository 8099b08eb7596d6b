"""Steps of the Movement Phase."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from schiltron.battle.manoeuvre import Path
from schiltron.table.body import Body
from schiltron.table.lengths import Mil
from schiltron.table.pose import Pose

Action = Literal["move", "charge", "join"]


class Initiative(Struct, frozen=True, tag="by_this_axe.initiative"):
    """Step a: who moves first (TA-MOVE-01)."""


class WhoMoves(Struct, frozen=True, tag="by_this_axe.who_moves"):
    """The dice for it."""


class ChooseOrder(Struct, frozen=True, tag="by_this_axe.choose_order"):
    """The winner picks his place; the others follow in this order."""

    winner: str
    others: tuple[str, ...]


class BeginMoves(Struct, frozen=True, tag="by_this_axe.begin_moves"):
    side: str


class Moves(Struct, frozen=True, tag="by_this_axe.moves"):
    """Steps b and c: a side moves and charges with all its units."""

    side: str


class LastCharges(Struct, frozen=True, tag="by_this_axe.last_charges"):
    """A side has finished, but units it ordered to charge must try to (TA-CMD-21)."""

    side: str


class Retreat(Struct, frozen=True, tag="by_this_axe.retreat"):
    """Skirmishers who are charged may try to get away (TA-CMD-16)."""

    unit: str
    charger: str


class RollRetreat(Struct, frozen=True, tag="by_this_axe.roll_retreat"):
    unit: str
    charger: str


class Stood(Struct, frozen=True):
    """Where a body stood, and in what order."""

    pose: Pose
    body: Body
    count: int


class Walk(Struct, frozen=True, tag="by_this_axe.walk"):
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


class RollWoods(Struct, frozen=True, tag="by_this_axe.roll_woods"):
    """What woods take off a unit's move (TA-TERR-03, TA-TERR-04)."""

    unit: str


class ReservedFire(Struct, frozen=True, tag="by_this_axe.reserved_fire"):
    """A unit that held its fire shoots at an enemy who has come into range (TA-CMD-34)."""

    shooter: str
    target: str


MovementStep: TypeAlias = (
    Initiative
    | WhoMoves
    | ChooseOrder
    | BeginMoves
    | Moves
    | LastCharges
    | Retreat
    | RollRetreat
    | Walk
    | RollWoods
    | ReservedFire
)
