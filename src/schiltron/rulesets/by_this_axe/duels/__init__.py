"""Phase II: personal combat between characters."""
