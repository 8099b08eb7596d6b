"""The books. Each is a package of its own, found by an entry point; they never import from each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from schiltron.battle.door.ruleset import Ruleset

GROUP: Final = "schiltron.books"
_SHIPPED: Final = ("book_of_war", "by_this_axe", "chainmail", "battlesystem")
"""The order in which our own books are listed; others follow by name."""


def _place(book: EntryPoint) -> tuple[int, str]:
    return (_SHIPPED.index(book.name) if book.name in _SHIPPED else len(_SHIPPED)), book.name


_BOOKS: Final = tuple(sorted(entry_points(group=GROUP), key=_place))
NAMES: Final = tuple(book.name for book in _BOOKS)


class UnknownRuleset(LookupError):
    def __init__(self, name: str) -> None:
        super().__init__(f"there is no ruleset {name!r}; the rulesets are {', '.join(NAMES)}")


def _found(name: str) -> EntryPoint:
    for book in _BOOKS:
        if book.name == name:
            return book
    raise UnknownRuleset(name)


def package_of(name: str) -> str:
    """The package in which everything of a book lies: its law, its catalogue, its armies, scenarios and lessons."""
    return _found(name).module.rpartition(".")[0]


@cache
def ruleset(name: str) -> Ruleset[Any, Any, Any]:
    """The book of that name, loaded when it is opened."""
    found: Ruleset[Any, Any, Any] = _found(name).load()
    return found


class _Shelf(Mapping[str, Ruleset[Any, Any, Any]]):
    """Books by name, each opened when it is taken."""

    def __getitem__(self, name: str) -> Ruleset[Any, Any, Any]:
        if name not in NAMES:
            raise KeyError(name)
        return ruleset(name)

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


BOOKS: Final[Mapping[str, Ruleset[Any, Any, Any]]] = _Shelf()
"""Every book there is, by its name; one is loaded when it is taken from here."""
