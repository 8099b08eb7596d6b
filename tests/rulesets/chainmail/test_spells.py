"""The spells of magic users: darkness and light, circles, what is called into being, ground that moves, detection."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene
from schiltron.battle.play.upkeep import upkeep
from schiltron.battle.state.decision import FINISH, Waiting
from schiltron.battle.state.effects import Moment
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Removed, Ruled, Worked
from schiltron.battle.state.unit import Aboard
from schiltron.battle.state.view import heard_by
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.fantasy.at_work import LOOSE, PHANTASM
from schiltron.rulesets.chainmail.fantasy.light import is_blind, light_on
from schiltron.rulesets.chainmail.fantasy.protection import is_evil
from schiltron.rulesets.chainmail.fantasy.unseen import unseen_by
from schiltron.rulesets.chainmail.fire.phase import Missiles
from schiltron.rulesets.chainmail.magic.keeping_up import KeepUp
from schiltron.rulesets.chainmail.magic.rampaging import Rampage
from schiltron.rulesets.chainmail.magic.rows import GRADES
from schiltron.rulesets.chainmail.magic.strength import SettleStrength, counters_on, is_stronger
from schiltron.rulesets.chainmail.magic.wizards import spells_of
from schiltron.rulesets.chainmail.melee.rounds import NextMelee
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.victory import strength
from schiltron.rulesets.chainmail.walking.attacking import attack_barred
from schiltron.table.lengths import inches
from tests.rulesets.chainmail.positions import (
    Played,
    ahead,
    blue,
    choose,
    locked,
    march,
    piece,
    play,
    red,
    rules,
    shoot,
)
from tests.rulesets.chainmail.wizardry import BLUE, BOTH, RED, cast, magical, throw, wizard

ALL = (
    "phantasmal_forces",
    "darkness",
    "wizard_light",
    "detection",
    "concealment",
    "conjuration_of_an_elemental",
    "moving_terrain",
    "protection_from_evil",
)


def kinds(battle: Battle) -> list[str]:
    return [one.kind for one in battle.effects.all]


def next_turn(battle: Battle, *more: object) -> Played:
    """The same in the next turn, as it begins: what was done is wiped, what lasts is looked after."""
    units = {key: replace(one, own=replace(one.own, turn=type(one.own.turn)())) for key, one in battle.units.items()}
    return play(replace(battle, turn=battle.turn + 1, units=units, agenda=(), decisions=()), KeepUp(), *more)  # type: ignore[arg-type]


# ---------------------------------------------------------------- grades, spells, strength


def test_the_grades_are_those_of_the_book() -> None:
    """CM-FANT-WIZARD-01, CM-FANT-SPELL-02, CM-FANT-SPELL-03, cell by cell."""
    assert [(one.name, one.dice, one.fewest, one.most, one.reach) for one in GRADES] == [
        ("wizard", 0, 6, 7, None),
        ("sorcerer", -1, 5, 5, inches(60)),
        ("warlock", -2, 4, 4, inches(48)),
        ("magician", -3, 3, 3, inches(36)),
    ]


@pytest.mark.parametrize(("grade", "number"), [("wizard", 7), ("sorcerer", 5), ("warlock", 4), ("magician", 3)])
def test_each_grade_manages_so_many_spells_and_only_wizards_move_terrain(grade: str, number: int) -> None:
    """CM-FANT-SPELL-02, CM-FANT-SPELL-19."""
    he = wizard("he", "blue", (40, 40), grade=grade)
    battle = magical(he)
    assert len(spells_of(battle, he)) == number
    assert ("moving_terrain" in spells_of(battle, he)) is (grade == "wizard")


def test_a_wizard_with_a_stronger_enemy_manages_one_spell_fewer() -> None:
    """CM-FANT-SPELL-02: 7 for the strongest on the field, else 6."""
    one, other = wizard("one", "blue", (40, 40)), wizard("other", "red", (40, 10))
    battle = magical(one, other, magicians=("one", "other"))
    assert (len(spells_of(battle, one)), len(spells_of(battle, other))) == (7, 6)


def test_chosen_spells_are_those_he_has() -> None:
    he = wizard("he", "blue", (40, 40), grade="magician", spells=("darkness", "concealment"))
    assert spells_of(magical(he), he) == ("darkness", "concealment")


def test_dice_settle_who_of_equal_grade_is_the_stronger() -> None:
    """CM-FANT-SPELL-04: higher grade is stronger; of equals the higher throw of two dice, thrown once."""
    units = (wizard("a", "blue", (40, 40)), wizard("b", "red", (40, 10)), wizard("c", "red", (20, 10), grade="warlock"))
    battle = replace(magical(*units), own=replace(magical(*units).own, magicians=UNSET))
    thrown = play(battle, SettleStrength(), "3 4 | 6 2")
    assert [one.what for one in thrown.events_of(Ruled)] == ["B is the strongest magician on the field"]
    settled = thrown.battle
    assert not is_stronger(settled, settled.units["b"], settled.units["b"])
    a, b, c = (settled.units[key] for key in "abc")
    assert is_stronger(settled, b, a)
    assert is_stronger(settled, a, c)
    assert not is_stronger(settled, a, b)
    assert counters_on(settled, b, a) == 7
    assert counters_on(settled, a, b) == 8
    assert (counters_on(settled, c, a), counters_on(settled, a, c)) == (9, 7)


def test_without_equals_no_dice_are_thrown() -> None:
    units = (wizard("a", "blue", (40, 40)), wizard("c", "red", (20, 10), grade="sorcerer"))
    battle = replace(magical(*units), own=replace(magical(*units).own, magicians=UNSET))
    settled = play(battle, SettleStrength()).battle
    assert settled.own.magicians == ("a", "c")


@pytest.mark.parametrize(("grade", "need"), [("wizard", 8), ("sorcerer", 8), ("warlock", 9), ("magician", 10)])
def test_the_weaker_counters_on_more(grade: str, need: int) -> None:
    """CM-FANT-SPELL-05: 8 for one grade or the dice, 9 for two, 10 for three."""
    strong, weak = wizard("strong", "blue", (40, 40)), wizard("weak", "red", (40, 10), grade=grade)
    battle = magical(strong, weak, magicians=("strong", "weak"))
    assert counters_on(battle, weak, strong) == need
    assert counters_on(battle, strong, weak) == 7


# ---------------------------------------------------------------- casting


@pytest.mark.parametrize("what", ["moved", "attacked"])
def test_a_spell_needs_rest(what: str) -> None:
    """CM-FANT-SPELL-01: who has moved or been attacked casts nothing; he may still throw."""
    he = wizard("he", "blue", (40, 40), **{what: True})  # type: ignore[arg-type]
    asked = play(magical(he, red("foe", 4, at=(40, 20))), BLUE)
    assert rules(asked.refusal(cast("he", "darkness"))) == {"CM-FANT-SPELL-01"}
    asked.then(throw("he", 40, 20))


def test_no_spell_after_a_missile_and_no_missile_after_a_spell() -> None:
    """CM-FANT-WIZARD-13."""
    he = wizard("he", "blue", (40, 40))
    battle = magical(he, red("foe", 4, at=(40, 20)))
    assert play(battle, BLUE, cast("he", "wizard_light")).over
    assert play(battle, BLUE, throw("he", 40, 20)).over


def lit(*more: object, **kept: object) -> Battle:
    """Blue keeps up a light and a circle; red has a wizard and foot."""
    he = wizard("he", "blue", (40, 40))
    return magical(he, red("foe", 4, at=(40, 20)), *more, **kept)  # type: ignore[arg-type]


def test_moving_ends_what_he_keeps_up() -> None:
    """CM-FANT-SPELL-01, through an ordinary move."""
    lasting = play(lit(), BLUE, cast("he", "wizard_light")).battle
    assert kinds(lasting) == ["wizard_light"]
    battle = next_turn(replace(lasting, phase="first_move")).battle
    stays = play(battle, Moves("blue"), FINISH)
    assert kinds(stays.battle) == ["wizard_light"]
    gone = play(battle, Moves("blue"), march("he", ahead(2)))
    assert kinds(gone.battle) == []


def test_a_host_that_moves_takes_his_rest_from_him() -> None:
    he = replace(wizard("he", "blue", (40, 40)), place=Aboard("guard"))
    battle = magical(he, blue("guard", 6, at=(40, 40)), red("foe", 4, at=(40, 10)))
    lasting = play(battle, BLUE, cast("he", "wizard_light")).battle
    moved = play(next_turn(replace(lasting, phase="first_move")).battle, Moves("blue"), march("guard", ahead(2)))
    assert kinds(moved.battle) == []


def test_melee_ends_what_he_keeps_up() -> None:
    """CM-FANT-SPELL-01: a round with him is an attack on his person, whatever comes of it."""
    lasting = play(lit(red("near", 1, at=(40, 39.5))), BLUE, cast("he", "wizard_light")).battle
    fought = play(replace(lasting, engagements=(locked("near", "he"),)), NextMelee(), "1 1 | 6")
    assert kinds(fought.battle) == []


def test_a_save_is_an_attack() -> None:
    """CM-FANT-SPELL-01: even if he comes off safe."""
    he, hald = wizard("he", "blue", (40, 40)), wizard("hald", "red", (40, 20))
    lasting = play(magical(he, hald), BLUE, cast("he", "wizard_light"), choose("let_be")).battle
    struck = play(lasting, RED, throw("hald", 40, 40), "6 6")
    assert struck.unit("he").figures == 1
    assert kinds(struck.battle) == []


# ---------------------------------------------------------------- darkness and light


def test_darkness_gathers_in_three_turns_and_lifts_in_reverse() -> None:
    """CM-FANT-SPELL-08: nothing in the turn of casting, half dark in the second, dark from the third; ended, it is half
    dark in the next turn and light in the one after."""
    battle = play(lit(), BLUE, cast("he", "darkness")).battle
    foe = battle.units["foe"]
    seen, drawn = [light_on(battle, foe)], [CHAINMAIL.sky(battle).light]
    for _ in range(3):
        battle = next_turn(battle).battle
        seen.append(light_on(battle, foe))
        drawn.append(CHAINMAIL.sky(battle).light)
    assert seen == ["bright", "dim", "dark", "dark"]
    assert drawn == ["day", "dusk", "night", "night"]
    scene_ended = play(next_turn(replace(battle, phase="first_move")).battle, Moves("blue"), march("he", ahead(1)))
    battle = scene_ended.battle
    fading = [light_on(battle, foe)]
    for _ in range(2):
        battle = next_turn(battle).battle
        fading.append(light_on(battle, foe))
    assert fading == ["dark", "dim", "bright"]


def dark(*units: object) -> Battle:
    return magical(*units, light="dark")  # type: ignore[arg-type]


def test_the_hour_of_the_battle_is_seen_on_the_table() -> None:
    """CM-FANT-GEN-10: as long as there are creatures in it; the historical game knows no hours."""
    battle = dark(wizard("he", "blue", (40, 40)), red("foe", 2, at=(40, 10)))
    options = battle.own.options
    shown = [
        CHAINMAIL.sky(replace(battle, own=replace(battle.own, options=replace(options, light=light)))).light
        for light in ("bright", "dim", "dark")
    ]
    assert shown == ["day", "dusk", "night"]
    plain = replace(battle, own=replace(battle.own, options=replace(options, fantasy="off")))
    assert CHAINMAIL.sky(plain).light == "day"


def test_in_full_darkness_only_those_fight_who_see_in_it() -> None:
    """CM-FANT-SPELL-09: men throw no dice and do not shoot; wizards and orcs see (CM-FANT-WIZARD-06)."""
    he, orcs = wizard("he", "blue", (40, 40)), red("orcs", 6, at=(40, 24), troop="orcs")
    bows = blue("bows", 8, at=(40, 36), troop="longbowmen")
    battle = dark(he, bows, orcs)
    assert [is_blind(battle, battle.units[key]) for key in ("he", "bows", "orcs")] == [False, True, False]
    shooting = play(replace(battle, phase="missiles"), Missiles(("blue",)))
    assert shooting.over
    by_day = play(magical(he, bows, orcs, phase="missiles"), Missiles(("blue",)))
    assert not by_day.over
    fought = play(replace(dark(blue("men", 6, at=(40, 24)), orcs), engagements=(locked("orcs", "men"),)), NextMelee())
    assert {pool.label.split(" against")[0] for pool in fought.roll.pools} == {"Orcs"}


def test_wizard_light_reaches_24_inches() -> None:
    """CM-FANT-SPELL-10, measured from where he stands, to the nearest of a unit."""
    near, far = blue("near", 6, at=(40.3, 15.2)), blue("far", 6, at=(40.3, 14))
    battle = dark(wizard("he", "blue", (40, 40)), near, far, red("foe", 1, at=(90, 5)))
    battle = play(battle, BLUE, cast("he", "wizard_light")).battle
    assert [light_on(battle, battle.units[key]) for key in ("near", "far", "he")] == ["bright", "dark", "bright"]
    assert not is_blind(battle, battle.units["near"])


# ---------------------------------------------------------------- protection from evil


def test_who_is_evil() -> None:
    """CM-FANT-SPELL-20: the list of chaos, and men who fight on its side; who stands in two lists is as his side."""
    foul = magical(
        wizard("he", "blue", (40, 40)),
        blue("men", 4, at=(30, 40)),
        blue("giant", 1, at=(10, 40), troop="giant"),
        red("orcs", 4, at=(40, 20), troop="orcs"),
        red("thralls", 4, at=(50, 20)),
        red("witch", 1, at=(60, 20), troop="sorcerer"),
        red("brute", 1, at=(70, 20), troop="giant"),
        red("wind", 1, at=(80, 20), troop="air_elemental"),
    )
    evil = {key for key, one in foul.units.items() if is_evil(foul, one)}
    assert evil == {"orcs", "thralls", "witch", "brute"}


@pytest.mark.parametrize(("troop", "stops"), [("orcs", True), ("elves", False)])
def test_the_circle_stops_evil_at_6_inches(troop: str, *, stops: bool) -> None:
    """CM-FANT-SPELL-20: 12 inches across, about the caster; elves go through."""
    he, them = wizard("he", "blue", (40, 40), spells=ALL[-1:]), red("them", 2, at=(40.4, 30.5), troop=troop)
    battle = play(magical(he, them), BLUE, cast("he", "protection_from_evil")).battle
    moving = replace(next_turn(battle).battle, phase="first_move")
    asked = play(moving, Moves("red"))
    if stops:
        assert "CM-FANT-SPELL-20" in rules(asked.refusal(march("them", ahead(6))))
    else:
        assert asked.then(march("them", ahead(6))).unit("them").pose.y == inches(36.5)
    asked.then(march("them", ahead(3)))


def test_missiles_pass_the_circle() -> None:
    he, hald = wizard("he", "blue", (40, 40), spells=ALL[-1:]), wizard("hald", "red", (40, 20))
    battle = play(magical(he, hald), BLUE, cast("he", "protection_from_evil"), choose("let_be")).battle
    assert play(battle, RED, throw("hald", 40, 40), "1 1").unit("he").figures == 0


# ---------------------------------------------------------------- called into being


def called(battle: Battle) -> str:
    (key,) = [key for key in battle.units if ".called" in key]
    return key


def test_an_elemental_stands_within_6_inches_of_its_conjurer() -> None:
    """CM-FANT-SPELL-14: aimed farther it stands at the end of the reach; nobody counts it among the army."""
    played = play(lit(), BLUE, cast("he", "conjuration_of_an_elemental", way="fire_elemental", at=(40, 10)))
    made = played.unit(called(played.battle))
    assert made.figures == 1
    assert made.controller == "blue"
    top = inches(40) - 375
    assert made.pose.y + inches(1) >= top - inches(6)
    assert made.pose.y < inches(36)
    assert strength(played.battle, "blue").total == 1


def test_no_more_than_one_elemental_of_a_type() -> None:
    """CM-FANT-SPELL-15: whoever called it; djinn and efreet are exempt."""
    conjure = "conjuration_of_an_elemental"
    one = play(lit(), BLUE, cast("he", conjure, way="fire_elemental", at=(40, 36))).battle
    again = play(next_turn(one).battle, BLUE)
    assert rules(again.refusal(cast("he", conjure, way="fire_elemental", at=(44, 40)))) >= {"CM-FANT-SPELL-15"}
    again.then(cast("he", conjure, way="air_elemental", at=(44, 40)))
    efreet = play(lit(), BLUE, cast("he", conjure, way="efreet", at=(40, 36))).battle
    play(next_turn(efreet).battle, BLUE, cast("he", conjure, way="efreet", at=(44, 40)))


def test_a_water_elemental_is_called_by_water() -> None:
    dry = play(lit(), BLUE)
    water = cast("he", "conjuration_of_an_elemental", way="water_elemental", at=(40, 36))
    assert "CM-FANT-SPELL-14" in rules(dry.refusal(water))
    wet = play(lit(features=(piece("pond", 41, 30, 50, 35),)), BLUE)
    wet.then(water)


def loose() -> Battle:
    """A conjurer who was disturbed by a save: his fire elemental obeys nobody."""
    he, hald = wizard("he", "blue", (40, 40)), wizard("hald", "red", (40, 20))
    conjured = cast("he", "conjuration_of_an_elemental", way="fire_elemental", at=(40, 34))
    battle = play(magical(he, hald, blue("foot", 4, at=(60, 40))), BLUE, conjured, choose("let_be")).battle
    return play(battle, RED, throw("hald", 40, 40), "6 6").battle


def test_a_disturbed_conjurer_loses_control_and_it_attacks_him() -> None:
    """CM-FANT-SPELL-16, CM-FANT-ELEM-09: it goes straight at him, before anybody moves, and nobody commands it."""
    battle = loose()
    it = battle.units[called(battle)]
    assert (it.controller, it.side) == ("", "red")
    assert kinds(battle) == [LOOSE]
    went = play(next_turn(battle).battle, Rampage())
    assert [one.touching for one in went.battle.engagements if {one.attacker, one.defender} == {it.id, "he"}] == [True]


def test_it_attacks_whoever_is_in_its_straight_way() -> None:
    """CM-FANT-ELEM-09: also those who are nobody's friends of his."""
    battle = loose()
    key = called(battle)
    between = red("between", 1, at=(40, 37.2))
    it = battle.units[key]
    battle = battle.with_unit(replace(it, place=it.place_at(replace(it.pose, y=inches(30))))).with_unit(between)
    went = play(next_turn(battle).battle, Rampage())
    assert {one.defender for one in went.battle.engagements} | {one.attacker for one in went.battle.engagements} == {
        key,
        "between",
    }


