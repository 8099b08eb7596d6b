"""Battles on disk: journals in SQLite, or in PostgreSQL."""

from schiltron.server.store.engines import DatabaseFault
from schiltron.server.store.invitations import key_of
from schiltron.server.store.records import (
    Conflict,
    Damaged,
    Invitation,
    InvitationKind,
    Kept,
    KeptSeat,
    KeptShare,
    Listed,
    Standing,
    Who,
)
from schiltron.server.store.store import Store

__all__ = [
    "Conflict",
    "Damaged",
    "DatabaseFault",
    "Invitation",
    "InvitationKind",
    "Kept",
    "KeptSeat",
    "KeptShare",
    "Listed",
    "Standing",
    "Store",
    "Who",
    "key_of",
]
