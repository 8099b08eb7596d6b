"""Random legal play never crashes, stalls or runs away, and leaves only sound positions behind."""

from __future__ import annotations

import pytest

from tests.whole_battles.recruits import opening, positions, sound

SMALL = ("open-field", "hill-and-woods", "stream-crossing", "horse-and-pikes")
BLOCK = 10
"""Battles in one test, so that the work spreads over all cores."""


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("declare", ["measure_first", "by_phase"])
@pytest.mark.parametrize("scenario", SMALL)
def test_random_battles_end_and_stay_sound(scenario: str, declare: str, block: int) -> None:
    """320 battles: four scenarios, both ways of declaring (BW-B1-08)."""
    start = opening(scenario, declare=declare)
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        last = None
        for number, battle in enumerate(positions(start, seed)):
            if number % 7 == 0:
                sound(battle)
            last = battle
        assert last is not None
        assert last.outcome is not None
        sound(last)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_random_battles_on_rolled_ground_end_and_stay_sound(seed: int) -> None:
    """Terrain rolled and laid by the players themselves (BW-B3-01)."""
    for battle in positions(opening("random-ground"), seed):
        sound(battle)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_large_battles_end_and_stay_sound(seed: int) -> None:
    """A thousand points a side."""
    for number, battle in enumerate(positions(opening("great-field"), seed)):
        if number % 25 == 0:
            sound(battle)


@pytest.mark.slow
@pytest.mark.parametrize("switch", ["game=core", "pike_ranks=second", "wood_edge_fire=none", "victory=last_standing"])
def test_random_battles_end_under_every_switch(switch: str) -> None:
    """BW-C3-12, BW-B2-14, BW-B2-36, BW-B1-10: rulings that players may change."""
    name, _, value = switch.partition("=")
    for seed in range(5):
        for battle in positions(opening("hill-and-woods", **{name: value}), seed):
            last = battle
        assert last.outcome is not None


def test_a_random_battle_ends_and_stays_sound() -> None:
    """One of them in the fast run."""
    for battle in positions(opening("open-field"), 1):
        sound(battle)
