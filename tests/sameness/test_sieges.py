"""Sieges of Chainmail are the same battles turned, shifted, mirrored or renamed (SIEGE)."""

from __future__ import annotations

import pytest

from tests.sameness.changes import WAYS
from tests.sameness.playing import compared, played_on
from tests.whole_battles.recruits import opening


@pytest.mark.parametrize(
    ("scenario", "seed", "first", "last"),
    [("dun-corrath", 3, 40, 120), ("dun-corrath", 16, 60, 150), ("under-harl-tower", 2, 20, 100)],
)
def test_a_changed_siege_is_the_same_siege(scenario: str, seed: int, first: int, last: int) -> None:
    """Random orders about walls, ladders, towers, oil and mines."""
    about = 0
    for entry in played_on(opening(scenario), seed, first, last):
        about += entry.battle.phase == "siege"
        if entry.number % 3:
            continue
        for way in WAYS:
            found = compared(entry.battle, entry.order, way)
            assert not found, "\n".join([f"{scenario}, entry {entry.number}, {way}: {entry.order}", *found[:8]])
    assert about
