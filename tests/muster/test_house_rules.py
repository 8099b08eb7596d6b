"""Troop types, items and ground of one's own in every book: judged as what they are like, priced as agreed, marked in
every list, log and roster, and gone into the battle with its file."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

import schiltron
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.encoding import encode
from schiltron.captains.play import Unending, play_on
from schiltron.captains.roster import seated
from schiltron.herald.herald import Herald
from schiltron.muster import MusterFault, check, load_army, prepare, quartermaster
from schiltron.muster.army import Army, ListedUnit, OwnItem
from schiltron.muster.books import rulesets
from schiltron.muster.fieldbench import examined_field
from schiltron.muster.house_file import HouseFile
from schiltron.muster.house_troops import read_army
from schiltron.muster.library import load_list, scenario_as_written
from schiltron.muster.list_text import written, written_rules
from schiltron.muster.meeting import meeting
from schiltron.muster.own_ground import with_own_ground
from schiltron.muster.own_rows import ITEMS
from schiltron.muster.reading import read
from schiltron.muster.scenario import OwnGround, Patch, Scenario
from schiltron.muster.scenario_text import written_scenario
from schiltron.muster.workbench import details, laid_out, recruits
from schiltron.report.rosters.mustered import roster_of
from schiltron.rulesets import ruleset

FIELDS = {
    "chainmail": "chainmail/two-crowns",
    "battlesystem": "battlesystem/crossroads",
    "book_of_war": "book_of_war/open-field",
    "by_this_axe": "by_this_axe/lily-field",
}
FIRST = {
    "book_of_war": "book_of_war/beacon-watch",
    "by_this_axe": "by_this_axe/ashmere-wardens",
    "chainmail": "chainmail/margraves-train",
    "battlesystem": "battlesystem/army-du-lairn",
}


def brought(book: str, *, price: str = "price = 9\n") -> tuple[Army, int]:
    """A ready army whose first row of several figures is of a type of its own; which row."""
    plain = load_list(FIRST[book])
    row = next(number for number, unit in enumerate(plain.units) if unit.figures > 1 and not unit.joins)
    unit = plain.units[row]
    text = written(replace(plain, limit=None))
    own = f'[troops.huscarls]\nlike = "{unit.troop}"\nname = "Huscarls"\n{price}'
    army = read(f"{text}\n{own}", Army, "")
    units = [replace(one, troop="huscarls") if number == row else one for number, one in enumerate(army.units)]
    return replace(army, units=tuple(units)), row


@pytest.mark.parametrize("book", rulesets())
def test_a_type_like_one_of_the_book_costs_what_was_agreed(book: str) -> None:
    army, row = brought(book)
    bench = laid_out(army)
    assert bench.lawful, [fault.violation for one in bench.rows for fault in one.faults]
    assert bench.rows[row].cost.points == 9 * army.units[row].figures
    assert bench.points == sum(one.cost.points for one in bench.rows)
    free, _ = brought(book, price="")
    plain = laid_out(replace(load_list(FIRST[book]), limit=None))
    assert laid_out(free).points == plain.points


@pytest.mark.parametrize("book", rulesets())
def test_the_limit_counts_the_agreed_price(book: str) -> None:
    army, _ = brought(book)
    points = int(laid_out(army).points)
    assert laid_out(replace(army, limit=points + 1)).lawful
    (over,) = laid_out(replace(army, limit=points - 1)).faults
    assert f"the limit is {points - 1}" in over.violation.wrong
    assert over.violation.rules or book == "battlesystem"


@pytest.mark.parametrize("book", rulesets())
def test_it_is_offered_chosen_for_and_read_again(book: str) -> None:
    army, row = brought(book)
    assert "huscarls" in [one.troop for one in recruits(army) if not one.against]
    plain = details(load_list(FIRST[book]), row).questions
    assert [one.key for one in details(army, row).questions] == [one.key for one in plain]
    assert read(written(army), Army, "") == army


@pytest.mark.parametrize("book", rulesets())
def test_it_fights_marked_in_log_and_roster_and_is_saved(book: str) -> None:
    army, row = brought(book)
    whole = read_army(written(army), "")
    assert check(whole).lawful
    assert [sheet.name for sheet in roster_of(whole).sheets if sheet.name.endswith("(house)")]
    assert [sheet.kind for sheet in roster_of(whole).sheets if sheet.kind.startswith("Huscarls (house)")]
    rules = ruleset(book)
    battle = prepare(meeting(whole, whole, ground="fixed"))
    own = [unit for unit in battle.units.values() if unit.name.endswith(" (house)")]
    assert {f"red-{row + 1}", f"blue-{row + 1}"} <= {unit.id for unit in own}
    assert rules.decode(encode(battle)) == battle
    journal: Journal = Journal.start(rules, battle, "sealed")
    dice = schiltron.SealedDice.from_number(8)
    with suppress(Unending):
        play_on(journal, seated(rules, battle, {"red": "captain", "blue": "captain"}, 8), dice, most_orders=60)
    told = Herald(rules, "red").hear("look", journal.battle)
    assert any("(house)" in line for line in told.lines)


@pytest.mark.parametrize("book", rulesets())
def test_an_item_is_what_it_stands_for_at_its_own_price(book: str) -> None:
    plain = load_list(FIRST[book])
    plain = replace(plain, limit=None)
    found = next(
        (
            (row, question.key, choice.value)
            for row in range(len(plain.units))
            for question in details(plain, row).questions
            if not question.of_unit and question.key not in plain.units[row].equipment
            for choice in question.choices
            if choice.value is not None and not choice.now and not choice.against
        ),
        (0, "", None),
    )
    row, key, value = found
    unit = plain.units[row]
    carried = {key: value} if key else {}
    with_it = replace(plain, units=_with(plain, row, replace(unit, equipment={**unit.equipment, **carried})))
    army = replace(
        plain,
        items={"moonblade": OwnItem("Moonblade", 3, carried)},
        units=_with(plain, row, replace(unit, equipment={**unit.equipment, ITEMS: ("moonblade",)})),
    )
    bench = laid_out(army)
    assert bench.lawful
    assert bench.points == laid_out(with_it).points + 3
    assert bench.rows[row].cost.terms[-1].label == "Moonblade (house)"
    assert read(written(army), Army, "") == army
    (asked,) = [one for one in details(army, row).questions if one.key == ITEMS]
    assert [one.label for one in asked.choices if one.now] == ["Moonblade (house)"]
    whole = read_army(written(army), "")
    assert any("(house)" in fact.value for sheet in roster_of(whole).sheets for fact in sheet.facts)
    battle = prepare(meeting(whole, whole, ground="fixed"))
    assert battle.units[f"red-{row + 1}"].name.endswith(" (house)")


def _with(army: Army, row: int, unit: ListedUnit) -> tuple[ListedUnit, ...]:
    return tuple(unit if number == row else one for number, one in enumerate(army.units))


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ('[troops.x]\nlike = "heavy_fot"\n', "troops.x.like"),
        ('[troops.heavy_foot]\nlike = "levies"\n', "troops.heavy_foot"),
        ('[troops.x]\nlike = "heavy_foot"\nprice = 0\n', "troops.x.price"),
        ('[items.x]\nname = ""\n', "items.x.name"),
        ('[creatures.x]\nprice = 3\nlike = "oger"\n', "creatures.x.like"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(more: str, place: str) -> None:
    with pytest.raises(MusterFault) as raised:
        read_army(f'ruleset = "chainmail"\nname = "Host"\nunits = []\n{more}', "host.toml")
    assert [(fault.file, fault.place) for fault in raised.value.faults] == [("host.toml", place)]


def test_an_item_that_is_not_there_is_named() -> None:
    text = 'ruleset = "chainmail"\nname = "Host"\n[[units]]\ntroop = "heavy_foot"\nfigures = 8\n'
    with pytest.raises(MusterFault, match="no item 'axe'"):
        read_army(f'{text}equipment = {{ house = ["axe"] }}\n', "")


def test_what_a_type_carries_is_judged_by_its_book() -> None:
    text = 'ruleset = "chainmail"\nname = "Host"\n[troops.x]\nlike = "heavy_foot"\nequipment = { armour = "mud" }\n'
    army = read_army(f'{text}[[units]]\ntroop = "x"\nfigures = 8\n', "")
    assert [one.place for one in check(army).violations] == ["units[0].equipment.armour"]


# ---------------------------------------------------------------- files beside a list


RULES = """ruleset = "chainmail"
name = "Our rules"
[troops.huscarls]
like = "heavy_foot"
price = 3
[kinds.black_bog]
like = "marsh"
name = "Black bog"
"""
LIST = """ruleset = "chainmail"
name = "Host"
house = ["ours.toml"]
[[units]]
troop = "huscarls"
figures = 10
"""


def test_a_file_of_rules_lies_beside_a_list(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(RULES)
    (tmp_path / "host.toml").write_text(LIST)
    assert check(load_army(tmp_path / "host.toml")).points == 30
    own = LIST + '[troops.huscarls]\nlike = "heavy_foot"\nprice = 4\n'
    (tmp_path / "host.toml").write_text(own)
    assert check(load_army(tmp_path / "host.toml")).points == 40, "what the list says itself goes before"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gone.toml", "no file 'gone.toml'"),
        ("../ours.toml", "no file '../ours.toml'"),
        ("other.toml", "the house rules are for book_of_war"),
    ],
)
def test_what_is_wrong_with_such_a_file_is_told(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "ours.toml").write_text(RULES)
    (tmp_path / "lists" / "other.toml").write_text('ruleset = "book_of_war"\nname = "Others"\n')
    (tmp_path / "lists" / "host.toml").write_text(LIST.replace("ours.toml", name))
    with pytest.raises(MusterFault, match=said):
        load_army(tmp_path / "lists" / "host.toml")


def test_rules_are_written_and_read_again() -> None:
    rules = read(RULES, HouseFile, "")
    assert read(written_rules(rules), HouseFile, "") == rules
    assert written_rules(rules).startswith("#:schema chainmail-house.json")


# ---------------------------------------------------------------- ground


@pytest.mark.parametrize("book", rulesets())
def test_ground_of_ones_own_does_what_its_like_does_under_its_own_name(book: str) -> None:
    scenario = scenario_as_written(FIELDS[book])
    kind = quartermaster(book).areas[0]
    square = ((30.0, 20.0), (33.0, 20.0), (33.0, 23.0), (30.0, 23.0))
    drawn = replace(
        scenario,
        castles=(),
        victory=None,
        terrain=(Patch("black_bog", square),),
        kinds={"black_bog": OwnGround(kind, "Black bog")},
    )
    bench = examined_field(drawn)
    assert [one.text for one in bench.findings if one.weight == "fault"] == []
    assert [piece and piece.name for piece in bench.pieces] == ["Black bog (house)"]
    assert read(written_scenario(drawn), Scenario, "") == drawn
    laid, wrong = with_own_ground(drawn)
    assert not wrong
    assert [(one.kind, one.name) for one in laid.terrain] == [(kind, "Black bog (house)")]


@pytest.mark.parametrize(
    ("name", "like", "place"), [("bog", "marhs", "kinds.bog.like"), ("hill", "hill", "kinds.hill")]
)
def test_ground_like_nothing_the_book_has_is_a_fault(name: str, like: str, place: str) -> None:
    ready = scenario_as_written(FIELDS["chainmail"])
    bench = examined_field(replace(ready, kinds={name: OwnGround(like, "Bog")}))
    assert place in [one.place for one in bench.findings if one.weight == "fault"]
