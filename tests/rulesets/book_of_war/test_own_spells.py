"""Spells that an army defines itself, what they cost, and wizards whose every spell is tracked."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron import SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.decision import PLAY, Commanded, Played
from schiltron.battle.state.effects import OnUnit
from schiltron.battle.state.event import Landed, Struck
from schiltron.battle.state.unit import Hidden, OnTable
from schiltron.captains.play import play_on
from schiltron.captains.roster import seated
from schiltron.muster import MusterFault, check, load_army, load_scenario, prepare
from schiltron.muster.house_troops import read_army
from schiltron.muster.scenario import fielded
from schiltron.parent_game.spell import SpellEntry
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.attacks.to_hit import to_hit
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.individuals import WIZARDS, remounted
from schiltron.rulesets.book_of_war.magic.house_spells import read_back, written
from schiltron.rulesets.book_of_war.magic.steps import Spells
from schiltron.rulesets.book_of_war.movement.ambushes import seen_by_wizards
from schiltron.rulesets.book_of_war.special_combat.challenges import Challenges
from schiltron.rulesets.book_of_war.state import Scene, Unit
from schiltron.rulesets.book_of_war.troops import TROOPS, house_key
from tests.rulesets.book_of_war.castles import tower, upon
from tests.rulesets.book_of_war.positions import blue, field, piece, play, red, rules

MAGIC = (Spells("blue"), AttackPhase("blue"))
ICE: dict[str, Any] = {"title": "Ice storm", "effect": "blast", "range": 12, "area": 6, "dice": 3, "price": 15}


def row(key: str = "ice_storm", **said: Any) -> Any:
    line = written(SpellEntry(**{**ICE, **said}), key)
    assert isinstance(line, str), line
    found = read_back(line)
    assert found is not None
    return found.power


def mage(*powers: Any, at: tuple[float, float] = (24, 40), side: Any = blue) -> Unit:
    spells = tuple(one.key for one in powers)
    return side("wizard_2", 1, at=at, id="eilif", wand="fireballs", spells=spells, extra=powers)


def cast(key: str, *targets: str, **more: Any) -> Commanded:
    return Commanded("", PLAY, Played(f"eilif:{key}", "cast", targets, **more))


# ---------------------------------------------------------------- effects


def test_a_blast_bursts_where_it_is_aimed_over_a_third_of_its_area() -> None:
    """BW-A4-29, BW-A4-30: six inches across are two on the table; rating 3 less a d3; no die for accuracy."""
    men, horse = red("light_infantry", 9, files=3, at=(24, 30)), red("ogres", 2, at=(28, 30))
    battle = field(mage(row(kinds=("cold",))), men, horse, game="advanced")
    played = play(battle, *MAGIC, cast("ice_storm", "light_infantry", place=4))
    (landed,) = played.events_of(Landed)
    inside = sum((one.x - men.places[4].x) ** 2 + (one.y - men.places[4].y) ** 2 <= 1_000_000 for one in men.places)
    assert landed.struck == (("light_infantry", inside),)
    assert inside > 4, "more than a large fireball may catch"
    assert played.roll.pools[0].count == inside
    assert {"BW-A4-29", "BW-A4-30"} <= rules([landed])
    assert played.then(" ".join("1" * inside)).unit("light_infantry").figures == 9 - inside


def test_a_blast_inside_a_tower_stays_there() -> None:
    """BW-A4-29, BW-O6-12: on the storey where it is aimed, also when that is not where most of them stand."""
    keep = tower(24, 20, room=3)
    inside = upon(red("archers", 1, at=(24.3, 20.4), id="in"), "tower", 1)
    roof = upon(red("archers", 1, at=(23.9, 20.4), id="up"), "tower", 2)
    eilif = upon(mage(row(), at=(25, 20.4)), "tower", 1)
    battle = field(eilif, inside, roof, features=(keep,), game="advanced")
    (landed,) = play(battle, *MAGIC, cast("ice_storm", "in", place=0)).events_of(Landed)
    assert landed.struck == (("in", 1),)


def test_a_spell_without_a_text_is_told_by_its_numbers() -> None:
    """BW-A4-30: how wide it is on the table, a third of what the role-playing game has."""
    assert row().text == "A blast of rating 3 over 2.0 inches, where it is aimed."
    assert row(area=0).text == "A blast of rating 3 on one figure, where it is aimed."


def test_without_an_area_it_is_for_one_figure() -> None:
    """BW-A4-29."""
    men = red("light_infantry", 9, files=3, at=(24, 30))
    played = play(
        field(mage(row(area=0, dice=6)), men, game="advanced"), *MAGIC, cast("ice_storm", "light_infantry", place=4)
    )
    assert played.unit("light_infantry").figures == 8


def test_large_areas_are_half_and_not_a_third() -> None:
    """BW-O5-04, BW-A4-30: three inches across."""
    men = red("light_infantry", 25, files=5, at=(24, 30))
    caught = {}
    for areas in ("one_figure", "large"):
        battle = field(mage(row(dice=6)), men, game="advanced", areas=areas)
        (landed,) = play(battle, *MAGIC, cast("ice_storm", "light_infantry", place=12)).events_of(Landed)
        caught[areas] = landed.struck[0][1]
    middle = men.places[12]
    near = [(one.x - middle.x) ** 2 + (one.y - middle.y) ** 2 for one in men.places]
    assert caught == {"one_figure": sum(one <= 1_000**2 for one in near), "large": sum(one <= 1_500**2 for one in near)}


def test_woods_block_it_and_beyond_its_range_it_falls_short() -> None:
    """BW-A4-10, BW-A4-27, BW-A4-29."""
    men = red("light_infantry", 9, files=3, at=(24, 30))
    wood = piece("woods", 20, 32, 28, 36)
    hidden = play(
        field(mage(row()), men, features=(wood,), game="advanced"), *MAGIC, cast("ice_storm", "light_infantry", place=4)
    )
    assert hidden.events_of(Landed) == []
    far = replace(men, place=OnTable(replace(men.pose, y=20_000)))
    (landed,) = play(
        field(mage(row()), far, game="advanced"), *MAGIC, cast("ice_storm", "light_infantry", place=4)
    ).events_of(Landed)
    assert landed.struck == ()


def test_wards_hold_against_its_kind() -> None:
    """BW-A3-32: cold does nothing to a frost giant."""
    for kinds, dice in ((("cold",), False), (("fire",), True)):
        battle = field(mage(row(kinds=kinds, dice=9)), red("giant_frost", 1, at=(24, 30)), game="advanced")
        played = play(battle, *MAGIC, cast("ice_storm", "giant_frost", place=0))
        assert (played.battle.roll is not None) == dice


def test_hits_slay_shell_and_drain() -> None:
    """BW-A4-29: the effects that the book has, by other numbers; no third of the rank but for the death spell."""
    hits = row("cloudkill", effect="hits", area=0, dice=3)
    played = play(
        field(mage(hits), red("light_infantry", 9, at=(24, 30)), game="advanced"),
        *MAGIC,
        cast("cloudkill", "light_infantry"),
    )
    assert [event.hits for event in played.events_of(Struck)] == [3]
    slay = row("flesh_to_stone", effect="slay", area=0, dice=0, save=5)
    battle = field(mage(slay), red("giant_fire", 1, at=(24, 30)), game="advanced")
    assert play(battle, *MAGIC, cast("flesh_to_stone", "giant_fire"), "4").unit("giant_fire").figures == 0
    assert play(battle, *MAGIC, cast("flesh_to_stone", "giant_fire"), "5").unit("giant_fire").figures == 1
    shell = row("sphere", effect="shell", area=0, dice=0, range=0, duration=3)
    sphere = play(field(mage(shell), red("giant_fire", 1, at=(24, 30)), game="advanced"), *MAGIC, cast("sphere"))
    (effect,) = sphere.battle.effects.all
    assert (effect.kind, effect.on) == ("antimagic_shell", OnUnit("eilif"))
    drain = row("dry_bed", effect="drain", area=0, dice=0, duration=2, kinds=("pond",))
    pond = piece("pond", 20, 30, 28, 34)
    dry = play(
        field(mage(drain), red("giant_fire", 1, at=(50, 30)), features=(pond,), game="advanced"),
        *MAGIC,
        cast("dry_bed", feature=pond.id),
    )
    assert dry.battle.table.features[0].kind != "pond"
    assert [one.kind for one in dry.battle.effects.all] == ["lower_water"], "so that it comes back"


def test_it_is_used_up_and_the_page_shows_what_it_would_do() -> None:
    """BW-A4-13, BW-A4-29."""
    men = red("light_infantry", 9, files=3, at=(24, 30))
    battle = field(mage(row()), men, game="advanced", declare="measure_first")
    asked = play(battle, *MAGIC)
    order = cast("ice_storm", "light_infantry", place=4)
    shown = BOOK_OF_WAR.preview(asked.battle, asked.decision, order)
    assert shown.legal
    assert {mark.shape.radius for mark in shown.marks} == {1000}
    assert "figures each" in shown.note
    assert play(battle, *MAGIC, order).unit("eilif").own.uses("ice_storm") == 1


def test_one_for_special_combat_alone_is_barred_outside_it() -> None:
    """BW-A4-34, BW-A4-28."""
    finger = row("finger", effect="slay", area=0, dice=0, save=4, price=0, only_in_duels=True)
    battle = field(
        mage(finger, at=(24, 24)), red("giant_fire", 1, at=(24.1, 24)), game="advanced", special_combat="played"
    )
    order = cast("finger", "giant_fire")
    assert "BW-A4-34" in rules(play(battle, *MAGIC).refusal(order))
    assert play(battle, Challenges("blue"), *MAGIC, order, "3").unit("giant_fire").figures == 0


# ---------------------------------------------------------------- in a list

HEAD = 'ruleset = "book_of_war"\nname = "College"\n'
WIZARD = '[[units]]\ntroop = "wizard_2"\nfigures = 1\nequipment = { extra = ["ice_storm", "ice_storm"] }\n'
STORM = '[spells.ice_storm]\ntitle = "Ice storm"\neffect = "blast"\nrange = 12\ndice = 3\nprice = 15\n'


def test_a_list_defines_a_spell_and_pays_for_it_each_time() -> None:
    """BW-A4-29, BW-A4-34."""
    report = check(read_army(HEAD + STORM + WIZARD, ""))
    assert report.lawful
    assert [(term.value, term.rule) for term in report.costs[0].terms][2:] == [(15, "BW-A4-34"), (15, "BW-A4-34")]
    assert report.points == 120


def test_a_spell_that_nobody_defined() -> None:
    report = check(read_army(HEAD + WIZARD, ""))
    assert {(one.place, one.rules) for one in report.violations} == {("units[0].equipment.extra", ("BW-A4-29",))}


@pytest.mark.parametrize(
    ("said", "place"),
    [
        ({"dice": 0}, "dice"),
        ({"range": 0}, "range"),
        ({"price": 0}, "price"),
        ({"kinds": ("frost",)}, "kinds"),
        ({"effect": "slay", "area": 0}, "save"),
        ({"effect": "hits"}, "area"),
        ({"effect": "shell", "area": 0}, "duration"),
        ({"effect": "drain", "area": 0, "duration": 3}, "kinds"),
        ({"only_in_duels": True}, "price"),
        ({"only_in_duels": True, "price": 0, "effect": "hits", "area": 0}, "only_in_duels"),
    ],
)
def test_what_is_wrong_with_a_spell_is_told_with_its_place(said: dict[str, Any], place: str) -> None:
    """BW-A4-29, BW-A4-34."""
    found = written(SpellEntry(**{**ICE, **said}), "ice_storm")
    assert isinstance(found, list)
    assert [one.place for one in found] == [place]
    assert all((one.wrong and one.right and "BW-A4-29" in one.rules) or one.rules == ("BW-A4-34",) for one in found)


@pytest.mark.parametrize("name", ["death_spell", "Ice", "a:b"])
def test_names_of_spells(name: str) -> None:
    found = written(SpellEntry(**ICE), name)
    assert isinstance(found, list)
    assert [(one.place, one.rules) for one in found] == [("", ("BW-A4-29", "BW-A4-30"))]


@pytest.mark.parametrize("effect", ["light", "ward", "conceal"])
def test_what_other_books_know_of_is_told(effect: Any) -> None:
    """BW-A4-29."""
    found = written(SpellEntry(**{**ICE, "effect": effect}), "ice_storm")
    assert isinstance(found, list)
    assert [(one.place, one.rules) for one in found] == [("effect", ("BW-A4-29", "BW-A4-30"))]


def test_faults_of_a_file_name_the_place_and_other_books_take_none() -> None:
    with pytest.raises(MusterFault, match=r"spells.ice_storm\.dice"):
        read_army(HEAD + STORM.replace("dice = 3\n", "") + WIZARD, "x.toml")
    with pytest.raises(MusterFault, match=r"spells.ice_storm\.efect"):
        read_army(HEAD + STORM.replace("effect", "efect") + WIZARD, "x.toml")
    with pytest.raises(MusterFault, match="no rules for Ice storm"):
        read_army(HEAD.replace("book_of_war", "battlesystem") + STORM + WIZARD, "x.toml")


def test_the_ready_army_with_spells_of_its_own_fights_a_battle() -> None:
    """BW-A4-29: captains cast what they have never heard of, through the door."""
    army = load_army("college-of-frost")
    assert check(army).lawful
    plain = load_scenario("open-field")
    side = plain.sides["blue"]
    units = tuple(map(fielded, army.units))
    battle = prepare(replace(plain, sides={**plain.sides, "blue": replace(side, units=units, name="College")}))
    (wizard,) = [unit for unit in battle.units.values() if unit.own.wand]
    assert [one.key for one in wizard.own.extra] == ["ice_storm", "finger_of_frost"]
    journal: Journal = Journal.start(BOOK_OF_WAR, battle, "sealed")
    end = play_on(
        journal, seated(BOOK_OF_WAR, battle, {"red": "captain", "blue": "captain"}, 4), SealedDice.from_number(4)
    )
    assert end.outcome is not None


# ---------------------------------------------------------------- every spell tracked


def test_without_the_basic_abilities() -> None:
    """BW-A4-31: hit on 4, no ward against the enchanted; lists and prices are the same."""
    for kind, wizard in WIZARDS.items():
        bare = TROOPS[f"{kind}_bare"]
        assert (wizard.armour_hit, bare.armour_hit, bare.cost, bare.rank) == (7, 4, wizard.cost, wizard.rank)
        assert remounted(f"{kind}_bare") == kind
        fights = [one.hero.man_to_man for one in (wizard, bare) if one.hero and one.hero.man_to_man]
        assert [one.armour_class for one in fights] == [-1, 7], "and in special combat the ring alone"
    djinn = house_key(replace(TROOPS["ogres"], id="djinn", enchanted=True))
    assert to_hit(djinn, "wizard_1").verdict == "impossible"
    assert to_hit(djinn, "wizard_1_bare").verdict != "impossible"


def test_the_switch_takes_them_from_all_wizards_of_a_battle() -> None:
    """BW-A4-31."""
    scenario = load_scenario("six-spells")
    for said, suffix in (("given", ""), ("dropped", "_bare")):
        battle = prepare(replace(scenario, options={**scenario.options, "basic_abilities": said}))
        kinds = {unit.kind for unit in battle.units.values() if unit.own.wand}
        assert all(kind.endswith("_bare") == bool(suffix) for kind in kinds)


def test_who_has_them_not_sees_nobody_who_hides_and_cannot_leave() -> None:
    """BW-A4-31, BW-A4-05, BW-A4-06."""
    for kind, has in (("wizard_2", True), ("wizard_2_bare", False)):
        elves = red("elf_archers", 3, at=(24, 34), id="elves")
        assert isinstance(elves.place, OnTable)
        elves = replace(elves, place=Hidden(elves.place.pose))
        battle = field(blue(kind, 1, at=(24, 40), id="eilif"), elves, game="advanced", hiding="secret")
        scene = Scene(battle)
        seen_by_wizards(scene)
        assert scene.unit("elves").on_table == has
        assert any(one.key == "leave:eilif" for one in BOOK_OF_WAR.liberties(battle)) == has
