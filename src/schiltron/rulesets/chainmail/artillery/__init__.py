"""Catapults and cannon."""
