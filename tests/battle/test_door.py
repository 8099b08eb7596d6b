"""The one door: what it obeys, what it refuses, and that a refusal changes nothing."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice, ScriptedDice, SealedDice, typed
from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.play.agenda import STEPS_PER_ORDER, Runaway
from schiltron.battle.state.battle import Seat, Side
from schiltron.battle.state.chance import Thrown
from schiltron.battle.state.decision import FINISH, UNSEATED, Chosen
from schiltron.battle.state.encoding import digest, encode
from schiltron.battle.state.event import Altered, Ended, Fell, Proposed, RanOut, Revealed, Rolled, Sealed, Struck
from schiltron.battle.state.order import (
    Agree,
    Amend,
    CallItDrawn,
    Concede,
    Dice,
    Order,
    Propose,
    Reply,
    TakeBack,
    TimeOut,
    Undo,
    Withdraw,
)
from schiltron.battle.words.sentences import tell
from tests.battle.toy import TOY, Bid, Play, Spin, ToyBattle, answer, begun, ford, obeyed, refused


def dice(battle: ToyBattle, text: str) -> Dice:
    assert battle.roll is not None
    thrown = typed(battle.roll, text)
    assert isinstance(thrown, Dice), str(thrown)
    return thrown


def before_the_lots() -> ToyBattle:
    battle = begun(ford())
    battle = obeyed(battle, answer(battle, "anna", "high"))
    return obeyed(battle, answer(battle, "ben", "low"))


def annas_march() -> ToyBattle:
    battle = before_the_lots()
    battle = obeyed(battle, dice(battle, "6 | 1"))
    return obeyed(battle, dice(battle, "4"))


def events_of(battle: ToyBattle, order: Order) -> list[type]:
    result = TOY.obey(battle, order)
    assert isinstance(result, Obeyed), str(result)
    return [type(event) for event in result.events]


# ---------------------------------------------------------------- illegal orders


@pytest.mark.parametrize(
    ("order", "because"),
    [
        (Reply("anna", "99.0", Chosen(("high",))), "'99.0' is asked"),
        (Reply("ben", "0.0", Chosen(("high",))), "'ben' is not asked"),
        (Reply("anna", "0.0", Chosen(("middling",))), "'middling' is not an option"),
        (Reply("anna", "0.0", Chosen(("high", "low"))), "1 must be chosen, not 2"),
        (Reply("anna", "0.0", FINISH), "one of these is to be chosen: high, low"),
        (Dice("0", ()), "no dice with the id '0' are due"),
        (Withdraw("anna", "0.0"), "no sealed answer"),
        (Concede("nobody"), "no fighting seat"),
        (Concede("judge"), "no fighting seat"),
        (Propose("nobody", CallItDrawn()), "no seat 'nobody'"),
        (Propose("anna", Amend("weather", "rain")), "no switch 'weather'"),
        (Propose("anna", Amend("to_hit", "6")), "may be 3, 4 or 5"),
        (Agree("ben", "p1.anna", agrees=True), "no proposal"),
        (Undo("anna"), "only a journal can undo"),
    ],
)
def test_an_illegal_order_is_explained_and_changes_nothing(order: Order, because: str) -> None:
    battle = begun(ford(referee=True))
    before = encode(battle)
    assert because in refused(battle, order)
    assert encode(battle) == before


def test_all_reasons_come_at_once_each_with_its_rule() -> None:
    battle = begun(ford())
    said = refused(battle, Reply("anna", "0.0", Chosen(("sideways", "upwards"))))
    assert said.count("TOY-1") == 3
    assert "'sideways'" in said
    assert "'upwards'" in said


def test_an_answered_decision_is_not_asked_again() -> None:
    battle = begun(ford())
    bid = answer(battle, "anna", "high")
    battle = obeyed(battle, bid)
    assert "is asked" in refused(battle, bid)


def test_ids_of_an_earlier_question_are_stale() -> None:
    battle = annas_march()
    stand = answer(battle, "anna", "advance")
    battle = obeyed(battle, stand)
    assert battle.decisions[0].prompt == "march on"
    assert battle.decisions[0].id != stand.decision
    assert "is asked" in refused(battle, stand)


def test_dice_answer_the_roll_that_is_due_and_no_other() -> None:
    battle = before_the_lots()
    lots = dice(battle, "6 | 1")
    battle = obeyed(battle, lots)
    assert "no dice with the id '1' are due" in refused(battle, lots)
    assert "is asked" in refused(battle, Reply("anna", "0.0", Chosen(("high",))))


def test_dice_that_cannot_be_are_refused_with_the_rule_of_the_roll() -> None:
    battle = before_the_lots()
    assert "d6 cannot show 7" in refused(battle, Dice("1", (Thrown(((7, 1),), (7,)), Thrown(((2, 1),), (2,)))))
    said = refused(battle, Dice("1", (Thrown(((3, 1),), (3,)), Thrown(((3, 1),), (3,)))))
    assert "tie" in said
    assert "TOY-2" in said


def test_nothing_is_obeyed_once_the_battle_is_over() -> None:
    battle = obeyed(begun(ford()), Concede("ben"))
    assert battle.outcome is not None
    assert battle.outcome.winner == "red"
    assert battle.awaiting == ()
    assert refused(battle, Concede("anna")) == "the battle is over"


# ---------------------------------------------------------------- sealed answers


def test_two_seats_are_asked_at_once_and_answers_lie_open_only_when_both_are_in() -> None:
    battle = begun(ford())
    assert [decision.seat for decision in battle.decisions] == ["anna", "ben"]
    assert events_of(battle, answer(battle, "ben", "high")) == [Sealed]
    battle = obeyed(battle, answer(battle, "ben", "high"))
    assert battle.own.bids == ()
    assert [decision.seat for decision in battle.decisions] == ["anna"]
    assert events_of(battle, answer(battle, "anna", "low"))[0] is Revealed
    battle = obeyed(battle, answer(battle, "anna", "low"))
    assert battle.own.bids == ("low", "high"), "in the order of asking, not of answering"
    assert battle.commitments == ()


def test_a_sealed_answer_may_be_withdrawn_and_given_anew() -> None:
    start = begun(ford())
    battle = obeyed(start, answer(start, "anna", "high"))
    withdrawn = obeyed(battle, Withdraw("anna", "0.0"))
    assert withdrawn == start
    battle = obeyed(withdrawn, answer(withdrawn, "anna", "low"))
    battle = obeyed(battle, answer(battle, "ben", "low"))
    assert battle.own.bids == ("low", "low")


def test_only_ones_own_answer_may_be_withdrawn_and_only_while_another_is_out() -> None:
    start = begun(ford())
    battle = obeyed(start, answer(start, "anna", "high"))
    assert "'ben' has no sealed answer" in refused(battle, Withdraw("ben", "0.0"))
    battle = obeyed(battle, answer(battle, "ben", "low"))
    assert "no sealed answer" in refused(battle, Withdraw("anna", "0.0"))


def test_answers_keep_the_order_of_asking_with_more_than_ten_seats() -> None:
    many = [f"seat{number}" for number in range(12)]
    battle = replace(
        ford(),
        sides=tuple(Side(seat, seat, "#000000") for seat in many),
        seats=tuple(Seat(seat, seat) for seat in many),
    )
    battle = begun(battle)
    for seat in reversed(many):
        battle = obeyed(battle, answer(battle, seat, "high" if seat == "seat2" else "low"))
    assert battle.own.bids.index("high") == 2


# ---------------------------------------------------------------- steps


def test_a_window_in_which_nobody_is_asked_closes_by_itself() -> None:
    battle = before_the_lots()
    assert battle.roll is not None
    assert battle.roll.purpose == "lots for the march"


def test_what_nobody_sits_for_is_answered_by_silence_and_told_of_no_seat() -> None:
    play = Play(ford(sides=3, wild=True), ScriptedDice([2, 1, 6, 3])).says("anna", "high")
    assert [one.seat for one in play.battle.decisions] == ["ben"]
    assert [one.decision.seat for one in play.battle.commitments] == [UNSEATED, "anna"]
    result = TOY.obey(play.battle, answer(play.battle, "ben", "high"))
    assert isinstance(result, Obeyed)
    assert result.battle.own.bids == ("high", "high", "low")
    assert [event.seats for event in result.events if isinstance(event, Revealed)] == [("anna", "ben")]


def test_a_side_without_a_seat_wins_the_march_and_stands() -> None:
    """The third die is the wild side's: its band does the first thing suggested, and the battle goes on."""
    play = Play(ford(sides=3, wild=True), ScriptedDice([2, 1, 6, 3])).says("anna", "high").says("ben", "low").throws()
    assert play.battle.turn == 2
    assert [one.seat for one in play.battle.decisions] == ["anna", "ben"]