def test_with_its_conjurer_dead_it_goes_for_the_nearest() -> None:
    """CM-FANT-SPELL-17."""
    battle = loose()
    it = battle.units[called(battle)]
    dead = replace(battle.units["he"], figures=0)
    near = red("near", 2, at=(48, 34))
    went = play(next_turn(battle.with_unit(dead).with_unit(near)).battle, Rampage())
    assert {one.defender for one in went.battle.engagements} | {one.attacker for one in went.battle.engagements} == {
        it.id,
        "near",
    }


def test_a_conjurer_killed_leaves_it_without_a_master() -> None:
    """CM-FANT-SPELL-17, when the fallen are counted."""
    he, hald = wizard("he", "blue", (40, 40)), wizard("hald", "red", (40, 20))
    conjured = cast("he", "conjuration_of_an_elemental", way="efreet", at=(40, 34))
    battle = play(magical(he, hald), BLUE, conjured, choose("let_be")).battle
    killed = play(battle, RED, throw("hald", 40, 40), "1 1").battle
    assert kinds(next_turn(killed).battle) == [LOOSE]


def test_a_counter_spell_rids_the_field_of_it() -> None:
    """CM-FANT-SPELL-18: of anybody's, even his who called it."""
    battle = next_turn(loose()).battle
    key = called(battle)
    effect = next(one for one in battle.effects.all if one.kind == LOOSE)
    for name, step, dice in (("hald", RED, "6 2"), ("he", BLUE, "6 2")):
        played = play(battle, step, cast(name, "counter_spell", way=effect.id), dice)
        assert not played.unit(key).on_table
        assert kinds(played.battle) == []


