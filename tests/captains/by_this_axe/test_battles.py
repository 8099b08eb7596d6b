"""Whole battles of captains: never an illegal order, the same battle again for the same seeds, recruits beaten."""

from __future__ import annotations

from random import Random

import pytest

from schiltron.battle.dice import FastDice
from schiltron.battle.order import Amend
from schiltron.battle.saving import digest
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named
from schiltron.muster import load_scenario, prepare, ready_scenarios
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.state import Battle

ALL = [one.id for one in ready_scenarios() if one.ruleset == "by_this_axe"]
SIDES = ("red", "blue")


def opening(scenario: str, command: str) -> Battle:
    battle = BY_THIS_AXE.amended(prepare(load_scenario(scenario)), Amend("command", command))
    assert not hasattr(battle, "text")
    return battle


def fought(battle: Battle, red: str, blue: str, seed: int) -> Battle:
    captains = {
        side: captain_named(name, BY_THIS_AXE, 2 * seed + place)
        for place, (side, name) in enumerate(zip(SIDES, (red, blue), strict=True))
    }
    return play(BY_THIS_AXE, battle, captains, FastDice(Random(seed)))


@pytest.mark.parametrize("command", ["none", "cards"])
def test_captains_fight_a_battle_to_its_end_without_an_illegal_order(command: str) -> None:
    assert fought(opening("ashmere-causeway", command), "captain", "captain", 1).outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("command", ["none", "cards"])
@pytest.mark.parametrize("scenario", ALL)
def test_captains_obey_the_rules_in_every_scenario(scenario: str, command: str) -> None:
    for seed in range(3):
        names = [("captain", "captain"), ("captain", "recruit"), ("recruit", "captain")][seed]
        assert fought(opening(scenario, command), *names, seed).outcome is not None


def test_the_same_seeds_give_the_same_battle() -> None:
    first, second = (fought(opening("lily-field", "cards"), "captain", "captain", 5) for _ in range(2))
    assert digest(first) == digest(second)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["lily-field", "walled-orchard"])
def test_a_captain_beats_recruits_from_either_side(scenario: str) -> None:
    """Of forty mirrored games at least three in four: far more than luck gives."""
    battle = prepare(load_scenario(scenario))
    wins = 0
    for game in range(40):
        seed, side = divmod(game, 2)
        names = ("captain", "recruit") if side == 0 else ("recruit", "captain")
        outcome = fought(battle, *names, seed).outcome
        assert outcome is not None
        wins += outcome.winner == SIDES[side]
    assert wins >= 30
