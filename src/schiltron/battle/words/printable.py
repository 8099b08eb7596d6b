"""Texts from outside, as they may be printed."""

from __future__ import annotations

import re
from typing import Final

UNPRINTABLE: Final = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
"""Signs that steer a terminal, those that turn round what is read after them, and halves of signs."""


def printable(text: str) -> str:
    """A text without such signs."""
    return UNPRINTABLE.sub("?", text)
