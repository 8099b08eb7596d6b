"""`schiltron scenarios` and `schiltron army`."""

import json
from pathlib import Path

from tests.cli.conftest import Command


def test_scenarios_are_listed_with_their_points(schiltron: Command) -> None:
    rows = json.loads(schiltron("scenarios", "--json").out)
    field = next(row for row in rows if row["id"] == "open-field")
    assert field["ruleset"] == "book_of_war"
    assert field["title"] == "Marlow Plain"
    assert field["points"] == {"red": 200, "blue": 200}
    out = schiltron("scenarios").out
    assert all(row["id"] in out for row in rows)


def test_armies_are_listed(schiltron: Command) -> None:
    rows = json.loads(schiltron("army", "list", "--json").out)
    assert {"book_of_war/harrow-levy", "book_of_war/grey-company"} <= {row["id"] for row in rows}
    assert "The Levy of Harrowdale" in schiltron("army", "list").out


def test_a_lawful_army_is_priced_unit_by_unit(schiltron: Command) -> None:
    out = schiltron("army", "check", "book_of_war/harrow-levy").out
    assert "Harrow Pikes" in out
    assert "200 of 200" in out
    assert "legal" in out


def test_what_would_put_a_list_right_is_said_with_its_price(schiltron: Command, tmp_path: Path) -> None:
    """TA-UNIT-03, TA-CHAR-02; in Book of War 12 pikes at 5 are 60 points."""
    path = tmp_path / "few.toml"
    path.write_text(
        'ruleset = "by_this_axe"\nname = "Few"\n[[units]]\ntroop = "spearmen"\nfigures = 2\n'
        '[[units]]\ntroop = "spearmen"\nfigures = 6\n'
    )
    said = schiltron("army", "check", path)
    assert said.status == 2
    lines = " ".join(said.err.split())
    assert "foot in a unit of 2. Try: 3 to 25 figures. [TA-UNIT-03] This would put it right: make it 3 figures" in lines
    assert "the army has no general. Try: exactly one general. [TA-CHAR-02]" in lines
    assert "This would put it right: add general (+42 points)" in lines
    path.write_text('ruleset = "book_of_war"\nname = "Dear"\nlimit = 50\n[[units]]\ntroop = "pikemen"\nfigures = 12\n')
    assert "2 figures fewer of pikemen (−10 points)" in " ".join(schiltron("army", "check", path).err.split())


def test_everything_wrong_with_an_army_is_said_at_once(schiltron: Command, tmp_path: Path) -> None:
    path = tmp_path / "mob.toml"
    path.write_text(
        'ruleset = "book_of_war"\nname = "Mob"\nlimit = 10\n'
        '[[units]]\ntroop = "pikemn"\nfigures = 10\n'
        '[[units]]\ntroop = "pikemen"\nfigures = 8\nfiles = 20\n'
    )
    said = schiltron("army", "check", path)
    assert said.status == 2
    lines = said.err.splitlines()
    assert len(lines) == 3
    assert f"{path}: units[0].troop: there is no troop type 'pikemn'" in said.err
    assert "did you mean pikemen?" in said.err
    assert "units[1].files" in said.err
    assert "the limit is 10" in said.err
    as_json = schiltron("army", "check", path, "--json")
    assert as_json.status == 2
    assert json.loads(as_json.out)["lawful"] is False


def test_the_pay_of_an_army_is_told_with_its_sum(schiltron: Command) -> None:
    out = schiltron("army", "pay", "book_of_war/harrow-levy").out
    assert "6000 gold pieces" in out
    assert "BW-O7-04" in out
    told = json.loads(schiltron("army", "pay", "harrow-levy", "--months", "1", "--standard-prices", "--json").out)
    assert sum(term["value"] for term in told["gold"]["terms"]) == 20_000


def test_a_book_that_knows_no_pay_says_so(schiltron: Command) -> None:
    names = [row["id"] for row in json.loads(schiltron("army", "list", "--json").out)]
    said = schiltron("army", "pay", next(name for name in names if name.startswith("chainmail/")))
    assert said.status == 2
    assert "says nothing of pay" in said.err


def test_an_army_is_checked_by_switches_that_are_named(schiltron: Command, tmp_path: Path) -> None:
    path = tmp_path / "few.toml"
    path.write_text(
        'ruleset = "book_of_war"\nname = "Few"\n'
        '[[units]]\ntroop = "heavy_cavalry"\nfigures = 2\n[[units]]\ntroop = "heavy_cavalry"\nfigures = 6\n'
    )
    assert "BW-B4-01" in schiltron("army", "check", path).err
    assert schiltron("army", "check", path, "--option", "unit_minimum=cost").status == 0
    assert "--option unit_minimum" in schiltron("army", "check", path, "--option", "unit_minimum=gold").err
    assert "--option unitmin" in schiltron("army", "check", path, "--option", "unitmin=cost").err


def test_troops_of_a_book_are_listed_with_their_prices(schiltron: Command) -> None:
    """BW-B2-03"""
    rows = json.loads(schiltron("troops", "book_of_war", "--json").out)
    assert next(row for row in rows if row["id"] == "heavy_infantry")["cost"] == 9
    assert "heavy_infantry" in schiltron("troops", "book_of_war").out


def test_what_a_list_may_say_of_a_troop_is_told(schiltron: Command) -> None:
    """CM-MELEE-04"""
    out = schiltron("troops", "chainmail", "heavy_foot").out
    assert "halberd" in out
    assert "mercenary" in out
    assert "They come as they are listed." in schiltron("troops", "book_of_war", "pikemen").out
    said = schiltron("troops", "chainmail", "hevy_foot")
    assert (said.status, "heavy_foot" in said.err) == (2, True)
    said = schiltron("troops", "chainmale")
    assert (said.status, "chainmail" in said.err) == (2, True)


def test_the_schema_of_a_book_is_printed_for_editors(schiltron: Command) -> None:
    made = json.loads(schiltron("schema", "chainmail").out)
    assert made["$defs"]["Army"]["properties"]["ruleset"] == {"const": "chainmail"}
    said = schiltron("schema", "chainmail", "castle")
    assert (said.status, "army or scenario" in said.err) == (2, True)
