"""Which captains there are, by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from inspect import signature
from typing import Final

from schiltron.battle.state.battle import AnyBattle
from schiltron.captains.captain import Books, Captain
from schiltron.captains.imagining import imagining
from schiltron.captains.recruit import Recruit
from schiltron.captains.temperament import TEMPERAMENTS

LIEUTENANT, CAPTAIN, MARSHAL = "lieutenant", "captain", "marshal"
_RANKS: Final = (LIEUTENANT, CAPTAIN)
"""Of those written for a book, the weaker before the stronger; others come after them."""
_MARSHAL: Final = re.compile(r"marshal(?::(?:(?P<playouts>[1-9]\d{0,5})|(?P<seconds>\d{1,3}(?:\.\d{1,3})?)s))?")
"""The marshal may be told how long to think: `marshal:40` of forty playouts, `marshal:0.5s` of half a second."""


_OF_TEMPER: Final = ":"
"""Before what a captain is like: `captain:bold`."""


class UnknownCaptain(LookupError):
    def __init__(self, name: str, ruleset: str) -> None:
        known = ", ".join((*captains_for(ruleset), *tempered_for(ruleset)))
        super().__init__(f"there is no captain {name!r} for {ruleset}; there are {known}")


def _recruit(ruleset: Books, seed: int) -> Captain:
    return Recruit(ruleset, seed)


_ANY_BOOK: Final[dict[str, Callable[[Books, int], Captain]]] = {"recruit": _recruit}
_OF_BOOKS: Final = tuple(sorted(entry_points(group="schiltron.captains"), key=lambda one: one.name))
"""Called `<book>.<name>`; each makes a captain from a seed and is loaded when he plays. A captain who takes a
`temperament` besides can be asked for as bold, careful and so on."""


def _of_book(ruleset: str) -> dict[str, EntryPoint]:
    found = {one.name.partition(".")[2]: one for one in _OF_BOOKS if one.name.partition(".")[0] == ruleset}
    ranked = [rank for rank in _RANKS if rank in found]
    return {name: found[name] for name in (*ranked, *(name for name in found if name not in ranked))}


def captains_for(ruleset: str) -> tuple[str, ...]:
    """The names of those who can play a book, the weakest first."""
    own = _of_book(ruleset)
    return (*_ANY_BOOK, *own, *((MARSHAL,) if CAPTAIN in own else ()))


def tempered_for(ruleset: str) -> tuple[str, ...]:
    """The names of captains of a temperament, such as `captain:bold`; none where a book's captain takes none."""
    found = _of_book(ruleset).get(CAPTAIN)
    if found is None or "temperament" not in signature(found.load()).parameters:
        return ()
    return tuple(f"{CAPTAIN}{_OF_TEMPER}{temper}" for temper in TEMPERAMENTS)


def quickest(ruleset: str) -> str:
    """The strongest of those who answer at once."""
    return CAPTAIN if CAPTAIN in _of_book(ruleset) else next(iter(_ANY_BOOK))


def hastiest(ruleset: str) -> str:
    """Who plays on in battles that are imagined: the captain in haste, or who else answers at once."""
    return LIEUTENANT if LIEUTENANT in _of_book(ruleset) else quickest(ruleset)


def plays(name: str, ruleset: str) -> bool:
    """Whether somebody of this name can play a book."""
    if name in captains_for(ruleset):
        return True
    if name.startswith(CAPTAIN + _OF_TEMPER):
        return name in tempered_for(ruleset)
    return MARSHAL in captains_for(ruleset) and _MARSHAL.fullmatch(name) is not None


def thinks_ahead(name: str) -> bool:
    """Whether somebody of this name takes his time, as others do not."""
    return _MARSHAL.fullmatch(name) is not None


def captain_named(name: str, ruleset: Books, seed: int = 0) -> Captain:
    """A captain for one seat of one battle. The same name and seed give the same answers to the same questions; of the
    marshal that holds if he is told how many playouts to think of."""
    if not plays(name, ruleset.name):
        raise UnknownCaptain(name, ruleset.name)
    if name in _ANY_BOOK:
        return _ANY_BOOK[name](ruleset, seed)
    rank, _, temper = name.partition(_OF_TEMPER)
    found = _of_book(ruleset.name).get(rank)
    if found is None:
        return _marshal(name, ruleset, seed)
    captain: Captain = found.load()(seed, temperament=TEMPERAMENTS[temper]) if temper else found.load()(seed)
    return captain


def _marshal(name: str, ruleset: Books, seed: int) -> Captain:
    from schiltron.captains.marshal.budget import A_SECOND, Budget, of_seconds  # noqa: PLC0415 - they call upon captains themselves
    from schiltron.captains.marshal.marshal import Marshal  # noqa: PLC0415

    told = _MARSHAL.fullmatch(name)
    budget = A_SECOND
    if told is not None and told["playouts"]:
        budget = Budget(playouts=int(told["playouts"]))
    elif told is not None and told["seconds"]:
        budget = of_seconds(float(told["seconds"]))
    hasty = hastiest(ruleset.name)
    return Marshal(
        ruleset,
        lambda mind: captain_named(CAPTAIN, ruleset, mind),
        lambda mind: imagining(captain_named(hasty, ruleset, mind)),
        seed,
        budget,
        [partial(captain_named, tempered, ruleset) for tempered in tempered_for(ruleset.name)],
    )


def seated(ruleset: Books, battle: AnyBattle, captains: Mapping[str, str], seed: int = 0) -> dict[str, Captain]:
    """A captain for each seat of a battle, named by side. Two recruits of one battle do not think alike."""
    return {
        seat.id: captain_named(captains[seat.side], ruleset, 2 * seed + place)
        for place, seat in enumerate(battle.seats)
        if seat.side
    }
