"""What is by rules of one's own counts at the agreed price when a battle is lost and won, and stays what it is for the
next battle of a campaign."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from schiltron.battle.state.battle import Outcome
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.tally import Tally
from schiltron.muster import MusterFault, check, load_scenario, prepare, quartermaster
from schiltron.muster.after_battle import army_after, survivors
from schiltron.muster.army import Army, HouseTroop, ListedUnit, OwnItem, OwnTroop
from schiltron.muster.books import rulesets
from schiltron.muster.campaigns import carried_on
from schiltron.muster.house_troops import read_army
from schiltron.muster.library import gathered, load_list, scenario_as_written
from schiltron.muster.list_text import written
from schiltron.muster.meeting import meeting
from schiltron.muster.own_rows import ITEMS, OwnRow, own_row
from schiltron.muster.preparing import switched
from schiltron.muster.reading import read
from schiltron.muster.scenario import FieldedUnit, Scenario, SideEntry, fielded
from schiltron.muster.scenario_text import written_scenario
from schiltron.parent_game.spell import SpellEntry
from schiltron.rulesets import ruleset
from schiltron.rulesets.book_of_war.victory import reckoning as book_of_war_points
from schiltron.rulesets.chainmail.points import worth
from schiltron.rulesets.chainmail.victory import points as chainmail_points
from tests.muster.test_house_rules import FIELDS, FIRST, brought


def battle_of(army: Army) -> Any:
    whole = read_army(written(army), "")
    assert check(whole).lawful
    return prepare(meeting(whole, whole, ground="fixed"))


def whittled(battle: Any, unit: str, figures: int) -> Any:
    left = replace(battle.units[unit], figures=figures)
    return replace(battle, units={**battle.units, unit: left})


def term_of(tally: Tally, name: str) -> int:
    return sum(term.value for term in tally.terms if name in term.label)


@pytest.mark.parametrize(("book", "part"), [("chainmail", 8), ("book_of_war", 1)])
def test_victory_points_are_paid_for_it_at_the_agreed_price(book: str, part: int) -> None:
    """CM-SETUP-07, BW-B1-10: of the units that a side has lost, this one at eleven points a figure."""
    army, row = brought(book, price="price = 11\n")
    reckoning: Any = chainmail_points if book == "chainmail" else book_of_war_points
    battle = battle_of(army)
    unit = battle.units[f"red-{row + 1}"]
    assert term_of(reckoning(battle, "blue"), unit.name) == 11 * unit.original * part
    plain = replace(battle, units={**battle.units, unit.id: replace(unit, house=UNSET)})
    assert term_of(reckoning(plain, "blue"), unit.name) != 11 * unit.original * part


@pytest.mark.parametrize("book", rulesets())
def test_figures_that_are_left_are_shown_and_appraised_at_it(book: str) -> None:
    """The card says what is left of the unit, three of its figures at eleven points each."""
    army, row = brought(book, price="price = 11\n")
    key = f"red-{row + 1}"
    battle = whittled(battle_of(army), key, 3)
    rules = ruleset(book)
    card = rules.card(battle, key)
    assert card is not None
    assert card.points == 33
    assert rules.decode(encode(battle)) == battle


def test_items_are_lost_with_those_who_carry_them() -> None:
    """Twelve points shared by eight figures: half of them gone are six, and what the book says of four."""
    text = """ruleset = "chainmail"
