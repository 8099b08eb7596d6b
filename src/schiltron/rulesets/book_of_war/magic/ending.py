"""How magic ends before its time (chapter A4), and what its end puts back."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from schiltron.battle.play.agenda import Lapses
from schiltron.battle.state.effects import Effect, OnUnit, While
from schiltron.rulesets.book_of_war.embedded import in_play
from schiltron.rulesets.book_of_war.magic.drained_ground import LOWER_WATER, come_back
from schiltron.rulesets.book_of_war.state import Scene

LAPSES: Final[Lapses] = MappingProxyType({LOWER_WATER: come_back})
"""By kind of effect: what puts back what it had changed."""


def end_with_their_casters(scene: Scene) -> None:
    """What is on somebody who is gone, or hangs on his doing nothing else, is over (BW-A4-25); ground that was changed
    stays changed for its time."""
    for effect in scene.battle.effects.all:
        keeper = _keeper(effect)
        if keeper and not in_play(scene.unit(keeper)):
            scene.lift(effect)


def _keeper(effect: Effect) -> str:
    if isinstance(effect.on, OnUnit):
        return effect.on.unit
    return next((end.unit for end in effect.ends if isinstance(end, While)), "")
