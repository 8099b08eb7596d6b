"""Battles on disk: journals in SQLite, or in PostgreSQL."""

from schiltron.server.store.engines import DatabaseFault
from schiltron.server.store.invitations import key_of
from schiltron.server.store.records import (
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
    RematchKind,
    Standing,
    Who,
)
from schiltron.server.store.store import Store

__all__ = [
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
    "RematchKind",
    "Standing",
    "Store",
    "Who",
    "key_of",
]
