"""A side's moves: whose they are, how they are ordered and carried out, contact and fatigue."""
