"""Whole battles of captains, for the tests of every book: to their end, and counted from both sides of a field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice, SealedDice
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.encoding import digest
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets import ruleset

SIDES = ("red", "blue")


def opening(scenario: str, options: Mapping[str, object] | None = None) -> AnyBattle:
    """A ready scenario, by book and name, with some options of the book changed."""
    battle = prepare(load_scenario(scenario))
    return replace(battle, own=replace(battle.own, options=replace(battle.own.options, **(options or {}))))


def fought(battle: AnyBattle, red: str, others: str, seed: int) -> AnyBattle:
    """To its end, by captains of these names. An order that is refused raises."""
    book = ruleset(battle.ruleset)
    captains = {
        seat.id: captain_named(others if place else red, book, 2 * seed + place)
        for place, seat in enumerate(battle.seats)
    }
    return play(book, battle, captains, FastDice(Random(seed)))


def fought_with_sealed_dice(battle: AnyBattle, captains_seed: int) -> str:
    """The digest of the last position of two captains of one seed, with dice of their own."""
    book = ruleset(battle.ruleset)
    captains = {side: captain_named("captain", book, captains_seed) for side in SIDES}
    return digest(play(book, battle, captains, SealedDice.from_number(3)))


class Game(NamedTuple):
    """A captain against a recruit: with even numbers the captain is red, and the next number is the same field from
    the other side."""

    scenario: str
    number: int
    options: tuple[tuple[str, object], ...] = ()


def won(game: Game) -> bool:
    """Whether the captain wins. A draw is no victory."""
    seed, side = divmod(game.number, 2)
    names = ("captain", "recruit") if side == 0 else ("recruit", "captain")
    outcome = fought(opening(game.scenario, dict(game.options)), *names, seed).outcome
    assert outcome is not None
    return outcome.winner == SIDES[side]


def victories(games: Iterable[Game]) -> int:
    """On all cores; workers start afresh, so that nothing of this process can differ."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return sum(pool.map(won, games, chunksize=2))
