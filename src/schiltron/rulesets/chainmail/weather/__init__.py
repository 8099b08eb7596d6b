"""Weather, mud and heat."""
