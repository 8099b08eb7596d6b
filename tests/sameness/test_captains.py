"""A captain gives the same orders in the same position, whatever the units are called in the roster."""

from __future__ import annotations

import pytest

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Answer
from schiltron.captains.roster import captain_named, quickest
from schiltron.rulesets import ruleset
from tests.sameness.changes import Renamed
from tests.sameness.comparing import differences
from tests.sameness.playing import entries
from tests.sameness.rewriting import changed

SCENARIOS = ("great-field", "divided-house", "lily-field", "three-parishes", "beacon-ridge", "crossroads", "lairn")


def ordered(battle: AnyBattle) -> Answer:
    """What the book's captain answers who has not seen the battle before."""
    book, decision = ruleset(battle.ruleset), battle.decisions[0]
    name = quickest(battle.ruleset)
    return captain_named(name, book, 1).answer(book.view(battle, decision.seat), decision)


def check(scenario: str, seed: int, every: int, most: int) -> None:
    compared = 0
    for entry in entries(scenario, seed, 0, most):
        if entry.number % every or not entry.battle.decisions:
            continue
        change = Renamed(entry.battle)
        mine = changed(ordered(entry.battle), change, entry.battle)
        wrong = differences(mine, ordered(changed(entry.battle, change, entry.battle).listed()))
        assert not wrong, "\n".join([f"{scenario}, seed {seed}, entry {entry.number}", *wrong[:8]])
        compared += 1
    assert compared > 1


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_same_orders_by_other_ids(scenario: str) -> None:
    check(scenario, 1, every=11, most=60)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [*SCENARIOS, "bridge-man-to-man", "wolf-wood", "powder-and-stones", "tollgate"])
def test_the_same_orders_by_other_ids_through_a_battle(scenario: str) -> None:
    check(scenario, 2, every=23, most=240)
