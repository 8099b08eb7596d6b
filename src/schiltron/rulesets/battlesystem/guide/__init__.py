"""What a player may ask before deciding."""
