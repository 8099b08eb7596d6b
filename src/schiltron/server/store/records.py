"""What is kept of a battle, as plain values."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from schiltron.battle.state import Outcome

Who = Literal["me", "friend", "captain"]


class Conflict(Exception):
    """The journal in the store has gone on, or the battle is not there: somebody else has written."""


class Damaged(Exception):
    """What is kept of a battle is not all there. `str()` is for its players."""


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


class KeptShare(Struct, frozen=True):
    """What a player adds to the dice: the fingerprint of a secret, and the secret when it may be known."""

    seat: str
    fingerprint: str = ""
    secret: str = ""


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
    founded: bool
    """Whether it was this visitor who set it up."""
