"""Modifiers converted from the role-playing game (chapter C3)."""

from __future__ import annotations


def converted_modifier(modifier: int) -> int:
    """A modifier on attacks becomes a third of it, its size rounded down, penalties too (BW-C3-07)."""
    return modifier // 3 if modifier >= 0 else -(-modifier // 3)
