"""What visitors save in the workshop: army lists, scenarios and house rules, under links.

A browser owns what it saves. A link for readers opens a copy and needs no account; a link for writers lets another
browser save too. Nobody is shown what is neither theirs nor given to them, and what is deleted is gone.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from schiltron.server.fault import Refusal
from schiltron.server.seats import fresh_id
from schiltron.server.settings import Limits
from schiltron.server.store import Bounds, NoRoom, Overtaken, SavedKind, SavedThing, Store, key_of
from schiltron.server.workshop import Known

MOST_SIGNS = 40_000
FileText = Annotated[str, Meta(max_length=MOST_SIGNS)]


_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""Of things and of links: nothing else is looked for."""


class ThingSaved(Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a file that is to be saved."""

    kind: SavedKind
    text: FileText


class TextSaved(Struct, frozen=True, forbid_unknown_fields=True):
    """The text that takes the place of the one before."""

    text: FileText


class ThingShown(Struct, frozen=True):
    """A saved thing as its owner has it: `shared` is the link for readers, if there is one;
    its owner alone is shown it."""

    id: str
    kind: SavedKind
    book: str
    name: str
    version: int
    made: float
    changed: float
    bytes: int
    shared: str | None
    mine: bool
    text: str | None = None


class ThingsShown(Struct, frozen=True):
    """All that a browser has saved, and how much it may save."""

    things: tuple[ThingShown, ...]
    most: int
    bytes: int
    most_bytes: int


class CopyShown(Struct, frozen=True):
    """What a link for readers opens."""

    kind: SavedKind
    book: str
    name: str
    version: int
    changed: float
    text: str


class EditLink(Struct, frozen=True):
    """A link for writers, shown once."""

    link: str


class Shelf:
    """The saved things of all visitors."""

    def __init__(self, store: Store, limits: Limits) -> None:
        self._store = store
        self._bounds = Bounds(
            things=limits.saved_things,
            size=limits.saved_bytes,
            in_all=limits.saved_in_all,
            size_in_all=limits.saved_bytes_in_all,
        )

    async def of(self, visitor: str) -> ThingsShown:
        found = await asyncio.to_thread(self._store.saved.of, visitor) if visitor else []
        return ThingsShown(
            tuple(shown(one, visitor) for one in found),
            self._bounds.things,
            sum(one.size for one in found),
            self._bounds.size,
        )

    async def keep(self, visitor: str, saved: ThingSaved, known: Known) -> SavedThing:
        now = time.time()
        thing = SavedThing(
            id=fresh_id(),
            owner=visitor,
            kind=saved.kind,
            book=known.book,
            name=known.name,
            text=saved.text,
            version=1,
            made=now,
            changed=now,
            size=len(saved.text.encode()),
        )
        try:
            await asyncio.wrap_future(self._store.saved.keep(thing, self._bounds))
        except NoRoom as full:
            raise _no_room(full) from full
        return thing

    async def found(self, thing: str, visitor: str, key: str, *, own: bool = False) -> SavedThing:
        """A thing for its owner, or for who has a link for writers; with `own` for its owner alone. Whoever may not
        have it is told that it is not there."""
        found = await asyncio.to_thread(self._store.saved.found, thing) if _NAME.fullmatch(thing) else None
        if found is not None:
            if visitor and found.owner == visitor:
                return found
            if key and found.edit_key and secrets.compare_digest(found.edit_key, key_of(key)):
                if not own:
                    return found
                right = "that browser, or a copy of your own"
                raise Refusal(404, "only the browser that saved it may do that", where="id", right=right)
        raise Refusal(
            404, "there is nothing saved here for you", where="id", right="one of your own, or the whole link"
        )

    async def write(self, thing: SavedThing, text: str, known: Known, before: int) -> SavedThing:
        fresh = replace(thing, text=text, book=known.book, name=known.name, size=len(text.encode()))
        try:
            await asyncio.wrap_future(self._store.saved.write(fresh, before, self._bounds))
        except NoRoom as full:
            raise _no_room(full) from full
        except Overtaken as overtaken:
            raise _overtaken(overtaken) from overtaken
        return replace(fresh, version=before + 1, changed=time.time())

    async def forget(self, thing: SavedThing, before: int | None) -> None:
        try:
            await asyncio.wrap_future(self._store.saved.forget(thing.id, before))
        except Overtaken as overtaken:
            raise _overtaken(overtaken) from overtaken
        await asyncio.to_thread(self._store.saved.sweep)

    async def share(self, thing: SavedThing) -> SavedThing:
        """With a link for readers: the one there is, or a fresh one."""
        if thing.share:
            return thing
        share = secrets.token_urlsafe(18)
        await asyncio.wrap_future(self._store.saved.give_out(thing.id, share))
        return replace(thing, share=share)

    async def withdraw(self, thing: SavedThing) -> SavedThing:
        """Without a link for readers: whoever has the one before finds nothing any more."""
        await asyncio.wrap_future(self._store.saved.give_out(thing.id, ""))
        return replace(thing, share="")

    async def edit_link(self, thing: SavedThing) -> EditLink:
        """A fresh link for writers; the one before is void."""
        key = secrets.token_urlsafe(24)
        await asyncio.wrap_future(self._store.saved.let_edit(thing.id, key_of(key)))
        return EditLink(f"/workshop/{thing.kind}#edit={thing.id}.{key}")

    async def close_edit_link(self, thing: SavedThing) -> None:
        await asyncio.wrap_future(self._store.saved.let_edit(thing.id, ""))

    async def copy(self, share: str) -> CopyShown:
        found = await asyncio.to_thread(self._store.saved.shared, share) if _NAME.fullmatch(share) else None
        if found is None:
            raise Refusal(404, "this link opens nothing, or nothing any more", where="share", right="a newer link")
        return CopyShown(found.kind, found.book, found.name, found.version, found.changed, found.text)


def shown(thing: SavedThing, visitor: str, *, whole: bool = False) -> ThingShown:
    """A thing for who may write it; `whole` with its text."""
    return ThingShown(
        id=thing.id,
        kind=thing.kind,
        book=thing.book,
        name=thing.name,
        version=thing.version,
        made=thing.made,
        changed=thing.changed,
        bytes=thing.size,
        shared=f"/workshop/{thing.kind}#copy={thing.share}" if thing.share and thing.owner == visitor else None,
        mine=thing.owner == visitor,
        text=thing.text if whole else None,
    )


def version_asked(said: str | None, *, needed: Literal["must be said", "may be said"]) -> int | None:
    """The version that an `If-Match` names; Refusal where it names none and has to."""
    if said is None or not said.strip() or (said.strip() == "*" and needed == "may be said"):
        if needed == "must be said":
            raise Refusal(428, "it is not said which version this follows", where="If-Match", right='If-Match: "3"')
        return None
    plain = said.strip().removeprefix("W/").strip('"')
    if not (plain.isascii() and plain.isdigit() and len(plain) < 10):
        raise Refusal(412, "this names no version", where="If-Match", right='the ETag as it was given, such as "3"')
    return int(plain)


def _overtaken(overtaken: Overtaken) -> Refusal:
    if not overtaken.version:
        return Refusal(404, "it has been deleted meanwhile", where="id", right="save it as a new one")
    what = f"it has been saved elsewhere meanwhile, and has version {overtaken.version} now"
    return Refusal(412, what, where="If-Match", right="look at that version, then save over it or as a new one")


def _no_room(full: NoRoom) -> Refusal:
    if full.for_all:
        return Refusal(507, str(full), right="a file on your own disk; it opens here at any time")
    return Refusal(409, str(full), right="delete something you need no more, or keep it as a file")
