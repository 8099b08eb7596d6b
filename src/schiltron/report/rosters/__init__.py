"""Roster sheets on paper: an army with every number it needs at a real table, and boxes to tick off."""

from schiltron.report.rosters.mustered import roster_of, rosters_of
from schiltron.report.rosters.printed import Roster, print_rosters

__all__ = ["Roster", "print_rosters", "roster_of", "rosters_of"]
