"""The ratings of a unit as tallies, from creatures, mounts and weapons (cases 2.2, 3.1, 4.1, 4.6, 8.3, 11.2, 11.3)."""
