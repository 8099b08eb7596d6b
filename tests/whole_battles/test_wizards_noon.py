"""Wizards' Noon played at random, side after side and by written orders: magic of every kind, flyers over everybody,
and the table stays sound."""

from __future__ import annotations

import pytest

from tests.whole_battles.recruits import opening, positions, sound


@pytest.mark.slow
@pytest.mark.parametrize("system", ["move_counter_move", "simultaneous"])
@pytest.mark.parametrize("seed", range(6))
def test_random_magic_ends_and_stays_sound(seed: int, system: str) -> None:
    last = None
    for number, battle in enumerate(positions(opening("wizards-noon", turn_system=system), seed)):
        if number % 7 == 0:
            sound(battle)
        last = battle
    assert last is not None
    assert last.outcome is not None
    sound(last)
