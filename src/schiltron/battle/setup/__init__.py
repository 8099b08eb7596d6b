"""Before the first turn: armies are enrolled and put down on the table."""
