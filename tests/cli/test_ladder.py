"""`schiltron ladder`."""

import json
from itertools import count
from pathlib import Path

import pytest

from schiltron.captains.ladder import read_ladder, shipped_ladder
from schiltron.captains.opponents import described, opponents
from schiltron.cli import ladder_command, playing_games
from schiltron.cli.games import Ground, Played, Recorded
from schiltron.cli.ladder_command import usual_scenarios
from schiltron.muster import ready_scenarios
from schiltron.rulesets import NAMES
from tests.cli.conftest import Command


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three levels, of whom the later beats the earlier; who plays whom is all that is looked at."""
    order = ("recruit", "captain", "marshal")

    def play(ground: Ground, game: ladder_command.Game, **_: bool) -> Recorded:
        winner = max(game.captains, key=lambda side: order.index(game.captains[side]))
        upset = game.number % 5 == 0
        if upset:
            winner = next(side for side in game.captains if side != winner)
        return Recorded(Played(game, winner, "beaten", 1, 1, {}, {}))

    monkeypatch.setattr(ladder_command, "opponents", lambda _: [described(name) for name in order])
    monkeypatch.setattr("schiltron.cli.game_workers.play_game", play)


def test_everybody_plays_everybody_from_both_sides(schiltron: Command, tmp_path: Path, three: None) -> None:
    out, results = tmp_path / "ladder.json", tmp_path / "games.jsonl"
    command = ("ladder", "open-field", "horse-and-pikes", "--games", 10, "--jobs", 1, "--out", out)
    said = schiltron(*command, "--results", results)
    assert said.status == 0
    assert "marshal" in said.out
    ladder = read_ladder(out.read_bytes()).books["book_of_war"]
    assert [one.captain for one in ladder.levels] == ["marshal", "captain", "recruit"]
    assert [one.margin is None for one in ladder.levels] == [False, True, False], "all count from the captain"
    assert ladder.when
    assert [(one.one, one.other, one.games, one.losses) for one in ladder.pairings] == [
        ("captain", "recruit", 20, 4),
        ("captain", "marshal", 20, 16),
        ("recruit", "marshal", 20, 16),
    ]
    assert ladder.scenarios == ("open-field", "horse-and-pikes")
    games = [json.loads(line)["game"] for line in results.read_text().splitlines()[1:]]
    for side in ("red", "blue"):
        assert sum(game["captains"][side] == "recruit" for game in games) == 20
    before = results.read_bytes()
    schiltron(*command, "--results", results)
    assert results.read_bytes() == before


def test_games_go_round_by_round_so_that_any_time_is_a_good_time_to_stop(
    schiltron: Command, tmp_path: Path, three: None
) -> None:
    out, results = tmp_path / "ladder.json", tmp_path / "games.jsonl"
    command = ("ladder", "open-field", "beacon-ridge", "horse-and-pikes", "--games", 4, "--jobs", 1, "--out", out)
    schiltron(*command, "--results", results)
    games = [json.loads(line)["game"] for line in results.read_text().splitlines()[1:]]
    at = [(game["scenario"], game["number"]) for game in games]
    first = [(scenario, number) for scenario in ("open-field", "beacon-ridge") for _ in range(3) for number in (1, 2)]
    assert at[:12] == first, "everybody from both sides, in every book"
    assert at[12:18] == [("horse-and-pikes", number) for _ in range(3) for number in (1, 2)]
    assert {number for _, number in at[18:]} == {3, 4}


def test_after_some_minutes_what_was_played_from_both_sides_is_rated(
    schiltron: Command, tmp_path: Path, three: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every look at the clock takes a second: time is out after the third game, whose twin is missing."""
    monkeypatch.setattr(playing_games, "monotonic", count().__next__)
    out = tmp_path / "ladder.json"
    command = ("ladder", "open-field", "--players", "captain,recruit", "--jobs", 1, "--out", out)
    said = schiltron(*command, "--games", 6, "--minutes", 0.04)
    assert said.status == 0
    ladder = read_ladder(out.read_bytes()).books["book_of_war"]
    assert [one.captain for one in ladder.levels] == ["captain", "recruit"]
    assert ladder.games == 2
    assert "After 0.04 minutes 2 of 6 games are counted" in said.out


