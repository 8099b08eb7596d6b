"""Catapults and cannon (rules CATAPULT and GUN)."""
