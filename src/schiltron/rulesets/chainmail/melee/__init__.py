"""Melees by the combat tables: who fights, at which edge, what the dice need, and stakes (rules MELEE)."""
