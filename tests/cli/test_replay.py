"""`schiltron replay`."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from schiltron.battle.record.savefile import read
from schiltron.battle.record.savefile_writer import write
from schiltron.battle.record.seals import Chain
from schiltron.cli.step_through import step_through, steps_of
from schiltron.cli.terminal import Teller, console
from schiltron.rulesets import ruleset
from tests.battle.forging import resealed
from tests.cli.conftest import Command

RULESETS = {"book_of_war": ruleset("book_of_war")}


def test_the_log_is_printed_where_nobody_sits_at_the_terminal(schiltron: Command, kept: Path) -> None:
    said = schiltron("replay", kept)
    assert said.status == 0
    assert "Turn 1, " in said.out
    assert "Turn 3, " in said.out
    assert "Initiative" in said.out


def test_json_sums_it_up(schiltron: Command, kept: Path) -> None:
    result = json.loads(schiltron("replay", kept, "--json").out)
    assert result["title"] == "Wherever They Meet"
    assert result["over"] is True
    assert result["turns"] <= 6
    assert result["sides"]["red"]["figures_at_start"] == 22


# ---------------------------------------------------------------- proving


def test_an_honest_battle_is_proven(schiltron: Command, kept: Path) -> None:
    said = schiltron("replay", kept, "--verify")
    assert said.status == 0
    assert "everything is as it was played" in said.out
    assert "rolls thrown again from the seed" in said.out
    result = json.loads(schiltron("replay", kept, "--verify", "--json").out)
    assert result["proven"] is True
    assert result["rolls_proven"] > 0


def _rewritten(kept: Path, path: Path, old: str, new: str) -> Path:
    lines = kept.read_text("utf-8").splitlines(keepends=True)
    number = next(place for place, line in enumerate(lines) if place and old in line)
    lines[number] = lines[number].replace(old, new, 1)
    path.write_bytes(resealed(line.encode() for line in lines))
    return path


def test_dice_changed_by_hand_are_found(schiltron: Command, kept: Path, tmp_path: Path) -> None:
    faces = read(kept, RULESETS).journal.entries[0].order.pools[0].faces  # type: ignore[union-attr]
    old = f'"faces":[{faces[0]},{faces[1]}]'
    changed = _rewritten(kept, tmp_path / "changed.jsonl", old, '"faces":[6,6]')
    said = schiltron("replay", changed, "--verify")
    assert said.status == 1
    assert "not the battle that was played" in said.out
    assert "line 2" in said.out
    # Without --verify the file is simply broken.
    plain = schiltron("replay", changed)
    assert plain.status == 2
    assert str(changed) in plain.err


def test_another_seed_than_committed_to_is_found(schiltron: Command, kept: Path, tmp_path: Path) -> None:
    seed = read(kept, RULESETS).seed
    assert seed is not None
    changed = _rewritten(kept, tmp_path / "changed.jsonl", seed.hex(), "00" * 32)
    said = schiltron("replay", changed, "--verify", "--json")
    assert said.status == 1
    assert json.loads(said.out)["problems"] == ["the seed is not the one committed to before play"]


def test_a_battle_cut_short_is_told_as_far_as_it_goes(schiltron: Command, kept: Path, tmp_path: Path) -> None:
    short = tmp_path / "short.jsonl"
    short.write_bytes(kept.read_bytes()[:9000])
    said = schiltron("replay", short)
    assert said.status == 0
    assert "cut short" in said.err
    assert "cut short in line" in schiltron("replay", short, "--verify").out


# ---------------------------------------------------------------- drawing


@pytest.mark.parametrize("at", [0, 30, None])
def test_a_picture_of_any_moment(schiltron: Command, kept: Path, tmp_path: Path, at: int | None) -> None:
    path = tmp_path / "table.svg"
    moment = () if at is None else ("--at", at)
    said = schiltron("replay", kept, "--svg", path, *moment)
    assert said.status == 0
    assert str(path) in said.out
    picture = ElementTree.fromstring(path.read_text("utf-8"))
    units = [one for one in picture.iter() if one.get("data-unit")]
    battle = read(kept, RULESETS).journal.battle_at(at) if at is not None else read(kept, RULESETS).journal.battle
    assert len(units) == sum(unit.on_table for unit in battle.units.values())


def test_no_picture_of_a_moment_that_never_came(schiltron: Command, kept: Path, tmp_path: Path) -> None:
    said = schiltron("replay", kept, "--svg", tmp_path / "x.svg", "--at", 100000)
    assert said.status == 2
    assert "0 (the start) to " in said.err


# ---------------------------------------------------------------- stepping


def test_stepping_goes_on_back_and_to_a_turn(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = read(kept, RULESETS).journal
    words = iter(["", "p", "t3", "w", "m", "what", "t99", "q"])
    asked: list[str] = []

    def ask(prompt: str) -> str:
        word = next(words)
        asked.append(word)
        return word

    step_through(journal, Teller(journal.header.setup, console()), ask)
    out = capsys.readouterr().out
    assert asked[-1] == "q"
    assert out.count("Initiative (") == 2
    assert "Turn 3, " in out
    assert "Turn 4, " not in out
    assert "┌──" in out
    assert f"The battle has {journal.battle.turn} turns." in out
    assert out.count("p back") == 2


def test_stepping_ends_with_the_battle(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    journal = read(kept, RULESETS).journal
    step_through(journal, Teller(journal.header.setup, console()), lambda _: "")
    assert len(steps_of(journal)) > 50
    assert capsys.readouterr().out.count("Turn 1, ") == 2


# ---------------------------------------------------------------- what a player noted


def test_what_a_player_noted_is_compared(schiltron: Command, kept: Path) -> None:
    noted = read(kept, RULESETS).journal.header.dice.commitment
    spaced = f"{noted[:32]} {noted[32:].upper()}"
    assert schiltron("replay", kept, "--verify", "--commitment", spaced).status == 0
    said = schiltron("replay", kept, "--verify", "--commitment", "00" * 32, "--secret", "roses", "--json")
    assert said.status == 1
    assert json.loads(said.out)["problems"] == [
        f"{'00' * 32} is no fingerprint of these dice: they are not those shown before play",
        "no player added 'roses' to these dice",
    ]


def test_half_a_fingerprint_proves_nothing(schiltron: Command, kept: Path) -> None:
    said = schiltron("replay", kept, "--verify", "--commitment", "3ee764fc")
    assert said.status == 2
    assert "64 hexadecimal digits, not 8" in said.err
    assert "--verify too" in schiltron("replay", kept, "--commitment", "00" * 32).err


def test_a_battle_of_the_format_before_is_written_anew(schiltron: Command, kept: Path, tmp_path: Path) -> None:
    chain = Chain()
    bare = [chain.opened(line) for line in kept.read_bytes().splitlines()]
    old = tmp_path / "old.jsonl"
    old.write_bytes(b"".join(line.replace(b'"format":2', b'"format":1', 1) + b"\n" for line in bare))
    assert "no seals" in schiltron("replay", old).err
    assert str(tmp_path / "new.jsonl") in schiltron("replay", old, "--save", tmp_path / "new.jsonl").out
    assert (tmp_path / "new.jsonl").read_bytes() == kept.read_bytes()
    result = json.loads(schiltron("replay", kept, "--verify", "--json").out)
    assert result["seal"] == chain.last


# ---------------------------------------------------------------- playing on


def test_it_is_played_on_into_a_file_of_its_own_between_captains(
    schiltron: Command, kept: Path, tmp_path: Path
) -> None:
    written, new = kept.read_bytes(), tmp_path / "new.jsonl"
    said = schiltron("replay", kept, "--play-on", 8, "--red", "recruit", "--blue", "recruit", "--save", new)
    assert said.status == 0
    assert f"Played on from {kept.name}, after entry 8." in said.out
    assert json.loads(schiltron("replay", new, "--json").out)["origin"] == {"battle": kept.name, "entry": 8}
    assert schiltron("replay", new, "--verify").status == 0
    assert f"Played on from {kept.name}, after entry 8." in schiltron("replay", new).out
    assert kept.read_bytes() == written
    over = schiltron("replay", kept, "--play-on", 8, "--save", kept)
    assert over.status != 0
    assert "is the battle that is played on" in over.err
    assert kept.read_bytes() == written


def test_names_of_the_players_are_told(schiltron: Command, kept: Path, tmp_path: Path) -> None:
    loaded, path = read(kept, RULESETS), tmp_path / "named.jsonl"
    write(loaded.journal, path, loaded.seed, {"red": "Ines\x1b[31m", "blue": "Tomas"})
    out = schiltron("replay", path).out
    assert "(Red): Ines[31m" in out, "what a terminal would obey is left out"
    assert "(Blue): Tomas" in out
    assert json.loads(schiltron("replay", path, "--json").out)["sides"]["blue"]["player"] == "Tomas"
    again = tmp_path / "again.jsonl"
    schiltron("replay", path, "--save", again)
    assert read(again, RULESETS).players["blue"] == "Tomas"
    assert schiltron("replay", again, "--verify").status == 0
