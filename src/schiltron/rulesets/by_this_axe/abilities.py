"""Special abilities and sizes: the words of a line, and who has them (TA-FANT-A01 to TA-FANT-A19, TA-FANT-Z01 to -Z03).

What an ability does stands with the number or the step that it changes.
"""

from __future__ import annotations

from typing import Final

from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.state import Profile

EVASIVE: Final = "evasive"
TOUGH: Final = "tough"
REGENERATION: Final = "regeneration"
THICK_HIDE: Final = "thick_hide"
BREATH: Final = "breath_or_gaze_weapon"
FANATIC: Final = "fanatic"
DARKVISION: Final = "darkvision"
FLYING: Final = "flying"
CAMOUFLAGE: Final = "camouflage"
MULTIPLE_ATTACKS: Final = "multiple_attacks"
MARKSMAN: Final = "marksman"
UNDEAD: Final = "undead"
SLOW: Final = "slow"
QUICK: Final = "quick"
RESISTANCE: Final = "resistance_to_normal_weapons"
ENGINEER: Final = "engineer"
"""No ability of the book's list: what its engineers are known by (TA-ABS-47)."""

SPECIAL: Final = tuple(str(row["ability"]) for row in LAW.sheet("TA-T-abilities").records())
SIZES: Final = tuple(str(row["size"]) for row in LAW.sheet("TA-T-size").records())
ABILITIES: Final = (*SPECIAL, *SIZES, ENGINEER)
"""Every word that the abilities of a line may be."""
MOST_OF: Final = {MULTIPLE_ATTACKS: 2}
"""How often one may be had; all others once (TA-FANT-A14)."""


SAVES: Final = {TOUGH: 1, REGENERATION: 2}
"""What an ability adds to the save, whatever else does (TA-FANT-A02, TA-FANT-A03)."""


def has(line: Profile, ability: str) -> bool:
    return ability in line.advantages


def times(line: Profile, ability: str) -> int:
    """How often it has an ability."""
    return line.advantages.count(ability)


def said(ability: str) -> str:
    """An ability in the words of the book."""
    return ability.replace("_", " ")
