"""The figures of the fantasy supplement: what the book's tables say of each, prices, army lists, the line-up."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.rulesets.chainmail.catalogue import QUARTERMASTER, check
from schiltron.rulesets.chainmail.creature_equipment import dealt_tribes, with_equipment
from schiltron.rulesets.chainmail.creatures import CREATURES
from schiltron.rulesets.chainmail.equipping import equipped
from schiltron.rulesets.chainmail.nature import Nature
from schiltron.rulesets.chainmail.options import Options
from schiltron.rulesets.chainmail.points import cost, each
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.rulesets.chainmail.walking.rates import charge_move, normal_move
from schiltron.rulesets.quartermaster import Enlisted
from schiltron.table.lengths import inches
from tests.rulesets.chainmail.positions import blue, field

ON: dict[str, Any] = {"fantasy": "on"}

# ---------------------------------------------------------------- the reference table

REFERENCE = """
hobbits 12 0 0 15 light_foot light_foot
sprites 9 0 18 0 light_foot light_foot
dwarves 6 9 0 0 heavy_foot light_foot
goblins 6 9 0 0 heavy_foot light_foot
elves 12 0 0 18 heavy_foot heavy_foot
orcs 9 12 0 15 heavy_foot heavy_foot
hero 12 15 0 18 armored_foot armored_foot
anti_hero 12 15 0 18 armored_foot armored_foot
super_hero 12 15 0 21 armored_foot armored_foot
wraith 18 24 36 0 medium_horse armored_foot
wraith_on_foot 12 15 36 0 armored_foot armored_foot
wights 9 9 0 0 light_horse heavy_horse
ghouls 9 9 0 0 light_horse heavy_horse
werebear 9 12 0 0 armored_foot heavy_foot
werewolf 12 18 0 0 armored_foot heavy_foot
ogres 9 12 0 0 heavy_foot heavy_foot
true_troll 9 12 0 0 armored_foot armored_foot
balrog 6 9 15 0 heavy_horse armored_foot
ent 6 6 0 0 armored_foot armored_foot
giant 12 18 0 20 heavy_foot armored_foot
red_dragon 9 15 24 0 heavy_horse armored_foot
purple_dragon 9 15 0 0 heavy_horse armored_foot
roc 0 0 48 0 light_horse heavy_horse
griffon 0 0 48 0 light_horse heavy_horse
air_elemental 0 0 24 0 light_horse armored_foot
djinn 0 0 24 0 light_horse armored_foot
earth_elemental 6 0 0 0 heavy_horse armored_foot
fire_elemental 12 0 0 0 medium_horse armored_foot
efreet 12 0 0 0 medium_horse armored_foot
water_elemental 6 0 0 0 light_horse armored_foot
"""
"""Move, charge, flight, range of missiles, and as what it strikes and is struck; where nothing strikes it, the class is
that of the wizard's own figures."""


@pytest.mark.parametrize("line", REFERENCE.strip().splitlines(), ids=lambda line: line.split()[0])
def test_the_reference_table(line: str) -> None:
    """CM-FANT-GEN-02, CM-FANT-GEN-05, CM-FANT-GEN-08, CM-FANT-WRAITH-07, CM-FANT-DRAGON-04, CM-FANT-DRAGON-13,
    CM-FANT-CHIMEREA-01, CM-FANT-ELEM-04 to CM-FANT-ELEM-07."""
    key, move, charge, fly, far, attacks, defends = line.split()
    nature = CREATURES[key].nature
    lengths = (nature.move, nature.charge, nature.fly, nature.range)
    assert lengths == tuple(inches(int(one)) for one in (move, charge, fly, far))
    assert (nature.attacks_as, nature.defends_as) == (attacks, defends)


FIGURES = """
hero 4 simultaneous 4
super_hero 8 simultaneous 8
wraith 2 impervious 1
wraith_on_foot 2 impervious 1
werebear 4 simultaneous 4
ogres 6 cumulative 6
true_troll 3 impervious 1
balrog 2 impervious 1
giant 12 cumulative 12
ent 6 impervious 1
red_dragon 4 impervious 1
roc 4 cumulative 4
air_elemental 4 impervious 1
wights 1 plain 1
basilisk 0 simultaneous 4
goblins 1 plain 1
"""


@pytest.mark.parametrize("line", FIGURES.strip().splitlines(), ids=lambda line: line.split()[0])
def test_as_how_many_figures_they_fight_and_how_many_hits_kill(line: str) -> None:
    """CM-FANT-GEN-07, CM-FANT-HERO-01, CM-FANT-HERO-07, CM-FANT-SUPER-01, CM-FANT-LYCAN-03, CM-FANT-LYCAN-04,
    CM-FANT-TROLL-01, CM-FANT-TROLL-03, CM-FANT-GIANT-02, CM-FANT-GIANT-03, CM-FANT-ENT-02, CM-FANT-DRAGON-05,
    CM-FANT-ROC-01, CM-FANT-ROC-02, CM-FANT-WIGHT-01, CM-FANT-BALROG-02, CM-FANT-BASILISK-03."""
    key, attack, toughness, hits = line.split()
    nature = CREATURES[key].nature
    assert (nature.attack, nature.toughness, nature.hits) == (int(attack), toughness, int(hits))


