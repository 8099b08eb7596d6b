"""Whole battles of captains: never an illegal order, the same battle again for the same seeds, and recruits beaten."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.dice import FastDice, SealedDice
from schiltron.battle.saving import digest
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named
from schiltron.muster import load_scenario, prepare, ready_scenarios
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.state import Battle

SMALL = [one.id for one in ready_scenarios() if one.ruleset == "book_of_war" and one.id != "great-field"]
SIDES = ("red", "blue")


def opening(scenario: str, **options: str) -> Battle:
    battle = prepare(load_scenario(scenario))
    return replace(battle, own=replace(battle.own, options=replace(battle.own.options, **options)))


def fought(battle: Battle, red: str, blue: str, seed: int) -> Battle:
    captains = {
        side: captain_named(name, BOOK_OF_WAR, 2 * seed + place)
        for place, (side, name) in enumerate(zip(SIDES, (red, blue), strict=True))
    }
    return play(BOOK_OF_WAR, battle, captains, FastDice(Random(seed)))


def won(game: int) -> bool:
    """Whether the captain wins a game of the open field; every seed is played from both sides."""
    seed, side = divmod(game, 2)
    names = ("captain", "recruit") if side == 0 else ("recruit", "captain")
    outcome = fought(opening("open-field"), *names, seed).outcome
    assert outcome is not None
    return outcome.winner == SIDES[side]


def wins(games: int) -> int:
    """On all cores; workers start afresh, so that nothing of this process can differ in them."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return sum(pool.map(won, range(games), chunksize=4))


@pytest.mark.parametrize("declare", ["measure_first", "by_phase"])
@pytest.mark.parametrize("scenario", ["open-field", "horse-and-pikes"])
def test_captains_fight_a_battle_to_its_end_without_an_illegal_order(scenario: str, declare: str) -> None:
    assert fought(opening(scenario, declare=declare), "captain", "captain", 1).outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("declare", ["measure_first", "by_phase"])
@pytest.mark.parametrize("scenario", SMALL)
@pytest.mark.parametrize("foe", ["captain", "recruit"])
def test_captains_never_give_an_illegal_order(scenario: str, declare: str, foe: str) -> None:
    """Against recruits units end up in every odd position there is."""
    battle = opening(scenario, declare=declare)
    for seed in range(3):
        assert fought(battle, "captain", foe, seed).outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("declare", ["measure_first", "by_phase"])
def test_captains_lead_a_thousand_points_too(declare: str) -> None:
    assert fought(opening("great-field", declare=declare), "captain", "recruit", 1).outcome is not None


@pytest.mark.parametrize("game", ["core", "basic"])
def test_captains_play_the_core_game_too(game: str) -> None:
    """BW-C3-12: no missiles, no morale; it ends when the last figure has fallen or time is up."""
    assert fought(opening("open-field", game=game), "captain", "captain", 2).outcome is not None


def test_the_same_seeds_give_the_same_battle() -> None:
    def battle(seed: int) -> str:
        captains = {side: captain_named("captain", BOOK_OF_WAR, seed) for side in SIDES}
        return digest(play(BOOK_OF_WAR, opening("open-field"), captains, SealedDice.from_number(3)))

    assert battle(1) == battle(1)


def test_a_captain_beats_recruits() -> None:
    """The open field, every seed from both sides. A draw is no victory."""
    assert sum(won(game) for game in range(8)) >= 7


@pytest.mark.slow
def test_a_captain_beats_recruits_in_95_of_100_battles() -> None:
    assert wins(100) >= 95
