"""A battle turned, shifted, mirrored or with its units renamed is the same battle, entry by entry.

Each entry starts from the changed position before it, so that rounding does not add up.
"""

from __future__ import annotations

import pytest

from schiltron.rulesets.chainmail.fire.phase import Contest
from tests.sameness.changes import WAYS
from tests.sameness.playing import compared, entries

SCENARIOS = (
    "open-field",
    "goblin-ford",
    "dragon-over-harrow",
    "six-spells",
    "lindwood",
    "rain-by-night",
    "kell-keep",
    "two-ships",
    "hill-and-woods",
    "random-ground",
    "stream-crossing",
    "horse-and-pikes",
    "great-field",
    "ashmere-causeway",
    "divided-house",
    "lily-field",
    "noon-at-the-stone",
    "three-parishes",
    "walled-orchard",
    "wolf-wood",
    "broken-seal",
    "three-hills",
    "twenty-to-one",
    "wings-over-the-ford",
    "beacon-ridge",
    "bridge-man-to-man",
    "field-of-lamps",
    "five-tribes",
    "ground-by-cards",
    "lances-and-pikes",
    "night-of-the-wraiths",
    "powder-and-stones",
    "tollgate",
    "two-crowns",
    "wood-of-ents",
    "bread-riot",
    "crossroads",
    "drowned-abbey",
    "field-of-wagers",
    "lairn",
)


def check(scenario: str, seed: int, every: int, most: int) -> None:
    """Some entries of a random battle, each changed in all ways."""
    tried = 0
    for entry in entries(scenario, seed, 0, most):
        if entry.number % every:
            continue
        tried += 1
        for way in WAYS:
            found = compared(entry.battle, entry.order, way)
            where = f"{scenario}, seed {seed}, entry {entry.number}, {way}: {entry.order}"
            assert not found, "\n".join([where, *found[:8]])
    assert tried


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_changed_battle_is_the_same_battle(scenario: str) -> None:
    check(scenario, 1, every=9, most=120)


def test_fire_in_passing_is_taken_at_the_same_point_in_a_mirror() -> None:
    """BS-10.6-01: of an even front both middle figures look out, not the right one alone."""
    (entry,) = entries("field-of-wagers", 2, 41, 42)
    assert [compared(entry.battle, entry.order, way) for way in WAYS] == [[] for _ in WAYS]


def test_a_die_for_whether_horsemen_fire_is_the_same_in_a_mirror() -> None:
    """CM-MISSILE-09: they have taken aim, and keep their bows though these are left-handed (CM-MISSILE-19)."""
    dice = [entry for entry in entries("field-of-lamps", 3, 0, 140) if isinstance(entry.battle.agenda[0], Contest)]
    assert any(entry.battle.units[entry.battle.agenda[0].unit].own.profile.mounted for entry in dice)
    for entry in dice:
        assert [compared(entry.battle, entry.order, way) for way in WAYS] == [[] for _ in WAYS]


def test_who_leans_after_a_face_may_have_room_on_one_side_of_the_table_alone() -> None:
    """BW-B4-05: three horsemen in a row who face aside stand in two ranks, the last of one man half a file off."""
    (entry,) = entries("stream-crossing", 11, 104, 105)
    assert compared(entry.battle, entry.order, "mirrored") == []


def test_figures_who_batter_a_door_are_called_by_the_other_file_in_a_mirror() -> None:
    """BW-O6-17."""
    (entry,) = entries("kell-keep", 11, 130, 131)
    assert compared(entry.battle, entry.order, "mirrored") == []


def test_who_comes_out_of_a_tower_stands_at_the_right_hand_place_of_two_in_a_mirror_too() -> None:
    """BW-O6-13: somebody stands before the door."""
    (entry,) = entries("kell-keep", 400, 55, 56)
    assert compared(entry.battle, entry.order, "mirrored") == []


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", [2])
def test_whole_changed_battles_are_the_same(scenario: str, seed: int) -> None:
    check(scenario, seed, every=2, most=300)
