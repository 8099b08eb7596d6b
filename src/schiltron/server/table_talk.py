"""What players say to each other beside the table: kept with the battle, outside its journal, the last of it only."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from schiltron.server.fault import Refusal
from schiltron.server.player_names import plain_words
from schiltron.server.shown import ChatShown
from schiltron.server.store import ChatLine, Kept, Store

MOST_SAID: Final = 200


class TableTalk:
    """The talk at one table. `people` are the seats that are no captain's."""

    def __init__(self, kept: Kept) -> None:
        self._battle = kept.id
        self._people = [seat.seat for seat in kept.seats if seat.who != "captain"]
        self._said = list(kept.talk)
        self._agreed = {seat for seat in kept.chat_open if seat in self._people}
        self._speaking = asyncio.Lock()

    @property
    def is_open(self) -> bool:
        """Whether those who watch may read it: where everybody who can speak agrees."""
        return set(self._people) <= self._agreed

    def may_read(self, seat: str | None) -> bool:
        return seat is not None or self.is_open

    def shown(self, seat: str | None) -> ChatShown | None:
        if len(self._people) < 2:
            return None
        readable = self.may_read(seat)
        return ChatShown(readable, tuple(sorted(self._agreed)), tuple(self._said) if readable else ())

    async def say(self, store: Store, seat: str, text: str) -> ChatLine:
        """Something said, when it lies on disk; Refusal where there is nobody to hear it."""
        words = plain_words(text)
        if len(self._people) < 2:
            raise Refusal(409, "there is nobody at the table who could hear it", right="a battle with a friend")
        async with self._speaking:
            number = self._said[-1].number + 1 if self._said else 1
            said = ChatLine(number, seat, words, time.time())
            await asyncio.wrap_future(store.keep_said(self._battle, said, MOST_SAID))
            self._said = [*self._said, said][-MOST_SAID:]
        return said

    async def agree(self, store: Store, seat: str, *, on: bool) -> None:
        """A player lets those who watch read along, or no longer does."""
        async with self._speaking:
            await asyncio.wrap_future(store.keep_open(self._battle, seat, on=on))
            (self._agreed.add if on else self._agreed.discard)(seat)
