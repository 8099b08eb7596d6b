"""What is written and read of invitations. Each of these runs inside a transaction."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from msgspec.structs import asdict
from sqlalchemy import Connection, delete, insert, select, update

from schiltron.server.store.records import Conflict, Invitation
from schiltron.server.store.tables import holders, invitations


def key_of(token: str) -> str:
    """The hash by which the store knows a token, so that a reader of the store cannot use it."""
    return sha256(token.encode()).hexdigest()


def invite(connection: Connection, battle: str, invitation: Invitation) -> None:
    """A new link to a seat. Any link that was open before is void."""
    close(connection, battle, invitation.seat)
    connection.execute(insert(invitations).values(battle=battle, **asdict(invitation)))


def close(connection: Connection, battle: str, seat: str) -> None:
    """Void every link that is still open."""
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
