"""Whole battles of captains: never an illegal order, the same battle again for the same seeds, and recruits beaten."""

from __future__ import annotations

import pytest

from schiltron.captains.roster import captains_for
from schiltron.muster import ready_scenarios
from tests.captains.contests import Game, fought, fought_with_sealed_dice, opening, victories, won

SCENARIOS = tuple(scenario.id for scenario in ready_scenarios() if scenario.ruleset == "by_this_axe")
DUELS = tuple(one.id for one in ready_scenarios() if one.id in SCENARIOS and len(one.sides) == 2 and one.table)
"""Of three sides the one wins whom the others leave alone: that tells nothing of captains."""
OFF_THE_TABLE = tuple(one.id for one in ready_scenarios() if one.id in SCENARIOS and one.table is None)


def test_the_book_has_a_captain() -> None:
    assert captains_for("by_this_axe") == ("recruit", "lieutenant", "captain", "marshal")


@pytest.mark.parametrize("command", ["none", "cards"])
@pytest.mark.parametrize("foe", ["captain", "recruit"])
def test_captains_fight_a_battle_to_its_end_without_an_illegal_order(command: str, foe: str) -> None:
    """TA-CMD-01: with order cards and without."""
    battle = opening("by_this_axe/ashmere-causeway", {"command": command})
    assert fought(battle, "captain", foe, 1).outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("command", ["none", "cards"])
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("foe", ["captain", "recruit"])
def test_captains_never_give_an_illegal_order(scenario: str, command: str, foe: str) -> None:
    """Against recruits units end up in every odd position there is."""
    battle = opening(f"by_this_axe/{scenario}", {"command": command})
    for seed in range(2):
        assert fought(battle, "captain", foe, seed).outcome is not None


@pytest.mark.parametrize("command", ["none", "cards"])
def test_the_same_seeds_give_the_same_battle(command: str) -> None:
    ready = opening("by_this_axe/ashmere-causeway", {"command": command})
    assert fought_with_sealed_dice(ready, 1) == fought_with_sealed_dice(ready, 1)


def test_a_captain_beats_recruits() -> None:
    """Both sides of every seed."""
    assert sum(won(Game("by_this_axe/ashmere-causeway", number)) for number in range(12)) >= 9


@pytest.mark.slow
def test_a_captain_beats_recruits_everywhere() -> None:
    """As many in every ready scenario as it stands, with the command deck or without (TA-CMD-01). The benchmarks play a
    hundred, of which he wins 95."""
    games = [Game(f"by_this_axe/{name}", number) for name in DUELS for number in range(18_000, 18_008)]
    assert victories(games) >= 0.9 * len(games)


@pytest.mark.slow
def test_a_captain_wins_more_than_he_loses_off_the_table() -> None:
    """TA-ABS-82: a day is mostly dice."""
    games = [Game(f"by_this_axe/{name}", number) for name in OFF_THE_TABLE for number in range(18_000, 18_016)]
    assert victories(games) >= 0.5 * len(games)
