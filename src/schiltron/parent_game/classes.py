"""Character classes: which lines of the tables each uses, and its average hit points."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from schiltron.parent_game.creature import Creature


class CharacterClass(Struct, frozen=True):
    """A class of characters. `family` is the class whose lines of attack and saving throws it uses. It rolls a hit die
    of so many `sides` for each level up to `dice`, and has so many points for each level `beyond`. `minimums` are of
    the ability scores, strength, intelligence, wisdom, dexterity, constitution, charisma."""

    family: str
    sides: int
    dice: int
    beyond: int
    minimums: tuple[int, int, int, int, int, int] = (3, 3, 3, 3, 3, 3)


CLASSES: Final[dict[str, CharacterClass]] = {
    "fighter": CharacterClass("fighter", 10, 9, 3, (9, 3, 3, 3, 7, 3)),
    "paladin": CharacterClass("fighter", 10, 9, 3, (12, 9, 13, 3, 9, 17)),
    "ranger": CharacterClass("fighter", 8, 11, 2, (13, 13, 14, 3, 14, 3)),
    "cleric": CharacterClass("cleric", 8, 9, 2, (3, 3, 9, 3, 3, 3)),
    "druid": CharacterClass("cleric", 8, 14, 2, (3, 3, 12, 3, 3, 15)),
    "magic_user": CharacterClass("magic_user", 4, 11, 1, (3, 9, 3, 6, 3, 3)),
    "illusionist": CharacterClass("magic_user", 4, 10, 1, (3, 15, 3, 16, 3, 3)),
    "thief": CharacterClass("thief", 6, 10, 2, (3, 3, 3, 9, 3, 3)),
    "assassin": CharacterClass("thief", 6, 15, 2, (12, 11, 3, 12, 3, 3)),
}
RACIAL_MINIMUMS: Final[dict[str, tuple[int, int, int, int, int, int]]] = {
    "dwarf": (8, 3, 3, 3, 12, 3),
    "elf": (3, 8, 3, 7, 6, 8),
    "gnome": (6, 7, 3, 3, 8, 3),
    "half_elf": (3, 4, 3, 6, 6, 3),
    "halfling": (6, 6, 3, 8, 10, 3),
    "half_orc": (6, 3, 3, 3, 13, 3),
}
_MONSTER_SIDES: Final = 8


def family(name: str) -> str:
    return CLASSES[name].family


def fighting_man(creature: Creature) -> bool:
    """Whether one of its classes is fighter or a sub-class of it."""
    return any(family(name) == "fighter" for name, _ in creature.classes)


def average_hit_points(creature: Creature) -> int:
    """Fractions dropped; a man of no level, and every monster, by eight-sided dice."""
    if creature.fights_as is None or creature.fights_as[1] == 0:
        return max(1, (max(1, creature.hit_dice.dice) * (_MONSTER_SIDES + 1)) // 2)
    name, level = creature.fights_as
    known = CLASSES[name]
    rolled = min(level, known.dice)
    return max(1, rolled * (known.sides + 1) // 2 + (level - rolled) * known.beyond)