@pytest.mark.parametrize("seed", range(20))
def test_a_battle_with_a_side_without_a_seat_comes_to_its_end(seed: int) -> None:
    play = Play(ford(sides=3, wild=True), SealedDice(bytes([seed]) * 32)).plays_out(Random(seed))
    assert play.battle.outcome is not None


def test_one_blow_leads_to_the_next_until_the_rounds_are_used_up() -> None:
    battle = annas_march()
    battle = obeyed(battle, answer(battle, "anna", "strike"))
    assert events_of(battle, dice(battle, "6 6 1")) == [Rolled, Struck, Fell]
    battle = obeyed(battle, dice(battle, "6 6 1"))
    assert battle.units["axes"].figures == 1
    assert battle.roll is not None
    assert battle.roll.pools[0].count == 1, "only the one still standing strikes back"
    battle = obeyed(battle, dice(battle, "3"))
    assert battle.units["spears"].figures == 3
    assert [decision.seat for decision in battle.decisions] == ["anna", "ben"], "the next turn's bids"
    assert battle.turn == 2


def test_blows_at_nobody_are_not_struck() -> None:
    battle = annas_march()
    battle = obeyed(battle, answer(battle, "anna", "strike"))
    battle = obeyed(battle, dice(battle, "6 6 6"))
    assert battle.units["axes"].figures == 0
    assert battle.roll is None


