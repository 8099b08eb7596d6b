"""Work that the server has done in other processes, so that no order waits for it.

Quick work is questions, army lists and new battles; costly work is reports, histories and pictures of battles. Pictures
of the ready scenarios are drawn one after another by a process of their own, so that nothing else waits for them;
another reviews battles that are over, and one fights the battles of trials. A caller who makes the server work for long
uses up an allowance of seconds, and answers that never change are made once.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final
from zlib import crc32

from schiltron.muster import ready_scenarios
from schiltron.server import jobs, reviews, trials
from schiltron.server.answer_cache import Keepsakes, Key
from schiltron.server.fault import Refusal
from schiltron.server.limits import Buckets
from schiltron.server.settings import Settings
from schiltron.server.worker_processes import Job, Work, Workshop

QUICK: Final = ("quick work 1", "quick work 2")
DEAR: Final = "dear work"
PICTURES: Final = "pictures of scenarios"
OURSELVES: Final = ""
"""The address of what the server itself wants done."""


class Backroom:
    def __init__(self, settings: Settings) -> None:
        benches = dict.fromkeys(QUICK, 5) | {PICTURES: 5, DEAR: 15, reviews.BENCH: 19, trials.BENCH: 19}
        self._workshop = Workshop(benches, jobs.get_ready, processes=settings.worker_processes)
        self._allowance = Buckets(settings.limits.work)
        self.reviews = reviews.Reviews(self._workshop, settings.limits)
        self.trials = trials.Trials(self._workshop, settings.limits)
        self._keepsakes = Keepsakes(settings.limits.keepsake_bytes)
        self._shelf = Keepsakes(settings.limits.keepsake_bytes)
        self._easel = asyncio.Lock()
        self._closed = False

    async def quick(self, address: str, place: str, seconds: float, job: Job, *arguments: Any) -> bytes:
        """Work that somebody waits for. Questions about one place go to one process, which remembers it."""
        return await self._done(QUICK[crc32(place.encode()) % len(QUICK)], address, seconds, job, *arguments)

    async def dear(self, address: str, name: Key, job: Job, *arguments: Any) -> bytes:
        """Work whose result is always the same under its name."""
        key = (job.__name__, *name)
        return await self._keepsakes.get(key, lambda: self._done(DEAR, address, jobs.DEAR_SECONDS, job, *arguments))

    async def scenario_picture(self, scenario: str) -> bytes:
        """A ready scenario with its armies; everybody sees it, so nobody's allowance is charged."""
        return await self._shelf.get((scenario,), lambda: self._drawn(scenario))

    async def _drawn(self, scenario: str) -> bytes:
        async with self._easel:
            if self._closed:
                raise Refusal(503, "the server is stopping", right="try again", retry_after=1)
            return await self._done(PICTURES, OURSELVES, jobs.DEAR_SECONDS, jobs.picture_of_scenario, scenario)

    async def draw_ahead(self) -> None:
        """Make everything ready before anybody asks for it."""
        for bench in QUICK:
            await self._done(bench, OURSELVES, jobs.DEAR_SECONDS, jobs.nothing)
        for one in sorted(ready_scenarios(), key=lambda one: not one.first):
            await self.scenario_picture(one.id)

    async def _done(self, bench: str, address: str, seconds: float, job: Job, *arguments: Any) -> bytes:
        if address != OURSELVES:
            self._allowance.take(address, 0)
        work: Work = await self._workshop.do(bench, address, seconds, job, *arguments)
        if address != OURSELVES:
            self._allowance.owe(address, work.seconds)
        if isinstance(work.result, Refusal):
            raise work.result
        return work.result

    def rest(self, seconds: float) -> None:
        """End processes that nobody has needed for so long."""
        self._workshop.rest(seconds)

    def close(self) -> None:
        self._closed = True
        self.trials.close()
        self._workshop.close()
