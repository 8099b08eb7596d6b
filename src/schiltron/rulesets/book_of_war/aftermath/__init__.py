"""After a battle: who recovers, who is dead, and whose the horses are."""
