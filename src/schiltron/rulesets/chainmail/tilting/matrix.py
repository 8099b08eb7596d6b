"""Where a lance is aimed, how its bearer sits, and what a lance does against a seat (CM-JOUST-02 to CM-JOUST-05)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from msgspec import Struct

from schiltron.rulesets.chainmail.law import LAW

BROKEN, GLANCED, HELM_OFF, INJURED, MISSED, UNHORSED = (
    "breaks_lance",
    "glances_off",
    "helm_knocked_off",
    "injured",
    "miss",
    "unhorsed",
)
"""What a lance does, as the table of letters calls it."""
STEADY: Final = "steady_seat"
"""The seat that whoever lost lance or helm must take in the next ride (CM-JOUST-06)."""

_SHEET: Final = LAW.sheet("CM-T-joust")
_LETTERS: Final = {str(row["letter"]): str(row["result"]) for row in LAW.sheet("CM-T-joust-results").records()}
_COLUMNS: Final = tuple(column for column in _SHEET.columns if column.startswith("pos_"))

SEATS: Final = tuple(column.split("_", 2)[2] for column in _COLUMNS)
AIMS: Final = tuple(str(row["aiming_point"]) for row in _SHEET.records())
SEAT_LABELS: Final = MappingProxyType(
    {
        "lower_helm": "Lower the helm",
        "lean_right": "Lean right",
        "lean_left": "Lean left",
        "steady_seat": "Steady seat",
        "shield_high": "Shield high",
        "shield_low": "Shield low",
    }
)
_SITTING: Final = MappingProxyType(
    {
        "lower_helm": "with the helm lowered",
        "lean_right": "leaning right",
        "lean_left": "leaning left",
        "steady_seat": "in a steady seat",
        "shield_high": "with the shield held high",
        "shield_low": "with the shield held low",
    }
)


class Pair(Struct, frozen=True):
    """What a knight chooses for a ride: where to aim, and how to sit."""

    aim: str
    seat: str

    @property
    def key(self) -> str:
        return f"{self.aim}/{self.seat}"


def aim_label(aim: str) -> str:
    """As in "Dexter chief"."""
    return aim.replace("_", " ").capitalize()


def pair_label(pair: Pair) -> str:
    """As in "Base, steady seat"."""
    return f"{aim_label(pair.aim)}, {SEAT_LABELS[pair.seat].lower()}"


def in_words(pair: Pair) -> str:
    """What is seen of a knight who comes on so: "aims at the base, leaning left"."""
    return f"aims at the {aim_label(pair.aim).lower()}, {_SITTING[pair.seat]}"


_RESULTS: Final = MappingProxyType(
    {
        (str(row["aiming_point"]), seat): tuple(_LETTERS[letter] for letter in str(row[column]).split("/"))
        for row in _SHEET.records()
        for seat, column in zip(SEATS, _COLUMNS, strict=True)
    }
)
_ALLOWED: Final = MappingProxyType(
    {
        str(row["aiming_point"]): tuple(
            SEATS[int(number) - 1] for number in str(row["own_positions_allowed"]).split(",")
        )
        for row in _SHEET.records()
    }
)


def result(aim: str, seat: str) -> tuple[str, ...]:
    """What a lance aimed there does to a knight who sits so: everything the cell names (CM-JOUST-04, CM-JOUST-05)."""
    return _RESULTS[aim, seat]


def seats_with(aim: str) -> tuple[str, ...]:
    """How a knight may sit who aims there (CM-JOUST-03)."""
    return _ALLOWED[aim]


PAIRS: Final = tuple(Pair(aim, seat) for aim in AIMS for seat in seats_with(aim))
"""All that may be chosen by a knight who is free to."""


def pairs(*, forced: bool) -> tuple[Pair, ...]:
    """What a knight may choose: forced, he sits steady, whatever he aims at (CM-JOUST-06)."""
    return tuple(pair for pair in PAIRS if pair.seat == STEADY) if forced else PAIRS
