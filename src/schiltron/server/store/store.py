"""Everything the server keeps, behind one class. The same statements run on SQLite and on PostgreSQL.

Reading is done in the thread that asks; writing by the scribe, whose futures are done when it lies on disk.
"""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, insert, select, update
from sqlalchemy.exc import DBAPIError

from schiltron.server.clock import Clock
from schiltron.server.store import clocks, devices, invitations, people, positions, shares, thoughts
from schiltron.server.store.engines import DatabaseFault, opened, shown, shut
from schiltron.server.store.migrating import bring_up_to_date
from schiltron.server.store.records import (
    ChatLine,
    Conflict,
    Damaged,
    Invitation,
    Kept,
    KeptSeat,
    KeptShare,
    Listed,
    NextBattle,
    Standing,
)
from schiltron.server.store.saved_things import SavedThings, owns
from schiltron.server.store.scribe import Scribe
from schiltron.server.store.sole import SoleUse
from schiltron.server.store.tables import battles, entries, holders, seats

log = logging.getLogger("schiltron.server")


class Store:
    def __init__(self, database: str) -> None:
        self.engine = opened(database)
        try:
            bring_up_to_date(self.engine)
        except DBAPIError as error:
            self.engine.dispose()
            raise DatabaseFault(f"{shown(self.engine.url)}: the database cannot be used ({error.orig})") from error
        except DatabaseFault:
            self.engine.dispose()
            raise
        self._scribe = Scribe(self.engine)
        self.saved = SavedThings(self.engine, self._scribe)
        self._sole: SoleUse | None = None

    def claim(self) -> None:
        """Only this server plays on the database from now on; DatabaseFault where another does."""
        self._sole = SoleUse(self.engine)

    def close(self) -> None:
        self._scribe.close()
        if self._sole is not None:
            self._sole.release()
        shut(self.engine)

    # ------------------------------------------------------------ writing

    def create(self, kept: Kept, standing: Standing, after: tuple[str, NextBattle] | None = None) -> Future[None]:
        """A new battle with its seats, and the entries its dice have made already; `after` another, of which it is
        the one its players go on with. Conflict where they go on with another."""
        now = time.time()

        def job(connection: Connection) -> None:
            connection.execute(
                insert(battles).values(
                    id=kept.id,
                    title=kept.title,
                    scenario=kept.scenario,
                    ruleset=kept.ruleset,
                    header=kept.header,
                    seed=kept.seed,
                    created=kept.created,
                    updated=now,
                    entries=len(kept.lines),
                    standing=msgspec.json.encode(standing),
                    over=standing.outcome is not None,
                )
            )
            rows = [
                {"battle": kept.id, "place": place, "token": "", **msgspec.structs.asdict(seat)}
                for place, seat in enumerate(kept.seats)
            ]
            connection.execute(insert(seats), rows)
            if kept.lines:
                connection.execute(insert(entries), _numbered(kept.id, 1, kept.lines))
            if kept.holders:
                held = [{"visitor": visitor, "battle": kept.id, "seat": seat} for visitor, seat in kept.holders]
                connection.execute(insert(holders), held)
            for invitation in kept.invitations:
                invitations.invite(connection, kept.id, invitation)
            clocks.keep(connection, kept.id, kept.clock)
            if kept.origin is not None:
                people.keep_origin(connection, kept.id, kept.origin)
            if after is not None:
                if people.next_after(connection, after[0]) is not None:
                    raise Conflict(f"the players of {after[0]} go on with another battle")
                people.keep_next(connection, *after)

        return self._scribe.write(job)

    def append(
        self,
        battle: str,
        after: int,
        lines: Sequence[bytes],
        standing: Standing,
        position: bytes | None = None,
        clock: Clock | None = None,
        relieved: KeptSeat | None = None,
    ) -> Future[None]:
        """Entries after so many, the packed position they lead to, the clock as it stands, and who plays on at a seat
        whose time is out. Conflict if the journal is not that long."""

        def job(connection: Connection) -> None:
            _moved(connection, battle, after, standing, entries=after + len(lines))
            connection.execute(insert(entries), _numbered(battle, after + 1, lines))
            if position is not None:
                positions.keep(connection, battle, after + len(lines), position)
            if clock is not None:
                clocks.keep(connection, battle, clock)
            if relieved is not None:
                clocks.relieve(connection, battle, relieved)

        return self._scribe.write(job)

    def keep_position(self, battle: str, number: int, position: bytes) -> Future[None]:
        """The packed position after an entry, for a journal that had none."""
        return self._scribe.write(lambda connection: positions.keep(connection, battle, number, position))

    def share(self, battle: str, after: int, share: KeptShare, standing: Standing) -> Future[None]:
        """What a player adds to the dice of a battle that waits for others, after so many entries."""

        def job(connection: Connection) -> None:
            shares.keep(connection, battle, share)
            _moved(connection, battle, after, standing, entries=after)

        return self._scribe.write(job)

    def bind(
        self,
        battle: str,
        after: int,
        share: KeptShare,
        header: bytes,
        lines: Sequence[bytes],
        standing: Standing,
        clock: Clock | None = None,
    ) -> Future[None]:
        """The last share is in: all lines of the journal as it begins from now on, under the seal of the new header."""

        def job(connection: Connection) -> None:
            shares.keep(connection, battle, share)
            _moved(connection, battle, after, standing, entries=len(lines))
            _rewrite(connection, battle, header, lines)
            clocks.keep(connection, battle, clock)

        return self._scribe.write(job)

    def rewrite(self, battle: str, header: bytes, *lines: bytes) -> Future[None]:
        """The same journal in the format of today."""
        return self._scribe.write(lambda connection: _rewrite(connection, battle, header, lines))

    def keep_clock(self, battle: str, clock: Clock) -> Future[None]:
        return self._scribe.write(lambda connection: clocks.keep(connection, battle, clock))

    def keep_alive(self, now: float) -> Future[None]:
        """A moment at which a server ran: after it, until the next one starts, no live time passes."""
        return self._scribe.write(lambda connection: clocks.keep_alive(connection, now))

    def invite(self, battle: str, invitation: Invitation) -> Future[None]:
        """A new link to a seat; any link that was open before is void."""
        return self._scribe.write(lambda connection: invitations.invite(connection, battle, invitation))

    def close_invitation(self, battle: str, seat: str) -> Future[None]:
        return self._scribe.write(lambda connection: invitations.close(connection, battle, seat))

    def take(self, battle: str, taken: Invitation) -> Future[None]:
        """A visitor takes a seat by a link; Conflict if the link is not open any more."""
        return self._scribe.write(lambda connection: invitations.take(connection, battle, taken))

    def keep_name(self, visitor: str, name: str) -> Future[None]:
        return self._scribe.write(lambda connection: people.keep_name(connection, visitor, name))

    def keep_said(self, battle: str, said: ChatLine, most: int) -> Future[None]:
        return self._scribe.write(lambda connection: people.keep_said(connection, battle, said, most))

    def keep_open(self, battle: str, seat: str, *, on: bool) -> Future[None]:
        return self._scribe.write(lambda connection: people.keep_open(connection, battle, seat, on=on))

    def keep_hints(self, battle: str, seat: str, *, on: bool) -> Future[None]:
        return self._scribe.write(lambda connection: people.keep_hints(connection, battle, seat, on=on))

    def keep_thought(self, battle: str, entry: int, seat: str, thought: bytes, most: int) -> Future[None]:
        """What a captain thought of an order, unless so many are kept of the battle already."""
        return self._scribe.write(lambda connection: thoughts.keep(connection, battle, entry, seat, thought, most))

    def keep_code(self, visitor: str, key: str) -> Future[None]:
        return self._scribe.write(lambda connection: devices.keep_code(connection, visitor, key))

    def keep_device(self, device: str, visitor: str, before: str) -> Future[None]:
        return self._scribe.write(lambda connection: devices.keep_device(connection, device, visitor, before))

    def forget_devices(self, visitor: str, besides: str) -> Future[None]:
        return self._scribe.write(lambda connection: devices.forget(connection, visitor, besides))

    # ------------------------------------------------------------ reading

    def devices(self) -> dict[str, str]:
        with self.engine.begin() as connection:
            return devices.known(connection)

    def visitor_of_code(self, key: str) -> str | None:
        with self.engine.begin() as connection:
            return devices.visitor_of_code(connection, key)

    def has_code(self, visitor: str) -> bool:
        with self.engine.begin() as connection:
            return devices.has_code(connection, visitor)

    def alive(self) -> float:
        with self.engine.begin() as connection:
            return clocks.alive(connection)

    def clocks(self) -> dict[str, Clock]:
        """The clocks of all battles that are not over and have one."""
        with self.engine.begin() as connection:
            return clocks.running(connection)

    def name_of(self, visitor: str) -> str:
        """What a visitor calls themselves; empty where that has not been said."""
        with self.engine.begin() as connection:
            return people.name_of(connection, visitor) or ""

    def load(self, battle: str) -> Kept | None:
        """Everything kept of a battle; Damaged where some of it is gone."""
        with self.engine.begin() as connection:
            row = connection.execute(select(battles).where(battles.c.id == battle)).first()
            if row is None:
                return None
            found = connection.execute(
                select(entries.c.line)
                .where(entries.c.battle == battle, entries.c.number <= row.entries)
                .order_by(entries.c.number)
            )
            lines = tuple(bytes(line) for (line,) in found)
            if len(lines) != row.entries:
                raise Damaged(f"{row.entries} entries were written, and {len(lines)} are there")
            held = connection.execute(select(holders.c.visitor, holders.c.seat).where(holders.c.battle == battle))
            return Kept(
                id=row.id,
                title=row.title,
                scenario=row.scenario,
                ruleset=row.ruleset,
                header=bytes(row.header),
                seed=None if row.seed is None else bytes(row.seed),
                created=row.created,
                seats=_seats(connection, [battle])[battle],
                lines=lines,
                holders=tuple((visitor, seat) for visitor, seat in held),
                invitations=invitations.found(connection, [battle])[battle],
                shares=shares.found(connection, battle),
                positions=positions.found(connection, battle),
                names=people.names_at(connection, [battle])[battle],
                talk=people.said_at(connection, battle),
                chat_open=people.open_by(connection, battle),
                hints=people.hints_by(connection, battle),
                following=people.next_after(connection, battle),
                clock=clocks.found(connection, [battle]).get(battle),
            )

    def thoughts(self, battle: str, after: int, last: int) -> list[tuple[int, str, bytes]]:
        with self.engine.begin() as connection:
            return thoughts.found(connection, battle, after, last)

    def knows(self, visitor: str) -> bool:
        """Whether a visitor has set up a battle, holds a seat, has said a name, or has saved something."""
        with self.engine.begin() as connection:
            wanted = select(holders.c.battle).where(holders.c.visitor == visitor).limit(1)
            named = people.name_of(connection, visitor) is not None
            return named or connection.execute(wanted).first() is not None or owns(connection, visitor)

    def held_by(self, visitor: str, most: int = 200) -> list[Listed]:
        """The battles a visitor set up or plays in, the latest first."""
        with self.engine.begin() as connection:
            theirs = select(holders.c.battle).where(holders.c.visitor == visitor)
            rows = connection.execute(
                select(battles).where(battles.c.id.in_(theirs)).order_by(battles.c.updated.desc()).limit(most)
            ).all()
            found = [row.id for row in rows]
            held: dict[str, list[str]] = defaultdict(list)
            for battle, seat in connection.execute(
                select(holders.c.battle, holders.c.seat)
                .where(holders.c.visitor == visitor, holders.c.battle.in_(found))
                .order_by(holders.c.seat)
            ):
                held[battle].append(seat)
            who = _seats(connection, found)
            links = invitations.found(connection, found)
            called = people.names_at(connection, found)
            following = people.all_next(connection, found)
            origins = people.origins_of(connection, found)
            timed = clocks.found(connection, found)
        listed = [_listed(row, who[row.id], links[row.id], held[row.id], called[row.id]) for row in rows]
        return [
            msgspec.structs.replace(
                one, following=following.get(one.id), origin=origins.get(one.id), clock=timed.get(one.id)
            )
            for one in listed
        ]

    def unfinished(self) -> list[str]:
        """Battles that are not over and wait for a captain, the latest first. One whose standing cannot be read is
        among them; opening it will show."""
        with self.engine.begin() as connection:
            wanted = (
                select(battles.c.id, battles.c.standing, seats.c.seat)
                .join(seats, seats.c.battle == battles.c.id)
                .where(battles.c.over.is_(False), seats.c.who == "captain")
                .order_by(battles.c.updated.desc())
            )
            rows = connection.execute(wanted).all()
        due: dict[str, None] = {}
        for battle, stored, seat in rows:
            standing = _standing(battle, stored)
            if standing is None or seat in standing.waiting_for:
                due[battle] = None
        return list(due)


