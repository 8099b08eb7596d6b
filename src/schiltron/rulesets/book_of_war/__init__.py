"""Book of War (2011): the core, basic and advanced game with all its options."""
