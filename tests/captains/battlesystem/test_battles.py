"""Whole battles of captains: never an illegal order, the same battle again for the same seeds, and recruits beaten."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from random import Random

import pytest

from schiltron.battle.dice import FastDice, SealedDice
from schiltron.battle.saving import digest
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named, captains_for
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.battlesystem.book import BATTLESYSTEM
from schiltron.rulesets.battlesystem.state import Battle

SCENARIOS = ("bread-riot", "crossroads", "field-of-wagers", "lairn")
SIDES = ("red", "blue")


def fought(scenario: str, red: str, blue: str, seed: int) -> Battle:
    captains = {
        side: captain_named(name, BATTLESYSTEM, 2 * seed + place)
        for place, (side, name) in enumerate(zip(SIDES, (red, blue), strict=True))
    }
    battle = prepare(load_scenario(f"battlesystem/{scenario}"))
    return play(BATTLESYSTEM, battle, captains, FastDice(Random(seed)))


def won(scenario: str, game: int) -> bool:
    """Whether the captain wins a game; every seed is played from both sides. A draw is no victory."""
    seed, side = divmod(game, 2)
    names = ("captain", "recruit") if side == 0 else ("recruit", "captain")
    outcome = fought(scenario, *names, seed).outcome
    assert outcome is not None
    return outcome.winner == SIDES[side]


def test_the_book_has_a_captain() -> None:
    assert captains_for("battlesystem") == ("recruit", "captain")


@pytest.mark.parametrize("scenario", ["crossroads", "lairn"])
def test_captains_fight_the_printed_scenarios_to_their_end(scenario: str) -> None:
    """BS-S1-05, BS-S2-05: until only one side has a figure on the field."""
    outcome = fought(scenario, "captain", "captain", 1).outcome
    assert outcome is not None
    assert outcome.winner in SIDES


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 3))
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_captains_never_give_an_illegal_order(scenario: str, seed: int) -> None:
    assert fought(scenario, "captain", "captain", seed).outcome is not None


def test_the_same_seeds_give_the_same_battle() -> None:
    def battle(seed: int) -> str:
        captains = {side: captain_named("captain", BATTLESYSTEM, seed) for side in SIDES}
        opening = prepare(load_scenario("battlesystem/field-of-wagers"))
        return digest(play(BATTLESYSTEM, opening, captains, SealedDice.from_number(3)))

    assert battle(1) == battle(1)


@pytest.mark.slow
def test_a_captain_beats_recruits_in_95_of_100_battles_of_the_book() -> None:
    """Every ready scenario, every seed from both sides."""
    games = list(product(SCENARIOS, range(19_000, 19_008)))
    assert _victories(games) >= 0.95 * len(games)


def _victories(games: list[tuple[str, int]]) -> int:
    """On all cores; workers start afresh, so that nothing of this process can differ."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return sum(pool.map(won, *zip(*games, strict=True), chunksize=2))
