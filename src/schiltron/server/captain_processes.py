"""Where captains think: in processes beside the server, so that nobody's order waits for them.

A captain remembers its plan from one question to the next, so a battle is always thought about in the same process.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections import OrderedDict
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final
from zlib import crc32

import msgspec

from schiltron.battle.state.battle import Battle
from schiltron.battle.state.decision import Answer
from schiltron.battle.state.encoding import encode
from schiltron.captains.captain import Captain
from schiltron.captains.roster import captain_named
from schiltron.rulesets import ruleset
from schiltron.server.hints import hints
from schiltron.server.worker_processes import go_with_parent

MOST_REMEMBERED: Final = 200


class Staff:
    """The captains one process or thread thinks for."""

    def __init__(self) -> None:
        self._captains: OrderedDict[tuple[str, str], Captain] = OrderedDict()

    def answer(self, battle: str, seat: str, name: str, book: str, view: bytes, decision: str) -> bytes:
        """A captain's answer, both ways as bytes."""
        rules = ruleset(book)
        seen = rules.decode(view)
        asked = seen.decision(decision)
        assert asked is not None, decision
        captain = self._captains.pop((battle, seat), None)
        if captain is None:
            captain = captain_named(name, rules, seed=crc32(f"{battle} {seat} {decision}".encode()))
        answer = captain.answer(seen, asked)
        self._captains[battle, seat] = captain
        if len(self._captains) > MOST_REMEMBERED:
            self._captains.popitem(last=False)
        return encode(answer)


_staff = Staff()


def _think(*question: Any) -> bytes:
    return _staff.answer(*question)


def _advise(book: str, view: bytes, decision: str) -> bytes:
    return encode(hints(book, view, decision))


class Thinking:
    """With no processes captains think in one thread of the server. None is started before it is needed."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._rooms: dict[int, Executor] = {}

    def _room(self, place: int) -> Executor:
        if place not in self._rooms:
            self._rooms[place] = self._opened()
        return self._rooms[place]

    def _opened(self) -> Executor:
        if not self._processes:
            return ThreadPoolExecutor(1, thread_name_prefix="captain")
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, mp_context=context, initializer=go_with_parent)

    async def answer(self, battle: str, seat: str, name: str, view: Battle[Any, Any, Any], decision: str) -> Answer:
        """What a captain answers. A process that died is replaced, and asked again."""
        place = crc32(battle.encode()) % max(1, self._processes)
        room = self._room(place)
        question = (battle, seat, name, view.ruleset, encode(view), decision)
        loop = asyncio.get_running_loop()
        try:
            answer = await loop.run_in_executor(room, _think, *question)
        except BrokenProcessPool:
            if self._rooms[place] is room:
                del self._rooms[place]
            answer = await loop.run_in_executor(self._room(place), _think, *question)
        return msgspec.json.decode(answer, type=Answer)  # type: ignore[no-any-return]

    async def hint(self, battle: str, view: Battle[Any, Any, Any], decision: str) -> bytes:
        """What the book's captain would do in a player's place, as the page is told it."""
        place = crc32(battle.encode()) % max(1, self._processes)
        question = (view.ruleset, encode(view), decision)
        return await asyncio.get_running_loop().run_in_executor(self._room(place), _advise, *question)

    def close(self) -> None:
        """Wait for thoughts that are under way, and let nobody begin another."""
        for room in self._rooms.values():
            room.shutdown(cancel_futures=True)
