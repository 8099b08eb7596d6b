"""A battle told afterwards: beat by beat, and as a page to send to a friend."""