def test_events_say_which_step_caused_them() -> None:
    battle = annas_march()
    battle = obeyed(battle, answer(battle, "anna", "strike"))
    result = TOY.obey(battle, dice(battle, "6 6 1"))
    assert isinstance(result, Obeyed)
    assert {event.cause for event in result.events} == {"toy.clash"}


def test_a_rule_that_calls_for_itself_fails_loudly_with_the_battle_attached() -> None:
    battle = annas_march()
    before = encode(battle)
    with pytest.raises(Runaway, match=r"5000 steps.*Spin") as failed:
        TOY.obey(battle, answer(battle, "anna", "spin"))
    assert failed.value.battle.units == battle.units
    assert encode(battle) == before


def test_as_many_steps_as_are_allowed_are_no_runaway(monkeypatch: pytest.MonkeyPatch) -> None:
    from schiltron.battle.play import agenda

    monkeypatch.setattr(agenda, "STEPS_PER_ORDER", 1)
    battle = replace(ford(), agenda=(Bid(),))
    assert len(begun(battle).decisions) == 2
    with pytest.raises(Runaway):
        TOY.begun(replace(battle, agenda=(Spin(),)))
    assert STEPS_PER_ORDER == 5_000


# ---------------------------------------------------------------- agreement


def test_a_switch_changes_when_the_other_side_agrees_and_what_was_asked_is_asked_anew() -> None:
    battle = annas_march()
    open_before = battle.decisions[0].id
    battle = obeyed(battle, Propose("ben", Amend("to_hit", "5")))
    (proposal,) = battle.proposals
    assert battle.own.to_hit == "4"
    assert battle.decisions[0].id == open_before, "play may go on meanwhile"
    assert events_of(battle, Agree("anna", proposal.id, agrees=True)) == [Altered]
    battle = obeyed(battle, Agree("anna", proposal.id, agrees=True))
    assert battle.own.to_hit == "5"
    assert battle.proposals == ()
    assert battle.decisions[0].seat == "anna"
    assert battle.decisions[0].id != open_before


def test_one_refusal_ends_a_proposal() -> None:
    battle = begun(ford(referee=True))
    battle = obeyed(battle, Propose("ben", Amend("to_hit", "5")))
    (proposal,) = battle.proposals
    battle = obeyed(battle, Agree("anna", proposal.id, agrees=True))
    assert battle.own.to_hit == "4", "the judge has not spoken yet"
    battle = obeyed(battle, Agree("judge", proposal.id, agrees=False))
    assert battle.own.to_hit == "4"
    assert battle.proposals == ()


def test_nobody_agrees_to_ones_own_proposal_or_opens_a_second() -> None:
    battle = obeyed(begun(ford()), Propose("ben", CallItDrawn()))
    (proposal,) = battle.proposals
    assert "not for 'ben'" in refused(battle, Agree("ben", proposal.id, agrees=True))
    assert "not for 'passer-by'" in refused(battle, Agree("passer-by", proposal.id, agrees=True))
    assert "has a proposal open" in refused(battle, Propose("ben", Amend("to_hit", "5")))


def test_a_late_answer_to_a_refused_proposal_does_not_count_for_the_next() -> None:
    battle = obeyed(begun(ford()), Propose("ben", Amend("to_hit", "5")))
    first = battle.proposals[0].id
    battle = obeyed(battle, Agree("anna", first, agrees=False))
    battle = obeyed(battle, Propose("ben", CallItDrawn()))
    assert "no proposal" in refused(battle, Agree("anna", first, agrees=True))


def test_a_change_that_has_become_impossible_is_explained_and_not_agreed() -> None:
    battle = obeyed(begun(ford()), Propose("ben", Amend("to_hit", "5")))
    battle = obeyed(battle, Propose("anna", Amend("to_hit", "5")))
    bens, annas = battle.proposals
    battle = obeyed(battle, Agree("anna", bens.id, agrees=True))
    assert "already" in refused(battle, Agree("ben", annas.id, agrees=True))
    assert obeyed(battle, Agree("ben", annas.id, agrees=False)).proposals == ()


