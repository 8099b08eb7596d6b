"""Files: whole or not at all, readable up to where they were cut, and honest about everything else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice, ScriptedDice, SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.record.proof import verify
from schiltron.battle.record.savefile import SaveFault, read
from schiltron.battle.record.savefile_writer import Appender, write
from schiltron.battle.state.order import Concede, Undo
from tests.battle.forging import resealed
from tests.battle.toy import TOY, Play, answer, ford

RULESETS = {"toy": TOY}
DICE = SealedDice.from_number(1415)


def battle_to_the_end() -> Play:
    return Play(ford(), DICE).plays_out(Random(1415))


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("saves") / "ford.jsonl"
    write(battle_to_the_end().journal, path, DICE.seed)
    return path


Lines = list[dict[str, Any]]


def changed(saved: Path, path: Path, change: Callable[[Lines], object]) -> Path:
    """A copy of the file in which something was changed, line by line, by somebody who knows how to seal lines."""
    lines = [json.loads(line) for line in saved.read_text().splitlines()]
    change(lines)
    path.write_bytes(resealed(json.dumps(line, ensure_ascii=False).encode() for line in lines))
    return path


def fault(path: Path) -> SaveFault:
    with pytest.raises(SaveFault) as failed:
        read(path, RULESETS)
    said = str(failed.value)
    assert said.startswith(str(path))
    assert said.endswith(".")
    assert "Traceback" not in said
    return failed.value


# ---------------------------------------------------------------- there and back


def test_a_file_gives_back_the_same_journal(saved: Path) -> None:
    journal = battle_to_the_end().journal
    loaded = read(saved, RULESETS)
    assert loaded.notes == ()
    assert loaded.seed == DICE.seed
    assert loaded.journal.header == journal.header
    assert loaded.journal.entries == journal.entries
    assert loaded.journal.battle == journal.battle
    assert loaded.journal.events == journal.events


def test_a_file_written_again_has_the_same_bytes(saved: Path, tmp_path: Path) -> None:
    loaded = read(saved, RULESETS)
    write(loaded.journal, tmp_path / "again.jsonl", loaded.seed)
    assert (tmp_path / "again.jsonl").read_bytes() == saved.read_bytes()


def test_a_battle_goes_on_where_the_file_left_off(tmp_path: Path) -> None:
    play = Play(ford(ambush=5), ScriptedDice([6, 1, 4])).until_the_march().says("anna", "advance")
    write(play.journal, tmp_path / "half.jsonl")
    journal = read(tmp_path / "half.jsonl", RULESETS).journal
    assert journal.battle == play.battle
    for one in (journal, play.journal):
        one.obey(Undo("anna"))
        one.obey(answer(one.battle, "anna", "stand"))
    assert journal.entries == play.journal.entries
    assert read(tmp_path / "half.jsonl", RULESETS).seed is None


def test_writing_leaves_the_old_file_alone_until_the_new_one_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ford.jsonl"
    path.write_text("what was there before")

    def disk_full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", disk_full)
    with pytest.raises(OSError, match="No space left"):
        write(battle_to_the_end().journal, path)
    assert path.read_text() == "what was there before"
    assert list(tmp_path.iterdir()) == [path], "nothing half-written is left lying about"


def test_a_file_that_grows_with_play_holds_every_entry_at_once(tmp_path: Path) -> None:
    path = tmp_path / "ford.jsonl"
    play = Play(ford(), DICE)
    with Appender(play.journal, path) as file:
        for key, seat in (("high", "anna"), ("low", "ben")):
            play.says(seat, key)
            file.append()
            loaded = read(path, RULESETS)
            assert loaded.journal.entries == play.journal.entries
            assert "no closing line" in loaded.notes[0]
        play.orders(Concede("ben"))
    loaded = read(path, RULESETS)
    assert loaded.notes == ()
    assert loaded.journal.entries == play.journal.entries
    write(play.journal, tmp_path / "at_once.jsonl")
    assert path.read_bytes() == (tmp_path / "at_once.jsonl").read_bytes()


def test_a_program_that_falls_over_leaves_a_file_without_a_closing_line(tmp_path: Path) -> None:
    path = tmp_path / "ford.jsonl"
    play = Play(ford(), DICE)
    file = Appender(play.journal, path)
    play.says("anna", "high")
    file.append()
    with pytest.raises(ZeroDivisionError), file:
        _ = 1 // 0
    loaded = read(path, RULESETS)
    assert len(loaded.journal.entries) == 1
    assert "no closing line" in loaded.notes[0]


def test_a_file_that_was_closed_can_grow_again(saved: Path, tmp_path: Path) -> None:
    play = Play(ford(), DICE).says("anna", "high")
    path = tmp_path / "ford.jsonl"
    write(play.journal, path)
    journal = read(path, RULESETS).journal
    with Appender(journal, path):
        journal.obey(answer(journal.battle, "ben", "low"))
    assert len(read(path, RULESETS).journal.entries) == 2


def test_a_journal_without_hashes_is_kept_without(tmp_path: Path) -> None:
    journal = Journal.start(TOY, ford(), "fast", hashed=False)
    dice = FastDice(Random(1))
    for seat in ("anna", "ben"):
        journal.obey(answer(journal.battle, seat, "high"))
    assert journal.battle.roll is not None
    journal.obey(dice.throw(journal.battle.roll, 3))
    write(journal, tmp_path / "fast.jsonl")
    loaded = read(tmp_path / "fast.jsonl", RULESETS)
    assert loaded.journal.entries == journal.entries
    checked = verify(loaded)
    assert checked.problems == ()
    assert checked.notes == ("the journal keeps no hashes", "the dice are fast: nothing proves them")


# ---------------------------------------------------------------- cut short


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.slow), 41])
def test_a_file_cut_short_at_any_byte_loads_up_to_its_last_whole_entry_or_explains(every: int, tmp_path: Path) -> None:
    play = Play(ford(), DICE).says("anna", "high").says("ben", "low").throws().orders(Concede("ben"))
    path = tmp_path / "ford.jsonl"
    write(play.journal, path, DICE.seed)
    whole = path.read_bytes()
    first_line = whole.index(b"\n")
    ends = [place for place, byte in enumerate(whole) if byte == ord("\n")]
    for length in {*range(0, len(whole), every), *ends, *(end + 1 for end in ends[:-1]), len(whole) - 1}:
        path.write_bytes(whole[:length])
        if length < first_line:
            assert fault(path).wrong in (
                "the file is empty",
                "the file was cut short in its first line, before any entry",
            )
            continue
        loaded = read(path, RULESETS)
        entries = min(sum(1 for end in ends[1:] if end <= length), len(play.journal.entries))
        assert loaded.journal.entries == play.journal.entries[:entries]
        assert loaded.journal.battle == play.journal.battle_at(entries)
        if length == len(whole) - 1:
            assert loaded.notes == (), "only the last line's end is missing"
            assert loaded.seed == DICE.seed
        else:
            (note,) = loaded.notes
            assert note.endswith(f"it is loaded up to entry {entries}")
            assert ("cut short in line" in note) == (length not in ends and length - 1 not in ends)


def test_zeros_left_by_a_power_cut_count_as_cut_short(saved: Path, tmp_path: Path) -> None:
    lines = saved.read_bytes().splitlines(keepends=True)
    path = tmp_path / "ford.jsonl"
    path.write_bytes(b"".join(lines[:4]) + b"\0" * 512)
    loaded = read(path, RULESETS)
    assert len(loaded.journal.entries) == 3
    assert loaded.notes == ("the file was cut short in line 5; it is loaded up to entry 3",)


# ---------------------------------------------------------------- what is wrong with it


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    said = fault(tmp_path / "nowhere.jsonl")
    assert said.line is None
    assert "No such file" in said.wrong
    assert "cannot be read" in fault(tmp_path).wrong


@pytest.mark.parametrize(
    "content",
    [b"Dear diary,\n", b"\x89PNG\r\n\x1a\n", b"[1, 2]\n", b'{"line":"entry"}\n', b"\n", b"Dear", b'{"format":1'],
)
def test_what_is_no_journal_at_all(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(content)
    said = fault(path)
    assert said.line == 1
    assert "not a saved battle of Schiltron" in said.wrong


def test_a_file_of_another_version(saved: Path, tmp_path: Path) -> None:
    def from_the_future(lines: Lines) -> None:
        lines[0] |= {"format": 99, "program": "9.9.9"}

    said = str(fault(changed(saved, tmp_path / "new.jsonl", from_the_future)))
    assert "format 99" in said
    assert "'9.9.9'" in said
    assert "reads formats up to 2" in said


def test_a_battle_of_another_version(saved: Path, tmp_path: Path) -> None:
    path = changed(saved, tmp_path / "new.jsonl", lambda lines: lines[0]["setup"].update(format=7))
    assert "battle in it has format 7" in fault(path).wrong


def test_an_unknown_ruleset_names_those_that_are_known(saved: Path, tmp_path: Path) -> None:
    path = changed(saved, tmp_path / "x.jsonl", lambda lines: lines[0].update(ruleset="tiddlywinks"))
    assert "'tiddlywinks' is not known here. Known books: toy." in str(fault(path))


def test_a_setup_that_cannot_be_read_says_where(saved: Path, tmp_path: Path) -> None:
    path = changed(saved, tmp_path / "x.jsonl", lambda lines: lines[0]["setup"].update(turn="one"))
    assert "$.turn" in fault(path).wrong
    path = changed(saved, tmp_path / "y.jsonl", lambda lines: lines[0]["setup"]["agenda"][0].update(type="toy.nap"))
    assert "'toy.nap'" in fault(path).wrong
    path = changed(saved, tmp_path / "z.jsonl", lambda lines: lines[0].pop("dice"))
    assert "dice" in fault(path).wrong


def test_a_setup_that_was_changed(saved: Path, tmp_path: Path) -> None:
    path = changed(saved, tmp_path / "x.jsonl", lambda lines: lines[0]["setup"]["units"]["spears"].update(figures=30))
    said = fault(path)
    assert said.line == 1
    assert "does not begin as recorded" in said.wrong


def test_a_setup_that_cannot_be_played(saved: Path, tmp_path: Path) -> None:
    path = changed(saved, tmp_path / "x.jsonl", lambda lines: lines[0]["setup"].update(agenda=[{"type": "toy.spin"}]))
    assert "cannot be played (Runaway" in fault(path).wrong


@pytest.mark.parametrize(
    "broken", [b"", b"{", b"null", b'{"line":"entry","number":2}', b'{"line":"poem"}', b"\xff\xfe"]
)
def test_a_broken_entry_in_the_middle(broken: bytes, saved: Path, tmp_path: Path) -> None:
    lines = saved.read_bytes().splitlines()
    lines[2] = broken
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"\n".join(lines) + b"\n")
    said = fault(path)
    assert said.line == 3
    assert "not a whole entry" in said.wrong or "not the line that was written" in said.wrong
    assert said.right == "Cut off from this line on, the file would load up to entry 1"


def test_a_whole_last_line_that_is_wrong_is_not_taken_for_a_cut(saved: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(saved.read_bytes() + b'{"line":"entry","number":"one"}')
    assert "goes on after its closing line" in fault(path).wrong
    lines = saved.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]) + b'{"line":"entry","number":"one"}')
    assert fault(path).line == 4


def test_a_last_line_that_was_ended_is_broken_and_not_cut(saved: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"".join(saved.read_bytes().splitlines(keepends=True)[:3]) + b'{"line":"entry","num\n')
    assert fault(path).line == 4


def test_an_order_that_is_not_legal(saved: Path, tmp_path: Path) -> None:
    path = changed(saved, tmp_path / "x.jsonl", lambda lines: lines[1]["order"]["answer"].update(keys=["sideways"]))
    said = fault(path)
    assert said.line == 2
    assert "entry 1 is not legal here: 'sideways' is not an option [TOY-1]" in said.wrong


def test_an_order_that_sets_off_a_rule_without_end(tmp_path: Path) -> None:
    play = Play(ford(ambush=5), ScriptedDice([6, 1, 4])).until_the_march().says("anna", "stand")
    write(play.journal, tmp_path / "good.jsonl")
    path = changed(
        tmp_path / "good.jsonl",
        tmp_path / "x.jsonl",
        lambda lines: lines[5]["order"]["answer"].update(keys=["spin"]),
    )
    assert "entry 5 cannot be carried out (Runaway" in fault(path).wrong


def test_a_hash_that_differs(saved: Path, tmp_path: Path) -> None:
    path = changed(saved, tmp_path / "x.jsonl", lambda lines: lines[2].update(hash="00"))
    said = fault(path)
    assert said.line == 3
    assert "entry 2 leads to another battle" in said.wrong
    assert "recorded 00" in said.wrong


def test_another_answer_smuggled_in_is_found_by_the_hash(saved: Path, tmp_path: Path) -> None:
    def other_bid(lines: Lines) -> None:
        answer_given = lines[1]["order"]["answer"]
        answer_given["keys"] = ["high" if answer_given["keys"] == ["low"] else "low"]

    assert "another battle than recorded" in fault(changed(saved, tmp_path / "x.jsonl", other_bid)).wrong


def test_entries_out_of_order_or_missing(saved: Path, tmp_path: Path) -> None:
    path = changed(saved, tmp_path / "x.jsonl", lambda lines: lines.pop(2))
    assert "entry 3 stands where entry 2 belongs" in fault(path).wrong
    path = changed(saved, tmp_path / "y.jsonl", lambda lines: lines.pop(-2))
    assert "the closing line counts" in fault(path).wrong


def test_a_closing_line_that_lies(saved: Path, tmp_path: Path) -> None:
    path = changed(saved, tmp_path / "x.jsonl", lambda lines: lines[-1].update(outcome=None))
    assert "outcome" in fault(path).wrong
    path = changed(saved, tmp_path / "y.jsonl", lambda lines: lines[-1].update(seed="not hex"))
    assert "seed cannot be read" in fault(path).wrong


# ---------------------------------------------------------------- proof


def test_every_entry_and_every_sealed_die_is_verified(saved: Path) -> None:
    loaded = read(saved, RULESETS)
    checked = verify(loaded)
    assert checked.problems == ()
    assert checked.notes == ()
    assert checked.entries == len(loaded.journal.entries)
    assert checked.rolls == sum(1 for entry in loaded.journal.entries if "pools" in type(entry.order).__struct_fields__)
    assert checked.rolls > 3


def test_one_die_changed_is_found_even_where_it_changes_nothing(saved: Path, tmp_path: Path) -> None:
    """The face of a miss is not in the battle, so no hash can tell; the seed can."""
    found = []

    def another_miss(lines: Lines) -> None:
        for line in lines[1:-1]:
            for pool in line["order"].get("pools", []):
                if pool["classes"][0][0] == 0 and pool["classes"][0][1]:
                    place = next(place for place, face in enumerate(pool["faces"]) if face < 4)
                    pool["faces"][place] = pool["faces"][place] % 3 + 1
                    found.append(line["number"])
                    return

    loaded = read(changed(saved, tmp_path / "x.jsonl", another_miss), RULESETS)
    (problem,) = verify(loaded).problems
    assert problem.startswith(f"entry {found[0]}, blows: recorded")
    assert "the seed gives" in problem


def test_dice_of_ones_own_choosing_are_found_though_every_hash_fits(tmp_path: Path) -> None:
    cheat = Play(ford(), DICE).says("anna", "high").says("ben", "low")
    roll = cheat.battle.roll
    assert roll is not None
    cheat.orders(ScriptedDice([6, 1]).throw(roll, 3)).orders(Concede("ben"))
    write(cheat.journal, tmp_path / "x.jsonl", DICE.seed)
    checked = verify(read(tmp_path / "x.jsonl", RULESETS))
    assert checked.rolls == 0
    assert checked.problems[0].startswith("entry 3, lots for the march: recorded 6 | 1, the seed gives")


def test_dice_of_another_entry_are_found(tmp_path: Path) -> None:
    cheat = Play(ford(), DICE).says("anna", "high").says("ben", "low")
    roll = cheat.battle.roll
    assert roll is not None
    other = next(entry for entry in range(4, 99) if DICE.throw(roll, entry) != DICE.throw(roll, 3))
    cheat.orders(DICE.throw(roll, other)).orders(Concede("ben"))
    write(cheat.journal, tmp_path / "x.jsonl", DICE.seed)
    assert len(verify(read(tmp_path / "x.jsonl", RULESETS)).problems) == 1


@pytest.mark.parametrize("seed", ["00", SealedDice.from_number(1416).seed.hex()])
def test_another_seed_is_found(seed: str, saved: Path, tmp_path: Path) -> None:
    path = changed(saved, tmp_path / "x.jsonl", lambda lines: lines[-1].update(seed=seed))
    checked = verify(read(path, RULESETS))
    assert checked.problems == ("the seed is not the one committed to before play",)
    assert checked.rolls == 0


def test_another_commitment_is_found(saved: Path, tmp_path: Path) -> None:
    path = changed(saved, tmp_path / "x.jsonl", lambda lines: lines[0]["dice"].update(commitment="00" * 32))
    assert verify(read(path, RULESETS)).problems == ("the seed is not the one committed to before play",)


def test_while_the_seed_is_secret_the_dice_are_not_called_proven(tmp_path: Path) -> None:
    write(battle_to_the_end().journal, tmp_path / "x.jsonl")
    checked = verify(read(tmp_path / "x.jsonl", RULESETS))
    assert checked.problems == ()
    assert checked.rolls == 0
    assert checked.notes == ("the seed has not been shown yet: the dice cannot be proven",)


def test_hashes_changed_in_memory_are_found(saved: Path) -> None:
    loaded = read(saved, RULESETS)
    loaded.journal.entries[1] = replace(loaded.journal.entries[1], hash="00")
    assert verify(loaded).problems == ("1 hashes differ, first at entry 2",)
