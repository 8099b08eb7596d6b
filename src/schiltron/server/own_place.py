"""How strong a visitor is: a rating in each book, from the battles against computer players that are over.

A battle counts if it was a ready one between two sides, one led by the visitor and the other by a computer player who
has a rating, and if it was fought from its beginning. It counts whether or not the visitor asked for hints or took
answers back; who gives up has lost.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from schiltron.captains.ladder import BookLadder, book_ladder
from schiltron.captains.own_rating import Met, own_rating
from schiltron.server.catalogue import sides_of
from schiltron.server.store import Listed

FEWEST: Final = 3
"""Battles before a rating is told: less is chance."""
MOST_RATED: Final = 200
"""The latest battles are looked at."""


class OwnPlace(Struct, frozen=True):
    """Battles of a visitor in one book, against whom any was won, and a rating as soon as there are enough of them."""

    games: int
    wins: int
    draws: int
    losses: int
    beaten: tuple[str, ...]
    rating: int | None = None
    margin: int | None = None


class _Fought(NamedTuple):
    book: str
    opponent: str
    score: float


def places_of(battles: Iterable[Listed]) -> dict[str, OwnPlace]:
    """By book; only those in which something counts."""
    fought: defaultdict[str, list[_Fought]] = defaultdict(list)
    for one in battles:
        counted = _counted(one)
        if counted is not None:
            fought[counted.book].append(counted)
    return {book: _place(ladder, of_book) for book, of_book in fought.items() if (ladder := book_ladder(book))}


def _counted(one: Listed) -> _Fought | None:
    outcome = one.standing.outcome if one.standing is not None else None
    ladder = book_ladder(one.ruleset)
    people = [seat.seat for seat in one.seats if seat.who != "captain"]
    captains = [seat.captain for seat in one.seats if seat.who == "captain"]
    ready = bool(sides_of(one.scenario)) and one.origin is None
    if outcome is None or ladder is None or not ready or len(people) != 1 or len(captains) != 1:
        return None
    if people[0] not in one.held or ladder.level(captains[0]) is None:
        return None
    score = 0.5 if not outcome.winner else float(outcome.winner == people[0])
    return _Fought(one.ruleset, captains[0], score)


def _place(ladder: BookLadder, fought: Sequence[_Fought]) -> OwnPlace:
    met = []
    for name in dict.fromkeys(one.opponent for one in fought):
        level = ladder.level(name)
        assert level is not None
        scores = [one.score for one in fought if one.opponent == name]
        met.append(Met(level.rating, level.margin or 0, len(scores), sum(scores)))
    found = own_rating(met) if len(fought) >= FEWEST else None
    return OwnPlace(
        games=len(fought),
        wins=sum(one.score == 1 for one in fought),
        draws=sum(one.score == 0.5 for one in fought),
        losses=sum(one.score == 0 for one in fought),
        beaten=tuple(dict.fromkeys(one.opponent for one in fought if one.score == 1)),
        rating=round(found.rating) if found is not None else None,
        margin=round(found.margin) if found is not None and found.margin is not None else None,
    )
