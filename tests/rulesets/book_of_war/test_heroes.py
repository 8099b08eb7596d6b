"""Heroes of the Advanced Rules: their rows, how they fight, and who may strike at them."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Aimed, Commanded
from schiltron.battle.state.event import Ruled, Struck
from schiltron.battle.state.unit import Aboard
from schiltron.rulesets.book_of_war.attacks.melee import fighters
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.attacks.to_hit import to_hit
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.catalogue import QUARTERMASTER
from schiltron.rulesets.book_of_war.embedded import stands_at
from schiltron.rulesets.book_of_war.heroes import Breath
from schiltron.rulesets.book_of_war.individuals import HEROES
from schiltron.rulesets.book_of_war.morale.checks import MoralePhase
from schiltron.rulesets.book_of_war.scale import casualties
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.rulesets.book_of_war.steps import Check, FreeAttack
from schiltron.rulesets.book_of_war.troops import TROOPS, house_key
from schiltron.rulesets.quartermaster import Enlisted
from tests.rulesets.book_of_war.castles import climber, wall
from tests.rulesets.book_of_war.positions import Played, blue, field, pick, plan, play, red, rules, shoot, unit
from tests.whole_battles.recruits import opening, positions

ROWS = {
    "knight_renown": (40, 12, 7, 1, 1, 2),
    "knight_commander": (60, 12, 7, 2, 1, 3),
    "barbarian_lord": (30, 12, 6, 1, 3, 3),
    "barbarian_king": (55, 12, 7, 2, 3, 3),
    "dragon_adult_blue": (40, 24, 6, 1, 3, 2),
    "dragon_adult_red": (45, 24, 6, 1, 3, 2),
    "dragon_adult_gold": (50, 24, 6, 1, 3, 2),
    "giant_frost": (10, 12, 5, 1, 5, 2),
    "giant_fire": (12, 12, 5, 1, 5, 3),
    "giant_storm": (20, 15, 5, 1, 5, 4),
}


def beside(host: str, aside: int, one: Unit) -> Unit:
    """In the front rank of a unit, so many half files to the right of its middle."""
    return replace(one, place=Aboard(host, f"front:{aside}"))


# ---------------------------------------------------------------- rows and lists


def test_ten_heroes_are_listed_with_their_numbers() -> None:
    """BW-A3-01, BW-A3-05, BW-A3-08, BW-A3-13, BW-A3-23, BW-A3-24, BW-A3-26."""
    found = {
        kind: (one.cost, one.move // 1000, one.armour_hit, one.hit_dice, one.hero.attack, one.damage)
        for kind, one in HEROES.items()
        if one.hero is not None
    }
    assert found == ROWS
    assert {kind for kind, one in HEROES.items() if one.hero and one.hero.embeds} == {
        "knight_renown",
        "knight_commander",
        "barbarian_lord",
        "barbarian_king",
    }
    assert {kind for kind, one in HEROES.items() if one.mounted} == {"knight_renown", "knight_commander"}
    assert {kind: one.wards for kind, one in HEROES.items() if one.wards} == {
        "giant_frost": {"cold"},
        "giant_fire": {"fire"},
        "giant_storm": {"lightning"},
    }
    assert HEROES["giant_frost"].name == "Frost giant"
    assert HEROES["dragon_adult_gold"].name == "Adult gold dragon"


def _checked(*units: Enlisted, game: str = "advanced") -> list[tuple[str, tuple[str, ...]]]:
    report = QUARTERMASTER.check(units, None, {"game": game})
    return [(one.place, one.rules) for one in report.violations]


def test_a_hero_is_listed_one_by_one_and_only_in_the_advanced_game() -> None:
    """BW-A3-01, BW-B2-04."""
    assert _checked(Enlisted("giant_fire", 1), Enlisted("giant_fire", 1), Enlisted("giant_fire", 1)) == []
    assert _checked(Enlisted("giant_fire", 2)) == [("units[0].figures", ("BW-A3-01",))]
    assert _checked(Enlisted("giant_fire", 1), game="basic") == [("units[0].troop", ("BW-B2-04",))]


def test_who_starts_with_whom() -> None:
    """BW-A3-03, BW-A3-04, BW-A3-20: man-like heroes in units of others, with an entourage of one figure."""
    guard = Enlisted("heavy_cavalry", 1, name="Guard")
    horse = Enlisted("heavy_cavalry", 6, name="Horse")
    knight = Enlisted("knight_renown", 1, joins="Guard")
    assert _checked(guard, horse, knight) == []
    assert _checked(guard, horse) == [("units[0].figures", ("BW-B4-01", "BW-B4-02"))], "an entourage is somebody's"
    assert _checked(guard, horse, knight, knight) == [("units[3].joins", ("BW-A3-20",))]
    assert _checked(horse, Enlisted("dragon_adult_red", 1, joins="Horse")) == [("units[1].joins", ("BW-A3-04",))]
    assert _checked(horse, Enlisted("knight_renown", 1, joins="Nobody")) == [("units[1].joins", ("BW-A3-03",))]
    assert _checked(horse, Enlisted("archers", 6, joins="Horse")) == [("units[1].joins", ("BW-A3-03", "BW-B4-12"))]
    foot = Enlisted("light_infantry", 1, name="Guard")
    assert _checked(foot, knight) == [("units[1].joins", ("BW-A3-20",))]
    assert _checked(foot, Enlisted("barbarian_lord", 1, joins="Guard")) == []
    assert _checked(guard, Enlisted("barbarian_lord", 1, joins="Guard")) == [("units[1].joins", ("BW-A3-20",))]


# ---------------------------------------------------------------- a hero's blows


@pytest.mark.parametrize("target", ["light_infantry", "heavy_cavalry", "dwarf_elite_infantry", "barbarian_king"])
def test_a_heros_number_is_fixed_whatever_armour_it_falls_on(target: str) -> None:
    """BW-A3-16, BW-A2-06: no armour, no Hit Dice, no rear."""
    for kind, row in ROWS.items():
        need = to_hit(kind, target, ("attack_on_rear_of_unit",))
        assert (need.total, need.rules) == (row[4], ("BW-A3-16",))
        assert (need.verdict == "automatic") == (row[4] == 1)


def test_a_hero_strikes_once_for_his_damage_capped_by_the_target() -> None:
    """BW-A3-16, BW-A3-17: a barbarian needs 3 and does 3 hits to an ogre, 1 to a man."""
    for foe, hits, left, kept in (("ogres", 3, 4, 3), ("light_infantry", 1, 3, 0)):
        position = field(blue("barbarian_lord", 1, at=(24, 24)), red(foe, 4, at=(24, 24)), game="advanced")
        played = play(position, AttackPhase("blue"), "3")
        (struck,) = played.events_of(Struck)
        assert (struck.dice, struck.hits) == (1, hits)
        assert (played.unit(foe).figures, played.unit(foe).own.partial_hits) == (left, kept)
        missed = play(position, AttackPhase("blue"), "2")
        assert missed.unit(foe).figures == 4


def test_a_hero_who_cannot_miss_throws_no_die() -> None:
    """BW-A3-16: three attacks a round hit on 1 or more."""
    position = field(blue("knight_renown", 1, at=(24, 24)), red("light_infantry", 4, at=(24, 24)), game="advanced")
    assert play(position, AttackPhase("blue")).unit("light_infantry").figures == 3


def test_a_hero_who_touches_two_chooses_one() -> None:
    """BW-A3-16, BW-C3-11."""
    left, right = red("light_infantry", 2, id="left", at=(23, 24)), red("light_infantry", 2, id="right", at=(25.2, 24))
    position = field(blue("giant_fire", 1, at=(24.1, 24)), left, right, game="advanced")
    played = play(position, AttackPhase("blue"), pick({0: "right"}), "5")
    assert (played.unit("left").figures, played.unit("right").figures) == (2, 1)


# ---------------------------------------------------------------- blows at a hero


def test_one_figure_in_all_strikes_at_a_lone_hero_at_plus_one() -> None:
    """BW-A3-10: whatever the number touching; against Armor Hit 7 a plain figure needs a 6."""
    hero = red("knight_renown", 1, at=(24, 24))
    position = field(blue("light_infantry", 4, at=(24, 24)), hero, game="advanced")
    played = play(position, AttackPhase("blue"), "6")
    (struck,) = played.events_of(Struck)
    assert (struck.dice, struck.tallies[0].total) == (1, 6)
    assert "BW-A3-10" in struck.tallies[0].rules
    assert not played.unit("knight_renown").figures


def test_the_rear_of_a_lone_hero_adds_nothing() -> None:
    """BW-A3-10: surrounded he has none."""
    hero = red("giant_fire", 1, at=(24, 22.5), facing=0)
    position = field(blue("light_infantry", 4, at=(24, 24)), hero, game="advanced")
    (struck,) = play(position, AttackPhase("blue"), "1").events_of(Struck)
    assert struck.tallies[0].total == 4
    assert "BW-B4-41" not in struck.tallies[0].rules


def test_of_two_units_at_a_hero_the_figure_strikes_that_is_likeliest_to_hit() -> None:
    """BW-A3-10: in all, from several units; horse with both its dice."""
    for first in ("a", "z"):
        hero = red("giant_fire", 1, at=(24, 24))
        flank = 24 - hero.body.base.width / 2000
        foot = blue("light_infantry", 2, id=f"{first}_foot", at=(flank, 23.2), files=1, facing=90)
        horse = blue("heavy_cavalry", 1, id="horse", at=(24, 24))
        position = field(hero, foot, horse, game="advanced")
        played = play(position, AttackPhase("blue"), "1 1")
        (struck,) = played.events_of(Struck)
        assert (struck.unit, struck.dice) == ("horse", 2), "whatever they are called"


def test_a_figure_that_touches_nobody_else_takes_the_hero() -> None:
    """BW-A3-10: who touches a unit besides strikes at that."""
    hero = red("giant_fire", 1, at=(23.25, 24))
    others = red("light_infantry", 2, at=(25, 24))
    position = field(blue("light_infantry", 4, id="ours", at=(24, 24)), hero, others, game="advanced")
    played = play(position, AttackPhase("blue"), "1", "1 1")
    thrown = {one.target: one.dice for one in played.events_of(Struck)}
    assert thrown == {"giant_fire": 1, "light_infantry": 2}
    mirrored = field(
        blue("light_infantry", 4, id="ours", at=(24, 24)),
        red("giant_fire", 1, at=(24.6, 24)),
        red("light_infantry", 2, at=(23, 24)),
        game="advanced",
    )
    played = play(mirrored, AttackPhase("blue"), "1", "1 1")
    assert {one.target: one.dice for one in played.events_of(Struck)} == {"giant_fire": 1, "light_infantry": 2}


def test_of_three_sides_each_has_a_figure_that_strikes_at_him_in_its_own_phase() -> None:
    """BW-A3-10: a rider of green's at his flank keeps no man of blue's from him."""
    hero = red("giant_fire", 1, at=(24, 24))
    foot = blue("light_infantry", 2, id="ours", at=(24, 24))
    flank = 24 - hero.body.base.width / 2000
    rider = unit("heavy_cavalry", 1, side="green", id="theirs", at=(flank, 23.2), facing=90)
    battle = field(hero, foot, rider, game="advanced")
    assert [[*one.foes] for name in ("ours", "theirs") for one in fighters(battle, battle.units[name])] == [
        ["giant_fire"],
        ["giant_fire"],
    ]


def test_pikes_meet_a_hero_with_the_dice_of_one_figure() -> None:
    """BW-A3-10: quadruple dice, the pike's bonus and the +1."""
    hero = blue("barbarian_king", 1, at=(24, 24))
    pikes = red("pikemen", 12, files=6, at=(24, 24))
    played = play(field(hero, pikes, game="advanced"), FreeAttack("pikemen", "barbarian_king"), "1 1 1 1")
    (struck,) = played.events_of(Struck)
    assert struck.tallies[0].total == 5
    assert set(struck.tallies[0].rules) == {"BW-C3-02", "BW-A3-10", "BW-B2-15"}


