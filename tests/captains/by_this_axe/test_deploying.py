"""How a captain draws up its army."""

from __future__ import annotations

from random import Random

import pytest

from schiltron.battle.dice import FastDice
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.state import Battle


def drawn_up(scenario: str, seed: int) -> Battle:
    """Both armies set down, red's by a captain and blue's by a recruit."""
    captains = {
        "red": captain_named("captain", BY_THIS_AXE, seed),
        "blue": captain_named("recruit", BY_THIS_AXE, seed),
    }
    battle = prepare(load_scenario(f"by_this_axe/{scenario}"))
    return play(BY_THIS_AXE, battle, captains, FastDice(Random(seed)), to_the_end=False)


@pytest.mark.parametrize("seed", range(6))
def test_the_army_is_massed_on_one_wing(seed: int) -> None:
    battle = drawn_up("ashmere-causeway", seed)
    assert battle.board is not None
    across = [unit.outline.x - battle.board.width / 2 for unit in battle.standing() if unit.side == "red"]
    assert abs(sum(across)) / len(across) > battle.board.width / 8


def test_which_wing_it_is_cannot_be_foretold() -> None:
    """Where he sets up first, the seed decides."""
    wings = set()
    for seed in range(6):
        battle = drawn_up("ashmere-causeway", seed)
        assert battle.board is not None
        wings.add(battle.units["red-1"].outline.x > battle.board.width / 2)
    assert wings == {True, False}
