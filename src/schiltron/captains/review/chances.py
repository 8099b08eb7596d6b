"""How likely a roll was to come to what it came to, where that can be said in one number."""

from __future__ import annotations

from typing import Literal

from schiltron.battle.guide.probability import successes, sums
from schiltron.battle.state.chance import Counted, Roll, SumOf, Thrown, hitting
from schiltron.captains.review.reviewed import Chance


def chance_of(roll: Roll, pools: tuple[Thrown, ...]) -> Chance | None:
    """Of one pool of dice that counts hits or is added up: how likely so little was, or so much. Of contests and of
    dice that are read face by face nobody can say which way is better without the book."""
    if len(roll.pools) != 1 or roll.unequal or roll.audience:
        return None
    (pool,), (thrown,) = roll.pools, pools
    reading = pool.reading
    if isinstance(reading, Counted):
        chances, came = successes(pool.count, hitting(reading, pool.sides) / pool.sides), thrown.hits
    elif isinstance(reading, SumOf):
        chances, came = sums(pool.count, pool.sides), thrown.total
    else:
        return None
    expected = sum(number * chance for number, chance in enumerate(chances))
    low = came < expected
    chance = sum(chances[: came + 1]) if low else sum(chances[came:])
    counted: Literal["hits", "total"] = "hits" if isinstance(reading, Counted) else "total"
    return Chance(counted, came, pool.count, pool.sides, expected, low, min(1.0, chance))
