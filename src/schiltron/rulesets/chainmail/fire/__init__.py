"""Missile fire by the tables, arquebuses, pass-through and split-move fire (rules MISSILE and GUN)."""
