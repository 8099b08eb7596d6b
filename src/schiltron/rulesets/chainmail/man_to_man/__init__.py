"""One figure is one man (rules MTM): what each carries, who strikes first, the blows of a round, fire, nerve."""
