"""What ground does, as a card tells it to who draws a field (rules TERR)."""

from __future__ import annotations

from collections.abc import Iterator

from schiltron.rulesets.by_this_axe.ground import CLIMB, IN_SCRUB, OBSTACLES, OVER_WALL, RIVER, ROUGH, SCRUB, WOODS
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.quartermaster import GroundNote
from schiltron.table.lengths import show_inches


def ground_notes(kind: str) -> Iterator[GroundNote]:
    """What a kind of ground does to those who cross it, shoot over it or fight in it."""
    if kind == "hill":
        yield GroundNote("Up a level", f"{show_inches(CLIMB)} of the move", "TA-TERR-01")
        yield GroundNote("Shots over its crest", "none", "TA-RANGED-08")
    elif kind in SCRUB:
        yield GroundNote("To go in it", f"{show_inches(IN_SCRUB)} of the move, once a turn", "TA-TERR-02")
        yield GroundNote("Camouflaged troops in it", "1 harder to hit", "TA-FANT-A12")
    elif kind == WOODS:
        row = LAW.sheet("TA-T-terrain").row(WOODS)
        yield GroundNote("To go in it, on foot", f"{row['foot_loss_in']} inches of the move", "TA-TERR-03")
        yield GroundNote("To go in it, mounted", f"{row['mounted_loss_in']} inches of the move", "TA-TERR-04")
        yield GroundNote("Shots through more than 2″", "none", "TA-RANGED-08")
        yield GroundNote("Camouflaged troops in it", "1 harder to hit", "TA-FANT-A12")
    elif kind in OBSTACLES:
        yield GroundNote("To cross it", f"{show_inches(OVER_WALL)} of the move", "TA-TERR-05")
        yield GroundNote("Attacking over it", "1 harder to hit", "TA-MELEE-13")
    elif kind == RIVER:
        yield GroundNote("At the bank", "halt for the turn", "TA-TERR-06")
        yield GroundNote("Across, the turn after", "halt on the far bank", "TA-TERR-07")
    elif kind == "road":
        yield GroundNote("To march on it", "no effect on a move", "TA-TERR-08")
    if kind in ROUGH:
        yield GroundNote("Foot against horse", "has the better of it", "TA-TERR-09")
