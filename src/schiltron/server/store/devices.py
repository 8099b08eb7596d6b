"""What is written and read of the devices of one player. Each of these runs inside a transaction."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from schiltron.server.store import people
from schiltron.server.store.saved_things import hand_over
from schiltron.server.store.tables import codes, devices, holders


def keep_code(connection: Connection, visitor: str, key: str) -> None:
    """Store the hash of a visitor's code in place of any before. A visitor with a code is known from now on."""
    connection.execute(delete(codes).where(codes.c.visitor == visitor))
    connection.execute(insert(codes).values(visitor=visitor, key=key))
    if people.name_of(connection, visitor) is None:
        people.keep_name(connection, visitor, "")


def visitor_of_code(connection: Connection, key: str) -> str | None:
    row = connection.execute(select(codes.c.visitor).where(codes.c.key == key)).first()
    return None if row is None else str(row.visitor)


def has_code(connection: Connection, visitor: str) -> bool:
    return connection.execute(select(codes.c.key).where(codes.c.visitor == visitor)).first() is not None


def keep_device(connection: Connection, device: str, visitor: str, before: str) -> None:
    """A browser is a visitor's from now on; what it held `before` is theirs too."""
    connection.execute(insert(devices).values(device=device, visitor=visitor))
    held = select(holders.c.battle, holders.c.seat)
    theirs = {(row.battle, row.seat) for row in connection.execute(held.where(holders.c.visitor == visitor))}
    brought = {(row.battle, row.seat) for row in connection.execute(held.where(holders.c.visitor == before))}
    for battle, seat in sorted(brought - theirs):
        connection.execute(insert(holders).values(visitor=visitor, battle=battle, seat=seat))
    hand_over(connection, before, visitor)


def forget(connection: Connection, visitor: str, besides: str) -> None:
    """The code, and all devices that came by it but one."""
    connection.execute(delete(codes).where(codes.c.visitor == visitor))
    connection.execute(delete(devices).where(devices.c.visitor == visitor, devices.c.device != besides))


def known(connection: Connection) -> dict[str, str]:
    """Every device, with the visitor whose it is."""
    return {row.device: row.visitor for row in connection.execute(select(devices))}
