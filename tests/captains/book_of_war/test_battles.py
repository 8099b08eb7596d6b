"""Whole battles of captains: never an illegal order, the same battle again for the same seeds, and recruits beaten."""

from __future__ import annotations

import pytest

from schiltron.muster import ready_scenarios
from tests.captains.contests import Game, fought, fought_with_sealed_dice, opening, victories, won

SMALL = [one.id for one in ready_scenarios() if one.ruleset == "book_of_war" and one.id != "great-field"]


@pytest.mark.parametrize("declare", ["measure_first", "by_phase"])
@pytest.mark.parametrize("scenario", ["open-field", "horse-and-pikes"])
def test_captains_fight_a_battle_to_its_end_without_an_illegal_order(scenario: str, declare: str) -> None:
    assert fought(opening(scenario, {"declare": declare}), "captain", "captain", 1).outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize(("declare", "seed"), [("measure_first", 0), ("by_phase", 1)])
@pytest.mark.parametrize("scenario", SMALL)
@pytest.mark.parametrize("foe", ["captain", "recruit"])
def test_captains_never_give_an_illegal_order(scenario: str, declare: str, seed: int, foe: str) -> None:
    """Against recruits units end up in every odd position there is."""
    assert fought(opening(scenario, {"declare": declare}), "captain", foe, seed).outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("declare", ["measure_first", "by_phase"])
def test_captains_lead_a_thousand_points_too(declare: str) -> None:
    assert fought(opening("great-field", {"declare": declare}), "captain", "recruit", 1).outcome is not None


@pytest.mark.parametrize("game", ["core", "basic"])
def test_captains_play_the_core_game_too(game: str) -> None:
    """BW-C3-12: no missiles, no morale; it ends when the last figure has fallen or time is up."""
    assert fought(opening("open-field", {"game": game}), "captain", "captain", 2).outcome is not None


def test_the_same_seeds_give_the_same_battle() -> None:
    ready = opening("open-field")
    assert fought_with_sealed_dice(ready, 1) == fought_with_sealed_dice(ready, 1)


def test_a_captain_beats_recruits() -> None:
    """The open field, every seed from both sides. A draw is no victory."""
    assert sum(won(Game("open-field", number)) for number in range(8)) >= 7


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["goblin-ford", "dragon-over-harrow", "six-spells", "lindwood", "rain-by-night"])
def test_a_captain_beats_recruits_with_creatures_and_magic(scenario: str) -> None:
    assert victories(Game(scenario, number) for number in range(10)) >= 9


@pytest.mark.slow
def test_a_captain_beats_recruits_in_most_battles() -> None:
    """The benchmarks play a hundred, of which he wins 95."""
    assert victories(Game("open-field", number) for number in range(24)) >= 22
