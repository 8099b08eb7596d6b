"""Scenario files: a table, two armies or more, how it is won, in TOML. Lengths are inches from the north-west corner.

Where no table is named the battle is fought without one, if the book has such battles.

id = "ford"
title = "The Ford at Thornwater"
ruleset = "book_of_war"

[table]
width = 6
depth = 4

[sides.red]
edge = "north"
army = "book_of_war/harrow-levy"

[[terrain]]
form = "strip"
kind = "stream"
width = 2
course = [[0, 24], [72, 22]]
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import asdict

from schiltron.muster.army import MOST_UNITS, Colour, HouseTroop, Items, ListedUnit, Name, Troops
from schiltron.parent_game.spell import SpellEntry
from schiltron.table.edges import TableEdge
from schiltron.table.terrain import OwnNumbers

Inches = float
Spot = tuple[Inches, Inches]
MOST_CORNERS = 400
Ring = Annotated[tuple[Spot, ...], Meta(min_length=3, max_length=MOST_CORNERS)]
Line = Annotated[tuple[Spot, ...], Meta(min_length=2, max_length=MOST_CORNERS)]
Size = Annotated[float, Meta(gt=0, le=600)]
Heading = Annotated[float, Meta(ge=0, lt=360, description="degrees clockwise from north")]


class TableSize(Struct, frozen=True, forbid_unknown_fields=True):
    """How large the table is: width from west to east, depth from north to south."""

    width: Size
    depth: Size
    measure: Literal["feet", "inches"] = "feet"


class ZoneEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A rectangle of the table in which a side sets up."""

    left: Inches
    top: Inches
    right: Inches
    bottom: Inches


class FieldedUnit(ListedUnit, frozen=True, forbid_unknown_fields=True):
    """A unit of a scenario. With `at` (the middle of its front) it stands there when the battle begins; with `on`, the
    name of a wall or tower, its figures are posted there, those `on_top` of a tower under the open sky."""

    at: Spot | None = None
    heading: Heading | None = None
    on: Name = ""
    on_top: bool = False


def fielded(unit: ListedUnit) -> FieldedUnit:
    """A unit of an army list as a scenario has it, nowhere yet."""
    return FieldedUnit(**asdict(unit))


class SideEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A side: its army by name (a file beside the scenario, or a ready army) or its units listed here, with whatever
    troop types and spells of its own they bring.

    A side that is not called by a colour names one, or its army does. With more than two sides each names its zone,
    where strips along their edges would cross."""

    edge: TableEdge = "north"
    name: Name = ""
    colour: Colour | None = None
    army: str | None = None
    units: Annotated[tuple[FieldedUnit, ...], Meta(max_length=MOST_UNITS)] = ()
    reinforcements: Annotated[
        tuple[FieldedUnit, ...],
        Meta(max_length=MOST_UNITS, description="who comes up besides, where it follows another battle of a campaign"),
    ] = ()
    creatures: Annotated[
        dict[str, HouseTroop], Meta(max_length=20, description="troop types of its own, by the names its units use")
    ] = field(default_factory=dict)
    spells: Annotated[
        dict[str, SpellEntry], Meta(max_length=20, description="spells of its own, by the names its units use")
    ] = field(default_factory=dict)
    troops: Troops = field(default_factory=dict)
    items: Items = field(default_factory=dict)
    zone: ZoneEntry | None = None
    extra_points: Annotated[int, Meta(ge=0, le=10_000, description="points it has more, being the weaker player")] = 0
    chose_ground: Annotated[bool, Meta(description="it alone picked the terrain, or the terrain favours it")] = False
    defends: Annotated[bool, Meta(description="it is the one attacked")] = False


SideName = Annotated[str, Meta(pattern="^[a-z][a-z0-9-]{0,19}$")]
Sides = Annotated[dict[SideName, SideEntry], Meta(min_length=2, max_length=5, description="by the names of the sides")]


class Tile(Struct, frozen=True, forbid_unknown_fields=True, tag="tile", tag_field="form"):
    """A piece of the book's usual size about a point, its outline rounded off."""

    kind: str
    at: Spot
    heading: Heading = 0.0
    name: Name = ""


class Patch(Struct, frozen=True, forbid_unknown_fields=True, tag="area", tag_field="form"):
    """Ground with an outline of its own. Contours are the book's unless they are drawn here, outermost first."""

    kind: str
    outline: Ring
    contours: Annotated[tuple[Ring, ...], Meta(max_length=20)] | None = None
    name: Name = ""


class Course(Struct, frozen=True, forbid_unknown_fields=True, tag="strip", tag_field="form"):
    """A stream or a road."""

    kind: str
    course: Line
    width: Size
    name: Name = ""


class Rampart(Struct, frozen=True, forbid_unknown_fields=True, tag="wall", tag_field="form"):
    """A wall with a battlement, as wide as its top."""

    course: Line
    width: Size = 1.0
    name: Name = ""
    built: Annotated[str, Meta(max_length=40, description="what it is, where the book has several kinds")] = ""
    points: Annotated[int, Meta(ge=0, le=1000, description="what it can bear, where the book counts that")] = 0

    @property
    def kind(self) -> str:
        return self.built or "castle_wall"


class DoorEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A door at a point of the outline of a tower; it opens onto the ground, or onto the wall named."""

    at: Spot
    onto: Name = ""


class Tower(Struct, frozen=True, forbid_unknown_fields=True, tag="tower", tag_field="form"):
    """A tower with battlements and arrow slits, about a point or with an outline of its own. `room` is how many mass
    figures it holds."""

    at: Spot | None = None
    size: Size = 3.0
    heading: Heading = 0.0
    outline: Annotated[tuple[Spot, ...], Meta(max_length=MOST_CORNERS)] = ()
    room: Annotated[int, Meta(ge=1, le=100)] = 1
    doors: Annotated[tuple[DoorEntry, ...], Meta(max_length=40)] = ()
    name: Name = ""
    built: Annotated[str, Meta(max_length=40, description="what it is, where the book has several kinds")] = ""
    points: Annotated[int, Meta(ge=0, le=1000, description="what it can bear, where the book counts that")] = 0

    @property
    def kind(self) -> str:
        return self.built or "tower"


Work = Rampart | Tower
Terrain = Tile | Patch | Course | Rampart | Tower


class Castle(Struct, frozen=True, forbid_unknown_fields=True):
    """A castle as a file of its own: its pieces about the middle of its ground, its north side up."""

    id: Annotated[str, Meta(min_length=1, max_length=60)]
    title: Name
    ruleset: str
    terrain: Annotated[tuple[Terrain, ...], Meta(max_length=100)]
    description: str = ""


class CastleEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A castle by its name (a file beside the scenario, or a ready castle), set down about a point."""

    castle: Name
    at: Spot
    heading: Heading = 0.0


class Deployment(Struct, frozen=True, forbid_unknown_fields=True):
    """How deep the set-up zones along the edges are; without it the book's usual depth."""

    depth: Size


class ConditionEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """What a side has to have done by the end: hold a piece of terrain, destroy a unit of the enemy, save one of its
    own. `what` is its name."""

    side: SideName
    does: Literal["hold", "destroy", "save"]
    what: Name


class Victory(Struct, frozen=True, forbid_unknown_fields=True):
    """How it is won: a word of the book's switch `victory`, if it has one, and game turns until its end (0: none).

    Objectives are pieces of terrain by name, conditions what the author of the scenario asks of each side, where the
    book has a use for them.
    """

    by: str | None = None
    turn_limit: Annotated[int, Meta(ge=0, le=1000)] = 0
    objectives: Annotated[tuple[Name, ...], Meta(max_length=100)] = ()
    conditions: Annotated[tuple[ConditionEntry, ...], Meta(max_length=100)] = ()


class OwnGround(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of ground that no book has: it does what a kind of the book does, under a name of its own, and with
    numbers of its own where it says any."""

    like: Annotated[str, Meta(min_length=1, max_length=60, description="a kind of ground of the book")]
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    description: Annotated[str, Meta(max_length=400)] = ""
    pace: Annotated[int, Meta(ge=1, le=12, description="inches of a move that an inch in it takes")] | None = None
    loss: (
        Annotated[float, Meta(ge=0, le=24, description="inches to go into it, over it or up each of its contours")]
        | None
    ) = None


class OwnTile(Tile, frozen=True, tag="tile", tag_field="form"):
    """A piece of such a kind that has numbers of its own."""

    altered: OwnNumbers | UnsetType = UNSET


class OwnPatch(Patch, frozen=True, tag="area", tag_field="form"):
    """The same with an outline."""

    altered: OwnNumbers | UnsetType = UNSET


class OwnCourse(Course, frozen=True, tag="strip", tag_field="form"):
    """The same of a strip."""

    altered: OwnNumbers | UnsetType = UNSET


Kinds = Annotated[dict[str, OwnGround], Meta(max_length=20, description="kinds of ground of its own, by name")]


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle to be fought. With ground "rolled" the players roll for terrain and lay it themselves.

    One to begin with in its book is marked `first`. One that `follows` another is the next battle of a campaign: its
    armies are what that one has left of them, or, where it is fought by itself, as they are listed.
    """

    id: Annotated[str, Meta(min_length=1, max_length=60)]
    title: Name
    ruleset: str
    sides: Sides
    table: TableSize | None = None
    description: str = ""
    first: bool = False
    follows: Annotated[str, Meta(max_length=60, description="the id of the battle before it in a campaign")] = ""
    ground: Literal["fixed", "rolled"] = "fixed"
    terrain: Annotated[tuple[Terrain, ...], Meta(max_length=200)] = ()
    kinds: Kinds = field(default_factory=dict)
    castles: Annotated[tuple[CastleEntry, ...], Meta(max_length=10)] = ()
    deployment: Deployment | None = None
    victory: Victory | None = None
    options: dict[str, str | bool | int | float] = field(default_factory=dict)
