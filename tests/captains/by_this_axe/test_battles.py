"""Whole battles of captains: never an illegal order, the same battle again for the same seeds, and recruits beaten."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.dice import FastDice, SealedDice
from schiltron.battle.saving import digest
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named, captains_for
from schiltron.muster import load_scenario, prepare, ready_scenarios
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.state import Battle

SCENARIOS = tuple(scenario.id for scenario in ready_scenarios() if scenario.ruleset == "by_this_axe")
SIDES = ("red", "blue")


def opening(scenario: str, **options: str) -> Battle:
    battle = prepare(load_scenario(f"by_this_axe/{scenario}"))
    return replace(battle, own=replace(battle.own, options=replace(battle.own.options, **options)))


def fought(battle: Battle, red: str, blue: str, seed: int) -> Battle:
    captains = {
        side: captain_named(name, BY_THIS_AXE, 2 * seed + place)
        for place, (side, name) in enumerate(zip(SIDES, (red, blue), strict=True))
    }
    return play(BY_THIS_AXE, battle, captains, FastDice(Random(seed)))


def won(scenario: str, command: str, game: int) -> bool:
    """Whether the captain wins a game; every seed is played from both sides. A draw is no victory.

    Without a word on the command deck the scenario decides (TA-CMD-01).
    """
    seed, side = divmod(game, 2)
    names = ("captain", "recruit") if side == 0 else ("recruit", "captain")
    outcome = fought(opening(scenario, **({"command": command} if command else {})), *names, seed).outcome
    assert outcome is not None
    return outcome.winner == SIDES[side]


def test_the_book_has_a_captain() -> None:
    assert captains_for("by_this_axe") == ("recruit", "captain")


@pytest.mark.parametrize("command", ["none", "cards"])
@pytest.mark.parametrize("foe", ["captain", "recruit"])
def test_captains_fight_a_battle_to_its_end_without_an_illegal_order(command: str, foe: str) -> None:
    """TA-CMD-01: with order cards and without."""
    assert fought(opening("ashmere-causeway", command=command), "captain", foe, 1).outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("command", ["none", "cards"])
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("foe", ["captain", "recruit"])
def test_captains_never_give_an_illegal_order(scenario: str, command: str, foe: str) -> None:
    """Against recruits units end up in every odd position there is."""
    battle = opening(scenario, command=command)
    for seed in range(3):
        assert fought(battle, "captain", foe, seed).outcome is not None


@pytest.mark.parametrize("command", ["none", "cards"])
def test_the_same_seeds_give_the_same_battle(command: str) -> None:
    def battle(seed: int) -> str:
        captains = {side: captain_named("captain", BY_THIS_AXE, seed) for side in SIDES}
        ready = opening("ashmere-causeway", command=command)
        return digest(play(BY_THIS_AXE, ready, captains, SealedDice.from_number(3)))

    assert battle(1) == battle(1)


def test_a_captain_beats_recruits() -> None:
    """Both sides of every seed."""
    assert sum(won("ashmere-causeway", "", game) for game in range(12)) >= 9


@pytest.mark.slow
def test_a_captain_beats_recruits_in_95_of_100_battles() -> None:
    """As many in every ready scenario as it stands, with the command deck or without, every seed from both sides."""
    games = list(product(SCENARIOS, ("",), range(18_000, 18_020)))
    assert _victories(games) >= 0.95 * len(games)


def _victories(games: list[tuple[str, str, int]]) -> int:
    """On all cores; workers start afresh, so that nothing of this process can differ."""
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return sum(pool.map(won, *zip(*games, strict=True), chunksize=4))
