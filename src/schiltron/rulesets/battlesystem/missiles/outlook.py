"""What a volley may do, exactly: chances from the very tallies the dice are read with."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from schiltron.battle.probability import Chances, expected, sums
from schiltron.rulesets.battlesystem.field import is_individual, ratings
from schiltron.rulesets.battlesystem.losses import HIT_POINTS_PER_DIE, toll
from schiltron.rulesets.battlesystem.missiles.steps import Volley
from schiltron.rulesets.battlesystem.results import NEVER, inflicted_by_all
from schiltron.rulesets.battlesystem.state import Battle, Unit

_TWO_DICE = sums(2, 6)


class Outlook(Struct, frozen=True):
    """What a volley promises: figures killed (of a hero, hit points lost), how likely all of the target, and how likely
    a wound is left on one of them."""

    kills: Chances
    destroyed: float
    wounded: float

    @property
    def expected(self) -> float:
        return expected(self.kills)


def done_by(volley: Volley, dice: int) -> int:
    """Damage in tenths of a hit die, of all figures together (BS-8.4-04, BS-10.0-02)."""
    attack_roll = volley.rating.total - volley.armour.total + dice
    return 0 if attack_roll >= NEVER else inflicted_by_all(attack_roll, volley.damage) * volley.figures.total


def hopeless(volley: Volley) -> bool:
    """Whether no dice can do any damage (BS-8.4-06)."""
    return done_by(volley, 2) == 0


def mean_damage(volley: Volley) -> float:
    """Hit dice of damage on average."""
    return sum(chance * done_by(volley, dice) for dice, chance in enumerate(_TWO_DICE) if chance) / 10


def outlook(battle: Battle, volley: Volley) -> Outlook:
    """What a volley does to its target as it stands."""
    shooter, target = battle.units[volley.unit], battle.units[volley.target]
    damage = tuple(done_by(volley, dice) if chance else 0 for dice, chance in enumerate(_TWO_DICE))
    if is_individual(target):
        return _of_hero(damage, target.own.hit_points)
    units = [battle.units[key] for key in volley.hit]
    whole, wounded = _there(battle, target), any(unit.own.wounded for unit in units)
    dice = ratings(battle, target).hit_dice
    return _of_figures(damage, dice, volley.seen, whole, wounded=wounded, by_hero=is_individual(shooter))


def _there(battle: Battle, target: Unit) -> int:
    """Figures of the whole unit."""
    if not target.of:
        return target.figures
    return sum(one.figures for one in battle.units.values() if one.of == target.of)


def _of_hero(damage: tuple[int, ...], points: int) -> Outlook:
    lost = [0.0] * (points + 1)
    for done, chance in zip(damage, _TWO_DICE, strict=True):
        lost[min(points, done * HIT_POINTS_PER_DIE // 10)] += chance
    return Outlook(tuple(lost), lost[points], 0.0)


@lru_cache(maxsize=8192)
def _of_figures(damage: tuple[int, ...], dice: int, seen: int, whole: int, *, wounded: bool, by_hero: bool) -> Outlook:
    kills, hurt = [0.0] * (seen + 1), 0.0
    for done, chance in zip(damage, _TWO_DICE, strict=True):
        if by_hero:
            killed, wounds = 0, 2 * done >= dice
        else:
            cost = toll(done, dice)
            killed, wounds = cost.killed, cost.wounds
        if wounds and wounded:
            killed, wounds = killed + 1, False
        killed = min(killed, seen)
        kills[killed] += chance
        if wounds and killed < seen:
            hurt += chance
    return Outlook(tuple(kills), kills[seen] if seen >= whole else 0.0, hurt)
