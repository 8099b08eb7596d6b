"""The exact chances of an attack in melee (cases 8.7 and 9.4), from the same strikes that the dice are read with.

The captains and the page read the same numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from msgspec import Struct

from schiltron.battle.guide.probability import Chances, expected, sums
from schiltron.rulesets.battlesystem.field import is_individual, ratings
from schiltron.rulesets.battlesystem.losses import Toll, toll
from schiltron.rulesets.battlesystem.melee.heroes import affects_whole_figure, hit_points_lost
from schiltron.rulesets.battlesystem.melee.parties import units_of
from schiltron.rulesets.battlesystem.melee.strikes import Strike, done_by, heroic, hopeless, struck_first
from schiltron.rulesets.battlesystem.state import Battle

TWO_DICE: Final = sums(2, 6)
"""The chances of the totals of 2d6, from 0 on."""

Damages = tuple[int, ...]
"""Tenths of a hit die for each total of 2d6, from 0 on; what no dice show does nothing."""


class Outlook(Struct, frozen=True):
    """What an attack promises: figures killed (of a hero, hit points lost), how likely all of the target, and how
    likely a wound is left on one of them."""

    kills: Chances
    destroyed: float
    wounded: float = 0.0

    @property
    def expected(self) -> float:
        return expected(self.kills)


def outlook(battle: Battle, one: Strike) -> Outlook:
    """What an attack that is fixed does to its target as it stands."""
    damage = damages(one)
    if heroic(battle, one.target):
        return on_hero(damage, battle.units[one.target].own.hit_points)
    striker = battle.units[one.unit]
    units = units_of(battle, one.target)
    there = sum(unit.figures for unit in units)
    dice = ratings(battle, units[0]).hit_dice
    if not is_individual(striker):
        return on_figures(damage, dice, there, there, wounded=any(unit.own.wounded for unit in units))
    first = struck_first(battle, striker, one.target)
    deadly = affects_whole_figure(battle, striker, first)
    return on_figures(damage, dice, 1, there, wounded=first.own.wounded, by=toll if deadly else one_wound)


def damages(one: Strike) -> Damages:
    return tuple(done_by(one, dice) if chance and not hopeless(one) else 0 for dice, chance in enumerate(TWO_DICE))


def one_wound(damage: int, hit_dice: int) -> Toll:
    """Of a hero who cannot affect a whole figure (BS-9.4-06)."""
    return Toll(0, 2 * damage >= hit_dice)


def on_hero(damage: Damages, points: int) -> Outlook:
    """Hit points that a hero with so many left loses (BS-9.4-05)."""
    lost = [0.0] * (points + 1)
    for done, chance in zip(damage, TWO_DICE, strict=True):
        lost[min(points, hit_points_lost(done))] += chance
    return Outlook(tuple(lost), lost[points])


@lru_cache(maxsize=8192)
def on_figures(
    damage: Damages,
    hit_dice: int,
    most: int,
    whole: int,
    *,
    wounded: bool,
    by: Callable[[int, int], Toll] = toll,
) -> Outlook:
    """Figures of so many hit dice that fall, `most` of the `whole` unit at most; two wounds kill (BS-8.7-04)."""
    kills, hurt = [0.0] * (most + 1), 0.0
    for done, chance in zip(damage, TWO_DICE, strict=True):
        cost = by(done, hit_dice)
        killed, wounds = cost.killed, cost.wounds
        if wounds and wounded:
            killed, wounds = killed + 1, False
        killed = min(killed, most)
        kills[killed] += chance
        if wounds and killed < most:
            hurt += chance
    return Outlook(tuple(kills), kills[most] if most >= whole else 0.0, hurt)
