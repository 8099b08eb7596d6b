"""What is different between two values that should be the same but for a thousandth or two."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace
from shapely import LineString, hausdorff_distance

from schiltron.battle.state.tally import Tally, Term
from schiltron.table.lengths import signed
from tests.sameness.meanings import Meaning, numbers_of

NEAR = 2
"""Thousandths of an inch."""
NEARLY = 5
"""Thousandths of a degree."""
_CHOICES = "one of these is to be chosen: "
_RULER = 0.0101
"""Inches: what is told to a player is rounded to hundredths."""

_INCHES = re.compile(r"(-?\d*(?:\.\d+)?)([¼½¾]?)″")
_PARTS = {"": 0.0, "¼": 0.25, "½": 0.5, "¾": 0.75}


def differences(expected: Any, found: Any) -> list[str]:
    """Where the two differ, and how; an empty list when they are the same. Whatever is listed is listed in the same
    order."""
    return list(_between(expected, found, "", None))


def _between(one: Any, other: Any, at: str, meaning: Meaning | None) -> Iterator[str]:
    if type(one) is not type(other):
        yield f"{at}: {_show(one)} / {_show(other)}"
    elif isinstance(one, Struct):
        yield from _structs(one, other, at)
    elif meaning is Meaning.POINTS:
        if hausdorff_distance(LineString(_ring(one)), LineString(_ring(other))) > NEAR + 1:
            yield f"{at}: {_show(one)} / {_show(other)}"
    elif isinstance(one, tuple):
        yield from _tuples(one, other, at, meaning)
    elif isinstance(one, dict):
        if set(one) != set(other):
            yield f"{at}: {sorted(one)} / {sorted(other)}"
        for key in one.keys() & other.keys():
            yield from _between(one[key], other[key], f"{at}[{key}]", None)
    elif not _alike(one, other, meaning):
        yield f"{at}: {_show(one)} / {_show(other)}"


def _structs(one: Struct, other: Struct, at: str) -> Iterator[str]:
    numbers = numbers_of(type(one))
    for name in one.__struct_fields__:
        meaning = numbers.get(name)
        a, b = getattr(one, name), getattr(other, name)
        if a is b or meaning is Meaning.DRAWN:
            continue
        if isinstance(one, Tally) and name == "terms" and one.measure == "thousandths":
            yield from _measured(a, b, f"{at}.{name}")
        else:
            yield from _between(a, b, f"{at}.{name}", meaning)


def _measured(one: tuple[Term, ...], other: tuple[Term, ...], at: str) -> Iterator[str]:
    """The terms of a length."""
    plain = [tuple(replace(term, value=0) for term in terms) for terms in (one, other)]
    yield from _between(*plain, at, None)
    for a, b in zip(one, other, strict=False):
        yield from _between(a.value, b.value, f"{at}.value", Meaning.LENGTH)


def _tuples(one: tuple[Any, ...], other: tuple[Any, ...], at: str, meaning: Meaning | None) -> Iterator[str]:
    if len(one) != len(other):
        yield f"{at}: {len(one)} / {len(other)} of them: {_show(one)} / {_show(other)}"
        return
    for place, (a, b) in enumerate(zip(one, other, strict=True)):
        yield from _between(a, b, f"{at}[{place}]", meaning)


def _alike(one: Any, other: Any, meaning: Meaning | None) -> bool:
    if isinstance(one, str):
        return one == other or _alike_in_words(one, other) or _same_choices(one, other)
    if isinstance(one, float):
        return bool(abs(one - other) < 1e-9)
    if one is None or isinstance(one, bool) or meaning in (None, Meaning.COUNT, Meaning.FILE, Meaning.FIGURE):
        return bool(one == other)
    if meaning in (Meaning.HEADING, Meaning.TURN):
        return abs(signed(one - other)) <= NEARLY
    return bool(abs(one - other) <= NEAR)


def _alike_in_words(one: str, other: str) -> bool:
    """Lengths in a sentence are rounded to what a ruler shows."""
    if _INCHES.sub("″", one) != _INCHES.sub("″", other):
        return False
    lengths = [[_length(found) for found in _INCHES.findall(text)] for text in (one, other)]
    return all(abs(a - b) < _RULER for a, b in zip(*lengths, strict=True))


def _same_choices(one: str, other: str) -> bool:
    """What may be chosen is told in the order in which it is offered: of two ways as good the right-hand one first."""
    if not (one.startswith(_CHOICES) and other.startswith(_CHOICES)):
        return False
    return sorted(one.removeprefix(_CHOICES).split(", ")) == sorted(other.removeprefix(_CHOICES).split(", "))


def _ring(points: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """A ring is the same wherever it begins."""
    return (*points, points[0])


def _length(found: tuple[str, str]) -> float:
    number, part = found
    return float(number or 0) + _PARTS[part]


def _show(value: Any) -> str:
    text = repr(value)
    return text if len(text) < 300 else text[:300] + "…"
