"""Sources of dice. The battle asks for a roll, a source answers it; no source is ever part of a battle.

Dice are indexed by the number of the journal entry that records them, so an undone roll never comes again.
"""

from __future__ import annotations

import re
import secrets
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from hmac import compare_digest, digest
from itertools import accumulate, chain, count
from math import comb
from random import Random
from types import TracebackType
from typing import Final, Protocol

from msgspec import Struct

from schiltron.battle.state.chance import (
    AtLeast,
    AtMost,
    Pool,
    Roll,
    SumOf,
    Thrown,
    faults,
    hitting,
    pool_faults,
    read,
    tied,
)
from schiltron.battle.state.illegal import Illegal, Reason
from schiltron.battle.state.order import Dice
from schiltron.battle.words.grammar import counted

SEED_BYTES = 32
RETHROWS = 10_000


class DiceSource(Protocol):
    """Answers rolls. `entry` is the number the answer will have in the journal."""

    def throw(self, roll: Roll, entry: int) -> Dice:
        """What the dice of a roll come to."""
        ...


class EndlessContest(ValueError):
    """A contest that no dice can decide: the book asked for something impossible."""

    def __init__(self, roll: Roll) -> None:
        super().__init__(f"the contest {roll.purpose!r} still ties after {RETHROWS} throws")


# ---------------------------------------------------------------- sealed


class DiceShare(Struct, frozen=True):
    """What a player adds to the dice: secret words of their own, unknown to all when the seed was committed to."""

    seat: str
    secret: str


def fingerprint(secret: bytes) -> str:
    """The hash of a secret, shown before the secret may be known. It binds the player who shows it and gives nothing
    away."""
    return sha256(secret).hexdigest()


class SealedDice:
    """Dice fixed by a secret seed before play; whoever has the commitment can prove them once it is shown.

    Where players have added their shares, the dice come of all of them: their key is the SHA-256 of these lines with a
    newline between them: the seed in hexadecimal digits, and "seat:secret" for each share. Without shares the key is
    the seed itself.

    Entry `n` reads the bytes of HMAC-SHA256(key, "n:0"), then "n:1" and so on. A die takes as few bytes as
    hold its sides, as one big-endian number; numbers beyond the last whole multiple of the sides are passed
    over, so that every face is equally likely. The face is the number modulo the sides, plus one.
    """

    kind = "sealed"

    def __init__(self, seed: bytes, shares: Sequence[DiceShare] = ()) -> None:
        self.seed = seed
        self.shares = tuple(shares)
        self._key = _key(seed, self.shares)

    @classmethod
    def fresh(cls) -> SealedDice:
        """Dice nobody can foretell."""
        return cls(secrets.token_bytes(SEED_BYTES))

    @classmethod
    def from_number(cls, seed: int) -> SealedDice:
        """Dice that can be repeated by naming a number; anyone who guesses the number knows them."""
        return cls(sha256(f"schiltron dice {seed}".encode()).digest())

    @property
    def commitment(self) -> str:
        """What is published before play."""
        return fingerprint(self.seed)

    def throw(self, roll: Roll, entry: int) -> Dice:
        stream = self._stream(entry)
        for _ in range(RETHROWS):
            pools = tuple(read(pool, [_face(stream, pool.sides) for _ in range(pool.count)]) for pool in roll.pools)
            if not (roll.unequal and tied(pools)):
                return Dice(roll.id, pools)
        raise EndlessContest(roll)

    def _stream(self, entry: int) -> Iterator[int]:
        return chain.from_iterable(digest(self._key, f"{entry}:{counter}".encode(), "sha256") for counter in count())


def _key(seed: bytes, shares: Sequence[DiceShare]) -> bytes:
    if not shares:
        return seed
    return sha256("\n".join([seed.hex(), *(f"{one.seat}:{one.secret}" for one in shares)]).encode()).digest()


