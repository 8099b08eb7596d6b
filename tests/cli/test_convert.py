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


def test_a_party_is_told_figure_by_figure(schiltron: Command) -> None:
    out = schiltron("convert", "lantern-company", "--book", "by_this_axe").out
    assert "3 together: a superhero figure" in out
    assert "+4.5 Ottla Quickhand: thief 6 [TA-CONV-09]" in out
    assert out.count("By This Axe") == 5
    told = json.loads(schiltron("convert", "lantern-company", "--json").out)
    assert [one["name"] for one in told["by_this_axe"]][:2] == ["Bram's friends", "the tower"]
    assert len(told["book_of_war"]) == 7


def test_each_of_a_party_is_told_under_its_book(schiltron: Command) -> None:
    said = schiltron("convert", "lantern-company", "--book", "chainmail").out
    assert said.count("Chainmail") == 7
    assert "Super hero" in said


def test_the_scale_counts(schiltron: Command) -> None:
    assert (
        "Hits to kill         2  at 1:20"
        in schiltron("convert", "knight-renown", "--book", "by_this_axe", "-o", "scale=1:20").out
    )


def test_figures_are_added_to_an_army_list(schiltron: Command, tmp_path: Path) -> None:
    party, out = tmp_path / "party.toml", tmp_path / "army.toml"
    party.write_text(
        'name = "x"\n[[members]]\nleads = "leader"\nscores = { charisma = 18, intelligence = 9, wisdom = 9 }\n'
        '[members.who]\nname = "Ard"\nlevels = { fighter = 6 }\narmour_class = 3\nmove = 9\n'
    )
    said = schiltron("convert", party, "--add-to", "grey-dwarrow", "--out", out)
    assert f"The army list with these figures is in {out}" in said.out
    assert 'equipment = { roles = ["leader", "hero"], leadership = 4 }' in out.read_text()
    assert schiltron("army", "check", out).status == 0


def test_what_cannot_be_added_is_said(schiltron: Command, tmp_path: Path) -> None:
    assert "go together" in schiltron("convert", "troll", "--add-to", "host-of-vaire").err
    out = tmp_path / "army.toml"
    assert (
        "nothing has come of the conversion"
        in schiltron("convert", "light-footman", "--add-to", "host-of-vaire", "--out", out).err
    )
    assert not out.exists()
