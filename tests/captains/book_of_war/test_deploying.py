"""How a captain draws up its army."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.decision import PlaceUnit
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply
from schiltron.battle.state.unit import Afloat
from schiltron.captains.book_of_war.captain import BookOfWarCaptain
from schiltron.captains.recruit import Recruit
from schiltron.muster import load_scenario, prepare, ready_scenarios
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.hiding import is_hidden
from schiltron.rulesets.book_of_war.state import Battle
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.table.lengths import inches


def drawn_up(scenario: str | Battle, seed: int = 0, other: str = "captain") -> Battle:
    """Both armies set down; red always by the captain."""
    setup = prepare(load_scenario(scenario)) if isinstance(scenario, str) else scenario
    captains = {
        "red": BookOfWarCaptain(seed),
        "blue": BookOfWarCaptain(seed) if other == "captain" else Recruit(BOOK_OF_WAR, seed),
    }
    dice = FastDice(Random(seed))
    battle = BOOK_OF_WAR.begun(setup).battle
    while battle.turn == 0:
        if battle.roll is not None:
            order = dice.throw(battle.roll, 0)
        else:
            decision = battle.decisions[0]
            answer = captains[decision.seat].answer(BOOK_OF_WAR.view(battle, decision.seat), decision)
            order = Reply(decision.seat, decision.id, answer)
        obeyed = BOOK_OF_WAR.obey(battle, order)
        assert not isinstance(obeyed, Illegal), str(obeyed)
        battle = obeyed.battle
    return battle


def left_to_right(battle: Battle, side: str) -> list[str]:
    units = [unit for unit in battle.units.values() if unit.side == side]
    return [unit.kind for unit in sorted(units, key=lambda unit: unit.pose.x)]


@pytest.mark.parametrize("scenario", [one.id for one in ready_scenarios() if one.ruleset == "book_of_war"])
def test_every_unit_finds_its_place(scenario: str) -> None:
    """On the table, aboard or in hiding; a ship lies on the water."""
    battle = drawn_up(scenario)
    assert all(
        unit.on_table or unit.host or is_hidden(unit) or isinstance(unit.place, Afloat)
        for unit in battle.units.values()
    )


def test_horse_stands_outside_the_foot() -> None:
    battle = drawn_up("open-field")
    for side in ("red", "blue"):
        kinds = left_to_right(battle, side)
        mounted = [TROOPS[kind].mounted for kind in kinds]
        assert any(mounted)
        foot = [place for place, rides in enumerate(mounted) if not rides]
        assert foot == list(range(foot[0], foot[-1] + 1)), f"horse stands in the middle of {kinds}"


def test_pikes_stand_on_the_side_of_the_enemys_horse() -> None:
    """In this scenario the riders may be drawn up first; then the pikes know where they are."""
    for seed in range(6):
        battle = drawn_up("horse-and-pikes", seed)
        pikes_side = next(unit.side for unit in battle.units.values() if unit.kind == "pikemen")
        if battle.own.order[-1] != pikes_side:
            continue
        horse = [unit for unit in battle.units.values() if unit.side != pikes_side and TROOPS[unit.kind].mounted]
        middle = battle.board.width / 2
        leaning = sum((unit.outline.x - middle) * unit.figures * TROOPS[unit.kind].cost for unit in horse)
        pikes = [unit for unit in battle.units.values() if unit.kind == "pikemen"]
        others = [unit for unit in battle.units.values() if unit.side == pikes_side and unit.kind != "pikemen"]
        outermost = max if leaning > 0 else min
        assert outermost(pikes + others, key=lambda unit: unit.outline.x).kind == "pikemen" or not leaning


def test_the_seed_turns_the_line_about() -> None:
    lines = {tuple(left_to_right(drawn_up("open-field", seed, "recruit"), "red")) for seed in range(8)}
    assert len(lines) > 1


def test_what_finds_no_room_in_the_line_stands_behind_it() -> None:
    setup = prepare(load_scenario("open-field"))
    narrow = tuple((side, replace(zone, left=inches(29), right=inches(43))) for side, zone in setup.own.zones)
    battle = drawn_up(replace(setup, own=replace(setup.own, zones=narrow)))
    assert all(unit.on_table for unit in battle.units.values())
    assert len({unit.pose.y for unit in battle.units.values() if unit.side == "red"}) == 2


def test_asked_for_a_unit_it_sets_one_of_those_down() -> None:
    battle = BOOK_OF_WAR.begun(prepare(load_scenario("open-field"))).battle
    assert battle.roll is not None
    obeyed = BOOK_OF_WAR.obey(battle, FastDice(Random(1)).throw(battle.roll, 1))
    decision = obeyed.battle.decisions[0]
    assert isinstance(decision, PlaceUnit)
    answer = BookOfWarCaptain().answer(obeyed.battle, decision)
    assert answer.unit in decision.units
