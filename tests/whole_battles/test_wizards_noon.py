"""Wizards' Noon played at random, side after side: magic of every kind, and the table stays sound."""

from __future__ import annotations

import pytest

from tests.whole_battles.recruits import opening, positions, sound


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_random_magic_ends_and_stays_sound(seed: int) -> None:
    last = None
    for number, battle in enumerate(positions(opening("wizards-noon"), seed)):
        if number % 7 == 0:
            sound(battle)
        last = battle
    assert last is not None
    assert last.outcome is not None
    sound(last)
