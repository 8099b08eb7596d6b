"""Phase II: personal combat between characters (rules DUEL)."""
