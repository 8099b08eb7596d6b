"""A fifth book costs one folder: `fifth_book/`, made as docs/adding-a-book.md says, is played everywhere.

The page is tried in browser/test_fifth_book.py.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.fifth_book.installing import HERE, installed

ROOT = HERE.parents[1]
PACKAGE = HERE / "push_of_pike"

pytestmark = pytest.mark.slow

Said = Callable[..., str]


@pytest.fixture(scope="module")
def schiltron(tmp_path_factory: pytest.TempPathFactory) -> Said:
    """The program as its users have it, with the book installed; what it says."""
    environment = installed(tmp_path_factory.mktemp("books"))
    folder = tmp_path_factory.mktemp("work")

    def run(*words: str, typed: str = "") -> str:
        command = [sys.executable, "-m", "schiltron", *words]
        done = subprocess.run(
            command, check=False, cwd=folder, env=environment, input=typed, capture_output=True, text=True
        )
        # Who stops typing before the battle is over has stopped it.
        assert done.returncode in ((0, 130) if typed else (0,)), done.stderr
        return done.stdout

    return run


def test_it_is_made_as_the_page_says() -> None:
    """Every file the page names is there, and nothing else is needed."""
    page = (ROOT / "docs" / "adding-a-book.md").read_text(encoding="utf-8")
    folder = page.partition("## What a book is")[2].partition("##")[0]
    named = set(re.findall(r"^    ([a-z_]+(?:\.py|\.toml|/))", folder, re.MULTILINE))
    there = {path.name + "/" * path.is_dir() for path in PACKAGE.iterdir()} - {"__init__.py", "__pycache__/"}
    chapters = {"movement.py", "fighting.py", "paper.py", "troops.py"}
    may_be_missing = {"field.py", "steps.py", "victory.py", "lessons/", "coverage.json"}
    assert there - chapters - named == set()
    assert named - may_be_missing - there == set()
    points = (HERE / "pyproject.toml").read_text(encoding="utf-8")
    for line in re.findall(r"^    (\[project\.entry-points.*\])$", folder, re.MULTILINE):
        assert line in points


def test_it_is_listed_and_can_be_read(schiltron: Said) -> None:
    listed = json.loads(schiltron("scenarios", "--json"))
    assert [one["title"] for one in listed if one["ruleset"] == "push_of_pike"] == ["On Paper", "Two Lines"]
    assert "blue-regiment" in schiltron("army", "list")
    rule = schiltron("rules", "PP-FIGHT-01")
    assert "deadly=six" in rule
    assert "Not played yet" not in rule
    assert "PP-MOVE-01" in schiltron("rules", "--coverage", "push_of_pike")


def test_a_battle_is_fought_kept_proven_and_told(schiltron: Said) -> None:
    fought = schiltron(
        "battle", "two-lines", "--blue", "captain", "--red", "recruit", "--seed", "3", "--save", "b.jsonl"
    )
    assert "Turn 2, The Red Regiment (Red)" in fought
    assert re.search(r"fight .*: \d dic?e, ", fought)
    assert "thrown again from the seed" in schiltron("replay", "b.jsonl", "--verify")
    assert "b.html" in schiltron("replay", "b.jsonl", "--html", "b.html")


def test_many_are_fought(schiltron: Said) -> None:
    assert "games a second" in schiltron("match", "two-lines", "--blue", "captain", "--red", "recruit", "--games", "4")
    hair = ("battle", "two-lines", "--red", "recruit", "--blue", "captain", "--seed", "994609922", "--quiet")
    assert "6 turns" in schiltron(*hair), "an enemy a hair beyond the move is met all the same"


def test_it_is_played_in_words(schiltron: Said) -> None:
    lines = ("", "suggest", "take 1", "Old Pikes forward 2", "done", "card New Pikes", "quit")
    told = schiltron("play", "two-lines", "--text", "--red", "me", "--blue", "captain", typed="\n".join(lines) + "\n")
    assert "Old Pikes (Red): put on the table" in told
    assert re.search(r"Old Pikes \(Red\).*2″", told)


def test_a_battle_is_fought_without_a_table(schiltron: Said) -> None:
    fought = schiltron(
        "battle", "on-paper", "--blue", "captain", "--red", "recruit", "--seed", "3", "--save", "p.jsonl"
    )
    assert "off the table" not in fought
    assert "thrown again from the seed" in schiltron("replay", "p.jsonl", "--verify")
    lines = ("", "look", *["hold"] * 6)
    told = schiltron("play", "on-paper", "--text", "--red", "me", "--blue", "captain", typed="\n".join(lines) + "\n")
    assert "The Red Regiment hold" in told
    assert "table" not in told
