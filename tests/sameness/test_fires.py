"""Battles of Chainmail with burning cover are the same battles turned, shifted, mirrored or renamed: CM-WEATHER-04."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.battle import AnyBattle
from schiltron.rulesets import ruleset
from schiltron.rulesets.chainmail.state import Battle, Fire
from schiltron.rulesets.chainmail.terrain import ABLAZE
from schiltron.rulesets.chainmail.weather.burning import Burn, Spread
from tests.sameness.changes import WAYS
from tests.sameness.playing import compared, played_on
from tests.whole_battles.recruits import opening


@pytest.mark.parametrize(
    ("scenario", "seed", "first", "last"),
    [("beacon-ridge", 2, 44, 80), ("tollgate", 2, 14, 46), ("lances-and-pikes", 2, 28, 60)],
)
def test_a_changed_battle_with_fires_is_the_same_battle(scenario: str, seed: int, first: int, last: int) -> None:
    """Random orders before and after the first fire is set, one battle by written orders among them."""
    burning = 0
    for entry in played_on(opening(scenario, burning="on", weather="clear"), seed, first, last):
        burning += bool(entry.battle.own.fires)
        if entry.number % 2:
            continue
        for way in WAYS:
            found = compared(entry.battle, entry.order, way)
            assert not found, "\n".join([f"{scenario}, entry {entry.number}, {way}: {entry.order}", *found[:8]])
    assert burning


def set_alight(battle: AnyBattle) -> Battle:
    """Every wood burns since a turn ago, and the one nearest to it has a body of troops in it."""
    features = tuple(replace(one, kind=ABLAZE.get(one.kind, one.kind)) for one in battle.board.features)
    burning = [one for one in features if one.kind in ABLAZE.values()]
    assert burning
    middle = burning[0].polygon.representative_point()
    unit = next(one for one in battle.standing() if one.figures > 6)
    pose = replace(unit.pose, x=round(middle.x) + 137, y=round(middle.y) - 411, heading=17_000)
    moved = replace(unit, place=replace(unit.place, pose=pose))
    fires = tuple(Fire(one.id, battle.turn - 1, ablaze=True) for one in burning)
    own = replace(battle.own, fires=fires)
    return replace(battle.with_unit(moved), own=own, board=replace(battle.board, features=features))


@pytest.mark.parametrize("scenario", ["beacon-ridge", "lances-and-pikes", "powder-and-stones"])
def test_who_burns_and_who_gets_out_is_the_same(scenario: str) -> None:
    """Orders of troops in burning cover, and what becomes of them at the end of the turn."""
    *_, moving = (
        entry
        for entry in played_on(opening(scenario, burning="on"), 2, 0, 60)
        if entry.battle.phase in ("first_move", "last_move") and entry.battle.decisions and not entry.battle.engagements
    )
    alight = set_alight(moving.battle)
    book = ruleset("chainmail")
    begun = book.begun(replace(alight, decisions=())).battle
    for entry in played_on(begun, 5, 0, 12):
        for way in WAYS:
            assert not compared(entry.battle, entry.order, way), (entry.number, way, entry.order)
    ending = replace(alight, decisions=(), agenda=(Burn(), Spread()))
    due = book.begun(ending)
    assert any("CM-WEATHER-04" in event.rules for event in due.events)
