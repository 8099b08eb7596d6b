"""Chance is asked for, never called: a roll says what its dice are for, and a source of dice answers it.

Handlers see only the classes into which a reading sorts faces (hits and misses, a total), so that exact odds and fast
search need no faces; a source that has faces attaches them for show and proof.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct


class EachFace(Struct, frozen=True, tag="each_face"):
    """Every face is its own class."""

    def classes(self, faces: Sequence[int]) -> tuple[tuple[int, int], ...]:
        return tuple(sorted(Counter(faces).items()))


class AtLeast(Struct, frozen=True, tag="at_least"):
    """Class 1 is a die showing `need` or more, class 0 any other."""

    need: int

    def classes(self, faces: Sequence[int]) -> tuple[tuple[int, int], ...]:
        hits = sum(1 for face in faces if face >= self.need)
        return ((0, len(faces) - hits), (1, hits))


class AtMost(Struct, frozen=True, tag="at_most"):
    """Class 1 is a die showing `need` or less, class 0 any other."""

    need: int

    def classes(self, faces: Sequence[int]) -> tuple[tuple[int, int], ...]:
        hits = sum(1 for face in faces if face <= self.need)
        return ((0, len(faces) - hits), (1, hits))


class FromBag(Struct, frozen=True, tag="from_bag"):
    """Not a die but a draw: the face says which of what is left in the bag. Nobody throws it by hand."""

    def classes(self, faces: Sequence[int]) -> tuple[tuple[int, int], ...]:
        return tuple(sorted(Counter(faces).items()))


class SumOf(Struct, frozen=True, tag="sum"):
    """One class: the sum of all faces."""

    def classes(self, faces: Sequence[int]) -> tuple[tuple[int, int], ...]:
        return ((sum(faces), 1),)


Reading = EachFace | AtLeast | AtMost | SumOf | FromBag
Counted = AtLeast | AtMost
"""Readings that part hits from misses."""


def hitting(reading: Counted, sides: int) -> int:
    """How many of a die's faces are hits."""
    faces = sides - reading.need + 1 if isinstance(reading, AtLeast) else reading.need
    return max(0, min(sides, faces))


class Pool(Struct, frozen=True):
    """Dice thrown together and read in one way. `whose` is the side that throws them."""

    count: int
    sides: int
    reading: Reading
    label: str
    whose: str = ""


class Roll(Struct, frozen=True):
    """Dice the battle is waiting for. With `unequal` the pools are a contest: ties are thrown again by the source, so a
    roll that has been answered always has a winner. An empty `audience` is everyone."""

    purpose: str
    pools: tuple[Pool, ...]
    rules: tuple[str, ...]
    id: str = ""
    unequal: bool = False
    audience: tuple[str, ...] = ()

    @property
    def drawn(self) -> bool:
        """Whether it is drawn from a bag, so that no player can throw it."""
        return any(isinstance(pool.reading, FromBag) for pool in self.pools)


class Thrown(Struct, frozen=True):
    """What one pool came to: class and number of dice in it; faces where the source has them."""

    classes: tuple[tuple[int, int], ...]
    faces: tuple[int, ...] = ()

    @property
    def hits(self) -> int:
        return next((number for value, number in self.classes if value == 1), 0)

    @property
    def total(self) -> int:
        return self.classes[0][0]


def read(pool: Pool, faces: Sequence[int]) -> Thrown:
    """Faces of a pool, read as the pool says."""
    return Thrown(pool.reading.classes(faces), tuple(faces))


def tied(pools: Sequence[Thrown]) -> bool:
    return len({thrown.total for thrown in pools}) < len(pools)


def faults(roll: Roll, pools: Sequence[Thrown]) -> list[str]:
    """What is wrong with an answer to a roll; an empty list when it fits."""
    if len(pools) != len(roll.pools):
        return [f"the roll has {len(roll.pools)} pools of dice, the answer {len(pools)}"]
    found = [fault for pool, thrown in zip(roll.pools, pools, strict=True) for fault in pool_faults(pool, thrown)]
    if not found and roll.unequal and tied(pools):
        found.append("the totals tie: throw again")
    return found


def pool_faults(pool: Pool, thrown: Thrown) -> list[str]:
    """What is wrong with one pool of an answer."""
    if not thrown.faces:
        if _possible(pool, thrown):
            return []
        return [f"{pool.label}: {pool.count}d{pool.sides} cannot come to that"]
    found = []
    if len(thrown.faces) != pool.count:
        found.append(f"{pool.label}: {pool.count} dice are due, {len(thrown.faces)} were given")
    bad = [face for face in thrown.faces if not 1 <= face <= pool.sides]
    if bad:
        found.append(f"{pool.label}: a d{pool.sides} cannot show {', '.join(map(str, bad))}")
    if not found and thrown.classes != pool.reading.classes(thrown.faces):
        found.append(f"{pool.label}: the result does not follow from the faces")
    return found


def _possible(pool: Pool, thrown: Thrown) -> bool:
    if isinstance(pool.reading, SumOf):
        if len(thrown.classes) != 1:
            return False
        return thrown.classes[0][1] == 1 and pool.count <= thrown.total <= pool.count * pool.sides
    values = {value for value, _ in thrown.classes}
    if len(values) < len(thrown.classes):
        return False
    allowed = {0, 1} if isinstance(pool.reading, Counted) else set(range(1, pool.sides + 1))
    numbers = [number for _, number in thrown.classes]
    if isinstance(pool.reading, Counted):
        faces = hitting(pool.reading, pool.sides)
        if (faces == 0 and thrown.hits) or (faces == pool.sides and thrown.hits != pool.count):
            return False
    return values <= allowed and min(numbers, default=0) >= 0 and sum(numbers) == pool.count
