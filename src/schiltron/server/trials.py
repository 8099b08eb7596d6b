"""Trials that are under way: lists and scenarios tried out in many quick battles, in a process beside the server that
lets all else go first.

One battle is a job, and trials take turns battle by battle. What a trial has shown so far can be looked at while it
goes on, and stays for a while when it is over or stopped. One that nobody looks at any more is stopped.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from hashlib import sha256
from typing import Final, Literal

import msgspec
from msgspec import Struct

from schiltron.battle.state.encoding import encode
from schiltron.server.fault import Refusal
from schiltron.server.limits import Buckets
from schiltron.server.settings import Limits
from schiltron.server.trial_wishes import TrialBegun, TrialStep, TrialWish, begin_trial, trial_battle
from schiltron.server.worker_processes import Job, Workshop
from schiltron.trials import Fought, Results

BENCH: Final = "trials"
BATTLE_SECONDS: Final = 240.0
"""One battle may take so long; one that takes longer ends its trial."""
RECKON_SECONDS: Final = 20.0
KEPT_SECONDS: Final = 3600.0
"""What a trial has shown stays for so long after its last battle."""
UNWATCHED_SECONDS: Final = 900.0
"""One that nobody has looked at for so long is stopped."""
LOOK_SECONDS: Final = 10.0
"""The longest that somebody waits for the next battle to be over."""
MOST_KEPT: Final = 200
_UNDER_WAY: Final = ("waiting", "playing")

State = Literal["waiting", "playing", "done", "stopped", "failed"]


class TrialShown(Struct, frozen=True):
    """A trial as far as it has come. `tried` is the SHA-256 of the text that is tried out; `ahead` says how many others
    take turns with it. What it has shown is there from its first battle on."""

    id: str
    kind: Literal["army", "scenario"]
    book: str
    name: str
    captain: str
    state: State
    why: str
    played: int
    games: int
    ahead: int
    seconds_left: int | None
    tried: str
    results: Results | None


class _Trial:
    def __init__(self, owner: str, address: str, wish: TrialWish, begun: TrialBegun) -> None:
        self.id = secrets.token_urlsafe(12)
        self.owner, self.address = owner, address
        self.wish, self.encoded, self.begun = wish, encode(wish), begun
        self.state: State = "waiting"
        self.why = ""
        self.played: list[Fought] = []
        self.started = self.looked_at = self.ended = time.monotonic()
        self.changed = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self.results: Results | None = None

    @property
    def under_way(self) -> bool:
        return self.state in _UNDER_WAY

    def end(self, state: State, why: str = "") -> None:
        if self.under_way:
            self.state, self.why, self.ended = state, why, time.monotonic()
            self.tell()

    def tell(self) -> None:
        """Those who wait for news look again."""
        self.changed.set()
        self.changed = asyncio.Event()


class Trials:
    """All trials of a server, under way or over."""

    def __init__(self, workshop: Workshop, limits: Limits) -> None:
        self._workshop = workshop
        self._most = limits.trials_at_once
        self._most_of_address = limits.trials_per_address
        self._allowance = Buckets(limits.trials)
        self._trials: dict[str, _Trial] = {}

    async def begin(self, owner: str, address: str, wish: TrialWish) -> bytes:
        """A trial; Refusal where it cannot be, or too many are under way."""
        self._refuse_if_too_many(owner, address)
        self._allowance.take(address)
        made = await self._job(address, RECKON_SECONDS, begin_trial, encode(wish))
        self._refuse_if_too_many(owner, address)
        trial = _Trial(owner, address, wish, msgspec.json.decode(made, type=TrialBegun))
        self._forget_old()
        self._trials[trial.id] = trial
        trial.task = asyncio.create_task(self._play(trial))
        return self._shown(trial)

    async def look(self, name: str, after: int | None) -> bytes:
        """A trial as far as it has come; with `after` when more than so many battles are over, or after a while."""
        trial = self._found(name)
        trial.looked_at = time.monotonic()
        if after is not None and trial.under_way and len(trial.played) <= after:
            waiting = asyncio.ensure_future(trial.changed.wait())
            await asyncio.wait({waiting}, timeout=LOOK_SECONDS)
            waiting.cancel()
            trial.looked_at = time.monotonic()
        return self._shown(trial)

    async def stop(self, name: str) -> bytes:
        """No further battle is begun; what is there stays."""
        trial = self._found(name)
        trial.end("stopped")
        return self._shown(trial)

    def close(self) -> None:
        for trial in self._trials.values():
            trial.end("stopped")
            if trial.task is not None:
                trial.task.cancel()

    # ------------------------------------------------------------ playing

    async def _play(self, trial: _Trial) -> None:
        for number in range(trial.wish.games):
            try:
                came = await self._job(
                    trial.address, BATTLE_SECONDS, trial_battle, trial.encoded, number, tuple(trial.played)
                )
            except Refusal as refusal:
                trial.end("failed", f"battle {number + 1} could not be played to its end: {refusal}")
                return
            if trial.state == "waiting":
                trial.state = "playing"
            if time.monotonic() - trial.looked_at > UNWATCHED_SECONDS:
                trial.end("stopped", "nobody looked at it any more")
            if not trial.under_way:
                return
            step = msgspec.json.decode(came, type=TrialStep)
            trial.played.append(step.fought)
            trial.results = step.results
            trial.tell()
        trial.end("done")

    async def _job(self, address: str, seconds: float, job: Job, *arguments: object) -> bytes:
        work = await self._workshop.do(BENCH, address, seconds, job, *arguments)
        if isinstance(work.result, Refusal):
            raise work.result
        return work.result

    # ------------------------------------------------------------ showing

    def _shown(self, trial: _Trial) -> bytes:
        played = len(trial.played)
        left = None
        if trial.under_way and played:
            left = round((time.monotonic() - trial.started) / played * (trial.wish.games - played))
        return encode(
            TrialShown(
                id=trial.id,
                kind=trial.wish.kind,
                book=trial.begun.book,
                name=trial.begun.name,
                captain=trial.wish.captain,
                state=trial.state,
                why=trial.why,
                played=played,
                games=trial.wish.games,
                ahead=sum(one.under_way for one in self._trials.values() if one is not trial),
                seconds_left=left,
                tried=sha256((trial.wish.toml or trial.wish.ready).encode()).hexdigest(),
                results=trial.results,
            )
        )

    # ------------------------------------------------------------ bounds

    def _found(self, name: str) -> _Trial:
        self._forget_old()
        trial = self._trials.get(name)
        if trial is None:
            raise Refusal(404, "there is no such trial, or not any more", where="trial", right="a fresh one")
        return trial

    def _refuse_if_too_many(self, owner: str, address: str) -> None:
        going = [one for one in self._trials.values() if one.under_way]
        if any(one.owner == owner for one in going):
            right = "stop it, or wait until it is over"
            raise Refusal(429, "a trial of yours is under way", where="trial", right=right, retry_after=30)
        if sum(one.address == address for one in going) >= self._most_of_address:
            wrong = "too many trials from where you are"
            raise Refusal(429, wrong, right="wait until one of them is over", retry_after=60)
        if len(going) >= self._most:
            raise Refusal(503, "too many trials are under way", right="try again in a minute", retry_after=60)

    def _forget_old(self) -> None:
        now = time.monotonic()
        over = [one for one in self._trials.values() if not one.under_way]
        over.sort(key=lambda one: one.ended)
        for place, one in enumerate(over):
            if now - one.ended > KEPT_SECONDS or len(over) - place > MOST_KEPT:
                del self._trials[one.id]