name = "Host"
[items.banner]
name = "Raven banner"
price = 12
[[units]]
troop = "heavy_foot"
figures = 8
name = "Housecarls"
equipment = { house = ["banner"] }
[[units]]
troop = "heavy_foot"
figures = 8
name = "Others"
"""
    battle = battle_of(read(text, Army, ""))
    ours, others = battle.units["red-1"], battle.units["red-2"]
    for gone in (0, 4, 8):
        assert worth(ours, gone) == worth(others, gone) + 12 * gone
    assert others.house is UNSET


def test_a_part_of_it_that_goes_its_own_way_has_its_share() -> None:
    battle = battle_of(brought("chainmail", price="price = 11\n")[0])
    unit = next(one for one in battle.units.values() if one.house is not UNSET)
    part = replace(unit, id="part", of=unit.id, original=5, figures=5)
    assert part.agreed(5) == 11 * 5 * 8


@pytest.mark.parametrize("book", rulesets())
def test_who_is_left_is_still_of_the_house_type(book: str) -> None:
    army, row = brought(book, price="price = 11\n")
    troop = replace(army.troops["huscarls"], equipment={})
    battle = whittled(battle_of(replace(army, troops={"huscarls": troop})), f"red-{row + 1}", 8)
    after = army_after(battle, "red")
    (own,) = [unit for unit in after.units if unit.troop == "huscarls"]
    assert own.figures <= 8
    assert not own.name.endswith("(house)"), "the mark is put on anew"
    assert (after.troops["huscarls"].name, after.troops["huscarls"].price) == ("Huscarls", 11)
    again = read(written(after), Army, "next.toml")
    assert again == after
    keys = [own_row(unit.troop) for unit in read_army(written(after), "").units]
    (key,) = [one for one in keys if one is not None]
    assert (key.name, key.price) == ("Huscarls", 11)


def test_items_and_two_types_of_one_name_are_told_apart() -> None:
    army = Army(
        "chainmail",
        "Host",
        (
            ListedUnit("one", 10, name="Left", equipment={ITEMS: ("banner",)}),
            ListedUnit("two", 10, name="Right"),
            ListedUnit("heavy_foot", 10, name="Rear", equipment={ITEMS: ("banner",)}),
        ),
        troops={
            "one": OwnTroop("heavy_foot", "Heavy Foot", 3, {"formation": "open"}),
            "two": OwnTroop("heavy_foot", "Heavy Foot", 5),
        },
        items={"banner": OwnItem("Рог", 4)},
    )
    after = army_after(battle_of(army), "blue")
    assert sorted(after.troops) == ["heavy_foot_2", "heavy_foot_3"], "the book has a heavy_foot"
    by_name = {unit.name: unit for unit in after.units}
    assert after.troops[by_name["Left"].troop] == OwnTroop("heavy_foot", "Heavy Foot", 3, {"formation": "open"})
    assert after.troops[by_name["Right"].troop].price == 5
    assert by_name["Rear"].troop == "heavy_foot"
    assert after.items == {"own": OwnItem("Рог", 4)}
    assert [by_name[name].equipment.get(ITEMS) for name in ("Left", "Rear", "Right")] == [("own",), ("own",), None]
    assert check(read_army(written(after), "")).points == check(read_army(written(army), "")).points


def test_a_converted_creature_goes_on_in_a_campaign() -> None:
    text = """ruleset = "book_of_war"
