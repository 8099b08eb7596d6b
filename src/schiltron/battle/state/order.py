"""Orders that come through the door: answers to decisions, dice, and what is always allowed besides."""

from __future__ import annotations

from msgspec import Struct

from schiltron.battle.state.chance import Thrown
from schiltron.battle.state.decision import Answer


class Reply(Struct, frozen=True, tag="reply"):
    """A seat answers the decision it names."""

    seat: str
    decision: str
    answer: Answer


class Dice(Struct, frozen=True, tag="dice"):
    """A dice source, or players with real dice, answer the roll they name."""

    roll: str
    pools: tuple[Thrown, ...]


class Withdraw(Struct, frozen=True, tag="withdraw"):
    """A seat takes back a sealed answer while others are still out."""

    seat: str
    decision: str


class Concede(Struct, frozen=True, tag="concede"):
    """A seat gives up for its side."""

    seat: str


class Amend(Struct, frozen=True, tag="amend"):
    """Change a switch of the battle's options from now on."""

    switch: str
    value: str


class TakeBack(Struct, frozen=True, tag="take_back"):
    """Return to before the proposer's last answer, dice and all; the dice are not thrown the same again."""


class CallItDrawn(Struct, frozen=True, tag="call_it_drawn"):
    """End the battle without a winner."""


Matter = Amend | TakeBack | CallItDrawn


class Propose(Struct, frozen=True, tag="propose"):
    """A seat proposes something to all others."""

    seat: str
    matter: Matter


class Agree(Struct, frozen=True, tag="agree"):
    """The answer to a proposal; when all other seats agree it takes effect, one refusal ends it."""

    seat: str
    proposal: str
    agrees: bool


class AtWill(Struct, frozen=True, tag="at_will"):
    """A seat does something that a rule lets it do at any moment, unasked: `what` is the key of a `Liberty`."""

    seat: str
    what: str


class Undo(Struct, frozen=True, tag="undo"):
    """Take back one's own last answer, where that reveals and re-rolls nothing."""

    seat: str


class TimeOut(Struct, frozen=True, tag="time_out"):
    """A seat's time is out, as the keeper of the clock says: its side loses, or a captain plays on in its place."""

    seat: str
    captain: str = ""


Order = Reply | Dice | Withdraw | Concede | Propose | Agree | AtWill | Undo | TimeOut
"""All that a battle, or its journal, may be told."""
