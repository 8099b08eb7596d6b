"""What a player may ask before deciding, and what is answered."""
