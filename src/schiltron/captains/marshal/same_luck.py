"""Dice for comparing orders: whatever was ordered, the same throw for the same purpose comes to the same faces."""

from __future__ import annotations

from collections import Counter
from random import Random

from schiltron.battle.door.dice import RETHROWS, EndlessContest
from schiltron.battle.state.chance import Roll, read, tied
from schiltron.battle.state.order import Dice


class SameLuck:
    """Faces follow from a number, from what they are thrown for and by whom, and from how often that was thrown before.

    Two battles that part at one order throw alike wherever they still do the same things; what is left to differ is
    what the order has changed.
    """

    def __init__(self, luck: str) -> None:
        self._luck = luck
        self._thrown: Counter[str] = Counter()

    def throw(self, roll: Roll, entry: int) -> Dice:  # noqa: ARG002 - the number of the entry is that of one battle
        """What the dice come to."""
        random = Random(f"{self._luck}|{self.counted(roll)}")
        for _ in range(RETHROWS):
            pools = tuple(
                read(pool, [1 + int(random.random() * pool.sides) for _ in range(pool.count)]) for pool in roll.pools
            )
            if not (roll.unequal and tied(pools)):
                return Dice(roll.id, pools)
        raise EndlessContest(roll)

    def counted(self, roll: Roll) -> str:
        """What is thrown for and by whom, and that it is thrown once more: for the how manieth time."""
        purpose = "|".join((roll.purpose, *(f"{pool.whose}:{pool.label}:{pool.sides}" for pool in roll.pools)))
        self._thrown[purpose] += 1
        return f"{self._thrown[purpose]}|{purpose}"
