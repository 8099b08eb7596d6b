"""Wizards and their magic (chapter A4)."""
