"""Why computer players did what they did, as far as it may be told.

It is told to everybody, and only while it gives nothing away: at a moment at which the battle hides nothing from
anybody, to all at the table who may ask for hints, or else when the battle is over. What was thought before that is
told with it.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Future
from typing import Final

import msgspec

from schiltron.battle.state.encoding import encode
from schiltron.captains.thoughts import Thoughts
from schiltron.server.shown import ThoughtShown
from schiltron.server.store import Store

log = logging.getLogger("schiltron.server")

MOST_THOUGHTS: Final = 2_000
"""Of one battle."""
MOST_BYTES: Final = 4_000
"""Of one thought."""


class CaptainsReasons:
    """Those of one battle. What is not told yet waits here; all of it is kept in the store."""

    def __init__(self, battle: str) -> None:
        self._battle = battle
        self._waiting: list[ThoughtShown] = []
        self.told_upto = 0
        """The last entry of which everything thought may be told."""

    def keep(self, store: Store, entry: int, seat: str, thoughts: Thoughts) -> None:
        """Remember what was thought of an order. Losing it is no harm to the battle."""
        thought = encode(thoughts)
        if len(thought) > MOST_BYTES:
            log.warning("battle %s: a thought of %d bytes is not kept", self._battle, len(thought))
            return
        self._waiting.append(shown(entry, seat, thoughts))
        store.keep_thought(self._battle, entry, seat, thought, MOST_THOUGHTS).add_done_callback(_noticed)

    def open(self, position: int) -> tuple[ThoughtShown, ...]:
        """Everything thought up to a position may be told now; what has not been yet."""
        self.told_upto = max(self.told_upto, position)
        told = tuple(one for one in self._waiting if one.entry <= self.told_upto)
        self._waiting = [one for one in self._waiting if one.entry > self.told_upto]
        return told

    async def all_told(self, store: Store, after: int = 0) -> tuple[ThoughtShown, ...]:
        """Of every entry after one, as far as it may be told."""
        rows = await asyncio.to_thread(store.thoughts, self._battle, after, self.told_upto)
        return tuple(_read(entry, seat, thought) for entry, seat, thought in rows)


def shown(entry: int, seat: str, thoughts: Thoughts) -> ThoughtShown:
    expected = thoughts.reckoning.expected if thoughts.reckoning is not None else None
    return ThoughtShown(entry, seat, thoughts.captain, thoughts.told(), expected)


def _read(entry: int, seat: str, thought: bytes) -> ThoughtShown:
    return shown(entry, seat, msgspec.json.decode(thought, type=Thoughts))


def _noticed(written: Future[None]) -> None:
    if (error := written.exception()) is not None:
        log.warning("a thought could not be kept: %s", error)
