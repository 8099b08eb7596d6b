"""What a ride counts in a tourney (CM-JOUST-08)."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from schiltron.rulesets.chainmail.law import LAW

_SCORE: Final = MappingProxyType(
    {
        str(row["result"]): (int(row["attacker"]), int(row["defender"]))
        for row in LAW.sheet("CM-T-joust-score").records()
    }
)


def scored(dealt: Iterable[str], taken: Iterable[str]) -> int:
    """What it counts for a knight: what his lance did, and what was done to him."""
    made = sum(_SCORE[what][0] for what in dealt if what in _SCORE)
    return made + sum(_SCORE[what][1] for what in taken if what in _SCORE)
