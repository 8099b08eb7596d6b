"""Shooting and melee, and their losses (rules RANGED and MELEE)."""
