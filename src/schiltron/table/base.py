"""The base a figure stands on."""

from msgspec import Struct

from schiltron.table.lengths import Mil


class Base(Struct, frozen=True, cache_hash=True):
    """A rectangular base: width across the front, depth from front to rear."""

    width: Mil
    depth: Mil

    def __post_init__(self) -> None:
        if self.width <= 0 or self.depth <= 0:
            raise ValueError("a base has a width and a depth")

    @property
    def turned(self) -> "Base":
        """The same place on the table for a figure that faces a quarter turn to the side."""
        return Base(self.depth, self.width)
