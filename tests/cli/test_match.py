"""`schiltron match`."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from schiltron.cli.games import Game, Played, games
from schiltron.trials import wilson
from tests.cli.conftest import Command

CAPTAINS = {"blue": "captain", "red": "recruit"}
QUICK = ("match", "open-field", "--option", "turn_limit=2", "--seed", 5)


@pytest.mark.parametrize(
    ("wins", "number", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (50, 100, 0.4038, 0.5962)],
)
def test_wilson_interval(wins: int, number: int, low: float, high: float) -> None:
    """Values as in Wilson (1927) tables."""
    assert wilson(wins, number) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_no_games_say_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_every_game_has_a_seed_of_its_own() -> None:
    assert [game.seed for game in games(CAPTAINS, 4, 100, mirror=False)] == [100, 101, 102, 103]


def test_mirrored_games_swap_the_captains_on_the_same_seed() -> None:
    pairs = games(CAPTAINS, 4, 100, mirror=True)
    assert [game.seed for game in pairs] == [100, 100, 101, 101]
    assert [game.captains["blue"] for game in pairs] == ["captain", "recruit"] * 2


def test_wins_of_mirrored_games_are_counted_for_the_captain() -> None:
    """The captain named for Blue wins as Blue, then as Red: two wins for the one named for Blue."""
    straight, turned = games(CAPTAINS, 2, 1, mirror=True)

    def won(game: Game, side: str) -> Played:
        return Played(game, side, "beaten", 1, 1, {}, {})

    assert won(straight, "blue").won_by == "blue"
    assert won(turned, "red").won_by == "blue"
    assert won(turned, "blue").won_by == "red"
    assert won(turned, "").won_by == ""


def test_three_captains_go_round_the_table_on_the_same_seed() -> None:
    """Each leads every side once, and wins are counted for the captain wherever he sat."""
    led = {"red": "captain", "blue": "recruit", "ochre": "sergeant"}
    rounds = games(led, 6, 100, mirror=True)
    assert [game.seed for game in rounds] == [100] * 3 + [101] * 3
    for side in led:
        assert {game.captains[side] for game in rounds[:3]} == set(led.values())
    for game in rounds:
        winner = next(side for side, name in game.captains.items() if name == "sergeant")
        assert Played(game, winner, "beaten", 1, 1, {}, {}).won_by == "ochre"


def test_a_match_of_three_sides_is_counted_by_side(schiltron: Command, tmp_path: Path) -> None:
    table = tmp_path / "games.csv"
    said = schiltron(
        *("match", "three-parishes", "--option", "turn_limit=1", "--seed", 5, "--seat", "ochre=recruit"),
        *("--blue", "recruit", "--games", 3, "--mirror", "--jobs", 1, "--csv", table, "--json"),
    )
    result = json.loads(said.out)
    assert [result[side]["captain"] for side in ("red", "blue", "ochre")] == ["recruit"] * 3
    assert sum(result[side]["wins"] for side in ("red", "blue", "ochre")) + result["draws"] == 3
    assert set(result["wins_by_side"]) == {"blue", "ochre", "red"}
    with table.open(newline="") as file:
        (first, *_) = csv.DictReader(file)
    assert (first["ochre"], first["ochre_at_start"]) == ("recruit", "20")
    odd = schiltron("match", "three-parishes", "--games", 4, "--mirror")
    assert odd.status == 2
    assert "as 6" in odd.err


def test_json_counts_games_wins_and_draws(schiltron: Command) -> None:
    said = schiltron(*QUICK, "--games", 4, "--jobs", 1, "--mirror", "--json")
    result = json.loads(said.out)
    assert (said.status, said.err) == (0, "")
    assert result["games"] == 4
    assert result["blue"]["wins"] + result["red"]["wins"] + result["draws"] == 4
    low, high = result["blue"]["interval"]
    assert 0 <= low <= result["blue"]["rate"] <= high <= 1
    assert result["seed"] == 5


def test_a_line_a_game_which_can_be_played_again(schiltron: Command, tmp_path: Path) -> None:
    table = tmp_path / "games.csv"
    schiltron(*QUICK, "--games", 4, "--mirror", "--jobs", 2, "--csv", table)
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["seed"] for row in rows] == ["5", "5", "6", "6"]
    turned = rows[1]
    again = schiltron(
        *("battle", "open-field", "--option", "turn_limit=2", "--json", "--seed", turned["seed"]),
        *("--blue", turned["blue"], "--red", turned["red"]),
    )
    result = json.loads(again.out)
    assert (result["winner"] or "draw") == turned["winner"]
    assert result["orders"] == int(turned["orders"])
    assert result["sides"]["red"]["figures_at_end"] == int(turned["red_at_end"])


def test_as_many_jobs_as_one_likes_give_the_same_games(schiltron: Command) -> None:
    one = json.loads(schiltron(*QUICK, "--games", 6, "--jobs", 1, "--json").out)
    assert json.loads(schiltron(*QUICK, "--games", 6, "--jobs", 3, "--json").out) == one


def test_the_table_names_both_captains(schiltron: Command) -> None:
    out = schiltron(*QUICK, "--games", 2, "--jobs", 1, "--blue", "recruit", "--red", "captain").out
    assert "recruit" in out
    assert "captain" in out
    assert "95% interval" in out


def test_an_odd_number_cannot_be_mirrored(schiltron: Command) -> None:
    said = schiltron(*QUICK, "--games", 3, "--mirror")
    assert said.status == 2
    assert "an even number, such as 4" in said.err


def test_a_game_that_breaks_down_names_its_seed(schiltron: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("nobody left")

    monkeypatch.setattr("schiltron.cli.games.play", broken)
    said = schiltron(*QUICK, "--games", 2, "--jobs", 1)
    assert said.status == 70
    assert "--seed 5, " in said.err
    assert "nobody left" in said.err


@pytest.mark.slow
def test_ctrl_c_stops_at_once_and_counts_what_was_played() -> None:
    command = [sys.executable, "-c", "from schiltron.cli import main; main()", *map(str, QUICK), "--games", "100000"]
    with subprocess.Popen(
        [*command, "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Run from a background job, these tests would hand on that SIGINT is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads here
    ) as playing:
        time.sleep(6)
        os.killpg(playing.pid, signal.SIGINT)
        out, err = playing.communicate(timeout=20)
    assert playing.returncode == 130
    assert "Stopped after " in out
    assert "/schiltron/" not in err


def test_an_even_field_is_another_battle_which_can_be_played_again(schiltron: Command, tmp_path: Path) -> None:
    """Both lead the levy of *open-field*; the table names the field, and a single battle gives the game again."""
    table = tmp_path / "games.csv"
    schiltron(*QUICK, "--even", "red", "--games", 2, "--mirror", "--jobs", 1, "--csv", table)
    with table.open(newline="") as file:
        (first, turned) = csv.DictReader(file)
    assert first["scenario"] == "open-field-even-red"
    assert first["red_points"] == first["blue_points"]
    again = schiltron(
        *("battle", "open-field", "--even", "red", "--option", "turn_limit=2", "--json", "--seed", turned["seed"]),
        *("--blue", turned["blue"], "--red", turned["red"]),
    )
    result = json.loads(again.out)
    assert (result["winner"] or "draw") == turned["winner"]
    assert result["orders"] == int(turned["orders"])
    wrong = schiltron("match", "open-field", "--even", "gren")
    assert (wrong.status, "no side called gren" in wrong.err) == (2, True)
