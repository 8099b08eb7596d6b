"""`schiltron review`."""

import json
from pathlib import Path

import pytest

from schiltron.battle.record.savefile import read
from schiltron.battle.record.savefile_writer import write
from schiltron.rulesets import BOOKS
from tests.cli.conftest import Command
from tests.report.test_turning import film_of


def test_the_curve_the_sums_and_the_turning_points_are_printed(schiltron: Command, kept: Path) -> None:
    said = schiltron("review", kept, "--side", "blue", "--budget", 20)
    assert said.status == 0, said.err
    assert "Wherever They Meet" in said.out
    assert "(Blue), points of a hundred" in said.out
    assert "own orders" in said.out
    assert "Red's orders" in said.out
    assert "From " in said.out
    assert "imagined battles" in said.out


def test_json_holds_the_whole_review_and_is_the_same_again(schiltron: Command, kept: Path) -> None:
    first, second = (schiltron("review", kept, "--budget", 20, "--seed", 3, "--json") for _ in range(2))
    assert first.out == second.out
    found = json.loads(first.out)
    assert found["over"] is True
    review = found["review"]
    assert {"curve", "turns", "shares", "points", "first", "last"} <= review.keys()
    for point in review["points"]:
        assert point["said"]


def test_a_page_is_made_that_has_the_turning_points(schiltron: Command, kept: Path, tmp_path: Path) -> None:
    page = tmp_path / "reviewed.html"
    said = schiltron("review", kept, "--budget", 20, "--seed", 3, "--html", page)
    assert said.status == 0, said.err
    assert f"The replay page is {page}" in " ".join(said.out.split())
    review = json.loads(schiltron("review", kept, "--budget", 20, "--seed", 3, "--json").out)["review"]
    turning = film_of(page.read_text("utf-8"))["turning"]
    assert [one["n"] for one in turning["points"]] == [one["entry"] for one in review["points"]]
    assert len(turning["curve"]) == len(review["curve"]) + 1
    assert turning["curve"][-1][1] == [round(review["last"][side], 2) for side in ("red", "blue")]


def test_where_a_page_cannot_be_written_that_is_told_before_the_battle_is_reviewed(
    schiltron: Command, kept: Path, tmp_path: Path
) -> None:
    said = schiltron("review", kept, "--budget", 20, "--html", tmp_path)
    assert said.status == 2
    assert str(tmp_path) in " ".join(said.err.split())
    assert not said.out


def test_the_other_side_sees_it_the_other_way_round(schiltron: Command, kept: Path) -> None:
    review = json.loads(schiltron("review", kept, "--budget", 20, "--json").out)["review"]
    assert review["last"]["red"] == -review["last"]["blue"]


@pytest.mark.parametrize("budget", ["0", "soon", "0s", "-3", "10m"])
def test_a_budget_that_is_none_is_refused(schiltron: Command, kept: Path, budget: str) -> None:
    said = schiltron("review", kept, f"--budget={budget}")
    assert said.status == 2
    assert f"--budget {budget}: so many playouts or seconds are needed. Try: 2000, or 60s." in said.err


def test_a_side_that_does_not_fight_is_refused(schiltron: Command, kept: Path) -> None:
    said = schiltron("review", kept, "--side", "bleu")
    assert said.status == 2
    assert "Did you mean blue?" in said.err


def test_a_file_that_is_no_battle_is_refused(schiltron: Command, tmp_path: Path) -> None:
    said = schiltron("review", tmp_path / "missing.jsonl")
    assert said.status == 2
    assert "missing.jsonl" in said.err


def test_before_its_first_turn_there_is_nothing_to_review(schiltron: Command, kept: Path, tmp_path: Path) -> None:
    loaded = read(kept, BOOKS)
    young = loaded.journal.played_on(3, "kept", loaded.journal.header.dice)
    write(young, tmp_path / "young.jsonl")
    said = schiltron("review", tmp_path / "young.jsonl")
    assert said.status == 2
    assert "there is nothing to review" in said.err


def test_ones_own_battle_can_be_reviewed_before_it_is_over(schiltron: Command, kept: Path, tmp_path: Path) -> None:
    journal = read(kept, BOOKS).journal
    early = next(number for number in range(1, 500) if journal.battle_at(number).turn == 2)
    write(journal.played_on(early, "kept", journal.header.dice), tmp_path / "half.jsonl")
    found = json.loads(schiltron("review", tmp_path / "half.jsonl", "--budget", 20, "--json").out)
    assert found["over"] is False
    assert [one["turn"] for one in found["review"]["turns"]] == [1]
