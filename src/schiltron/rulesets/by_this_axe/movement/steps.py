"""Steps of the Movement Phase."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class Initiative(Struct, frozen=True, tag="by_this_axe.initiative"):
    """Step a: who moves first (TA-MOVE-01)."""


class Moves(Struct, frozen=True, tag="by_this_axe.moves"):
    """Steps b and c: a side moves and charges with all its units."""

    side: str


MovementStep: TypeAlias = Initiative | Moves
