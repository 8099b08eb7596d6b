"""Contact, shooting, wrapping, flight, joining where units stand aside of each other, askew, bent, of unequal width."""

from __future__ import annotations

from random import Random

import pytest

from tests.sameness.changes import WAYS
from tests.sameness.playing import compared, crooked, entries, played_on

SCENARIOS = (
    "hill-and-woods",
    "horse-and-pikes",
    "goblin-ford",
    "dragon-over-harrow",
    "six-spells",
    "lindwood",
    "rain-by-night",
    "lily-field",
    "wolf-wood",
    "lances-and-pikes",
    "tollgate",
    "crossroads",
    "lairn",
)


def check(scenario: str, seed: int, positions: int, orders: int) -> None:
    """Some crooked positions, and what recruits make of them."""
    random, found = Random(seed), 0
    for entry in entries(scenario, seed, 0, 400):
        if found >= positions:
            break
        battle = crooked(entry.battle, random) if entry.number % 3 == 0 else None
        if battle is None:
            continue
        found += 1
        for following in played_on(battle, seed + entry.number, 0, orders):
            for way in WAYS:
                wrong = compared(following.battle, following.order, way)
                where = f"{scenario}, seed {seed}, entry {entry.number} + {following.number}, {way}: {following.order}"
                assert not wrong, "\n".join([where, *wrong[:8]])
    assert found >= min(positions, 3)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_crooked_positions_are_the_same_however_one_looks_at_them(scenario: str) -> None:
    check(scenario, 1, positions=3, orders=4)


def test_the_fallen_of_who_leans_may_be_taken_from_the_flanks_on_one_side_of_the_table_alone() -> None:
    """TA-RANGED-13, TA-UNIT-06: there a friend stands half a file too near."""
    check("walled-orchard", 303, positions=8, orders=6)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_many_crooked_positions_are_the_same(scenario: str) -> None:
    check(scenario, 2, positions=25, orders=6)
