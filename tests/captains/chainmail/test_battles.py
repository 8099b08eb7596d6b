"""Whole battles of captains: never an illegal order, the same battle again for the same seeds, and recruits beaten."""

from __future__ import annotations

import pytest

from schiltron.captains.roster import captains_for
from tests.captains.contests import Game, fought, fought_with_sealed_dice, opening, victories

SCENARIOS = (
    "beacon-ridge",
    "bridge-man-to-man",
    "field-of-lamps",
    "ground-by-cards",
    "lances-and-pikes",
    "powder-and-stones",
    "tollgate",
)
ALL = (*SCENARIOS, "two-crowns")
SYSTEMS = ("move_counter_move", "simultaneous")


def test_the_book_has_a_captain() -> None:
    assert captains_for("chainmail") == ("recruit", "lieutenant", "captain", "marshal")


@pytest.mark.parametrize("system", SYSTEMS)
def test_captains_fight_a_battle_to_its_end_without_an_illegal_order(system: str) -> None:
    """CM-TURN-01: in both turn systems."""
    battle = opening("chainmail/beacon-ridge", {"turn_system": system})
    assert fought(battle, "captain", "captain", 1).outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_captains_never_give_an_illegal_order(scenario: str, system: str) -> None:
    battle = opening(f"chainmail/{scenario}", {"turn_system": system})
    assert fought(battle, "captain", "captain", 2).outcome is not None


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_same_seeds_give_the_same_battle(system: str) -> None:
    ready = opening("chainmail/beacon-ridge", {"turn_system": system})
    assert fought_with_sealed_dice(ready, 1) == fought_with_sealed_dice(ready, 1)


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_captain_with_the_same_army_beats_recruits(system: str) -> None:
    """On a field that favours nobody, in both turn systems, every seed from both sides."""
    options = (("turn_system", system),)
    assert victories(Game("chainmail/two-crowns", number, options) for number in range(18_000, 18_020)) >= 18


@pytest.mark.slow
def test_a_captain_beats_recruits_everywhere() -> None:
    """Every scenario in the turn system it is meant for, every seed from both sides. The benchmarks play a hundred, of
    which he wins 95."""
    games = [Game(f"chainmail/{name}", number) for name in ALL for number in range(19_000, 19_006)]
    assert victories(games) >= 0.9 * len(games)
