"""What a player is told before he decides is the same in the changed battle: whom a unit could attack, and its odds."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.state import AnyBattle
from schiltron.rulesets import ruleset
from tests.sameness.changes import CHANGES
from tests.sameness.comparing import differences
from tests.sameness.exceptions import made_even
from tests.sameness.playing import entries
from tests.sameness.rewriting import changed

SCENARIOS = ("hill-and-woods", "wolf-wood", "lances-and-pikes", "crossroads")


def told(battle: AnyBattle, decision_id: str, unit: str) -> dict[str, Any]:
    book = ruleset(battle.ruleset)
    decision = battle.decision(decision_id)
    view = book.view(battle, decision.seat)
    return {f"{one.unit} {one.action}": one for one in book.targets(view, decision, unit)}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_same_targets_with_the_same_odds(scenario: str) -> None:
    compared = 0
    for entry in entries(scenario, 3, 0, 90):
        actors = [(one.id, actor) for one in entry.battle.decisions for actor in getattr(one, "actors", ())[:2]]
        if entry.number % 15 or not actors:
            continue
        for name, kind in CHANGES.items():
            battle = made_even(entry.battle) if name == "mirrored" else entry.battle
            change = kind(battle)
            there = changed(battle, change, battle)
            for decision, actor in actors:
                mine = changed(told(battle, decision, actor), change, battle)
                wrong = differences(mine, told(there, decision, change.words(actor)))
                compared += 1
                assert not wrong, "\n".join([f"entry {entry.number}, {name}, {actor}", *wrong[:8]])
    assert compared
