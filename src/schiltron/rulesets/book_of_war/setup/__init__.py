"""Before the first turn: initiative, terrain, deployment (chapters B1, B3 and B4)."""
