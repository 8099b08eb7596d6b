"""Spells and prayers of the fantasy supplement (rules FANT)."""
