"""What is said about people over HTTP: names, invitations before they are taken, talk, and the battle after one."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from schiltron.server.battle_payloads import SeatName, Token
from schiltron.server.clock import Terms
from schiltron.server.store import InvitationKind, RematchKind


class Me(Struct, frozen=True):
    """What the caller calls themselves; empty where that has not been said. `coded` says whether a code of theirs is
    open, `devices` how many other browsers came by one."""

    name: str = ""
    coded: bool = False
    devices: int = 0


class OwnCode(Struct, frozen=True):
    """A code with which another browser becomes one's own, and the link that ends with it. It is shown once."""

    code: str
    link: str


class Plain(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing more is said."""


class CodeSaid(Struct, frozen=True, forbid_unknown_fields=True):
    """A code; with `bring`, what this browser holds is handed to the player who made the code."""

    code: Annotated[str, Meta(max_length=300)]
    bring: bool = False


class NameSaid(Struct, frozen=True, forbid_unknown_fields=True):
    """A name; an empty one takes it back."""

    name: Annotated[str, Meta(max_length=200)]


class InvitationSeen(Struct, frozen=True, forbid_unknown_fields=True):
    """The token of an invitation that is looked at before it is taken."""

    token: Token


class Opponent(Struct, frozen=True):
    """A side at the table: its colour, its name, and the name of the player who leads it, if there is one yet."""

    side: str
    called: str
    name: str


class InvitationShown(Struct, frozen=True):
    """What a link would open: `by` whom it comes, which seat, and against whom; `held` by the caller already. Sides are
    told by their colour and by what they are called; `book` is the title of the rules."""

    kind: InvitationKind
    seat: str
    side: str
    called: str
    title: str
    ruleset: str
    book: str
    held: bool
    by: str
    against: tuple[Opponent, ...]
    clock: Terms | None = None
    """How long players may take."""


class WordsSaid(Struct, frozen=True, forbid_unknown_fields=True):
    """Something said at the table."""

    text: Annotated[str, Meta(max_length=2_000)]
    seat: SeatName = ""


class HintsAgreed(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether one agrees that players may ask what a captain would do; they may where all of them agree."""

    on: bool
    seat: SeatName = ""


class ChatAgreed(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether those who watch may read what is said; they do where all players agree."""

    on: bool
    seat: SeatName = ""


class RematchWished(Struct, frozen=True, forbid_unknown_fields=True):
    """How the players of a battle that is over go on."""

    kind: RematchKind
    seat: SeatName = ""
