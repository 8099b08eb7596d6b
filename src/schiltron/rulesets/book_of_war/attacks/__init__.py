"""The attack phase: shooting, melee and the pikes' free attack (Core 3, Basic 2)."""