def test_what_needs_magic_is_hit_by_heroes_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """BW-A3-12: none of the printed has it."""
    assert not any(one.needs_magic or one.enchanted for one in TROOPS.values())
    ghost = replace(TROOPS["light_infantry"], id="ghosts", needs_magic=True)
    monkeypatch.setitem(TROOPS, "ghosts", ghost)
    assert to_hit("giants_hill", "ghosts").verdict == "impossible"
    assert to_hit("giants_hill", "ghosts").rules[-1] == "BW-A3-12"
    assert to_hit("giant_fire", "ghosts").total == 5


# ---------------------------------------------------------------- embedded


def test_an_embedded_hero_is_out_of_reach_of_ordinary_figures() -> None:
    """BW-A3-09, BW-A3-16: he strikes from his place in the front, and nobody strikes back at him."""
    host = blue("light_infantry", 6, files=3, id="host", at=(24, 24))
    hero = beside("host", 0, blue("barbarian_lord", 1, at=(0, 0)))
    foe = red("light_infantry", 6, files=3, id="foe", at=(24, 24))
    position = field(host, hero, foe, game="advanced")
    played = play(position, AttackPhase("blue"), "3", "1 1 1")
    assert [one.unit for one in played.events_of(Struck)] == ["barbarian_lord", "host"]
    assert played.unit("foe").figures == 5
    back = play(replace(position, active="red"), AttackPhase("red"), "4 4 4")
    assert [one.target for one in back.events_of(Struck)] == ["host"]
    assert back.unit("barbarian_lord").figures == 1


