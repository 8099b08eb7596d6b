"""Battles off the table, by a few rolls (Appendix D, rules ABS)."""
