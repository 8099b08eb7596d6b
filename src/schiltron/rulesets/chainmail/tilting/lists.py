"""What stands written of a day in the lists: who rides against whom, and every ride that was ridden (rules JOUST)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from schiltron.rulesets.chainmail.tilting.matrix import BROKEN, HELM_OFF, INJURED, UNHORSED, Pair, result

RIDES: Final = 3
"""After so many a joust is over, though both sit (CM-JOUST-07)."""
WAITS, RIDDEN, DROPPED = "waits", "ridden", "dropped"


class Ride(Struct, frozen=True):
    """One ride: what each of the two chose, in the order of the joust."""

    one: Pair
    other: Pair

    def of(self, place: int) -> Pair:
        return (self.one, self.other)[place]

    def done_by(self, place: int) -> tuple[str, ...]:
        """What the lance of one of the two did (CM-JOUST-04)."""
        return result(self.of(place).aim, self.of(1 - place).seat)

    def steadied(self, place: int) -> bool:
        """Whether one of them must sit steady next: his lance is broken, or his helm is off (CM-JOUST-06)."""
        return BROKEN in self.done_by(place) or HELM_OFF in self.done_by(1 - place)

    @property
    def unhorses(self) -> bool:
        return any(UNHORSED in self.done_by(place) for place in (0, 1))


class Joust(Struct, frozen=True):
    """Two knights of two sides, and their rides. It `waits`, was `ridden`, or is `dropped` as one of them is hurt."""

    one: str
    other: str
    rides: tuple[Ride, ...] = ()
    state: Literal["waits", "ridden", "dropped"] = "waits"

    @property
    def knights(self) -> tuple[str, str]:
        return self.one, self.other

    @property
    def over(self) -> bool:
        """As soon as anybody is unhorsed, or after three rides (CM-JOUST-07)."""
        return len(self.rides) == RIDES or any(ride.unhorses for ride in self.rides)

    def forced(self, place: int) -> bool:
        return bool(self.rides) and self.rides[-1].steadied(place)

    @property
    def winner(self) -> str:
        """Who alone kept the saddle; "" where both or neither did (CM-JOUST-09)."""
        down = [UNHORSED in self.rides[-1].done_by(1 - place) if self.rides else False for place in (0, 1)]
        return "" if down[0] == down[1] else self.knights[down[0]]


class Lists(Struct, frozen=True):
    """A day in the lists: all its jousts in their order."""

    jousts: tuple[Joust, ...] = ()

    @property
    def present(self) -> int:
        """Which joust is ridden now or next; as many as there are when the day is over."""
        waiting = (number for number, joust in enumerate(self.jousts) if joust.state == WAITS)
        return next(waiting, len(self.jousts))

    def done(self, knight: str) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Ride by ride what a knight's lance did, and what was done to him."""
        for joust in self.jousts:
            if knight in joust.knights:
                place = joust.knights.index(knight)
                for ride in joust.rides:
                    yield ride.done_by(place), ride.done_by(1 - place)

    def hurt(self, knight: str) -> bool:
        """Whether he was injured today (CM-JOUST-10)."""
        return any(INJURED in taken for _, taken in self.done(knight))


def schedule(teams: Sequence[Sequence[str]]) -> tuple[Joust, ...]:
    """Everybody of one team meets everybody of the other once, as many at a time as the smaller has (CM-JOUST-08)."""
    first, second = teams
    small, large = sorted((first, second), key=len)
    meetings = [(small[at], large[(at + turn) % len(large)]) for turn in range(len(large)) for at in range(len(small))]
    return tuple(Joust(*pair) if small is first else Joust(*pair[::-1]) for pair in meetings)
