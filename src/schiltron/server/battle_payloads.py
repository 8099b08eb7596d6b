"""What is said about battles over HTTP."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from schiltron.battle.record.journal import Origin
from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.order import Order
from schiltron.server.clock import ClockShown
from schiltron.server.questions import AnyQuestion
from schiltron.server.shown import Step
from schiltron.server.store import NextBattle, Who

Token = Annotated[str, Meta(max_length=200)]
SeatName = Annotated[str, Meta(max_length=60)]


class SeatLink(Struct, frozen=True):
    """The link to a seat. A link with a token is an invitation: the first to take it plays. One's own link has none."""

    link: str
    token: str = ""


class TakenSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The token of an invitation; `also` where one person plays more than one side at the same screen."""

    token: Token
    also: bool = False


class AddedToDice(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat adds to sealed dice before play: the fingerprint of a secret (its SHA-256), or the secret itself.

    A fingerprint that has been shown can be changed by naming it: the new one stands `instead` of it.
    """

    seat: SeatName
    fingerprint: Annotated[str, Meta(max_length=64)] = ""
    instead: Annotated[str, Meta(max_length=64)] = ""
    secret: Annotated[str, Meta(max_length=200)] = ""


class GivenSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat to which a link is wanted."""

    seat: SeatName


class WatchLink(Struct, frozen=True):
    link: str


class NewBattle(Struct, frozen=True):
    """A battle was set up. A captain's seat has no link."""

    id: str
    seats: dict[str, SeatLink | None]
    watch: WatchLink


class SeatLine(Struct, frozen=True):
    """A seat and who sits there. The player who set the battle up also sees the invitations that are still open."""

    who: Who
    name: str
    link: str | None
    taken: bool
    player: str = ""
    """What whoever holds it calls themselves."""
    side: str = ""
    """What its side is called."""
    colour: str = ""


class WatchLinks(Struct, frozen=True):
    watch: str


class BattleLine(Struct, frozen=True):
    """A battle in "my battles". `turn_word` is what its book calls a turn; `damaged` says that what was kept of it
    cannot be read."""

    id: str
    title: str
    scenario: str
    ruleset: str
    created: str
    updated: str
    position: int
    seats: dict[str, SeatLine]
    mine: tuple[str, ...]
    turn: int
    turn_word: str
    phase: str
    active: str
    waiting_for: tuple[str, ...]
    outcome: Outcome | None
    strength: dict[str, tuple[int, int]]
    """Figures left and brought, by side."""
    links: WatchLinks
    founded: bool = False
    """Whether it was this visitor who set it up."""
    damaged: bool = False
    following: NextBattle | None = None
    """The battle that its players went on with."""
    origin: Origin | None = None
    """The battle it was played on from."""
    clock: ClockShown | None = None


class GivenOrder(Struct, frozen=True, forbid_unknown_fields=True):
    """An order, and the position of the journal it answers."""

    position: int
    order: Order
    seat: SeatName = ""


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    question: AnyQuestion
    seat: SeatName = ""


class TypedLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line as a player types it; an empty one asks what is due. `since` is the position after which to tell."""

    line: Annotated[str, Meta(max_length=2_000)]
    seat: SeatName = ""
    since: Annotated[int, Meta(ge=0)] | None = None


class CarriedOut(Step, frozen=True, kw_only=True, tag="step"):
    """The order is on disk: its step, and the steps that came of it at once."""

    then: tuple[Step, ...]
