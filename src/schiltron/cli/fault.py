"""What a command says when it cannot do what was asked."""

from __future__ import annotations

from collections.abc import Iterable


class CommandFault(Exception):
    """Something the player can mend: named, with what would be right. `str()` is for the player."""

    def __init__(self, *messages: str) -> None:
        super().__init__("\n".join(messages))


def nearest(word: str, known: Iterable[str]) -> str:
    """Which word was probably meant, and which there are."""
    from difflib import get_close_matches

    listed = list(known)
    close = get_close_matches(word.lower(), [one.lower() for one in listed], n=1)
    hint = next((one for one in listed if close and one.lower() == close[0]), None)
    return f"Did you mean {hint}? There are: {', '.join(listed)}." if hint else f"There are: {', '.join(listed)}."
