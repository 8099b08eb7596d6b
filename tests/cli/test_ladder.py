"""`schiltron ladder`."""

import json
from pathlib import Path

import pytest

from schiltron.captains.ladder import read_ladder, shipped_ladder
from schiltron.cli import ladder_command
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

    monkeypatch.setattr(ladder_command, "captains_for", lambda _: order)
    monkeypatch.setattr("schiltron.cli.game_workers.play_game", play)


def test_everybody_plays_everybody_from_both_sides(schiltron: Command, tmp_path: Path, three: None) -> None:
    out, results = tmp_path / "ladder.json", tmp_path / "games.jsonl"
    command = ("ladder", "open-field", "horse-and-pikes", "--games", 10, "--jobs", 1, "--out", out)
    said = schiltron(*command, "--results", results)
    assert said.status == 0
    assert "marshal" in said.out
    ladder = read_ladder(out.read_bytes()).books["book_of_war"]
    assert [one.captain for one in ladder.levels] == ["marshal", "captain", "recruit"]
    assert ladder.levels[-1].margin is None
    assert [(one.one, one.other, one.games, one.losses) for one in ladder.pairings] == [
        ("recruit", "captain", 20, 16),
        ("recruit", "marshal", 20, 16),
        ("captain", "marshal", 20, 16),
    ]
    assert ladder.scenarios == ("open-field", "horse-and-pikes")
    games = [json.loads(line)["game"] for line in results.read_text().splitlines()[1:]]
    for side in ("red", "blue"):
        assert sum(game["captains"][side] == "recruit" for game in games) == 20
    before = results.read_bytes()
    schiltron(*command, "--results", results)
    assert results.read_bytes() == before


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
    monkeypatch.setattr(ladder_command, "captains_for", lambda _: ("recruit", "captain"))
    out = tmp_path / "ladder.json"
    schiltron("ladder", "open-field", "--games", 4, "--jobs", 2, "--out", out)
    levels = read_ladder(out.read_bytes()).books["book_of_war"].levels
    assert levels[-1].captain == "recruit"
