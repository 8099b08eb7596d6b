"""What is said when a typed line cannot be understood."""

from __future__ import annotations


class Misheard(Exception):
    """A line that means nothing here: what was not understood, and how it could be said."""

    def __init__(self, what: str, hint: str = "") -> None:
        super().__init__(f"{what} {hint}".strip())
