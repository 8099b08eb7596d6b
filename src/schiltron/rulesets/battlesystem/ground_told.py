"""What ground does, as a card tells it to who draws a field (cases 11.8, 11.9 and 10.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.terrain import (
    BUILDING,
    DITCH,
    FORD,
    GULLY,
    HEDGE,
    HILL,
    MUTE,
    OBSTACLES,
    POND,
    PROHIBITED,
    RIVER,
    ROAD,
    ROUGH,
    STREAM,
    SWAMP,
    WALL,
    WOODS,
)
from schiltron.rulesets.quartermaster import GroundNote

_LINES: Final = {
    ROAD: ("road", "BS-11.8-01"),
    WOODS: ("woods", "BS-11.8-02"),
    HILL: ("elevation_per_10_ft_up", "BS-11.8-04"),
    ROUGH: ("rough", "BS-11.8-05"),
    SWAMP: ("swamp", "BS-11.8-06"),
    RIVER: ("river_pond_lake", "BS-11.8-07"),
    POND: ("river_pond_lake", "BS-11.8-07"),
    **dict.fromkeys((*OBSTACLES, FORD), ("obstacle", "BS-11.8-03")),
}
"""A line of the table of effects, and its rule."""
_PARTS: Final = {"1/3": "⅓", "1/2": "½"}
_AT_HOME: Final = {
    WOODS: GroundNote("Elves and all of the woods", "are not slowed", "BS-11.8-02"),
    ROUGH: GroundNote("Who is bred in mountains", "is not slowed", "BS-11.8-05"),
    SWAMP: GroundNote("Who lives in swamps", "is not slowed", "BS-11.8-06"),
}
_COVER: Final = {WOODS: 2, HEDGE: 2, WALL: 4, BUILDING: 4}
_BELOW: Final = (SWAMP, GULLY, DITCH, STREAM, FORD)


def ground_notes(kind: str) -> Iterator[GroundNote]:
    """What a kind of ground does to those who cross it, shoot over it or fight in it."""
    if kind in _LINES:
        yield from _going(kind)
    if kind in _AT_HOME:
        yield _AT_HOME[kind]
    if kind == WOODS:
        yield GroundNote("Shots in and out", "at the edge alone", "BS-11.9-01")
    if kind in _COVER:
        yield GroundNote(
            "Shots at troops in it" if kind in (WOODS, BUILDING) else "Shots at troops behind it",
            f"AR +{_COVER[kind]}",
            "BS-10.8-02",
        )
    if kind in _BELOW:
        yield GroundNote("Attacking out of it", "AR +4", "BS-11.9-04")
    if kind == BUILDING:
        yield GroundNote("To go in", "skirmishers and single figures", "BS-11.8-03")
    if kind == PROHIBITED:
        yield GroundNote("To go in", "nobody", "BS-S1-03")
    if kind in MUTE:
        yield GroundNote("Who stands in it", "neither commands nor is commanded", "BS-4.8-03")


def _going(kind: str) -> Iterator[GroundNote]:
    line, rule = _LINES[kind]
    row = next(row for row in LAW.sheet("BS-T-14-terrain-movement").records() if row["terrain"] == line)
    effect = str(row["movement_effect"])
    if effect == "impassable":
        yield GroundNote("To go in", "only who lives in water", rule)
    else:
        part = f"{'+' if effect[0] == '+' else '−'}{_PARTS[effect[1:]]} of MV"
        yield GroundNote(
            "Up ten feet"
            if kind == HILL
            else "To cross it"
            if line == "obstacle"
            else "To move on it"
            if kind == ROAD
            else "To move in it",
            part,
            rule,
        )
    if not row["charge_allowed"]:
        yield GroundNote("Charges", "none uphill" if kind == HILL else "none across", rule)
    if not row["closed_formation_allowed"]:
        yield GroundNote("Closed formation", "none", rule)
