"""Random legal play never crashes, stalls or runs away, and leaves only sound positions behind."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.battle import AnyBattle
from schiltron.muster import ready_scenarios
from tests.whole_battles.recruits import opening, positions, sound

SMALL = ("open-field", "hill-and-woods", "stream-crossing", "horse-and-pikes")
FANTASY = ("goblin-ford", "dragon-over-harrow", "six-spells", "lindwood", "rain-by-night")
"""Creatures, heroes, wizards, units in hiding, weather and darkness."""
SINGLY = ("kell-keep", "two-ships")
"""Of figures that act one by one, on walls, in towers and on decks."""
CARDS = ("ashmere-causeway", "divided-house", "lily-field", "three-parishes", "walled-orchard", "wolf-wood")
SUPPLEMENT = ("broken-seal", "noon-at-the-stone", "three-hills", "twenty-to-one", "wings-over-the-ford")
OFF_THE_TABLE = tuple(one.id for one in ready_scenarios() if one.table is None)
CHAINMAIL = (
    "beacon-ridge",
    "bridge-man-to-man",
    "duel-at-the-ford",
    "dun-corrath",
    "fire-at-dun-corrath",
    "five-tribes",
    "lances-and-pikes",
    "night-of-the-wraiths",
    "powder-and-stones",
    "tollgate",
    "two-crowns",
    "under-harl-tower",
    "wood-of-ents",
)
BATTLESYSTEM = {"crossroads": 6, "lairn": 6, "bread-riot": 2, "drowned-abbey": 1, "field-of-wagers": 2}
"""Blocks of each scenario: a riot takes ten times as long as the Crossroads."""
LARGE = ("field-of-lamps", "ground-by-cards")
ALONE = ("great-field", "random-ground", "wizards-noon")
"""Fought in a test of their own."""
BLOCK = 6
"""Battles in one test, so that the work spreads over all cores."""


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("declare", ["measure_first", "by_phase"])
@pytest.mark.parametrize("scenario", SMALL)
def test_random_battles_end_and_stay_sound(scenario: str, declare: str, block: int) -> None:
    """192 battles: four scenarios, both ways of declaring (BW-B1-08)."""
    _fight(opening(scenario, declare=declare), block)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("declare", ["measure_first", "by_phase"])
@pytest.mark.parametrize("scenario", FANTASY)
def test_random_battles_of_creatures_and_magic_end_and_stay_sound(scenario: str, declare: str, block: int) -> None:
    """240 battles: five scenarios of the Advanced rules, both ways of declaring (BW-B1-08)."""
    _fight(opening(scenario, declare=declare), block)


@pytest.mark.slow
def test_random_battles_in_which_walls_are_opened_end_and_stay_sound() -> None:
    """4 battles: a wizard on the keep makes gaps wherever he likes, whoever stands there (BW-A4-22)."""
    start = opening("kell-keep")
    orlamund = next(unit for unit in start.units.values() if unit.own.wand)
    breaker = replace(orlamund, kind="wizard_6", own=replace(orlamund.own, spells=("disintegrate",) * 5))
    gaps = 0
    for seed in range(4):
        for battle in positions(start.with_unit(breaker), seed):
            sound(battle)
            last = battle
        assert last.outcome is not None
        gaps += sum(len(one.build.gaps) + len(one.build.doors) for one in last.table.works)
    assert gaps > 4 * sum(len(one.build.gaps) + len(one.build.doors) for one in start.table.works)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(3))
@pytest.mark.parametrize("declare", ["measure_first", "by_phase"])
@pytest.mark.parametrize("scenario", SINGLY)
def test_random_battles_in_a_castle_and_on_ships_end_and_stay_sound(scenario: str, declare: str, block: int) -> None:
    """72 battles: nobody leaves the deck for the water, no hull runs through another, and who is upon a wall or in a
    tower has room there (BW-O6-19, BW-O6-02)."""
    _fight(opening(scenario, declare=declare), block)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("command", ["none", "cards"])
@pytest.mark.parametrize("scenario", CARDS)
def test_random_battles_with_and_without_cards_end_and_stay_sound(scenario: str, command: str, block: int) -> None:
    """288 battles: six scenarios, one of them with three sides, with the command deck and without (TA-CMD-01)."""
    _fight(opening(scenario, command=command), block)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("command", ["none", "cards"])
@pytest.mark.parametrize("scenario", SUPPLEMENT)
def test_random_battles_of_the_fantasy_supplement_end_and_stay_sound(scenario: str, command: str, block: int) -> None:
    """240 battles at both scales, by day and by night (TA-UNIT-08)."""
    _fight(opening(scenario, command=command), block)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(8))
@pytest.mark.parametrize("scenario", OFF_THE_TABLE)
def test_random_battles_off_the_table_end_and_stay_sound(scenario: str, block: int) -> None:
    """48 battles of each that has no table (TA-ABS-01)."""
    _fight(opening(scenario), block)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("turn_system", ["move_counter_move", "simultaneous"])
@pytest.mark.parametrize("scenario", CHAINMAIL)
def test_random_battles_in_both_turn_systems_end_and_stay_sound(scenario: str, turn_system: str, block: int) -> None:
    """624 battles: thirteen scenarios, by moves and by written orders (CM-TURN-01)."""
    _fight(opening(scenario, turn_system=turn_system), block)


@pytest.mark.slow
@pytest.mark.parametrize("measuring", ["declared", "free"])
@pytest.mark.parametrize(
    ("scenario", "block"), [(name, block) for name, blocks in BATTLESYSTEM.items() for block in range(blocks)]
)
def test_random_battles_of_figures_and_heroes_end_and_stay_sound(scenario: str, measuring: str, block: int) -> None:
    """204 battles of six rounds at most: five scenarios, measuring before or after declaring (BS-3.5-01)."""
    _fight(opening(scenario, measuring=measuring), block)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("scenario", BATTLESYSTEM)
def test_random_battles_to_the_last_figure_stay_sound(scenario: str, seed: int) -> None:
    """Sixty rounds, until one side is gone (BS-S0-14)."""
    for number, battle in enumerate(positions(opening(scenario, turn_limit="60"), 1000 + seed)):
        if number % 31 == 0:
            sound(battle)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("turn_system", ["move_counter_move", "simultaneous"])
@pytest.mark.parametrize("scenario", LARGE)
def test_large_random_battles_and_those_on_drawn_ground_stay_sound(scenario: str, turn_system: str, seed: int) -> None:
    """400 points a side with historical characteristics; terrain by cards (CM-TERR-13)."""
    for number, battle in enumerate(positions(opening(scenario, turn_system=turn_system), seed)):
        if number % 11 == 0:
            sound(battle)


def _fight(start: AnyBattle, block: int) -> None:
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
@pytest.mark.parametrize(
    ("scenario", "switch", "value"),
    [
        ("hill-and-woods", "game", "core"),
        ("hill-and-woods", "pike_ranks", "second"),
        ("hill-and-woods", "wood_edge_fire", "none"),
        ("hill-and-woods", "victory", "last_standing"),
        ("wolf-wood", "scale", "1:20"),
        ("wolf-wood", "unarmored", "natural_one"),
        ("wolf-wood", "enemy_gap", "0"),
        ("wings-over-the-ford", "light", "day"),
        ("broken-seal", "scale", "1:20"),
    ],
)
def test_random_battles_end_under_every_switch(scenario: str, switch: str, value: str) -> None:
    """BW-C3-12, BW-B2-14, BW-B2-36, BW-B1-10, TA-UNIT-07, TA-UNIT-22, TA-MOVE-14: rulings that players may change."""
    for seed in range(5):
        for battle in positions(opening(scenario, **{switch: value}), seed):
            last = battle
        assert last.outcome is not None


@pytest.mark.parametrize(
    "scenario", ["open-field", "six-spells", "ashmere-causeway", "lily-field", "wings-over-the-ford", "crossroads"]
)
def test_a_random_battle_ends_and_stays_sound(scenario: str) -> None:
    """Some of them in the fast run."""
    for battle in positions(opening(scenario), 1):
        sound(battle)


def test_every_ready_battle_is_fought_here() -> None:
    fought = {*SMALL, *FANTASY, *SINGLY, *CARDS, *SUPPLEMENT, *OFF_THE_TABLE, *CHAINMAIL, *BATTLESYSTEM, *LARGE, *ALONE}
    assert {one.id for one in ready_scenarios()} == fought
