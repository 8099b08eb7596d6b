"""Views do not leak: two battles that differ only in what is hidden give the other seat equal bytes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice, ScriptedDice
from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.record.journal import view_hash
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Chosen, Waiting
from schiltron.battle.state.encoding import digest, encode
from schiltron.battle.state.event import NOBODY, REFEREE, SPECTATORS, Drew, Placed, Rolled
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Dice, Order, Reply
from schiltron.battle.state.unit import Aboard, OnTable
from schiltron.battle.state.view import heard_by
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets import ruleset
from tests.battle.toy import TOY, Play, ToyBattle, answer, begun, ford, obeyed, refused


def seen(battle: ToyBattle, seat: str | None) -> bytes:
    return encode(TOY.view(battle, seat))


def test_a_hidden_unit_is_absent_from_every_view_but_its_commanders() -> None:
    battle = begun(ford(ambush=2))
    assert "wolves" in TOY.view(battle, "ben").units
    assert "wolves" not in TOY.view(battle, "anna").units
    assert "wolves" not in TOY.view(battle, None).units
    assert b"olves" not in seen(battle, "anna")


def test_whoever_is_with_a_hidden_unit_is_hidden_too() -> None:
    battle = begun(ford(ambush=2))
    shepherd = replace(battle.units["wolves"], id="shepherd", name="Shepherd", place=Aboard("wolves"))
    battle = battle.with_unit(shepherd)
    assert "shepherd" in TOY.view(battle, "ben").units
    assert "shepherd" not in TOY.view(battle, "anna").units


@pytest.mark.parametrize("ambush", [None, 1, 7])
def test_where_the_enemy_hides_or_whether_at_all_cannot_be_told(ambush: int | None) -> None:
    one, other = begun(ford(ambush=2)), begun(ford(ambush=ambush))
    assert seen(one, "anna") == seen(other, "anna")
    assert view_hash(TOY, one, "anna") == view_hash(TOY, other, "anna")
    assert seen(one, "ben") != seen(other, "ben")
    assert digest(one) != digest(other)


def test_a_sealed_answer_cannot_be_told_until_all_are_in() -> None:
    start = begun(ford())
    high = obeyed(start, answer(start, "ben", "high"))
    low = obeyed(start, answer(start, "ben", "low"))
    assert seen(high, "ben") != seen(low, "ben")
    assert seen(high, "anna") == seen(low, "anna")
    assert seen(high, None) == seen(low, None)
    assert TOY.view(high, "anna").commitments[0].answer is None
    opened = obeyed(high, answer(high, "anna", "low"))
    assert TOY.view(opened, "anna").own.bids == ("low", "high")


def test_what_another_seat_is_asked_shows_only_as_waiting_for_it() -> None:
    battle = TOY.view(begun(ford()), "anna")
    mine, theirs = battle.decisions
    assert mine.default == Chosen(("low",))
    assert type(theirs) is Waiting
    assert theirs.seat == "ben"
    assert theirs.default is None


def play_to_the_scouts(pips: int, winner: str = "ben") -> Play:
    lots = [1, 6] if winner == "ben" else [6, 1]
    return Play(ford(), ScriptedDice([*lots, pips])).says("anna", "low").says("ben", "low")


def test_a_secret_roll_and_what_came_of_it_cannot_be_told() -> None:
    two, five = play_to_the_scouts(2).throws(), play_to_the_scouts(5).throws()
    assert seen(two.battle, "ben") != seen(five.battle, "ben")
    assert seen(two.battle, "anna") == seen(five.battle, "anna")
    assert seen(two.battle, None) == seen(five.battle, None)
    assert encode(two.journal.seen_by("anna")) == encode(five.journal.seen_by("anna"))
    assert encode(two.journal.seen_by("ben")) != encode(five.journal.seen_by("ben"))


def dice_for_the_lots() -> tuple[ToyBattle, Order]:
    play = play_to_the_scouts(2)
    assert play.battle.roll is not None
    return play.battle, play.dice.throw(play.battle.roll, 3)


def test_while_a_secret_roll_is_due_others_know_only_that_dice_fall() -> None:
    battle = obeyed(*dice_for_the_lots())
    assert battle.roll is not None
    assert battle.roll.purpose == "how far ahead is clear"
    assert TOY.view(battle, "ben").roll == battle.roll
    others = TOY.view(battle, "anna").roll
    assert others is not None
    assert (others.id, others.purpose, others.pools, others.rules) == (battle.roll.id, "a secret roll", (), ())


def test_a_refusal_does_not_tell_what_a_secret_roll_is_for() -> None:
    battle = obeyed(*dice_for_the_lots())
    for order in (Reply("anna", "0.0", Chosen(("low",))), Dice("1", ())):
        assert "a secret roll" in refused(battle, order)
        assert "clear" not in refused(battle, order)


def test_a_secret_roll_is_heard_by_its_audience_alone() -> None:
    play = play_to_the_scouts(2).throws()
    events = play.journal.events[4]
    assert [type(event) for event in events] == [Rolled]
    assert heard_by(events, "ben") == events
    assert heard_by(events, "anna") == ()
    assert heard_by(events, None) == ()


def test_an_event_may_be_for_spectators_and_some_seats_or_for_nobody() -> None:
    others, none = Drew(side="red", audience=("ben", SPECTATORS)), Drew(side="red", audience=(NOBODY,))
    assert {seat for seat in ("anna", "ben", None) if heard_by([others], seat)} == {"ben", None}
    assert not [seat for seat in ("anna", "ben", None) if heard_by([none], seat)]


def test_in_a_seats_journal_stand_its_own_answers_and_open_dice_only() -> None:
    play = play_to_the_scouts(2).throws()
    orders = [entry.order for entry in play.journal.seen_by("anna")]
    assert isinstance(orders[0], Reply)
    assert orders[1] is None, "Ben's answer"
    assert isinstance(orders[2], Dice), "the lots"
    assert orders[3] is None, "Ben's scouts"
    assert [entry.hash for entry in play.journal.seen_by("anna")] == [
        view_hash(TOY, play.journal.battle_at(number), "anna") for number in range(1, 5)
    ]


def marching(ambush: int | None) -> Play:
    return Play(ford(ambush=ambush), ScriptedDice([6, 1, 4, 1, 1, 1, 1, 1])).until_the_march()


def test_legality_is_judged_on_the_view_and_carried_out_on_the_truth() -> None:
    hidden = marching(ambush=1)
    order = answer(hidden.battle, "anna", "advance")
    assert TOY.reasons(hidden.battle, order) == [], "Anna cannot know that the road is blocked"
    hidden.orders(order)
    assert hidden.battle.units["spears"].pose.x == 0
    assert TOY.view(hidden.battle, "anna").units["wolves"].on_table
    assert isinstance(hidden.journal.events[-1][0], Placed)

    open_road = marching(ambush=1)
    wolves = open_road.battle.units["wolves"]
    in_sight = open_road.battle.with_unit(replace(wolves, place=OnTable(wolves.pose)))
    result = TOY.obey(in_sight, answer(in_sight, "anna", "advance"))
    assert isinstance(result, Illegal)
    assert "the enemy stands in the way [TOY-3]" in str(result)


def test_what_a_seat_hears_and_sees_is_equal_until_the_ambush_springs() -> None:
    near, far = marching(ambush=2), marching(ambush=3)
    near.says("anna", "advance")
    far.says("anna", "advance")
    assert encode(near.journal.seen_by("anna")) == encode(far.journal.seen_by("anna"))
    near.says("anna", "advance")
    far.says("anna", "advance")
    assert encode(near.journal.seen_by("anna")) != encode(far.journal.seen_by("anna"))


def test_what_may_have_been_sealed_is_imagined_and_looks_as_what_was() -> None:
    start = begun(ford())
    sealed = obeyed(start, answer(start, "ben", "high"))
    view, imagined = TOY.view(sealed, "anna"), set()
    for seed in range(8):
        whole = TOY.imagined(view, "anna", Random(seed))
        assert seen(whole, "anna") == encode(view)
        imagined.add(whole.commitments[0].answer)
        assert obeyed(whole, answer(whole, "anna", "low")).roll is not None
    assert imagined == {Chosen(("high",)), Chosen(("low",))}


def test_what_others_are_asked_is_imagined_and_one_may_answer_for_them() -> None:
    start = begun(ford())
    whole = TOY.imagined(TOY.view(start, None), None, Random(1))
    assert whole.decisions == start.decisions
    assert TOY.imagined(TOY.view(start, REFEREE), REFEREE, Random(1)) is start


def test_a_side_that_nobody_sits_for_is_imagined_to_answer_as_silence_does() -> None:
    start = begun(ford(sides=3, wild=True))
    whole = TOY.imagined(TOY.view(start, "anna"), "anna", Random(1))
    assert [one.answer for one in whole.commitments] == [Chosen(("low",))]


def test_a_secret_roll_is_imagined_as_it_is_asked_for() -> None:
    battle = obeyed(*dice_for_the_lots())
    assert TOY.imagined(TOY.view(battle, "anna"), "anna", Random(1)).roll == battle.roll


def test_a_view_is_a_battle_of_the_same_type() -> None:
    play = marching(ambush=2)
    for seat in ("anna", "ben", None):
        view = TOY.view(play.battle, seat)
        assert TOY.decode(encode(view)) == view
        assert encode(TOY.view(view, seat)) == encode(view), "looking twice shows no more and no less"


def test_where_nothing_is_hidden_the_view_costs_nothing() -> None:
    from schiltron.battle.state.view import redacted

    battle = marching(ambush=None).battle
    assert redacted(battle, "anna") is battle


def test_a_referee_sees_and_hears_everything_and_is_asked_nothing() -> None:
    play = play_to_the_scouts(2)
    assert TOY.view(play.battle, REFEREE) is play.battle
    events = play.throws().journal.events[4]
    assert heard_by(events, REFEREE) == events
    assert heard_by([Drew(side="red", audience=(NOBODY,))], REFEREE)
    refusal = TOY.obey(begun(ford()), Reply(REFEREE, "0.0", Chosen(("high",))))
    assert isinstance(refusal, Illegal)


@pytest.mark.parametrize("scenario", ["lily-field", "lairn", "field-of-lamps"])
def test_a_referee_sees_hands_hidden_armies_and_secret_ways(scenario: str) -> None:
    """Cards of By This Axe, BATTLESYSTEM's secret set-up, Chainmail's camps: seats lack something, he does not."""
    kept = False
    for battle in positions_of(scenario):
        book = ruleset(battle.ruleset)
        assert book.view(battle, REFEREE) is battle
        views = [replace(book.view(battle, seat.id), decisions=battle.decisions) for seat in battle.seats]
        kept = kept or any(view != battle for view in views)
    assert kept, "besides what others are asked"


def positions_of(scenario: str) -> Iterator[AnyBattle]:
    """A battle at every order of its first two turns, played by recruits."""
    battle = prepare(load_scenario(scenario))
    book, dice, random = ruleset(battle.ruleset), FastDice(Random(5)), Random(5)
    now = book.begun(battle).battle
    for number in range(60):
        yield now
        if now.outcome is not None:
            return
        if now.roll is not None:
            order: Order = dice.throw(now.roll, number)
        else:
            due = now.decisions[0]
            order = Reply(due.seat, due.id, book.sample(book.view(now, due.seat), due, random))
        after = book.obey(now, order)
        assert isinstance(after, Obeyed), str(after)
        now = after.battle
