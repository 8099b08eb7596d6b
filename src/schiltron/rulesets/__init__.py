"""The books. Each is a folder of its own; they never import from each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from schiltron.battle.ruleset import Ruleset


def _book_of_war() -> Ruleset[Any, Any, Any]:
    from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR  # noqa: PLC0415 - a book is loaded when it is opened

    return BOOK_OF_WAR


def _by_this_axe() -> Ruleset[Any, Any, Any]:
    from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE  # noqa: PLC0415 - a book is loaded when it is opened

    return BY_THIS_AXE


def _chainmail() -> Ruleset[Any, Any, Any]:
    from schiltron.rulesets.chainmail.book import CHAINMAIL  # noqa: PLC0415 - a book is loaded when it is opened

    return CHAINMAIL


def _battlesystem() -> Ruleset[Any, Any, Any]:
    from schiltron.rulesets.battlesystem.book import BATTLESYSTEM  # noqa: PLC0415 - a book is loaded when it is opened

    return BATTLESYSTEM


_BOOKS: Final[Mapping[str, Callable[[], Ruleset[Any, Any, Any]]]] = {
    "book_of_war": _book_of_war,
    "by_this_axe": _by_this_axe,
    "chainmail": _chainmail,
    "battlesystem": _battlesystem,
}
NAMES: Final = tuple(_BOOKS)


class UnknownRuleset(LookupError):
    def __init__(self, name: str) -> None:
        super().__init__(f"there is no ruleset {name!r}; the rulesets are {', '.join(NAMES)}")


@cache
def ruleset(name: str) -> Ruleset[Any, Any, Any]:
    """The book of that name."""
    if name not in _BOOKS:
        raise UnknownRuleset(name)
    return _BOOKS[name]()
