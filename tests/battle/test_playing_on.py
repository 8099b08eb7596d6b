"""A journal that is played on from a moment of another: the same up to there, then dice and orders of its own."""

from __future__ import annotations

from pathlib import Path
from random import Random

from schiltron.battle.door.dice import DiceShare, ScriptedDice, SealedDice
from schiltron.battle.record.journal import DiceNote, Journal, Origin
from schiltron.battle.record.positions import packed, unpacked
from schiltron.battle.record.proof import verify
from schiltron.battle.record.savefile import read
from schiltron.battle.record.savefile_writer import write
from schiltron.battle.state.encoding import digest
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Undo
from tests.battle.toy import TOY, Play, ford

OLD = SealedDice.from_number(7)
NEW = SealedDice(SealedDice.from_number(8).seed, [DiceShare("anna", "herons"), DiceShare("ben", "reeds")])
NOTE = DiceNote(NEW.kind, NEW.commitment, NEW.shares)


def over(seed: int = 1) -> Play:
    return Play(ford(), OLD).plays_out(Random(seed))


def resumed(journal: Journal) -> Journal:
    """The same journal as a server has it that was started anew: what came before its last entry is not in memory."""
    marks = unpacked(TOY, journal.entries, [packed(journal)])
    return Journal.resumed(TOY, journal.header, journal.entries, marks)


def test_it_stands_exactly_where_the_other_stood_and_leaves_it_alone() -> None:
    old = over().journal
    lines = list(old.entries)
    for entry in range(len(old.entries)):
        for source in (old, resumed(old)):
            new = source.played_on(entry, "gallows", NOTE)
            assert new.header.origin == Origin("gallows", entry)
            assert new.entries == lines[:entry]
            assert digest(new.battle) == digest(old.battle_at(entry))
            assert [new.events_at(one) for one in range(entry + 1)] == old.events[: entry + 1]
            assert new.header.dice == NOTE
    assert old.entries == lines
    assert old.header.origin is None
    assert old.battle.outcome is not None


def played_out(journal: Journal, seed: int = 2) -> Journal:
    play = Play(ford(), NEW)
    play.journal = journal
    return play.plays_out(Random(seed)).journal


def test_it_is_proven_with_its_own_dice_and_says_where_the_rest_is_proven(tmp_path: Path) -> None:
    old = over().journal
    new = played_out(old.played_on(4, "gallows.jsonl", NOTE))
    path = tmp_path / "what-if.jsonl"
    write(new, path, NEW.seed)
    loaded = read(path, {TOY.name: TOY})
    assert loaded.journal.header.origin == Origin("gallows.jsonl", 4)
    proof = verify(loaded)
    assert not proof.problems
    assert proof.rolls > 0
    assert any("gallows.jsonl after entry 4" in note for note in proof.notes)
    write(new, path, OLD.seed)
    assert verify(read(path, {TOY.name: TOY})).problems


def test_dice_do_not_come_again() -> None:
    old = over().journal
    entry = next(place for place in range(len(old.entries)) if old.battle_at(place).roll is not None)
    play = Play(ford(), NEW)
    play.journal = old.played_on(entry, "x", NOTE)
    assert NEW.throw(play.battle.roll, entry + 1) != OLD.throw(play.battle.roll, entry + 1)
    play.throws()
    assert play.journal.entries[entry].order != old.entries[entry].order


def test_what_was_played_in_the_other_battle_is_not_taken_back() -> None:
    old = Play(ford(), ScriptedDice([6, 1, 4, 6, 6])).until_the_march().says("anna", "advance")
    assert old.journal.against_undo("anna") == ()
    new = old.journal.played_on(len(old.journal.entries), "x", NOTE)
    assert isinstance(new.obey(Undo("anna")), Illegal)


def test_replaying_it_from_its_lines_takes_nothing_back_either(tmp_path: Path) -> None:
    old = Play(ford(), ScriptedDice([6, 1, 4, 6, 6])).until_the_march().says("anna", "advance")
    new = old.journal.played_on(len(old.journal.entries), "x", NOTE)
    path = tmp_path / "what-if.jsonl"
    write(new, path)
    again = read(path, {TOY.name: TOY}).journal
    assert isinstance(again.obey(Undo("anna")), Illegal)
    assert again.mark.standing == new.mark.standing == ()


def test_a_journal_of_its_own_says_nothing_of_an_origin(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    write(over().journal, path)
    assert b'"origin"' not in path.read_bytes().splitlines()[0]
