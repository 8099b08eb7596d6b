"""Kept positions: a journal gone on with from one is the journal that was played from its start."""

from __future__ import annotations

import zlib
from pathlib import Path
from random import Random

import pytest
from msgspec import Raw
from msgspec.structs import replace

from schiltron.battle.door.dice import ScriptedDice, SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.record.positions import _bound, _Packed, packed, unpacked
from schiltron.battle.record.savefile import replayed
from schiltron.battle.record.savefile_writer import entry_line, first_line
from schiltron.battle.record.seals import Chain
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Undo
from tests.battle.toy import TOY, Play, answer, ford

RULESETS = {"toy": TOY}
DICE = SealedDice.from_number(1415)


def marked(play: Play) -> tuple[Play, list[bytes]]:
    """A battle with something taken back, and its position after each entry."""
    positions = []
    again = Journal(TOY, play.journal.header)
    for entry in play.journal.entries:
        again.obey(entry.order)
        positions.append(packed(again))
    return play, positions


def with_an_undo() -> Play:
    play = Play(ford(ambush=5), ScriptedDice([6, 1, 4])).until_the_march()
    return play.says("anna", "advance").orders(Undo("anna")).says("anna", "stand")


@pytest.fixture(params=["a whole battle", "with an undo"])
def battle(request: pytest.FixtureRequest) -> tuple[Play, list[bytes]]:
    return marked(with_an_undo() if "undo" in request.param else Play(ford(), DICE).plays_out(Random(1415)))


def opened(play: Play, positions: list[bytes]) -> Journal:  # type: ignore[type-arg]
    chain = Chain()
    first = first_line(play.journal, chain)
    lines = [entry_line(entry, chain) for entry in play.journal.entries]
    journal, again, _ = replayed(Path("kept"), first, lines, RULESETS, positions)
    assert again.last == chain.last
    return journal


def missing(journal: Journal) -> int:  # type: ignore[type-arg]
    """So many entries have not been played again."""
    return sum(one is None for one in journal._battles)


def test_from_any_position_on_it_is_the_same_journal(battle: tuple[Play, list[bytes]]) -> None:
    play, positions = battle
    for number, position in enumerate(positions, start=1):
        journal = opened(play, [position])
        assert missing(journal) == number - 1 or Undo("anna") in [one.order for one in journal.entries[number:]]
        assert journal.battle == play.battle
        assert journal.entries == play.journal.entries
        assert journal.mark == play.journal.mark
        if number > 1:
            assert journal.battle_at(number - 1) == play.journal.battle_at(number - 1)
        assert journal.events == play.journal.events
        assert [journal.battle_at(at) for at in range(len(positions) + 1)] == [
            play.journal.battle_at(at) for at in range(len(positions) + 1)
        ]
        assert missing(journal) == 0
        assert journal.seen_by("anna") == play.journal.seen_by("anna")


def test_what_came_before_is_played_again_from_the_position_before_it(battle: tuple[Play, list[bytes]]) -> None:
    play, positions = battle
    journal = opened(play, [positions[1], positions[3]])
    journal.events_at(4)
    assert missing(journal) == 1, "entry 1 lies before both"
    assert journal.battle_at(3) == play.journal.battle_at(3)


def test_an_answer_from_before_the_position_can_be_taken_back() -> None:
    play = Play(ford(ambush=5), ScriptedDice([6, 1, 4])).until_the_march().says("anna", "advance")
    _, positions = marked(play)
    journal = opened(play, positions[-1:])
    for one in (journal, play.journal):
        assert not isinstance(one.obey(Undo("anna")), Illegal)
        assert not isinstance(one.obey(answer(one.battle, "anna", "stand")), Illegal)
    assert journal.entries == play.journal.entries
    assert journal.battle == play.journal.battle


def test_a_position_changed_by_a_byte_is_passed_over(battle: tuple[Play, list[bytes]]) -> None:
    play, positions = battle
    whole = positions[2]
    for place in range(0, len(whole), 7):
        broken = whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]
        assert unpacked(TOY, play.journal.entries, [broken]) == []
    journal = opened(play, [whole[:-1] + b"x"])
    assert missing(journal) == 0, "it is played from its start"
    assert journal.battle == play.battle
    earlier = opened(play, [whole[:-1] + b"x", positions[1]])
    assert missing(earlier) == 1, "or from one before it"


@pytest.mark.parametrize("kept", [b"", b"rubbish", b"x" * 100])
def test_rubbish_is_passed_over(battle: tuple[Play, list[bytes]], kept: bytes) -> None:
    play, _ = battle
    assert opened(play, [kept]).battle == play.battle


def test_a_position_of_another_entry_or_another_battle_is_passed_over(battle: tuple[Play, list[bytes]]) -> None:
    play, positions = battle
    assert unpacked(TOY, play.journal.entries[:2], positions[2:]) == []
    _, others = marked(Play(ford(), SealedDice.from_number(7)).plays_out(Random(7)))
    assert unpacked(TOY, play.journal.entries, others[3:]) == []


def test_a_position_that_is_well_packed_but_leads_elsewhere_is_passed_over(battle: tuple[Play, list[bytes]]) -> None:
    """Somebody knows how to pack one: the hash in the journal, which is under seal, gives him away."""
    play, _ = battle
    entry = play.journal.entries[2]
    richer = replace(play.journal.battle_at(3), turn=99)
    body = zlib.compress(encode(_Packed(3, Raw(encode(richer)), (), richer.serial)))
    assert unpacked(TOY, play.journal.entries, [_bound(entry, body) + body]) == []
    right = play.journal.battle_at(3)
    body = zlib.compress(encode(_Packed(3, Raw(encode(right)), (), right.serial)))
    assert len(unpacked(TOY, play.journal.entries, [_bound(entry, body) + body])) == 1
