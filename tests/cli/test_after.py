"""`schiltron after`."""

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Command


@pytest.fixture(name="fought")
def _fought(schiltron: Command, tmp_path: Path) -> Path:
    path = tmp_path / "battle.jsonl"
    schiltron("battle", "open-field", "--blue", "recruit", "--red", "recruit", "--seed", "3", "--save", path)
    return path


def test_what_comes_after_is_told_and_the_armies_are_written(schiltron: Command, fought: Path, tmp_path: Path) -> None:
    said = schiltron("after", fought, "--choose", "finish", "--armies", tmp_path, "--save", tmp_path / "after.jsonl")
    assert said.status == 0
    assert "finished" in said.out
    assert "gold pieces" in said.out
    for army in tmp_path.glob("*.toml"):
        assert schiltron("army", "pay", army).status in (0, 2)
    assert schiltron("replay", tmp_path / "after.jsonl", "--verify").status == 0


def test_it_is_told_to_programs_too(schiltron: Command, fought: Path) -> None:
    lenient = json.loads(schiltron("after", fought, "--json", "--seed", "1").out)
    strict = json.loads(schiltron("after", fought, "--json", "--option", "recovery=strict", "--months", "1").out)
    assert set(lenient) == {"red", "blue"}
    assert sum(side["points"] for side in lenient.values()) > sum(side["points"] for side in strict.values())
    assert strict["red"]["gold"] == strict["red"]["points"] * 10


def test_what_cannot_be_is_said(schiltron: Command, fought: Path, tmp_path: Path) -> None:
    assert "Did you mean spare" in schiltron("after", fought, "--choose", "spar").err
    assert "nobody is asked for that" in schiltron("after", fought, "--choose", "spare", "--choose", "spare").err
    assert "recovery takes" in schiltron("after", fought, "--option", "recovery=kind").err
    assert "armies have been chosen" in schiltron("after", fought, "--option", "armour=exact").err
    assert "no such folder" in schiltron("after", fought, "--armies", tmp_path / "nowhere").err
    assert schiltron("after", tmp_path / "nobody.jsonl").status == 2
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(fought.read_bytes().splitlines(keepends=True)[:6]))
    assert "not over yet" in schiltron("after", cut).err


def test_the_next_battle_of_a_campaign_begins_with_what_is_left(schiltron: Command, tmp_path: Path) -> None:
    """TA-ABS-101, TA-ABS-120"""
    first, healed, second = (tmp_path / name for name in ("first.jsonl", "healed.jsonl", "second.jsonl"))
    schiltron("battle", "first-snow", "--seed", "4", "--save", first)
    schiltron("after", first, "--save", healed)
    said = schiltron("battle", "deep-snow", "--after", healed, "--seed", "4", "--save", second)
    assert said.status == 0
    assert "The Drowned" in said.out
    assert schiltron("replay", second, "--verify").status == 0
    alone = schiltron("battle", "deep-snow", "--seed", "4")
    assert "The Drowned" not in alone.out
    assert "--after" in schiltron("battle", "deep-snow", "--after", tmp_path / "nobody.jsonl").err
    assert "same sides" in schiltron("battle", "three-hills", "--after", healed).err


def test_a_book_that_says_nothing_of_it_is_named(schiltron: Command, tmp_path: Path) -> None:
    path = tmp_path / "axe.jsonl"
    rows = json.loads(schiltron("scenarios", "--json").out)
    name = next(row["id"] for row in rows if row["ruleset"] == "by_this_axe")
    schiltron("battle", name, "--blue", "recruit", "--red", "recruit", "--seed", "1", "--save", path)
    assert "says nothing of what comes after" in schiltron("after", path).err
