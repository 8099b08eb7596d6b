"""Missiles: what a shot is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.captains.battlesystem.expected_losses import ROUTED
from schiltron.captains.battlesystem.objectives import Stakes
from schiltron.rulesets.battlesystem.field import is_individual, is_routed
from schiltron.rulesets.battlesystem.missiles.aims import aim, marks
from schiltron.rulesets.battlesystem.missiles.limits import may_shoot, shots_left
from schiltron.rulesets.battlesystem.missiles.outlook import outlook
from schiltron.rulesets.battlesystem.missiles.volleys import Volley
from schiltron.rulesets.battlesystem.outlook import fails
from schiltron.rulesets.battlesystem.state import Battle, Unit

WOUND: Final = 0.4
"""What a wound is worth of a figure."""
RUNNING: Final = 0.5
"""What is left to gain of those who run already."""


def value(stakes: Stakes, battle: Battle, volley: Volley) -> float:
    """What a volley is worth: the figures that fall, and the units that run because of it."""
    target = battle.units[volley.target]
    ahead = outlook(battle, volley)
    each = stakes.each(target)
    if is_individual(target):
        return ahead.expected / max(1, target.own.hit_points) * each
    worth = (ahead.expected + WOUND * ahead.wounded) * each
    if is_routed(target):
        return RUNNING * worth
    units = [battle.units[key] for key in volley.hit]
    breaks = fails(battle, units, ahead.kills)
    rest = sum(unit.figures for unit in units) - ahead.expected
    nerve = 0.3 if target.own.formation == "closed" else 1.0
    return worth + nerve * breaks * ROUTED * rest * each


def volleys(battle: Battle, unit: Unit) -> Iterator[Volley]:
    """All that a unit could shoot from where it stands."""
    if battle.own.options.level == "basic" or may_shoot(battle, unit):
        return
    for target in marks(battle, unit):
        volley = aim(battle, unit, target)
        if isinstance(volley, Volley):
            yield volley


def fire_from(stakes: Stakes, battle: Battle, unit: Unit) -> dict[str, float]:
    """What a unit's fire from where it stands may bring this round, for everybody it can shoot at."""
    found = {}
    for volley in volleys(battle, unit):
        shots = max(1, shots_left(battle, unit).total)
        share = 1 / len(volley.by)
        found[volley.target] = shots * share * value(stakes, battle, volley)
    return found
