"""The journal: what it records, what it takes back, and that nobody gains by taking back."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import ScriptedDice, SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.battle import Seat
from schiltron.battle.state.encoding import encode, kept_digest
from schiltron.battle.state.event import Altered, TookBack
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import (
    Agree,
    Amend,
    CallItDrawn,
    Concede,
    Dice,
    Propose,
    Reply,
    TakeBack,
    Undo,
    Withdraw,
)
from tests.battle.toy import TOY, Play, ToyBattle, answer, ford


def marching(*dice: int, ambush: int = 5) -> Play:
    """Anna is to march; entries 1 to 4 are two bids, the lots and her scouts."""
    return Play(ford(ambush=ambush), ScriptedDice([6, 1, 4, *dice])).until_the_march()


def position(battle: ToyBattle) -> ToyBattle:
    """A battle without its numbering, to compare where things stand."""
    return replace(battle, serial=0, decisions=(), roll=None, commitments=())


def open_ids(battle: ToyBattle) -> list[str]:
    return [decision.id for decision in battle.decisions] + ([battle.roll.id] if battle.roll else [])


# ---------------------------------------------------------------- recording


def test_only_what_was_obeyed_is_recorded_with_a_hash_each() -> None:
    play = marching()
    assert [type(entry.order) for entry in play.journal.entries] == [Reply, Reply, Dice, Dice]
    assert [entry.number for entry in play.journal.entries] == [1, 2, 3, 4]
    for entry in play.journal.entries:
        assert entry.hash == kept_digest(play.journal.battle_at(entry.number))
    assert "not an option" in play.refuses(answer(play.battle, "anna", "fly"))


def test_events_and_battles_can_be_looked_up_by_entry() -> None:
    play = marching()
    assert len(play.journal.events) == 5
    assert play.journal.battle_at(0).own.bids == ()
    assert play.journal.battle_at(2).own.bids == ("high", "low")
    assert play.journal.battle_at(4) is play.battle
    with pytest.raises(LookupError, match="entries 1 to 4, not 5"):
        play.journal.battle_at(5)
    with pytest.raises(LookupError):
        play.journal.battle_at(-1)


def test_a_journal_without_hashes_is_quicker_and_says_nothing() -> None:
    journal = Journal.start(TOY, ford(), "scripted", hashed=False)
    journal.obey(answer(journal.battle, "anna", "high"))
    assert journal.header.hash == ""
    assert journal.entries[0].hash == ""


def test_play_starts_from_what_replay_will_read() -> None:
    """A dict in another order would be equal, and yet be gone through in another order."""
    battle = ford()
    assert list(battle.units) != sorted(battle.units)
    journal = Journal.start(TOY, battle, "scripted")
    assert list(journal.header.setup.units) == list(TOY.decode(encode(battle)).units)


def test_a_whole_battle_replays_to_identical_hashes() -> None:
    for seed in range(12):
        play = Play(ford(ambush=seed % 5 + 1), SealedDice.from_number(seed)).plays_out(Random(seed))
        again = Journal(TOY, play.journal.header)
        for entry in play.journal.entries:
            again.obey(entry.order)
        assert again.entries == play.journal.entries
        assert again.battle == play.battle
        assert again.events == play.journal.events


# ---------------------------------------------------------------- free undo


def test_ones_own_last_answer_may_be_taken_back_freely() -> None:
    play = marching()
    before = play.battle
    play.says("anna", "advance")
    assert play.battle.units["spears"].pose.x == 1_000
    play.orders(Undo("anna"))
    assert position(play.battle) == position(before)
    assert play.journal.events[-1] == (TookBack(seat="anna", to=4),)
    assert [type(entry.order) for entry in play.journal.entries[-2:]] == [Reply, Undo], "nothing is struck out"


def test_after_an_undo_the_old_ids_are_stale_and_the_new_ones_never_used() -> None:
    play = marching()
    old = answer(play.battle, "anna", "advance")
    play.orders(old)
    used = {one for number in range(len(play.journal.entries) + 1) for one in open_ids(play.journal.battle_at(number))}
    play.orders(Undo("anna"))
    assert used.isdisjoint(open_ids(play.battle))
    assert "is asked" in play.refuses(old)
    play.says("anna", "stand")


def test_several_answers_may_be_taken_back_one_by_one() -> None:
    play = marching()
    start = play.battle
    play.says("anna", "advance").says("anna", "advance").orders(Undo("anna"))
    assert play.battle.units["spears"].pose.x == 1_000
    play.orders(Undo("anna"))
    assert position(play.battle) == position(start)
    play.says("anna", "advance").says("anna", "advance")
    assert play.battle.units["spears"].pose.x == 2_000


def test_an_answer_may_be_taken_back_while_its_dice_are_not_yet_thrown() -> None:
    play = marching().says("anna", "strike")
    due = play.battle.roll
    assert due is not None
    play.orders(Undo("anna"))
    assert play.battle.awaiting != due
    assert play.battle.decisions[0].seat == "anna"


def test_once_dice_fell_an_undo_needs_consent() -> None:
    play = marching(6, 1, 1).says("anna", "strike")
    assert play.battle.roll is not None
    play.orders(play.dice.throw(play.battle.roll, play.journal.next_number))
    said = play.refuses(Undo("anna"))
    assert "dice have fallen since (entry 6)" in said
    assert "propose to take it back" in said


def test_once_another_seat_answered_an_undo_needs_consent() -> None:
    play = Play(ford(sides=3), ScriptedDice([])).says("anna", "high").says("ben", "low")
    assert "'ben' has answered since (entry 2)" in play.refuses(Undo("anna"))
    play.orders(Undo("ben"))
    assert {decision.seat for decision in play.battle.decisions} == {"ben", "cora"}


def test_once_sealed_answers_lie_open_an_undo_needs_consent() -> None:
    play = Play(ford(), ScriptedDice([])).says("anna", "high").says("ben", "low")
    said = play.refuses(Undo("ben"))
    assert "brought something hidden to light" in said
    assert "propose to take it back" in said


def test_once_an_ambush_has_sprung_an_undo_needs_consent() -> None:
    play = marching(ambush=1).says("anna", "advance")
    assert "wolves" in TOY.view(play.battle, "anna").units
    assert play.battle.roll is not None, "and no die has fallen yet"
    assert "brought something hidden to light" in play.refuses(Undo("anna"))


def test_what_was_declared_unmeasured_needs_consent_to_be_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where players go by eye, an undo would be a tape measure; where they may measure, it tells them nothing."""
    assert not marching().says("anna", "strike").journal.against_undo("anna")
    monkeypatch.setattr(type(TOY), "measures", lambda book, view: False)
    play = marching().says("anna", "strike")
    assert "declared before it was measured" in play.refuses(Undo("anna"))


