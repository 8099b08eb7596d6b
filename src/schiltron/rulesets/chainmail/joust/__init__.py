"""Jousts (rules JOUST): how a day in the lists goes, what it counts, and how it is expected to go."""
