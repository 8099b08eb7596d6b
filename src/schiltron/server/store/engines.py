"""Opening a database: SQLite with a write-ahead log that is synced at every commit, or PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

_PATIENCE: Final = 10_000
"""Thousandths of a second that one waits for another who writes."""


class DatabaseFault(Exception):
    """A database that cannot be used. `str()` is for the person who starts the server."""


def opened(database: str) -> Engine:
    """The engine of a URL: sqlite:///file, or postgresql://host/name."""
    try:
        url = make_url(database if "://" in database else f"sqlite:///{database}")
    except ArgumentError as error:
        raise DatabaseFault(f"{_bare(database)}: this names no database. {_RIGHT}") from error
    kind = url.get_backend_name()
    if kind == "sqlite":
        return _sqlite(url)
    if kind == "postgresql":
        return _postgresql(url)
    raise DatabaseFault(f"{shown(url)}: {kind} is not served. {_RIGHT}")


def swept(engine: Engine) -> None:
    """What has been deleted leaves SQLite's log too, where nobody is reading it just now; else it does so later."""
    if engine.dialect.name != "sqlite":
        return
    raw = engine.raw_connection()
    try:
        for pragma in ("busy_timeout=0", "wal_checkpoint(TRUNCATE)", f"busy_timeout={_PATIENCE}"):
            raw.cursor().execute(f"PRAGMA {pragma}").close()
    finally:
        raw.close()


def shut(engine: Engine) -> None:
    """Its connections are closed; those in use as soon as they are handed back."""
    event.listen(engine.pool, "checkin", lambda _connection, record: record.invalidate())
    engine.dispose()


def shown(url: URL) -> str:
    """The address of a database without its password."""
    return url.render_as_string(hide_password=True)


def _bare(database: str) -> str:
    """What cannot be read may hold a password all the same."""
    return database if "@" not in database else f"...@{database.rpartition('@')[2]}"


def _sqlite(url: URL) -> Engine:
    if url.database in (None, "", ":memory:"):
        raise DatabaseFault(f"a database in memory forgets everything. {_RIGHT}")
    Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, not guessed by the driver
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "secure_delete=ON",
            f"busy_timeout={_PATIENCE}",
        ):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")

    return engine


def _postgresql(url: URL) -> Engine:
    try:
        return create_engine(url.set(drivername="postgresql+psycopg"), pool_pre_ping=True, hide_parameters=True)
    except ImportError as error:
        raise DatabaseFault(
            f"{shown(url)}: PostgreSQL is spoken to by psycopg, which is not installed here ({error}). "
            "Try: pip install 'schiltron[postgres]', or an SQLite file"
        ) from error


_RIGHT = "Try: sqlite:///battles.sqlite, or postgresql://user@host/name"