RATED = """
hobbits 5 1
sprites 3 4
dwarves 5 2
goblins 5 1.5
elves 6 4
orcs 5 2
hero 20 20
super_hero 40 50
wizard 50 100
sorcerer 40 90
warlock 30 80
magician 25 70
wraith 10 10
werebear 20 20
ogres 8 15
true_troll - 75
balrog 50 75
giant - 50
ent 20 15
red_dragon - 100
roc - 20
earth_elemental - 0
basilisk - 0
wights 10 10
"""


@pytest.mark.parametrize("line", RATED.strip().splitlines(), ids=lambda line: line.split()[0])
def test_morale_ratings_and_points(line: str) -> None:
    """CM-FANT-GEN-03, CM-FANT-HOBBIT-03, CM-FANT-SPRITE-04, CM-FANT-DWARF-05, CM-FANT-GOBLIN-04, CM-FANT-ELF-08,
    CM-FANT-ORC-04, CM-FANT-HERO-09, CM-FANT-SUPER-05, CM-FANT-SPELL-22, CM-FANT-WRAITH-09, CM-FANT-LYCAN-07,
    CM-FANT-TROLL-13, CM-FANT-BALROG-06, CM-FANT-GIANT-07, CM-FANT-ENT-05, CM-FANT-DRAGON-14, CM-FANT-ROC-08,
    CM-FANT-WIGHT-07."""
    key, rating, points = line.split()
    nature = CREATURES[key].nature
    assert nature.rating == (None if rating == "-" else int(rating))
    assert nature.eighths == 8 * float(points)


@pytest.mark.parametrize("key", CREATURES)
def test_every_number_is_told_with_the_rule_it_comes_from(key: str) -> None:
    """CM-FANT-GEN-02, CM-FANT-GEN-03: of each there is a price, and a line for the roster."""
    profile = TROOPS[key].profile
    assert profile.nature is not None
    assert each(profile) == profile.nature.eighths / 8
    assert QUARTERMASTER.listings[key].name == CREATURES[key].name


def test_who_has_no_charge_figure_has_no_charge_move() -> None:
    """CM-FANT-GEN-04: elves, hobbits and sprites go no faster; goblins do."""
    battle = field(blue("elves", 6, at=(30, 30), troop="elves"), blue("goblins", 6, at=(50, 30), troop="goblins"), **ON)
    elves, goblins = battle.units["elves"], battle.units["goblins"]
    assert charge_move(battle, elves).verdict == "impossible"
    assert "CM-FANT-GEN-04" in charge_move(battle, elves).rules
    assert (normal_move(battle, goblins).total, charge_move(battle, goblins).total) == (inches(6), inches(9))


def test_bracketed_moves_are_for_a_hero_on_horseback() -> None:
    """CM-FANT-GEN-05, CM-FANT-GEN-08: armed as light horse he goes 18 and charges 24 inches."""
    changed = with_equipment(TROOPS["hero"].profile, {"armed_as": "light_horse"})
    assert not changed.faults
    nature = changed.profile.nature
    assert nature is not None
    assert (nature.move, nature.charge, nature.mounted) == (inches(18), inches(24), True)
    assert (nature.attacks_as, nature.defends_as) == ("light_horse", "light_horse")


# ---------------------------------------------------------------- what army lists say


def enlisted(troop: str, figures: int = 1, name: str = "", **equipment: Any) -> Enlisted:
    return Enlisted(troop=troop, figures=figures, name=name or troop.title(), equipment=equipment)


def faults(*units: Enlisted, **switches: str) -> list[tuple[str, ...]]:
    return [one.rules for one in check(units, None, {"fantasy": "on", **switches}).violations]


def test_creatures_fight_only_where_the_supplement_is_played() -> None:
    """CM-FANT-GEN-01."""
    assert ("CM-FANT-GEN-01",) in faults(enlisted("goblins", 10), fantasy="off")
    assert not faults(enlisted("goblins", 10))


@pytest.mark.parametrize("troop", ["red_dragon", "true_troll", "giant", "hero", "roc"])
def test_who_fights_alone_is_one_figure(troop: str) -> None:
    """CM-FANT-GEN-07, CM-FANT-TROLL-09."""
    assert faults(enlisted(troop, 2)) == [("CM-FANT-GEN-07",)]
    assert not faults(enlisted(troop), enlisted("orcs" if troop in ("red_dragon", "true_troll") else "elves", 6))


def test_elementals_are_no_part_of_an_army() -> None:
    """CM-FANT-ELEM-01."""
    assert faults(enlisted("fire_elemental")) == [("CM-FANT-ELEM-01",)]


