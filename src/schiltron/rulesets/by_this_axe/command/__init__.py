"""Command and control: the deck, hands of order cards, and what the cards do."""
