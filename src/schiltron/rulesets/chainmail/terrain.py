"""The kinds of terrain in the book (rules TERR)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

HILL: Final = "hill"
WOODS: Final = "woods"
MARSH: Final = "marsh"
ROUGH: Final = "rough"
POND: Final = "pond"
GULLY: Final = "gully"
BRUSH: Final = "brush"
BUILDING: Final = "building"
RIVER: Final = "river"
STREAM: Final = "stream"
ROAD: Final = "road"
DITCH: Final = "ditch"
WALL: Final = "wall"
FENCE: Final = "fence"
MANTLETS: Final = "mantlets"
ARROW_SLITS: Final = "arrow_slits"
BARRICADE: Final = "barricade"
BURNING_WOODS: Final = "burning_woods"
BURNING_BRUSH: Final = "burning_brush"
MOAT: Final = "moat"
CAUSEWAY: Final = "causeway"
DRAWBRIDGE: Final = "drawbridge"
LOWERED: Final = "lowered_drawbridge"
"""Water before a castle, where it or a ditch has been filled in, and the way over it, drawn up or let down."""
BURNT: Final = "burnt"
"""What fire makes of cover, while it burns and thereafter (CM-WEATHER-04)."""

AREAS: Final = (HILL, WOODS, MARSH, ROUGH, POND, GULLY, BRUSH, BUILDING)
STRIPS: Final = (
    *(RIVER, STREAM, ROAD, DITCH, WALL, FENCE, MANTLETS, ARROW_SLITS, BARRICADE),
    *(MOAT, DRAWBRIDGE, LOWERED, CAUSEWAY),
)
"""A ditch is one with a rampart, a wall waist-high, a barricade of planks or stone; arrow slits are in a high wall."""


WOODED: Final = (WOODS, BURNING_WOODS)
ABLAZE: Final = {WOODS: BURNING_WOODS, BRUSH: BURNING_BRUSH}
"""Cover that burns when it is dry, and what it is called while it does."""
SMOULDERING: Final = {WOODS: "smouldering_woods", BRUSH: "smouldering_brush"}
"""How cover is drawn in which there is a fire that has not spread; for the rules it is what it was."""
WAS: Final = {burning: kind for kind, burning in ABLAZE.items()}


class Crossing(Struct, frozen=True):
    """What a piece of water does to those who would cross it, in words, and by which rule."""

    text: str
    rule: str


FORDS: Final = {
    STREAM: Crossing("is forded at a cost", "CM-TERR-11"),
    RIVER: Crossing("is forded in a whole move, with a halt on either bank", "CM-TERR-12"),
    POND: Crossing("cannot be crossed", "CM-TERR-15"),
}
"""How a piece of water may be crossed is settled before play, piece by piece, by its kind (CM-TERR-10). Where a stream
or a river can be passed freely, by a bridge or a ford, its course is broken."""
