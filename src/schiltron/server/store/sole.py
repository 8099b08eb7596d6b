"""One server for each database: a second one is told so and gives up.

Two servers would each keep battles in memory and tell their players different things. The lock is held by the operating
system or by PostgreSQL for the server's process, so it is gone however that process ends.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, text

from schiltron.server.store.engines import DatabaseFault, shown

PATIENCE: Final = 3.0
"""Seconds in which a server that was just killed is gone."""
_PAUSE: Final = 0.1
_KEY: Final = 0x5C417A0
"""What the lock is called among the advisory locks of a PostgreSQL database."""


class SoleUse:
    """The right to serve a database, from now until it is released."""

    def __init__(self, engine: Engine) -> None:
        self._release = _of_sqlite(engine) if engine.dialect.name == "sqlite" else _of_postgresql(engine)

    def release(self) -> None:
        self._release()


def _of_sqlite(engine: Engine) -> Callable[[], None]:
    """A file beside the database, locked as SQLite locks its own: that holds on every system."""
    beside = Path(f"{Path(engine.url.database or '').resolve()}.lock")
    lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)

    def taken() -> bool:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise DatabaseFault(f"{beside}: the lock of the database cannot be taken ({error})") from error
            return False
        return True

    _wait_for(taken, engine, lock.close)
    return lock.close


def _of_postgresql(engine: Engine) -> Callable[[], None]:
    """A session of its own that holds an advisory lock; PostgreSQL finds out soon when its other end is gone."""
    connection: Connection = engine.connect()

    def close() -> None:
        connection.invalidate()
        connection.close()

    def taken() -> bool:
        for setting in ("tcp_keepalives_idle = 20", "tcp_keepalives_interval = 5", "tcp_keepalives_count = 3"):
            connection.execute(text(f"SET {setting}"))
        got: Any = connection.execute(text("SELECT pg_try_advisory_lock(:key)"), {"key": _KEY}).scalar()
        connection.commit()
        return bool(got)

    _wait_for(taken, engine, close)
    return close


def _wait_for(taken: Callable[[], bool], engine: Engine, give_up: Callable[[], None]) -> None:
    until = time.monotonic() + PATIENCE
    while not taken():
        if time.monotonic() > until:
            give_up()
            raise DatabaseFault(
                f"{shown(engine.url)}: another Schiltron server plays on this database. "
                "Try: stop the other one first, or name a database of its own"
            )
        time.sleep(_PAUSE)
