"""Before the first turn: two armies drawn up."""
