"""What a captain thought, in words and figures, and when it may be told."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import FINISH, Chosen, Commanded, PathDrawn, Plan, Planned
from schiltron.battle.state.order import Reply
from schiltron.captains.advising import BY_LOT, thoughts_on
from schiltron.captains.marshal.budget import Budget
from schiltron.captains.marshal.playouts import Idea, figures_lost
from schiltron.captains.marshal.tried_ideas import LEAST, Trial
from schiltron.captains.roster import captain_named
from schiltron.captains.thoughts import LONGEST, Reckoning, Thoughts, hides_nothing, reckoned
from schiltron.rulesets import ruleset
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from tests.captains.marshal.test_marshal import Idler, marshal, shooting
from tests.whole_battles.recruits import opening

OPEN = [("open-field", {}), ("lily-field", {"command": "none"}), ("beacon-ridge", {}), ("crossroads", {})]


def played_until(battle: AnyBattle, turn: int) -> AnyBattle:
    """Played by captains until somebody is asked in a turn."""
    book, dice = ruleset(battle.ruleset), FastDice(Random(3))
    captains = {seat.id: captain_named("captain", book, place) for place, seat in enumerate(battle.seats)}
    while battle.turn < turn or not battle.decisions:
        if battle.roll is not None:
            battle = book.obey(battle, dice.throw(battle.roll, battle.serial)).battle
            continue
        asked = battle.decisions[0]
        answer = captains[asked.seat].answer(book.view(battle, asked.seat), asked)
        battle = book.obey(battle, Reply(asked.seat, asked.id, answer)).battle
    return battle


# ---------------------------------------------------------------- figures


def test_he_says_what_he_expects_what_he_fears_and_the_next_best() -> None:
    played = shooting()
    best, other = Trial(Idea(FINISH), [0.6] * 18 + [0.2, 0.3]), Trial(Idea(Chosen(("a",))), [0.5] * 20)
    fallen = {best.idea: {"bows": 30, "horse": 50}}
    found = reckoned(played.battle, "blue", best, (best, other), fallen, lambda answer: type(answer).__name__)
    assert found is not None
    assert (found.playouts, found.next_best) == (20, "Chosen")
    assert found.expected == pytest.approx(0.565)
    assert found.worst == pytest.approx(0.25)
    assert found.behind == pytest.approx(0.065)
    assert (found.lost, found.taken) == (1.5, 2.5)
    bows, horse = played.battle.units["bows"].name, played.battle.units["horse"].name
    assert found.told("you") == (
        "Played on 20 times, it leaves you 56% of all that still stands, 6.5% more than the next best: Chosen",
        f"In the worst tenth it leaves 25%; {bows} would lose 1.5 on average",
        f"{horse} would lose 2.5 on average",
    )


def test_an_order_tried_less_often_is_worth_what_it_was_worse_by_under_the_same_luck() -> None:
    played = shooting()
    best = Trial(Idea(FINISH), [0.4] * 6 + [0.6] * 6)
    other = Trial(Idea(Chosen(("a",))), [0.3] * 6)
    found = reckoned(played.battle, "blue", other, (best, other), {}, str)
    assert found is not None
    assert (found.expected, found.worst) == (pytest.approx(0.4), pytest.approx(0.4))
    assert not found.next_best


def test_an_order_tried_too_seldom_has_no_figures_and_a_long_one_is_cut_short() -> None:
    played = shooting()
    best, other = Trial(Idea(FINISH), [0.6] * 6), Trial(Idea(Chosen(("a",))), [0.5] * 6)
    assert reckoned(played.battle, "blue", Trial(Idea(FINISH), [0.6] * (LEAST - 1)), (best,), {}, str) is None
    found = reckoned(played.battle, "blue", best, (best, other), {}, lambda _: "very " * 100)
    assert found is not None
    assert len(found.next_best) <= LONGEST
    assert found.next_best.endswith("…")


def test_losses_are_told_of_units_that_the_seat_can_see_and_of_no_others() -> None:
    battle = shooting().battle
    seen = replace(battle, units={"bows": battle.units["bows"]})
    after = replace(battle, units={"bows": replace(battle.units["bows"], figures=9)})
    assert figures_lost(seen, after) == {"bows": 3}
    assert set(figures_lost(battle, after)) == {"bows", "horse"}, "who is gone has lost all"


# ---------------------------------------------------------------- thoughts


def test_a_marshal_tells_his_reckoning_and_reasons() -> None:
    played = shooting()
    considered = marshal(quick=Idler).consider(played.battle, played.decision)
    thoughts = thoughts_on(
        BOOK_OF_WAR, played.battle, played.decision, "marshal", considered.answer, considered, lambda _: "to finish"
    )
    assert thoughts.reckoning is not None
    assert considered.chosen is not None
    assert thoughts.reckoning.expected == considered.chosen.mean
    assert thoughts.reckoning.next_best == "to finish"
    assert thoughts.reckoning.taking == played.battle.units["horse"].name
    assert thoughts.told()[0].startswith(f"Played on {len(considered.chosen.values)} times, it leaves {thoughts.side} ")
    assert thoughts.told()[-1] == thoughts.why[-1]


def test_a_captain_tells_reasons_and_a_recruit_draws_by_lot() -> None:
    played = shooting()
    answer = captain_named("captain", BOOK_OF_WAR).answer(played.battle, played.decision)
    for name, why in (("captain", None), ("lieutenant", None), ("recruit", (BY_LOT,))):
        thoughts = thoughts_on(BOOK_OF_WAR, played.battle, played.decision, name, answer, None, str)
        assert thoughts.reckoning is None
        assert thoughts.captain == name
        assert thoughts.why
        assert why is None or thoughts.why == why


def test_of_a_plan_he_tells_the_reason_for_each_of_the_first_orders() -> None:
    battle = played_until(opening("beacon-ridge", turn_system="simultaneous"), 1)
    book = ruleset(battle.ruleset)
    decision = next(one for one in battle.decisions if isinstance(one, Plan))
    view = book.view(battle, decision.seat)
    plan = captain_named("captain", book).answer(view, decision)
    assert isinstance(plan, Planned)
    why = thoughts_on(book, view, decision, "captain", plan, None, str).why
    assert len(why) == min(3, len(plan.commands))
    first = next(one for one in plan.commands if isinstance(one, Commanded) and isinstance(one.form, PathDrawn))
    assert any(one.startswith(f"{view.units[first.actor].name}: ") for one in why)


def test_thoughts_are_read_again_as_they_were_written() -> None:
    import msgspec

    thoughts = Thoughts("marshal", "Red", ("Why",), Reckoning(5, 0.5, 0.25, "to wait", 0.125, "Spears", 1.0))
    assert msgspec.json.decode(msgspec.json.encode(thoughts), type=Thoughts) == thoughts


# ---------------------------------------------------------------- when they may be told


@pytest.mark.parametrize(("scenario", "switches"), OPEN)
def test_where_nothing_is_hidden_they_may_be_told(scenario: str, switches: dict[str, str]) -> None:
    battle = played_until(opening(scenario, **switches), 2)
    assert hides_nothing(ruleset(battle.ruleset), battle)


def test_cards_in_hand_and_answers_under_seal_are_hidden() -> None:
    cards = played_until(opening("lily-field", command="cards"), 2)
    assert not hides_nothing(ruleset(cards.ruleset), cards)
    battle = played_until(opening("beacon-ridge", turn_system="simultaneous"), 1)
    book = ruleset(battle.ruleset)
    assert hides_nothing(book, battle)
    first = battle.decisions[0]
    answer = captain_named("captain", book).answer(book.view(battle, first.seat), first)
    sealed = book.obey(battle, Reply(first.seat, first.id, answer)).battle
    assert sealed.commitments
    assert not hides_nothing(book, sealed)


def test_thinking_on_other_budgets_tells_the_same_things() -> None:
    played = shooting()
    considered = marshal(quick=Idler).consider(played.battle, played.decision, Budget(playouts=LEAST - 1))
    thoughts = thoughts_on(BOOK_OF_WAR, played.battle, played.decision, "marshal", considered.answer, considered, str)
    assert thoughts.reckoning is None, "too few to speak of"
    assert thoughts.why