def test_every_reason_against_an_undo_is_given() -> None:
    play = marching(1, 1, 1, 1, 1, ambush=1).says("anna", "advance").throws()
    said = play.refuses(Undo("anna"))
    assert said.count("dice have fallen") == 2
    assert "hidden" in said


def test_who_gave_no_answer_has_nothing_to_take_back() -> None:
    play = Play(ford(), ScriptedDice([])).says("anna", "high")
    assert "'ben' has given no answer" in play.refuses(Undo("ben"))
    assert "'ben' has given no answer" in play.refuses(Propose("ben", TakeBack()))
    play.orders(Undo("anna"))
    assert "'anna' has given no answer" in play.refuses(Undo("anna"))


def test_after_the_end_nothing_is_taken_back_for_the_seed_may_be_known() -> None:
    play = marching().says("anna", "advance").orders(Concede("anna"))
    assert "the battle is over" in play.refuses(Undo("anna"))
    assert "the battle is over" in play.refuses(Propose("anna", TakeBack()))


def test_talk_of_proposals_does_not_stand_in_the_way_and_goes_on() -> None:
    play = marching().says("anna", "advance").orders(Propose("ben", Amend("to_hit", "5")))
    (proposal,) = play.battle.proposals
    play.orders(Undo("anna"))
    assert play.battle.units["spears"].pose.x == 0
    assert play.battle.proposals == (proposal,)
    play.orders(Agree("anna", proposal.id, agrees=True))
    assert play.battle.own.to_hit == "5"


