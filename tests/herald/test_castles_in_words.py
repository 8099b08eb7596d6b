"""Castles and those in them, told in words."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.state.unit import OnTable, Upon
from schiltron.herald.describing import feature, place
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR


def told(name: str) -> str:
    battle = prepare(load_scenario("kell-keep"))
    return place(BOOK_OF_WAR, battle, next(unit for unit in battle.units.values() if unit.name == name))


def test_who_is_on_a_wall_and_who_inside_a_tower() -> None:
    """BW-O6-09, BW-O6-13: figures on their own are told with their type."""
    assert told("Wall Bows").startswith("Wall Bows (blue-1), longbowmen: ")
    assert "; on South Wall" in told("Wall Bows")
    assert "; inside East Tower" in told("East Tower Bow")
    assert told("Orlamund").startswith("Orlamund (blue-6), wizard of rank 1: ")
    assert "; on Kell Keep" in told("Orlamund"), "on its roof"


def test_who_has_gone_down_the_stairs_is_inside() -> None:
    """BW-O6-13"""
    battle = prepare(load_scenario("kell-keep"))
    orlamund = next(unit for unit in battle.units.values() if unit.name == "Orlamund")
    assert isinstance(orlamund.level, Upon)
    below = OnTable(orlamund.pose, Upon(orlamund.level.feature, orlamund.level.storey - 1))
    assert "; inside Kell Keep" in place(BOOK_OF_WAR, battle, replace(orlamund, place=below))


def test_walls_and_towers_are_called_what_they_are() -> None:
    battle = prepare(load_scenario("kell-keep"))
    said = [feature(one) for one in battle.board.features]
    assert said[0].startswith("South Wall, castle wall: ")
    assert said[1].startswith("West Tower, tower: ")
