"""Steps of movement, side after side."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from schiltron.battle.manoeuvre import Face, Path, Turn

Action = Literal["move", "charge", "split", "join"]
"""A normal move, a charge move, a part of horse archers' with a halt for fire, or a commander's to a unit."""

Formation = Literal["line", "column", "square", "open", "hedgehog", "schiltron"]


class Forming(Struct, frozen=True):
    """A change that takes more than one move (CM-FORM-01): what is paid and due, in thousandths of one.

    `facing` is the turn, where it is a change of facing and not of formation (CM-FORM-04, CM-FORM-05).
    """

    to: Formation
    files: int
    paid: int
    due: int
    facing: Turn | Face | None = None


class Shaped(Struct, frozen=True):
    """The formation a unit has taken up after a leg of its walk, and the change of it or of facing it has begun.

    `changing` is the change that the leg works at, as it stood before.
    """

    formation: Formation
    forming: Forming | None = None
    changing: Forming | None = None


class Initiative(Struct, frozen=True, tag="chainmail.initiative"):
    """A die each; the higher chooses to move first or last (CM-TURN-02)."""


class ChooseOrder(Struct, frozen=True, tag="chainmail.choose_order"):
    winner: str
    loser: str


class BeginMoves(Struct, frozen=True, tag="chainmail.begin_moves"):
    """A side's move begins (CM-TURN-03, CM-TURN-04): the phase is named, who is compelled is, rally dice fall."""

    side: str
    phase: Literal["first_move", "last_move"]


class Moves(Struct, frozen=True, tag="chainmail.moves"):
    """A side moves all the figures it wishes, unit by unit."""

    side: str


class Walk(Struct, frozen=True, tag="chainmail.walk"):
    """A unit goes along what is left of its path.

    `target` is whom it charges or joins, `host` the unit that a commander left for it. `total` is the cost of the whole
    path, so that the middle of the move is known; `paused` says that the halt there for fire is over: of a split-move,
    that it is the second part (CM-MISSILE-15). `on` says that it is the balance of a charge that was won (CM-MELEE-14).
    """

    unit: str
    path: Path
    action: Action
    target: str = ""
    total: int = 0
    paused: bool = False
    on: bool = False
    host: str = ""


class SplitOnward(Struct, frozen=True, tag="chainmail.split_onward"):
    """Horse archers who have fired may go on with the second part of their split-move (CM-MISSILE-15)."""

    unit: str


class Contact(Struct, frozen=True, tag="chainmail.contact"):
    """A unit that has come up to an enemy is in contact, if he still stands there; if not, it goes on."""

    walk: Walk
    target: str


MovementStep: TypeAlias = Initiative | ChooseOrder | BeginMoves | Moves | Walk | SplitOnward | Contact