# ---------------------------------------------------------------- phantasms


def haunted(*more: object) -> Battle:
    he, hald = wizard("he", "blue", (40, 40)), wizard("hald", "red", (70, 10), grade="warlock")
    battle = magical(he, hald, red("foe", 6, at=(40, 20)), *more)  # type: ignore[arg-type]
    return play(battle, BLUE, cast("he", "phantasmal_forces", way="heavy_horse", at=(40, 30)), choose("let_be")).battle


def test_a_phantasm_lasts_four_turns_at_most() -> None:
    """CM-FANT-SPELL-07: from the turn of its casting on."""
    battle = haunted()
    key = called(battle)
    for later, there in ((3, True), (4, False)):
        scene = Scene(replace(battle, turn=battle.turn + later), CHAINMAIL.lapses)
        upkeep(scene, Moment(battle.turn + later))
        assert scene.unit(key).on_table is there


def test_it_is_found_out_in_melee_and_does_no_harm() -> None:
    """CM-FANT-SPELL-07: struck by a real unit it is gone, before a die is thrown."""
    battle = haunted()
    key = called(battle)
    fought = play(replace(battle, engagements=(locked(key, "foe"),)), NextMelee())
    assert fought.over
    assert not fought.unit(key).on_table
    assert fought.unit("foe").figures == 6
    assert [one.why for one in fought.events_of(Removed)] == ["gone like smoke"]


