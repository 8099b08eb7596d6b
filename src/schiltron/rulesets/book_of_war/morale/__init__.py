"""Morale, rout and the removal of the fallen (Basic 4 and 5)."""
