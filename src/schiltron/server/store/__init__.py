"""Battles on disk, and what is saved in the workshop: in SQLite, or in PostgreSQL."""

from schiltron.server.store.engines import DatabaseFault
from schiltron.server.store.invitations import key_of
from schiltron.server.store.records import (
    Bounds,
    ChatLine,
    Conflict,
    Damaged,
    Invitation,
    InvitationKind,
    Kept,
    KeptSeat,
    KeptShare,
    Listed,
    NextBattle,
    NoRoom,
    Overtaken,
    RematchKind,
    SavedKind,
    SavedThing,
    Standing,
    Who,
)
from schiltron.server.store.store import Store

__all__ = [
    "Bounds",
    "ChatLine",
    "Conflict",
    "Damaged",
    "DatabaseFault",
    "Invitation",
    "InvitationKind",
    "Kept",
    "KeptSeat",
    "KeptShare",
    "Listed",
    "NextBattle",
    "NoRoom",
    "Overtaken",
    "RematchKind",
    "SavedKind",
    "SavedThing",
    "Standing",
    "Store",
    "Who",
    "key_of",
]
