"""What a share of all that is left is worth: how often it wins, learned from battles that lieutenants fought out.

`chances.json` ships with the program; `schiltron learn` makes it anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from math import exp, inf, log, pow, sqrt
from typing import Final

import msgspec
from msgspec import Struct

from schiltron.battle.state.battle import AnyBattle
from schiltron.captains.captain import Books
from schiltron.captains.shares import share_of

FILE: Final = "chances.json"
LEAST: Final = 0.02
"""Shares nearer to nothing and to all than this are as good as this: nobody is quite beaten before he is."""
DOUBT: Final = 1.0
"""How firmly it is believed before anything is known that an advantage counts as it stands."""
_STEPS: Final = 60


class Learned(Struct, frozen=True, omit_defaults=True):
    """How much an advantage counts in a book: who has twice as much left as the enemy wins 2 to the power of it times
    as often as he loses. With its standard error, how far from the results it is on the average (the logarithm of the
    chance that was given to what came, `plain` with shares as they stand), and what it rests on."""

    advantage: float
    error: float = 0.0
    loss: float = 0.0
    plain: float = 0.0
    games: int = 0
    positions: int = 0
    scenarios: tuple[str, ...] = ()
    player: str = ""
    program: str = ""
    seed: int = 0
    when: str = ""


class Chances(Struct, frozen=True):
    """What was learned of each book, by name."""

    books: dict[str, Learned] = {}


class Position(Struct, frozen=True):
    """How a side stood at the end of a turn of some game, and what it came to: 1 won, 0 lost, a half neither."""

    game: int
    share: float
    result: float


@cache
def shipped_chances() -> Chances:
    """What came with the program; nothing where there is no such file."""
    file = files("schiltron.captains") / FILE
    return read_chances(file.read_bytes()) if file.is_file() else Chances()


def read_chances(data: bytes) -> Chances:
    return msgspec.json.decode(data, type=Chances)


def written(chances: Chances) -> bytes:
    return msgspec.json.format(msgspec.json.encode(chances), indent=2) + b"\n"


def advantage_in(book: str) -> float:
    """How much an advantage counts in a book; as it stands where nothing was learned."""
    learned = shipped_chances().books.get(book)
    return learned.advantage if learned is not None else 1.0


def chance(share: float, advantage: float) -> float:
    """How often a side wins with such a share, if advantages count so much."""
    if share <= 0.0 or share >= 1.0 or advantage == 1.0:
        return share
    mine, theirs = pow(share, advantage), pow(1.0 - share, advantage)
    return mine / (mine + theirs)


# ---------------------------------------------------------------- learning


def positions(book: Books, game: int, ends_of_turns: Sequence[AnyBattle], winner: str) -> Iterable[Position]:
    """How both sides of a battle stood at the end of each turn: the first of them is enough, the other had the rest."""
    for battle in ends_of_turns:
        side = battle.sides[0].id
        result = 0.5 if not winner else 1.0 if winner == side else 0.0
        yield Position(game, share_of(book, battle, side), result)


def fitted(found: Sequence[Position]) -> Learned:
    """The advantage under which the results were likeliest; its error takes positions of one game for one."""
    odds = [(one, _odds(one.share)) for one in found]
    weight = 1.0
    for _ in range(_STEPS):
        slope = sum(x * (one.result - _won(weight * x)) for one, x in odds) - DOUBT * (weight - 1.0)
        bend = sum(x * x * _won(weight * x) * (1.0 - _won(weight * x)) for one, x in odds) + DOUBT
        step = max(-1.0, min(1.0, slope / bend))
        weight += step
        if abs(step) < 1e-9:
            break
    by_game: dict[int, float] = {}
    for one, x in odds:
        by_game[one.game] = by_game.get(one.game, 0.0) + x * (one.result - _won(weight * x))
    error = sqrt(sum(pull * pull for pull in by_game.values())) / bend
    return Learned(
        advantage=round(weight, 3),
        error=round(error, 3),
        loss=round(loss(found, weight), 4),
        plain=round(loss(found, 1.0), 4),
        games=len(by_game),
        positions=len(found),
    )


def loss(found: Sequence[Position], advantage: float) -> float:
    """How far chances are from results on the average: 0.693 for who knows nothing, less the better."""
    if not found:
        return inf
    return -sum(_surprise(one.result, _won(advantage * _odds(one.share))) for one in found) / len(found)


def _surprise(result: float, expected: float) -> float:
    return result * log(expected) + (1.0 - result) * log(1.0 - expected)


def _odds(share: float) -> float:
    kept = min(1.0 - LEAST, max(LEAST, share))
    return log(kept / (1.0 - kept))


def _won(odds: float) -> float:
    return 1.0 / (1.0 + exp(-odds))
