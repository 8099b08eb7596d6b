"""Dice for few playouts: nobody has luck in his blows, and of several playouts each has its part of all the rest."""

from __future__ import annotations

from bisect import bisect_right
from random import Random
from typing import Final

from schiltron.battle.door.dice import RETHROWS, EndlessContest, totals
from schiltron.battle.state.chance import AtLeast, AtMost, Pool, Roll, SumOf, Thrown, hitting, read, tied
from schiltron.battle.state.order import Dice
from schiltron.captains.marshal.same_luck import SameLuck

BLOCK: Final = 4
"""Playouts among which luck is shared out: of four, one throws in the lowest quarter, one in the next, and so on."""


class EvenLuck(SameLuck):
    """The same throw for the same purpose, as everywhere in what he imagines; but hits come to what may be expected of
    so many dice, rounded up or down by chance, and totals of four playouts are one of each quarter.

    What orders are worth on the average is seen after fewer playouts so. The name of the luck ends with the number of
    the playout.
    """

    def __init__(self, luck: str) -> None:
        super().__init__(luck)
        name, _, number = luck.rpartition(":")
        self._block = f"{name}:{int(number) // BLOCK}" if number.isdecimal() else luck
        self._place = int(number) % BLOCK if number.isdecimal() else 0

    def throw(self, roll: Roll, entry: int) -> Dice:  # noqa: ARG002 - the number of the entry is that of one battle
        purpose = self.counted(roll)
        random = Random(f"{self._luck}|{purpose}")
        shares = list(range(BLOCK))
        for again in range(RETHROWS):
            Random(f"{self._block}|{again}|{purpose}").shuffle(shares)
            quarter = shares[self._place]
            pools = tuple(
                _drawn(pool, (quarter + random.random()) / BLOCK if not place else random.random(), random)
                for place, pool in enumerate(roll.pools)
            )
            if not (roll.unequal and tied(pools)):
                return Dice(roll.id, pools)
        raise EndlessContest(roll)


def _drawn(pool: Pool, part: float, random: Random) -> Thrown:
    """What a pool comes to where `part` of all throws are lower."""
    reading, count, sides = pool.reading, pool.count, pool.sides
    if isinstance(reading, AtLeast | AtMost):
        hits = int(count * hitting(reading, sides) / sides + part)
        return Thrown(((0, count - hits), (1, hits)))
    if isinstance(reading, SumOf):
        bounds, results = totals(count, sides)
        return results[bisect_right(bounds, part)]
    if count == 1:
        return read(pool, [1 + int(part * sides)])
    return read(pool, [1 + int(random.random() * sides) for _ in range(count)])
