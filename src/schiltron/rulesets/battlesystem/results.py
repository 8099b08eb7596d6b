"""The Combat Results Table, and how dice of damage are read in it (cases 8.4 to 8.6): in tenths of a hit die."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words.grammar import counted
from schiltron.parent_game.damage import Damage
from schiltron.rulesets.battlesystem.law import LAW

COLUMNS: Final = tuple(str(row["column"]) for row in LAW.sheet("BS-T-crt-columns").records())
"""Eleven of them: the dice, smallest first."""
_ROWS: Final = tuple(
    tuple(round(10 * float(row[column])) for column in COLUMNS) for row in LAW.sheet("BS-T-crt").records()
)
_LAST: Final = len(COLUMNS) - 1
NEVER: Final = 40
"""An Attack Roll of this or more never does damage (BS-8.4-06)."""


class Reading(Struct, frozen=True):
    """How damage is read: the column, how often it counts, and how many full D20 results come with it each time."""

    column: str
    times: int = 1
    twenties: int = 0

    def __str__(self) -> str:
        parts = [name for name, count in (("D20", self.twenties), (self.column.upper(), 1)) for _ in range(count)]
        read = " + ".join(parts)
        return read if self.times == 1 else f"{self.times} × ({read})" if len(parts) > 1 else f"{self.times} × {read}"


def reading(damage: Damage) -> Reading:
    """The column of the die (BS-8.5-01), shifted right by a plus, from D20 on to D2 with a D20 result each time
    (BS-8.5-03, BS-8.5-04), and left by a minus (BS-8.5-05), as often as there are dice (BS-8.5-02, BS-8.5-06)."""
    shifted = COLUMNS.index(f"d{damage.sides}") + damage.plus
    if shifted < 0:
        return Reading(COLUMNS[0], damage.count)
    twenties, place = divmod(shifted, len(COLUMNS))
    return Reading(COLUMNS[place], damage.count, twenties)


def _row(attack_roll: int) -> tuple[int, ...]:
    """Rows for 0 or less, 1 to 34, 35 to 39, 40 or more (BS-8.4-06)."""
    if attack_roll >= NEVER:
        return _ROWS[-1]
    return _ROWS[max(0, min(attack_roll, 35))]


@lru_cache(maxsize=8192)
def inflicted(attack_roll: int, damage: Damage) -> int:
    """What one attack of one figure inflicts (BS-8.4-03)."""
    read, row = reading(damage), _row(attack_roll)
    return read.times * (row[COLUMNS.index(read.column)] + read.twenties * row[_LAST])


def inflicted_by_all(attack_roll: int, routine: Sequence[Damage]) -> int:
    """Several attacks of one figure at the same roll, added (BS-8.6-01)."""
    return sum(inflicted(attack_roll, damage) for damage in routine)


def reckoned(attack_roll: int, routine: Sequence[Damage], figures: int, times: int = 1) -> Tally:
    """All damage of an attack, with the columns each figure is read in and what it finds there (BS-8.4-04)."""
    each = inflicted_by_all(attack_roll, routine)
    read = Counter(str(reading(damage)) for damage in routine)
    columns = " + ".join(column if count == 1 else f"{count} × {column}" for column, count in read.items())
    often = "" if times == 1 else f", {times} times"
    said = f"{counted(figures, 'figure')}{often}, {each / 10:g} each: {columns} at {attack_roll}"
    return Tally("hit dice of damage", (Term(said, each * figures * times, "BS-8.4-04"),), measure="tenths")
