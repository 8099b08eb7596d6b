"""What comes of somebody's having moved: whom it frightens, whom it touches, whom it frees (CM-FANT-SUPER-02,
CM-FANT-WRAITH-04, CM-FANT-WRAITH-05, CM-FANT-BALROG-03)."""

from __future__ import annotations

from collections.abc import Iterable

from schiltron.battle.state.event import Leg
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.melee.touch import burn_by_touch, free_by, touched_on_the_way
from schiltron.rulesets.chainmail.morale.terror import by_moving
from schiltron.rulesets.chainmail.state import Scene, Unit


def touch_along(scene: Scene, before: Unit, legs: Iterable[Leg]) -> None:
    """At once, wherever a move has brought it."""
    if scene.battle.own.options.fantasy == "on":
        touched_on_the_way(scene, before, legs)
        burn_by_touch(scene, before.id)
        free_by(scene, before.id)


def frighten(scene: Scene, *movers: str) -> None:
    """Before anything else comes of a move, those whom it frightens show whether they stand."""
    if scene.battle.own.options.fantasy == "off":
        return
    units = [scene.unit(key) for key in movers]
    there = [unit for unit in units if alive(unit) and unit.on_table]
    due = dict.fromkeys(step for unit in there for step in by_moving(scene.battle, unit))
    if due:
        scene.now(*due)
