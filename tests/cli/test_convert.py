"""`schiltron convert`."""

import json
from pathlib import Path

from tests.cli.conftest import Command


def test_a_creature_is_told_with_every_sum_and_what_is_left_out(schiltron: Command) -> None:
    out = schiltron("convert", "ogre-chief", "--book", "book_of_war").out
    assert "A hero figure" in out
    for rule in ("BW-A3-05", "BW-A3-08", "BW-A3-14", "BW-A3-16", "BW-A3-17", "BW-A1-16", "BW-A3-23"):
        assert rule in out


def test_all_books_are_asked_where_none_is_named(schiltron: Command) -> None:
    told = json.loads(schiltron("convert", "troll", "--json").out)
    assert list(told) == ["book_of_war", "by_this_axe", "chainmail", "battlesystem"]
    assert told["book_of_war"]["alike"] == "trolls"
    assert {one["key"]: one["total"] for one in told["book_of_war"]["ratings"]} == {
        "move": 12000, "armour_hit": 5, "hit_dice": 6, "dice": 2, "bonus": 2, "damage": 1,
    }  # fmt: skip
    assert told["chainmail"]["line"] is None


def test_ready_creatures_are_listed(schiltron: Command) -> None:
    assert "hill-giant" in schiltron("convert").out
    assert {"id": "ogre", "name": "Ogre"} in json.loads(schiltron("convert", "--json").out)


def test_switches_of_the_book_count(schiltron: Command, tmp_path: Path) -> None:
    path = tmp_path / "bare.toml"
    path.write_text('name = "Bare"\nhit_dice = "1"\narmour_class = 9\nmove = 12\n')
    assert "3+" in schiltron("convert", path, "--book", "book_of_war").out
    assert "BW-O4-02" in schiltron("convert", path, "--book", "book_of_war", "-o", "armour=exact").out
    assert "Name it with --book" in schiltron("convert", path, "-o", "armour=exact").err
    assert "armour takes" in schiltron("convert", path, "--book", "book_of_war", "-o", "armour=thick").err


def test_what_is_wrong_is_said(schiltron: Command, tmp_path: Path) -> None:
    path = tmp_path / "bare.toml"
    path.write_text('name = "Bare"\nhit_dice = "one"\nmove = 12\n')
    said = schiltron("convert", path)
    assert said.status == 2
    assert "hit_dice" in said.err
    assert "armour_class" in said.err
    assert "Did you mean book_of_war" in schiltron("convert", "ogre", "--book", "book_of_wars").err
    assert "did you mean troll" in schiltron("convert", "trol").err
