"""Whatever a book suggests is obeyed."""

from __future__ import annotations

from random import Random

import pytest

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply
from schiltron.muster import ready_scenarios
from schiltron.rulesets import ruleset
from tests.whole_battles.recruits import next_order, opening, stepped

MOST_ORDERS = 1000
LOOKED_AT = 0.15
"""The share of decisions whose suggestions are tried."""


def suggestions_refused(battle: AnyBattle) -> list[str]:
    book = ruleset(battle.ruleset)
    refused = []
    for decision in battle.decisions:
        for answer in book.suggest(book.view(battle, decision.seat), decision):
            obeyed = book.obey(battle, Reply(decision.seat, decision.id, answer))
            if isinstance(obeyed, Illegal):
                refused.append(f"{answer}: {obeyed}")
    return refused


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [one.id for one in ready_scenarios()])
def test_every_suggestion_is_obeyed(scenario: str) -> None:
    """In a battle, and in what comes after it where a book has an aftermath."""
    random, dice = Random(scenario), FastDice(Random(scenario))
    battle = _fought(opening(scenario), random, dice, MOST_ORDERS)
    book = ruleset(battle.ruleset)
    later = book.aftermath(battle) if battle.outcome is not None else None
    if later is not None:
        assert _fought(book.begun(later).battle, random, dice, MOST_ORDERS).outcome is not None


def _fought(battle: AnyBattle, random: Random, dice: FastDice, most: int) -> AnyBattle:
    """A battle between recruits to its end, or after so many orders, with suggestions tried on the way."""
    for _ in range(most):
        if battle.outcome is not None:
            break
        if battle.roll is None and random.random() < LOOKED_AT:
            assert suggestions_refused(battle) == []
        battle = stepped(battle, next_order(battle, random, dice))
    return battle
