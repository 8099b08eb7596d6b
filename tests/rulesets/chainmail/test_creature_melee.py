"""Creatures in ordinary combat: as how many they strike, what adds to it, what a hit on them is worth."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.unit import Aboard
from schiltron.rulesets.chainmail.creature_equipment import with_equipment
from schiltron.rulesets.chainmail.fantasy.combat_table import score
from schiltron.rulesets.chainmail.fantasy.light import light_on, sullen
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.losses import fell
from schiltron.rulesets.chainmail.morale.instability import Instability
from schiltron.rulesets.chainmail.morale.post_melee import rating_of
from schiltron.rulesets.chainmail.state import WOUNDED, Unit
from schiltron.rulesets.chainmail.steps import StandCharge
from schiltron.rulesets.chainmail.troop_traits.bonuses import required_roll_terms
from schiltron.rulesets.chainmail.walking.rates import normal_move
from tests.rulesets.chainmail.fights import fight, met, ours, struck, theirs, thrown, values
from tests.rulesets.chainmail.positions import blue, field, locked, piece, play

ON: dict[str, Any] = {"fantasy": "on", "light": "dim"}


def armed(unit: Unit, **equipment: Any) -> Unit:
    changed = with_equipment(unit.own.profile, equipment)
    assert not changed.faults, changed.faults
    return replace(unit, own=replace(unit.own, profile=changed.profile))


# ---------------------------------------------------------------- how many dice


def at_least_one(figures: int, troop: str, foe: str) -> tuple[int, int]:
    """The dice of so many figures of a class, and what each needs; a body in contact has one at least."""
    rows = LAW.sheet("CM-T-combat").records()
    row = next(one for one in rows if (one["attacker"], one["defender"]) == (troop, foe))
    return max(1, figures * int(row["dice"]) // int(row["per_men"])), int(row["kill_on_min"])


@pytest.mark.parametrize(
    ("creature", "troop"),
    [("goblins", "heavy_foot"), ("hobbits", "light_foot"), ("sprites", "light_foot"), ("orcs", "heavy_foot"),
     ("elves", "heavy_foot"), ("dwarves", "heavy_foot"), ("wights", "light_horse")],
)  # fmt: skip
@pytest.mark.parametrize("foe", ["light_foot", "heavy_foot", "armored_foot", "medium_horse"])
def test_small_folk_fight_as_ordinary_troops(creature: str, troop: str, foe: str) -> None:
    """CM-FANT-GEN-06, CM-FANT-WIGHT-01: six of each, by the class with which they attack."""
    found = thrown(met(ours(creature, 6), theirs(foe, 6), since=0, **ON))
    assert found == at_least_one(6, troop, foe)


def test_goblins_attack_as_heavy_foot_and_are_struck_as_light() -> None:
    """CM-FANT-GEN-06."""
    assert thrown(met(ours("heavy_foot", 6), theirs("goblins", 6), since=0, **ON)) == (6, 5)
    assert thrown(met(ours("heavy_foot", 6), theirs("orcs", 6), since=0, **ON)) == (6, 6)


@pytest.mark.parametrize(
    ("creature", "figures", "troop"),
    [
        ("hero", 4, "armored_foot"),
        ("super_hero", 8, "armored_foot"),
        ("wraith", 2, "medium_horse"),
        ("wraith_on_foot", 2, "armored_foot"),
        ("werebear", 4, "armored_foot"),
        ("ogres", 6, "heavy_foot"),
        ("true_troll", 3, "armored_foot"),
        ("balrog", 2, "heavy_horse"),
        ("ent", 6, "armored_foot"),
        ("red_dragon", 4, "heavy_horse"),
        ("roc", 4, "light_horse"),
        ("djinn", 4, "light_horse"),
        ("earth_elemental", 4, "heavy_horse"),
        ("efreet", 4, "medium_horse"),
        ("water_elemental", 4, "light_horse"),
    ],
)
@pytest.mark.parametrize("foe", ["light_foot", "heavy_foot", "heavy_horse"])
def test_a_figure_strikes_as_so_many(creature: str, figures: int, troop: str, foe: str) -> None:
    """CM-FANT-GEN-07, CM-FANT-HERO-01, CM-FANT-SUPER-01, CM-FANT-WRAITH-07, CM-FANT-LYCAN-03, CM-FANT-TROLL-01,
    CM-FANT-TROLL-11, CM-FANT-BALROG-02, CM-FANT-ENT-02, CM-FANT-DRAGON-05, CM-FANT-ROC-01, CM-FANT-ELEM-04 to
    CM-FANT-ELEM-07."""
    assert thrown(met(ours(creature, 1), theirs(foe, 8), since=0, **ON)) == at_least_one(figures, troop, foe)


def test_a_giant_s_weapon_is_one_more_die_for_each_man() -> None:
    """CM-FANT-GIANT-01, CM-FANT-GIANT-02: against heavy foot 12 dice and 12 more; heavy foot against 12 armoured foot
    have a die for two."""
    battle = met(ours("giant", 1), theirs("heavy_foot", 8), since=0, **ON)
    assert thrown(battle) == (24, 6)
    assert values(struck(battle).dice)["CM-FANT-GIANT-01"] == 12
    assert thrown(battle, "theirs", "ours") == (4, 6)
    armoured = met(ours("giant", 1), theirs("armored_foot", 8), since=0, **ON)
    assert thrown(armoured)[0] == 12, "two dice for two in place of one"


def test_lycanthropes_near_a_wood_are_twice_as_many() -> None:
    """CM-FANT-LYCAN-02: up to six inches off, in brush not; the hits that kill one stay the same."""

    def bears(*features: Any) -> int:
        return thrown(met(ours("werebear", 2), theirs("heavy_foot", 8), since=0, features=features, **ON))[0]

    assert bears() == 8
    assert bears(piece("woods", 30, 30, 41.3, 50)) == 16
    assert bears(piece("woods", 30, 30, 41.2, 50)) == 8
    assert bears(piece("brush", 30, 30, 45, 50)) == 8


def test_magical_weapons_of_elves() -> None:
    """CM-FANT-ELF-05, CM-FANT-ELF-06: one die more in the entry, three against goblins, two against orcs."""

    def dice(foe: str, **arms: Any) -> int:
        return thrown(met(armed(ours("elves", 6), **arms), theirs(foe, 6), since=0, **ON))[0]

    assert (dice("heavy_foot"), dice("heavy_foot", sword=1)) == (6, 12)
    assert (dice("goblins", sword=1), dice("orcs", sword=1)) == (24, 18)
    assert (dice("armored_foot"), dice("armored_foot", sword=1)) == (3, 6)


def test_a_magical_sword_is_one_die_more() -> None:
    """CM-FANT-MAGIC-07: of a hero one die, not one for each man he counts as."""
    battle = met(armed(ours("hero", 1), sword=1), theirs("heavy_foot", 6), since=0, **ON)
    assert thrown(battle)[0] == 5
    assert values(struck(battle).dice)["CM-FANT-MAGIC-07"] == 1


# ---------------------------------------------------------------- light and dark


@pytest.mark.parametrize(("creature", "rule"), [("goblins", "CM-FANT-GOBLIN-02"), ("orcs", "CM-FANT-ORC-01")])
def test_in_bright_light_each_die_loses_one(creature: str, rule: str) -> None:
    """CM-FANT-GOBLIN-02, CM-FANT-ORC-01: what needs a six can kill nobody, unless players let a six stand."""

    def need(foe: str, **options: Any) -> int:
        return thrown(met(ours(creature, 6), theirs(foe, 6), since=0, **{**ON, **options}))[1]

    assert (need("light_foot"), need("light_foot", light="bright")) == (5, 6)
    assert need("heavy_foot", light="bright") == 7
    assert need("heavy_foot", light="bright", natural_six="stands") == 6
    assert rule in struck(met(ours(creature, 6), theirs(), since=0, fantasy="on")).need.rules


def test_wights_lose_it_too_and_ogres_and_balrogs_do_not() -> None:
    """CM-FANT-WIGHT-04, CM-FANT-TROLL-02, CM-FANT-BALROG-04."""

    def need(creature: str) -> int:
        figures = 1 if creature == "balrog" else 4
        return thrown(met(ours(creature, figures), theirs(figures=6), since=0, fantasy="on"))[1]

    assert (need("wights"), need("ogres"), need("balrog")) == (7, 6, 5)


def test_bright_light_lowers_ratings_and_checks_of_goblins_and_orcs() -> None:
    """CM-FANT-GOBLIN-02, CM-FANT-ORC-01: 1 off the total of two dice, whatever the number of dice."""
    for light, less in (("bright", [("CM-FANT-GOBLIN-02", -1)]), ("dim", []), ("dark", [])):
        battle = field(blue("goblins", 6, at=(30, 30), troop="goblins"), **{**ON, "light": light})
        found = required_roll_terms(battle, battle.units["goblins"], 2, "check")
        assert [(term.rule, term.value) for term in found] == less
        sulks = sullen(battle, battle.units["goblins"])
        assert (sulks and (sulks.rule, sulks.value)) == (less[0] if less else None)


def test_in_the_dark_only_those_fight_who_see_there() -> None:
    """CM-FANT-GEN-10, CM-FANT-GOBLIN-01, CM-FANT-DWARF-01, CM-FANT-WIGHT-03, CM-FANT-LYCAN-06: men strike nobody and go
    half as far."""
    battle = met(ours("goblins", 6), theirs("heavy_foot", 6), since=0, **{**ON, "light": "dark"})
    assert thrown(battle) == (6, 6)
    assert thrown(battle, "theirs", "ours")[0] == 0
    assert normal_move(battle, battle.units["theirs"]).total == 4500
    for creature in ("dwarves", "orcs", "elves", "wights", "werebear", "ogres"):
        there = met(ours(creature, 4), theirs("heavy_foot", 6), since=0, **{**ON, "light": "dark"})
        assert thrown(there)[0] > 0, creature
    for creature in ("balrog", "red_dragon", "giant", "true_troll", "wraith"):
        there = met(ours(creature, 1), theirs("heavy_foot", 6), since=0, **{**ON, "light": "dark"})
        assert thrown(there)[0] > 0, creature


# ---------------------------------------------------------------- hits


def hurt(troop: str, *hits: int, figures: int = 1) -> Unit:
    """So many hits at a time."""
    scene = Scene(field(ours(troop, figures), theirs("heavy_foot", 6), **ON))
    for number in hits:
        fell(scene, "ours", number, Harm(("melee",), "theirs", ("CM-MELEE-01",)))
    return scene.battle.units["ours"]


def left(troop: str, *hits: int, figures: int = 1) -> int:
    return hurt(troop, *hits, figures=figures).figures


@pytest.mark.parametrize(("troop", "hits"), [("hero", 4), ("super_hero", 8), ("werewolf", 4), ("basilisk", 4)])
def test_so_many_at_once_kill_and_fewer_do_nothing(troop: str, hits: int) -> None:
    """CM-FANT-HERO-07, CM-FANT-SUPER-01, CM-FANT-LYCAN-04, CM-FANT-BASILISK-03."""
    assert left(troop, hits - 1, hits - 1, hits - 1) == 1
    assert left(troop, hits) == 0


@pytest.mark.parametrize(("troop", "hits"), [("giant", 12), ("roc", 4)])
def test_hits_add_up_over_the_battle(troop: str, hits: int) -> None:
    """CM-FANT-GIANT-03, CM-FANT-ROC-02: it bears the mark of its wounds meanwhile."""
    wounded = hurt(troop, 1, hits - 2)
    assert wounded.figures == 1
    assert wounded.has(WOUNDED)
    assert left(troop, 1, hits - 2, 1) == 0


def test_hits_on_ogres_are_kept_from_one_to_the_next() -> None:
    """CM-FANT-TROLL-03: of three ogres the first falls with the sixth hit, the second with the twelfth."""
    assert [left("ogres", number, figures=3) for number in (5, 6, 11, 12, 17, 18)] == [3, 2, 2, 1, 1, 0]


@pytest.mark.parametrize("troop", ["wraith", "true_troll", "balrog", "red_dragon", "efreet"])
def test_nothing_ordinary_kills_them(troop: str) -> None:
    """CM-FANT-WRAITH-08, CM-FANT-TROLL-06, CM-FANT-BALROG-01, CM-FANT-ENT-03, CM-FANT-DRAGON-06, CM-FANT-ELEM-03."""
    assert left(troop, 40) == 1
    battle = met(ours("heavy_foot", 10), theirs(troop, 1), **ON)
    assert thrown(battle)[0] == 0
    assert struck(battle).dice.verdict == "impossible"


def test_elves_kill_an_ogre_with_three_hits_and_heroes_with_one() -> None:
    """CM-FANT-TROLL-04, CM-FANT-TROLL-05, CM-FANT-LYCAN-05: a hit counts for two, and for all six."""

    def worth(one: Unit, foe: str = "ogres") -> int:
        return struck(met(one, theirs(foe, 3), **ON)).worth

    assert worth(ours("heavy_foot", 6)) == 1
    assert worth(ours("elves", 6)) == 2
    assert worth(armed(ours("dwarves", 6))) == 1


def test_a_hit_of_elves_with_swords_ends_an_ogre() -> None:
    """CM-FANT-TROLL-05, CM-FANT-ELF-07: they fight him by their score; whom they strike besides falls by the tables."""
    played = fight(met(armed(ours("elves", 2), sword=1), theirs("ogres", 2), **ON))
    ours_at_them = [pool.count for pool in played.roll.pools if pool.label == "Ours against Theirs"]
    assert ours_at_them == [2, 2]


@pytest.mark.parametrize("big", ["ogres", "true_troll", "giant"])
def test_trolls_and_giants_score_half_on_dwarves(big: str) -> None:
    """CM-FANT-DWARF-02: of five kills two, fractions dropped; goblins suffer all."""
    figures = 2 if big == "ogres" else 1
    dwarves = fight(met(ours(big, figures), theirs("dwarves", 12, files=12), **ON))
    count = next(pool.count for pool in dwarves.roll.pools if pool.label == "Ours against Theirs")
    rest = (
        next(pool.count for pool in dwarves.roll.pools if pool.label == "Theirs against Ours")
        if big != "true_troll"
        else 0
    )
    dice = " ".join(["6"] * min(5, count) + ["1"] * max(0, count - 5)) + (
        " | " + " ".join(["1"] * rest) if rest else ""
    )
    five = min(5, count)
    assert dwarves.then(dice).unit("theirs").figures == 12 - five // 2
    goblins = fight(met(ours(big, figures), theirs("goblins", 12, files=12), **ON)).then(dice)
    assert goblins.unit("theirs").figures == 12 - five


def test_sprites_that_attack_suffer_nothing_in_the_first_round() -> None:
    """CM-FANT-SPRITE-02: the second round is like any other."""
    first = met(ours("sprites", 6), theirs("heavy_foot", 6), since=1, **ON)
    assert thrown(first, "theirs", "ours")[0] == 0
    assert thrown(first)[0] > 0
    second = met(ours("sprites", 6), theirs("heavy_foot", 6), since=0, **ON)
    assert thrown(second, "theirs", "ours")[0] > 0
    attacked = field(
        ours("heavy_foot", 6), theirs("sprites", 6), contacts=[locked("ours", "theirs")], phase="melee", **ON
    )
    assert thrown(attacked)[0] > 0, "who comes upon them strikes as usual"


def test_a_basilisk_strikes_nobody() -> None:
    """CM-FANT-BASILISK-03."""
    battle = met(ours("basilisk", 1), theirs("heavy_foot", 6), **ON)
    assert thrown(battle)[0] == 0
    assert thrown(battle, "theirs", "ours") == (6, 6)


# ---------------------------------------------------------------- nerve


FEARLESS = ["hero", "anti_hero", "super_hero", "true_troll", "giant", "red_dragon", "roc"]


@pytest.mark.parametrize("creature", FEARLESS)
def test_who_never_checks_morale(creature: str) -> None:
    """CM-FANT-HERO-02, CM-FANT-SUPER-01, CM-FANT-TROLL-10, CM-FANT-GIANT-06, CM-FANT-DRAGON-12, CM-FANT-ROC-06."""
    battle = field(ours(creature, 1, original=4), theirs("knights", 6, at=(48, 29)), **ON)
    charged = play(battle, StandCharge("ours", "theirs"))
    assert charged.battle.roll is None
    unstable = play(battle, Instability("melee"))
    assert unstable.battle.roll is None
    assert unstable.unit("ours").on_table


def test_orcs_do_check() -> None:
    """CM-FANT-GEN-06: by the line of heavy foot, as which they attack."""
    battle = field(ours("orcs", 10), theirs("knights", 6, at=(48, 29)), **ON)
    assert play(battle, StandCharge("ours", "theirs")).roll is not None
    lost = field(ours("orcs", 6, original=10), theirs("knights", 6, at=(48, 20)), **ON)
    assert play(lost, Instability("melee")).roll is not None


def test_a_hero_adds_one_to_the_total_of_those_he_is_with() -> None:
    """CM-FANT-HERO-03, CM-FANT-WRAITH-02: on two dice as on one; not to others beside them."""
    he = replace(blue("hero", 1, at=(0, 0), troop="hero"), place=Aboard("guard"))
    battle = field(blue("guard", 6, at=(30, 30)), blue("other", 6, at=(36, 30)), he, **ON)
    for dice in (1, 2):
        found = required_roll_terms(battle, battle.units["guard"], dice, "check")
        assert [(term.rule, term.value) for term in found] == [("CM-FANT-HERO-03", 1)]
    assert not required_roll_terms(battle, battle.units["other"], 2, "check")
    lord = replace(blue("wraith", 1, at=(0, 0), troop="wraith"), place=Aboard("guard"))
    ridden = field(blue("guard", 6, at=(30, 30)), lord, **ON)
    assert [term.rule for term in required_roll_terms(ridden, ridden.units["guard"], 2, "check")] == [
        "CM-FANT-WRAITH-02"
    ]


def test_magical_arms_add_to_the_rating() -> None:
    """CM-FANT-MAGIC-11, CM-FANT-MAGIC-13: a hero of 20 with both is of 40."""
    assert rating_of(armed(ours("hero", 1), sword=2, magic_armour=True).own.profile) == 40
    assert rating_of(ours("red_dragon", 1).own.profile) is None


def test_nobody_s_morale_is_compared_with_a_giant_s() -> None:
    """CM-FANT-GEN-03: he has no rating, so the survivors simply fight on."""
    played = fight(met(ours("giant", 1), theirs("heavy_foot", 8), since=0, **ON))
    counts = [pool.count for pool in played.roll.pools]
    done = played.then(
        " | ".join(" ".join(["6" if number == 0 else "1"] * count) for number, count in enumerate(counts))
    )
    assert done.unit("ours").on_table
    assert not done.unit("theirs").own.morale.flight


# ---------------------------------------------------------------- ents and fire


@pytest.mark.parametrize(
    ("troop", "need"),
    [
        ("heavy_foot", 10),
        ("goblins", 10),
        ("orcs", 10),
        ("hero", 9),
        ("anti_hero", 9),
        ("super_hero", 7),
        ("balrog", 5),
    ],
)
def test_setting_an_ent_afire(troop: str, need: int) -> None:
    """CM-FANT-ENT-04: two dice for each figure in place of its blow."""
    figures = 1 if troop in ("hero", "anti_hero", "super_hero", "balrog") else 2
    battle = met(ours(troop, figures), theirs("ent", 1), since=0, **ON)
    found = score(battle, battle.units["ours"], battle.units["theirs"])
    assert found is not None
    assert (found.to_kill, found.need.rules) == (need, ("CM-FANT-ENT-04",))
    played = fight(battle)
    mine = [pool.count for pool in played.roll.pools if pool.label == "Ours against Theirs"]
    assert mine == [2] * figures


def test_an_ent_that_burns_is_gone_and_has_struck() -> None:
    """CM-FANT-ENT-04: a ten of men, nine is not enough; it strikes them by the ordinary tables."""

    def burned(dice: str) -> int:
        played = fight(met(ours("heavy_foot", 1), theirs("ent", 1), since=0, **ON))
        by_label = {pool.label: pool.count for pool in played.roll.pools}
        blows = " ".join(["1"] * by_label["Theirs against Ours"])
        thrown = {"Ours against Theirs": dice, "Theirs against Ours": blows}
        return played.then(" | ".join(thrown[pool.label] for pool in played.roll.pools)).unit("theirs").figures

    assert left("ent", 40) == 1, "ordinary blows do it no harm"
    assert burned("5 5") == 0
    assert burned("5 4") == 1


@pytest.mark.parametrize("troop", ["elves", "dwarves", "ogres", "wights", "hobbits"])
def test_who_sets_no_ent_afire(troop: str) -> None:
    """CM-FANT-ENT-04, CM-FANT-ENT-03."""
    battle = met(ours(troop, 3), theirs("ent", 1), since=0, **ON)
    found = score(battle, battle.units["ours"], battle.units["theirs"])
    assert found is None or "CM-FANT-ENT-04" not in found.need.rules


# ---------------------------------------------------------------- the light of a sword


def test_a_magical_sword_dispels_the_dark_about_its_bearer() -> None:
    """CM-FANT-MAGIC-09: six inches round him men see; it is no full light, and goblins do not mind it."""

    def light(away: float, **more: Any) -> str:
        he = armed(blue("hero", 1, at=(30, 30), troop="hero"), sword=1)
        battle = field(he, blue("men", 4, at=(30 + away, 30)), **{**ON, "light": "dark", **more})
        return light_on(battle, battle.units["men"])

    assert light(7) == "dim"
    assert light(12) == "dark"
    assert light(7, light="bright") == "bright"
    bare = field(blue("hero", 1, at=(30, 30), troop="hero"), blue("men", 4, at=(34, 30)), **{**ON, "light": "dark"})
    assert light_on(bare, bare.units["men"]) == "dark"


@pytest.mark.parametrize(("troop", "beasts"), [("werebear", "bears"), ("werewolf", "wolves")])
def test_the_animals_of_lycanthropes_are_among_the_figures_they_count_as(troop: str, beasts: str) -> None:
    """CM-FANT-LYCAN-01: each is four with its animals, and not four and they besides."""
    blow = struck(met(ours(troop, 2), theirs("heavy_foot", 10), since=0, **ON))
    told = {term.label: term.rule for term in blow.dice.terms}
    assert told[f"with the {beasts} that each brings"] == "CM-FANT-LYCAN-01"
    assert blow.dice.total == 8
