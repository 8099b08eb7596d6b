"""Roster sheets on paper: an army with every number it needs at a real table, and boxes to tick off."""

from schiltron.report.rosters.mustered import roster_of, rosters_of
from schiltron.report.rosters.printed import NoPrinter, Paper, Roster, can_print, print_rosters

__all__ = ["NoPrinter", "Paper", "Roster", "can_print", "print_rosters", "roster_of", "rosters_of"]
