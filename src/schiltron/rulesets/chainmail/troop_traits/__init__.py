"""Historical characteristics: which troops have them, and what they add to dice, orders and melees (rules HIST)."""
