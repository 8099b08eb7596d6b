"""`schiltron learn`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from schiltron.captains.chances import Chances, Learned, read_chances, written
from tests.cli.conftest import Command


def test_two_sides_fight_and_what_an_advantage_is_worth_is_written_down(schiltron: Command, tmp_path: Path) -> None:
    out = tmp_path / "chances.json"
    out.write_bytes(written(Chances({"chainmail": Learned(2.5, games=60)})))
    command = ("learn", "horse-and-pikes", "--games", 2, "--player", "recruit", "--seed", 5, "--out", out)
    said = schiltron(*command)
    assert said.status == 0
    assert "book_of_war" in said.out
    learned = read_chances(out.read_bytes()).books
    assert learned["chainmail"] == Learned(2.5, games=60), "books that are not played stay as they are"
    one = learned["book_of_war"]
    assert (one.games, one.scenarios, one.player, one.seed) == (2, ("horse-and-pikes",), "recruit", 5)
    assert one.positions >= one.games
    assert one.when
    again = schiltron(*command, "--json")
    assert read_chances(out.read_bytes()).books == learned, "the same seed teaches the same"
    assert json.loads(again.out)["books"]["book_of_war"]["advantage"] == one.advantage


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("three-parishes",), "between two sides"),
        (("open-field", "--player", "general"), "there is no such captain"),
    ],
)
def test_what_cannot_be_learned_from_is_refused(
    schiltron: Command, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    refused = schiltron("learn", *arguments, "--games", 1, "--out", tmp_path / "chances.json")
    assert refused.status == 2
    assert said in refused.err
    assert not (tmp_path / "chances.json").exists()


def test_another_file_is_not_written_over(schiltron: Command, tmp_path: Path) -> None:
    poem = tmp_path / "poem.txt"
    poem.write_text("The boy stood on the burning deck")
    assert "this file holds nothing learned" in schiltron("learn", "open-field", "--out", poem).err
    assert poem.read_text().startswith("The boy")
