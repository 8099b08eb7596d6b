"""What is written and read of clocks. Each of these runs inside a transaction."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from schiltron.server.clock import Clock
from schiltron.server.store.records import KeptSeat
from schiltron.server.store.tables import about, battles, clocks, seats

_ALIVE = "alive"


def keep(connection: Connection, battle: str, clock: Clock | None) -> None:
    connection.execute(delete(clocks).where(clocks.c.battle == battle))
    if clock is not None:
        connection.execute(insert(clocks).values(battle=battle, clock=msgspec.json.encode(clock)))


def found(connection: Connection, wanted: Sequence[str]) -> dict[str, Clock]:
    rows = connection.execute(select(clocks).where(clocks.c.battle.in_(wanted)))
    return {row.battle: msgspec.json.decode(row.clock, type=Clock) for row in rows}


def running(connection: Connection) -> dict[str, Clock]:
    """The clocks of all battles that are not over."""
    rows = connection.execute(
        select(clocks.c.battle, clocks.c.clock)
        .join(battles, battles.c.id == clocks.c.battle)
        .where(battles.c.over.is_(False))
    )
    return {row.battle: msgspec.json.decode(row.clock, type=Clock) for row in rows}


def relieve(connection: Connection, battle: str, seat: KeptSeat) -> None:
    """Somebody else plays on at a seat."""
    connection.execute(
        update(seats)
        .where(seats.c.battle == battle, seats.c.seat == seat.seat)
        .values(who=seat.who, captain=seat.captain)
    )


def keep_alive(connection: Connection, now: float) -> None:
    connection.execute(delete(about).where(about.c.name == _ALIVE))
    connection.execute(insert(about).values(name=_ALIVE, value=str(now)))


def alive(connection: Connection) -> float:
    """When a server was last known to run; 0 for never."""
    row = connection.execute(select(about.c.value).where(about.c.name == _ALIVE)).first()
    return 0.0 if row is None else float(row.value)
