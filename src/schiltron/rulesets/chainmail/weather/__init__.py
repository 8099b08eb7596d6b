"""Weather, mud and heat (rules WEATHER)."""
