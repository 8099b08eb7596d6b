"""Chainmail (1972): the medieval rules for mass combat."""
