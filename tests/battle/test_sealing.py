"""Seals: whatever is changed in a saved battle, the line is named; files from before there were seals still load."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from schiltron.battle.door.dice import SealedDice
from schiltron.battle.record.proof import verify
from schiltron.battle.record.savefile import SaveFault, read
from schiltron.battle.record.savefile_writer import Appender, write
from schiltron.battle.record.seals import BrokenSeal, Chain
from tests.battle.toy import TOY, Play, ford

RULESETS = {"toy": TOY}
DICE = SealedDice.from_number(1415)
OLD = Path(__file__).parent / "files" / "format-1.jsonl"


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("saves") / "ford.jsonl"
    write(Play(ford(), DICE).plays_out(Random(1415)).journal, path, DICE.seed)
    return path


def others(byte: int) -> set[int]:
    """Bytes somebody might put there: the next one, the other case, a space, a digit, a quote, the end of a line."""
    return {byte ^ 1, byte ^ 32, *b' 0"}\n\r\0', 255} - {byte}


def test_every_byte_of_every_line_is_under_its_seal(saved: Path) -> None:
    """Whatever is put in its place, and wherever one is lost or added."""
    before = ""
    for line in saved.read_bytes().splitlines():
        for place, byte in enumerate(line):
            changes = [line[:place] + bytes([other]) + line[place + 1 :] for other in others(byte)]
            for changed in (*changes, line[:place] + line[place + 1 :], line[:place] + b" " + line[place:]):
                with pytest.raises(BrokenSeal):
                    Chain(last=before).opened(changed)
        after = Chain(last=before)
        after.opened(line)
        before = after.last


def test_a_byte_changed_is_noticed_in_its_line(saved: Path, tmp_path: Path) -> None:
    """A file is opened by its seals, line by line: here and there, and at every end of a line."""
    whole = saved.read_bytes()
    path = tmp_path / "changed.jsonl"
    ends = [place for place, byte in enumerate(whole) if byte == ord("\n")]
    for place in {*range(0, len(whole), 29), *ends, *(end - 1 for end in ends)}:
        for other in others(whole[place]):
            path.write_bytes(whole[:place] + bytes([other]) + whole[place + 1 :])
            with pytest.raises(SaveFault) as failed:
                read(path, RULESETS)
            assert failed.value.line == whole.count(b"\n", 0, place) + 1, (place, whole[place], other)


def test_a_byte_lost_or_added_is_noticed(saved: Path, tmp_path: Path) -> None:
    whole = saved.read_bytes()
    path = tmp_path / "changed.jsonl"
    for place in range(0, len(whole) - 1, 37):
        for changed in (whole[:place] + whole[place + 1 :], whole[:place] + b" " + whole[place:]):
            path.write_bytes(changed)
            with pytest.raises(SaveFault) as failed:
                read(path, RULESETS)
            assert failed.value.line is not None


def test_a_file_that_is_still_written_is_under_seal_as_well(tmp_path: Path) -> None:
    play = Play(ford(), DICE)
    path = tmp_path / "ford.jsonl"
    file = Appender(play.journal, path)
    play.says("anna", "high").says("ben", "low")
    file.append()
    whole = path.read_bytes()
    for place in (10, whole.index(b"\n") + 40, len(whole) - 40, len(whole) - 1):
        path.write_bytes(whole[:place] + b"#" + whole[place + 1 :])
        with pytest.raises(SaveFault) as failed:
            read(path, RULESETS)
        assert failed.value.line == whole.count(b"\n", 0, place) + 1
    file.close()


def test_lines_cannot_change_places_nor_come_from_another_battle(saved: Path, tmp_path: Path) -> None:
    lines = saved.read_bytes().splitlines(keepends=True)
    path = tmp_path / "x.jsonl"
    for order, wrong in (([0, 2, 1], 2), ([0, 1, 1], 3), ([0, 2], 2)):
        path.write_bytes(b"".join(lines[place] for place in order))
        with pytest.raises(SaveFault) as failed:
            read(path, RULESETS)
        assert failed.value.line == wrong
        assert "the seal is not that of this line after those before it" in failed.value.wrong


def test_a_seal_is_the_hash_of_the_seal_before_and_of_the_line(saved: Path) -> None:
    """As anybody can reckon it without this program."""
    before = ""
    for line in saved.read_bytes().splitlines():
        bare, seal = re.fullmatch(rb'(.*),"seal":"([0-9a-f]{64})"\}', line).groups()  # type: ignore[union-attr]
        assert sha256(before.encode() + bare + b"}").hexdigest() == seal.decode()
        before = seal.decode()
    assert read(saved, RULESETS).seal == before


@pytest.mark.parametrize("line", [b"", b"{}", b'{"a":1}', b'{"a":1,"seal":"' + b"0" * 64 + b'"}'])
def test_what_has_no_seal_or_a_wrong_one_is_not_opened(line: bytes) -> None:
    with pytest.raises(BrokenSeal):
        Chain().opened(line)


def test_a_chain_goes_on_where_another_left_off() -> None:
    first = Chain()
    one = first.sealed(b'{"a":1}')
    two = Chain(last=first.last).sealed(b'{"b":2}')
    reading = Chain()
    assert [reading.opened(line[:-1]) for line in (one, two)] == [b'{"a":1}', b'{"b":2}']


# ---------------------------------------------------------------- files of old


def test_a_file_of_the_format_before_loads_and_says_what_it_lacks(tmp_path: Path) -> None:
    old = read(OLD, RULESETS)
    unsealed, not_compared = old.notes
    assert "format 1, whose lines have no seals" in unsealed
    assert "its states cannot be compared" in not_compared
    assert old.journal.header.format == 1
    assert old.seed == DICE.seed
    checked = verify(old)
    assert checked.problems == ()
    assert checked.rolls > 3
    write(old.journal, tmp_path / "new.jsonl", old.seed)
    new = read(tmp_path / "new.jsonl", RULESETS)
    assert new.notes == ()
    assert new.journal.header.format == 2
    assert new.journal.entries == old.journal.entries
    assert verify(new).problems == ()


def test_an_old_file_cut_short_loads_up_to_its_last_whole_entry(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    path.write_bytes(OLD.read_bytes()[:-700])
    loaded = read(path, RULESETS)
    assert "format 1" in loaded.notes[0]
    assert "cut short" in loaded.notes[2]


def test_a_sealed_file_cannot_pass_for_one_of_old(saved: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(saved.read_bytes().replace(b'"format":2', b'"format":1', 1))
    with pytest.raises(SaveFault, match="has a seal, in a file of a format that has none"):
        read(path, RULESETS)
    lines = OLD.read_bytes().splitlines(keepends=True)
    lines[3] = saved.read_bytes().splitlines(keepends=True)[3]
    path.write_bytes(b"".join(lines))
    with pytest.raises(SaveFault, match="line 4"):
        read(path, RULESETS)
