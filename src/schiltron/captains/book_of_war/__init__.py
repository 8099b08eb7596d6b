"""How captains play Book of War."""
