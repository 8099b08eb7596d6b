"""Movement (cases 7.0 to 7.14, 8.8, 11.6 to 11.8)."""
