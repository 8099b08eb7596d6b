"""Historical characteristics."""
