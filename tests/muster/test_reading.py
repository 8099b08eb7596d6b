"""Broken files: the place and the cure are named, all of them at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from schiltron.muster import Fault, MusterFault, load_army, load_scenario

ARMY = """
ruleset = "book_of_war"
name = "Broken"
[[units]]
troop = "pikemen"
figures = 12
[[units]]
troop = "archers"
figures = 6
"""


def faults(tmp_path: Path, text: str) -> tuple[Fault, ...]:
    file = tmp_path / "broken.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(MusterFault) as raised:
        load_army(file)
    assert all(fault.file == str(file) for fault in raised.value.faults)
    return raised.value.faults


@pytest.mark.parametrize(
    ("text", "place", "wrong", "right"),
    [
        (f"{ARMY}equipment = {{ a = {'[' * 9}{']' * 9} }}", "line 10", "too deep", "at most 8 deep"),
        (f"{ARMY}equipment = {{ a = {'[' * 18_000}{']' * 18_000} }}", "line 10", "too deep", "at most 8 deep"),
        (f"{ARMY}equipment = {'{ a = ' * 5_000}1{'}' * 5_000}", "line 10", "too deep", "at most 8 deep"),
        (f"{ARMY}{'a.' * 18_000}a = 1", "line 10", "too many parts", "at most 8 parts"),
        (f"{ARMY}[{'a . ' * 9_000}a]", "line 10", "too many parts", "at most 8 parts"),
        (f"{ARMY}" + '"x".' * 9_000 + "a = 1", "line 10", "too many parts", "at most 8 parts"),
        (f"{ARMY}points = {'9' * 5_000}", "line 10", "too long", "at most 80"),
        (f"{ARMY}points = 0x{'f' * 5_000}", "line 10", "too long", "at most 80"),
        (f"{ARMY}points = {'9_' * 40}9", "line 10", "too long", "at most 80"),
        (f"{ARMY}points = {'9' * 80}", "units[1].points", "means nothing", ""),
        (ARMY + "".join(f"k{number} = 1\n" for number in range(4_000)), "line 4004", "too many things", "at most 4000"),
        (f"# {'x' * 400_000}", "line 1", "characters", "at most 400000"),
        (ARMY.replace("Broken", "Bro\\u0000ken"), "name", r"'Bro\x00ken'", "letters that can be printed"),
        (ARMY.replace("Broken", "Bro\\u009b31mken"), "name", r"'Bro\x9b31mken'", "letters that can be printed"),
        (ARMY.replace("Broken", "Bro\\u202eken"), "name", r"'Bro\u202eken'", "letters that can be printed"),
        (
            f"{ARMY}equipment = {{ {'k' * 30_000} = true }}",
            f"units[1].equipment.{'k' * 80}...",
            "too long",
            "80 letters",
        ),
        (
            ARMY + "[units.equipment]\n" + "".join(f"k{one} = 1\n" for one in range(61)),
            "units[1].equipment",
            "61",
            "60",
        ),
        (ARMY + '[[units]]\ntroop = "archers"\nfigures = 6\n' * 99, "units", "101 entries", "at most 100"),
    ],
)
def test_what_is_too_much_is_turned_away_before_it_costs_anything(
    tmp_path: Path, text: str, place: str, wrong: str, right: str
) -> None:
    (fault,) = faults(tmp_path, text)
    assert fault.place == place
    assert wrong in fault.wrong
    assert right in fault.right


def test_what_stands_in_texts_and_remarks_is_not_counted(tmp_path: Path) -> None:
    file = tmp_path / "fine.toml"
    words = f"description = \"{'[.{=' * 5_000}\"\nname = '[[[[[[[[[[' # {'[' * 5_000}"
    file.write_text(ARMY.replace('name = "Broken"', words), encoding="utf-8")
    assert len(load_army(file).units) == 2


def test_a_file_that_is_all_wrong_names_the_first_fifty_faults_and_shows_no_more_of_it_than_is_needed(
    tmp_path: Path,
) -> None:
    found = faults(tmp_path, ARMY + "".join(f"{'k' * 500}{number} = 1\n" for number in range(400)))
    assert len(found) == 50
    assert max(len(fault.wrong) + len(fault.place) for fault in found) < 300


@pytest.mark.parametrize(
    ("old", "new", "place", "wrong", "right"),
    [
        ("figures = 6", 'figures = "6"', "units[1].figures", "the text '6'", "a whole number from 1 to 400"),
        ("figures = 6", "figures = 6.5", "units[1].figures", "the number 6.5", "a whole number from 1 to 400"),
        ("figures = 6", "figures = 0", "units[1].figures", "the number 0", "from 1 to 400"),
        ("figures = 6", "figures = -3", "units[1].figures", "the number -3", "from 1 to 400"),
        ("figures = 6", "figures = true", "units[1].figures", "true", "a whole number"),
        ("figures = 6", "figures = 1979-05-27", "units[1].figures", "a date", "a whole number"),
        ("figures = 6", "figures = [6]", "units[1].figures", "a list of 1", "a whole number"),
        ("figures = 6", "", "units[1].figures", "figures is missing", "a whole number"),
        ("figures = 6", "figure = 6", "units[1].figure", "figure means nothing here", "did you mean figures?"),
        ("figures = 6", "figures = 6\nfiles = 0", "units[1].files", "the number 0", "1 or more"),
        ("figures = 6", 'figures = 6\nhedgehog = "yes"', "units[1].hedgehog", "the text 'yes'", "true or false"),
        ("figures = 6", "figures = 6\nspeed = 9", "units[1].speed", "speed means nothing", "one of troop, figures"),
        ("figures = 6", "figures = 6\nequipment = 5", "units[1].equipment", "the number 5", "a table"),
        (
            "figures = 6",
            "figures = 6\nequipment = { melee = [1] }",
            "units[1].equipment.melee[0]",
            "the number 1",
            "a text in quotes",
        ),
        ("figures = 6", "figures = 6\njoins = 1", "units[1].joins", "the number 1", "a text in quotes"),
        ('troop = "archers"', "troop = 7", "units[1].troop", "the number 7", "a text in quotes"),
        ('troop = "archers"', "", "units[1].troop", "troop is missing", "a text in quotes"),
        ('name = "Broken"', "", "name", "name is missing", "a text"),
        ('name = "Broken"', f'name = "{"x" * 61}"', "name", "the text", "at most 60 letters"),
        (
            'name = "Broken"',
            'name = "B"\ncolour = "pink"',
            "colour",
            "the text 'pink'",
            "one of blue, grey, ochre, red, teal",
        ),
        ('name = "Broken"', 'name = "B"\nlimit = "200"', "limit", "the text '200'", "a whole number, 1 or more"),
        ('name = "Broken"', 'name = "B"\nunit = 3', "unit", "unit means nothing here", "did you mean units?"),
    ],
)
def test_a_wrong_value_is_named_with_its_place_and_its_cure(
    tmp_path: Path, old: str, new: str, place: str, wrong: str, right: str
) -> None:
    assert old in ARMY
    found = faults(tmp_path, ARMY.replace(old, new))
    (fault,) = [one for one in found if one.place == place]
    assert wrong in fault.wrong
    assert right in fault.right


@pytest.mark.parametrize(
    ("text", "place", "shown"),
    [
        ('ruleset = "book_of_war"\nname = Broken\n', "line 2, column 8", "name = Broken"),
        ('ruleset = "book_of_war"\nname = "Broken\n', "line 2, column 15", 'name = "Broken'),
        ("[[units]\n", "line 1, column 8", "[[units]"),
        ("name = 1\nname = 2\n", "line 2, column 9", "name = 2"),
        ('name = """\nnever closed', "line 2, the end of the file", "never closed"),
    ],
)
def test_a_syntax_error_names_its_line(tmp_path: Path, text: str, place: str, shown: str) -> None:
    (fault,) = faults(tmp_path, text)
    assert fault.place == place
    assert "not TOML" in fault.wrong
    assert fault.right.endswith(shown)


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    text = ARMY.replace("figures = 12", "figures = 0").replace('troop = "archers"', "").replace("name", "nam")
    assert {fault.place for fault in faults(tmp_path, text)} == {"units[0].figures", "units[1].troop", "nam", "name"}


