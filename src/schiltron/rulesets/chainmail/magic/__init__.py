"""Wizards of the fantasy supplement and what they work: missiles, spells, counter-spells."""
