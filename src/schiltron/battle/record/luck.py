"""Luck: what the dice of a battle were expected to do, and what they did."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.state.chance import Counted, Pool, Thrown, hitting
from schiltron.battle.state.event import AnyEvent, Rolled


class Luck(Struct, frozen=True):
    """Hits of one side. `spread` is the standard deviation of what was expected."""

    side: str
    dice: int = 0
    expected: float = 0.0
    hits: int = 0
    variance: float = 0.0

    @property
    def spread(self) -> float:
        """The standard deviation of the hits."""
        return sqrt(self.variance)

    @property
    def ahead(self) -> float:
        """Hits beyond what was expected, in spreads: two either way is rare."""
        return (self.hits - self.expected) / self.spread if self.variance else 0.0


def luck(events: Iterable[AnyEvent], before: Iterable[Luck] = ()) -> tuple[Luck, ...]:
    """The luck of every side that threw to hit, carried on from `before`.

    Only dice that need a number count: of others nobody can say without the book what is lucky.
    """
    known = {one.side: one for one in before}
    for event in events:
        if isinstance(event, Rolled) and event.pools:
            for pool, thrown in zip(event.roll.pools, event.pools, strict=True):
                if isinstance(pool.reading, Counted) and pool.whose:
                    known[pool.whose] = _added(known.get(pool.whose, Luck(pool.whose)), pool, pool.reading, thrown)
    return tuple(known[side] for side in sorted(known))


def _added(so_far: Luck, pool: Pool, reading: Counted, thrown: Thrown) -> Luck:
    chance = hitting(reading, pool.sides) / pool.sides
    return replace(
        so_far,
        dice=so_far.dice + pool.count,
        expected=so_far.expected + pool.count * chance,
        hits=so_far.hits + thrown.hits,
        variance=so_far.variance + pool.count * chance * (1 - chance),
    )
