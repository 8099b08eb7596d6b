"""The captain in the lists draws from mixtures that nobody gains by foreseeing, worked out exactly."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Chosen
from schiltron.battle.state.order import Reply
from schiltron.captains.advising import why
from schiltron.captains.chainmail.captain import ChainmailCaptain
from schiltron.captains.chainmail.jousting import PLANS, Moment
from schiltron.captains.zero_sum import guaranteed, solved
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.tilting.lists import Ride
from schiltron.rulesets.chainmail.tilting.matrix import Pair, pairs
from tools.joust_plans import worked_out, worths


def of(rows: list[list[int]]) -> list[list[Fraction]]:
    return [[Fraction(one) for one in row] for row in rows]


def test_games_whose_solution_is_known() -> None:
    third = Fraction(1, 3)
    assert solved(of([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])) == (0, (third, third, third))
    assert solved(of([[3, -1], [-2, 1]])) == (Fraction(1, 7), (Fraction(3, 7), Fraction(4, 7)))
    assert solved(of([[5, 4], [1, 9], [0, 0]])) == (Fraction(41, 9), (Fraction(8, 9), Fraction(1, 9), 0))
    assert solved(of([[-3]])) == (-3, (1,))


def test_random_games_are_worth_as_much_from_both_sides() -> None:
    """Who chooses the rows gets no less, who chooses the columns gives no more."""
    random = Random(4)
    for _ in range(60):
        rows, columns = random.randint(1, 6), random.randint(1, 6)
        game = of([[random.randint(-4, 4) for _ in range(columns)] for _ in range(rows)])
        turned = [[-game[row][column] for row in range(rows)] for column in range(columns)]
        (value, mine), (loss, theirs) = solved(game), solved(turned)
        assert value == -loss
        assert guaranteed(game, mine) == value
        assert guaranteed(turned, theirs) == loss
        assert sum(mine) == sum(theirs) == 1
        assert min(mine) >= 0


def test_the_plans_are_what_is_worked_out() -> None:
    assert {plan.moment: plan for plan in worked_out()} == dict(PLANS)


@pytest.mark.parametrize("moment", PLANS, ids=str)
def test_nobody_gains_by_foreseeing_a_plan(moment: Moment) -> None:
    plan = PLANS[moment]
    shares = [Fraction(plan.shares.get(pair.key, "0")) for pair in pairs(forced=moment.forced)]
    assert sum(shares) == 1
    assert guaranteed(worths(moment, PLANS), shares) == Fraction(plan.worth)
    turned = replace(moment, forced=moment.foe_forced, foe_forced=moment.forced)
    assert Fraction(PLANS[turned].worth) == -Fraction(plan.worth)


def test_the_captain_draws_by_the_plan_of_the_moment() -> None:
    battle = CHAINMAIL.begun(prepare(load_scenario("joust-at-ostrey"))).battle
    view = CHAINMAIL.view(battle, "red")
    decision = next(one for one in view.decisions if one.seat == "red")
    drawn = Counter(ChainmailCaptain(seed).answer(view, decision) for seed in range(1500))
    shares = PLANS[Moment("points", 3, forced=False, foe_forced=False)].shares
    for key, share in shares.items():
        expected = 1500 * float(Fraction(share))
        assert abs(drawn[Chosen((key,))] - expected) < 5 * (expected + 1) ** 0.5
    assert sum(drawn[Chosen((key,))] for key in shares) == 1500


def test_the_captain_keeps_a_steady_seat_where_he_must() -> None:
    battle = CHAINMAIL.begun(prepare(load_scenario("joust-at-ostrey"))).battle
    chosen = Ride(Pair("dexter_fess", "shield_low"), Pair("dexter_chief", "shield_low"))
    for place, seat in enumerate(("red", "blue")):
        decision = next(one for one in battle.decisions if one.seat == seat)
        obeyed = CHAINMAIL.obey(battle, Reply(seat, decision.id, Chosen((chosen.of(place).key,))))
        battle = obeyed.battle  # type: ignore[union-attr]
    view = CHAINMAIL.view(battle, "red")
    decision = next(one for one in view.decisions if one.seat == "red")
    answers = {ChainmailCaptain(seed).answer(view, decision) for seed in range(60)}
    assert answers == {Chosen((key,)) for key in PLANS[Moment("points", 2, forced=True, foe_forced=False)].shares}


def test_he_says_why_he_draws_lots() -> None:
    battle = CHAINMAIL.begun(prepare(load_scenario("joust-at-ostrey"))).battle
    view = CHAINMAIL.view(battle, "red")
    decision = next(one for one in view.decisions if one.seat == "red")
    assert "nobody gains by foreseeing" in str(
        why(CHAINMAIL, view, decision, ChainmailCaptain().answer(view, decision))
    )
