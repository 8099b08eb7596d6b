"""Battles without a picture: the table in words, and orders typed as one would say them."""

from schiltron.herald.herald import Herald, Spoken

__all__ = ["Herald", "Spoken"]
