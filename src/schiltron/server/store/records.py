"""The stored values of a battle."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from schiltron.battle.record.journal import Origin
from schiltron.battle.state.battle import Outcome
from schiltron.server.clock import Clock

Who = Literal["me", "friend", "captain"]


class Conflict(Exception):
    """The journal in the store has gone on, or the battle is not there: somebody else has written."""


class Damaged(Exception):
    """Parts of a stored battle are missing. `str()` is for its players."""


class KeptSeat(Struct, frozen=True):
    """A seat and who sits there."""

    seat: str
    who: Who
    captain: str = ""


InvitationKind = Literal["first", "own", "anew"]
"""The first link of a friend's seat, a holder's link for another device, or a link to a seat that was lost."""


class Invitation(Struct, frozen=True):
    """A link that opens a seat once. `key` is the hash of its token; the token itself is kept while it is open."""

    key: str
    seat: str
    kind: InvitationKind
    token: str
    made: float
    taken: float | None = None
    taker: str = ""

    @property
    def open(self) -> bool:
        return self.token != ""


SavedKind = Literal["army", "scenario", "house"]


class Bounds(Struct, frozen=True):
    """How much is saved at most: things and bytes of one owner, and of all owners together."""

    things: int
    size: int
    in_all: int
    size_in_all: int


class SavedThing(Struct, frozen=True):
    """An army list, a scenario or house rules that somebody has saved. `share` is what a link for readers holds,
    `edit_key` the hash of what a link for writers holds; empty where there is none."""

    id: str
    owner: str
    kind: SavedKind
    book: str
    name: str
    text: str
    version: int
    made: float
    changed: float
    share: str = ""
    edit_key: str = ""
    size: int = 0


class NoRoom(Exception):
    """Nothing more is saved for this owner, or for anybody (`for_all`)."""

    def __init__(self, why: str, *, for_all: bool = False) -> None:
        super().__init__(why)
        self.for_all = for_all


class Overtaken(Exception):
    """Somebody else has written a thing meanwhile: its version now, or 0 where it is gone."""

    def __init__(self, version: int) -> None:
        super().__init__(f"version {version}")
        self.version = version


class KeptShare(Struct, frozen=True):
    """What a player adds to the dice: the fingerprint of a secret, and the secret when it may be known."""

    seat: str
    fingerprint: str = ""
    secret: str = ""


class ChatLine(Struct, frozen=True, tag="said"):
    """Something said at the table, at a moment in seconds since 1970."""

    number: int
    seat: str
    text: str
    at: float


RematchKind = Literal["again", "swap", "next", "after"]
"""The same battle once more, the same with sides swapped, or the next scenario of the book."""


class NextBattle(Struct, frozen=True, tag="next"):
    """The battle that the players of one went on with, and the seat that wanted it so."""

    id: str
    kind: RematchKind
    by: str


class Standing(Struct, frozen=True):
    """Where a battle has come to, for lists: `waiting_for` are seats, or "dice"."""

    turn: int
    phase: str
    active: str
    waiting_for: tuple[str, ...]
    outcome: Outcome | None
    strength: dict[str, tuple[int, int]]
    """Figures left and brought, by side."""


class Kept(Struct, frozen=True):
    """A battle as it lies in the store. The seed is a secret until the battle is over."""

    id: str
    title: str
    scenario: str
    ruleset: str
    header: bytes
    seed: bytes | None
    created: float
    seats: tuple[KeptSeat, ...]
    lines: tuple[bytes, ...] = ()
    holders: tuple[tuple[str, str], ...] = ()
    """Visitors, each with a seat they hold; with an empty seat they only set the battle up."""
    invitations: tuple[Invitation, ...] = ()
    """In the order in which they were made."""
    shares: tuple[KeptShare, ...] = ()
    positions: tuple[bytes, ...] = ()
    """Packed positions of the journal, the last of those that were kept."""
    names: dict[tuple[str, str], str] = {}
    """What visitors call themselves, by visitor and seat."""
    talk: tuple[ChatLine, ...] = ()
    chat_open: tuple[str, ...] = ()
    """Seats that let those who watch read what is said."""
    hints: tuple[str, ...] = ()
    """Seats that agree to hints."""
    following: NextBattle | None = None
    origin: Origin | None = None
    """The battle it was played on from. It stands in its header; here it is for lists."""
    clock: Clock | None = None


class Listed(Struct, frozen=True):
    """A battle in somebody's list. Without a standing what was kept of it is damaged."""

    id: str
    title: str
    scenario: str
    ruleset: str
    created: float
    updated: float
    entries: int
    standing: Standing | None
    seats: tuple[KeptSeat, ...]
    held: tuple[str, ...]
    invitations: tuple[Invitation, ...]
    players: dict[str, str]
    """What those who hold its seats call themselves."""
    founded: bool
    """Whether it was this visitor who set it up."""
    following: NextBattle | None = None
    origin: Origin | None = None
    clock: Clock | None = None
