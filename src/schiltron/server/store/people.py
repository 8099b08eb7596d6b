"""What is written and read of people: their names, what they say at a table, and the battles before and after one.

Each of these runs inside a transaction.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from schiltron.battle.record.journal import Origin
from schiltron.server.store.records import ChatLine, NextBattle
from schiltron.server.store.tables import chat_open, hints_agreed, holders, names, origins, rematches, talk


def keep_name(connection: Connection, visitor: str, name: str) -> None:
    """With an empty name the visitor is known, and has none."""
    connection.execute(delete(names).where(names.c.visitor == visitor))
    connection.execute(insert(names).values(visitor=visitor, name=name))


def name_of(connection: Connection, visitor: str) -> str | None:
    """None for a visitor who has never said one."""
    row = connection.execute(select(names.c.name).where(names.c.visitor == visitor)).first()
    return None if row is None else str(row.name)


def names_at(connection: Connection, wanted: Sequence[str]) -> dict[str, dict[tuple[str, str], str]]:
    """Of some battles the names of those who hold their seats, or set them up: by visitor and seat."""
    found: dict[str, dict[tuple[str, str], str]] = {battle: {} for battle in wanted}
    rows = connection.execute(
        select(holders.c.battle, holders.c.visitor, holders.c.seat, names.c.name)
        .join(names, names.c.visitor == holders.c.visitor)
        .where(holders.c.battle.in_(wanted), names.c.name != "")
        .order_by(holders.c.visitor)
    )
    for row in rows:
        found[row.battle][row.visitor, row.seat] = row.name
    return found


def keep_said(connection: Connection, battle: str, said: ChatLine, most: int) -> None:
    """Something said at the table. Only the last lines are kept."""
    row = {"number": said.number, "seat": said.seat, "text": said.text, "said": said.at}
    connection.execute(insert(talk).values(battle=battle, **row))
    connection.execute(delete(talk).where(talk.c.battle == battle, talk.c.number <= said.number - most))


def said_at(connection: Connection, battle: str) -> tuple[ChatLine, ...]:
    rows = connection.execute(select(talk).where(talk.c.battle == battle).order_by(talk.c.number))
    return tuple(ChatLine(row.number, row.seat, row.text, row.said) for row in rows)


def keep_open(connection: Connection, battle: str, seat: str, *, on: bool) -> None:
    """Whether a seat lets those who watch read what is said."""
    connection.execute(delete(chat_open).where(chat_open.c.battle == battle, chat_open.c.seat == seat))
    if on:
        connection.execute(insert(chat_open).values(battle=battle, seat=seat))


def open_by(connection: Connection, battle: str) -> tuple[str, ...]:
    return tuple(connection.execute(select(chat_open.c.seat).where(chat_open.c.battle == battle)).scalars())


def keep_hints(connection: Connection, battle: str, seat: str, *, on: bool) -> None:
    """Whether a seat agrees that both may ask what a captain would do."""
    connection.execute(delete(hints_agreed).where(hints_agreed.c.battle == battle, hints_agreed.c.seat == seat))
    if on:
        connection.execute(insert(hints_agreed).values(battle=battle, seat=seat))


def hints_by(connection: Connection, battle: str) -> tuple[str, ...]:
    return tuple(connection.execute(select(hints_agreed.c.seat).where(hints_agreed.c.battle == battle)).scalars())


def keep_next(connection: Connection, battle: str, following: NextBattle) -> None:
    connection.execute(
        insert(rematches).values(battle=battle, next=following.id, kind=following.kind, seat=following.by)
    )


def next_after(connection: Connection, battle: str) -> NextBattle | None:
    return all_next(connection, [battle]).get(battle)


def all_next(connection: Connection, wanted: Sequence[str]) -> dict[str, NextBattle]:
    """The next battles, by the battles that their players went on from."""
    rows = connection.execute(select(rematches).where(rematches.c.battle.in_(wanted)))
    return {row.battle: NextBattle(row.next, row.kind, row.seat) for row in rows}


def keep_origin(connection: Connection, battle: str, origin: Origin) -> None:
    connection.execute(insert(origins).values(battle=battle, origin=origin.battle, entry=origin.entry))


def origins_of(connection: Connection, wanted: Sequence[str]) -> dict[str, Origin]:
    """The origins, by the battles that were played on from another."""
    rows = connection.execute(select(origins).where(origins.c.battle.in_(wanted)))
    return {row.battle: Origin(row.origin, row.entry) for row in rows}
