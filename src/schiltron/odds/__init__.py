"""Odds of any book, through its door: every throw with its exact chance, and luck as it was.

The arithmetic of dice is in `battle.probability`, what one attack does in the book's own guide: both must be there
before this room is reached. Here is what needs a whole ruleset to play with.
"""