@pytest.mark.parametrize("facing", [0, 33, 270])
def test_a_hero_and_his_entourage_strike_and_are_struck_each_by_his_own_rules(facing: float) -> None:
    """BW-A3-21, BW-A3-22: he against his number, they against armour; blows fall on them, and then he is alone."""
    guard = blue("light_infantry", 1, id="guard", at=(24, 24), facing=facing)
    lord = beside("guard", 0, blue("barbarian_lord", 1, at=(0, 0)))
    foe = red("heavy_infantry", 4, files=2, id="foe", at=(24, 24), facing=facing + 180)
    position = field(guard, lord, foe, game="advanced")
    played = play(position, AttackPhase("blue"), "3", "5")
    assert [(one.unit, one.hits) for one in played.events_of(Struck)] == [("barbarian_lord", 1), ("guard", 0)]
    back = play(replace(position, active="red"), AttackPhase("red"), MoralePhase("red"), "4 4")
    assert {one.target for one in back.events_of(Struck)} == {"guard"}
    assert (back.unit("guard").figures, back.unit("barbarian_lord").figures) == (0, 1)
    assert back.unit("barbarian_lord").on_table
    assert back.unit("barbarian_lord").pose == guard.pose, "on their base, which was his"


def test_an_embedded_hero_must_himself_touch_the_enemy() -> None:
    """BW-A3-16: from a file that faces nobody he does not strike."""
    host = blue("light_infantry", 12, files=6, id="host", at=(24, 24))
    foe = red("light_infantry", 4, files=2, id="foe", at=(22.5, 24))
    for aside, strikes in ((-5, True), (5, False)):
        hero = beside("host", aside, blue("knight_renown", 1, at=(0, 0)))
        played = play(field(host, hero, foe, game="advanced"), AttackPhase("blue"), "1 1")
        assert any(one.unit == "knight_renown" for one in played.events_of(Struck)) is strikes


