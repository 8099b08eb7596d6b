"""What may set a unit of this book apart from its troop type, for those who make an army list.

Troops come as they are listed; wizards choose a wand and greater spells (BW-A4-07, BW-A4-13).
"""

from __future__ import annotations

from typing import Final

from schiltron.rulesets.book_of_war.individuals import WIZARDS
from schiltron.rulesets.book_of_war.magic.rows import GREATER, WANDS
from schiltron.rulesets.outfits import Outfit, one_of, some_of

_OF_WIZARDS: Final = (one_of("wand", "Wand", WANDS), some_of("spells", "Greater spells", GREATER))


def outfits(troop: str) -> tuple[Outfit, ...]:
    return _OF_WIZARDS if troop in WIZARDS else ()
