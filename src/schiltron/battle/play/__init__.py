"""How steps are carried out: the agenda, options to choose from, orders to units, and who is lost."""
