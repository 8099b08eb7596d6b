"""Creatures that players bring from their role-playing game: army lists name them, and they are played."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Checked
from schiltron.battle.state.manoeuvre import Advance
from schiltron.battle.state.unit import OnTable
from schiltron.muster import check_scenario, load_scenario, prepare
from schiltron.muster.preparing import examined
from schiltron.parent_game.creature import Creature
from schiltron.rulesets.battlesystem.book import BATTLESYSTEM
from schiltron.rulesets.battlesystem.equipping import equipped
from schiltron.rulesets.battlesystem.melee.ending import EndMelee
from schiltron.rulesets.battlesystem.morale.current import current_morale
from schiltron.rulesets.battlesystem.movement.phase import Moves
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.rulesets.battlesystem.steps import Walk
from schiltron.rulesets.quartermaster import Enlisted
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose
from tests.rulesets.battlesystem.positions import LONGBOW, blue, field, locked, march, order, piece, play, red, rules
from tests.whole_battles.recruits import opening, positions


def made(troop: str = "orc_foot", **equipment: Any) -> Creature:
    """The creature that an army list makes of a troop."""
    one, found = equipped("units[0]", Enlisted(troop, 12, equipment=equipment), None)
    assert one is not None
    assert not found, found
    return one.profile.creature


def wrong(troop: str = "orc_foot", **equipment: Any) -> tuple[str, tuple[str, ...]]:
    _, (found, *_) = equipped("units[0]", Enlisted(troop, 12, equipment=equipment), None)
    return found.place, found.rules


# ---------------------------------------------------------------- army lists


def test_an_army_list_makes_another_folk_of_a_troop() -> None:
    """BS-0.0-07, BS-4.4-08, BS-11.8-08: whom it hated and where it was at home goes with the old one."""
    orc, lizard = made(), made(race="lizard_man")
    assert orc.hates
    assert (lizard.race, lizard.hates, lizard.home) == ("lizard_man", (), ("swamp", "amphibious"))
    wight = made(race="wight", undead=True, drains_levels=True, only_hit_by=1, home=["mountain", "swamp"])
    assert (wight.undead, wight.drains_levels, wight.only_hit_by, wight.home) == (True, True, 1, ("mountain", "swamp"))
    assert (made().undead, made().drains_levels, made().only_hit_by) == (False, False, 0)
    one, _ = equipped("units[0]", Enlisted("orc_foot", 12, equipment={"race": "lizard_man"}), None)
    assert one is not None
    assert not one.profile.light_blind, "daylight troubles orcs"


@pytest.mark.parametrize(
    ("troop", "key", "value", "rule"),
    [
        ("human_swordsmen", "race", "lizard_man", "BS-0.0-07"),
        ("orc_foot", "race", "Lizard Man", "BS-0.0-07"),
        ("orc_foot", "race", "ogre", "BS-0.0-07"),
        ("orc_foot", "race", 3, "BS-0.0-07"),
        ("orc_foot", "home", "desert", "BS-11.8-08"),
        ("orc_foot", "undead", "yes", "BS-4.4-08"),
        ("orc_foot", "drains_levels", 1, "BS-4.4-08"),
        ("orc_foot", "only_hit_by", 6, "BS-4.4-08"),
        ("orc_foot", "only_hit_by", True, "BS-4.4-08"),
        ("orc_foot", "humanoid", "no", "BS-10.5-02"),
    ],
)
def test_what_cannot_be_is_told(troop: str, key: str, value: Any, rule: str) -> None:
    """BS-0.0-07, BS-4.4-08, BS-10.5-02, BS-11.8-08"""
    assert wrong(troop, **{key: value}) == (f"units[0].equipment.{key}", (rule,))


# ---------------------------------------------------------------- terrors


def seen(unit: Unit, angle: float, *, mirrored: bool) -> Unit:
    """A unit of a position that is turned about the middle of the table, and seen in a mirror."""
    if not unit.on_table:
        return unit
    x = inches(96) - unit.pose.x if mirrored else unit.pose.x
    heading = -unit.pose.heading if mirrored else unit.pose.heading
    there = Pose(x, unit.pose.y, heading % 360_000).pivoted(inches(48), inches(24), degrees(angle))
    return replace(unit, place=OnTable(there))


def met(plus: int = 0, *, angle: float = 0, mirrored: bool = False, **nature: Any) -> Battle:
    """Men with such weapons in contact, off-centre, with six of a folk that an army list has made."""
    men = blue("men", 8, files=8, at=(46.6, 24), ml=12)
    arms = tuple(replace(one, plus=plus) for one in men.own.profile.weapons)
    men = replace(men, own=replace(men.own, profile=replace(men.own.profile, weapons=arms)))
    foes = red("foes", 6, files=3, at=(49, 24), of=made("hobgoblin_foot", race="stranger", **nature))
    units = [seen(one, angle, mirrored=mirrored) for one in (foes, men)]
    return field(*units, contacts=[locked("foes", "men")], phase="melee")


def terms(battle: Battle) -> dict[str, int]:
    return {term.rule: term.value for term in current_morale(battle, battle.units["men"], ()).terms}


@pytest.mark.parametrize(("angle", "mirrored"), [(0, False), (17, True), (213, False)])
@pytest.mark.parametrize(
    ("plus", "nature", "worse", "checks"),
    [
        (0, {}, False, False),
        (0, {"undead": True}, False, True),
        (0, {"drains_levels": True}, True, True),
        (3, {"drains_levels": True}, True, True),
        (0, {"only_hit_by": 1}, True, True),
        (1, {"only_hit_by": 1}, False, False),
        (1, {"only_hit_by": 2}, True, True),
        (2, {"only_hit_by": 2}, False, False),
        (1, {"only_hit_by": 1, "undead": True}, False, True),
        (0, {"only_hit_by": 3, "undead": True, "drains_levels": True}, True, True),
    ],
)
def test_creatures_of_army_lists_frighten(
    plus: int, nature: dict[str, Any], angle: float, *, worse: bool, checks: bool, mirrored: bool
) -> None:
    """BS-4.2-08, BS-4.4-04, BS-4.4-08: -3 once from who drains levels or cannot be harmed; the undead cause a check."""
    battle = met(plus, angle=angle, mirrored=mirrored, **nature)
    assert terms(battle).get("BS-4.2-08") == (-3 if worse else None)
    plain = current_morale(met(plus), met(plus).units["men"], ()).total
    assert current_morale(battle, battle.units["men"], ()).total == plain - (3 if worse else 0)
    ended = play(battle, EndMelee())
    assert (ended.battle.roll is not None) is checks
    if checks:
        assert len(ended.then("1 1").events_of(Checked)) == 1
        assert ended.then("1 1").over, "one check, however many of these are true"


@pytest.mark.parametrize(("plus", "worse"), [(0, True), (1, True), (2, False), (3, False)])
def test_a_magic_missile_is_an_attack_form_too(plus: int, *, worse: bool) -> None:
    """BS-4.2-08, BS-4.4-08: whatever it has that meets the need."""
    battle = met(only_hit_by=2)
    men = battle.units["men"]
    profile = replace(men.own.profile, missile=replace(LONGBOW, plus=plus))
    armed = battle.with_unit(replace(men, own=replace(men.own, profile=profile)))
    assert ("BS-4.2-08" in terms(armed)) is worse
    assert (play(armed, EndMelee()).battle.roll is not None) is worse


def test_one_of_several_is_terror_enough() -> None:
    """BS-4.2-08, BS-4.4-04: any of those it touches, counted once."""
    battle = met(drains_levels=True)
    plain = red("plain", 3, files=3, at=(44, 24))
    more = replace(battle.with_unit(plain), engagements=(*battle.engagements, locked("plain", "men")))
    assert terms(more)["BS-4.2-08"] == -3
    twin = replace(battle.units["foes"], id="twin")
    both = replace(battle.with_unit(twin), engagements=(*battle.engagements, locked("twin", "men")))
    assert terms(both)["BS-4.2-08"] == -3


def test_creatures_frighten_only_those_they_touch() -> None:
    """BS-4.2-08, BS-4.4-04: any figure in base contact; who stands beside is not touched, and routs touch nobody."""
    battle = met(drains_levels=True)
    aside = blue("aside", 6, files=6, at=(20, 24), ml=12)
    battle = battle.with_unit(aside)
    assert "BS-4.2-08" not in {term.rule for term in current_morale(battle, aside, ()).terms}
    apart = replace(battle, engagements=())
    assert "BS-4.2-08" not in terms(apart)
    assert play(apart, EndMelee()).over


def test_the_card_says_what_they_are() -> None:
    """BS-4.4-08, BS-11.8-08"""
    battle = met(undead=True, drains_levels=True, only_hit_by=2, home="swamp")
    special = next(one.value for one in BATTLESYSTEM.card(battle, "foes").stats if one.label == "Special")
    for said in ("undead", "drain levels", "harmed only by weapons of +2", "home terrain swamp"):
        assert said in special


# ---------------------------------------------------------------- ground they are at home in


def reach(of: Creature, kind: str, facing: float) -> float:
    """How far a unit of these gets straight ahead, in inches, on ground of one kind all over the table."""
    men = blue("men", 6, files=3, at=(48, 24), of=of, facing=facing)
    battle = field(men, red("orcs", 6, files=6, at=(90, 5)), features=[piece(kind, 0, 0, 96, 48)])
    end = walk(battle, Walk("men", (Advance(inches(20)),), "move")).pose
    return hypot(end.x - men.pose.x, end.y - men.pose.y) / 1000


@pytest.mark.parametrize("facing", [0, 17, 213])
@pytest.mark.parametrize(
    ("nature", "swamp", "water"),
    [
        ({}, 4.5, 0),
        ({"race": "lizard_man"}, 9, 9),
        ({"race": "sahuagin"}, 9, 9),
        ({"race": "mudlark", "home": "swamp"}, 9, 0),
        ({"race": "merman", "home": "aquatic"}, 4.5, 9),
        ({"race": "eft", "home": ["swamp", "amphibious"]}, 9, 9),
    ],
)
def test_they_are_at_home_where_the_list_says(
    facing: float, nature: dict[str, Any], swamp: float, water: float
) -> None:
    """BS-11.8-06, BS-11.8-07, BS-11.8-08: in a swamp at full speed, in water at all."""
    of = made(move=9, **nature)
    for kind, far in (("swamp", swamp), ("pond", water), ("river", water)):
        assert reach(of, kind, facing) == pytest.approx(far, abs=0.03), kind


def test_nobody_is_in_closed_ranks_there_though_at_home() -> None:
    """BS-11.8-06, BS-11.8-07"""
    of = made(race="lizard_man", move=9)
    for kind in ("swamp", "pond"):
        men = blue("men", 6, files=3, at=(48, 30), of=of, formation="closed")
        battle = field(men, red("orcs", 6, files=6, at=(90, 5)), features=[piece(kind, 0, 10, 96, 28)])
        moved = play(battle, Moves("blue"), march("men", Advance(inches(6))))
        assert moved.unit("men").own.formation == "open"


# ---------------------------------------------------------------- missiles of their own


@pytest.mark.parametrize(("humanoid", "may"), [(False, True), (True, False)])
def test_creatures_with_missiles_of_their_own_split_their_fire(*, humanoid: bool, may: bool) -> None:
    """BS-10.5-02: by the army list they are not of human shape, and what they throw grows on them."""
    equipment = {"race": "needleman", "humanoid": humanoid, "missile": "dart"}
    one, found = equipped("units[0]", Enlisted("hobgoblin_foot", 6, equipment=equipment), None)
    assert one is not None
    assert not found
    thorns = blue("thorns", 6, files=6, at=(30, 30), facing=17)
    thorns = replace(thorns, own=replace(thorns.own, profile=one.profile))
    asked = play(field(thorns, red("orcs", 6, files=6, at=(31, 26))), Moves("blue"))
    assert ("split" in asked.decision.actions) is may
    if not may:
        assert "BS-10.5-01" in rules(asked.refusal(order("thorns", "split", Advance(inches(1)))))
        return
    rode = asked.then(order("thorns", "split", Advance(inches(1))))
    assert any("BS-10.5-02" in decision.rules for decision in rode.battle.decisions)


# ---------------------------------------------------------------- a scenario of them


def test_the_drowned_abbey_is_lawful_and_even_and_has_all_of_them() -> None:
    """BS-4.2-08, BS-4.4-04, BS-4.4-08, BS-9.2-02, BS-10.5-02, BS-11.8-06, BS-11.8-07"""
    scenario = load_scenario("drowned-abbey")
    assert examined(scenario)[0] == []
    red_points, blue_points = (found.points for found in check_scenario(scenario).values())
    assert abs(red_points - blue_points) <= 0.05 * max(red_points, blue_points)
    battle = prepare(scenario)
    creatures = [unit.own.profile.creature for unit in battle.units.values()]
    assert any(one.undead for one in creatures)
    assert any(one.drains_levels and one.only_hit_by for one in creatures)
    assert any(not one.humanoid for one in creatures)
    assert any("amphibious" in one.home for one in creatures)
    assert battle.own.options.spells == "declared"
    assert battle.board is not None
    assert {"swamp", "pond"} <= {piece.kind for piece in battle.board.features}


def test_the_drowned_abbey_is_played_by_recruits() -> None:
    """BS-9.2-02: commanders who know spells are asked, and some cast one."""
    asked = cast = 0
    for battle in positions(opening("drowned-abbey"), 3):
        asked += any("BS-9.2-02" in decision.rules for decision in battle.decisions)
        cast += any(unit.own.command.casting_in == battle.turn > 0 for unit in battle.units.values())
    assert asked
    assert cast
