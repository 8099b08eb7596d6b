"""What is written and read of the players' shares in the dice. Each of these runs inside a transaction."""

from __future__ import annotations

from msgspec.structs import asdict
from sqlalchemy import Connection, delete, insert, select

from schiltron.server.store.records import KeptShare
from schiltron.server.store.tables import shares


def keep(connection: Connection, battle: str, share: KeptShare) -> None:
    connection.execute(delete(shares).where(shares.c.battle == battle, shares.c.seat == share.seat))
    connection.execute(insert(shares).values(battle=battle, **asdict(share)))


def found(connection: Connection, battle: str) -> tuple[KeptShare, ...]:
    rows = connection.execute(select(shares).where(shares.c.battle == battle).order_by(shares.c.seat))
    return tuple(KeptShare(row.seat, row.fingerprint, row.secret) for row in rows)
