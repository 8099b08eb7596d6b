"""Troop types that an army brings: creatures at a price of its own, in lists, battles, logs and saves."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import schiltron
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.encoding import encode
from schiltron.captains.play import play_on
from schiltron.captains.roster import seated
from schiltron.herald.herald import Herald
from schiltron.muster import MusterFault, check, load_army, load_scenario, prepare
from schiltron.muster.after_battle import army_after
from schiltron.muster.house_troops import read_army
from schiltron.muster.scenario import fielded
from schiltron.report.rosters.mustered import roster_of
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.catalogue import QUARTERMASTER
from schiltron.rulesets.book_of_war.troops import TROOPS, is_house
from schiltron.rulesets.quartermaster import Enlisted

HEAD = 'ruleset = "book_of_war"\nname = "Host"\ncolour = "blue"\n'
RIDERS = (
    '[creatures.griffon_riders]\nprice = 60\ncreature = { name = "Griffon riders", hit_dice = "1", armour_class = 5, '
    'move = 9, mount = { name = "griffon", hit_dice = "7", move = 12, fights = true } }\n'
)
UNITS = (
    '[[units]]\ntroop = "griffon_riders"\nfigures = 4\nname = "Sky Lances"\n[[units]]\ntroop = "archers"\nfigures = 8\n'
)


def refused(text: str) -> dict[str, tuple[str, ...]]:
    with pytest.raises(MusterFault) as raised:
        read_army(HEAD + text, "host.toml")
    return {fault.place: fault.rules for fault in raised.value.faults}


def test_a_creature_of_ones_own_is_priced_by_its_list_and_marked() -> None:
    """BW-A1-05, BW-A1-06, BW-B2-03"""
    army = read_army(HEAD + RIDERS + UNITS, "host.toml")
    report = check(army)
    assert report.lawful
    assert [tally.total for tally in report.costs] == [240, 56]
    troop = TROOPS[army.units[0].troop]
    assert (troop.name, troop.move, troop.hit_dice, troop.cost) == ("Griffon riders (house)", 12000, 8, 60)


def test_a_ready_creature_will_do() -> None:
    hobgoblins = '[creatures.hobgoblins]\nprice = 7\nlike = "hobgoblin"\n'
    army = read_army(HEAD + hobgoblins + UNITS.replace("griffon_riders", "hobgoblins"), "")
    assert check(army).points == 28 + 56


@pytest.mark.parametrize(
    ("text", "place", "rules"),
    [
        ("[creatures.x]\nprice = 7\n", "creatures.x", ()),
        ('[creatures.x]\nprice = 7\nlike = "ogr"\n', "creatures.x.like", ()),
        ('[creatures.x]\nprice = 0\nlike = "ogre"\n', "creatures.x.price", ()),
        ('[creatures.archers]\nprice = 7\nlike = "ogre"\n', "creatures.archers", ("BW-B2-02",)),
        (
            '[creatures.x]\nprice = 7\ncreature = { name = "X", hit_dice = "y", armour_class = 5, move = 9 }\n',
            "creatures.x.creature.hit_dice",
            (),
        ),
    ],
)
def test_what_is_wrong_with_it_is_told_with_its_place(text: str, place: str, rules: tuple[str, ...]) -> None:
    assert refused(text + UNITS) == {place: rules}


def test_a_book_that_has_no_figure_of_a_kind_takes_none_of_it() -> None:
    text = HEAD.replace("book_of_war", "chainmail") + '[creatures.x]\nprice = 7\nlike = "lizard-man"\n' + UNITS
    with pytest.raises(MusterFault, match="names no figure of this kind"):
        read_army(text, "host.toml")


def test_who_is_harder_to_hit_by_the_finer_table_costs_as_much_as_the_listed_type() -> None:
    """BW-O4-03: footmen in leather with a shield are hit on 5 and cost what medium infantry costs."""
    text = (
        "[creatures.shields]\nprice = {price}\nexact = true\n"
        'creature = {{ name = "Shields", hit_dice = "1", armour_class = 6, move = 12 }}\n'
    )
    units = UNITS.replace("griffon_riders", "shields")
    assert refused(text.format(price=4) + units) == {"creatures.shields.price": ("BW-O4-03",)}
    army = read_army(HEAD + text.format(price=5) + units, "")
    assert TROOPS[army.units[0].troop].armour_hit == 5
    bare = (
        '[creatures.bare]\nprice = 4\n{exact}creature = {{ name = "B", hit_dice = "1", armour_class = 9, move = 12 }}\n'
    )
    finer = read_army(HEAD + bare.format(exact="exact = true\n") + UNITS.replace("griffon_riders", "bare"), "")
    plain = read_army(HEAD + bare.format(exact="") + UNITS.replace("griffon_riders", "bare"), "")
    assert [TROOPS[one.units[0].troop].armour_hit for one in (finer, plain)] == [4, 3]


@pytest.mark.parametrize("troop", ["house_x", "house_x {", "house_x {}", 'house_x {\\"id\\":1}'])
def test_a_key_that_only_looks_like_one_is_no_troop(troop: str) -> None:
    assert not is_house(troop)
    army = read_army(HEAD + UNITS.replace("griffon_riders", troop), "")
    assert [one.place for one in check(army).violations] == ["units[0].troop"]


def test_it_is_fielded_saved_and_told_of(tmp_path: Path) -> None:
    """BW-A1-17: what was converted goes with the battle, and nothing is converted anew."""
    path = tmp_path / "host.toml"
    path.write_text(HEAD + RIDERS + UNITS)
    army = load_army(path)
    plain = load_scenario("open-field")
    side = plain.sides["blue"]
    units = tuple(map(fielded, army.units))
    battle = prepare(replace(plain, sides={**plain.sides, "blue": replace(side, units=units, name="Host")}))
    assert battle.own.options.game == "advanced"
    journal: Journal = Journal.start(BOOK_OF_WAR, battle, "sealed")
    dice = schiltron.SealedDice.from_number(4)
    end = play_on(journal, seated(BOOK_OF_WAR, battle, {"red": "captain", "blue": "captain"}, 4), dice)
    assert end.outcome is not None
    saved = BOOK_OF_WAR.decode(encode(end))
    assert saved == end
    (riders,) = [unit for unit in saved.units.values() if unit.name == "Sky Lances (house)"]
    assert TROOPS[riders.kind].cost == 60
    card = BOOK_OF_WAR.card(journal.battle_at(0), riders.id)
    assert card is not None
    assert "(house)" in f"{card.subtitle}"
    said = "\n".join(Herald(BOOK_OF_WAR, "blue").hear("look", journal.battle_at(5)).lines)
    assert "house griffon riders" in said
    assert "{" not in said
    left = army_after(end, "blue").units
    assert all("{" not in unit.troop for unit in left)


def test_it_stands_on_its_roster_sheet() -> None:
    sheets = roster_of(read_army(HEAD + RIDERS + UNITS, "")).sheets
    assert sheets[0].kind == "Griffon riders (house)"


CHIEF = '[creatures.chief]\nprice = 25\nlike = "ogre-chief"\n[[units]]\ntroop = "chief"\nfigures = 1\nname = "Urgath"\n'
THANE = """[creatures.thane]
price = 30
creature = { name = "Dwarf thane", levels = { fighter = 11 }, armour_class = 1, move = 9, attacks = ["2d8", "2d8"] }
[[units]]
troop = "thane"
figures = 1
joins = "Guard"
[[units]]
name = "Guard"
troop = "GUARD"
figures = 1
"""


def test_a_converted_hero_is_fielded_at_its_price() -> None:
    """BW-A3-02, BW-A3-23: a figure of his own, however small the unit, and nobody's company of four."""
    army = read_army(HEAD + CHIEF, "")
    hero = TROOPS[army.units[0].troop].hero
    assert hero is not None
    assert hero.man_to_man is not None
    assert (hero.attack, hero.embeds, hero.man_to_man.hit_points) == (5, False, 58)
    report = check(army)
    assert (report.points, report.violations) == (25, ())
    many = read_army(HEAD + CHIEF.replace("figures = 1", "figures = 4"), "")
    assert [one.rules for one in check(many).violations] == [("BW-A3-01",)]


@pytest.mark.parametrize(
    ("guard", "rules"),
    [
        ("dwarf_medium_infantry", []),
        ("light_infantry", [("BW-A3-20",)]),
        ("elf_light_infantry", [("BW-A3-20",)]),
        ("dwarf_cranequiniars", [("BW-A3-20",)]),
    ],
)
def test_an_entourage_is_of_the_race_of_its_hero(guard: str, rules: list[tuple[str, ...]]) -> None:
    """BW-A3-20."""
    army = read_army(HEAD + THANE.replace("GUARD", guard), "")
    assert [one.rules for one in check(army).violations] == rules


def test_a_listed_hero_has_an_entourage_of_men() -> None:
    """BW-A3-20: orcs do not guard a barbarian."""
    for guard, lawful in (("light_infantry", True), ("orc_light_infantry", False), ("men_elite_cavalry", False)):
        units = (Enlisted("barbarian_lord", 1, joins="Guard"), Enlisted(guard, 1, name="Guard"))
        assert QUARTERMASTER.check(units, None).lawful == lawful
