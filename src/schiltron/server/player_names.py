"""Names of players and what they say to each other: one line of plain letters, never markup."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from schiltron.server.fault import Refusal

LONGEST_NAME: Final = 24
LONGEST_WORDS: Final = 300
_PILED: Final = 2
"""Marks that may be piled upon one letter."""


def plain_name(said: str) -> str:
    """A name as it is kept; empty for none. Refusal where it cannot be one."""
    name = _line(said, "name", LONGEST_NAME)
    if name and not any(one.isalnum() for one in name):
        raise Refusal(422, "a name has a letter or a figure in it", where="name", right="Ines")
    if any(one in '<>&"`' for one in name):
        raise Refusal(422, "a name has no signs of markup in it", where="name", right="letters, figures, ' - .")
    return name


def plain_words(said: str) -> str:
    """Something said at the table; Refusal where it is nothing, or too much."""
    words = _line(said, "text", LONGEST_WORDS)
    if not words:
        raise Refusal(422, "nothing is said", where="text", right=f"1 to {LONGEST_WORDS} letters")
    return words


def _line(said: str, where: str, most: int) -> str:
    """One line, spaces made single. What is not printed (breaks, marks of direction, the invisible) is refused."""
    line = re.sub(r"\s+", " ", unicodedata.normalize("NFC", said)).strip()
    if not line.isprintable():
        raise Refusal(422, "there is a sign in it that cannot be printed", where=where, right="letters and figures")
    if len(line) > most:
        raise Refusal(422, f"it is {len(line)} letters long", where=where, right=f"at most {most}")
    piled = 0
    for one in line:
        piled = piled + 1 if unicodedata.combining(one) else 0
        if piled > _PILED:
            raise Refusal(422, "marks are piled upon a letter", where=where, right=f"at most {_PILED} on one")
    return line
