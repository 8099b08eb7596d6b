"""A side for which nobody sits: its units stand and strike back, and nobody waits for anybody."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import UNSEATED
from schiltron.battle.state.field import asked_seat, commanded_by, fights_for, troops
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.movement.initiative import Initiative
from tests.rulesets.by_this_axe.positions import blue, field, red
from tests.rulesets.by_this_axe.positions import play as played
from tests.whole_battles.recruits import positions, sound

WILD = "ochre"


def without_a_third(command: str) -> AnyBattle:
    """Three parishes, and nobody sits for the third."""
    battle = prepare(load_scenario("three-parishes"))
    units = {
        unit.id: replace(unit, controller=UNSEATED) if fights_for(battle, unit, WILD) else unit
        for unit in battle.units.values()
    }
    seats = tuple(seat for seat in battle.seats if seat.side != WILD)
    own = replace(battle.own, options=replace(battle.own.options, command=command))
    return replace(battle, seats=seats, units=units, own=own)


@pytest.mark.parametrize("command", ["none", "cards"])
@pytest.mark.parametrize("seed", range(3))
def test_recruits_fight_a_battle_with_such_a_side_to_its_end(command: str, seed: int) -> None:
    begun = BY_THIS_AXE.begun(without_a_third(command)).battle
    for battle in positions(begun, seed):
        sound(battle)
        assert all(one.seat in ("red", "blue") for one in battle.decisions)
    assert asked_seat(battle, WILD) is None
    assert commanded_by(battle, WILD) == []
    assert troops(battle, WILD)
    assert not any(unit.own.turn.moved for unit in troops(battle, WILD) if unit.on_table)


@pytest.mark.parametrize("command", ["none", "cards"])
def test_captains_fight_a_battle_with_such_a_side_to_its_end(command: str) -> None:
    battle = without_a_third(command)
    captains = {seat.id: captain_named("captain", BY_THIS_AXE, place) for place, seat in enumerate(battle.seats)}
    assert play(BY_THIS_AXE, battle, captains, FastDice(Random(1))).outcome is not None


def test_one_that_wins_the_initiative_moves_first_and_has_no_moves() -> None:
    """TA-MOVE-01: what silence does."""
    position = field(blue("axes", 4, at=(20, 40)), replace(red("bows", 4, at=(20, 8)), controller=UNSEATED))
    wild = replace(position, seats=tuple(seat for seat in position.seats if seat.id == "blue"))
    moving = played(wild, Initiative(), "1 | 6")
    assert moving.battle.own.order == ("red", "blue")
    assert moving.decision.seat == "blue"
