"""The web service: battles kept in a database, seats held by links and cookies, everything live by WebSocket."""
