"""Phase IV: moves, charges, ground, and fire on the way (rules MOVE, CMD and TERR)."""
