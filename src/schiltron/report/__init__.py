"""Reports of a battle: told beat by beat, and as a page to send to a friend."""
