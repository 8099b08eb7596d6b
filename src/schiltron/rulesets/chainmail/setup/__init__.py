"""Before the first turn: terrain by cards, drawing up, baggage."""