def test_what_was_agreed_is_not_undone_by_one_seat() -> None:
    play = marching().says("anna", "advance").orders(Propose("ben", Amend("to_hit", "5")))
    play.orders(Agree("anna", play.battle.proposals[0].id, agrees=True))
    assert "something has been agreed since (entry 7)" in play.refuses(Undo("anna"))


def test_a_withdrawn_answer_is_not_brought_back_by_anothers_undo() -> None:
    play = Play(ford(sides=3), ScriptedDice([])).says("ben", "high").says("anna", "low")
    play.orders(Withdraw("ben", "0.1"))
    assert "'ben' has answered since (entry 3)" in play.refuses(Undo("anna"))
    play.orders(Withdraw("anna", "0.0"))
    assert play.battle.commitments == ()


def test_ones_own_withdrawal_does_not_stand_in_the_way_of_an_earlier_answer() -> None:
    play = marching(1, 1, 1, 1, 1, 1).says("anna", "advance").says("anna", "stand")
    assert len(play.battle.decisions) == 2, "the next turn's bids"
    decision = play.battle.decisions[0]
    play.says("anna", "low").orders(Withdraw("anna", decision.id)).orders(Undo("anna"))
    assert play.battle.decisions[0].prompt == "march on"
    assert play.battle.units["spears"].pose.x == 1_000


def test_a_sealed_answer_of_another_seat_stays_sealed_through_an_undo() -> None:
    play = Play(ford(sides=3), ScriptedDice([])).says("ben", "high").says("anna", "low").orders(Undo("anna"))
    (commitment,) = play.battle.commitments
    assert commitment.decision.seat == "ben"
    assert TOY.view(play.battle, "anna").commitments[0].answer is None
    play.says("anna", "high").says("cora", "low")
    assert play.battle.own.bids == ("high", "high", "low")


# ---------------------------------------------------------------- by consent


def test_with_consent_the_battle_returns_to_before_the_proposers_last_answer_through_dice() -> None:
    play = marching(6, 6, 1, 1, 6, 6, 1, 1)
    before = play.battle
    play.says("anna", "strike").throws()
    assert play.battle.units["axes"].figures == 1
    play.orders(Propose("anna", TakeBack()))
    play.orders(Agree("ben", play.battle.proposals[0].id, agrees=True))
    assert position(play.battle) == position(before)
    altered, took_back = play.journal.events[-1]
    assert altered == Altered(matter=TakeBack(), agreed=True)
    assert took_back == TookBack(seat="anna", to=4)
    play.says("anna", "strike").throws()
    assert play.battle.units["axes"].figures == 1


def test_a_refused_take_back_changes_nothing() -> None:
    play = marching(6, 6, 1, 1).says("anna", "strike").throws()
    stood = play.battle
    play.orders(Propose("anna", TakeBack())).orders(Agree("ben", f"p{stood.serial + 1}.anna", agrees=False))
    assert position(play.battle) == position(stood)
    assert open_ids(play.battle) == open_ids(stood)


def test_every_other_seat_must_consent() -> None:
    play = Play(ford(referee=True), ScriptedDice([6, 1, 4, 6, 6, 1, 1])).until_the_march()
    play.says("anna", "strike").throws().orders(Propose("anna", TakeBack()))
    (proposal,) = play.battle.proposals
    play.orders(Agree("ben", proposal.id, agrees=True))
    assert play.battle.units["axes"].figures == 1
    play.orders(Agree("judge", proposal.id, agrees=True))
    assert play.battle.units["axes"].figures == 3


