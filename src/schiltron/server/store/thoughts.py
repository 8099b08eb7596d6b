"""What computer players thought of their orders: beside the journal, under no seal, and only so much of it.

Each of these runs inside a transaction.
"""

from __future__ import annotations

from sqlalchemy import Connection, func, insert, select

from schiltron.server.store.tables import thoughts


def keep(connection: Connection, battle: str, entry: int, seat: str, thought: bytes, most: int) -> None:
    """Nothing is kept of a battle that has so many already."""
    number = connection.execute(select(func.count()).where(thoughts.c.battle == battle)).scalar_one()
    if number < most:
        connection.execute(insert(thoughts).values(battle=battle, entry=entry, seat=seat, thought=thought))


def found(connection: Connection, battle: str, after: int, last: int) -> list[tuple[int, str, bytes]]:
    """Those of entries after one, up to another: entry, seat and thought."""
    wanted = (
        select(thoughts)
        .where(thoughts.c.battle == battle, thoughts.c.entry > after, thoughts.c.entry <= last)
        .order_by(thoughts.c.entry)
    )
    return [(row.entry, row.seat, bytes(row.thought)) for row in connection.execute(wanted)]
