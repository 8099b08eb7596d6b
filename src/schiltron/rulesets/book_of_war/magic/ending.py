"""How magic ends before its time (chapter A4), and what its end puts back."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from schiltron.battle.play.agenda import Lapses
from schiltron.battle.state.effects import Effect, OnUnit, While
from schiltron.rulesets.book_of_war.embedded import in_play
from schiltron.rulesets.book_of_war.magic.drained_ground import LOWER_WATER, come_back
from schiltron.rulesets.book_of_war.movement.ambushes import seen_by_wizards
from schiltron.rulesets.book_of_war.shelter import SHELL
from schiltron.rulesets.book_of_war.state import Scene


def _sees_again(scene: Scene, _effect: Effect, _rules: tuple[str, ...]) -> None:
    """Whose shell is gone sees those who hide again (BW-A4-17, BW-A4-05)."""
    seen_by_wizards(scene)


LAPSES: Final[Lapses] = MappingProxyType({LOWER_WATER: come_back, SHELL: _sees_again})
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
