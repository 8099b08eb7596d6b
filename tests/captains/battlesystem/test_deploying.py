"""Setting up: closed ranks, free ground before them, nobody left out."""

from __future__ import annotations

from random import Random

import pytest

from schiltron.battle.door.dice import FastDice
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.battlesystem.book import BATTLESYSTEM
from schiltron.rulesets.battlesystem.field import alive, is_regular
from schiltron.rulesets.battlesystem.state import Battle
from schiltron.rulesets.battlesystem.terrain import PROHIBITED

SCENARIOS = ("bread-riot", "crossroads", "field-of-wagers", "lairn")


def drawn_up(scenario: str) -> Battle:
    captains = {side: captain_named("captain", BATTLESYSTEM, 3) for side in ("red", "blue")}
    battle = prepare(load_scenario(f"battlesystem/{scenario}"))
    return play(BATTLESYSTEM, battle, captains, FastDice(Random(1)), to_the_end=False)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_armies_stand_in_closed_ranks_and_nobody_is_left_out(scenario: str) -> None:
    """BS-S1-02: any eligible formation; BS-4.2-07: closed is the steadiest."""
    battle = drawn_up(scenario)
    assert all(alive(unit) for unit in battle.units.values())
    assert all(unit.own.formation == "closed" for unit in battle.standing() if is_regular(unit))


def test_ranks_have_free_ground_before_them() -> None:
    """BS-S1-03: nobody starts behind a prohibited area."""
    battle = drawn_up("crossroads")
    assert battle.board is not None
    thickets = [feature.bounds for feature in battle.board.features if feature.kind == PROHIBITED]
    north, south = sorted(thickets, key=lambda bounds: bounds[1])
    for side, (left, _, right, _) in (("red", north), ("blue", south)):
        ranks = [unit for unit in battle.standing() if unit.side == side]
        assert all(unit.outline.x < left or unit.outline.x > right for unit in ranks)
