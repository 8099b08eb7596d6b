"""What the captain would do and why, in every book: legal, in words, and from the view of the seat alone."""

from __future__ import annotations

from random import Random

import pytest

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.decision import Chosen, Command, Commanded, Plan, Planned, Waiting
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply
from schiltron.captains import weighing
from schiltron.captains.advising import MOST, advise, why
from schiltron.captains.by_this_axe.reasons import WHY
from schiltron.captains.roster import captain_named
from schiltron.captains.weighing import Change, Weighed
from schiltron.rulesets import ruleset
from tests.whole_battles.recruits import opening

BATTLES = [
    ("horse-and-pikes", {"declare": "measure_first"}),
    ("horse-and-pikes", {"declare": "by_phase"}),
    ("six-spells", {}),
    ("lindwood", {}),
    ("printed-rosters", {}),
    ("lily-field", {"command": "cards"}),
    ("beacon-ridge", {"turn_system": "move_counter_move"}),
    ("beacon-ridge", {"turn_system": "simultaneous"}),
    ("crossroads", {}),
]


@pytest.mark.parametrize(("scenario", "switches"), BATTLES)
def test_whatever_is_asked_he_has_legal_answers_and_reasons(scenario: str, switches: dict[str, str]) -> None:
    battle = opening(scenario, **switches)
    book, dice = ruleset(battle.ruleset), FastDice(Random(3))
    captains = {seat.id: captain_named("captain", book, place) for place, seat in enumerate(battle.seats)}
    known: set[tuple[str, str]] = set()
    several = battle.board is None
    for _ in range(170):
        if battle.outcome is not None:
            break
        if battle.roll is not None:
            obeyed = book.obey(battle, dice.throw(battle.roll, battle.serial))
        else:
            seat = battle.decisions[0].seat
            view = book.view(battle, seat)
            decision = next(one for one in view.decisions if one.seat == seat and not isinstance(one, Waiting))
            kind = type(decision).__name__, type(view.agenda[0]).__name__
            if kind not in known or (isinstance(decision, Command | Plan) and battle.turn in (2, 3)):
                known.add(kind)
                advised = advise(book, view, decision)
                assert 1 <= len(advised) <= MOST
                several |= len(advised) > 1
                for one in advised:
                    assert one.why
                    assert all(text and not text.endswith(".") for text in one.why)
                    whole = Planned((one.answer,)) if isinstance(decision, Plan) and one.unit else one.answer
                    assert not isinstance(book.obey(battle, Reply(seat, decision.id, whole)), Illegal)
                acting = [one.unit for one in advised if isinstance(one.answer, Commanded) and one.unit]
                assert len(set(acting)) == len(acting), "one order a unit"
            obeyed = book.obey(battle, Reply(seat, decision.id, captains[seat].answer(view, decision)))
        assert not isinstance(obeyed, Illegal)
        battle = obeyed.battle
    assert several, "somewhere there was more than one thing to do"
    assert battle.board is None or any(kind in ("Command", "Plan") for kind, _ in known)


OFF_TABLE = (
    *("TryStratagems", "OfferFoil", "StateTroops", "ChooseStances", "ForceBattle", "ChooseRole", "ChoosePostures"),
    *("OfferPursuit", "ShareLosses"),
)


@pytest.mark.parametrize("scenario", ["printed-rosters", "first-snow"])
def test_off_the_table_every_choice_has_a_reason_of_its_own(scenario: str) -> None:
    """Fought to its end by captains: nothing that is asked leaves them with no more to say than that it is best."""
    battle = opening(scenario)
    book, dice = ruleset(battle.ruleset), FastDice(Random(7))
    asked = set()
    while battle.outcome is None:
        if battle.roll is not None:
            battle = book.obey(battle, dice.throw(battle.roll, battle.serial)).battle
            continue
        decision = battle.decisions[0]
        view = book.view(battle, decision.seat)
        answer = captain_named("captain", book, 3).answer(view, decision)
        step = type(view.agenda[0]).__name__
        if step in OFF_TABLE:
            asked.add(step)
            assert weighing.BEST not in why(book, view, decision, answer), step
        battle = book.obey(battle, Reply(decision.seat, decision.id, answer)).battle
    assert {"TryStratagems", "StateTroops", "ChooseStances", "ChoosePostures"} <= asked
    assert set(OFF_TABLE) <= set(WHY)


def test_it_comes_from_the_view_and_nothing_else() -> None:
    """By This Axe with cards: what the enemy holds is hidden, and changes nothing of what is advised."""
    battle = opening("lily-field", command="cards")
    book, dice = ruleset(battle.ruleset), FastDice(Random(5))
    captains = {seat.id: captain_named("captain", book) for seat in battle.seats}
    while not (battle.decisions and isinstance(battle.decisions[0], Command) and battle.decisions[0].hand):
        if battle.roll is not None:
            battle = book.obey(battle, dice.throw(battle.roll, battle.serial)).battle
        else:
            asked = battle.decisions[0]
            order = Reply(asked.seat, asked.id, captains[asked.seat].answer(book.view(battle, asked.seat), asked))
            battle = book.obey(battle, order).battle
    decision = battle.decisions[0]
    view = book.view(battle, decision.seat)
    hands = [hand for hand in view.own.hands if hand.side != decision.seat]
    assert all(not hand.cards for hand in hands), "the view does not hold the enemy's cards"
    assert advise(book, view, decision) == advise(book, book.view(view, decision.seat), decision)


def test_where_a_choice_lets_a_chance_go_by_it_is_said_why() -> None:
    assert WHY["Challenges"].told(Chosen(("pass",))) == ["No duel that could be had promises anything"]
    assert WHY["Challenges"].told(Chosen(("kay>mordred",))) == ["That duel promises most"]


def test_the_weightiest_comes_first_and_what_is_put_up_with_is_no_reason() -> None:
    both = Weighed(hope=Change(1.0, 4.0), foe="Orcs", fear=Change(0.0, 1.0))
    assert weighing.told(both) == [
        "It brings them closer to where they can hurt Orcs",
        "It accepts that the enemy can do more to them there",
    ]
    assert weighing.told(Weighed(fear=Change(0.0, 1.0))) == [
        weighing.BEST,
        "It accepts that the enemy can do more to them there",
    ]
    away = Weighed(hope=Change(2.0, 1.9), foe="Orcs", fear=Change(5.0, 1.0))
    assert weighing.told(away) == ["They are less exposed there to the enemy's charges and missiles"]
    fight = Weighed(met="Orcs", melee=6.0, hope=Change(3.0, 0.0), foe="Orcs", fear=Change(2.0, 2.0))
    assert weighing.told(fight) == ["The fight with Orcs promises more than it risks"]
