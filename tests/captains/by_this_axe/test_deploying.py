"""How a captain draws up its army."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice
from schiltron.battle.setup.deployment import TO_BE_SET_DOWN
from schiltron.battle.state.decision import PlaceUnit, Zone
from schiltron.battle.state.unit import OffTable
from schiltron.captains.by_this_axe.deploying import place
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.state import Battle
from schiltron.table.lengths import inches
from tests.rulesets.by_this_axe.positions import blue, field, red

ZONE, THEIRS = Zone(0, 34_000, 72_000, 48_000), Zone(0, 0, 72_000, 14_000)


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


@pytest.mark.parametrize(("weapon", "stands_back"), [((), False), (("longbow",), True)])
def test_the_army_is_set_up_out_of_sight_of_archers_who_stand_already(
    weapon: tuple[str, ...], stands_back: bool
) -> None:
    """They would shoot before anybody moves: behind the front of the zone they do not reach it (TA-RANGED-02)."""
    watchers = [red(f"watch{x}", 8, files=8, at=(x, 12.5), ranged=weapon) for x in (12, 36, 60)]
    axes = replace(blue("axes", 8, files=4, at=(36, 40)), place=OffTable(TO_BE_SET_DOWN))
    battle = field(*watchers, axes, size=(72, 48))
    battle = replace(battle, own=replace(battle.own, zones=(("blue", ZONE), ("red", THEIRS))))
    answer = place(battle, PlaceUnit(seat="blue", prompt="", rules=(), units=("axes",), zone=ZONE))
    assert answer is not None
    assert answer.pose is not None
    assert (answer.pose.y > ZONE.top + inches(1)) is stands_back


@pytest.mark.parametrize("seed", range(3))
def test_who_fights_on_his_own_has_room_to_turn(seed: int) -> None:
    """TA-MOVE-04: the troll does not begin at the very edge of the table, where it could only walk straight on."""
    battle = drawn_up("broken-seal", seed)
    (troll,) = (unit for unit in battle.units.values() if unit.name == "Gully Troll")
    assert battle.board is not None
    assert inches(1) <= troll.outline.x <= battle.board.width - inches(1)
