"""The legs of a move, as one says them: advance 6, wheel left 30, face right, about, form 8 files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, Literal

from schiltron.battle.state.manoeuvre import (
    Advance,
    Expand,
    Face,
    FormHedgehog,
    FormUp,
    Manoeuvre,
    Oblique,
    Path,
    Reform,
    SquareUp,
    Turn,
    Wheel,
    Wrap,
)
from schiltron.herald.not_understood import Misheard
from schiltron.herald.words import angle, length, number, split, whole
from schiltron.table.lengths import degrees

Side = Literal["left", "right"]

HOW: Final = (
    "Legs are: advance 6, oblique left 30 for 6, wheel left 30, turn left 30, face left, about, form 8 files, "
    "hedgehog, form square, form flanks outward, open order, form shield wall, set spears, wrap 2 left 1 right, "
    "rise, sink, land, vanish, appear, expand 3 left, square up; "
    "a comma between them."
)
_SIDES: Final[dict[str, Side]] = {"left": "left", "l": "left", "right": "right", "r": "right"}
_FORMATIONS: Final[dict[str, str]] = {
    "open": "open",
    "close": "close",
    "closed": "close",
    "ranks": "close",
    "square": "square",
    "schiltron": "schiltron",
    "skirmish": "skirmish",
    "flanks": "flanks",
    "flank": "flanks",
}
_STANCES: Final[dict[str, tuple[str, str]]] = {
    "shield": ("shield_wall", "shield_ring"),
    "shields": ("shield_wall", "shield_ring"),
    "spears": ("set_spears", "set_ring"),
    "pikes": ("set_spears", "set_ring"),
}
"""What is guarded with, to the front and all round."""
_ALL_ROUND: Final = frozenset(("ring", "round", "circle"))
_PARTED: Final = re.compile(r",|;|\bthen\b|\band\b")


def path(text: str) -> Path:
    """All legs of a path; commas, `then` or `and` part them."""
    if " ".join(split(text)) in ("stand", "stand still", "halt", "stay"):
        return ()
    parts = [words for part in _PARTED.split(text.lower()) for words in _one_by_one(split(part))]
    return tuple(_leg(words) for words in parts)


def _one_by_one(words: list[str]) -> Iterator[list[str]]:
    """Legs without a comma: a verb after a number begins the next one."""
    leg: list[str] = []
    for word in words:
        if _verb(word) in _BEGINNING and any(number(each) is not None for each in leg):
            yield leg
            leg = []
        leg.append(word)
    if leg:
        yield leg


def begins_leg(word: str) -> bool:
    """Whether a word begins a leg of a move, or says that there is none."""
    return _verb(word) in LEGS or number(word) is not None or word in ("stand", "halt", "stay")


def _verb(word: str) -> str:
    """Advances, wheels, faces: who speaks of one figure is understood as well."""
    if word in ("goes", "go", "moves", "move"):
        return "go"
    return word[:-1] if word.endswith("s") and word[:-1] in LEGS else word


def _leg(words: list[str]) -> Manoeuvre:
    if words and number(words[0]) is not None:
        words = ["go", *words]
    verb = _verb(words[0]) if words else ""
    if verb not in LEGS:
        raise Misheard(f"{' '.join(words)!r} is no leg of a move.", HOW)
    return LEGS[verb](words[1:])


def _advance(words: list[str]) -> Manoeuvre:
    plain = [word for word in words if word not in ("ahead", "forward", "forwards", "straight", "on")]
    back = -1 if plain[:1] in (["back"], ["backward"], ["backwards"]) else 1
    return Advance(back * length(_only(plain[back < 0 :], "Advance how far? For example: advance 6.")))


def _oblique(words: list[str]) -> Manoeuvre:
    """The angle comes before the distance; without one it is half of a right angle."""
    sides = [_SIDES[word] for word in words if word in _SIDES]
    numbers = [word for word in words if number(word) is not None]
    if len(sides) != 1 or not 1 <= len(numbers) <= 2:
        raise Misheard("Oblique which way, and how far?", "For example: oblique left 30 for 6.")
    off = angle(numbers[0]) if len(numbers) == 2 else degrees(45)
    return Oblique(off if sides[0] == "right" else -off, length(numbers[-1]))


def _wheel(words: list[str]) -> Manoeuvre:
    sides = [_SIDES[word] for word in words if word in _SIDES]
    angles = [word for word in words if number(word) is not None]
    if len(sides) != 1 or len(angles) > 1:
        raise Misheard("Wheel which way, and how far?", "For example: wheel left 30.")
    return Wheel(sides[0], angle(angles[0]) if angles else degrees(90))


def _face(words: list[str]) -> Manoeuvre:
    where = next((word for word in words if word != "to"), "")
    if where in ("about", "rear", "back"):
        return Face("rear")
    if where == "front":
        return Face("front")
    if where not in _SIDES:
        raise Misheard("Face which way?", "For example: face left, face right, face about.")
    return Face(_SIDES[where])


def _turn(words: list[str]) -> Manoeuvre:
    """With an angle the whole body turns about its middle; without one every figure turns where it stands."""
    sides = [_SIDES[word] for word in words if word in _SIDES]
    angles = [word for word in words if number(word) is not None]
    if not angles:
        return _face(words)
    if len(sides) != 1 or len(angles) > 1:
        raise Misheard("Turn which way, and how far?", "For example: turn left 30.")
    return Turn(angle(angles[0]) * (1 if sides[0] == "right" else -1))


def _about(words: list[str]) -> Manoeuvre:
    if [word for word in words if word not in ("face", "turn")]:
        raise Misheard(f"About what? {' '.join(words)!r} is not understood.", "For example: about, advance 6.")
    return Face("rear")


def _form(words: list[str]) -> Manoeuvre:
    if "hedgehog" in words:
        return FormHedgehog()
    stance = next((_STANCES[word] for word in words if word in _STANCES), None)
    if stance is not None:
        return FormUp(stance[bool(_ALL_ROUND.intersection(words))])
    formation = next((_FORMATIONS[word] for word in words if word in _FORMATIONS), None)
    if formation is not None:
        return FormUp(formation)
    counts = [word for word in words if number(word) is not None]
    if len(counts) != 1:
        raise Misheard("Form how many files?", "For example: form 8 files, form hedgehog, form square, form schiltron.")
    return Reform(whole(counts[0], "files"))


def _ends(words: list[str]) -> tuple[int, int]:
    """Files at the left and right end: `2 left 1 right`, `2 1`, `left 2`."""
    ends: dict[Side, int] = {"left": 0, "right": 0}
    numbers = [whole(word, "files") for word in words if number(word) is not None]
    sides = [_SIDES[word] for word in words if word in _SIDES]
    if len(numbers) == 2 and not sides:
        return numbers[0], numbers[1]
    if not numbers or len(numbers) != len(sides):
        raise Misheard("How many files at which end?", "For example: 2 left 1 right.")
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
    "go": _advance,
    "ahead": _advance,
    "oblique": _oblique,
    "wheel": _wheel,
    "face": _face,
    "turn": _turn,
    "about": _about,
    "form": _form,
    "reform": _form,
    "hedgehog": lambda words: _form([*words, "hedgehog"]),
    "open": lambda words: _form([*words, "open"]),
    "close": lambda words: _form([*words, "close"]),
    "closed": lambda words: _form([*words, "close"]),
    "schiltron": lambda words: _form([*words, "schiltron"]),
    "set": _form,
    "skirmish": lambda words: _form([*words, "skirmish"]),
    "wrap": _wrap,
    "expand": _expand,
    "square": _square,
    "rise": lambda _words: FormUp("rise"),
    "sink": lambda _words: FormUp("sink"),
    "land": lambda _words: FormUp("land"),
    "vanish": lambda _words: FormUp("vanish"),
    "become": lambda _words: FormUp("vanish"),
    "appear": lambda _words: FormUp("appear"),
}
_BEGINNING: Final = LEGS.keys() - {"ahead", "forward", "hedgehog", "open", "close", "closed", "schiltron", "skirmish"}
