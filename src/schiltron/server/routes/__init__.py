"""What the server answers, one module a topic."""