def test_a_basilisk_is_never_bought() -> None:
    """CM-FANT-BASILISK-04, CM-FANT-SPIDER-01: where no number of points was agreed it may come."""
    assert faults(enlisted("basilisk"), points="200") == [("CM-FANT-BASILISK-04",)]
    assert not faults(enlisted("basilisk"))


def test_magical_arms_and_what_they_cost() -> None:
    """CM-FANT-MAGIC-01, CM-FANT-MAGIC-06, CM-FANT-MAGIC-10, CM-FANT-MAGIC-11, CM-FANT-MAGIC-13: 20 for the hero, 20 for
    a sword of two, 10 for armour, 30 for three arrows."""
    arms = {"sword": 2, "magic_armour": True, "enchanted_arrows": 3, "missile": "bow"}
    changed = with_equipment(TROOPS["hero"].profile, arms)
    assert not changed.faults
    terms = {term.rule: term.value for term in cost(changed.profile, 1, "").terms}
    assert sum(terms.values()) == 8 * (20 + 20 + 10 + 30)
    assert {"CM-FANT-MAGIC-06", "CM-FANT-MAGIC-10", "CM-FANT-MAGIC-13"} <= set(terms)
    assert faults(enlisted("orcs", 6, sword=1)) == [("CM-FANT-MAGIC-01",)]
    assert faults(enlisted("hero", sword=4)) == [("CM-FANT-MAGIC-10",)]


def test_any_enchanted_hand_weapon_is_bought_as_a_sword() -> None:
    """CM-FANT-MAGIC-14, CM-FANT-MAGIC-11: ten points, whatever legend calls it."""
    changed = with_equipment(TROOPS["elves"].profile, {"sword": 1})
    assert cost(changed.profile, 6, "").total == 8 * 6 * (4 + 10)


def test_arrows_are_for_who_has_a_bow() -> None:
    """CM-FANT-MAGIC-02."""
    assert faults(enlisted("hero", enchanted_arrows=1)) == [("CM-FANT-MAGIC-02",)]
    assert not faults(enlisted("elves", 6, enchanted_arrows=1))


def test_two_things_in_one_figure() -> None:
    """CM-FANT-GEN-11: by agreement; prices are added, and of each value the better one counts."""
    assert ("CM-FANT-GEN-11",) in faults(enlisted("hero", also="wizard"))
    assert not faults(enlisted("hero", also="wizard"), combinations="on")
    both = with_equipment(TROOPS["hero"].profile, {"also": "wizard"}).profile.nature
    assert both is not None
    assert (both.eighths, both.rating, both.attack, both.hits) == (8 * 120, 50, 4, 4)
    assert (both.combat, both.also) == ("hero", "wizard")
    assert with_equipment(TROOPS["giant"].profile, {"also": "wizard"}).faults


def test_law_and_chaos_do_not_march_together() -> None:
    """CM-FANT-LINEUP-01, CM-FANT-LINEUP-02: neutrals go with either, and so do those who stand in two lists."""
    assert faults(enlisted("dwarves", 10), enlisted("orcs", 10)) == [("CM-FANT-LINEUP-01",)]
    assert not faults(enlisted("dwarves", 10), enlisted("orcs", 10), line_up="free")
    for either in ("elves", "roc", "werebear", "giant"):
        figures = 1 if either in ("roc", "giant") else 4
        assert not faults(enlisted("dwarves", 10), enlisted(either, figures)), either
        assert not faults(enlisted("orcs", 10), enlisted(either, figures)), either


def test_the_line_up() -> None:
    """CM-FANT-LINEUP-01, CM-FANT-LINEUP-02."""
    assert CREATURES["werewolf"].nature.sides == ("neutral", "chaos")
    assert CREATURES["wizard"].nature.sides == ("law", "chaos")
    assert CREATURES["giant"].nature.sides == ("neutral", "chaos")
    assert CREATURES["elves"].nature.sides == ("neutral",)
    assert CREATURES["anti_hero"].nature.sides == ("chaos",)


# ---------------------------------------------------------------- kinds of orc


def tribes(*kinds: str) -> list[str]:
    units = [
        enlisted("orcs", 6, f"Orcs {number}", **({"tribe": kind} if kind else {})) for number, kind in enumerate(kinds)
    ]
    army, _ = equipped(units, Options(fantasy="on"))
    return [one.profile.nature.kind for one in army if one is not None and isinstance(one.profile.nature, Nature)]


def test_units_of_orcs_are_of_unlike_kinds() -> None:
    """CM-FANT-ORC-02: those without a tribe in the list get those that are left, in its order."""
    assert tribes("", "", "") == ["red_eye", "mordor", "mountains"]
    assert tribes("", "red_eye", "") == ["mordor", "red_eye", "mountains"]
    assert len(set(tribes(*[""] * 5))) == 5
    assert not dealt_tribes([TROOPS["goblins"].profile])
