"""Reviews of battles that are over: made once, in a process beside the server, a second at a time.

Several that are made at the same time take turns, and whoever waits is told how far theirs has come. What it costs is
bounded for each battle, and by how many somebody may ask for.
"""

from __future__ import annotations

import asyncio
from typing import Final

import msgspec
from msgspec import Struct

from schiltron.battle.state.encoding import encode
from schiltron.herald.reviewing import ReviewTold
from schiltron.server import jobs
from schiltron.server.answer_cache import Keepsakes
from schiltron.server.fault import Refusal
from schiltron.server.limits import Buckets
from schiltron.server.replay_script import Script
from schiltron.server.settings import Limits
from schiltron.server.worker_processes import Workshop

BENCH: Final = "reviews"
LOOK_SECONDS: Final = 2.0
"""How long a caller waits before hearing how far it has come."""
MOST_AT_ONCE: Final = 12
"""Reviews that are being made for all callers together."""
TURNS: Final = 4
"""So many times the seconds of a review it may be asked for in turns of a second, before it is given up."""


class ReviewShown(Struct, frozen=True):
    """How far a review has come, from 0 to 1; the review when it is there."""

    progress: float
    review: ReviewTold | None = None


class Reviews:
    """What is being reviewed, and what was."""

    def __init__(self, workshop: Workshop, limits: Limits) -> None:
        self._workshop = workshop
        self._seconds = limits.review_seconds
        self._allowance = Buckets(limits.reviews)
        self._kept = Keepsakes(limits.keepsake_bytes)
        self._progress: dict[str, float] = {}

    def known(self, script: Script) -> bool:
        """Whether it is there or being made, so that to ask for it costs nothing."""
        return script.battle in self._progress or (script.battle,) in self._kept

    async def look(self, address: str, script: Script) -> bytes:
        """The review of a battle, or how far it has come; whoever asks first has it made."""
        if not self.known(script):
            if len(self._progress) >= MOST_AT_ONCE:
                raise Refusal(503, "too many battles are being reviewed", right="try again in a minute", retry_after=60)
            self._allowance.take(address)
            self._progress[script.battle] = 0.0
        made = asyncio.ensure_future(self._kept.get((script.battle,), lambda: self._made(address, script)))
        done, _ = await asyncio.wait({made}, timeout=LOOK_SECONDS)
        if done:
            return made.result()
        made.cancel()
        return encode(ReviewShown(self._progress.get(script.battle, 0.0)))

    async def _made(self, address: str, script: Script) -> bytes:
        try:
            for _ in range(int(TURNS * self._seconds) + TURNS):
                work = await self._workshop.do(
                    BENCH, address, jobs.DEAR_SECONDS, jobs.review, script, self._seconds, jobs.REVIEW_TURN
                )
                if isinstance(work.result, Refusal):
                    raise work.result
                if work.result.startswith(jobs.UNDER_WAY):
                    self._progress[script.battle] = float(work.result.removeprefix(jobs.UNDER_WAY))
                    continue
                return encode(ReviewShown(1.0, msgspec.json.decode(work.result, type=ReviewTold)))
            raise Refusal(503, "the review could not be finished", right="try again later", retry_after=60)
        finally:
            self._progress.pop(script.battle, None)
