"""Phase IV: moves, charges, ground, and what meets them on the way."""
