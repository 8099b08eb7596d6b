"""The kinds of terrain in the book (cases 4.8 and 11.8)."""

from __future__ import annotations

from typing import Final

HILL: Final = "hill"
WOODS: Final = "woods"
ROUGH: Final = "rough"
SWAMP: Final = "swamp"
POND: Final = "pond"
BUILDING: Final = "building"
PROHIBITED: Final = "prohibited"
ROAD: Final = "road"
RIVER: Final = "river"
FORD: Final = "ford"
STREAM: Final = "stream"
WALL: Final = "wall"
FENCE: Final = "fence"
HEDGE: Final = "hedge"
GULLY: Final = "gully"
DITCH: Final = "ditch"

SILENCE: Final = "silence"
DARKNESS: Final = "darkness"
MUTE: Final = (SILENCE, DARKNESS)
"""Magical silence and darkness, where a scenario has them: nobody in them commands or is commanded (BS-4.8-03)."""

AREAS: Final = (HILL, WOODS, ROUGH, SWAMP, POND, BUILDING, PROHIBITED, *MUTE)
STRIPS: Final = (ROAD, RIVER, FORD, STREAM, WALL, FENCE, HEDGE, GULLY, DITCH)
"""A ford is a stretch of river that the scenario declares fordable (BS-11.8-07)."""
OBSTACLES: Final = (STREAM, WALL, FENCE, HEDGE, GULLY, DITCH)
"""Crossed at a flat price, and not in closed formation (BS-11.8-03)."""
