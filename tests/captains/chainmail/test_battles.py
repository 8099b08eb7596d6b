"""Whole battles of captains: never an illegal order, the same battle again for the same seeds, and recruits beaten."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.dice import FastDice, SealedDice
from schiltron.battle.saving import digest
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named, captains_for
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.state import Battle

SCENARIOS = ("beacon-ridge", "field-of-lamps", "ground-by-cards", "lances-and-pikes", "powder-and-stones", "tollgate")
ALL = (*SCENARIOS, "two-crowns")
SYSTEMS = ("move_counter_move", "simultaneous")
SIDES = ("red", "blue")


def opening(scenario: str, system: str) -> Battle:
    battle = prepare(load_scenario(f"chainmail/{scenario}"))
    return replace(battle, own=replace(battle.own, options=replace(battle.own.options, turn_system=system)))


def fought(battle: Battle, red: str, blue: str, seed: int) -> Battle:
    captains = {
        side: captain_named(name, CHAINMAIL, 2 * seed + place)
        for place, (side, name) in enumerate(zip(SIDES, (red, blue), strict=True))
    }
    return play(CHAINMAIL, battle, captains, FastDice(Random(seed)))


def won(scenario: str, system: str, game: int) -> bool:
    """Whether the captain wins a game; every seed is played from both sides. A draw is no victory."""
    seed, side = divmod(game, 2)
    names = ("captain", "recruit") if side == 0 else ("recruit", "captain")
    outcome = fought(opening(scenario, system), *names, seed).outcome
    assert outcome is not None
    return outcome.winner == SIDES[side]


def test_the_book_has_a_captain() -> None:
    assert captains_for("chainmail") == ("recruit", "captain")


@pytest.mark.parametrize("system", SYSTEMS)
def test_captains_fight_a_battle_to_its_end_without_an_illegal_order(system: str) -> None:
    """CM-TURN-01: in both turn systems."""
    assert fought(opening("beacon-ridge", system), "captain", "captain", 1).outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_captains_never_give_an_illegal_order(scenario: str, system: str) -> None:
    assert fought(opening(scenario, system), "captain", "captain", 2).outcome is not None


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_same_seeds_give_the_same_battle(system: str) -> None:
    def battle(seed: int) -> str:
        captains = {side: captain_named("captain", CHAINMAIL, seed) for side in SIDES}
        return digest(play(CHAINMAIL, opening("beacon-ridge", system), captains, SealedDice.from_number(3)))

    assert battle(1) == battle(1)


@pytest.mark.slow
def test_a_captain_with_the_same_army_beats_recruits_in_95_of_100_battles() -> None:
    """On a field that favours nobody, in both turn systems, every seed from both sides."""
    games = [("two-crowns", system, game) for system in SYSTEMS for game in range(18_000, 18_050)]
    assert _victories(games) >= 95


@pytest.mark.slow
def test_a_captain_beats_recruits_in_19_of_20_battles_of_the_ready_scenarios() -> None:
    """Every scenario in the turn system it is meant for, every seed from both sides."""
    meant = {name: prepare(load_scenario(f"chainmail/{name}")).own.options.turn_system for name in ALL}
    games = [(name, system, game) for name, system in meant.items() for game in range(19_000, 19_010)]
    assert _victories(games) >= 0.95 * len(games)


def _victories(games: list[tuple[str, str, int]]) -> int:
    """On all cores; workers start afresh, so that nothing of this process can differ."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return sum(pool.map(won, *zip(*games, strict=True), chunksize=4))