def test_no_missile_harms_it() -> None:
    """CM-FANT-SPELL-07: it takes no casualties, nor is it dispelled from afar."""
    battle = haunted()
    key = called(battle)
    it = battle.units[key].outline
    struck = play(next_turn(replace(battle, turn=1)).battle, RED, throw("hald", it.x / 1000, it.y / 1000))
    assert struck.unit(key).figures == 10


def test_it_is_gone_when_its_caster_is_disturbed() -> None:
    battle = haunted()
    moved = play(next_turn(replace(battle, phase="first_move")).battle, Moves("blue"), march("he", ahead(1)))
    assert not moved.unit(called(battle)).on_table


def as_red_sees(battle: Battle) -> Battle:
    return CHAINMAIL.view(battle, "red")


def test_to_others_it_is_what_it_seems() -> None:
    """CM-FANT-SPELL-07: view, card and what is told are, to the byte, those of an elemental that is real."""
    he, hald = wizard("he", "blue", (40, 40)), wizard("hald", "red", (70, 10), grade="warlock")
    battle = magical(he, hald, red("foe", 6, at=(40, 20)))
    at = (40, 36)
    real = play(battle, BLUE, cast("he", "conjuration_of_an_elemental", way="fire_elemental", at=at))
    false = play(battle, BLUE, cast("he", "phantasmal_forces", way="fire_elemental", at=at))
    for seat in ("red", None):
        for one, other in ((real, false), (real.then(choose("let_be")), false.then(choose("let_be")))):
            assert encode(CHAINMAIL.view(one.battle, seat)) == encode(CHAINMAIL.view(other.battle, seat))
            assert [encode(event) for event in heard_by(one.events, seat)] == [
                encode(event) for event in heard_by(other.events, seat)
            ]
    own = CHAINMAIL.view(false.then(choose("let_be")).battle, "blue")
    assert PHANTASM in kinds(own)
    assert PHANTASM not in kinds(as_red_sees(false.then(choose("let_be")).battle))


