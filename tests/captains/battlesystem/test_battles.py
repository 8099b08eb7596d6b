"""Whole battles of captains: never an illegal order, the same battle again for the same seeds, and recruits beaten."""

from __future__ import annotations

import pytest

from schiltron.captains.roster import captains_for
from tests.captains.contests import SIDES, Game, fought, fought_with_sealed_dice, opening, victories

SCENARIOS = ("bread-riot", "crossroads", "field-of-wagers", "lairn")


def test_the_book_has_a_captain() -> None:
    assert captains_for("battlesystem") == ("recruit", "lieutenant", "captain", "marshal")


@pytest.mark.parametrize("scenario", ["crossroads", "lairn"])
def test_captains_fight_the_printed_scenarios_to_their_end(scenario: str) -> None:
    """BS-S1-05, BS-S2-05: until only one side has a figure on the field."""
    outcome = fought(opening(f"battlesystem/{scenario}"), "captain", "captain", 1).outcome
    assert outcome is not None
    assert outcome.winner in SIDES


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_captains_never_give_an_illegal_order(scenario: str) -> None:
    assert fought(opening(f"battlesystem/{scenario}"), "captain", "captain", 2).outcome is not None


def test_the_same_seeds_give_the_same_battle() -> None:
    ready = opening("battlesystem/crossroads")
    assert fought_with_sealed_dice(ready, 1) == fought_with_sealed_dice(ready, 1)


@pytest.mark.slow
def test_a_captain_beats_recruits() -> None:
    """Every ready scenario, every seed from both sides. The benchmarks play a hundred, of which he wins 95."""
    games = [Game(f"battlesystem/{name}", number) for name in SCENARIOS for number in range(19_000, 19_006)]
    assert victories(games) >= 0.9 * len(games)