@pytest.mark.parametrize(("x", "y", "place"), [(21, 26, 0), (27, 26, 1), (22, 10, 0), (24, 20, 1)])
def test_of_two_places_as_near_he_takes_the_one_towards_the_enemy(x: float, y: float, place: int) -> None:
    """BW-A3-03: in the middle of two files he stands on the side where the nearest enemy is; else to the right."""
    host = blue("light_infantry", 4, files=2, id="host", at=(24, 24))
    hero = beside("host", 0, blue("barbarian_lord", 1, at=(0, 0)))
    far = red("ogres", 1, id="far", at=(24, 2))
    position = field(host, hero, red("ogres", 1, id="near", at=(x, y)), far, game="advanced")
    assert stands_at(position, position.units[hero.id]) == place


def test_heroes_strike_at_heroes_in_the_ranks_whom_they_touch() -> None:
    """BW-A3-09: a lone hero may choose the hero before him, or the unit."""
    host = red("light_infantry", 6, files=3, id="host", at=(24, 24))
    hero = beside("host", 0, red("barbarian_lord", 1, at=(0, 0)))
    foe = blue("knight_renown", 1, at=(24, 24))
    position = field(host, hero, foe, game="advanced")
    played = play(position, AttackPhase("blue"), pick({0: "barbarian_lord"}))
    assert not played.unit("barbarian_lord").figures
    assert not played.unit("barbarian_lord").on_table
    assert not played.unit("barbarian_lord").host
    far = field(host, beside("host", 2, hero), blue("knight_renown", 1, at=(25.2, 24)), game="advanced")
    assert [one.target for one in play(far, AttackPhase("blue")).events_of(Struck)] == ["host"]


