"""Matches that are kept game by game: `--results`, `--events`, `--table`."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from schiltron.captains.captain import Captain
from schiltron.captains.roster import seated
from schiltron.cli import game_workers
from tests.cli.conftest import Command

QUICK = ("match", "open-field", "--option", "turn_limit=1", "--jobs", 1)


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def timeless(path: Path) -> list[str]:
    """The games of a file in order, without how long they took."""
    games = [json.loads(line) for line in lines(path)[1:]]
    for game in games:
        game.pop("seconds", None)
    return sorted(json.dumps(game, sort_keys=True) for game in games)


def test_only_what_is_missing_is_played(schiltron: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    command = (*QUICK, "--seed", 5, "--games", 4, "--json")
    first = schiltron(*command, "--results", whole)
    assert first.status == 0
    head, *games = lines(whole)
    cut.write_text("\n".join([head, games[0], games[2], games[1][:90]]), "utf-8")
    seeds: list[int] = []
    play = game_workers.play_game

    def counted(ground: game_workers.Ground, game: game_workers.Game, **asked: bool) -> game_workers.Recorded:
        seeds.append(game.seed)
        return play(ground, game, **asked)

    monkeypatch.setattr(game_workers, "play_game", counted)
    assert schiltron(*command, "--results", cut).out == first.out
    assert seeds == [6, 8]
    assert timeless(cut) == timeless(whole)
    assert schiltron(*command, "--results", cut).out == first.out
    assert len(seeds) == 2


def test_more_games_may_be_asked_for_later_and_the_seed_is_remembered(schiltron: Command, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    first = json.loads(schiltron(*QUICK, "--games", 2, "--json", "--results", kept).out)
    more = json.loads(schiltron(*QUICK, "--games", 3, "--json", "--results", kept).out)
    assert (more["games"], more["seed"]) == (3, first["seed"])
    assert len(lines(kept)) == 4
    fewer = json.loads(schiltron(*QUICK, "--games", 1, "--json", "--results", kept).out)
    assert fewer["games"] == 1


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (("--seed", 6), "--seed 5 there, 6 here"),
        (("--red", "captain"), "--red recruit there, captain here"),
        (("--mirror",), "--mirror not given there, given here"),
        (("--option", "victory=points"), "--option turn_limit=1 there, turn_limit=1 victory=points here"),
        (("hill-and-woods",), "SCENARIO open-field there, open-field hill-and-woods here"),
        (("--even", "blue"), "--even not given there, blue here; SCENARIO open-field there"),
    ],
)
def test_a_file_of_other_arguments_is_refused(
    schiltron: Command, tmp_path: Path, changed: tuple[object, ...], said: str
) -> None:
    kept = tmp_path / "kept.jsonl"
    schiltron(*QUICK, "--seed", 5, "--games", 2, "--results", kept)
    before = kept.read_bytes()
    refused = schiltron(*QUICK, "--seed", 5, "--games", 2, *changed, "--results", kept)
    assert refused.status == 2
    assert "belongs to another match" in refused.err
    assert said in refused.err
    assert kept.read_bytes() == before


@pytest.mark.parametrize("held", ["a poem without end", "a poem\nof two lines\n", '{"line":"schiltron journal"}\n'])
def test_what_is_no_file_of_a_match_is_left_alone(schiltron: Command, tmp_path: Path, held: str) -> None:
    kept = tmp_path / "poem.txt"
    kept.write_text(held, "utf-8")
    refused = schiltron(*QUICK, "--games", 1, "--results", kept)
    assert (refused.status, kept.read_text("utf-8")) == (2, held)
    assert "this is no file of a match" in refused.err


def test_a_file_of_another_program_or_a_changed_scenario_is_refused(schiltron: Command, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    command = (*QUICK, "--seed", 5, "--games", 2, "--results", kept)
    schiltron(*command)
    now = kept.read_text("utf-8")
    kept.write_text(now.replace('"program":"', '"program":"9.', 1), "utf-8")
    assert "were played by Schiltron 9." in schiltron(*command).err
    (other,) = {json.loads(line)["game"]["battle"] for line in now.splitlines()[1:]}
    kept.write_text(now.replace(other, "0" * 32), "utf-8")
    assert "open-field has changed since" in schiltron(*command).err
    kept.write_text(now.replace('{"game"', '{"gme"', 1), "utf-8")
    spoilt = schiltron(*command)
    assert spoilt.status == 2
    assert "line 2: this is no game" in spoilt.err


@pytest.mark.skipif(sys.platform == "win32", reason="no locks of files there")
def test_two_matches_do_not_write_to_one_file(schiltron: Command, tmp_path: Path) -> None:
    import fcntl

    kept = tmp_path / "kept.jsonl"
    with kept.open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        refused = schiltron(*QUICK, "--games", 1, "--results", kept)
    assert refused.status == 2
    assert "another match writes to this file" in refused.err


def test_events_are_a_line_a_game_and_caught_up_with(schiltron: Command, tmp_path: Path) -> None:
    kept, told, again = tmp_path / "kept.jsonl", tmp_path / "told.jsonl", tmp_path / "again.jsonl"
    command = (*QUICK, "--seed", 5, "--games", 2, "--json")
    plain = schiltron(*command, "--results", kept)
    assert schiltron(*command, "--results", kept, "--events", told).out == plain.out
    assert schiltron(*command, "--events", again).out == plain.out
    assert told.read_bytes() == again.read_bytes()
    assert len(lines(kept)) == 3
    first = json.loads(lines(told)[1])
    assert first["game"]["seed"] == 5
    orders = json.loads(lines(kept)[1])["orders"]
    assert len(first["events"]) == orders + 1
    assert first["events"][-1][-1]["type"] == "ended"
    same = schiltron(*command, "--results", kept, "--events", kept)
    assert "both name" in same.err
    assert "holds the events" in schiltron(*command, "--results", told).err


def test_several_scenarios_of_several_books_make_one_table(schiltron: Command, tmp_path: Path) -> None:
    table = tmp_path / "games.csv"
    said = schiltron(
        *("match", "open-field", "three-parishes", "beacon-ridge", "--option", "turn_limit=1", "--seed", 3),
        *("--blue", "recruit", "--red", "recruit", "--seat", "ochre=recruit", "--games", 1, "--table", table, "--json"),
    )
    assert [one["scenario"] for one in json.loads(said.out)["scenarios"]] == [
        "open-field",
        "three-parishes",
        "beacon-ridge",
    ]
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["book"] for row in rows] == ["book_of_war", "by_this_axe", "chainmail"]
    assert [row["ochre"] for row in rows] == ["", "recruit", ""]
    assert "turn_limit=1" in rows[0]["switches"]
    assert (float(rows[0]["red_points"]), rows[0]["program"]) == (200, "0.1.0")
    assert 0 <= float(rows[0]["red_points_left"]) <= 200
    twice = schiltron("match", "open-field", "open-field", "--games", 1)
    assert "named twice" in twice.err


def test_a_table_is_written_as_parquet_too(schiltron: Command, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    plain, typed = tmp_path / "games.csv", tmp_path / "games.parquet"
    schiltron(*QUICK, "--seed", 5, "--games", 2, "--table", plain, "--table", typed)
    table = parquet.read_table(typed)
    with plain.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert table.column_names == list(rows[0])
    assert [str(seed) for seed in table["seed"].to_pylist()] == [row["seed"] for row in rows]
    assert str(table.schema.field("red_points_left").type) == "double"
    assert str(table.schema.field("turns").type) == "int64"


def test_a_table_that_cannot_be_written_is_said_before_play(
    schiltron: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = schiltron(*QUICK, "--games", 1, "--table", tmp_path / "games.xlsx")
    assert odd.status == 2
    assert "Try: games.csv or .parquet" in odd.err
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    missing = schiltron(*QUICK, "--games", 1, "--table", tmp_path / "games.parquet")
    assert missing.status == 2
    assert "Try: pip install 'schiltron[tables]'" in missing.err


def test_a_budget_goes_to_those_who_can_spend_it(
    schiltron: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = schiltron(*QUICK, "--games", 1, "--budget", "100")
    assert refused.status == 2
    assert "--budget 100: none of recruit, captain can think by it" in refused.err

    def thinking(name: str, book: str, budget: str) -> str:
        return f"{name}:{budget}" if name == "captain" else name

    def plain(book: Any, battle: Any, named: dict[str, str], seed: int) -> dict[str, Captain]:
        return seated(book, battle, {side: name.removesuffix(":7") for side, name in named.items()}, seed)

    monkeypatch.setattr("schiltron.cli.playing_games.thinking", thinking)
    monkeypatch.setattr("schiltron.cli.games.seated", plain)
    table = tmp_path / "games.csv"
    assert schiltron(*QUICK, "--games", 1, "--budget", "7", "--table", table).status == 0
    with table.open(newline="") as file:
        (row,) = csv.DictReader(file)
    assert (row["blue"], row["red"]) == ("captain:7", "recruit")


@pytest.mark.slow
def test_after_ctrl_c_the_same_command_goes_on(tmp_path: Path) -> None:
    """A file that was cut off by Ctrl-C or a kill ends up as one that never was."""
    command = [
        *(sys.executable, "-c", "from schiltron.cli import main; main()", "match", "open-field", "--seed", "5"),
        *("--option", "turn_limit=4", "--games", "24", "--mirror", "--jobs", "2", "--results"),
    ]

    def play(path: Path, stop: signal.Signals | None) -> tuple[int, str, str]:
        with subprocess.Popen(
            [*command, str(path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            # Run from a background job, these tests would hand on that SIGINT is ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads here
        ) as playing:
            until = time.monotonic() + 60
            before = len(lines(path)) if path.exists() else 0
            while stop is not None and time.monotonic() < until and playing.poll() is None:
                if path.exists() and len(lines(path)) >= before + 3:
                    os.killpg(playing.pid, stop)
                    break
                time.sleep(0.02)
            out, err = playing.communicate(timeout=120)
        return playing.returncode, out, err

    broken, whole = tmp_path / "broken.jsonl", tmp_path / "whole.jsonl"
    status, out, err = play(broken, signal.SIGINT)
    assert (status, "Traceback" in err) == (130, False)
    assert f"They are kept in {broken}; the same command goes on from there." in " ".join(out.split())
    assert play(broken, signal.SIGKILL)[0] == -signal.SIGKILL
    assert len(lines(broken)) < 25
    assert play(broken, None)[0] == 0
    assert play(whole, None)[0] == 0
    assert timeless(broken) == timeless(whole)