def test_what_is_imagined_of_it_goes_on_as_the_truth_does() -> None:
    battle = haunted()
    view = as_red_sees(battle)
    whole = CHAINMAIL.imagined(view, "red", Random(3))
    assert encode(CHAINMAIL.view(whole, "red")) == encode(view)
    assert not any(isinstance(one, Waiting) for one in whole.decisions)


# ---------------------------------------------------------------- detection


def test_detection_knows_phantasms_for_what_they_are() -> None:
    """CM-FANT-SPELL-11: by a magician who is not the weaker."""
    he, hald = wizard("he", "blue", (40, 40), grade="warlock"), wizard("hald", "red", (70, 10))
    battle = magical(he, hald, red("foe", 6, at=(40, 20)))
    battle = play(
        battle, BLUE, cast("he", "phantasmal_forces", way="heavy_horse", at=(40, 30)), choose("let_be")
    ).battle
    known = play(battle, RED, cast("hald", "detection", way="magic"))
    assert PHANTASM in kinds(as_red_sees(known.battle))


def test_of_a_stronger_enemy_it_knows_only_that_magic_is_in_use() -> None:
    """CM-FANT-SPELL-12."""
    battle = haunted()
    hald = battle.units["hald"]
    nature = hald.own.profile.nature
    assert nature is not None
    knows = replace(
        hald, own=replace(hald.own, profile=replace(hald.own.profile, nature=replace(nature, spells=("detection",))))
    )
    played = play(
        next_turn(battle.with_unit(knows)).battle, RED, cast("hald", "detection", way="magic"), choose("let_be")
    )
    assert PHANTASM not in kinds(as_red_sees(played.battle))
    said = [one for one in played.events_of(Worked) if "in use" in one.what]
    assert [(one.rules, one.audience) for one in said] == [(("CM-FANT-SPELL-12",), ("red",))]


