"""A unit: a body of like figures that acts as one. The book's own part hangs in `own`."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Final, Generic, TypeVar

from msgspec import UNSET, Struct, UnsetType

from schiltron.battle.state.derived import derived
from schiltron.table.body import Body, Figure, figures
from schiltron.table.lengths import Mil
from schiltron.table.outline import Outline, outline
from schiltron.table.pose import Pose

U = TypeVar("U")

TurnInLine = tuple[str, str, str, str]
TURN_IN_LINE: Final = attrgetter("turn_in_line")


class Aloft(Struct, frozen=True, tag="aloft"):
    """In the air, so high above the ground, since a turn."""

    height: Mil
    since: int


class Upon(Struct, frozen=True, tag="upon"):
    """On a storey of a work, the ground being 0. `feature` is a piece of terrain that is built up, or a unit that
    carries others."""

    feature: str
    storey: int


Level = Aloft | Upon | None
"""None is the ground."""


class OnTable(Struct, frozen=True, tag="on_table", omit_defaults=True):
    """On the table; over one spot of it there may be bodies on several levels."""

    pose: Pose
    level: Level = None


class Hidden(Struct, frozen=True, tag="hidden", omit_defaults=True):
    """On the table, known only to the controlling seat and to those named."""

    pose: Pose
    known_to: tuple[str, ...] = ()


class Afloat(Struct, frozen=True, tag="afloat"):
    """A hull on the water. It carries others, who stand upon it (`Upon`), and is itself nobody's enemy: it is neither
    fought nor shot at, and stands in the way of other hulls alone."""

    pose: Pose


class Aboard(Struct, frozen=True, tag="aboard", omit_defaults=True):
    """With another unit, in whose ranks it stands and with which it goes; `slot` says which of its places it has."""

    host: str
    slot: str = ""


class OffTable(Struct, frozen=True, tag="off_table"):
    """Not on the table: not yet set down, destroyed, or gone over an edge."""

    why: str
    edge: str = ""
    may_return: bool = False


Place = OnTable | Hidden | Afloat | Aboard | OffTable


class House(Struct, frozen=True, omit_defaults=True):
    """What a unit is by rules of one's own: the troop type by which its list names it, what so many figures (`of`) cost
    in eighths of a point, where that is not the book's price, and spells that only its list has."""

    troop: str
    eighths: int | None = None
    of: int = 1
    spells: tuple[str, ...] = ()


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
    house: House | UnsetType = UNSET

    @property
    def on_table(self) -> bool:
        return type(self.place) is OnTable

    @property
    def pose(self) -> Pose:
        place = self.place
        if type(place) is OnTable or type(place) is Hidden or type(place) is Afloat:
            return place.pose
        raise LookupError(f"{self.name} has no place of its own on the table")

    @property
    def level(self) -> Level:
        place = self.place
        return place.level if type(place) is OnTable else None

    @property
    def afloat(self) -> bool:
        return type(self.place) is Afloat

    def place_at(self, pose: Pose) -> OnTable | Afloat:
        """Its place when it has come to another pose, on the level where it is; a hull stays on the water."""
        return Afloat(pose) if type(self.place) is Afloat else OnTable(pose, self.level)

    @property
    def host(self) -> str:
        """The unit it is with; "" for one that stands on its own."""
        place = self.place
        return place.host if type(place) is Aboard else ""

    @property
    def bodies(self) -> int:
        """Figures that take up room, standing or fallen."""
        return self.figures + self.fallen

    @derived
    def outline(self) -> Outline:
        return outline(self.pose, self.body, self.bodies)

    @derived
    def places(self) -> tuple[Figure, ...]:
        """Every figure with its place, the fallen ones last."""
        return figures(self.pose, self.body, self.bodies)

    @derived
    def turn_in_line(self) -> TurnInLine:
        """What units are sorted by that are dealt with one after the other: side and name, so that neither ids nor the
        order of an army list decide anything."""
        return self.side, self.name, self.kind, self.id

    def has(self, mark: str) -> bool:
        return mark in self.marks

    def agreed(self, figures: int) -> int | None:
        """What so many of its figures cost in eighths of a point, where that is by a rule of one's own."""
        house = self.house
        if house is UNSET or house.eighths is None:
            return None
        return house.eighths * figures // house.of


def in_line(units: Iterable[Unit[U]]) -> list[Unit[U]]:
    """Units in the order in which they are dealt with where nothing else says who comes first."""
    return sorted(units, key=TURN_IN_LINE)
