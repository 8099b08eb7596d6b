"""Blows man to man, as the role-playing game has them: a d20 against armour class, then dice of damage."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from schiltron.battle.state.chance import AtLeast, Pool, SumOf
from schiltron.parent_game.damage import Damage

DIE: Final = 20
ROUNDS_IN_A_GAME_ROUND: Final = 3


class Fighter(Struct, frozen=True):
    """One who fights man to man: `half_attacks` are his blows in two melee rounds."""

    name: str
    side: str
    thac0: int
    armour_class: int
    half_attacks: int
    damage: tuple[Damage, ...]


def need(one: Fighter, other: Fighter) -> int:
    """What a d20 must show: THAC0 less the enemy's armour class."""
    return one.thac0 - other.armour_class


def score(one: Fighter, other: Fighter) -> int:
    """The least of a d20 that hits: a 20 always does and a 1 never."""
    return max(2, min(DIE, need(one, other)))


def blows(one: Fighter, melee_round: int) -> int:
    """How often he strikes in a melee round; an odd number in two rounds is one more in the second."""
    whole, odd = divmod(one.half_attacks, 2)
    return whole + (odd if melee_round % 2 == 0 else 0)


def attack_pool(one: Fighter, other: Fighter, melee_round: int) -> Pool:
    """The d20s of one fighter in a melee round."""
    return Pool(blows(one, melee_round), DIE, AtLeast(score(one, other)), f"{one.name} at {other.name}", whose=one.side)


def damage_pools(one: Fighter, hits: int) -> tuple[Pool, ...]:
    """The dice of damage for so many hits."""
    return tuple(
        Pool(die.count, die.sides, SumOf(), f"{one.name}: damage {die}", whose=one.side)
        for _ in range(hits)
        for die in one.damage
    )


def damage_done(one: Fighter, hits: int, totals: list[int]) -> int:
    """What the dice come to with their pluses; a hit always does a point at least."""
    dice = [die for _ in range(hits) for die in one.damage]
    return sum(max(1, total + die.plus) for die, total in zip(dice, totals, strict=True))