def test_a_hero_in_the_ranks_chooses_too() -> None:
    """BW-A3-09, BW-C3-11: the unit before him, or the hero in its ranks."""
    ours, theirs = blue("light_infantry", 3, id="ours", at=(24, 24)), red("light_infantry", 3, id="foe", at=(24, 24))
    lord, king = (
        beside("ours", 0, blue("barbarian_lord", 1, at=(0, 0))),
        beside("foe", 0, red("knight_renown", 1, at=(0, 0))),
    )
    asked = play(field(ours, theirs, lord, king, game="advanced"), AttackPhase("blue"))
    assert asked.decision.items[0].label == "Barbarian lord"
    played = asked.then(pick({0: "knight_renown"}), "1 1 1", "3")
    assert not played.unit("knight_renown").figures


# ---------------------------------------------------------------- missiles


def test_missiles_fly_at_a_lone_hero_as_at_anybody() -> None:
    """BW-A3-11: all figures, and without the +1."""
    hero = red("giant_fire", 1, at=(24, 16))
    position = field(blue("archers", 3, at=(24, 24)), hero, game="advanced", declare="measure_first")
    played = play(position, AttackPhase("blue"), shoot("archers", at="giant_fire"), "1 1 1 1 1 1")
    assert played.events_of(Struck)[0].tallies[0].total == 6


@pytest.mark.parametrize(
    ("kind", "apart", "need", "hits"),
    [
        ("barbarian_lord", 8, 5, 1),
        ("barbarian_lord", 12, 6, 1),
        ("giant_fire", 8, 6, 2),
        ("giant_storm", 19, 6, 2),
    ],
)
def test_heroes_shoot_with_fixed_numbers(kind: str, apart: int, need: int, hits: int) -> None:
    """BW-A3-27, BW-A3-33, BW-A3-34: bows lose by distance, stones do not; damage of their own, and no armour."""
    foe = red("ogres", 2, id="foe", at=(24, 30 - apart))
    position = field(blue(kind, 1, at=(24, 30)), foe, game="advanced", declare="measure_first")
    played = play(position, AttackPhase("blue"), shoot(kind, at="foe"), "6")
    (struck,) = played.events_of(Struck)
    assert (struck.dice, struck.tallies[0].total, struck.hits) == (1, need, hits)


def test_a_hero_who_has_moved_does_not_shoot() -> None:
    """BW-A3-27, BW-A3-33."""
    foe = red("ogres", 2, id="foe", at=(24, 20))
    position = field(blue("giant_fire", 1, at=(24, 30), moved=True), foe, game="advanced", declare="measure_first")
    assert not play(position, AttackPhase("blue")).battle.decisions
    assert play(field(blue("giant_fire", 1, at=(24, 30)), foe, game="advanced"), AttackPhase("blue")).battle.decisions


# ---------------------------------------------------------------- morale


def test_heroes_never_check_morale() -> None:
    """BW-A3-15: nor does one who has lost a half of himself."""
    hero = red("knight_commander", 1, at=(24, 16), lost=1)
    played = play(field(hero, blue("archers", 3, at=(24, 30)), game="advanced"), Check("knight_commander", "losses", 1))
    assert not played.unit("knight_commander").marks
    assert not play(field(hero, game="advanced"), MoralePhase("red")).unit("knight_commander").marks


# ---------------------------------------------------------------- dragons


def breathe(way: str, at: str = "foe", by: str = "dragon") -> Commanded:
    return Commanded(by, f"breathe_{way}", Aimed(at))


def dragons(kind: str, foe: Unit, *more: Unit, **own: Any) -> Played:
    dragon = blue(kind, 1, id="dragon", at=(24, 24), **own)
    return play(field(dragon, foe, *more, game="advanced", declare="measure_first"), AttackPhase("blue"))


