"""A unit: a body of like figures that acts as one. The book's own part hangs in `own`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from operator import attrgetter
from typing import Final, Generic, TypeVar

from msgspec import Struct

from schiltron.table.body import Body, Figure, figures
from schiltron.table.outline import Outline, outline
from schiltron.table.pose import Pose

U = TypeVar("U")

TurnInLine = tuple[str, str, str, str]
_TURN_IN_LINE: Final = attrgetter("turn_in_line")


class OnTable(Struct, frozen=True, tag="on_table"):
    pose: Pose


class Hidden(Struct, frozen=True, tag="hidden"):
    """On the table, known to the controlling seat alone."""

    pose: Pose


class Aboard(Struct, frozen=True, tag="aboard"):
    """With another unit, in whose ranks it stands and with which it goes."""

    host: str


class OffTable(Struct, frozen=True, tag="off_table"):
    """Not on the table: not yet set down, destroyed, or gone over an edge."""

    why: str
    edge: str = ""
    may_return: bool = False


Place = OnTable | Hidden | Aboard | OffTable


class Unit(Struct, Generic[U], frozen=True, dict=True):
    """Owner is who brought it, side whom it fights for, controller the seat that commands it now.

    `figures` still stand, `fallen` lie where they fell until their rule removes them: both take up room.
    """

    id: str
    name: str
    kind: str
    owner: str
    side: str
    controller: str
    original: int
    figures: int
    place: Place
    body: Body
    own: U
    fallen: int = 0
    of: str = ""
    marks: tuple[str, ...] = ()

    @property
    def on_table(self) -> bool:
        return type(self.place) is OnTable

    @property
    def pose(self) -> Pose:
        place = self.place
        if isinstance(place, OffTable | Aboard):
            raise LookupError(f"{self.name} has no place of its own on the table")
        return place.pose

    @property
    def host(self) -> str:
        """The unit it is with; "" for one that stands on its own."""
        place = self.place
        return place.host if type(place) is Aboard else ""

    @property
    def bodies(self) -> int:
        """Figures that take up room, standing or fallen."""
        return self.figures + self.fallen

    @cached_property
    def outline(self) -> Outline:
        return outline(self.pose, self.body, self.bodies)

    @cached_property
    def places(self) -> tuple[Figure, ...]:
        """Every figure with its place, the fallen ones last."""
        return figures(self.pose, self.body, self.bodies)

    @cached_property
    def turn_in_line(self) -> TurnInLine:
        """What units are sorted by that are dealt with one after the other: side and name, so that neither ids nor the
        order of an army list decide anything."""
        return self.side, self.name, self.kind, self.id

    def has(self, mark: str) -> bool:
        return mark in self.marks


def in_line(units: Iterable[Unit[U]]) -> list[Unit[U]]:
    """Units in the order in which they are dealt with where nothing else says who comes first."""
    return sorted(units, key=_TURN_IN_LINE)
