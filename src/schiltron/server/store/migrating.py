"""The format of a database, and what brings an older one up to date.

A new database is made with the tables of today. One that is there already is changed by migrations alone: each once, in
the order of their numbers, all in one transaction, while no other server plays on it. One of a newer format is left as
it is.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec.structs import asdict
from sqlalchemy import Connection, Engine, insert, inspect, select, update

from schiltron import __version__
from schiltron.server.store.engines import DatabaseFault, shown
from schiltron.server.store.invitations import key_of
from schiltron.server.store.records import Invitation
from schiltron.server.store.sole import SoleUse
from schiltron.server.store.tables import about, holders, invitations, metadata, saved, seats, thoughts

log = logging.getLogger("schiltron.server")


def _links_are_taken_once(connection: Connection) -> None:
    """Links opened a seat for good. One whose seat nobody holds is an invitation now; the others are taken by whoever
    holds the seat."""
    invitations.create(connection, checkfirst=True)
    for row in connection.execute(select(seats).where(seats.c.token != "")).all():
        holder = connection.execute(
            select(holders.c.visitor).where(holders.c.battle == row.battle, holders.c.seat == row.seat)
        ).first()
        now = time.time()
        link = Invitation(
            key=key_of(row.token),
            seat=row.seat,
            kind="first",
            token=row.token if holder is None else "",
            made=now,
            taken=None if holder is None else now,
            taker="" if holder is None else holder.visitor,
        )
        connection.execute(insert(invitations).values(battle=row.battle, **asdict(link)))
    connection.execute(update(seats).values(token=""))


def _tables_are_numbered(connection: Connection) -> None:
    """Tables came without a number until now: those that are missing are made. They are made as they are today, so a
    later migration looks first whether a table is still as it was."""
    metadata.create_all(connection)


def _thoughts_are_kept(connection: Connection) -> None:
    """What captains thought of their orders has a table."""
    thoughts.create(connection, checkfirst=True)


def _things_are_saved(connection: Connection) -> None:
    """Army lists, scenarios and house rules of visitors have a table."""
    saved.create(connection, checkfirst=True)


MIGRATIONS: Final[Mapping[int, Callable[[Connection], None]]] = MappingProxyType(
    {2: _links_are_taken_once, 3: _tables_are_numbered, 4: _thoughts_are_kept, 5: _things_are_saved}
)
"""By the format they lead to, from the one before it."""
FORMAT: Final = max(MIGRATIONS)


def bring_up_to_date(engine: Engine) -> None:
    """Make the tables of a new database, and migrate an older one; DatabaseFault where it is newer, or in use."""
    with engine.begin() as connection:
        found = _format(connection)
    if found is not None and found < FORMAT:
        sole = SoleUse(engine)
        try:
            copy = _copied(engine, found)
            _write(engine)
        finally:
            sole.release()
        log.warning("the database had format %d and has format %d now%s", found, FORMAT, copy)
    elif found is None:
        _write(engine)
    elif found > FORMAT:
        raise DatabaseFault(
            f"{shown(engine.url)}: the database has format {found}, which a newer Schiltron has written; this one, "
            f"{__version__}, knows formats up to {FORMAT} and has changed nothing. "
            "Try: the newer Schiltron, or another database"
        )


def _format(connection: Connection) -> int | None:
    """None where nothing has been written yet."""
    if not inspect(connection).has_table(about.name):
        return None
    row = connection.execute(select(about.c.value).where(about.c.name == "format")).first()
    if row is None:
        return None
    if not row.value.isdecimal() or row.value == "0":
        raise DatabaseFault(f"{shown(connection.engine.url)}: the database has format {row.value!r}, which is none")
    return int(row.value)


def _write(engine: Engine) -> None:
    """All or nothing. What is due is looked up again: another may have been quicker."""
    with engine.execution_options(writes=True).begin() as connection:
        found = _format(connection)
        if found is None:
            metadata.create_all(connection)
            connection.execute(insert(about).values(name="format", value=str(FORMAT)))
            return
        for number in range(found + 1, FORMAT + 1):
            MIGRATIONS[number](connection)
        connection.execute(update(about).where(about.c.name == "format").values(value=str(FORMAT)))


def _copied(engine: Engine, found: int) -> str:
    """A file is copied before it is changed, for who wants to go back to the program before; where it lies, in words.

    Who keeps battles in PostgreSQL has their own copies.
    """
    if engine.dialect.name != "sqlite":
        return ""
    path = Path(engine.url.database or "")
    copy = path.with_name(f"{path.name}.format-{found}")
    try:
        copy.unlink(missing_ok=True)
        with closing(sqlite3.connect(path)) as database:
            database.execute("VACUUM INTO ?", (str(copy),))
    except (OSError, sqlite3.Error) as error:
        raise DatabaseFault(f"{copy}: the database cannot be copied before it is changed ({error})") from error
    return f"; a copy of it as it was is {copy}"
