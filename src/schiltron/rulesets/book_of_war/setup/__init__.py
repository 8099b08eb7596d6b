"""Before the first turn: initiative, terrain, deployment (BW-B1-01)."""
