"""Many battles on all cores. Every game can be had again with `schiltron battle` and its seed."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from itertools import islice
from math import sqrt
from typing import Final

from msgspec import Struct

from schiltron.battle.door.dice import SealedDice
from schiltron.captains.play import play
from schiltron.captains.roster import seated
from schiltron.cli.battle_setup import Opening, figures
from schiltron.muster import Scenario, prepare

NORMAL_95: Final = 1.959963984540054


class Game(Struct, frozen=True):
    """One game to be played: who leads which side."""

    number: int
    seed: int
    captains: Mapping[str, str]
    turned: int = 0
    """By how many places every captain has moved round the table."""


class Played(Struct, frozen=True):
    """What came of it. `winner` is a side, empty for a draw."""

    game: Game
    winner: str
    how: str
    turns: int
    orders: int
    start: Mapping[str, int]
    end: Mapping[str, int]

    @property
    def won_by(self) -> str:
        """The side that the winning captain was named for, whichever it led in this game."""
        sides = sorted(self.game.captains)
        return sides[(sides.index(self.winner) - self.game.turned) % len(sides)] if self.winner else ""


class GameFault(Exception):
    """A game broke down. Its seed shows it again."""

    def __init__(self, game: Game, error: Exception) -> None:
        led = ", ".join(f"--seat {side}={name}" for side, name in game.captains.items())
        super().__init__(f"game {game.number} (--seed {game.seed}, {led}): {type(error).__name__}: {error}")
        self.game, self.error = game, error

    def __reduce__(self) -> tuple[type[GameFault], tuple[Game, Exception]]:
        """How it travels from the process that played; the cause only as words."""
        return GameFault, (self.game, RuntimeError(f"{type(self.error).__name__}: {self.error}"))


def games(captains: Mapping[str, str], number: int, seed: int, *, mirror: bool) -> list[Game]:
    """With `mirror` every seed is played once a side in a row, each time with every captain on the next one's side."""
    if not mirror:
        return [Game(place + 1, seed + place, captains) for place in range(number)]
    sides = sorted(captains)
    turned = [
        {side: captains[sides[(at - by) % len(sides)]] for at, side in enumerate(sides)} for by in range(len(sides))
    ]
    return [
        Game(place + 1, seed + place // len(sides), turned[place % len(sides)], place % len(sides))
        for place in range(number)
    ]


# ---------------------------------------------------------------- playing them


_opening: Opening | None = None


def _settle(scenario: Scenario) -> None:
    """A worker makes the battle ready once. Ctrl-C is for the one who gave the command, not for workers."""
    global _opening  # noqa: PLW0603 - what a process knows for all its games
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _opening = Opening(scenario, prepare(scenario))


def _play_chunk(chunk: Sequence[Game]) -> list[Played]:
    assert _opening is not None
    return [play_game(_opening, game) for game in chunk]


def play_game(opening: Opening, game: Game) -> Played:
    orders = -1

    def count(*_: object) -> None:
        nonlocal orders
        orders += 1

    try:
        captains = seated(opening.book, opening.battle, game.captains, game.seed)
        dice = SealedDice.from_number(game.seed)
        battle = play(opening.book, opening.battle, captains, dice, on_events=count)
    except Exception as error:
        raise GameFault(game, error) from error
    assert battle.outcome is not None
    return Played(
        game=game,
        winner=battle.outcome.winner,
        how=battle.outcome.how,
        turns=battle.turn,
        orders=orders,
        start=figures(opening.battle),
        end=figures(battle),
    )


def play_all(opening: Opening, wanted: Sequence[Game], jobs: int | None) -> Generator[list[Played]]:
    """Results as they come, a chunk at a time, in no order. Closing the iterator stops the games."""
    jobs = min(jobs or os.cpu_count() or 1, len(wanted))
    if jobs == 1:
        for game in wanted:
            yield [play_game(opening, game)]
        return
    rest = iter(wanted)
    size = max(1, min(32, len(wanted) // (8 * jobs)))
    pool = ProcessPoolExecutor(jobs, initializer=_settle, initargs=(opening.scenario,))
    futures: set[Future[list[Played]]] = set()
    try:
        while chunk := list(islice(rest, size)):
            futures.add(pool.submit(_play_chunk, chunk))
        for done in as_completed(futures):
            yield done.result()
    finally:
        _end(pool)


def _end(pool: ProcessPoolExecutor) -> None:
    """Stop at once, also in the middle of a game. The pool cancels what waits: cancelled twice, it would complain."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()


# ---------------------------------------------------------------- counting


def wilson(wins: int, number: int) -> tuple[float, float]:
    """Between which win rates the true one lies, 95 times of 100 (Wilson's score interval)."""
    if not number:
        return 0.0, 1.0
    z2 = NORMAL_95**2
    middle = (wins + z2 / 2) / (number + z2)
    spread = NORMAL_95 * sqrt(wins * (number - wins) / number + z2 / 4) / (number + z2)
    return max(0.0, middle - spread), min(1.0, middle + spread)
