"""Battles of older formats: read as of today, their hashes compared as they were written."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import MappingProxyType

import pytest
from msgspec import Struct

from schiltron.battle.door import upgrades
from schiltron.battle.door.dice import SealedDice
from schiltron.battle.door.upgrades import Change, Plain
from schiltron.battle.record import savefile
from schiltron.battle.record.proof import verify
from schiltron.battle.record.savefile import SaveFault, read, replayed
from schiltron.battle.record.savefile_writer import entry_line, first_line, write
from schiltron.battle.record.seals import Chain
from schiltron.battle.state.battle import FORMAT, Battle
from tests.battle.toy import TOY, Band, BidsAtTheFord, Ford, Play, Step, ford

DICE = SealedDice.from_number(1415)
LATER = FORMAT + 1


class Weather(Struct, frozen=True):
    rain: int = 0


class WetFord(Ford, frozen=True):
    """The ford as it is after a change: there is weather now, and it can be muddy."""

    weather: Weather = Weather()
    mud: bool = False


def up(battle: Plain) -> Plain:
    """It had always rained as hard as one had to throw."""
    return {**battle, "own": {**battle["own"], "weather": {"rain": int(battle["own"]["to_hit"])}}}


def down(battle: Plain) -> Plain:
    own = {name: battle["own"][name] for name in ("to_hit", "bids", "words")}
    return {**battle, "own": own}


class WetToy(BidsAtTheFord):
    battle_type = Battle[WetFord, Band, Step]
    changes = MappingProxyType({LATER: Change(up, down)})


class Forgetful(BidsAtTheFord):
    """Somebody has changed the shape and has not said how."""

    battle_type = Battle[WetFord, Band, Step]


@pytest.fixture
def before(tmp_path: Path) -> Path:
    """A battle of the toy book before it rained."""
    path = tmp_path / "before.jsonl"
    write(Play(ford(), DICE).plays_out(Random(1415)).journal, path, DICE.seed)
    return path


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """The program of the format after."""
    monkeypatch.setattr(upgrades, "FORMAT", LATER)
    monkeypatch.setattr(savefile, "BATTLE_FORMAT", LATER)


@pytest.mark.usefixtures("later")
def test_a_battle_of_the_format_before_is_read_as_of_today_and_proven(before: Path, tmp_path: Path) -> None:
    loaded = read(before, {"toy": WetToy()})
    setup = loaded.journal.header.setup
    assert loaded.notes == ()
    assert setup.format == LATER
    assert setup.own.weather == Weather(4)
    assert loaded.journal.battle.own.weather == Weather(4)
    checked = verify(loaded)
    assert checked.problems == ()
    assert checked.rolls > 3
    write(loaded.journal, tmp_path / "after.jsonl", loaded.seed)
    after = read(tmp_path / "after.jsonl", {"toy": WetToy()})
    assert after.journal.entries == loaded.journal.entries
    assert verify(after).problems == ()


@pytest.mark.usefixtures("later")
def test_a_change_that_nobody_has_told_of_is_noticed(before: Path) -> None:
    with pytest.raises(SaveFault, match="does not begin as recorded"):
        read(before, {"toy": Forgetful()})


@pytest.mark.usefixtures("later")
def test_what_was_recorded_is_still_compared(before: Path) -> None:
    lines = before.read_bytes().splitlines()
    bare = [line.partition(b',"seal"')[0] + b"}\n" for line in lines]
    bare[0] = bare[0].replace(b'"format":2', b'"format":1', 1)
    digits = bare[4].partition(b'"hash":"')[2][:32]
    bare[4] = bare[4].replace(digits, digits[::-1])
    before.write_bytes(b"".join(bare))
    with pytest.raises(SaveFault, match="line 5: entry 4 leads to another battle than recorded"):
        read(before, {"toy": WetToy()})


@pytest.mark.usefixtures("later")
def test_a_journal_to_be_gone_on_with_is_written_anew(before: Path) -> None:
    first, *lines = before.read_bytes().splitlines(keepends=True)
    journal, chain, anew = replayed(Path("kept"), first, lines[:5], {"toy": WetToy()})
    again, same, nothing = replayed(Path("kept"), anew[0], anew[1:], {"toy": WetToy()})
    assert (again.entries, same.last, nothing) == (journal.entries, chain.last, ())
    assert len(again.entries) == 5
    unlike = Chain()
    assert first_line(Play(ford(), DICE).journal, unlike) != anew[0]


@pytest.mark.usefixtures("later")
def test_where_nobody_can_say_what_was_recorded_then_it_is_played_all_the_same(before: Path) -> None:
    class Blind(WetToy):
        changes = MappingProxyType({LATER: Change(up, None)})

    loaded = read(before, {"toy": Blind()})
    (note,) = loaded.notes
    assert "its states cannot be compared" in note
    assert verify(loaded).problems == ()
    lines = before.read_bytes().splitlines()
    bare = [line.partition(b',"seal"')[0] + b"}\n" for line in lines]
    bare[0] = bare[0].replace(b'"format":2', b'"format":1', 1)
    del bare[4]
    before.write_bytes(b"".join(bare))
    with pytest.raises(SaveFault, match="entry 5 stands where entry 4 belongs"):
        read(before, {"toy": Blind()})


def test_what_is_of_today_is_not_written_anew(before: Path) -> None:
    first, *lines = before.read_bytes().splitlines(keepends=True)
    journal, chain, anew = replayed(Path("kept"), first, lines[:5], {"toy": TOY})
    assert anew == ()
    assert chain.last.encode() in lines[4]
    again = Chain()
    assert [first_line(journal, again), *(entry_line(one, again) for one in journal.entries)] == [first, *lines[:5]]


@pytest.mark.parametrize("number", [b"%d" % LATER, b"0", b"-1", b"true", b'"1"', b"1.5", b"null"])
def test_a_battle_of_no_format_that_is_known_is_refused(before: Path, number: bytes) -> None:
    bare = [line.partition(b',"seal"')[0] + b"}\n" for line in before.read_bytes().splitlines()]
    bare[0] = bare[0].replace(b'"format":2', b'"format":1', 1)
    head, _, setup = bare[0].partition(b'"setup":')
    bare[0] = head + b'"setup":' + setup.replace(b'"format":%d' % FORMAT, b'"format":' + number, 1)
    before.write_bytes(b"".join(bare))
    with pytest.raises(SaveFault, match=r"line 1: the (battle in it has format|setup cannot be read)"):
        read(before, {"toy": TOY})
