"""How captains play By This Axe."""