def test_only_what_was_played_is_told_of_how_it_was_measured(
    schiltron: Command, tmp_path: Path, three: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time is out before the marshal has played, and before the second scenario."""
    monkeypatch.setattr(playing_games, "monotonic", count().__next__)
    out = tmp_path / "ladder.json"
    command = ("ladder", "open-field", "horse-and-pikes", "--budget", 12, "--games", 2, "--jobs", 1, "--out", out)
    schiltron(*command, "--minutes", 0.02)
    ladder = read_ladder(out.read_bytes()).books["book_of_war"]
    assert [one.captain for one in ladder.levels] == ["captain", "recruit"]
    assert (ladder.scenarios, ladder.budget) == (("open-field",), "")


def test_more_scenarios_and_books_come_into_the_same_files(schiltron: Command, tmp_path: Path, three: None) -> None:
    """Games that lie there are not played again, and a book that is not played now stays."""
    out, results = tmp_path / "ladder.json", tmp_path / "games.jsonl"
    command = ("--games", 2, "--jobs", 1, "--out", out, "--results", results)
    schiltron("ladder", "open-field", *command)
    schiltron("ladder", "beacon-ridge", *command)
    assert list(read_ladder(out.read_bytes()).books) == ["book_of_war", "chainmail"]
    assert len(results.read_text().splitlines()) == 13
    refused = schiltron("ladder", "open-field", *command, "--seed", 9)
    assert refused.status == 2
    assert "--seed 1 there, 9 here" in refused.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("three-parishes",), "between two sides"),
        (("open-field", "--games", 3), "an even number, such as 4"),
        (("nowhere",), "nowhere"),
        (("open-field", "--players", "captain,captian:bold"), "--players captian:bold"),
        (("open-field", "--players", "captain"), "nobody to play against"),
    ],
)
def test_what_makes_no_ladder_is_said(
    schiltron: Command, tmp_path: Path, arguments: tuple[object, ...], said: str
) -> None:
    refused = schiltron("ladder", *arguments, "--out", tmp_path / "ladder.json")
    assert refused.status == 2
    assert said in refused.err


def test_a_file_that_is_no_ladder_is_left_alone(schiltron: Command, tmp_path: Path) -> None:
    poem = tmp_path / "poem.txt"
    poem.write_text("a poem")
    assert "this file is no ladder" in schiltron("ladder", "open-field", "--out", poem).err
    assert poem.read_text() == "a poem"


def test_the_ladder_that_ships_is_shown(schiltron: Command) -> None:
    said = schiltron("ladder", "--show")
    assert said.status == 0
    assert "rating" in said.out
    for one in opponents("chainmail"):
        assert one.name in said.out
    assert json.loads(schiltron("ladder", "--show", "--json").out)["books"].keys() == shipped_ladder().books.keys()


def test_without_scenarios_some_of_every_book_are_played() -> None:
    chosen = usual_scenarios()
    ready = {one.id: one for one in ready_scenarios()}
    for book in NAMES:
        of_book = [ready[name] for name in chosen if ready[name].ruleset == book]
        assert 1 < len(of_book) <= 3
        assert of_book[0].first
    assert all(len(ready[name].sides) == 2 for name in chosen)


@pytest.mark.slow
def test_real_players_make_a_ladder(schiltron: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "ladder.json"
    schiltron("ladder", "open-field", "--players", "recruit, captain", "--games", 4, "--jobs", 2, "--out", out)
    levels = read_ladder(out.read_bytes()).books["book_of_war"].levels
    assert levels[-1].captain == "recruit"