@pytest.mark.parametrize(
    ("kind", "rating", "tags"),
    [
        ("dragon_adult_blue", 9, ("lightning",)),
        ("dragon_adult_red", 10, ("fire",)),
        ("dragon_adult_gold", 11, ("fire", "gas")),
    ],
)
def test_a_dragon_breathes_and_strikes_in_one_turn(kind: str, rating: int, tags: tuple[str, ...]) -> None:
    """BW-A3-29, BW-A3-31: a man falls by the breath, another by its claws."""
    breath = HEROES[kind].hero
    assert breath is not None
    assert breath.breath == Breath(rating, tags, 3)
    for way in tags:
        played = dragons(kind, red("light_infantry", 4, id="foe", at=(24, 24))).then(breathe(way), "3")
        assert [one.action for one in played.events_of(Struck)] == ["melee", f"breathe_{way}"]
        assert played.unit("foe").figures == 2
        assert played.unit("dragon").own.uses("breath") == 1
    assert set(dragons(kind, red("ogres", 4, id="foe", at=(24, 24))).decision.actions) == {
        f"breathe_{one}" for one in tags
    }


def test_a_dragon_breathes_three_times_and_once_a_turn() -> None:
    """BW-A3-30, BW-A3-31."""
    foe = red("ogres", 4, id="foe", at=(24, 24))
    spent = dragons("dragon_adult_red", foe, used=(("breath", 2),)).then(breathe("fire"))
    assert not spent.battle.decisions
    assert not dragons("dragon_adult_red", foe, used=(("breath", 3),)).battle.decisions


def test_a_breath_is_for_a_figure_in_contact() -> None:
    """BW-A3-29."""
    far = red("archers", 4, id="far", at=(40, 10))
    asked = dragons("dragon_adult_gold", red("ogres", 4, id="foe", at=(24, 24)), far)
    assert rules(asked.refusal(breathe("gas", "far"))) == {"BW-A3-29"}
    assert rules(asked.refusal(breathe("lightning"))) == {"BW-B1-06", "BW-A3-29", "BW-A3-31"}
    assert not dragons("dragon_adult_gold", far).battle.decisions


def test_a_fire_giant_shrugs_off_fire_and_not_gas() -> None:
    """BW-A3-32: the player of a gold dragon names fire or gas with each breath."""
    asked = dragons("dragon_adult_gold", red("giant_fire", 1, id="foe", at=(24, 24)))
    assert asked.then(breathe("fire"), "1").unit("foe").figures == 1
    gassed = asked.then(breathe("gas"), "1", "4")
    assert not gassed.unit("foe").figures


def test_heroes_in_the_ranks_are_not_safe_from_breath() -> None:
    """BW-A3-09, BW-A3-18."""
    host = red("light_infantry", 6, files=3, id="host", at=(24, 24))
    asked = dragons("dragon_adult_red", host, beside("host", 0, red("barbarian_lord", 1, id="foe", at=(0, 0))))
    played = asked.then(breathe("fire"), pick({0: "host"}), "1", "4")
    assert not played.unit("foe").figures
    assert not played.unit("foe").host


# ---------------------------------------------------------------- special combat


def test_a_hero_killed_by_a_hero_strikes_once_more() -> None:
    """BW-A3-38: at once, at his killer; who falls by it strikes none."""
    killer, victim = blue("knight_renown", 1, at=(24, 24)), red("barbarian_lord", 1, at=(24, 24))
    position = field(killer, victim, game="advanced")
    both = play(position, AttackPhase("blue"), "3")
    assert [(one.unit, one.action) for one in both.events_of(Struck)] == [
        ("knight_renown", "melee"),
        ("barbarian_lord", "dying blow"),
    ]
    assert not both.unit("knight_renown").figures
    assert not both.unit("barbarian_lord").figures
    assert both.over
    assert play(position, AttackPhase("blue"), "2").unit("knight_renown").figures == 1


def test_in_the_dark_a_dying_blow_is_as_hard_as_any() -> None:
    """BW-A3-38, BW-O2-04: a barbarian lord needs 3, and 4 where he sees nothing."""
    killer, victim = blue("giant_fire", 1, at=(24, 24)), red("barbarian_lord", 1, at=(24, 24))
    for darkness, need in (("none", 3), ("dark", 4)):
        position = field(killer, victim, game="advanced", darkness=darkness)
        played = play(position, AttackPhase("blue"), "5", f"{need - 1}")
        (_, blow) = played.events_of(Struck)
        assert (blow.action, blow.tallies[0].total, blow.hits) == ("dying blow", need, 0)
        assert not play(position, AttackPhase("blue"), "5", f"{need}").unit("giant_fire").figures


