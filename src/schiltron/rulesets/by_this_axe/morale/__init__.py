"""Morale: checks, rout, rallying (rules MORALE and RALLY)."""
