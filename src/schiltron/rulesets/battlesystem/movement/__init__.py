"""Movement (cases 7.0 to 7.15, 8.8, 11.6, 11.7)."""
