"""Command: who commands whom, and the Rally Phase (cases 4.7 to 4.10, 6.0 to 6.6, 9.0 to 9.3)."""
