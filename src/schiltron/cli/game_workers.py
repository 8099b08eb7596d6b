"""Games on all cores of this machine. Who plays a game, and when, changes nothing in it."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Final

from schiltron.cli.fault import CommandFault
from schiltron.cli.games import Game, Ground, Recorded, play_game
from schiltron.muster import Scenario

IN_HAND: Final = 3
"""Games that wait for each process, so that none is ever idle."""
_SELDOM: Final = 20_000
"""So many more things are made than done away with before the garbage collector looks for rings among them."""

_grounds: dict[str, Ground] = {}
_scenarios: dict[str, Scenario] = {}


def _settle(scenarios: Mapping[str, Scenario]) -> None:
    """What a process knows for all its games. Ctrl-C is for the one who gave the command, not for workers.

    Battles leave hardly any garbage in rings behind: it is looked for seldom, and never among what was loaded before.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _scenarios.update(scenarios)
    gc.freeze()
    gc.set_threshold(_SELDOM)


def _play(game: Game, *, with_events: bool) -> Recorded:
    """A battle is made ready when its first game is played."""
    if game.scenario not in _grounds:
        _grounds[game.scenario] = Ground(_scenarios[game.scenario])
    return play_game(_grounds[game.scenario], game, with_events=with_events)


def play_here(
    grounds: Mapping[str, Ground], wanted: Sequence[Game], jobs: int | None, *, with_events: bool
) -> Generator[Recorded]:
    """Results as they come, in no order. Closing the iterator stops the games."""
    jobs = min(jobs or os.cpu_count() or 1, len(wanted))
    if jobs <= 1:
        for game in wanted:
            yield play_game(grounds[game.scenario], game, with_events=with_events)
        return
    scenarios = {name: ground.scenario for name, ground in grounds.items()}
    pool = ProcessPoolExecutor(jobs, initializer=_settle, initargs=(scenarios,))
    rest = iter(wanted)
    waiting: set[Future[Recorded]] = set()

    def hand_out(games: Iterable[Game]) -> None:
        waiting.update(pool.submit(_play, game, with_events=with_events) for game in games)

    try:
        hand_out(islice(rest, IN_HAND * jobs))
        while waiting:
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            waiting -= done
            hand_out(islice(rest, len(done)))
            for one in done:
                yield one.result()
    except BrokenProcessPool as error:
        raise CommandFault(
            "A process that played was ended from outside, perhaps for want of memory. Try: fewer --jobs."
        ) from error
    finally:
        _end(pool)


def _end(pool: ProcessPoolExecutor) -> None:
    """Stop at once, also in the middle of a game. The pool cancels what waits: cancelled twice, it would complain."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
