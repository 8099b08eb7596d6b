"""Captains with mages, wizards and priests."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.decision import Answer, AnyDecision
from schiltron.captains.by_this_axe.captain import ByThisAxeCaptain
from schiltron.captains.play import play
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.by_this_axe.attacks.fire import Casting
from schiltron.rulesets.by_this_axe.attacks.strikes import Succour
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.magic.prayers import Heal
from schiltron.rulesets.by_this_axe.state import Battle


class NeverCasts:
    """A captain who spends no die and says no prayer."""

    def __init__(self, captain: ByThisAxeCaptain) -> None:
        self._captain = captain

    def answer(self, view: Battle, decision: AnyDecision) -> Answer:
        if isinstance(view.agenda[0], Casting | Succour | Heal) and decision.default is not None:
            return decision.default
        return self._captain.answer(view, decision)


def won(scenario: str, seeds: range) -> int:
    """Games that one wins who casts against the same captain who never does, each seed from both sides."""
    ready_field = prepare(load_scenario(f"by_this_axe/{scenario}"))
    found = 0
    for seed in seeds:
        for caster in ("red", "blue"):
            captains: dict[str, Any] = {
                seat.id: ByThisAxeCaptain(seed) if seat.id == caster else NeverCasts(ByThisAxeCaptain(seed))
                for seat in ready_field.seats
            }
            end = play(BY_THIS_AXE, ready_field, captains, FastDice(Random(seed)))
            assert end.outcome is not None
            found += end.outcome.winner == caster
    return found


@pytest.mark.slow
def test_who_uses_magic_beats_who_never_does() -> None:
    """The Broken Seal from both sides: a shaman of eight dice, or a priest of eight prayers."""
    assert won("broken-seal", range(100, 120)) >= 22