def test_a_change_while_answers_are_sealed_hands_them_back() -> None:
    battle = begun(ford())
    battle = obeyed(battle, answer(battle, "anna", "high"))
    battle = obeyed(battle, Propose("anna", Amend("to_hit", "5")))
    battle = obeyed(battle, Agree("ben", battle.proposals[0].id, agrees=True))
    assert battle.commitments == ()
    assert [decision.seat for decision in battle.decisions] == ["anna", "ben"]
    battle = obeyed(battle, answer(battle, "anna", "low"))
    battle = obeyed(battle, answer(battle, "ben", "low"))
    assert battle.own.bids == ("low", "low")


def test_a_draw_by_agreement_ends_the_battle() -> None:
    battle = obeyed(begun(ford()), Propose("anna", CallItDrawn()))
    result = TOY.obey(battle, Agree("ben", battle.proposals[0].id, agrees=True))
    assert isinstance(result, Obeyed)
    assert [type(event) for event in result.events] == [Altered, Ended]
    assert result.battle.outcome is not None
    assert (result.battle.outcome.winner, result.battle.outcome.how) == ("", "agreed")


def test_who_plays_alone_needs_nobodys_consent() -> None:
    alone = replace(ford(), seats=(Seat("anna", "red"),))
    battle = begun(alone)
    assert events_of(battle, Propose("anna", Amend("to_hit", "3"))) == [Proposed, Altered]
    assert obeyed(battle, Propose("anna", Amend("to_hit", "3"))).own.to_hit == "3"


def test_taking_back_is_the_journals_and_leaves_a_bare_battle_as_it_is() -> None:
    battle = obeyed(begun(ford()), Propose("anna", TakeBack()))
    agreed = obeyed(battle, Agree("ben", battle.proposals[0].id, agrees=True))
    assert agreed == replace(battle, proposals=())


# ---------------------------------------------------------------- whole battles


def test_a_battle_is_equal_after_its_bytes_at_every_step_and_always_knows_what_is_due() -> None:
    random = Random(1972)
    for seed in range(20):
        source = FastDice(Random(seed))
        battle = begun(ford(ambush=seed % 4 + 1, sides=2 + seed % 2))
        while battle.outcome is None:
            again = TOY.decode(encode(battle))
            assert again == battle
            assert encode(again) == encode(battle)
            assert digest(again) == digest(battle)
            assert battle.awaiting != ()
            if battle.roll is not None:
                battle = obeyed(battle, source.throw(battle.roll, 0))
            else:
                decision = random.choice(battle.decisions)
                view = TOY.view(battle, decision.seat)
                battle = obeyed(battle, Reply(decision.seat, decision.id, TOY.sample(view, decision, random)))
        assert TOY.decode(encode(battle)) == battle


def test_equal_battles_put_together_in_another_order_have_equal_bytes() -> None:
    battle = begun(ford())
    shuffled = replace(battle, units=dict(reversed(battle.units.items())))
    assert encode(shuffled) == encode(battle)


def test_the_same_dice_and_orders_make_the_same_battle() -> None:
    def played(seed: int) -> str:
        source, random = SealedDice.from_number(seed), Random(5)
        battle, entry = begun(ford()), 0
        while battle.outcome is None:
            entry += 1
            if battle.roll is not None:
                battle = obeyed(battle, source.throw(battle.roll, entry))
            else:
                decision = battle.decisions[0]
                view = TOY.view(battle, decision.seat)
                battle = obeyed(battle, Reply(decision.seat, decision.id, TOY.sample(view, decision, random)))
        return digest(battle)

    assert played(1) == played(1)
    assert len({played(seed) for seed in range(10)}) > 1


# ---------------------------------------------------------------- out of time


def test_who_is_out_of_time_loses_or_is_relieved_by_a_captain() -> None:
    play = Play(ford(), ScriptedDice([6, 1, 4])).until_the_march()
    before = play.battle
    play.orders(TimeOut("anna", "captain"))
    assert play.battle == before, "nothing stands otherwise"
    assert play.journal.events[-1] == (RanOut(seat="anna", captain="captain", cause="time_out"),)
    play.orders(TimeOut("anna"))
    outcome = play.battle.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.how) == ("blue", "time")
    assert play.battle.decisions == ()
    told = [tell(event, play.battle) for event in play.journal.events[-1]]
    assert any("out of time" in (one or "") for one in told)
    assert "there is no fighting seat" in Play(ford(), ScriptedDice([])).refuses(TimeOut("nobody"))
