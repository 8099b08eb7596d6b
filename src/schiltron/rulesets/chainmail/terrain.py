"""Kinds of ground the book knows, as features of the table."""

from __future__ import annotations

from typing import Final

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

AREAS: Final = (HILL, WOODS, MARSH, ROUGH, POND, GULLY, BRUSH, BUILDING)
STRIPS: Final = (RIVER, STREAM, ROAD, DITCH, WALL, FENCE, MANTLETS, ARROW_SLITS, BARRICADE)
"""A ditch is one with a rampart, a wall waist-high, a barricade of planks or stone; arrow slits are in a high wall."""
