"""What may set a unit of this book apart from its troop type, for those who make an army list (CM-SCALE-04)."""

from __future__ import annotations

from typing import Final

from schiltron.rulesets.chainmail.creature_equipment import (
    ALSO,
    ARMED_AS,
    ARMOUR,
    ARROWS,
    BEST_SWORD,
    BOW,
    BOWS,
    CLASSES,
    HIRED,
    MOST_ARROWS,
    SAPPERS,
    SPELLS,
    SWORD,
    THROWS,
    TRIBE,
    TRIBES,
)
from schiltron.rulesets.chainmail.creatures import CREATURES
from schiltron.rulesets.chainmail.equipping import BRIGADED, BRIGADED_FIGURES, WORDS, YES_OR_NO
from schiltron.rulesets.chainmail.magic.rows import BOOK_OF_SPELLS, MISSILES
from schiltron.rulesets.chainmail.troops import TROOPS
from schiltron.rulesets.outfits import how_many, one_of, some_of, whether

_LABELS: Final = {
    "arms": "Weapon",
    "missile": "Missile weapon",
    "armour": "Armour",
    "people": "People",
    "formation": "Formation",
    "weapon": "Hand weapon",
    "body_armour": "Body armour",
    "barding": "Horse armour",
    "mercenary": "Mercenaries",
    "elite": "Elite",
    "order": "Religious order",
}
_MOST: Final = 200

OUTFITS: Final = (
    *(one_of(key, _LABELS[key], words) for key, words in WORDS.items()),
    *(whether(key, _LABELS[key]) for key in YES_OR_NO),
    one_of(BRIGADED, "Brigaded with", TROOPS),
    how_many(BRIGADED_FIGURES, "Figures of that type", 1, _MOST),
)
CREATURE_OUTFITS: Final = (
    one_of(ARMED_AS, "Armed as", CLASSES),
    one_of(BOW, "Missile weapon", BOWS),
    how_many(SWORD, "Magical sword", 0, BEST_SWORD),
    whether(ARMOUR, "Magic armour"),
    how_many(ARROWS, "Enchanted arrows", 0, MOST_ARROWS),
    one_of(TRIBE, "Tribe", TRIBES),
    whether(HIRED, _LABELS[HIRED]),
    whether(SAPPERS, "Sappers"),
    one_of(THROWS, "Throws", MISSILES),
    some_of(SPELLS, "Spells", BOOK_OF_SPELLS),
    one_of(ALSO, "Also a", [key for key, one in CREATURES.items() if one.nature.has("joins")]),
)
