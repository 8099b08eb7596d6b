"""`schiltron battle`."""

import io
import json
from pathlib import Path

import pytest

from schiltron.battle.record.savefile import read
from schiltron.rulesets import ruleset
from tests.cli.conftest import Command

QUICK = ("battle", "open-field", "--blue", "captain", "--red", "recruit", "--option", "turn_limit=2")


def test_json_says_how_it_ended_and_nothing_else(schiltron: Command) -> None:
    said = schiltron(*QUICK, "--seed", 3, "--json")
    result = json.loads(said.out)
    assert (said.status, said.err) == (0, "")
    assert result["ruleset"] == "book_of_war"
    assert result["scenario"] == "open-field"
    assert result["seed"] == 3
    assert result["winner"] in ("red", "blue", None)
    assert result["how"] in ("beaten", "points", "turn_limit")
    assert result["turns"] == 2
    assert result["orders"] > 10
    assert result["sides"]["blue"]["captain"] == "captain"
    assert result["sides"]["red"]["captain"] == "recruit"
    for side in result["sides"].values():
        assert side["figures_at_start"] >= side["figures_at_end"] >= 0
    assert result["sides"]["blue"]["figures_at_start"] == 37


def test_the_same_seed_gives_the_same_battle(schiltron: Command) -> None:
    first = schiltron(*QUICK, "--seed", 11)
    assert schiltron(*QUICK, "--seed", 11).out == first.out
    assert schiltron(*QUICK, "--seed", 12).out != first.out


def test_without_a_seed_one_is_made_and_told(schiltron: Command) -> None:
    seeds = {json.loads(schiltron(*QUICK, "--json").out)["seed"] for _ in range(3)}
    assert len(seeds) == 3


def test_the_battle_is_shown_turn_by_turn_with_its_dice(schiltron: Command) -> None:
    shown = schiltron("battle", "horse-and-pikes", "--seed", 2).out
    assert "Turn 1, " in shown
    assert "Movement" in shown
    assert "Sealed dice" in shown
    assert "┌──" in shown  # the map
    assert " wins: " in shown or "drawn" in shown
    assert "seed 2" in shown


def test_three_sides_are_led_by_name_and_told_apart(schiltron: Command) -> None:
    wanted = ("battle", "three-parishes", "--red", "recruit", "--seat", "ochre=recruit", "--option", "turn_limit=1")
    result = json.loads(schiltron(*wanted, "--seed", 2, "--json").out)
    assert {side: said["captain"] for side, said in result["sides"].items()} == {
        "red": "recruit",
        "blue": "captain",
        "ochre": "recruit",
    }
    shown = schiltron(*wanted, "--seed", 2).out
    assert "◆ The Mill Hands (Ochre), 20 figures, led by a recruit" in shown
    assert "α Apprentices" in shown


def test_quiet_tells_only_the_end(schiltron: Command) -> None:
    said = schiltron(*QUICK, "--seed", 3, "--quiet")
    assert len(said.out.strip().splitlines()) == 2
    assert "Turn 1" not in said.out


def test_what_is_saved_can_be_read_and_holds_the_seed(schiltron: Command, tmp_path: Path) -> None:
    save, page = tmp_path / "new" / "battle.jsonl", tmp_path / "page.html"
    said = schiltron(*QUICK, "--seed", 3, "--save", save, "--html", page, "--quiet")
    assert f"The battle is kept in {save}" in said.out
    assert f"The replay page is {page}" in said.out
    loaded = read(save, {"book_of_war": ruleset("book_of_war")})
    assert loaded.journal.battle.outcome is not None
    assert loaded.journal.header.dice.kind == "sealed"
    assert loaded.seed is not None
    assert loaded.notes == ()
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_a_switch_changes_the_rules_of_this_battle(schiltron: Command, tmp_path: Path) -> None:
    save = tmp_path / "battle.jsonl"
    schiltron(*QUICK, "--seed", 3, "--option", "declare=by_phase", "--save", save, "--quiet")
    options = read(save, {"book_of_war": ruleset("book_of_war")}).journal.battle.own.options
    assert options.declare == "by_phase"
    assert options.turn_limit == 2


# ---------------------------------------------------------------- the players' own dice


def test_typed_dice_are_asked_for_until_they_fit(
    schiltron: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Initiative is 2d6 each: two are too few, a seven is no face, a tie is thrown again."""
    monkeypatch.setattr("sys.stdin", io.StringIO("3 5\n3 5 | 2 7\n4 4 | 3 5\nsix\n3 5 | 2 2\n"))
    save = tmp_path / "battle.jsonl"
    said = schiltron("battle", "open-field", "--dice", "typed", "--seed", 1, "--save", save, "--quiet")
    assert "initiative" in said.err
    assert "2d6 (The Grey Company, added up) | 2d6 (The Levy of Harrowdale, added up)" in said.err
    assert "2 dice in 1 group; " in said.err
    assert "a d6 cannot show 7" in said.err
    assert "throw again" in said.err
    assert "'six': a die shows a whole number" in said.err
    # Then nobody types any more: that is said, and what was played is kept.
    assert said.status == 2
    assert "no more dice were typed in" in said.err
    loaded = read(save, {"book_of_war": ruleset("book_of_war")})
    assert loaded.journal.header.dice.kind == "typed"
    assert loaded.journal.battle.own.order == ("red", "blue")
    assert loaded.journal.entries


def test_with_reasons_the_log_says_why_and_a_file_beside_keeps_it(schiltron: Command, tmp_path: Path) -> None:
    save, page = tmp_path / "battle.jsonl", tmp_path / "battle.html"
    wanted = ("battle", "open-field", "--red", "marshal:12", "--option", "turn_limit=1", "--seed", 3)
    plain = schiltron(*wanted, "--save", tmp_path / "plain.jsonl").out
    shown = schiltron(*wanted, "--reasons", "--save", save, "--html", page).out
    assert "That is its place in the line as he draws it up." in shown
    assert "That is its place" not in plain
    assert save.read_bytes() == (tmp_path / "plain.jsonl").read_bytes(), "the battle is the same"
    assert not (tmp_path / "plain.jsonl.reasons").exists()
    assert "That is its place" in schiltron("replay", save, "--reasons").out
    assert "That is its place" not in schiltron("replay", save).out
    again = tmp_path / "again.html"
    assert schiltron("replay", save, "--html", again).status == 0
    assert again.read_text() == page.read_text()


def test_a_file_of_reasons_that_is_damaged_or_gone_is_no_harm(schiltron: Command, tmp_path: Path) -> None:
    save = tmp_path / "battle.jsonl"
    schiltron(*QUICK, "--seed", 3, "--reasons", "--save", save)
    beside = tmp_path / "battle.jsonl.reasons"
    beside.write_bytes(b'nonsense\n\xff{}\n{"entry": 2}\n' + beside.read_bytes())
    assert "That is its place" in schiltron("replay", save, "--reasons").out
    beside.unlink()
    told = schiltron("replay", save, "--reasons")
    assert told.status == 0
    assert "That is its place" not in told.out
