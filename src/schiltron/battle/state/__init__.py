"""What a battle is made of: units, decisions, orders, events, and the one value that holds them all."""
