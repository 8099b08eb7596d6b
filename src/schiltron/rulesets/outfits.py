"""What an army list may say of a unit besides its troop type, in the words of players.

A book names what there is to choose from; which of it a unit may have, its `check` says.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

Form = Literal["yes_or_no", "one", "some", "number", "text"]
"""How it is answered: yes or no, one of the words, any of the words, a whole number, or what one types."""


class Word(Struct, frozen=True):
    """A word that may be chosen, and what players call it."""

    value: str
    label: str


class Outfit(Struct, frozen=True):
    """Something that sets a unit apart from its troop type: its name in a list and in words, and the words or
    numbers it takes."""

    key: str
    label: str
    form: Form
    words: tuple[Word, ...] = ()
    least: int = 0
    most: int = 0


def spelled(word: str) -> str:
    """A word of a list as players read it: *heavy_foot* is "heavy foot"."""
    return word.replace("_", " ")


def one_of(key: str, label: str, words: Iterable[str]) -> Outfit:
    return Outfit(key, label, "one", tuple(Word(word, spelled(word)) for word in words))


def some_of(key: str, label: str, words: Iterable[str]) -> Outfit:
    return Outfit(key, label, "some", tuple(Word(word, spelled(word)) for word in words))


def whether(key: str, label: str) -> Outfit:
    return Outfit(key, label, "yes_or_no")


def how_many(key: str, label: str, least: int, most: int) -> Outfit:
    return Outfit(key, label, "number", least=least, most=most)


def called(key: str, label: str) -> Outfit:
    return Outfit(key, label, "text")
