"""The movement phase, and everything a unit may do in it (chapters C2, B3 and B4)."""
