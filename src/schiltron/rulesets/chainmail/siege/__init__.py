"""Sieges: castles, what brings them down, and how they are stormed and held (rules SIEGE)."""
