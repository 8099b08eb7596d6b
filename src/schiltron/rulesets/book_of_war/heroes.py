"""What sets a hero apart from the types of ordinary troops, from the book's tables (chapter A3)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from schiltron.parent_game.damage import Damage, damage
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.table.lengths import Mil, inches

_NONE: Final = "-"


class Breath(Struct, frozen=True):
    """A magic area attack on a figure in contact (BW-A3-29): how strong, in which ways, and how often in a battle
    (BW-A3-30)."""

    rating: int
    ways: tuple[str, ...]
    uses: int


class ManToMan(Struct, frozen=True):
    """A hero as the role-playing game behind the book knows him, for special combat (BW-A3-36): one die of damage for
    each attack of a round."""

    level: int
    """Hit Dice or levels that count for his blows; of a wizard half."""
    armour_class: int
    attacks: tuple[Damage, ...]
    hit_points: int
    to_hit: int = 0
    """What a magic weapon or the like adds to a d20."""


class Hero(Struct, frozen=True):
    """A single powerful figure (BW-A3-01). Its blows need a fixed number, whatever armour they fall on (BW-A3-16)."""

    attack: int
    embeds: bool = False
    """Man-like: one who can stand in the ranks of a unit (BW-A3-04)."""
    horse: bool = False
    flies: bool = False
    """Over everything, and whatever the ground is like (BW-A3-28)."""
    slower: Mil | None = None
    """Its move without a horse (BW-A3-25), or without flying (BW-A3-28)."""
    breath: Breath | None = None
    weather: bool = False
    """Whether it can shift the weather (BW-A3-35)."""
    man_to_man: ManToMan | None = None


def hero_profile(name: str, attack: int, notes: frozenset[str]) -> Hero:
    """The hero of that name; `notes` are words of the book's list of heroes."""
    details = LAW.sheet("BW-T-hero-details").row(name)
    slower = details["move_if_unhorsed_or_grounded_in"]
    return Hero(
        attack=attack,
        embeds=bool(details["can_be_embedded"]),
        horse=bool(details["mounted"]),
        flies="flying" in notes,
        slower=None if slower == _NONE else inches(int(slower)),
        breath=_breath(name),
        weather="weather" in notes,
        man_to_man=man_to_man(name),
    )


def man_to_man(name: str) -> ManToMan:
    """The statistics of a listed hero or wizard, which the book does not print (BW-A3-36)."""
    row = LAW.sheet("BW-T-special-combat").row(name)
    return ManToMan(
        level=int(row["level"]),
        armour_class=int(row["armor_class"]),
        attacks=(damage(str(row["damage"])),) * int(row["attacks"]),
        hit_points=int(row["hit_points"]),
        to_hit=int(row["to_hit"]),
    )


def _breath(name: str) -> Breath | None:
    for row in LAW.sheet("BW-T-dragon-breath").records():
        if row["dragon"] == name:
            ways = tuple(str(row["breath"]).split(" or "))
            return Breath(int(row["damage_rating"]), ways, int(row["uses_per_day"]))
    return None


def wards(notes: frozenset[str]) -> frozenset[str]:
    """The kinds of energy that do nothing to it (BW-A3-32)."""
    return frozenset(note.removesuffix("_immune") for note in notes if note.endswith("_immune"))