def test_detection_shows_the_invisible_within_its_reach() -> None:
    """CM-FANT-SPELL-11: within the distance of his grade, 36 inches for a magician."""
    he = wizard("he", "blue", (40, 50), grade="magician", spells=("detection",))
    near = red("near", 2, at=(40, 20), troop="elves", marks=("invisible",))
    far = red("far", 2, at=(40, 12), troop="elves", marks=("invisible",))
    played = play(magical(he, near, far), BLUE, cast("he", "detection", way="hidden"))
    assert [played.unit(key).has("invisible") for key in ("near", "far")] == [False, True]


# ---------------------------------------------------------------- moving terrain


def test_terrain_moves_6_inches_with_all_on_it() -> None:
    """CM-FANT-SPELL-19."""
    wood = piece("rough", 20, 20, 28, 28)
    inside, outside = red("inside", 2, at=(24.3, 25)), red("outside", 2, at=(60, 24))
    played = play(
        lit(inside, outside, features=(wood,)), BLUE, cast("he", "moving_terrain", feature=wood.id, at=(50, 24))
    )
    left, *_ = played.battle.table.features[0].bounds
    assert left == inches(26)
    assert played.unit("inside").pose.x == inches(24.3 + 6)
    assert played.unit("outside").pose.x == inches(60)


