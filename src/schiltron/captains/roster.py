"""Which captains there are, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.state.battle import AnyBattle
from schiltron.captains.captain import Captain
from schiltron.captains.recruit import Recruit

Books = Ruleset[Any, Any, Any]


class UnknownCaptain(LookupError):
    def __init__(self, name: str, ruleset: str) -> None:
        known = ", ".join(captains_for(ruleset))
        super().__init__(f"there is no captain {name!r} for {ruleset}; there are {known}")


def _recruit(ruleset: Books, seed: int) -> Captain:
    return Recruit(ruleset, seed)


_ANY_BOOK: Final[dict[str, Callable[[Books, int], Captain]]] = {"recruit": _recruit}
_OF_BOOKS: Final = tuple(sorted(entry_points(group="schiltron.captains"), key=lambda one: one.name))
"""Called `<book>.<name>`; each makes a captain from a seed and is loaded when he plays."""


def _of_book(ruleset: str) -> dict[str, EntryPoint]:
    return {one.name.partition(".")[2]: one for one in _OF_BOOKS if one.name.partition(".")[0] == ruleset}


def captains_for(ruleset: str) -> tuple[str, ...]:
    """The names of those who can play a book, the weakest first."""
    return (*_ANY_BOOK, *_of_book(ruleset))


def captain_named(name: str, ruleset: Books, seed: int = 0) -> Captain:
    """A captain for one seat of one battle. The same name and seed give the same answers to the same questions."""
    if name in _ANY_BOOK:
        return _ANY_BOOK[name](ruleset, seed)
    found = _of_book(ruleset.name).get(name)
    if found is None:
        raise UnknownCaptain(name, ruleset.name)
    captain: Captain = found.load()(seed)
    return captain


def seated(ruleset: Books, battle: AnyBattle, captains: Mapping[str, str], seed: int = 0) -> dict[str, Captain]:
    """A captain for each seat of a battle, named by side. Two recruits of one battle do not think alike."""
    return {
        seat.id: captain_named(captains[seat.side], ruleset, 2 * seed + place)
        for place, seat in enumerate(battle.seats)
        if seat.side
    }
