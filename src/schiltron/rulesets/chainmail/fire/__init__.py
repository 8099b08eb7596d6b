"""Missile fire by the tables, arquebuses, pass-through and split-move fire."""
