"""Steps of artillery fire."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class Artillery(Struct, frozen=True, tag="chainmail.artillery"):
    """The artillery of both sides fires (CM-TURN-05): sides still to fire, the first one next."""

    sides: tuple[str, ...]


ArtilleryStep: TypeAlias = Artillery
