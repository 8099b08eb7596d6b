"""Steps of melee."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class Melees(Struct, frozen=True, tag="chainmail.melees"):
    """All melees are resolved, one round each (CM-TURN-07); `fought` are the units that have had theirs."""

    fought: tuple[str, ...] = ()


class RefuseCombat(Struct, frozen=True, tag="chainmail.refuse_combat"):
    """Missile troops among other foot may fall back from who is about to reach them (CM-MELEE-15)."""

    unit: str
    attacker: str


MeleeStep: TypeAlias = Melees | RefuseCombat
