"""The loop that plays a battle to its end: who is asked with what, and what it does with faults."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from schiltron.battle.door.dice import FastDice, SealedDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.chance import Thrown
from schiltron.battle.state.decision import Answer, AnyDecision, Chosen
from schiltron.battle.state.encoding import digest
from schiltron.battle.state.event import AnyEvent, Ended
from schiltron.battle.state.order import Dice
from schiltron.battle.state.unit import Hidden
from schiltron.captains.captain import View
from schiltron.captains.play import CaptainFault, DiceFault, Unending, play, play_on
from schiltron.captains.recruit import Recruit
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets import ruleset
from tests.battle.toy import TOY, ford

BOOK = ruleset("book_of_war")


def open_field() -> View:
    return prepare(load_scenario("open-field"))


def recruits(seed: int, *seats: str, book: Any = BOOK) -> dict[str, Recruit]:
    return {seat: Recruit(book, seed + place) for place, seat in enumerate(seats)}


class Spy:
    """Answers as a recruit would and keeps what it was shown."""

    def __init__(self, seat: str, book: Any) -> None:
        self.seat = seat
        self.book = book
        self.seen: list[View] = []
        self._recruit = Recruit(book, 7)

    def answer(self, view: View, decision: AnyDecision) -> Answer:
        assert decision.seat == self.seat
        self.seen.append(view)
        return self._recruit.answer(view, decision)


def test_two_recruits_play_until_it_is_over() -> None:
    battle = play(BOOK, open_field(), recruits(1, "red", "blue"), FastDice(Random(1)))
    assert battle.outcome is not None


def test_a_battle_that_has_begun_is_played_on() -> None:
    begun = BOOK.begun(open_field()).battle
    assert digest(play(BOOK, begun, recruits(1, "red", "blue"), SealedDice.from_number(1))) == digest(
        play(BOOK, open_field(), recruits(1, "red", "blue"), SealedDice.from_number(1))
    )


def test_a_battle_that_is_over_stays_as_it_is() -> None:
    over = play(BOOK, open_field(), recruits(1, "red", "blue"), FastDice(Random(1)))
    assert play(BOOK, over, {}, FastDice(Random(1))) is over


def test_the_same_seeds_give_the_same_battle_and_others_another() -> None:
    one, same, other = (
        digest(play(BOOK, open_field(), recruits(seed, "red", "blue"), SealedDice.from_number(5))) for seed in (3, 3, 4)
    )
    assert one == same != other


def test_a_captain_is_shown_the_view_of_its_seat_and_nothing_else() -> None:
    """Somebody lies in wait on the road of the toy book: only one seat may know."""
    spies = {seat: Spy(seat, TOY) for seat in ("anna", "ben")}
    play(TOY, ford(), spies, FastDice(Random(3)))
    for seat, spy in spies.items():
        assert spy.seen
        for view in spy.seen:
            assert view == TOY.view(view, seat)
            hidden = [unit for unit in view.units.values() if isinstance(unit.place, Hidden)]
            assert all(unit.controller == seat for unit in hidden)


def test_an_illegal_answer_is_a_fault_of_the_captain() -> None:
    class Fool:
        def answer(self, view: View, decision: AnyDecision) -> Answer:
            return Chosen(("desert",))

    with pytest.raises(CaptainFault, match="illegal order") as fault:
        play(BOOK, open_field(), {"red": Fool(), "blue": Fool()}, FastDice(Random(1)))
    assert fault.value.reasons
    assert fault.value.battle.decisions
    assert fault.value.answer == Chosen(("desert",))


def test_dice_that_do_not_fit_are_refused() -> None:
    class Loaded:
        def throw(self, roll: Any, entry: int) -> Dice:
            return Dice(roll.id, tuple(Thrown(((99, 1),)) for _ in roll.pools))

    with pytest.raises(DiceFault):
        play(BOOK, open_field(), recruits(1, "red", "blue"), Loaded())


def test_a_battle_without_end_is_given_up() -> None:
    with pytest.raises(Unending, match="no end after 12 orders"):
        play(BOOK, open_field(), recruits(1, "red", "blue"), FastDice(Random(1)), most_orders=12)
    journal = Journal.start(BOOK, open_field(), "fast", hashed=False)
    with pytest.raises(Unending):
        play_on(journal, recruits(1, "red", "blue"), FastDice(Random(1)), most_orders=12)
    assert len(journal.entries) == 12


def test_with_a_journal_or_without_it_is_the_same_battle_under_the_same_dice() -> None:
    """Dice are thrown under the number the journal gives the entry, so sealed dice fall alike."""
    heard: list[tuple[AnyEvent, ...]] = []
    dice = SealedDice.from_number(11)
    bare = play(
        BOOK, open_field(), recruits(2, "red", "blue"), dice, on_events=lambda _battle, events: heard.append(events)
    )
    journal = Journal.start(BOOK, open_field(), dice.kind, dice.commitment)
    numbers: list[int] = []
    kept = play_on(
        journal, recruits(2, "red", "blue"), dice, after=lambda journal: numbers.append(len(journal.entries))
    )
    assert digest(bare) == digest(kept)
    assert heard == journal.events
    assert numbers == list(range(1, len(journal.entries) + 1))
    assert isinstance(heard[-1][-1], Ended)
