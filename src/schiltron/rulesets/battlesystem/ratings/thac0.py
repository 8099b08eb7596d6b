"""What a creature must roll to hit armour class 0, by hit dice or by class and level (case 8.3).

The tables go on counting past 20, as ratings do (BS-8.3-02).
"""

from __future__ import annotations

import re
from typing import Final

from schiltron.parent_game.classes import family
from schiltron.parent_game.creature import Creature, HitDice
from schiltron.rulesets.battlesystem.law import LAW

_HIGHEST: Final = 10**6
_BANDS: Final = re.compile(r"(\d+)_(?:to_(\d+)\+|and_up)")


def _monsters() -> tuple[dict[str, int], list[tuple[int, int, int]]]:
    """The lines below 2 hit dice by name, and the bands above them."""
    few, bands = {}, []
    for row in LAW.sheet("BS-T-data-thac0-monsters").records():
        written = _BANDS.fullmatch(str(row["hit_dice"]))
        if written is None:
            few[str(row["hit_dice"])] = int(row["thac0"])
        else:
            bands.append((int(written[1]), int(written[2] or _HIGHEST), int(row["thac0"])))
    return few, bands


_FEW, _MANY = _monsters()
_CLASSES: Final = [
    (
        str(row["class"]),
        int(row["level_from"]),
        _HIGHEST if row["level_to"] == "-" else int(row["level_to"]),
        int(row["thac0"]),
    )
    for row in LAW.sheet("BS-T-data-thac0-classes").records()
]


def monster_thac0(dice: HitDice) -> int:
    if dice.dice < 1:
        return _FEW["less_than_1-1"]
    if dice.dice == 1:
        return _FEW["1" if not dice.plus else "1-1" if dice.plus < 0 else "1+"]
    return next(need for first, last, need in _MANY if first <= dice.dice <= last)


def class_thac0(name: str, level: int) -> int:
    """Paladins and rangers hit as fighters. Only men at arms have a line for level 0, and all of that level use it."""
    lines = "fighter" if level == 0 else family(name)
    return next(need for line, first, last, need in _CLASSES if line == lines and first <= level <= last)


def thac0(creature: Creature) -> int:
    """The many-classed use their best class."""
    if not creature.classes:
        return monster_thac0(creature.hit_dice)
    return min(class_thac0(name, level) for name, level in creature.classes)


def described(creature: Creature) -> str:
    """By what it hits, in words."""
    if creature.fights_as is None:
        return f"THAC0 of {creature.hit_dice} HD"
    name, level = creature.fights_as
    return f"THAC0 of a {name.replace('_', '-')} of level {level}"
