"""What stands in the book and is written down of a day in the lists: the matrix, and every ride (rules JOUST)."""
