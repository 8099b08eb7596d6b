"""Unit types of the basic game (chapter B2) and their bases (C1)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from schiltron.rulesets.book_of_war.law import LAW
from schiltron.table.base import Base
from schiltron.table.lengths import Mil, inches

PIKES: Final = "pikemen"


class Missile(Struct, frozen=True):
    """A missile weapon: dice a figure at rest, and how far it carries (BW-B2-28)."""

    name: str
    rate: int
    reach: Mil


class Troop(Struct, frozen=True):
    """A unit type. Lances, swords, axes and spears do nothing of their own (BW-B2-09).

    The move of men follows their gear (BW-C2-02), that of horses the role-playing game (BW-C2-03); the number that hits
    follows the armour worn (BW-C3-03). What horses add is in the listed values already (BW-B2-08).
    """

    id: str
    name: str
    cost: int
    move: Mil
    armour_hit: int
    hit_dice: int
    base: Base
    mounted: bool
    dice_open: int
    dice_broken: int
    attack_bonus: int
    missile: Missile | None

    @property
    def pikes(self) -> bool:
        return self.id == PIKES

    @property
    def horse_archers(self) -> bool:
        """Horse with bows: the only ones who split their moves and shoot to the left (BW-B2-42, BW-B2-43)."""
        return self.mounted and self.missile is not None

    @property
    def half_move(self) -> Mil:
        return self.move // 2


def _base(figure_class: str) -> Base:
    """Printed are the bases of foot and horse; whoever rides stands on the latter (BW-C1-04, BW-C1-05, BW-C1-06)."""
    row = LAW.sheet("BW-T-bases").row(figure_class)
    return Base(width=inches(float(row["width_in"])), depth=inches(float(row["depth_in"])))


def _missile(weapons: str) -> Missile | None:
    """What a type shoots with; a bow is the same on foot and on horseback (BW-B2-28, BW-B2-45)."""
    for row in LAW.sheet("BW-T-missiles").records():
        if row["weapon"] in weapons.split("/"):
            return Missile(str(row["weapon"]), int(row["rate_of_fire"]), inches(float(row["range_in"])))
    return None


def _troop(row: dict[str, str | int | float | bool]) -> Troop:
    name = str(row["unit"])
    profile = LAW.sheet("BW-T-unit-profile").row(name)
    mounted = bool(profile["mounted"])
    return Troop(
        id=name,
        name=name.replace("_", " ").capitalize(),
        cost=int(row["cost"]),
        move=inches(int(row["mv"])),
        armour_hit=int(row["ah"]),
        hit_dice=int(row["hd"]),
        base=_base("cavalry" if mounted else "infantry"),
        mounted=mounted,
        dice_open=int(profile["melee_dice_open"]),
        dice_broken=int(profile["melee_dice_non_open"]),
        attack_bonus=int(profile["attack_bonus"]),
        missile=_missile(str(row["weapons"])),
    )


TROOPS: Final[dict[str, Troop]] = {str(row["unit"]): _troop(row) for row in LAW.sheet("BW-T-units-basic").records()}
