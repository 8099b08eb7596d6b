"""The ground along a straight path: where it is slow, what it costs, what ends it, and how far a move carries."""

from __future__ import annotations

from typing import ClassVar, Generic, NamedTuple, Protocol, TypeVar

from schiltron.table.lengths import TOLERANCE, Mil


class Price(Protocol):
    """Something on the path that costs so much of the move."""

    @property
    def at(self) -> float: ...

    @property
    def loss(self) -> Mil: ...


T = TypeVar("T", bound=Price)
L = TypeVar("L")


class Stop(NamedTuple):
    """Ground that ends a path, with the reason."""

    at: float
    text: str
    rules: tuple[str, ...]


class Going(Generic[T, L]):
    """The ground of a straight way, everything in the order of the way; a book says what slow stretches cost."""

    __slots__ = ("rules", "slow", "stops", "tolls")

    grace: ClassVar[Mil]
    """By how much a price may exceed what is left of the move; less than nothing where some of it must be left over."""
    overrun: ClassVar[Mil] = TOLERANCE
    """By how much the cost of a whole way may."""

    def __init__(self) -> None:
        self.slow: list[L] = []
        self.tolls: list[T] = []
        self.stops: list[Stop] = []
        self.rules: list[tuple[float, str]] = []

    def cost(self, far: float) -> Mil:
        """What it takes to go so far."""
        raise NotImplementedError

    def reach(self, distance: Mil, left: Mil) -> tuple[Mil, Mil, T | None]:
        """How far one gets with the move that is left, what that costs, and the price that cannot be paid."""
        for toll in self.tolls:
            if toll.at < distance and self.cost(toll.at) + toll.loss > left + self.grace:
                far = self._within(int(toll.at), left)
                return far, min(left, self.cost(far)), toll if far == int(toll.at) else None
        far = self._within(distance, left)
        return far, min(left, self.cost(far)), None

    def _within(self, distance: Mil, left: Mil) -> Mil:
        """The farthest point that is paid for."""
        if self.cost(distance) <= left + self.overrun:
            return distance
        if not self.slow and not self.tolls:
            return left
        near_end, far_end = 0, distance
        while far_end - near_end > 1:
            middle = (near_end + far_end) // 2
            near_end, far_end = (middle, far_end) if self.cost(middle) <= left else (near_end, middle)
        return near_end

    def met(self, far: float) -> tuple[str, ...]:
        """The rules about the ground of so much of the way."""
        return tuple(dict.fromkeys(rule for at, rule in self.rules if at < far))
