"""Morale, rout and the removal of the fallen (chapters B4 and B5)."""
