"""A moment of the sequence of play has come: effects that lasted until then end, and steps that were put off are due.

Every step of a book that begins or ends a turn or a phase calls it, at its place in the order of events.
"""

from __future__ import annotations

from typing import Any

from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.effects import Effect, Moment, Until


def upkeep(scene: Scene[Any, Any, Any], now: Moment) -> None:
    """Steps that are due come before the rest of the agenda, in the order in which they were put off."""
    for effect in scene.battle.effects.all:
        if _has_run_out(effect, now):
            scene.lift(effect)
    if any(one.moment.is_over(now) for one in scene.battle.due):
        steps = [one.step for one in scene.battle.due if one.moment.is_over(now)]
        scene.set(due=tuple(one for one in scene.battle.due if not one.moment.is_over(now)))
        scene.now(*steps)


def _has_run_out(effect: Effect, now: Moment) -> bool:
    return any(isinstance(end, Until) and end.moment.is_over(now) for end in effect.ends)
