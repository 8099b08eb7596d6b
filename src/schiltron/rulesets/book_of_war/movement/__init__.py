"""The movement phase, and everything a unit may do in it (Core 2, Basic 3 and 4)."""
