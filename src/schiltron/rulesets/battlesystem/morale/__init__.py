"""Morale, discipline and rout (cases 4.2 to 4.6, 7.15)."""
