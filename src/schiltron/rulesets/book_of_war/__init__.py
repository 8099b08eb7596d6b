"""Book of War (2011): the core and basic game."""
