"""How figures are based. The book names no bases; these are for its 30 mm figures (CM-SCALE-01; SIEGE)."""

from __future__ import annotations

from typing import Final

from schiltron.rulesets.chainmail.state import Profile
from schiltron.table.base import Base
from schiltron.table.lengths import Mil, inches

FOOT: Final = Base(inches(0.75), inches(0.75))
HORSE: Final = Base(inches(1), inches(1.5))
PIECE: Final = Base(inches(2), inches(2.5))
"""A catapult, cannon or wagon with its crew about it."""
_SIEGE_WORKS: Final = {"siege_tower": Base(inches(2.5), inches(2.5)), "mantlet": Base(inches(2.25), inches(0.75))}
"""A tower in which five stand, and a shield for three (CM-SIEGE-07, CM-SIEGE-12)."""
OPEN_ORDER: Final[Mil] = inches(1.25)
"""Between figures in open order, which is more than an inch apart (CM-TERR-05, CM-MELEE-07)."""


_OF_CREATURES: Final = {
    "hobbits_sprites": Base(inches(0.5), inches(0.5)),
    "dwarves_gnomes_goblins_kobolds": Base(inches(0.625), inches(0.625)),
    "elves_fairies_orcs": FOOT,
    "man_sized": FOOT,
    "balrogs_ogres_trolls": Base(inches(1), inches(1)),
    "djinn_dragons_efreet_elementals_ents_giants_rocs": Base(inches(2), inches(2)),
}
"""By how tall the figures are, since the book has no bases for them (CM-FANT-GEN-01)."""


def base_of(profile: Profile) -> Base:
    if profile.nature is not None and not profile.mounted:
        return _OF_CREATURES[profile.nature.size]
    if profile.engine:
        return _SIEGE_WORKS.get(profile.engine, PIECE)
    return HORSE if profile.mounted else FOOT
