"""What is refused in a battle is refused in the changed one, for the same reasons, leg by leg."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Commanded, PathDrawn, Planned
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.manoeuvre import Advance, Manoeuvre, Oblique, Turn, Wheel
from schiltron.battle.state.order import Reply
from schiltron.rulesets import ruleset
from tests.sameness.changes import WAYS
from tests.sameness.playing import compared, entries
from tests.sameness.test_random_battles import SCENARIOS
from tests.whole_battles.wild import wild_answer


def overdone(leg: Manoeuvre, random: Random) -> Manoeuvre:
    """The same leg, farther or wider than it may be."""
    times = random.choice([2, 3, 7])
    if isinstance(leg, Advance | Oblique):
        return replace(leg, distance=leg.distance * times)
    return replace(leg, angle=leg.angle * times) if isinstance(leg, Turn | Wheel) else leg


def stretched(answer, random: Random):
    """An answer with all paths in it overdone."""
    if isinstance(answer, Planned):
        return replace(answer, commands=tuple(stretched(one, random) for one in answer.commands))
    if isinstance(answer, Commanded) and isinstance(answer.form, PathDrawn):
        return replace(answer, form=PathDrawn(tuple(overdone(leg, random) for leg in answer.form.path)))
    return answer


def check(scenario: str, seed: int, every: int, most: int) -> None:
    random, refused = Random(seed), 0
    for entry in entries(scenario, seed, 0, most):
        if entry.number % every or not isinstance(entry.order, Reply):
            continue
        for answer in (wild_answer(entry.battle, random), stretched(entry.order.answer, random)):
            order = replace(entry.order, answer=answer)
            refused += isinstance(ruleset(entry.battle.ruleset).obey(entry.battle, order), Illegal)
            for way in WAYS:
                wrong = compared(entry.battle, order, way)
                assert not wrong, "\n".join(
                    [f"{scenario}, seed {seed}, entry {entry.number}, {way}: {order}", *wrong[:8]]
                )
    assert refused


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_orders_are_refused_for_the_same_reasons(scenario: str) -> None:
    check(scenario, 5, every=12, most=60)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_many_orders_are_refused_for_the_same_reasons(scenario: str) -> None:
    check(scenario, 6, every=3, most=200)
