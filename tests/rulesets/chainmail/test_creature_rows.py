"""What the print says of creatures and is shown nowhere else, each held to what it does in play."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Compelled
from schiltron.battle.state.unit import Aboard, Aloft, OnTable
from schiltron.rulesets.chainmail.creature_equipment import with_equipment
from schiltron.rulesets.chainmail.creatures import CREATURES
from schiltron.rulesets.chainmail.fantasy.combat_table import score
from schiltron.rulesets.chainmail.fantasy.light import is_blind
from schiltron.rulesets.chainmail.fantasy.prowess import falls
from schiltron.rulesets.chainmail.fire.aiming import aim
from schiltron.rulesets.chainmail.morale.checks import required_roll_terms
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.nature import ALOFT
from schiltron.rulesets.chainmail.state import Unit
from schiltron.rulesets.chainmail.steps import Compulsions
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.table.lengths import inches
from tests.rulesets.chainmail.fights import met, ours, struck, theirs, thrown
from tests.rulesets.chainmail.positions import ahead, blue, field, march, play, red

ON: dict[str, Any] = {"fantasy": "on"}
GRADES = ("wizard", "sorcerer", "warlock", "magician")
DRAGONS = ("red_dragon", "white_dragon", "black_dragon", "blue_dragon", "green_dragon", "purple_dragon")


# ---------------------------------------------------------------- wizards


@pytest.mark.parametrize("grade", GRADES)
def test_a_wizard_fights_men_as_two(grade: str) -> None:
    """CM-FANT-WIZARD-03: armoured foot, or medium horse if he rides; two hits at once kill him, and not one."""
    he = ours(grade, 1)
    assert thrown(met(he, theirs("heavy_foot", 4), since=0, **ON)) == thrown(
        met(ours("armored_foot", 2), theirs("heavy_foot", 4), since=0, **ON)
    )
    changed = with_equipment(TROOPS[grade].profile, {"armed_as": "medium_horse"})
    assert not changed.faults
    rider = replace(he, own=replace(he.own, profile=changed.profile))
    assert thrown(met(rider, theirs("heavy_foot", 4), since=0, **ON)) == thrown(
        met(ours("medium_horse", 2), theirs("heavy_foot", 4), since=0, **ON)
    )
    assert [falls(he, hits)[0] for hits in (1, 2)] == [0, 1]


@pytest.mark.parametrize("grade", GRADES)
def test_wizards_bear_magical_arms(grade: str) -> None:
    """CM-FANT-WIZARD-04, CM-FANT-MAGIC-01: a sword adds to his two dice like a hero's."""
    changed = with_equipment(TROOPS[grade].profile, {"sword": 1})
    assert not changed.faults
    armed = replace(ours(grade, 1), own=replace(ours(grade, 1).own, profile=changed.profile))
    plain, better = (met(one, theirs("ogres", 1), since=0, **ON) for one in (ours(grade, 1), armed))
    found = [score(one, one.units["ours"], one.units["theirs"]) for one in (plain, better)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[1].bonus.total - found[0].bonus.total == 1


@pytest.mark.parametrize("grade", GRADES)
def test_a_wizard_heartens_his_unit(grade: str) -> None:
    """CM-FANT-WIZARD-07."""
    he = replace(blue("he", 1, at=(0, 0), troop=grade), place=Aboard("guard"))
    battle = field(blue("guard", 6, at=(30, 30)), he, **ON)
    found = required_roll_terms(battle, battle.units["guard"], 2, "check")
    assert [(term.rule, term.value) for term in found] == [("CM-FANT-WIZARD-07", 1)]


@pytest.mark.parametrize(("inches_on", "checks"), [(4.9, False), (5.1, True)])
def test_a_wizard_is_a_terror_within_twelve_inches(inches_on: float, checks: bool) -> None:
    """CM-FANT-WIZARD-07: his move on foot."""
    he, men = blue("he", 1, at=(48, 47), troop="wizard"), red("men", 8, at=(48, 30))
    played = play(field(he, men, phase="first_move", **ON), Moves("blue"), march("he", ahead(inches_on)))
    assert (played.battle.roll is not None) is checks
    if checks:
        assert "CM-FANT-WIZARD-07" in played.roll.rules


@pytest.mark.parametrize("troop", [*GRADES, "wraith", "ent", "wights", "balrog", *DRAGONS])
def test_common_missiles_do_them_no_harm(troop: str) -> None:
    """CM-FANT-WIZARD-08, CM-FANT-WRAITH-08, CM-FANT-ENT-03, CM-FANT-WIGHT-02, CM-FANT-BALROG-01, CM-FANT-DRAGON-06:
    the order is refused and told why."""
    battle = field(blue("it", 1, at=(48, 40), troop=troop), red("bows", 12, at=(48, 30), troop="longbowmen"), **ON)
    found = aim(battle, battle.units["bows"], battle.units["it"])
    proof = CREATURES[troop].nature.trait("proof_to_missiles")
    assert proof is not None
    assert isinstance(found, list)
    assert [one.rules for one in found] == [(proof.rule,)]


# ---------------------------------------------------------------- dragons, dwarves


@pytest.mark.parametrize("troop", DRAGONS)
def test_dragons_fight_in_the_dark_as_in_light(troop: str) -> None:
    """CM-FANT-DRAGON-01."""
    rolls = []
    for light in ("bright", "dark"):
        battle = met(ours(troop, 1), theirs("orcs", 6), since=0, light=light, **ON)
        assert not is_blind(battle, battle.units["ours"])
        rolls.append(struck(battle).dice.total)
    assert rolls[0] == rolls[1] > 0
    dark = met(ours("heavy_foot", 6), theirs("orcs", 6), since=0, light="dark", **ON)
    assert struck(dark).dice.total == 0


def test_dwarves_wait_for_an_order_where_knights_and_goblins_do_not() -> None:
    """CM-FANT-DWARF-04, CM-FANT-GOBLIN-03, CM-HIST-04: nobody throws a die for them or moves them."""
    near = red("orcs", 6, at=(48, 30), troop="goblins")
    dwarves = blue("dwarves", 6, at=(48, 36), troop="dwarves")
    played = play(field(dwarves, near, phase="first_move", knights="on", **ON), Compulsions("blue"))
    assert played.over
    assert not played.events_of(Compelled)
    goblins = play(field(dwarves, near, phase="first_move", knights="on", **ON), Compulsions("red"))
    assert [one.unit for one in goblins.events_of(Compelled)] == ["orcs"]


# ---------------------------------------------------------------- elementals


def bonus(one: str, other: Unit) -> int:
    battle = met(ours(one, 1), other, since=0, **ON)
    found = score(battle, battle.units["ours"], battle.units["theirs"])
    assert found is not None
    return found.bonus.total


def up(troop: str) -> Unit:
    unit = theirs(troop, 1)
    return replace(unit, place=OnTable(unit.pose, Aloft(ALOFT, 1)))


def test_the_earth_is_better_against_the_earthbound() -> None:
    """CM-FANT-ELEM-05: 1 on two dice, whoever stands on the ground, with wings or without; 6 inches, four heavy
    horse."""
    assert [bonus("earth_elemental", theirs(troop, 1)) for troop in ("ogres", "roc", "hero")] == [1, 1, 1]
    assert bonus("earth_elemental", up("roc")) == 0
    nature = CREATURES["earth_elemental"].nature
    assert (nature.move, nature.attack, nature.attacks_as) == (inches(6), 4, "heavy_horse")


def throwing(troop: str, missile: str) -> Unit:
    unit = theirs(troop, 1)
    changed = with_equipment(unit.own.profile, {"throws": missile})
    assert not changed.faults
    return replace(unit, own=replace(unit.own, profile=changed.profile))


def test_fire_is_better_against_users_of_fire() -> None:
    """CM-FANT-ELEM-06: balrogs, dragons that breathe it, and wizards who have chosen fire balls; 12 inches, four medium
    horse."""
    for troop in ("balrog", "red_dragon", "wizard"):
        assert bonus("fire_elemental", theirs(troop, 1)) == bonus("efreet", theirs(troop, 1)) == 2
    assert bonus("fire_elemental", throwing("magician", "fire_ball")) == 2
    assert bonus("fire_elemental", throwing("magician", "lightning_bolt")) == 0
    assert [bonus("fire_elemental", theirs(troop, 1)) for troop in ("white_dragon", "ogres", "hero")] == [0, 0, 0]
    nature = CREATURES["fire_elemental"].nature
    assert (nature.move, nature.attack, nature.attacks_as) == (inches(12), 4, "medium_horse")
