"""The exact chances of a volley, from the same tallies that the dice are read with."""

from __future__ import annotations

from schiltron.rulesets.battlesystem.field import is_individual, ratings
from schiltron.rulesets.battlesystem.losses import toll
from schiltron.rulesets.battlesystem.melee.outlook import TWO_DICE, Outlook, on_figures, on_hero, one_wound
from schiltron.rulesets.battlesystem.missiles.volleys import Volley, done_by
from schiltron.rulesets.battlesystem.state import Battle, Unit


def outlook(battle: Battle, volley: Volley) -> Outlook:
    """What a volley does to its target as it stands."""
    shooter, target = battle.units[volley.unit], battle.units[volley.target]
    damage = tuple(done_by(volley, dice) if chance else 0 for dice, chance in enumerate(TWO_DICE))
    if is_individual(target):
        return on_hero(damage, target.own.hit_points)
    units = [battle.units[key] for key in volley.hit]
    whole, wounded = _there(battle, target), any(unit.own.wounded for unit in units)
    dice = ratings(battle, target).hit_dice
    by = one_wound if is_individual(shooter) else toll
    return on_figures(damage, dice, volley.seen, whole, wounded=wounded, by=by)


def _there(battle: Battle, target: Unit) -> int:
    """Figures of the whole unit."""
    if not target.of:
        return target.figures
    return sum(one.figures for one in battle.units.values() if one.of == target.of)
