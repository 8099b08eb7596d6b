"""Moves, charges, formations, terrain and fatigue."""