def _face(stream: Iterator[int], sides: int) -> int:
    width = max(1, ((sides - 1).bit_length() + 7) // 8)
    fair = 256**width // sides * sides
    while True:
        number = 0
        for _ in range(width):
            number = number * 256 + next(stream)
        if number < fair:
            return number % sides + 1


def verify_commitment(commitment: str, seed: bytes) -> bool:
    """Whether this is the seed that was committed to."""
    return compare_digest(commitment.lower().encode(), SealedDice(seed).commitment.encode())


# ---------------------------------------------------------------- fast


class FastDice:
    """Dice for search and mass play: classes drawn from ready-made tables, no faces.

    They come from a running generator, so the entry does not matter.
    """

    kind = "fast"
    commitment = ""

    def __init__(self, random: Random) -> None:
        self._random = random.random

    def throw(self, roll: Roll, entry: int) -> Dice:  # noqa: ARG002
        if len(roll.pools) == 1:
            return Dice(roll.id, (self._draw(roll.pools[0]),))
        for _ in range(RETHROWS):
            pools = tuple([self._draw(pool) for pool in roll.pools])
            if not (roll.unequal and tied(pools)):
                return Dice(roll.id, pools)
        raise EndlessContest(roll)

    def _draw(self, pool: Pool) -> Thrown:
        reading = pool.reading
        if type(reading) is AtLeast or type(reading) is AtMost:
            bounds, results = _hits_table(pool.count, pool.sides, hitting(reading, pool.sides))
            return results[bisect_right(bounds, self._random())]
        if type(reading) is SumOf:
            if pool.count <= DICE_IN_TABLE:
                bounds, results = totals(pool.count, pool.sides)
                return results[bisect_right(bounds, self._random())]
            return Thrown(((sum(self._faces(pool)), 1),))
        return Thrown(tuple(sorted(Counter(self._faces(pool)).items())))

    def _faces(self, pool: Pool) -> Iterator[int]:
        random, sides = self._random, pool.sides
        return (int(random() * sides) + 1 for _ in range(pool.count))


DICE_IN_TABLE = 12

_Table = tuple[list[float], list[Thrown]]


@lru_cache(maxsize=16_384)
def _hits_table(dice: int, sides: int, good: int) -> _Table:
    """Upper bounds of the chances of 0, 1, 2 … hits with so many good faces, and what each comes to."""
    weights = [comb(dice, hits) * good**hits * (sides - good) ** (dice - hits) for hits in range(dice + 1)]
    return _bounds(weights), [Thrown(((0, dice - hits), (1, hits))) for hits in range(dice + 1)]


@lru_cache(maxsize=1_024)
def totals(dice: int, sides: int) -> _Table:
    """The same for the totals of dice added up."""
    weights = [1]
    for _ in range(dice):
        longer = [0] * (len(weights) + sides - 1)
        for total, ways in enumerate(weights):
            for face in range(sides):
                longer[total + face] += ways
        weights = longer
    return _bounds(weights), [Thrown(((dice + more, 1),)) for more in range(len(weights))]


def _bounds(weights: Sequence[int]) -> list[float]:
    """Upper bounds for bisection, worked out in whole numbers: the last is exactly 1, and no draw reaches it."""
    whole = sum(weights)
    return [upto / whole for upto in accumulate(weights)]


# ---------------------------------------------------------------- scripted


class ScriptError(Exception):
    """The script of a test has too few dice, too many, or impossible ones."""


class ScriptedDice:
    """Dice of a test, laid out in the order in which they fall. As a context it demands that all are used."""

    kind = "scripted"
    commitment = ""

    def __init__(self, faces: Iterable[int]) -> None:
        self._faces = list(faces)
        self._used = 0

    @property
    def left(self) -> tuple[int, ...]:
        return tuple(self._faces[self._used :])

    def throw(self, roll: Roll, entry: int) -> Dice:
        while True:
            pools = tuple(self._take(roll, pool, entry) for pool in roll.pools)
            if not (roll.unequal and tied(pools)):
                return Dice(roll.id, pools)

    def _take(self, roll: Roll, pool: Pool, entry: int) -> Thrown:
        wanted = f"entry {entry}, {roll.purpose} ({pool.label}): {pool.count}d{pool.sides}"
        faces = self._faces[self._used : self._used + pool.count]
        if len(faces) < pool.count:
            raise ScriptError(f"{wanted} are due, but only {len(faces)} of {len(self._faces)} dice are left")
        for face in faces:
            if not 1 <= face <= pool.sides:
                raise ScriptError(f"{wanted} cannot show the scripted {face}")
        self._used += pool.count
        return read(pool, faces)

    def finish(self) -> None:
        if self.left:
            shown = " ".join(map(str, self.left))
            raise ScriptError(f"{len(self.left)} of {len(self._faces)} dice were never thrown: {shown}")

    def __enter__(self) -> ScriptedDice:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if error is None:
            self.finish()


# ---------------------------------------------------------------- typed

TYPED: Final = "typed"
"""The kind of dice that players throw themselves and type in."""


def by_program(kind: str, roll: Roll) -> bool:
    """Whether the program answers a roll. Where players type their dice in, it only draws from bags."""
    return kind != TYPED or roll.drawn


def typed(roll: Roll, thrown: str | Sequence[int] | Sequence[Sequence[int]]) -> Dice | Illegal:
    """The players' own dice: "3 5 6 | 2 2", a bar between pools. Without bars they fill pool after pool."""
    groups = _groups(thrown)
    words = [word for group in groups for word in group]
    strange = [word for word in words if not re.fullmatch(r"[0-9]{1,6}", word)]
    if strange:
        listed = ", ".join(repr(word) for word in strange)
        return _refused(roll, [f"{listed}: a die shows a whole number, as in 3 5 6"])
    if len(groups) == 1 and len(words) == sum(pool.count for pool in roll.pools):
        rest = iter(words)
        groups = [[next(rest) for _ in range(pool.count)] for pool in roll.pools]
    if len(groups) != len(roll.pools):
        due = " | ".join(f"{pool.count}d{pool.sides} {pool.label}" for pool in roll.pools)
        return _refused(
            roll, [f"{counted(len(words), 'die', 'dice')} in {counted(len(groups), 'group')}; {due} are due"]
        )
    found: list[str] = []
    pools = []
    for pool, group in zip(roll.pools, groups, strict=True):
        pools.append(read(pool, [int(word) for word in group]))
        if pool.count and not group:
            found.append(f"{pool.label}: {pool.count} dice are due, none were given")
        else:
            found += pool_faults(pool, pools[-1])
    found = found or faults(roll, pools)
    return _refused(roll, found) if found else Dice(roll.id, tuple(pools))


def _groups(thrown: str | Sequence[int] | Sequence[Sequence[int]]) -> list[list[str]]:
    """One list of words a pool, as far as the players parted them."""
    if isinstance(thrown, str):
        return [re.findall(r"[^\s,;]+", part) for part in re.split(r"[|/\n]", thrown.strip())]
    rows = [str(row) if isinstance(row, int) else [str(face) for face in row] for row in thrown]
    singles = [row for row in rows if isinstance(row, str)]
    return [singles] if singles else [row for row in rows if isinstance(row, list)]


def _refused(roll: Roll, found: Iterable[str]) -> Illegal:
    return Illegal(tuple(Reason(text, roll.rules) for text in found))
