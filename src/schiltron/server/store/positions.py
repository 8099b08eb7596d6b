"""Positions kept beside a journal, from which it can be gone on with.

Each of these runs inside a transaction.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, insert, select

from schiltron import __version__
from schiltron.server.store.tables import positions

MOST: Final = 4
"""So many of a battle's kept positions are read with it."""


def keep(connection: Connection, battle: str, number: int, position: bytes) -> None:
    connection.execute(delete(positions).where(positions.c.battle == battle, positions.c.number == number))
    row = {"battle": battle, "number": number, "program": __version__, "state": position}
    connection.execute(insert(positions).values(**row))


def found(connection: Connection, battle: str) -> tuple[bytes, ...]:
    """The last few; those of another program are left alone, for it may have played by other rules."""
    wanted = (
        select(positions.c.state)
        .where(positions.c.battle == battle, positions.c.program == __version__)
        .order_by(positions.c.number.desc())
        .limit(MOST)
    )
    return tuple(bytes(state) for (state,) in connection.execute(wanted))