def test_no_dying_blow_at_ordinary_figures_nor_while_he_lives() -> None:
    """BW-A3-38."""
    men = play(
        field(blue("light_infantry", 4, at=(24, 24)), red("barbarian_lord", 1, at=(24, 24)), game="advanced"),
        AttackPhase("blue"),
        "6",
    )
    assert [one.action for one in men.events_of(Struck)] == ["melee"]
    king = play(
        field(blue("giant_frost", 1, at=(24, 24)), red("barbarian_king", 1, at=(24, 24), id="king"), game="advanced"),
        AttackPhase("blue"),
        "4",
    )
    assert [one.action for one in king.events_of(Struck)] == ["melee"]


def test_no_dying_blow_at_who_kills_from_afar() -> None:
    """BW-A3-38: in melee alone."""
    position = field(
        blue("giant_fire", 1, at=(24, 30)),
        red("barbarian_lord", 1, at=(24, 20)),
        game="advanced",
        declare="measure_first",
    )
    played = play(position, AttackPhase("blue"), shoot("giant_fire", at="barbarian_lord"), "6")
    assert not played.unit("barbarian_lord").figures
    assert played.over


def test_a_hero_has_no_arcs() -> None:
    """BW-A3-06: he shoots at whom he has behind him."""
    foe = red("ogres", 2, id="foe", at=(24, 40))
    position = field(blue("giant_fire", 1, at=(24, 30)), foe, game="advanced", declare="measure_first")
    assert play(position, AttackPhase("blue"), shoot("giant_fire", at="foe"), "6").unit("foe").own.partial_hits == 2


# ---------------------------------------------------------------- storm giants


def stirring(way: str, sky: str = "cloudy", natural: str = "cloudy", **own: Any) -> Played:
    giant = blue("giant_storm", 1, id="giant", at=(24, 24), **own)
    position = field(giant, red("ogres", 4, id="foe", at=(24, 24)), game="advanced", declare="measure_first")
    position = replace(position, own=replace(position.own, weather=sky, natural_weather=natural))
    played = play(position, AttackPhase("blue"))
    return played.then(Commanded("giant", way)) if way else played


def test_a_storm_giant_turns_the_weather_instead_of_attacking() -> None:
    """BW-A3-35, BW-O1-03: once in a battle."""
    turned = stirring("stir_weather")
    assert turned.battle.own.weather == "rainy"
    assert turned.over, "he strikes nobody meanwhile"
    assert turned.unit("giant").own.uses("weather") == 1
    assert stirring("calm_weather").battle.own.weather == "sunny"
    assert rules(stirring("", sky="rainy").refusal(Commanded("giant", "stir_weather"))) >= {"BW-A3-35"}
    assert not stirring("", used=(("weather", 1),)).battle.decisions


@pytest.mark.parametrize(
    ("declare", "sky", "ways", "turned"),
    [
        ("measure_first", "sunny", ("stir_weather", "stir_weather"), "rainy"),
        ("by_phase", "sunny", ("stir_weather", "stir_weather"), "rainy"),
        ("measure_first", "cloudy", ("stir_weather", "calm_weather"), "cloudy"),
        ("measure_first", "cloudy", ("stir_weather", "stir_weather"), "rainy"),
    ],
)
def test_two_storm_giants_turn_it_a_step_each(declare: str, sky: str, ways: tuple[str, str], turned: str) -> None:
    """BW-A3-35, BW-O1-03: never more than a step from what is natural; who works in vain has used it up."""
    two = [blue("giant_storm", 1, id=one, at=at) for one, at in (("far", (40, 31)), ("near", (24, 24)))]
    position = field(*two, red("ogres", 4, id="foe", at=(24, 24)), game="advanced", declare=declare)
    position = replace(position, own=replace(position.own, weather=sky, natural_weather="cloudy"))
    orders = [Commanded(one, way) for one, way in zip(("near", "far"), ways, strict=True)]
    played = play(position, AttackPhase("blue"), *([plan(*orders)] if declare == "by_phase" else orders))
    assert played.over
    assert played.battle.own.weather == turned
    assert [played.unit(one).own.uses("weather") for one in ("near", "far")] == [1, 1]
    vain = [one for one in played.events_of(Ruled) if "in vain" in one.what]
    assert [one.rules for one in vain] == ([("BW-A3-35", "BW-O1-03")] if ways[0] == ways[1] and sky == "cloudy" else [])


