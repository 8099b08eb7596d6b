"""Setting up (cases 2.7, 3.0 to 3.5, 9.0)."""