def _moved(connection: Connection, battle: str, after: int, standing: Standing, **changes: Any) -> None:
    """The battle goes on from so many entries; Conflict where it is not there."""
    moved = connection.execute(
        update(battles)
        .where(battles.c.id == battle, battles.c.entries == after)
        .values(
            updated=time.time(), standing=msgspec.json.encode(standing), over=standing.outcome is not None, **changes
        )
    )
    if moved.rowcount != 1:
        raise Conflict(f"the journal of {battle} does not end at entry {after}")


def _rewrite(connection: Connection, battle: str, header: bytes, lines: Sequence[bytes]) -> None:
    connection.execute(update(battles).where(battles.c.id == battle).values(header=header))
    connection.execute(delete(entries).where(entries.c.battle == battle))
    if lines:
        connection.execute(insert(entries), _numbered(battle, 1, lines))


def _numbered(battle: str, first: int, lines: Iterable[bytes]) -> list[dict[str, Any]]:
    return [{"battle": battle, "number": number, "line": line} for number, line in enumerate(lines, first)]


def _seats(connection: Connection, wanted: Sequence[str]) -> dict[str, tuple[KeptSeat, ...]]:
    found: dict[str, list[KeptSeat]] = {battle: [] for battle in wanted}
    for row in connection.execute(select(seats).where(seats.c.battle.in_(wanted)).order_by(seats.c.place)):
        found[row.battle].append(KeptSeat(row.seat, row.who, row.captain))
    return {battle: tuple(who) for battle, who in found.items()}


def _standing(battle: str, stored: Any) -> Standing | None:
    """None, and a word in the log, where what is stored is no standing."""
    try:
        return msgspec.json.decode(stored, type=Standing)
    except (msgspec.DecodeError, TypeError, ValueError) as error:
        log.error("battle %s: its standing is damaged (%s)", battle, error)
        return None


def _listed(
    row: Row[Any],
    who: tuple[KeptSeat, ...],
    links: tuple[Invitation, ...],
    held: Sequence[str],
    called: dict[tuple[str, str], str],
) -> Listed:
    return Listed(
        id=row.id,
        title=row.title,
        scenario=row.scenario,
        ruleset=row.ruleset,
        created=row.created,
        updated=row.updated,
        entries=row.entries,
        standing=_standing(row.id, row.standing),
        seats=who,
        held=tuple(seat for seat in held if seat),
        invitations=links,
        players={seat: name for (_, seat), name in called.items() if seat},
        founded="" in held,
    )
