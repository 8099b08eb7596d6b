"""Raids on the enemy's camp: baggage found and looted, and the separate actions fought over it (rules HIST)."""
