"""Characters and creatures of the role-playing game become figures of this book."""
