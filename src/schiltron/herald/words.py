"""Numbers and directions as people type them."""

from __future__ import annotations

import re
from typing import Final

from schiltron.herald.not_understood import Misheard
from schiltron.table.lengths import FULL_TURN, Mdeg, Mil, degrees, inches

_NUMBER: Final = re.compile(r"(?P<whole>\d{1,4})?(?P<part>[¼½¾])?(?:\.(?P<decimal>\d{1,3}))?")
_PARTS: Final = {"¼": 0.25, "½": 0.5, "¾": 0.75}
_MARKS: Final = re.compile(r"(?<=[\d¼½¾])\s*(?:″|\"|''|inches\b|inch\b|in\b|°|degrees\b|degree\b|deg\b)", re.I)

COMPASS: Final[dict[str, float]] = {
    "north": 0,
    "northeast": 45,
    "east": 90,
    "southeast": 135,
    "south": 180,
    "southwest": 225,
    "west": 270,
    "northwest": 315,
}


_WORD: Final = re.compile(r"[^\s,;:!?()]+")


def plain(line: str) -> str:
    """A line in small letters, without marks for inches and degrees."""
    return _MARKS.sub(" ", line.lower().replace("north-", "north").replace("south-", "south"))


def split(line: str) -> list[str]:
    """The words of a line."""
    return _WORD.findall(plain(line))


def after(line: str, words: int) -> str:
    """What stands after so many words, commas and all."""
    found = list(_WORD.finditer(plain(line)))
    return plain(line)[found[words].start() :] if words < len(found) else ""


def number(word: str) -> float | None:
    """A number a player wrote: 6, 6.5, 6½, ½; None for any other word."""
    found = _NUMBER.fullmatch(word)
    if found is None or not word:
        return None
    value = int(found["whole"] or 0) + _PARTS.get(found["part"] or "", 0.0)
    return value + float(f"0.{found['decimal']}") if found["decimal"] else value


def whole(word: str, what: str) -> int:
    value = number(word)
    if value is None or value != int(value):
        raise Misheard(f"{word!r} is no number of {what}.")
    return int(value)


def length(word: str) -> Mil:
    value = number(word)
    if value is None:
        raise Misheard(f"{word!r} is no length.", "Say it in inches, as 6 or 6½.")
    return inches(value)


def angle(word: str) -> Mdeg:
    value = number(word)
    if value is None or value > 360:
        raise Misheard(f"{word!r} is no angle.", "Say it in degrees, as 30.")
    return degrees(value)


def heading(word: str) -> Mdeg:
    """Where something looks: a point of the compass, or degrees clockwise from north."""
    if word in COMPASS:
        return degrees(COMPASS[word])
    value = number(word)
    if value is None or value > 360:
        raise Misheard(f"{word!r} is no direction.", f"Say {', '.join(COMPASS)}, or degrees from north.")
    return degrees(value) % FULL_TURN


def compass(mdeg: Mdeg) -> str:
    """The nearest of the eight points of the compass."""
    return list(COMPASS)[round(mdeg / 45_000) % 8]
