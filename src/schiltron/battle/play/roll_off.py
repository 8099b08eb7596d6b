"""Sides roll dice against each other: a throw for each, and who threw higher."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from schiltron.battle.state.battle import Battle
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")


def dice_for(battle: Battle[B, U, S], purpose: str, rules: tuple[str, ...], dice: int = 1) -> Roll:
    """So many six-sided dice for each side; ties are thrown again."""
    pools = tuple(Pool(dice, 6, SumOf(), side.name, side.id) for side in battle.sides)
    return Roll(purpose, pools, rules, unequal=True)


def lowest_first(battle: Battle[B, U, S], pools: Sequence[Thrown]) -> list[str]:
    """The sides by what they threw."""
    totals = {side.id: pool.total for side, pool in zip(battle.sides, pools, strict=True)}
    return sorted(totals, key=lambda side: totals[side])
