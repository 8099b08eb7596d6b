"""The battles that are being played: opened from the store when somebody comes, closed when they are idle."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final
from weakref import WeakKeyDictionary, WeakValueDictionary

import msgspec
from msgspec.structs import replace
from sqlalchemy.exc import SQLAlchemyError

from schiltron.battle.record.savefile import SaveFault, replayed
from schiltron.battle.state.encoding import encode
from schiltron.rulesets import BOOKS
from schiltron.server import jobs
from schiltron.server.background_work import OURSELVES, Backroom
from schiltron.server.captain_processes import Thinking
from schiltron.server.captain_seats import Captaincy
from schiltron.server.clock import Clock
from schiltron.server.fault import Refusal, no_such_battle
from schiltron.server.listeners import AWAY
from schiltron.server.live import LiveBattle
from schiltron.server.new_battles import BattleWish, Opened, Prepared, after, opened, prepared
from schiltron.server.questions import AboutHint, AnyQuestion, due_of
from schiltron.server.settings import Settings
from schiltron.server.store import Damaged, DatabaseFault, Kept, NextBattle, RematchKind, Store

log = logging.getLogger("schiltron.server")

_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
REOPENED_AFTER: Final = (1, 5, 30, 300)
"""Seconds to wait, time after time, for a store that fails."""

TIDIED_EVERY: Final = 30.0
CLOCKS_EVERY: Final = 1.0
"""Seconds after which it is looked whether somebody is out of time."""
ALIVE_EVERY: Final = 10.0
"""Seconds after which it is noted that the server runs, while a clock does."""
ORDER_THREADS: Final = 4
"""Nothing but orders is done in them: whatever else is asked for, an order finds one."""
HEAD_START: Final = 2.0
"""Seconds after its start in which a server does nothing but answer."""
WORKERS_REST: Final = 300.0
"""Seconds after which a process that nobody needs goes."""


class OpenBattles:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = _claimed(settings.database)
        self.devices = self.store.devices()
        """Browsers that came by a code, each with the visitor whose they are."""
        self.backroom = Backroom(settings)
        self._hands = ThreadPoolExecutor(ORDER_THREADS, thread_name_prefix="orders")
        self._thinking = Thinking(settings.captain_processes, settings.thinkers)
        self._live: OrderedDict[str, tuple[LiveBattle, Captaincy]] = OrderedDict()
        self._met: WeakValueDictionary[str, LiveBattle] = WeakValueDictionary()
        """Every battle that anybody still holds: whoever comes for it gets the very same."""
        self._captains: WeakKeyDictionary[LiveBattle, Captaincy] = WeakKeyDictionary()
        self._opening: dict[str, asyncio.Task[LiveBattle]] = {}
        self._away = self.store.alive(), settings.now()
        """When a server last ran, and when this one began."""
        self._deadlines: dict[str, float] = {}
        self._chores: list[asyncio.Task[None]] = []
        self._reopening: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------ opening and closing

    def start(self) -> None:
        """Let battles with captains go on, and drop battles from memory that nobody comes to."""
        chores = (self._resume(), self._tidy(), self._mind_clocks())
        self._chores = [asyncio.create_task(chore) for chore in chores]
        if self.settings.draws_ahead:
            self._chores.append(asyncio.create_task(self._draw_ahead()))

    async def _draw_ahead(self) -> None:
        """Who asks for something right after the start is answered first."""
        await asyncio.sleep(HEAD_START)
        with contextlib.suppress(Refusal):
            await self.backroom.draw_ahead()

    async def _mind_clocks(self) -> None:
        """Whoever is out of time is told, whether anybody looks on or not."""
        for battle, clock in (await asyncio.to_thread(self.store.clocks)).items():
            self._note_deadline(battle, clock.after_a_gap(*self._away))
        noted = -ALIVE_EVERY
        while True:
            for live in list(self._met.values()):
                self._note_deadline(live.id, live.time.clock)
            now = self.settings.now()
            for battle in [one for one, end in self._deadlines.items() if end <= now]:
                del self._deadlines[battle]
                with contextlib.suppress(Refusal, SQLAlchemyError):
                    await self.battle(battle)
            if self._deadlines and time.monotonic() - noted >= ALIVE_EVERY:
                noted = time.monotonic()
                with contextlib.suppress(SQLAlchemyError):
                    await asyncio.wrap_future(self.store.keep_alive(now))
            await asyncio.sleep(CLOCKS_EVERY)

    def _note_deadline(self, battle: str, clock: Clock | None) -> None:
        end = clock.deadline if clock is not None else None
        if end is not None:
            self._deadlines[battle] = end
        else:
            self._deadlines.pop(battle, None)

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(min(self.settings.limits.idle_seconds, TIDIED_EVERY))
            since = time.monotonic() - self.settings.limits.idle_seconds
            for live in self._idle():
                if live.asked_at <= since:
                    del self._live[live.id]
            self.backroom.rest(WORKERS_REST)

    async def _resume(self) -> None:
        for battle in await asyncio.to_thread(self.store.unfinished):
            while self._is_full():
                await asyncio.sleep(1)
            try:
                await self.battle(battle)
            except Refusal as refusal:
                log.warning("battle %s is not resumed: %s", battle, refusal)
            except Exception:
                log.exception("battle %s is not resumed", battle)

    async def close(self) -> None:
        waiting = [*self._reopening, *self._chores]
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        for live, captaincy in list(self._captains.items()):
            self._note_deadline(live.id, live.time.clock)
            await captaincy.close()
            await live.settled()
            live.audience.dismiss("the server goes away; connect again in a moment and resume")
        if self._deadlines:
            await asyncio.wrap_future(self.store.keep_alive(self.settings.now()))
        self._hands.shutdown(wait=False)
        await asyncio.to_thread(self._thinking.close)
        await asyncio.to_thread(self.backroom.close)
        await asyncio.to_thread(self.store.close)

    # ------------------------------------------------------------ battles

    async def create(self, wish: BattleWish, visitor: str, address: str = OURSELVES) -> LiveBattle:
        self._refuse_if_full()
        return await self.admit_new(await asyncio.to_thread(opened, wish, await self._prepared(wish, address), visitor))

    async def admit_new(self, new: Opened) -> LiveBattle:
        """A battle that was made ready elsewhere: a lesson, or one that goes on from it."""
        self._refuse_if_full()
        live = LiveBattle(new.kept, new.journal, new.chain, self.store, self.settings.now)
        for visitor in {one for one, _ in new.kept.holders}:
            live.seating.rename(visitor, await asyncio.to_thread(self.store.name_of, visitor))
        kept = replace(new.kept, clock=live.start_clock())
        await asyncio.wrap_future(self.store.create(kept, live.standing))
        return self._admit(live)

    async def go_on(self, live: LiveBattle, seat: str, kind: RematchKind, visitor: str) -> NextBattle:
        """The next battle of the players of one that is over; the first of them to ask decides which."""
        if live.battle.outcome is None:
            raise Refusal(409, "the battle is not over", right="play it to its end, or give it up")
        self._refuse_if_full()
        async with live.seating.lock:
            if live.following is not None:
                return live.following
            new = await asyncio.to_thread(after, live, kind, visitor)
            following = NextBattle(new.kept.id, kind, seat)
            another = LiveBattle(new.kept, new.journal, new.chain, self.store, self.settings.now)
            for (one, _), name in live.seating.names.items():
                another.seating.rename(one, name)
            kept = replace(new.kept, clock=another.start_clock())
            await asyncio.wrap_future(self.store.create(kept, another.standing, (live.id, following)))
            live.following = following
        self._admit(another)
        live.audience.tell(following)
        return following

    def bring(self, before: str, visitor: str) -> None:
        """Give another visitor everything that one browser held, in every battle in memory."""
        for live in list(self._met.values()):
            held = {seat for one, seat in live.seating.holders if one == before}
            live.seating.holders |= {(visitor, seat) for seat in held}
            name = next((said for (one, _), said in live.seating.names.items() if one == visitor and said), "")
            if held and name:
                live.seating.rename(visitor, name)

    def hang_up_on(self, visitor: str) -> None:
        """Close all connections at a visitor's seats; browsers that still hold them reconnect by themselves."""
        for live in list(self._met.values()):
            for one, seat in live.seating.holders:
                if one == visitor and seat:
                    for listener in live.audience.of(seat):
                        listener.hang_up(AWAY, "connect again and resume")

    async def rename(self, visitor: str, name: str) -> None:
        """What a visitor is called from now on, at every table."""
        await asyncio.wrap_future(self.store.keep_name(visitor, name))
        for live in list(self._met.values()):
            if any(one == visitor for one, _ in live.seating.holders):
                live.seating.rename(visitor, name)
                live.tell_who_is_here()

    async def _prepared(self, wish: BattleWish, address: str) -> Prepared:
        """What comes off the shelf is prepared here; lists from outside are looked at elsewhere."""
        if not wish.lists:
            return await asyncio.to_thread(prepared, wish)
        ready = await self.backroom.quick(address, "lists", jobs.LIST_SECONDS, jobs.preparation, encode(wish))
        return msgspec.json.decode(ready, type=Prepared)

    async def battle(self, battle: str) -> LiveBattle:
        """The battle, from memory or from the store; Refusal if there is none."""
        if not _ID.fullmatch(battle):
            raise no_such_battle()
        live = await self._found(battle)
        if live.time.late:
            await live.call_time()
        return live

    async def _found(self, battle: str) -> LiveBattle:
        met = self._met.get(battle)
        if met is not None and not met.broken:
            return self._kept(met)
        if battle not in self._opening:
            self._refuse_if_full()
            self._opening[battle] = asyncio.create_task(self._open(battle))
        try:
            return await asyncio.shield(self._opening[battle])
        finally:
            if battle in self._opening and self._opening[battle].done():
                del self._opening[battle]

    async def _open(self, battle: str) -> LiveBattle:
        try:
            kept = await asyncio.to_thread(self.store.load, battle)
        except Damaged as damaged:
            log.warning("battle %s cannot be opened: %s", battle, damaged)
            raise _spoilt("", str(damaged)) from damaged
        if kept is None:
            raise no_such_battle()
        if kept.clock is not None:
            kept = replace(kept, clock=kept.clock.after_a_gap(*self._away))
        return self._admit(await asyncio.to_thread(_replayed, kept, self.store, self.settings.now))

    def _admit(self, live: LiveBattle) -> LiveBattle:
        captaincy = Captaincy(live, self._thinking, self.settings.pace)
        live.hands = self._hands
        self._met[live.id] = live
        self._captains[live] = captaincy
        live.on_broken = self._forget
        captaincy.wake()
        return self._kept(live)

    def _kept(self, live: LiveBattle) -> LiveBattle:
        """In memory for a while, as the one asked for last; another that nobody watches leaves for it."""
        live.asked_at = time.monotonic()
        if live.id in self._live:
            self._live.move_to_end(live.id)
            return live
        self._live[live.id] = live, self._captains[live]
        spare = len(self._live) - self.settings.limits.live_battles
        if spare > 0:
            for idle in self._idle(besides=live)[:spare]:
                del self._live[idle.id]
        return live

    def _idle(self, besides: LiveBattle | None = None) -> list[LiveBattle]:
        """Battles that nobody watches and in which nothing goes on; first that which was not asked for longest."""
        return [
            live
            for live, captaincy in self._live.values()
            if live is not besides and not live.busy and not captaincy.busy
        ]

    def _is_full(self) -> bool:
        most = self.settings.limits.busy_battles
        return len(self._live) >= most and len(self._live) - len(self._idle()) >= most

    def _refuse_if_full(self) -> None:
        if self._is_full():
            raise Refusal(
                503, "as many battles are being played as this server holds", right="try again later", retry_after=30
            )

    def _forget(self, live: LiveBattle) -> None:
        """What could not be stored is dropped; where captains play, they go on from what was, when it can be read."""
        if self._met.get(live.id) is live:
            del self._met[live.id]
        if live.id in self._live and self._live[live.id][0] is live:
            del self._live[live.id]
        if any(seat.who == "captain" for seat in live.seating.seats.values()):
            again = asyncio.create_task(self._reopened(live.id))
            self._reopening.add(again)
            again.add_done_callback(self._reopening.discard)

    async def _reopened(self, battle: str) -> None:
        for pause in REOPENED_AFTER:
            await asyncio.sleep(pause)
            try:
                await self.battle(battle)
            except (Refusal, SQLAlchemyError) as error:
                log.warning("battle %s cannot be read yet: %s", battle, error)
            else:
                return

    async def ask(self, live: LiveBattle, seat: str | None, question: AnyQuestion, address: str) -> bytes:
        """What the book says to a question about the battle as the seat sees it; to one about a hint, the captain."""
        if isinstance(question, AboutHint):
            return await self._hint(live, seat)
        position = live.position
        view, most = encode(live.view(seat, position)), self.settings.limits.answer_bytes
        about = live.journal.ruleset.name, live.id, seat, position, view, encode(question), most
        return await self.backroom.quick(address, live.id, jobs.QUESTION_SECONDS, jobs.question, *about)

    async def _hint(self, live: LiveBattle, seat: str | None) -> bytes:
        live.hints.check(seat)
        view = live.view(seat)
        due = due_of(view, seat)
        if due is None or live.course is not None:
            raise Refusal(409, "nothing is asked of you that a captain could answer", right="wait for your turn")
        assert seat is not None
        return await self._thinking.hint(live.id, seat, view, due.id)


def _claimed(database: str) -> Store:
    store = Store(database)
    try:
        store.claim()
    except DatabaseFault:
        store.close()
        raise
    return store


def _replayed(kept: Kept, store: Store, now: Callable[[], float]) -> LiveBattle:
    try:
        journal, chain, anew = replayed(Path(kept.id), kept.header, kept.lines, BOOKS, kept.positions)
        if anew and journal.battle.outcome is None:
            store.rewrite(kept.id, *anew).result()
        live = LiveBattle(kept, journal, chain, store, now)
        live.keep_position()
        return live
    except SaveFault as fault:
        log.warning("battle %s cannot be opened: %s", kept.id, fault)
        where = "" if fault.line is None else f"line {fault.line}"
        raise _spoilt(where, fault.wrong) from fault
    except Exception as error:
        log.exception("battle %s cannot be opened", kept.id)
        raise _spoilt("", "it cannot be read") from error


def _spoilt(where: str, wrong: str) -> Refusal:
    """One battle is lost; whoever comes for it is told, and no other battle is touched."""
    what = f"the journal of this battle is damaged, or was played by other rules: {wrong[:300]}"
    return Refusal(410, what, where=where, right="another battle; all others are as they were")
