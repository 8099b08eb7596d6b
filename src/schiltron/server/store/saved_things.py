"""What is written and read of army lists, scenarios and house rules that visitors save."""

from __future__ import annotations

import time
from concurrent.futures import Future

from msgspec.structs import asdict
from sqlalchemy import Connection, Engine, Row, Select, delete, func, insert, select, update

from schiltron.server.store.engines import swept
from schiltron.server.store.records import Bounds, NoRoom, Overtaken, SavedThing
from schiltron.server.store.scribe import Scribe
from schiltron.server.store.tables import saved

_ABOUT = tuple(column for column in saved.c if column.name != "text")


class SavedThings:
    """They are written by the scribe, whose futures are done when it lies on disk."""

    def __init__(self, engine: Engine, scribe: Scribe) -> None:
        self._engine = engine
        self._scribe = scribe

    # ------------------------------------------------------------ writing

    def keep(self, thing: SavedThing, bounds: Bounds) -> Future[None]:
        """A new one; NoRoom where the owner, or the server, has as much as may be."""

        def job(connection: Connection) -> None:
            _find_room(connection, thing.owner, thing.size, bounds, more=1)
            connection.execute(insert(saved).values(**asdict(thing)))

        return self._scribe.write(job)

    def write(self, thing: SavedThing, before: int, bounds: Bounds) -> Future[None]:
        """The next version of one; Overtaken where the version before is not the one that is there."""

        def job(connection: Connection) -> None:
            row = connection.execute(select(*_ABOUT).where(saved.c.id == thing.id)).first()
            if row is None or row.version != before:
                raise Overtaken(0 if row is None else row.version)
            _find_room(connection, row.owner, thing.size - row.size, bounds, more=0)
            connection.execute(
                update(saved)
                .where(saved.c.id == thing.id)
                .values(
                    book=thing.book,
                    name=thing.name,
                    text=thing.text,
                    size=thing.size,
                    version=before + 1,
                    changed=time.time(),
                )
            )

        return self._scribe.write(job)

    def give_out(self, thing: str, share: str) -> Future[None]:
        """What a link for readers holds from now on; with an empty one there is none."""
        return self._scribe.write(
            lambda connection: connection.execute(update(saved).where(saved.c.id == thing).values(share=share))
        )

    def let_edit(self, thing: str, key: str) -> Future[None]:
        """The hash of what a link for writers holds from now on; with an empty one there is none."""
        return self._scribe.write(
            lambda connection: connection.execute(update(saved).where(saved.c.id == thing).values(edit_key=key))
        )

    def forget(self, thing: str, before: int | None) -> Future[None]:
        """It is gone, with its links. Overtaken where another version than the one named is there."""

        def job(connection: Connection) -> None:
            found = connection.execute(select(saved.c.version).where(saved.c.id == thing)).scalar()
            if found is None or before not in (None, found):
                raise Overtaken(found or 0)
            connection.execute(delete(saved).where(saved.c.id == thing))

        return self._scribe.write(job)

    def sweep(self) -> None:
        """Nothing of what has been deleted lies about any more."""
        swept(self._engine)

    # ------------------------------------------------------------ reading

    def of(self, owner: str) -> list[SavedThing]:
        """All that somebody has saved, without the texts; what was changed last comes first."""
        wanted = select(*_ABOUT).where(saved.c.owner == owner).order_by(saved.c.changed.desc(), saved.c.id)
        with self._engine.begin() as connection:
            return [_about(row) for row in connection.execute(wanted)]

    def found(self, thing: str) -> SavedThing | None:
        return self._one(select(saved).where(saved.c.id == thing))

    def shared(self, share: str) -> SavedThing | None:
        """What a link for readers opens."""
        return self._one(select(saved).where(saved.c.share == share)) if share else None

    def _one(self, wanted: Select[tuple[object, ...]]) -> SavedThing | None:
        with self._engine.begin() as connection:
            row = connection.execute(wanted).first()
        return None if row is None else SavedThing(**row._mapping)


def owns(connection: Connection, visitor: str) -> bool:
    """Whether somebody has saved anything."""
    return connection.execute(select(saved.c.id).where(saved.c.owner == visitor).limit(1)).first() is not None


def hand_over(connection: Connection, before: str, visitor: str) -> None:
    """What somebody has saved is another's from now on."""
    if before:
        connection.execute(update(saved).where(saved.c.owner == before).values(owner=visitor))


def _about(row: Row[tuple[object, ...]]) -> SavedThing:
    return SavedThing(text="", **row._mapping)


def _find_room(connection: Connection, owner: str, size: int, bounds: Bounds, *, more: int) -> None:
    count, size_before = connection.execute(
        select(func.count(), func.coalesce(func.sum(saved.c.size), 0)).where(saved.c.owner == owner)
    ).one()
    if more and count >= bounds.things:
        raise NoRoom(f"you have saved {count} things")
    if size > 0 and size_before + size > bounds.size:
        raise NoRoom(f"what you have saved has {size_before} bytes")
    count, size_before = connection.execute(select(func.count(), func.coalesce(func.sum(saved.c.size), 0))).one()
    if (more and count >= bounds.in_all) or (size > 0 and size_before + size > bounds.size_in_all):
        raise NoRoom("this server has no room for more", for_all=True)
