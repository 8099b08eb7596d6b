"""Battles on disk: journals in SQLite, or in PostgreSQL."""

from schiltron.server.store.engines import DatabaseFault
from schiltron.server.store.records import Conflict, Damaged, Kept, KeptSeat, Listed, Standing, Who
from schiltron.server.store.store import Store

__all__ = ["Conflict", "Damaged", "DatabaseFault", "Kept", "KeptSeat", "Listed", "Standing", "Store", "Who"]