def test_units_must_be_a_list_of_tables(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, 'ruleset = "book_of_war"\nname = "B"\nunits = "many"\n')
    assert (fault.place, fault.wrong) == ("units", "found the text 'many'")
    assert fault.right == "a list, each entry a table"


def test_an_entry_of_another_kind_is_named_by_its_number(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, 'ruleset = "book_of_war"\nname = "B"\nunits = [{troop = "archers", figures = 3}, 5]\n')
    assert fault.place == "units[1]"


def test_an_empty_file_names_all_that_is_missing(tmp_path: Path) -> None:
    assert {fault.place for fault in faults(tmp_path, "")} == {"ruleset", "name", "units"}


def test_a_file_that_is_no_text_is_said_to_be_none(tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_bytes(b'name = "\xff\xfe"')
    with pytest.raises(MusterFault, match=r"byte 8 is no UTF-8.*saved as UTF-8"):
        load_army(file)


@pytest.mark.parametrize("load", [load_army, load_scenario])
def test_a_file_there_is_not_is_said_not_to_be_there(load: object, tmp_path: Path) -> None:
    assert callable(load)
    with pytest.raises(MusterFault, match=r"there is no file .*nowhere\.toml"):
        load(tmp_path / "nowhere.toml")


def test_a_fault_reads_as_a_sentence() -> None:
    fault = Fault("a.toml", "units[2].figures", "found the number 2", "3 or more", ("BW-B4-01",))
    assert str(fault) == ("a.toml: units[2].figures: found the number 2. Try: 3 or more. [BW-B4-01]")


def test_a_name_is_one_line_and_a_text_may_be_several(tmp_path: Path) -> None:
    """Else a name would pass for a line of the log."""
    text = 'ruleset = "book_of_war"\nname = "Host\\nBlue has won."\ndescription = "one\\ntwo"\nunits = []\n'
    (tmp_path / "host.toml").write_text(text)
    with pytest.raises(MusterFault) as raised:
        load_army(tmp_path / "host.toml")
    assert [(one.place, one.right) for one in raised.value.faults] == [("name", "a name on one line")]
