"""Simultaneous movement by written orders."""
