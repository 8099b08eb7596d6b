"""A battle that is being played: its journal in memory, and its listeners.

An order is carried out, the dice it calls for are thrown, all of it is put on disk, and only then is anybody told.
Nobody has seen what is not on disk yet (`journal.entries` beyond `position`).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.record.journal import Journal
from schiltron.battle.record.positions import packed
from schiltron.battle.record.savefile_writer import entry_line, first_line
from schiltron.battle.record.seals import Chain
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.illegal import Illegal, Reason
from schiltron.battle.state.order import Order
from schiltron.captains.thoughts import Thoughts, hides_nothing
from schiltron.lessons import Course
from schiltron.server.battle_summary import standing_of, throw_due
from schiltron.server.captains_reasons import CaptainsReasons
from schiltron.server.clock import Clock
from schiltron.server.clock_keeper import TimeKeeper
from schiltron.server.dice_binding import said_awaited
from schiltron.server.fault import Refusal
from schiltron.server.hints import Hints
from schiltron.server.lesson_ids import course_of
from schiltron.server.listeners import Audience, Listener
from schiltron.server.live_dice import LiveDice
from schiltron.server.messages import DiceBeingBound, Over, SeatsTaken
from schiltron.server.replay_script import Script
from schiltron.server.seating import Seating
from schiltron.server.shown import DiceShown, ThoughtsTold, UndoShown, step
from schiltron.server.staleness import stale
from schiltron.server.store import Kept, KeptSeat, Standing, Store
from schiltron.server.table_talk import TableTalk

AnyJournal = Journal[Any, Any, Any]
log = logging.getLogger("schiltron.server")


MARKED_EVERY: Final = 100
"""Entries after which a position is kept, so that the journal opens fast."""


class Carried(Struct, frozen=True):
    """An order that was carried out: its entry, and the last of those it led to."""

    position: int
    last: int


class Refused(Struct, frozen=True):
    """An order that was refused; nothing has changed."""

    stale: bool
    reasons: tuple[Reason, ...]


class LiveBattle:
    """Orders go through `give`, one at a time; `on_moved` is called when the battle has gone on."""

    def __init__(
        self, kept: Kept, journal: AnyJournal, chain: Chain, store: Store, now: Callable[[], float] = time.time
    ) -> None:
        self.id, self.title, self.scenario = kept.id, kept.title, kept.scenario
        self.seating = Seating(kept)
        self.following = kept.following
        self.table_talk = TableTalk(kept)
        self.hints = Hints(kept, self.seating.seats)
        self.reasons = CaptainsReasons(kept.id)
        self.journal = journal
        self.course: Course | None = course_of(kept.scenario, journal)
        """The lesson the battle is, if it is one."""
        self.dice = LiveDice(kept, journal)
        self.position = len(journal.entries)
        self.audience = Audience()
        self.on_moved: Callable[[], None] = lambda: None
        self.on_broken: Callable[[LiveBattle], None] = lambda _: None
        self.broken = False
        self.asked_at = time.monotonic()
        self.hands: Executor | None = None
        """The threads that carry out orders; None for those that do everything else too."""
        self.time = TimeKeeper(kept.clock, now)
        self._store = store
        self._chain = chain
        self._script: list[bytes] = []
        self._lock = asyncio.Lock()

    # ------------------------------------------------------------ how it stands

    @property
    def battle(self) -> AnyBattle:
        """As it is on disk, and known."""
        return self.journal.battle_at(self.position)

    def view(self, seat: str | None, at: int | None = None) -> AnyBattle:
        return self.journal.ruleset.view(self.journal.battle_at(self.position if at is None else at), seat)

    def script(self) -> Script:
        """The battle up to now, for another process to play again."""
        for entry in self.journal.entries[len(self._script) : self.position]:
            self._script.append(encode(entry.order))
        header = self.journal.header
        dice, setup, origin = encode(header.dice), encode(header.setup), encode(header.origin)
        return Script(self.id, header.ruleset, dice, setup, tuple(self._script), origin)

    @property
    def busy(self) -> bool:
        return len(self.audience) > 0 or self._lock.locked() or self.seating.lock.locked()

    def undo(self, seat: str | None) -> UndoShown | None:
        if seat is None:
            return None
        against = self.journal.against_undo(seat)
        return UndoShown(not against, tuple(reason.text for reason in against))

    @property
    def over(self) -> bool:
        return self.battle.outcome is not None

    # ------------------------------------------------------------ orders

    async def give(self, order: Order, position: int) -> Carried | Refused:
        """Carry out an order. It is completed even if the player who gave it has hung up."""
        return await asyncio.shield(asyncio.ensure_future(self._give(order, position)))

    def keep_position(self) -> None:
        """Keep the journal's position if none is kept nearby: a long stretch had to be played again."""
        if len(self.journal.entries) >= MARKED_EVERY and not self.journal.is_marked_within(MARKED_EVERY):
            self._store.keep_position(self.id, len(self.journal.entries), packed(self.journal))

    async def settled(self) -> None:
        """Wait for the order that is being carried out, if there is one."""
        async with self._lock:
            pass

    async def _give(self, order: Order, position: int) -> Carried | Refused:
        async with self._lock:
            if self.broken:
                raise _read_anew()
            await self._time_called()
            if self.dice.binding.awaited:
                raise Refusal(
                    409, f"the dice are not bound yet: {said_awaited(self.dice.binding)}", right="wait for them"
                )
            if stale(self.journal, order, position):
                now = Reason(f"the battle has gone on: it stands at position {self.position}, not {position}")
                return Refused(stale=True, reasons=(now,))
            before = self.position
            refused = await self._obeyed(order)
            if refused is not None:
                return Refused(stale=False, reasons=refused.reasons)
            position = self.position
        self.on_moved()
        return Carried(before + 1, position)

    async def _obeyed(self, order: Order) -> Illegal | None:
        """Carry an order out, put it on disk, and tell everybody; why not, where it cannot be."""
        refused = await asyncio.get_running_loop().run_in_executor(self.hands, self._carry_out, order)
        if refused is not None:
            if len(self.journal.entries) > self.position:
                self._break()
            return refused
        before = self.position
        relieved = self.time.moved(self._waited_for(), order)
        await self._put_on_disk(relieved)
        if relieved is not None:
            self.seating.seats[relieved.seat] = relieved
        self._publish(before)
        if relieved is not None:
            self.tell_who_is_here()
        return None

    # ------------------------------------------------------------ time

    async def call_time(self) -> None:
        """Carry out what was agreed for a player who is out of time."""
        await asyncio.shield(asyncio.ensure_future(self._call_time()))

    async def _call_time(self) -> None:
        async with self._lock:
            await self._time_called()

    async def _time_called(self) -> None:
        while not self.broken and (order := self.time.due(self.journal)) is not None:
            if (refused := await self._obeyed(order)) is not None:
                log.error("battle %s: %r cannot be carried out: %s", self.id, order, refused)
                return
            self.on_moved()

    def _waited_for(self) -> list[str]:
        """Those who are asked to decide, when everybody is here who plays and the dice are bound."""
        battle = self.journal.battle
        if not self.seating.all_taken or self.dice.binding.awaited or battle.outcome is not None:
            return []
        return [one.seat for one in battle.decisions]

    def start_clock(self) -> Clock | None:
        """The clock of a battle that begins: somebody may be asked already."""
        self.time.moved(self._waited_for())
        return self.time.clock

    async def joined(self) -> None:
        """A player has come; if all are here now, the clock starts."""
        async with self._lock:
            clock = self.start_clock()
            if clock is None:
                return
            await self._on_disk(lambda: self._store.keep_clock(self.id, clock))
        self._tell_time()

    def _tell_time(self) -> None:
        if (clock := self.time.shown) is not None:
            self.audience.tell(clock)

    # ------------------------------------------------------------ beginning

    async def add_share(self, seat: str, shown: str, secret: str, instead: str = "") -> None:
        """A player adds to the dice. With the last secret they are bound, and the battle begins."""
        await asyncio.shield(asyncio.ensure_future(self._add_share(seat, shown, secret, instead)))

    async def _add_share(self, seat: str, shown: str, secret: str, instead: str) -> None:
        async with self._lock:
            if self.broken:
                raise _read_anew()
            share = self.dice.binding.changed(seat, shown, secret, instead)
            self.dice.binding.put(share)
            if self.dice.binding.awaited:
                await self._on_disk(lambda: self._store.share(self.id, self.position, share, self.standing))
            else:
                header, lines = await asyncio.get_running_loop().run_in_executor(self.hands, self._begin)
                bound = self.id, self.position, share, header, lines
                clock = self.start_clock()
                await self._on_disk(lambda: self._store.bind(*bound, self.standing, clock))
            self.dice.on_disk()
            before, self.position = self.position, len(self.journal.entries)
            self.audience.tell(DiceBeingBound(self.dice_shown))
            self._publish(before)
        self.on_moved()

    def _begin(self) -> tuple[bytes, list[bytes]]:
        """Everything the dice come of is known: they are thrown as far as they are due. The lines of the journal."""
        self.dice.bind()
        self._chain = Chain()
        throw_due(self.journal, self.dice.source)
        return first_line(self.journal, self._chain), [entry_line(one, self._chain) for one in self.journal.entries]

    def _carry_out(self, order: Order) -> Illegal | None:
        try:
            obeyed = self._untimely(order) or self.journal.obey(order)
            if isinstance(obeyed, Illegal):
                return obeyed
            throw_due(self.journal, self.dice.source)
            if self.course is not None:
                self.course.run()
        except Exception:
            log.exception("battle %s, after entry %d: a rule broke down over %r", self.id, self.position, order)
            return Illegal((Reason("the program failed over this order; nothing has changed"),))
        return None

    def _untimely(self, order: Order) -> Illegal | None:
        return self.course.against(order) if self.course is not None else None

    @property
    def guided(self) -> bool:
        """Whether a lesson still decides what happens."""
        return self.course is not None and not self.course.finished

    async def _put_on_disk(self, relieved: KeptSeat | None = None) -> None:
        new = self.journal.entries[self.position :]
        lines = [entry_line(entry, self._chain) for entry in new]
        far = len(self.journal.entries) // MARKED_EVERY > self.position // MARKED_EVERY
        loop = asyncio.get_running_loop()
        position = await loop.run_in_executor(self.hands, packed, self.journal) if far else None
        besides = position, self.time.clock, relieved
        await self._on_disk(lambda: self._store.append(self.id, self.position, lines, self.standing, *besides))
        self.position += len(new)

    async def _on_disk(self, write: Callable[[], Future[None]]) -> None:
        try:
            await asyncio.wrap_future(write())
        except Exception as error:
            log.exception("battle %s: entries after %d could not be stored", self.id, self.position)
            self._break()
            raise Refusal(
                503, "the order could not be stored and was not carried out", right="try again", retry_after=1
            ) from error

    def _break(self) -> None:
        """What is in memory is ahead of what is on disk: it is thrown away, and read anew by whoever comes next."""
        self.broken = True
        # A moment later, so that whoever gave the order hears first what became of it.
        why = "the battle has to be read anew; connect again and resume"
        asyncio.get_running_loop().call_later(0.1, self.audience.dismiss, why)
        self.on_broken(self)

    # ------------------------------------------------------------ telling

    def _publish(self, before: int) -> None:
        """Everyone hears what is theirs to hear."""
        for seat in self.audience.seats:
            undo = self.undo(seat)
            told = [encode(step(self.journal, number, seat, undo)) for number in range(before + 1, self.position + 1)]
            for listener in self.audience.of(seat):
                for message in told:
                    listener.say(message)
        self._tell_time()
        if self.over:
            self.audience.tell(Over(self.dice.seed_shown(over=True)))
        self.tell_reasons()

    def explain(self, entry: int, seat: str, thoughts: Thoughts) -> None:
        """A captain says why he gave the order of an entry."""
        self.reasons.keep(self._store, entry, seat, thoughts)
        self.tell_reasons()

    def tell_reasons(self) -> None:
        """Everybody is told what captains thought, where that gives nothing away."""
        if self.over or (self.hints.allowed and hides_nothing(self.journal.ruleset, self.battle)):
            told = self.reasons.open(self.position)
            if told:
                self.audience.tell(ThoughtsTold(told))

    @property
    def standing(self) -> Standing:
        """For lists: a battle whose dice are not bound waits for those who have to add to them."""
        now = standing_of(self.journal.battle)
        return replace(now, waiting_for=self.dice.binding.awaited) if self.dice.binding.awaited else now

    @property
    def dice_shown(self) -> DiceShown:
        return self.dice.shown(over=self.over)

    def join(self, listener: Listener) -> None:
        self.audience.join(listener)
        self.tell_who_is_here()

    def leave(self, listener: Listener) -> None:
        self.audience.leave(listener)
        self.tell_who_is_here()

    def tell_who_is_here(self) -> None:
        self.audience.tell(SeatsTaken(self.seating.players(self.battle, self.audience), len(self.audience.of(None))))


def _read_anew() -> Refusal:
    return Refusal(503, "the battle is being read anew", right="try again in a moment", retry_after=1)
