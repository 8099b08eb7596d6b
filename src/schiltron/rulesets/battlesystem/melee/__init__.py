"""Melee between units, and of heroes (cases 8.0 to 8.8, 9.4, 11.4, 11.5, 11.7)."""