def test_what_is_taken_back_is_the_answer_meant_when_it_was_proposed() -> None:
    play = marching().says("anna", "advance").orders(Propose("anna", TakeBack())).says("anna", "advance")
    (proposal,) = play.battle.proposals
    play.orders(Agree("ben", proposal.id, agrees=True))
    assert play.battle.units["spears"].pose.x == 0


def test_what_was_undone_meanwhile_cannot_be_taken_back_as_well() -> None:
    play = Play(ford(), ScriptedDice([])).says("anna", "high").orders(Propose("anna", TakeBack()))
    (proposal,) = play.battle.proposals
    play.orders(Undo("anna"))
    assert play.battle.proposals == (proposal,)
    assert "taken back already" in play.refuses(Agree("ben", proposal.id, agrees=True))
    play.orders(Agree("ben", proposal.id, agrees=False))


def test_who_plays_alone_takes_back_through_dice_without_asking() -> None:
    alone = replace(ford(), seats=(Seat("anna", "red"),), sides=ford().sides[:1])
    play = Play(alone, ScriptedDice([3, 4])).says("anna", "high").throws()
    play.orders(Propose("anna", TakeBack()))
    assert play.battle.decisions[0].prompt == "red: bid"
    assert play.battle.own.bids == ()


def test_other_agreements_go_through_the_journal_as_they_are() -> None:
    play = marching().orders(Propose("anna", CallItDrawn()))
    play.orders(Agree("ben", play.battle.proposals[0].id, agrees=True))
    assert play.battle.outcome is not None


# ---------------------------------------------------------------- no dice pump


def test_dice_taken_back_never_come_again() -> None:
    """The same answer, taken back and given again twenty times, is never answered by the dice of its first entry."""
    dice = SealedDice.from_number(11)
    play = Play(ford(), dice).says("anna", "high").says("ben", "low").throws()
    seat = play.battle.decisions[0].seat
    other = "ben" if seat == "anna" else "anna"
    entries, thrown = set(), []
    for _ in range(20):
        play.says(seat, "strike")
        roll = play.battle.roll
        assert roll is not None
        entries.add(play.journal.next_number)
        order = dice.throw(roll, play.journal.next_number)
        thrown.append(order.pools[0].faces)
        play.orders(order).orders(Propose(seat, TakeBack()))
        play.orders(Agree(other, play.battle.proposals[0].id, agrees=True))
    assert len(entries) == 20
    assert len(set(thrown)) > 10


def test_serials_only_ever_grow_after_taking_back() -> None:
    random = Random(7)
    play = Play(ford(), SealedDice.from_number(7)).throws()
    seen: list[str] = []
    for _ in range(40):
        if play.battle.outcome is not None:
            break
        decision = play.battle.decisions[0]
        view = TOY.view(play.battle, decision.seat)
        play.orders(Reply(decision.seat, decision.id, TOY.sample(view, decision, random)))
        if isinstance(play.journal.obey(Undo(decision.seat)), Illegal):
            play.throws()
        else:
            assert decision.id not in open_ids(play.battle)
            assert not set(seen) & set(open_ids(play.battle))
            seen += open_ids(play.battle)
            view = TOY.view(play.battle, decision.seat)
            again = next(one for one in play.battle.decisions if one.seat == decision.seat)
            play.orders(Reply(decision.seat, again.id, TOY.sample(view, again, random)))
            play.throws()
    assert play.battle.outcome is not None


def test_a_journal_with_undos_replays_to_identical_hashes() -> None:
    play = marching(6, 6, 1, 1, 2, 2, 2, 2, 2, 2)
    play.says("anna", "advance").orders(Undo("anna")).says("anna", "strike").throws()
    play.orders(Propose("anna", TakeBack())).orders(Propose("ben", Amend("to_hit", "5")))
    annas, bens = play.battle.proposals
    play.orders(Agree("ben", annas.id, agrees=True)).orders(Agree("anna", bens.id, agrees=True))
    play.says("anna", "strike").throws()
    again = Journal(TOY, play.journal.header)
    for entry in play.journal.entries:
        again.obey(entry.order)
    assert again.entries == play.journal.entries
    assert again.header == play.journal.header
