"""The recruit does anything that is allowed, at random; other captains are measured against it."""

from __future__ import annotations

from random import Random
from typing import Any

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.state.decision import Answer, AnyDecision
from schiltron.captains.captain import View


class Recruit:
    """Draws random legal answers of any book, always the same ones for the same seed."""

    def __init__(self, ruleset: Ruleset[Any, Any, Any], seed: int) -> None:
        self._sample = ruleset.sample
        self._random = Random(seed)

    def answer(self, view: View, decision: AnyDecision) -> Answer:
        return self._sample(view, decision, self._random)
