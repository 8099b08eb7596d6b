"""Contact, falling back, wrapping, joining, sight and shooting made to happen between units that stand aside, askew,
bent or of unequal width, in turned, shifted, renamed and mirrored battles."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from schiltron.battle.door.dice import typed
from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.chance import Roll
from schiltron.battle.state.decision import Answer
from schiltron.battle.state.event import AnyEvent, Struck
from schiltron.battle.state.illegal import Illegal, Reason
from schiltron.battle.state.order import Dice, Order, Reply
from schiltron.rulesets import ruleset
from tests.sameness.changes import WAYS
from tests.sameness.forcing import BARRED, CROOKED, FORCED, SHOTS, Case, Crooked, drawn
from tests.sameness.playing import carried_on, compared

MOST = 12
"""Orders of a case."""
RIGHT = (-4.6, -2.7, -1.1, 0.4, 1.9, 3.3)
"""Where a wood begins, in inches from the shooters' middle."""


def thrown(roll: Roll, face: int) -> Dice:
    dice = typed(roll, " | ".join(" ".join([str(face)] * pool.count) for pool in roll.pools))
    assert isinstance(dice, Dice), str(dice)
    return dice


def obeyed(battle: AnyBattle, order: Order) -> Obeyed[Any, Any, Any] | Illegal:
    return ruleset(battle.ruleset).obey(battle, order)


def first_allowed(battle: AnyBattle, answers: tuple[Answer, ...]) -> Order:
    """A reply with the first of some answers that is not refused, or with the last."""
    decision = battle.decisions[0]
    orders = [Reply(decision.seat, decision.id, answer) for answer in answers]
    return next((order for order in orders if not isinstance(obeyed(battle, order), Illegal)), orders[-1])


def played(case: Case) -> tuple[AnyBattle, tuple[AnyEvent, ...], list[Reason]]:
    """A case played to its end, the same in all ways: what has come of it, and what was refused."""
    for way in WAYS:
        assert not (wrong := carried_on(case.battle, way)), "\n".join(["at first", way, *wrong[:8]])
    begun = ruleset(case.battle.ruleset).begun(case.battle)
    battle, events, answers = begun.battle, begun.events, list(case.answers)
    for _ in range(MOST):
        if battle.roll is not None:
            order: Order = thrown(battle.roll, case.face)
        elif answers and battle.decisions:
            answer = answers.pop(0)
            order = first_allowed(battle, answer if isinstance(answer, tuple) else (answer,))
        else:
            break
        for way in WAYS:
            assert not (wrong := compared(battle, order, way)), "\n".join([str(order), way, *wrong[:8]])
        done = obeyed(battle, order)
        if isinstance(done, Illegal):
            return battle, events, list(done.reasons)
        battle, events = done.battle, events + done.events
    return battle, events, []


@pytest.mark.parametrize("crooked", CROOKED, ids=lambda one: f"{one.lay:g}")
@pytest.mark.parametrize("forced", FORCED, ids=lambda one: one.__name__)
def test_what_is_made_to_happen_is_the_same_however_one_looks_at_it(
    forced: Callable[[Crooked], Case], crooked: Crooked
) -> None:
    case = forced(crooked)
    battle, events, refused = played(case)
    assert not refused
    assert case.happened(events, battle), [type(event).__name__ for event in events]


@pytest.mark.parametrize("shot", SHOTS, ids=lambda one: one.__name__)
def test_what_a_corner_hides_is_the_same_however_one_looks_at_it(shot: Callable[[Crooked, float], Case]) -> None:
    """As the wood stands farther to the right the shot is barred, made by fewer or at men in cover, or clear."""
    for crooked in CROOKED:
        outcomes = set()
        for right in RIGHT:
            case = shot(crooked, right)
            battle, events, refused = played(case)
            assert refused or not events or case.happened(events, battle)
            outcomes.add(str([(event.dice, event.tallies) for event in events if isinstance(event, Struck)]))
        assert len(outcomes) > 1, crooked


@pytest.mark.parametrize("barred", BARRED, ids=lambda one: one.__name__)
def test_what_bars_a_shot_is_told_in_the_same_order(barred: Callable[[Crooked], Case]) -> None:
    """TA-RANGED-08, CM-MISSILE-23, BS-10.1-03."""
    for crooked in (Crooked(17, 0.6, 0, (12, 4), (6, 2)), Crooked(213, -0.4, 12, (16, 4), (9, 3))):
        _, _, refused = played(barred(crooked))
        assert len(refused) > 1, refused


def test_it_is_the_same_in_fresh_positions(fresh_seed: int) -> None:
    random = Random(fresh_seed)
    crooked = drawn(random)
    cases = [forced(crooked) for forced in FORCED] + [shot(crooked, random.uniform(-5, 4)) for shot in SHOTS]
    happened = 0
    for case in cases:
        battle, events, _ = played(case)
        happened += case.happened(events, battle)
    assert happened
