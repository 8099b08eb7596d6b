"""What ground, walls and towers do, as a card tells it to who draws a field (chapters B3 and O6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.rulesets.book_of_war.movement.ground import GROUND, ROAD, Ground
from schiltron.rulesets.book_of_war.setup.pieces import CONTOUR_STEP, TILE_DEPTH, TILE_WIDTH
from schiltron.rulesets.quartermaster import GroundNote
from schiltron.table.lengths import show_inches

_WORKS: Final[dict[str, tuple[GroundNote, ...]]] = {
    "castle_wall": (
        GroundNote("Over a defended wall by ladder", "5 or more on a die", "BW-O6-10"),
        GroundNote("Shots at its defenders", "1 harder to hit", "BW-O6-07"),
        GroundNote("One figure defends", "3″ of wall", "BW-O6-08"),
        GroundNote("Blows on those at its foot", "twice as many", "BW-O6-09"),
    ),
    "tower": (
        GroundNote("A standard one holds", "1 figure", "BW-O6-13"),
        GroundNote("Harm from outside", "none", "BW-O6-12"),
        GroundNote("A door gives way", "on 4 or more", "BW-O6-15"),
        GroundNote("Shots through its slits", "as ever", "BW-O6-14"),
    ),
}


def ground_notes(kind: str) -> Iterator[GroundNote]:
    """What a kind of ground does to those who cross it, shoot over it or fight in it."""
    yield from _WORKS.get(kind, ())
    if kind == ROAD:
        yield GroundNote("To march on it", "costs nothing extra", "BW-B3-08")
    if kind not in GROUND:
        return
    ground = GROUND[kind]
    yield from _going(ground)
    if ground.blocks_missiles:
        yield GroundNote("Shots across it", "none", "BW-B2-36")
    yield GroundNote("Horse and pikes on it", "no extra attacks", "BW-B3-12")
    if ground.climb_foot:
        yield GroundNote("Contours", f"{show_inches(CONTOUR_STEP)} apart", "BW-B3-10")
    if ground.tile == "page":
        yield GroundNote("A rolled piece", f"{show_inches(TILE_WIDTH)} × {show_inches(TILE_DEPTH)}", "BW-B3-04")
    else:
        yield GroundNote("A rolled one", "1″ or 2″ wide", "BW-B3-05")


def _going(ground: Ground) -> Iterator[GroundNote]:
    if ground.foot is None:
        yield GroundNote("To go in", "nobody who does not fly", "BW-B3-11")
    elif ground.climb_foot:
        foot, horse = show_inches(ground.climb_foot), show_inches(ground.climb_horse)
        yield GroundNote("Up a contour, on foot; mounted", f"{foot}; {horse}", "BW-B3-09")
    else:
        yield GroundNote("An inch in it, on foot; mounted", f"{ground.foot}″; {ground.horse}″", "BW-B3-08")
