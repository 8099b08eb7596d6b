"""What ground does, as a card tells it to who draws a field (rules TERR and SIEGE)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.rulesets.chainmail.fortress import STANDING, defence, usual_points
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.terrain import (
    ARROW_SLITS,
    BARRICADE,
    BRUSH,
    BUILDING,
    CAUSEWAY,
    DITCH,
    DRAWBRIDGE,
    FENCE,
    GULLY,
    HILL,
    LOWERED,
    MANTLETS,
    MARSH,
    MOAT,
    POND,
    RIVER,
    ROAD,
    ROUGH,
    STREAM,
    WALL,
    WOODS,
)
from schiltron.rulesets.quartermaster import GroundNote

_LINES: Final = {
    HILL: ("hill", "CM-TERR-01", "CM-TERR-03"),
    WOODS: ("wooded", "CM-TERR-04", "CM-TERR-04"),
    MARSH: ("marshy", "CM-TERR-06", "CM-TERR-06"),
    ROUGH: ("rough", "CM-TERR-08", "CM-TERR-08"),
    FENCE: ("rough", "CM-TERR-08", "CM-TERR-08"),
    WALL: ("rough", "CM-TERR-08", "CM-TERR-08"),
    MANTLETS: ("rough", "CM-TERR-08", "CM-TERR-08"),
    BARRICADE: ("rough", "CM-TERR-08", "CM-TERR-08"),
    DITCH: ("ditch_and_rampart", "CM-TERR-09", "CM-TERR-09"),
    GULLY: ("ditch_and_rampart", "CM-TERR-15", "CM-TERR-15"),
}
"""A line of the table of effects, by which rule it slows, and by which it stops charges."""


def _points(kind: str) -> str:
    least, most = defence(kind) or (0, 0)
    return f"{least} to {most}, usually {usual_points(kind)}"


_MORE: Final[dict[str, tuple[GroundNote, ...]]] = {
    HILL: (
        GroundNote("Down it", "at full speed", "CM-TERR-02"),
        GroundNote("Shots from higher ranks", "count as a second rank", "CM-MISSILE-21"),
        GroundNote("Shots up and down it", "a ball is stopped by it", "CM-GUN-16"),
    ),
    WOODS: (
        GroundNote("Formed bodies", "may not move in it", "CM-TERR-05"),
        GroundNote("Shots at troops in it", "half the losses, none indirect", "CM-MISSILE-27"),
        GroundNote("Cannon", "may not fire into it", "CM-GUN-11"),
    ),
    MARSH: (GroundNote("Engines, guns and wagons", "may not enter", "CM-TERR-07"),),
    BRUSH: (GroundNote("Shots at troops in it", "half the losses", "CM-MISSILE-27"),),
    FENCE: (GroundNote("Shots at troops behind it", "half the losses", "CM-MISSILE-27"),),
    WALL: (GroundNote("Shots at troops behind it", "half the losses", "CM-MISSILE-27"),),
    MANTLETS: (GroundNote("Straight shots at troops behind it", "none hit", "CM-MISSILE-30"),),
    BARRICADE: (GroundNote("A cannon ball", "stops at it", "CM-GUN-16"),),
    ARROW_SLITS: (
        GroundNote("To go through", "nobody", "CM-TERR-15"),
        GroundNote("Straight shots at troops behind it", "none hit", "CM-MISSILE-30"),
    ),
    BUILDING: (GroundNote("To go in", "nobody", "CM-TERR-15"),),
    POND: (GroundNote("To go in", "nobody", "CM-TERR-15"),),
    STREAM: (
        GroundNote("To ford it", "6 inches of the move", "CM-TERR-11"),
        GroundNote("Charges", "none across", "CM-TERR-11"),
    ),
    RIVER: (
        GroundNote("At either bank", "halt", "CM-TERR-12"),
        GroundNote("To ford it", "a whole move", "CM-TERR-12"),
    ),
    ROAD: (GroundNote("To march on it", "as in the open", "CM-TERR-10"),),
    MOAT: (
        GroundNote("To go in", "nobody", "CM-SIEGE-06"),
        GroundNote("Eight figures beside it", "fill four inches in three turns", "CM-SIEGE-06"),
    ),
    DRAWBRIDGE: (GroundNote("Drawn up", "nobody goes over", "CM-SIEGE-06"),),
    LOWERED: (GroundNote("Let down", "one goes over as in the open", "CM-SIEGE-06"),),
    CAUSEWAY: (GroundNote("To go over it", "as in the open, engines too", "CM-SIEGE-06"),),
    **{
        kind: (
            GroundNote("To go through", "nobody, until it is breached", "CM-SIEGE-37"),
            GroundNote("Defence points", _points(kind), "CM-SIEGE-02"),
            GroundNote("Shots at men on top", "half the losses", "CM-SIEGE-31"),
        )
        for kind in STANDING
    },
}


def ground_notes(kind: str) -> Iterator[GroundNote]:
    """What a kind of ground does to those who cross it, shoot over it or fight in it."""
    if kind in _LINES:
        line, slows, no_charge = _LINES[kind]
        row = LAW.sheet("CM-T-terrain").row(line)
        if row["move_multiplier"] != 1.0:
            yield GroundNote("To move in it", "half speed", slows)
        if not row["charge_allowed"]:
            yield GroundNote("Charges", "none", no_charge)
    yield from _MORE.get(kind, ())
