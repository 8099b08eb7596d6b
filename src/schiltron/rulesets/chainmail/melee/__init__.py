"""Melees by the combat tables."""
