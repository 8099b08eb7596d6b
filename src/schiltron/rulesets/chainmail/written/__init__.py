"""Simultaneous movement by written orders (rules TURN)."""
