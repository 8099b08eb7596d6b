"""Heroes who fight heroes man to man (chapter A3)."""
