"""`schiltron rules`."""

import json

import pytest

from schiltron.cli.coverage import coverage_of
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.chainmail.law import LAW as CHAINMAIL
from tests.cli.conftest import Command


def test_a_rule_is_shown_with_all_that_belongs_to_it(schiltron: Command) -> None:
    out = schiltron("rules", "bw-b2-36").out
    rule = LAW.rule("BW-B2-36")
    assert "BW-B2-36" in out
    assert rule.rule in out
    assert f"Ruling: {rule.ruling}" in out
    assert "--option wood_edge_fire=allowed (the default): From its edge." in out
    assert "--option wood_edge_fire=none: Not at all." in out
    assert LAW.sheet(rule.tables[0]).title in out


def test_keys_of_tables_are_shown_as_words(schiltron: Command) -> None:
    out = schiltron("rules", "BS-4.4-01").out
    assert "losses reach 25 percent of original figures" in out
    assert "losses_reach" not in out


def test_every_rule_can_be_shown(schiltron: Command) -> None:
    for rule in LAW.rules[::7]:
        assert rule.id in schiltron("rules", rule.id).out


def test_a_rule_as_json(schiltron: Command) -> None:
    result = json.loads(schiltron("rules", "BW-C3-03", "--json").out)
    assert result["ruleset"] == "book_of_war"
    assert result["tables"][0]["columns"] == ["armor", "ah"]


@pytest.mark.parametrize(("wanted", "hint"), [("BW-B2-63", "Did you mean BW-B2-"), ("x", "An id looks like BW-C1-01")])
def test_an_unknown_rule_gets_a_hint(schiltron: Command, wanted: str, hint: str) -> None:
    said = schiltron("rules", wanted)
    assert said.status == 2
    assert hint in said.err


def test_searching_finds_rules_by_what_they_say(schiltron: Command) -> None:
    out = schiltron("rules", "--search", "Hedgehog").out
    assert "BW-B4-20" in out
    found = json.loads(schiltron("rules", "--search", "hedgehog", "--json").out)
    assert {rule["id"] for rule in found} >= {"BW-B4-20", "BW-B4-21"}
    assert schiltron("rules", "--search", "catapulted").out == "No rule speaks of 'catapulted'.\n"


def test_coverage_lists_every_rule_and_adds_up_by_tier(schiltron: Command) -> None:
    result = json.loads(schiltron("rules", "--coverage", "book_of_war", "--json").out)
    assert [rule["id"] for rule in result["rules"]] == [rule.id for rule in LAW.rules]
    *tiers, whole = result["totals"]
    assert whole["rules"] == len(LAW.rules) == sum(tier["rules"] for tier in tiers)
    assert whole["code"] == sum(rule["how"] == "code" for rule in result["rules"])
    assert whole["rules"] == whole["code"] + whole["data"] + whole["missing"]
    assert whole["tested"] == sum(tier["tested"] for tier in tiers)
    basic = next(tier for tier in tiers if tier["tier"] == "basic")
    assert basic["code"] > 100
    assert not basic["missing"]
    out = schiltron("rules", "--coverage", "book_of_war").out
    assert "Basic rules" in out
    assert all(rule.id in out for rule in LAW.rules)


def test_a_rule_names_the_code_that_decides_it_and_the_tests_that_show_it(schiltron: Command) -> None:
    out = schiltron("rules", "BW-B4-12").out
    decided, shown = out.partition("Decided in\n")[2].split("\n\nShown by\n")
    assert "schiltron/rulesets/book_of_war/movement/phase.py  _judge_command" in decided.splitlines()
    assert "tests/rulesets/book_of_war/test_turning.py  test_units_are_neither_split_nor_merged" in shown.splitlines()
    assert "Carried by\nschiltron/rulesets/by_this_axe/tables.toml" in schiltron("rules", "TA-CMD-D05").out
    missing = [rule.id for rule in CHAINMAIL.rules if coverage_of(CHAINMAIL).of(rule.id).how == "nowhere"]
    assert all("Not played yet." in schiltron("rules", rule).out for rule in missing[:1])
    assert "Not played yet." not in schiltron("rules", "TA-FANT-H09").out
    places = json.loads(schiltron("rules", "BW-B4-12", "--json").out)["places"]
    assert "rulesets/book_of_war/movement/phase.py:_judge_command" in places["code"]


def test_the_books_are_listed_with_what_is_played(schiltron: Command) -> None:
    assert "plays core and basic" in schiltron("rules").out
    assert json.loads(schiltron("rules", "--json").out)[0]["ruleset"] == "book_of_war"


def test_one_thing_at_a_time(schiltron: Command) -> None:
    said = schiltron("rules", "BW-C1-01", "--search", "base")
    assert said.status == 2
    assert "one of them" in said.err
