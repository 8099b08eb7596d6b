"""What may set a unit of this book apart from its troop type, for those who make an army list (TA-UNIT-31)."""

from __future__ import annotations

from typing import Final, get_args

from schiltron.rulesets.by_this_axe.abilities import ABILITIES
from schiltron.rulesets.by_this_axe.equipping import CALLED, LEADERSHIP, LEAST_HIT_DICE
from schiltron.rulesets.by_this_axe.state import Armour
from schiltron.rulesets.by_this_axe.troops import FANTASTIC, FC_NAMES, HEROES, LEADING, TROOPS
from schiltron.rulesets.outfits import Outfit, how_many, one_of, some_of, whether

_MOST_HIT_DICE: Final = 30
_MOST_TOGETHER: Final = 20

_ALL: Final = (
    one_of("armour", "Armour", get_args(Armour)),
    whether("shield", "Shield"),
    some_of("melee", "Melee weapons", CALLED["melee"]),
    some_of("ranged", "Missile weapons", CALLED["ranged"]),
    whether("mounted", "Mounted"),
    how_many("fc", "Fighting capability", min(FC_NAMES), max(FC_NAMES)),
    some_of("abilities", "Abilities", ABILITIES),
)
_OF_TROOPS: Final = (whether("musician", "Musician"),)
_OF_CHARACTERS: Final = (
    some_of("roles", "Roles", (*LEADING, *HEROES, *FANTASTIC)),
    how_many("leadership", "Leadership", *LEADERSHIP),
)
_OF_MONSTERS: Final = (
    how_many("hit_dice", "Hit dice of a creature", LEAST_HIT_DICE, _MOST_HIT_DICE),
    how_many("creatures", "Creatures in a figure", 1, _MOST_TOGETHER),
)


def outfits(troop: str) -> tuple[Outfit, ...]:
    line = TROOPS.get(troop)
    if line is not None and not line.character:
        return (*_ALL, *_OF_TROOPS)
    return (*_OF_CHARACTERS, *_ALL, *_OF_MONSTERS)
