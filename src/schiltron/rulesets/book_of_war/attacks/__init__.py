"""The attack phase: shooting, melee and the pikes' free attack (chapters C3 and B2)."""
