"""What creatures, mounts and weapons make of a unit: its ratings as tallies (cases 2.2, 3.1, 4, 8.3, 11.2, 11.3)."""