def test_it_stops_at_those_who_are_not_on_it_and_at_the_edge() -> None:
    """CM-FANT-SPELL-19: it does not end on top of others."""
    wood = piece("rough", 20, 20, 28, 28)
    played = play(
        lit(red("outside", 2, at=(32, 24)), features=(wood,)),
        BLUE,
        cast("he", "moving_terrain", feature=wood.id, at=(50, 24)),
    )
    left = played.battle.table.features[0].bounds[0]
    assert inches(20) < left < inches(24)
    stuck = play(lit(features=(piece("rough", 0, 20, 8, 28),)), BLUE)
    feature = stuck.battle.table.features[0].id
    assert "CM-FANT-SPELL-19" in rules(stuck.refusal(cast("he", "moving_terrain", feature=feature, at=(0, 24))))


def test_a_lesser_magician_moves_no_terrain_even_if_he_has_chosen_it() -> None:
    he = wizard("he", "blue", (40, 40), grade="sorcerer", spells=("moving_terrain",))
    asked = play(magical(he, red("foe", 4, at=(40, 20)), features=(piece("rough", 20, 20, 28, 28),)), BLUE)
    feature = asked.battle.table.features[0].id
    assert "CM-FANT-SPELL-19" in rules(asked.refusal(cast("he", "moving_terrain", feature=feature, at=(40, 24))))


# ---------------------------------------------------------------- counter-spells


def opposed(**more: object) -> Battle:
    return magical(wizard("he", "blue", (40, 40)), wizard("hald", "red", (40, 10), grade="sorcerer"), **more)


@pytest.mark.parametrize(("dice", "ends"), [("4 4", True), ("4 3", False)])
def test_an_enemy_may_counter_a_spell_as_it_is_cast(dice: str, *, ends: bool) -> None:
    """CM-FANT-SPELL-05: a sorcerer against a wizard on 8 or more, his grade taking nothing off these dice."""
    played = play(opposed(), BLUE, cast("he", "darkness"), choose("hald"), dice)
    assert (kinds(played.battle) == []) is ends


def test_it_takes_all_his_powers() -> None:
    """CM-FANT-SPELL-06: what he keeps up lapses, and he does nothing else this turn."""
    battle = play(opposed(), RED, cast("hald", "wizard_light"), choose("let_be")).battle
    battle = next_turn(battle).battle
    played = play(battle, BOTH, cast("he", "darkness"), choose("hald"), "1 1")
    assert kinds(played.battle) == ["darkness"]
    assert played.over


def test_who_has_used_his_powers_is_not_asked() -> None:
    battle = play(opposed(), RED, cast("hald", "wizard_light"), choose("let_be")).battle
    assert play(battle, BLUE, cast("he", "darkness")).over


def test_a_spell_that_lasts_may_be_countered_in_a_later_turn() -> None:
    """CM-FANT-SPELL-05: and darkness then lifts step by step (CM-FANT-SPELL-08)."""
    battle = play(opposed(), BLUE, cast("he", "darkness"), choose("let_be")).battle
    for _ in range(2):
        battle = next_turn(battle).battle
    effect = next(one for one in battle.effects.all if one.kind == "darkness")
    played = play(battle, RED, cast("hald", "counter_spell", way=effect.id), "6 2")
    assert kinds(played.battle) == ["shade"]
    assert light_on(next_turn(played.battle).battle, played.unit("he")) == "dim"


def test_a_spell_beyond_his_reach_is_lost() -> None:
    """CM-FANT-SPELL-03: a magician keeps a phantasm up within 36 inches."""
    he = wizard("he", "blue", (40, 55), grade="magician")
    battle = magical(he, red("foe", 6, at=(80, 5)))
    battle = play(battle, BLUE, cast("he", "phantasmal_forces", way="heavy_horse", at=(40, 30))).battle
    key = called(battle)
    there = battle.units[key]
    for y, lasts in ((20, True), (15, False)):
        far = battle.with_unit(replace(there, place=there.place_at(replace(there.pose, y=inches(y)))))
        assert next_turn(far).unit(key).on_table is lasts


def test_a_phantasm_called_farther_than_he_reaches_stands_where_his_reach_ends() -> None:
    """CM-FANT-SPELL-03: 36 inches for a magician."""
    he = wizard("he", "blue", (40, 58), grade="magician")
    battle = magical(he, red("foe", 6, at=(80, 5)))
    battle = play(battle, BLUE, cast("he", "phantasmal_forces", way="giant", at=(40, 5))).battle
    assert inches(58 - 37) <= battle.units[called(battle)].outline.y <= inches(58 - 35)


# ---------------------------------------------------------------- the unseen


def bows(troop: str = "longbowmen", **more: object) -> object:
    return red("bows", 12, at=(40, 30), troop=troop, **more)  # type: ignore[arg-type]


def fire_at(battle: Battle, target: str) -> Played:
    return play(replace(battle, phase="missiles"), Missiles(("red",)), shoot("bows", at=target))


