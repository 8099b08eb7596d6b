"""Missiles and artillery (cases 10.0 to 10.11, 11.9)."""
