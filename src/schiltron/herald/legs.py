"""The legs of a move, as one says them: advance 6, wheel left 30, face right, about, form 8 files."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, Literal

from schiltron.battle.manoeuvre import (
    Advance,
    Expand,
    Face,
    FormHedgehog,
    Manoeuvre,
    Path,
    Reform,
    SquareUp,
    Wheel,
    Wrap,
)
from schiltron.herald.misheard import Misheard
from schiltron.herald.words import angle, length, number, split, whole
from schiltron.table.lengths import degrees

Side = Literal["left", "right"]

HOW: Final = (
    "Legs are: advance 6, wheel left 30, face left, about, form 8 files, hedgehog, wrap 2 left 1 right, "
    "expand 3 left, square up; a comma between them."
)
_SIDES: Final[dict[str, Side]] = {"left": "left", "l": "left", "right": "right", "r": "right"}
_PARTED: Final = re.compile(r",|;|\bthen\b|\band\b")


def path(text: str) -> Path:
    """All legs of a path; commas, `then` or `and` part them."""
    if " ".join(split(text)) in ("stand", "stand still", "halt", "stay"):
        return ()
    return tuple(_leg(split(part)) for part in _PARTED.split(text.lower()) if part.strip())


def _leg(words: list[str]) -> Manoeuvre:
    if not words or words[0] not in LEGS:
        raise Misheard(f"{' '.join(words)!r} is no leg of a move.", HOW)
    return LEGS[words[0]](words[1:])


def _advance(words: list[str]) -> Manoeuvre:
    return Advance(length(_only(words, "Advance how far? As: advance 6.")))


def _wheel(words: list[str]) -> Manoeuvre:
    sides = [_SIDES[word] for word in words if word in _SIDES]
    angles = [word for word in words if number(word) is not None]
    if len(sides) != 1 or len(angles) > 1:
        raise Misheard("Wheel which way, and how far?", "As: wheel left 30.")
    return Wheel(sides[0], angle(angles[0]) if angles else degrees(90))


def _face(words: list[str]) -> Manoeuvre:
    where = next((word for word in words if word != "to"), "")
    if where in ("about", "rear", "back"):
        return Face("rear")
    if where == "front":
        return Face("front")
    if where not in _SIDES:
        raise Misheard("Face which way?", "As: face left, face right, face about.")
    return Face(_SIDES[where])


def _about(words: list[str]) -> Manoeuvre:
    if [word for word in words if word not in ("face", "turn")]:
        raise Misheard(f"About what? {' '.join(words)!r} is not understood.", "As: about, advance 6.")
    return Face("rear")


def _form(words: list[str]) -> Manoeuvre:
    if "hedgehog" in words:
        return FormHedgehog()
    counts = [word for word in words if number(word) is not None]
    if len(counts) != 1:
        raise Misheard("Form how many files?", "As: form 8 files, form hedgehog.")
    return Reform(whole(counts[0], "files"))


def _ends(words: list[str]) -> tuple[int, int]:
    """Files at the left and right end: `2 left 1 right`, `2 1`, `left 2`."""
    ends: dict[Side, int] = {"left": 0, "right": 0}
    numbers = [whole(word, "files") for word in words if number(word) is not None]
    sides = [_SIDES[word] for word in words if word in _SIDES]
    if len(numbers) == 2 and not sides:
        return numbers[0], numbers[1]
    if not numbers or len(numbers) != len(sides):
        raise Misheard("How many files at which end?", "As: 2 left 1 right.")
    for side, count in zip(sides, numbers, strict=True):
        ends[side] += count
    return ends["left"], ends["right"]


def _wrap(words: list[str]) -> Manoeuvre:
    return Wrap(*_ends(words))


def _expand(words: list[str]) -> Manoeuvre:
    return Expand(*_ends(words))


def _square(words: list[str]) -> Manoeuvre:
    if words not in ([], ["up"]):
        raise Misheard("Only: square up.")
    return SquareUp()


def _only(words: list[str], hint: str) -> str:
    if len(words) != 1:
        raise Misheard(hint)
    return words[0]


LEGS: Final[dict[str, Callable[[list[str]], Manoeuvre]]] = {
    "advance": _advance,
    "march": _advance,
    "forward": _advance,
    "wheel": _wheel,
    "face": _face,
    "turn": _face,
    "about": _about,
    "form": _form,
    "reform": _form,
    "hedgehog": lambda words: _form([*words, "hedgehog"]),
    "wrap": _wrap,
    "expand": _expand,
    "square": _square,
}
