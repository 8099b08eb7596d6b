"""What is written and read of invitations. Each of these runs inside a transaction."""

from __future__ import annotations

import time
from collections.abc import Sequence
from hashlib import sha256

from msgspec.structs import asdict
from sqlalchemy import Connection, delete, insert, select, update

from schiltron.server.store.records import Conflict, Invitation
from schiltron.server.store.tables import holders, invitations, seats


def key_of(token: str) -> str:
    """What the store knows a token by: whoever reads it cannot take a seat that is taken already."""
    return sha256(token.encode()).hexdigest()


def invite(connection: Connection, battle: str, invitation: Invitation) -> None:
    """A new link to a seat. Whichever was open before is not any more."""
    close(connection, battle, invitation.seat)
    connection.execute(insert(invitations).values(battle=battle, **asdict(invitation)))


def close(connection: Connection, battle: str, seat: str) -> None:
    """Nobody can take what is open still."""
    connection.execute(
        update(invitations).where(invitations.c.battle == battle, invitations.c.seat == seat).values(token="")
    )


def take(connection: Connection, battle: str, taken: Invitation) -> None:
    """A visitor takes the seat; where it is given anew, those who held it do so no longer. Conflict if it is closed."""
    moved = connection.execute(
        update(invitations)
        .where(invitations.c.key == taken.key, invitations.c.token != "")
        .values(token="", taken=taken.taken, taker=taken.taker)
    )
    if moved.rowcount != 1:
        raise Conflict(f"the invitation to {taken.seat} of {battle} is not open")
    if taken.kind == "anew":
        connection.execute(delete(holders).where(holders.c.battle == battle, holders.c.seat == taken.seat))
    held = {"visitor": taken.taker, "battle": battle, "seat": taken.seat}
    if connection.execute(select(holders.c.seat).filter_by(**held)).first() is None:
        connection.execute(insert(holders).values(**held))


def found(connection: Connection, wanted: Sequence[str]) -> dict[str, tuple[Invitation, ...]]:
    """The invitations of some battles, in the order in which they were made."""
    of: dict[str, list[Invitation]] = {battle: [] for battle in wanted}
    rows = connection.execute(
        select(invitations).where(invitations.c.battle.in_(wanted)).order_by(invitations.c.made, invitations.c.key)
    )
    for row in rows:
        of[row.battle].append(
            Invitation(row.key, row.seat, row.kind, row.token, row.made, taken=row.taken, taker=row.taker)
        )
    return {battle: tuple(some) for battle, some in of.items()}


def from_links(connection: Connection) -> None:
    """Format 1 had links that opened a seat for good. One whose seat nobody holds is an invitation now; the others are
    taken by whoever holds the seat."""
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
