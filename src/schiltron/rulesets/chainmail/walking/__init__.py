"""How units move: rates, ground, formations, turns, advances and whole paths."""
