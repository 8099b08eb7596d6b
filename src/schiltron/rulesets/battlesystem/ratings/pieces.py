"""Field artillery (cases 10.9 and 10.10): light and heavy catapults, and ballistae."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from schiltron.parent_game.damage import Damage, damage
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.table.lengths import Mil, inches


class Piece(Struct, frozen=True):
    """A piece of artillery. `ranges` are the outer limits of short, medium and long; it fires once in `rounds`."""

    name: str
    nearest: Mil
    ranges: tuple[Mil, Mil, Mil]
    damage: Damage
    move: Mil
    target_ac: int
    rounds: int
    indirect: bool


PIECES: Final = {
    str(row["piece"]): Piece(
        name=str(row["piece"]).replace("_", " "),
        nearest=inches(float(row["min_range_in"])),
        ranges=(inches(float(row["short_in"])), inches(float(row["medium_in"])), inches(float(row["long_in"]))),
        damage=damage(str(row["damage"])),
        move=inches(float(row["mv_in"])),
        target_ac=int(row["target_ac"]),
        rounds=int(row["rounds_per_shot"]),
        indirect=bool(row["indirect_fire"]),
    )
    for row in LAW.sheet("BS-T-artillery").records()
}
"""The pieces with what the book lists of each (BS-10.9-01)."""

LEAST_CREW: Final = 100
"""A crew figure has 10 hit dice or more, in tenths (BS-10.10-01)."""
