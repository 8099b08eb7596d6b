"""Where captains think: in processes beside the server, so that nobody's order waits for them.

Those who answer at once have a room of their own, so that they wait for no marshal. Such a captain may remember its
plan from one question to the next, so a battle is always thought about in the same one. Marshals are thought for by a
council (`thinkers.py`), any of it for any battle; hints, tried as a marshal would, by an adviser of their own.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections import OrderedDict
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, Final
from zlib import crc32

import msgspec
from msgspec import Struct

from schiltron.battle.state.battle import Battle
from schiltron.battle.state.decision import Answer, AnyDecision
from schiltron.battle.state.encoding import encode
from schiltron.captains.advising import thoughts_on
from schiltron.captains.captain import Books, Captain
from schiltron.captains.marshal.budget import Stopped, Turn
from schiltron.captains.marshal.marshal import Considered, Marshal
from schiltron.captains.roster import captain_named, quickest, thinks_ahead
from schiltron.captains.thoughts import Thoughts
from schiltron.herald.hinting import said_hint
from schiltron.rulesets import ruleset
from schiltron.server.child_process import go_with_parent
from schiltron.server.fault import Refusal
from schiltron.server.hints import hints
from schiltron.server.thinkers import Council, ThoughtLost

log = logging.getLogger("schiltron.server")
MOST_REMEMBERED: Final = 200
LAST: Final = 19
"""How much less claim to the processor marshals have than orders."""
AWAITED: Final = 5
"""The same of hints, for which somebody waits at a screen."""
AnyView = Battle[Any, Any, Any]


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
        return encode(Deliberated(answer, _thoughts(rules, seen, asked, name, answer)))


_staff = Staff()


def _think(*question: Any) -> bytes:
    return _staff.answer(*question)


class Deliberated(Struct, frozen=True):
    """A captain's answer, why he gives it, and what a marshal has spent of his turn."""

    answer: Answer
    thoughts: Thoughts | None
    turn: Turn = Turn()


def _thoughts(
    rules: Books, seen: AnyView, asked: AnyDecision, name: str, answer: Answer, considered: Considered | None = None
) -> Thoughts | None:
    """Why; nothing where words fail him, for that must not cost his answer."""
    try:
        return thoughts_on(rules, seen, asked, name, answer, considered, partial(said_hint, seen))
    except Exception:
        log.exception("%s cannot say why he answers %r", name, answer)
        return None


def _deliberate(stopped: Stopped, name: str, book: str, view: bytes, decision: str, seed: int, turn: bytes) -> bytes:
    """What a marshal answers, who has spent so much of his turn: whichever process he was thought about before."""
    rules = ruleset(book)
    seen = rules.decode(view)
    asked = seen.decision(decision)
    assert asked is not None, decision
    marshal = captain_named(name, rules, seed)
    assert isinstance(marshal, Marshal), name
    marshal.turn = msgspec.json.decode(turn, type=Turn)
    considered = marshal.consider(seen, asked, stopped=stopped)
    thoughts = None if stopped() else _thoughts(rules, seen, asked, name, considered.answer, considered)
    return encode(Deliberated(considered.answer, thoughts, marshal.turn))


def _advise(stopped: Stopped, book: str, view: bytes, decision: str) -> bytes:
    return encode(hints(book, view, decision, stopped))


class Thinking:
    """With no processes captains think in threads of the server. None is started before it is needed."""

    def __init__(self, processes: int, thinkers: int) -> None:
        self._processes = processes
        self._rooms: dict[int, Executor] = {}
        self._marshals = Council("marshals", thinkers, LAST, own_processes=bool(processes))
        self._advisers = Council("advisers", 1, AWAITED, own_processes=bool(processes))
        self._turns: OrderedDict[tuple[str, str], Turn] = OrderedDict()
        """What marshals have spent of their turns."""
        self._hints: dict[tuple[str, str], asyncio.Future[bytes]] = {}

    def _room(self, place: int) -> Executor:
        if place not in self._rooms:
            self._rooms[place] = self._opened()
        return self._rooms[place]

    def _opened(self) -> Executor:
        if not self._processes:
            return ThreadPoolExecutor(1, thread_name_prefix="captain")
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, mp_context=context, initializer=go_with_parent)

    async def answer(self, battle: str, seat: str, name: str, view: AnyView, decision: str) -> Deliberated:
        """What a captain answers, and why. Whoever is cancelled while waiting for a marshal stops his thinking."""
        if thinks_ahead(name):
            try:
                return await self._deliberated(battle, seat, name, view, decision)
            except ThoughtLost:
                log.exception("battle %s: the marshal of %s is lost in thought, and his captain answers", battle, seat)
                name = quickest(view.ruleset)
        return await self._at_once(battle, seat, name, view, decision)

    async def _at_once(self, battle: str, seat: str, name: str, view: AnyView, decision: str) -> Deliberated:
        """A process that died is replaced, and asked again."""
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
        return msgspec.json.decode(answer, type=Deliberated)

    async def _deliberated(self, battle: str, seat: str, name: str, view: AnyView, decision: str) -> Deliberated:
        turn, seed = self._turns.pop((battle, seat), Turn()), crc32(f"{battle} {seat}".encode())
        question = (name, view.ruleset, encode(view), decision, seed, encode(turn))
        came = await self._marshals.think(_deliberate, *question)
        deliberated = msgspec.json.decode(came, type=Deliberated)
        self._turns[battle, seat] = deliberated.turn
        if len(self._turns) > MOST_REMEMBERED:
            self._turns.popitem(last=False)
        return deliberated

    async def hint(self, battle: str, seat: str, view: AnyView, decision: str) -> bytes:
        """What the book's captain would do in a player's place, as the page is told it. Who asks again, asks anew."""
        before = self._hints.get((battle, seat))
        if before is not None:
            before.cancel()
        question = (view.ruleset, encode(view), decision)
        asked = asyncio.ensure_future(self._advisers.think(_advise, *question))
        self._hints[battle, seat] = asked
        try:
            return await asked
        except asyncio.CancelledError:
            if self._hints.get((battle, seat)) is asked:
                raise
            raise Refusal(409, "you have asked again since", right="the answer to what you asked last") from None
        except ThoughtLost as lost:
            log.exception("battle %s: a hint is lost", battle)
            raise Refusal(500, "the server failed over this; it has been noted, and nothing has changed") from lost
        finally:
            if self._hints.get((battle, seat)) is asked:
                del self._hints[battle, seat]

    def close(self) -> None:
        """Wait for those who answer at once, end what is thought over for long, and let nobody begin anything."""
        self._marshals.close()
        self._advisers.close()
        for room in self._rooms.values():
            room.shutdown(cancel_futures=True)
