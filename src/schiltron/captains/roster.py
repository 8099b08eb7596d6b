"""Which captains there are, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from schiltron.battle.ruleset import Ruleset
from schiltron.captains.captain import Captain
from schiltron.captains.recruit import Recruit

Books = Ruleset[Any, Any, Any]


class UnknownCaptain(LookupError):
    def __init__(self, name: str, ruleset: str) -> None:
        known = ", ".join(captains_for(ruleset))
        super().__init__(f"there is no captain {name!r} for {ruleset}; there are {known}")


def _recruit(ruleset: Books, seed: int) -> Captain:
    return Recruit(ruleset, seed)


def _book_of_war(_ruleset: Books, seed: int) -> Captain:
    from schiltron.captains.book_of_war.captain import BookOfWarCaptain  # noqa: PLC0415 - loaded when it plays

    return BookOfWarCaptain(seed)


def _by_this_axe(_ruleset: Books, seed: int) -> Captain:
    from schiltron.captains.by_this_axe.captain import ByThisAxeCaptain  # noqa: PLC0415 - loaded when it plays

    return ByThisAxeCaptain(seed)


def _chainmail(_ruleset: Books, seed: int) -> Captain:
    from schiltron.captains.chainmail.captain import ChainmailCaptain  # noqa: PLC0415 - loaded when it plays

    return ChainmailCaptain(seed)


def _battlesystem(_ruleset: Books, seed: int) -> Captain:
    from schiltron.captains.battlesystem.captain import BattlesystemCaptain  # noqa: PLC0415 - loaded when it plays

    return BattlesystemCaptain(seed)


_ANY_BOOK: Final[dict[str, Callable[[Books, int], Captain]]] = {"recruit": _recruit}
_OF_BOOK: Final[dict[str, dict[str, Callable[[Books, int], Captain]]]] = {
    "book_of_war": {"captain": _book_of_war},
    "by_this_axe": {"captain": _by_this_axe},
    "chainmail": {"captain": _chainmail},
    "battlesystem": {"captain": _battlesystem},
}


def captains_for(ruleset: str) -> tuple[str, ...]:
    """The names of those who can play a book, the weakest first."""
    return (*_ANY_BOOK, *_OF_BOOK.get(ruleset, {}))


def captain_named(name: str, ruleset: Books, seed: int = 0) -> Captain:
    """A captain for one seat of one battle. The same name and seed give the same answers to the same questions."""
    make = (_ANY_BOOK | _OF_BOOK.get(ruleset.name, {})).get(name)
    if make is None:
        raise UnknownCaptain(name, ruleset.name)
    return make(ruleset, seed)