name = "Host"
[creatures.ogre_guard]
price = 40
like = "ogre-chief"
[[units]]
troop = "ogre_guard"
figures = 1
name = "Urgath"
[[units]]
troop = "pikemen"
figures = 16
name = "Pikes"
"""
    battle = battle_of(read(text, Army, ""))
    chief = next(unit for unit in survivors(battle, "red") if unit.name == "Urgath")
    assert chief.troop.startswith("house_ogre_guard {")
    assert "ogre_guard" in [unit.troop for unit in army_after(battle, "red").units]


# ---------------------------------------------------------------- campaigns


def campaign() -> tuple[Scenario, Any]:
    """The second battle of a campaign of By This Axe, in which red gets a house type, and how the first one ended."""
    book = "by_this_axe"
    army, row = brought(book, price="price = 11\n")
    battle = battle_of(army)
    battle = replace(battle, outcome=ruleset(book).decode(encode(battle)).outcome)
    fresh = FieldedUnit("huscarls", army.units[row].figures, name="Fresh", equipment=dict(army.units[row].equipment))
    red = SideEntry("north", units=tuple(fielded_all(army)), reinforcements=(fresh,), troops=army.troops)
    plain = scenario_as_written(FIELDS[book])
    second = replace(plain, follows="first", terrain=(), victory=None, sides={**plain.sides, "red": red})
    return second, battle


def fielded_all(army: Army) -> list[FieldedUnit]:
    return [fielded(unit) for unit in army.units]


def test_reinforcements_may_be_of_the_sides_own_types() -> None:
    second, _ = campaign()
    whole, found = gathered(second)
    assert [fault for fault in found if "reinforcements" in fault.place] == []
    (fresh,) = whole.sides["red"].reinforcements
    row = own_row(fresh.troop)
    assert row is not None
    assert row.price == 11
    assert read(written_scenario(second), Scenario, "") == second


def test_the_next_battle_has_those_who_are_left_and_the_reinforcements_at_their_price() -> None:
    second, battle = campaign()
    over = replace(battle, outcome=Outcome("red", "beaten"))
    whole, _ = gathered(second)
    following = carried_on(whole, over)
    rows = {unit.name: own_row(unit.troop) for unit in following.sides["red"].units}
    own = {name: row for name, row in rows.items() if row is not None}
    assert len(own) == 2
    assert {row.price for row in own.values()} == {11}
    assert "Fresh" in own
    fought = prepare(following)
    assert sum(unit.house is not UNSET for unit in fought.units.values() if unit.side == "red") == 2


def test_the_types_of_an_army_by_name_are_known_to_its_reinforcements(tmp_path: Any) -> None:
    book = "by_this_axe"
    army, row = brought(book, price="price = 11\n")
    (tmp_path / "host.toml").write_text(written(army))
    plain = scenario_as_written(FIELDS[book])
    fresh = replace(army.units[row], name="Fresh")
    red = SideEntry(
        plain.sides["red"].edge, army="host.toml", reinforcements=(FieldedUnit(fresh.troop, fresh.figures),)
    )
    text = written_scenario(replace(plain, sides={**plain.sides, "red": red}))
    (tmp_path / "second.toml").write_text(text)
    whole = load_scenario(tmp_path / "second.toml")
    assert own_row(whole.sides["red"].reinforcements[0].troop) is not None
    (tmp_path / "second.toml").write_text(text.replace('troop = "huscarls"', 'troop = "huskarls"'))
    with pytest.raises(MusterFault, match=r"sides\.red\.reinforcements\[0\]\.troop"):
        load_scenario(tmp_path / "second.toml")


def test_an_item_that_no_reinforcement_can_have_is_named_where_it_stands() -> None:
    second, _ = campaign()
    red = second.sides["red"]
    fresh = replace(red.reinforcements[0], equipment={ITEMS: ("axe",)})
    _, found = gathered(replace(second, sides={**second.sides, "red": replace(red, reinforcements=(fresh,))}))
    assert "sides.red.reinforcements[0].equipment.house" in [fault.place for fault in found]


def test_ready_lists_have_nothing_of_the_kind() -> None:
    """Battles without rules of one's own are saved as ever."""
    for name in FIRST.values():
        army = load_list(name)
        if not (army.troops or army.items or army.creatures):
            assert b'"house"' not in encode(battle_of(army))


def test_reinforcements_may_be_creatures_of_the_side() -> None:
    plain = scenario_as_written("book_of_war/open-field")
    red = replace(
        plain.sides["red"],
        creatures={"ogre_guard": HouseTroop(40, like="ogre-chief")},
        reinforcements=(FieldedUnit("ogre_guard", 1), FieldedUnit("ogre_gard", 1)),
    )
    whole, found = gathered(replace(plain, sides={**plain.sides, "red": red}))
    assert [fault.place for fault in found] == ["sides.red.reinforcements[1].troop"]
    assert whole.sides["red"].reinforcements[0].troop.startswith("house_ogre_guard {")


# ---------------------------------------------------------------- spells, and what nobody may forge


COLLEGE = """ruleset = "book_of_war"
name = "College"
[spells.ice_storm]
title = "Ice storm"
effect = "blast"
range = 12
area = 6
dice = 3
kinds = ["cold"]
price = 15
[spells.stone]
title = "Stone"
effect = "slay"
text = "Stone he is."
range = 9
save = 4
only_in_duels = true
[spells.dry]
title = "Dry bed"
effect = "drain"
range = 20
duration = 3
kinds = ["pond"]
price = 4
[[units]]
troop = "wizard_2"
figures = 1
name = "Eilif"
equipment = { extra = ["ice_storm", "ice_storm", "stone", "dry"] }
[[units]]
troop = "pikemen"
figures = 16
name = "Pikes"
"""


