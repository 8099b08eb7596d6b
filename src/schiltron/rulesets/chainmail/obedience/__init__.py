"""Troops who do not simply do as they are told: knights, mercenaries, peasants (rules HIST)."""