def test_nobody_shoots_at_the_concealed_or_charges_them() -> None:
    """CM-FANT-SPELL-13: but for those who detect the hidden."""
    he, foot = wizard("he", "blue", (40, 50)), blue("foot", 6, at=(40, 38))
    battle = magical(he, foot, bows())  # type: ignore[arg-type]
    fire_at(battle, "foot")
    hidden = play(battle, BLUE, cast("he", "concealment", on="foot")).battle
    asked = play(replace(hidden, phase="missiles"), Missiles(("red",)))
    assert asked.over
    hero = red("hero", 1, at=(44, 31), troop="super_hero")
    knights = red("horse", 4, at=(40, 30), troop="heavy_horse")
    assert attack_barred(hidden, knights, hidden.units["foot"]) is not None
    assert attack_barred(hidden, hero, hidden.units["foot"]) is None
    assert attack_barred(hidden, red("roc", 1, at=(9, 9), troop="roc"), hidden.units["foot"]) is None


def test_a_charge_at_the_concealed_makes_no_melee() -> None:
    """CM-FANT-SPELL-13: who comes up against them halts."""
    he, foot = wizard("he", "blue", (40, 50)), blue("foot", 6, at=(40, 38))
    battle = magical(he, foot, red("horse", 4, at=(40, 30), troop="heavy_horse"))
    hidden = play(battle, BLUE, cast("he", "concealment", on="foot")).battle
    asked = play(replace(next_turn(hidden).battle, phase="first_move"), Moves("red"))
    assert "CM-FANT-SPELL-13" in rules(asked.refusal(march("horse", ahead(8))))
    assert asked.then(march("horse", ahead(7))).battle.engagements == ()
    seen = play(replace(battle, phase="first_move"), Moves("red"), march("horse", ahead(8)))
    assert [one.touching for one in seen.battle.engagements] == [True]


def test_concealment_ends_with_an_attack() -> None:
    """CM-FANT-SPELL-13: in melee or with missiles."""
    he, foot = wizard("he", "blue", (40, 50)), blue("foot", 6, at=(40, 38), troop="longbowmen")
    battle = magical(he, foot, red("foe", 6, at=(40, 30)), red("near", 6, at=(44.5, 38)))
    hidden = play(battle, BLUE, cast("he", "concealment", on="foot")).battle
    assert hidden.units["foot"].has("concealed")
    shot = play(replace(hidden, phase="missiles"), Missiles(("blue",)), shoot("foot", at="foe"))
    assert not shot.unit("foot").has("concealed")
    fought = play(replace(hidden, engagements=(locked("foot", "near"),)), NextMelee())
    dice = " | ".join(" ".join(["1"] * pool.count) for pool in fought.roll.pools)
    assert not fought.then(dice).unit("foot").has("concealed")
    assert (
        not play(next_turn(replace(hidden, phase="first_move")).battle, Moves("blue"), march("he", ahead(1)))
        .unit("foot")
        .has("concealed")
    )


def test_a_wizard_becomes_invisible_and_keeps_his_powers() -> None:
    """CM-FANT-WIZARD-05: nobody attacks him or shoots at him, but who detects the invisible; a roc does not."""
    he = wizard("he", "blue", (40, 40))
    played = play(magical(he, red("foe", 6, at=(40, 30))), BLUE, cast("he", "invisibility"))
    unseen = played.unit("he")
    assert unseen.has("invisible")
    assert "CM-FANT-WIZARD-05" in rules(played.refusal(cast("he", "invisibility")))
    assert played.then(throw("he", 40, 30)).unit("he").has("invisible") is False
    barred = {
        troop: attack_barred(played.battle, red("it", 1, at=(40, 30), troop=troop), unseen) is not None
        for troop in ("heavy_foot", "roc", "wraith", "red_dragon", "super_hero", "hero")
    }
    assert barred == {
        "heavy_foot": True,
        "roc": True,
        "wraith": False,
        "red_dragon": False,
        "super_hero": False,
        "hero": True,
    }
    near = unseen_by(played.battle, red("d", 1, at=(9, 9), troop="red_dragon"), unseen, inches(15))
    far = unseen_by(played.battle, red("d", 1, at=(9, 9), troop="red_dragon"), unseen, inches(15.5))
    assert near is None
    assert far is not None


def test_in_a_fight_nobody_becomes_invisible() -> None:
    he = wizard("he", "blue", (40, 40), attacked=True)
    asked = play(magical(he, red("foe", 6, at=(40, 30))), BLUE)
    assert "CM-FANT-WIZARD-05" in rules(asked.refusal(cast("he", "invisibility")))