def test_wizards_keep_the_spells_that_their_list_brought() -> None:
    """BW-A4-29: as they were defined, at their price, marked when they are read again, and in the next battle too."""
    army = read(COLLEGE, Army, "")
    battle = battle_of(army)
    after = army_after(battle, "red")
    assert after.spells == army.spells
    (eilif,) = [unit for unit in after.units if unit.name == "Eilif"]
    assert eilif.equipment["extra"] == ("ice_storm", "ice_storm", "stone", "dry")
    assert check(read_army(written(after), "")).points == check(read_army(written(army), "")).points
    assert ruleset("book_of_war").decode(encode(battle)) == battle
    titles = ["Ice storm (house)", "Stone (house)", "Dry bed (house)"]
    whole = read_army(COLLEGE, "")
    over = replace(battle, outcome=Outcome("red", "beaten"))
    for one in (battle, prepare(carried_on(meeting(whole, whole), over))):
        (wizard,) = [unit for unit in one.units.values() if unit.name == "Eilif" and unit.side == "red"]
        assert [power.title for power in wizard.own.extra] == titles


def test_so_do_magic_users_of_chainmail() -> None:
    """CM-FANT-SPELL-21: a blast of lightning, and one that is told in words of its own."""
    army = Army(
        "chainmail",
        "Tower",
        (ListedUnit("wizard", 1, name="Merla", equipment={"extra": ("spear", "veil")}), ListedUnit("heavy_foot", 20)),
        spells={
            "spear": SpellEntry("Spear of light", "blast", range=24, area=2, kinds=("lightning",), price=20),
            "veil": SpellEntry("Veil", "conceal", text="Nobody sees them.", range=12, duration=3, price=5),
        },
    )
    whole = read_army(written(army), "")
    battle = prepare(switched(meeting(whole, whole, ground="fixed"), fantasy="on"))
    after = army_after(battle, "red")
    assert after.spells == army.spells
    assert [unit.equipment.get("extra") for unit in after.units if unit.name == "Merla"] == [("spear", "veil")]


@pytest.mark.parametrize(
    "troop",
    ['own {"like":"pikemen","price":-99}', 'own {"like":"pikemen","name":"Guard","price":1}', "house_x {}"],
)
def test_no_file_says_what_only_a_list_of_house_rules_can(troop: str) -> None:
    """A price below nothing, or a type that nobody has defined, cannot be written in the place of its name."""
    text = f"""ruleset = "book_of_war"\nname = "Host"\n[[units]]\ntroop = '{troop}'\nfigures = 16\n"""
    assert [one.place for one in check(read_army(text, "")).violations] == ["units[0].troop"]
    made = OwnRow("pikemen", price=-99).key
    for key in (made, made[0] + troop):
        with pytest.raises(MusterFault, match=r"units\[0\]\.troop"):
            read_army(text.replace(f"'{troop}'", json.dumps(key)), "")


@pytest.mark.parametrize("book", ["book_of_war", "by_this_axe", "chainmail"])
def test_nor_a_spell_as_its_book_has_made_it(book: str) -> None:
    troop = {"book_of_war": "wizard_2", "by_this_axe": "mage", "chainmail": "wizard"}[book]
    said = {"area": 6} if book == "chainmail" else {"dice": 3}
    entry = SpellEntry("Ice storm", "blast", range=12, price=15, **said)
    line = quartermaster(book).spell(entry, "ice_storm")
    assert isinstance(line, str)
    text = f"""ruleset = "{book}"\nname = "Host"\n[[units]]\ntroop = "{troop}"\nfigures = 1\n"""
    forged = check(read_army(f"{text}equipment = {{ extra = ['{line}'] }}\n", ""))
    assert "units[0].equipment.extra" in [one.place for one in forged.violations]
