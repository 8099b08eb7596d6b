"""Captains at the seats of a live battle: they answer what is asked of them, one order after another.

They look at what is due, not at what they were told: after a restart they go on where the journal ends.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from random import Random
from weakref import ref

from schiltron.battle.state.battle import Proposal
from schiltron.battle.state.decision import AnyDecision
from schiltron.battle.state.order import Reply
from schiltron.captains.consent import consent
from schiltron.server.captain_processes import Deliberated, Thinking
from schiltron.server.fault import Refusal
from schiltron.server.live import Carried, LiveBattle, Refused

log = logging.getLogger("schiltron.server")


class Captaincy:
    """Plays the captains' seats of one battle whenever something is due from them."""

    def __init__(self, live: LiveBattle, thinking: Thinking, pace: float) -> None:
        self._of = ref(live)  # the battle knows its captains: they do not keep it in memory
        self._thinking, self._pace = thinking, pace
        self._task: asyncio.Task[None] | None = None
        self._closed = False
        self._about: AnyDecision | None = None
        self._thought: asyncio.Future[Deliberated] | None = None
        """What is being thought, and about what."""
        live.on_moved = self.wake

    @property
    def _live(self) -> LiveBattle:
        live = self._of()
        assert live is not None, "captains play in a battle that somebody holds"
        return live

    @property
    def _seats(self) -> dict[str, str]:
        """Which captain plays where: a player who is out of time may be relieved by one."""
        return {seat.seat: seat.captain for seat in self._live.seating.seats.values() if seat.who == "captain"}

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """See whether something is due, and whether what is being thought about still is."""
        if self._thought is not None and self._about != self._due():
            self._thought.cancel()
        if not self._closed and not self.busy and self._due() is not None and not self._live.broken:
            self._task = asyncio.create_task(self._play())

    async def close(self) -> None:
        """Stop for good: an order still being stored as they stop must not wake them again."""
        self._closed = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _due(self) -> AnyDecision | tuple[str, Proposal] | None:
        battle = self._live.battle
        if battle.outcome is not None or self._live.dice.binding.awaited or self._live.guided:
            return None
        for proposal in battle.proposals:
            for seat in self._seats:
                if seat != proposal.seat and seat not in proposal.agreed:
                    return seat, proposal
        return next((one for one in battle.decisions if one.seat in self._seats), None)

    async def _play(self) -> None:
        live = self._live
        try:
            while (due := self._due()) is not None:
                if self._pace:
                    await asyncio.sleep(self._pace)
                position = live.position
                if due != self._due():
                    continue
                if isinstance(due, tuple):
                    await live.give(consent(*due), position)
                elif (deliberated := await self._reply(due)) is not None:
                    came = await live.give(Reply(due.seat, due.id, deliberated.answer), position)
                    if isinstance(came, Carried) and deliberated.thoughts is not None:
                        live.explain(came.position, due.seat, deliberated.thoughts)
                    elif isinstance(came, Refused) and not came.stale:
                        await self._instead(due, position, came)
        except Refusal as refusal:
            log.warning("battle %s: the captains stop: %s", live.id, refusal)
        except Exception:
            log.exception("battle %s: the captains broke down", live.id)

    async def _reply(self, decision: AnyDecision) -> Deliberated | None:
        """A captain's answer; None if it was wanted no longer before it was had."""
        self._about = decision
        view = self._live.view(decision.seat)
        captain = self._seats[decision.seat]
        try:
            return await self._thinks(self._thinking.answer(self._live.id, decision.seat, captain, view, decision.id))
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            return None
        except Exception:
            log.exception("battle %s: captain %s broke down over %r", self._live.id, captain, decision)
            answer = self._live.journal.ruleset.sample(view, decision, Random(self._live.position))
            return Deliberated(answer, None)

    async def _thinks(self, answer: Coroutine[None, None, Deliberated]) -> Deliberated:
        self._thought = asyncio.ensure_future(answer)
        try:
            return await self._thought
        finally:
            self._thought = None

    async def _instead(self, decision: AnyDecision, position: int, came: Refused) -> None:
        """A captain that breaks a rule must not stop the battle: any legal answer will do."""
        log.error("battle %s: a captain broke a rule: %s", self._live.id, came.reasons)
        if self._live.broken:
            return
        view = self._live.view(decision.seat)
        answer = self._live.journal.ruleset.sample(view, decision, Random(position))
        await self._live.give(Reply(decision.seat, decision.id, answer), position)
