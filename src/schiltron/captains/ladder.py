"""How strong the computer players of each book are, from games they have played against each other.

`ladder.json` ships with the program; `schiltron ladder` makes it anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec
from msgspec import Struct

from schiltron.captains.bradley_terry import ratings

FILE: Final = "ladder.json"


class Level(Struct, frozen=True):
    """A computer player: its rating, by how much it may be wrong either way (95 times of 100; nothing for the one from
    which the others are counted), and the games this rests on."""

    captain: str
    rating: int
    margin: int | None
    games: int
    wins: int
    draws: int
    losses: int


class Pairing(Struct, frozen=True):
    """Two players and their games; wins are those of the first."""

    one: str
    other: str
    games: int
    wins: int
    draws: int
    losses: int


class BookLadder(Struct, frozen=True):
    """The ladder of a book, the strongest first; which scenarios it was played on, how many games, by which program,
    from which seed on, with what budget for those who think ahead (nothing: the usual one), and on which day."""

    levels: tuple[Level, ...]
    pairings: tuple[Pairing, ...]
    scenarios: tuple[str, ...]
    games: int
    program: str
    seed: int
    budget: str = ""
    when: str = ""

    def level(self, captain: str) -> Level | None:
        """A player's place; None for one who has none."""
        return next((one for one in self.levels if one.captain == captain), None)


class Ladder(Struct, frozen=True):
    """The ladders of all books, by name. Ratings of different books cannot be compared."""

    books: dict[str, BookLadder] = {}


@cache
def shipped_ladder() -> Ladder:
    """The ladder that came with the program; empty where there is none."""
    file = files("schiltron.captains") / FILE
    return read_ladder(file.read_bytes()) if file.is_file() else Ladder()


def read_ladder(data: bytes) -> Ladder:
    return msgspec.json.decode(data, type=Ladder)


def book_ladder(book: str) -> BookLadder | None:
    return shipped_ladder().books.get(book)


def written(ladder: Ladder) -> bytes:
    """As the file has it."""
    return msgspec.json.format(msgspec.json.encode(ladder, order="sorted"), indent=1) + b"\n"


def ranked(
    captains: Sequence[str],
    pairings: Iterable[Pairing],
    *,
    scenarios: Sequence[str],
    program: str,
    seed: int,
    budget: str,
    when: str = "",
) -> BookLadder:
    """The ladder that follows from games. The first captain is the one from whom the others are counted."""
    played = tuple(one for one in pairings if one.games)
    found = ratings(captains, {(one.one, one.other): (one.wins + one.draws / 2, one.games) for one in played})
    levels = [
        Level(
            name, round(rating.rating), None if rating.margin is None else round(rating.margin), **_count(name, played)
        )
        for name, rating in found.items()
    ]
    return BookLadder(
        levels=tuple(sorted(levels, key=lambda one: (-one.rating, one.captain))),
        pairings=played,
        scenarios=tuple(scenarios),
        games=sum(one.games for one in played),
        program=program,
        seed=seed,
        budget=budget,
        when=when,
    )


def _count(name: str, pairings: Iterable[Pairing]) -> Mapping[str, int]:
    total = {"games": 0, "wins": 0, "draws": 0, "losses": 0}
    for one in pairings:
        if name in (one.one, one.other):
            total["games"] += one.games
            total["wins"] += one.wins if name == one.one else one.losses
            total["draws"] += one.draws
            total["losses"] += one.losses if name == one.one else one.wins
    return total