def test_without_weather_there_is_none_to_turn() -> None:
    """BW-A3-35: it needs the option."""
    position = field(
        blue("giant_storm", 1, at=(24, 24)), red("ogres", 4, at=(24, 24)), game="advanced", declare="measure_first"
    )
    assert play(position, AttackPhase("blue")).battle.roll is not None


def test_the_sheet_of_a_hero_has_boxes_for_his_powers() -> None:
    """BW-A3-13, BW-A3-30, BW-A3-35: nobody keeps count at a real table but a pencil."""
    sheets = QUARTERMASTER.sheets(
        [Enlisted(kind, 1) for kind in ("dragon_adult_gold", "knight_commander", "giant_storm", "barbarian_lord")], {}
    )
    boxes = [[(one.head, one.count) for one in sheet.boxes] for sheet in sheets]
    assert boxes == [
        [("Figures", 1), ("Breaths", 3)],
        [("Figures", 1), ("Hits", 2)],
        [("Figures", 1), ("Weather", 1)],
        [("Figures", 1)],
    ]


# ---------------------------------------------------------------- for whom they stand


def test_a_hero_stands_for_himself() -> None:
    """BW-A3-01: on his card and when the fallen are counted he is one man, not ten."""
    dragon, host = red("dragon_adult_red", 1, at=(20, 10)), blue("light_infantry", 6, at=(24, 24), id="host")
    knight = beside("host", 1, blue("knight_renown", 1, id="knight", at=(24, 24)))
    battle = field(dragon, host, knight, game="advanced")
    alone, embedded = (BOOK_OF_WAR.card(battle, one) for one in (dragon.id, "knight"))
    assert alone is not None
    assert embedded is not None
    assert alone.subtitle == "Adult red dragon, alone"
    assert embedded.subtitle.endswith(f", with {host.name}")
    assert not {"Men", "Array", "Room", "Officers"} & {stat.label for stat in alone.stats}
    said = casualties(battle).text
    assert "1 of 1 men" in said
    assert "61 of 61 men" in said


# ---------------------------------------------------------------- before set-up, and in company


@pytest.mark.parametrize("scenario", ["six-spells", "dragon-over-harrow"])
def test_whatever_is_asked_of_a_hero_is_answered_before_his_unit_is_set_up(scenario: str) -> None:
    """BW-A3-03: in the ranks of a unit that stands nowhere yet he reaches nobody and works no magic."""
    for battle in islice(positions(opening(scenario), 1), 30):
        for seat in ("red", "blue"):
            view = BOOK_OF_WAR.view(battle, seat)
            for one in view.units.values():
                card = BOOK_OF_WAR.card(view, one.id)
                assert card is not None
                if one.host and not view.units[one.host].on_table:
                    assert not card.powers
                    assert not BOOK_OF_WAR.targets(view, None, one.id)
                    assert not BOOK_OF_WAR.overlays(view, one.id)


def test_every_line_of_a_heros_card_has_a_name_of_its_own() -> None:
    """BW-A3-15, BW-A3-22, BW-A3-32, BW-O6-04: with others in the ranks, warded, on a wall, in special combat."""
    tough = house_key(replace(TROOPS["giant_fire"], id="salamander", wards=frozenset({"fire", "gas", "cold"})))
    shields = blue("heavy_infantry", 8, files=4, at=(24, 26), id="shields")
    with_them = [
        beside("shields", 0, blue(kind, 1, at=(0, 0), id=kind))
        for kind in ("barbarian_lord", "barbarian_king", "wizard_3")
    ]
    foes = [red("giant_frost", 1, at=(x, 40), id=f"frost-{x}") for x in (40, 42)]
    battle = field(
        shields, *with_them, blue(tough, 1, at=(41, 40), id="salamander"), *foes,
        climber(10, 10, "wizard_1", id="warden"), features=(wall((4, 10), (16, 10)),), game="advanced",
        special_combat="played",
    )  # fmt: skip
    cards = {key: BOOK_OF_WAR.card(battle, key) for key in battle.units}
    for key, card in cards.items():
        assert card is not None
        told = [(stat.part, stat.label) for stat in card.stats]
        assert len(told) == len(set(told)), key
    said = {key: {stat.label: stat.value for stat in card.stats} for key, card in cards.items() if card is not None}
    assert said["shields"]["With them"].count(" and ") == 1
    assert said["salamander"]["Immune"] == "to cold, fire and gas"
    assert (said["warden"]["Morale"], said["warden"]["On"]) == ("never checks", "Wall")
