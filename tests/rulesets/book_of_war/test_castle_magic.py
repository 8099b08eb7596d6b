"""Wands, spells and breath about castles: what reaches over a wall, into a tower, and about inside it (O6, A4)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.play.powers import Point
from schiltron.battle.state.unit import OnTable, Upon
from schiltron.rulesets.book_of_war.attacks.breath import breathed_on
from schiltron.rulesets.book_of_war.magic.landing import burst, falls, found_at_range, masking
from schiltron.rulesets.book_of_war.magic.rows import POWERS
from schiltron.rulesets.book_of_war.magic.spellbook import aim_of
from schiltron.rulesets.book_of_war.magic.steps import Fall
from schiltron.rulesets.book_of_war.magic.wand_shots import struck_at
from schiltron.rulesets.book_of_war.magic.wizards import touched
from schiltron.table.terrain import Feature
from tests.rulesets.book_of_war.castles import guard, tower, upon, wall
from tests.rulesets.book_of_war.positions import blue, field, red

WALL = wall((10, 20), (40, 20))
KEEP = tower(20, 20, room=3)
WAND, DEATH, UNMAKE = POWERS["fireballs"], POWERS["death_spell"], POWERS["disintegrate"]


def mage(x: float, y: float, **more: Any) -> Any:
    return blue("wizard_2", 1, at=(x, y), id="mage", wand="fireballs", spells=("death_spell",), **more)


def man(x: float, y: float, storey: int = 0, kind: str = "archers", id: str = "", **more: Any) -> Any:
    one = red(kind, 1, at=(x, y), id=id or kind, **more)
    return upon(one, "tower", storey) if storey else one


def scene(*units: Any, features: tuple[Feature, ...] = (KEEP,), **more: Any) -> Any:
    return field(*units, features=features, game="advanced", **more)


def test_a_wall_hides_from_a_wand_who_stands_behind_it_and_not_who_stands_on_it() -> None:
    """BW-O6-14, BW-A4-10"""
    for mark, masked in ((guard(20, 20, "archers"), False), (man(20, 15), True)):
        battle = scene(mage(20, 27), mark, features=(WALL,))
        at = Point(mark.outline.x, mark.outline.y)
        assert (masking(battle, battle.units["mage"], at, mark.level) is not None) is masked


def test_from_the_top_of_a_wall_a_wand_reaches_over_it() -> None:
    """BW-O6-14: a wizard on the wall hides nobody from himself; a tower of two storeys hides from him all the same."""
    up = replace(mage(20, 20.375), place=OnTable(mage(20, 19.6).pose, Upon("wall", 1)))
    behind = man(20, 10)
    battle = scene(up, behind, features=(WALL,))
    assert masking(battle, up, Point(behind.outline.x, behind.outline.y), None) is None
    between = scene(up, behind, features=(WALL, tower(20, 15)))
    mask = masking(between, up, Point(behind.outline.x, behind.outline.y), None)
    assert mask is not None
    assert mask.id == "tower"


@pytest.mark.parametrize("storey", [1, 2])
def test_nobody_inside_a_tower_is_aimed_at_from_outside(storey: int) -> None:
    """BW-O6-12: neither by wand nor spell, be it a hero; on top he is."""
    seen = storey == 2
    battle = scene(mage(20, 27), man(20, 20.4, storey))
    for power in (WAND, DEATH):
        assert aim_of(battle, battle.units["mage"], power).eligible == (("archers",) if seen else ())
    knight = scene(mage(20, 27), man(20, 20.4, storey, "knight_renown", "sir"))
    assert aim_of(knight, knight.units["mage"], UNMAKE).eligible == (("sir",) if seen else ())


def test_magic_works_on_those_who_are_inside_with_the_wizard() -> None:
    """BW-O6-12: on his storey, and on nobody above it."""
    inside, roof = man(20, 18.875, 1), man(20, 18.875, 2, id="roof")
    here = upon(mage(20, 20), "tower", 1)
    battle = scene(here, inside, roof)
    assert found_at_range(battle, here, "archers", DEATH) == "archers"
    assert aim_of(battle, here, DEATH).eligible == ("archers", "roof")
    at = Point(inside.outline.x, inside.outline.y)
    assert falls(battle, here, at, inside.level)[1].unit == "archers"
    assert falls(battle, here, at, roof.level)[1].unit == "roof"


@pytest.mark.parametrize(("off", "finds"), [(0.3, False), (-0.05, True)])
def test_who_has_fallen_in_the_rear_rank_brings_nobody_into_range(off: float, finds: bool) -> None:
    """BW-A4-13: it is measured to who stands."""
    base = man(0, 0).body.base.depth / 1000
    near = 40 - DEATH.range - off - base
    two = replace(red("archers", 2, files=1, at=(20, near), facing=0), figures=1, fallen=1)
    here = mage(20, 40)
    assert found_at_range(scene(here, two, features=()), here, "archers", DEATH) == ("archers" if finds else None)


def test_who_stands_above_or_below_is_not_touched() -> None:
    """BW-A4-09, BW-O6-13: two on one spot of the plan, one inside and one on top."""
    for storey, close in ((1, ["archers"]), (2, [])):
        battle = scene(upon(mage(20, 20), "tower", 1), man(20, 19.25, storey, facing=0))
        assert [one.id for one in touched(battle, battle.units["mage"])] == close


def test_a_large_blast_does_not_reach_through_the_walls_of_a_tower() -> None:
    """BW-O5-04, BW-O6-12: two inches across, over the tower, it catches those on top and not those inside."""
    inside, roof = man(20.3, 20.4, 1, id="in"), man(19.9, 20.4, 2, id="up")
    battle = scene(mage(20, 30), inside, roof, areas="large")
    assert struck_at(battle, "mage", Fall(20_000, 20_000, "up", 0)) == {"up": 1}
    within = scene(upon(mage(20.9, 20.4), "tower", 1), inside, roof, areas="large")
    assert struck_at(within, "mage", Fall(20_300, 20_000, "in", 0)) == {"in": 1}


def test_a_spell_that_bursts_inside_stays_inside() -> None:
    """BW-A4-29, BW-O6-12"""
    inside, roof = man(20.3, 20.4, 1, id="in"), man(19.9, 20.4, 2, id="up")
    here = upon(mage(21, 20.4), "tower", 1)
    power = replace(WAND, area=6)
    battle = scene(here, inside, roof)
    at = Point(inside.outline.x, inside.outline.y)
    assert burst(battle, "mage", power, at, inside.level)[1] == {"in": 1}
    outside = scene(mage(20, 30), inside, roof)
    assert burst(outside, "mage", power, at)[1] == {"up": 1}


def test_a_breath_along_a_tower_does_not_go_through_its_walls() -> None:
    """BW-O5-04, BW-O6-12"""
    dragon = blue("dragon_adult_red", 1, at=(20, 23.2), id="ember")
    foe, inside = red("heavy_infantry", 1, at=(20, 22.4), facing=180), man(20, 21.6, 1, id="in")
    battle = scene(dragon, foe, inside, areas="large")
    assert breathed_on(battle, dragon, battle.units["heavy_infantry"]) == {"heavy_infantry": 1}
