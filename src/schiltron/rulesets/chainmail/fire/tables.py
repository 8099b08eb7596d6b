"""The book's tables of missile fire: CM-MISSILE-01, CM-MISSILE-03, CM-MISSILE-05, CM-MISSILE-26, CM-GUN-02."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from schiltron.battle.state.law import Sheet
from schiltron.rulesets.chainmail.law import LAW
from schiltron.table.lengths import Mil, inches

DIE: Final = 6
ARROW_PROOF: Final = "arrow_proof"
FULLY_ARMORED: Final = "fully_armored"

WORDS: Final[dict[str, str]] = {
    "unarmored": "unarmored",
    "half_armor_or_shield": "half armour or shield",
    FULLY_ARMORED: "fully armoured",
    ARROW_PROOF: "arrow proof",
}
"""Armour categories as players say them (CM-MISSILE-02); which troops are in which is in their profile."""


class Row(NamedTuple):
    """So many firing kill so many, by the face of the die (the first for a 1)."""

    least: int
    most: int
    kills: tuple[int, ...]


def _rows(sheet: Sheet, category: str) -> tuple[Row, ...]:
    """The part of a table for one category; a column is headed by it and by the faces it holds for."""
    headed = re.compile(rf"^{category}die_(\d)_(\d)$")
    rows = []
    for record in sheet.records():
        faces = [0] * DIE
        for column, cell in record.items():
            match = headed.match(column)
            if match is not None:
                for face in range(int(match[1]), int(match[2]) + 1):
                    faces[face - 1] = int(cell)
        rows.append(Row(int(record["firing_min"]), int(record["firing_max"]), tuple(faces)))
    return tuple(rows)


_TABLE: Final = LAW.sheet("CM-T-missile")
_COLUMNS: Final[dict[str, tuple[Row, ...]]] = {
    "unarmored": _rows(_TABLE, "unarmored_"),
    "half_armor_or_shield": _rows(_TABLE, "half_armor_or_shield_"),
    FULLY_ARMORED: _rows(LAW.sheet("CM-T-missile-full"), ""),
}
_HIGHER: Final = {str(row["category"]): str(row["becomes"]) for row in LAW.sheet("CM-T-armor-shift").records()}
_ACCURACY: Final = LAW.sheet("CM-T-arquebus").records()


def largest_group(column: str) -> int:
    """Up to how many figures one die stands for (CM-MISSILE-03)."""
    return _COLUMNS[column][-1].most


@lru_cache(maxsize=1024)
def grouped(figures: int, column: str) -> tuple[int, ...]:
    """The figures firing at one target as groups: the fewest there can be, as equal as can be (CM-MISSILE-03).

    So no more than one where the table has room for all (CM-MISSILE-04).
    """
    number = -(-figures // largest_group(column))
    size, larger = divmod(figures, number) if number else (0, 0)
    return tuple(size + (place < larger) for place in range(number))


@lru_cache(maxsize=1024)
def kills_by_face(group: int, column: str, bonus: int = 0) -> tuple[int, ...]:
    """What a group kills, for each face of its die; scores above 6 count as 6 (CM-MISSILE-14), those below 1 as 1."""
    if column == ARROW_PROOF:
        return (0,) * DIE
    row = next(row for row in _COLUMNS[column] if row.least <= group <= row.most)
    return tuple(row.kills[min(max(face + bonus, 1), DIE) - 1] for face in range(1, DIE + 1))


def higher_category(column: str) -> str:
    """The next higher armour category (CM-MISSILE-26); what is arrow proof stays so."""
    return _HIGHER.get(column, column)


class Band(NamedTuple):
    """A band of arquebus range and what the accuracy die must show in it."""

    reach: Mil
    need: int


_BANDS: Final = tuple(Band(inches(float(row["range_up_to"])), int(row["hit_min"])) for row in _ACCURACY)


def accuracy(distance: Mil) -> Band:
    """The band a distance lies in; at exactly 6 or 12 inches the nearer one (CM-GUN-02)."""
    return next((band for band in _BANDS if distance <= band.reach), _BANDS[-1])
