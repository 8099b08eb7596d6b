"""The four bands of parrying, by how much lighter the weapon of the man who is struck at is: CM-MTM-14 to CM-MTM-20,
and how often he strikes: CM-MTM-22."""

from __future__ import annotations

from typing import Final, NamedTuple

from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.man_to_man.arms import class_of
from schiltron.rulesets.chainmail.state import HandWeapon


class Band(NamedTuple):
    """How a man fares whose weapon is by so many classes higher (less than 0: lower) than that of who strikes at him:
    whether he may parry, what that takes off the dice, whether his weapon may break of it, and how often he strikes."""

    least: int
    most: int
    parries: bool
    off: int
    breaks: bool
    blows: int


def _number(cell: object) -> int:
    return cell if isinstance(cell, int) else 0


BANDS: Final = tuple(
    Band(
        int(row["defender_class_minus_attacker_class_min"]),
        int(row["defender_class_minus_attacker_class_max"]),
        bool(row["defender_may_parry"]),
        _number(row["parry_penalty"]),
        row["weapon_breaks_on_exact_score"] is True,
        int(row["defender_blows_per_round"]),
    )
    for row in LAW.sheet("CM-T-mtm-blows").records()
)
LIGHT: Final = -next(band.most for band in BANDS if band.blows == 2)
LIGHTEST: Final = -next(band.most for band in BANDS if band.blows == 3)
"""By how many classes a weapon is lighter that strikes twice a round, and three times (CM-MTM-22)."""
_RULES: Final = {1: "CM-MTM-15", 2: "CM-MTM-16", 3: "CM-MTM-19"}


def band(own: HandWeapon, against: HandWeapon) -> Band:
    """The band of a man with one weapon against a man with another."""
    higher = class_of(own) - class_of(against)
    return next(one for one in BANDS if one.least <= higher <= one.most)


def rule_of(one: Band) -> str:
    """The rule by which a man of that band parries, or does not."""
    return _RULES[one.blows] if one.parries else "CM-MTM-14"
