"""Limits on a TOML file, checked before it is parsed.

Deep nesting overflows the parser, a key of thousands of parts keeps it busy for seconds, and a number of thousands of
figures can be neither read nor shown. None of them has a meaning in an army list or a scenario, so one pass over the
text refuses them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

DEEPEST: Final = 8
"""Lists and tables inside one another, on one line or over several."""
MOST_PARTS: Final = 8
"""Of a key with dots."""
MOST_FIGURES: Final = 80
"""Of a number."""
MOST_KEYS: Final = 4_000
MOST_CHARACTERS: Final = 400_000

_TOKEN: Final = re.compile(
    r'"""(?:\\.|[^\\])*?"""'
    r"|'''.*?'''"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|\#[^\n]*"
    r"|[\[\]{}=.,\n]"
    r"|[^\[\]{}=.,\n\#\"']+"
    r"|.",
    re.S,
)
_LONG_NUMBER: Final = re.compile(rf"\s*[-+0-9][-+\w]{{{MOST_FIGURES}}}")


class Excess(NamedTuple):
    """The first thing that is too much: its line, what it is, what would be right."""

    line: int
    wrong: str
    right: str


def excess(text: str) -> Excess | None:
    """The first part of the text that is too much to be parsed; None if there is none."""
    if len(text) > MOST_CHARACTERS:
        return Excess(1, f"the file has {len(text)} characters", f"at most {MOST_CHARACTERS}")
    return next(_excesses(text), None)


def _excesses(text: str) -> Iterator[Excess]:
    depth = dots = keys = 0
    line = 1
    for found in _TOKEN.finditer(text):
        token = found[0]
        dots = dots + 1 if token == "." else 0 if token in _ENDS_A_KEY else dots
        if token in ("[", "{"):
            depth += 1
        elif token in ("]", "}"):
            depth -= 1
        elif token == "=":
            keys += 1
        elif len(token) > MOST_FIGURES and _LONG_NUMBER.match(token):
            yield Excess(line, "a number is too long", f"at most {MOST_FIGURES} figures")
        if depth > DEEPEST:
            yield Excess(line, "lists or tables lie too deep in one another", f"at most {DEEPEST} deep")
        if dots >= MOST_PARTS:
            yield Excess(line, "the key has too many parts", f"at most {MOST_PARTS} parts, such as a.b.c")
        if keys > MOST_KEYS:
            yield Excess(line, "the file says too many things", f"at most {MOST_KEYS} lines with =")
        line += token.count("\n")


_ENDS_A_KEY: Final = frozenset("=[]{},\n")
