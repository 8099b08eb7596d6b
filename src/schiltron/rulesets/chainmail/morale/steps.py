"""Steps of nerve."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct


class StandCharge(Struct, frozen=True, tag="chainmail.stand_charge"):
    """A unit about to be struck by a charge shows whether it stands (CM-MORALE-07 to CM-MORALE-15)."""

    unit: str
    charger: str


class PostMelee(Struct, frozen=True, tag="chainmail.post_melee"):
    """Post-melee morale (CM-MELEE-17 to CM-MELEE-24) of one melee, from numbers frozen when its round was fought.

    By side: the units involved, figures involved at the start, and of each unit those killed and those who survive.
    """

    sides: tuple[MeleeSide, MeleeSide]


class MeleeSide(Struct, frozen=True):
    """One side of a melee that has been fought: its units with the figures they had in it, and those they lost."""

    side: str
    units: tuple[str, ...]
    involved: tuple[int, ...]
    lost: tuple[int, ...]


class Instability(Struct, frozen=True, tag="chainmail.instability"):
    """Units with excess casualties check, before the melees or after them (CM-MORALE-01, CM-MORALE-02)."""

    moment: Literal["fire", "melee"]


class Rallies(Struct, frozen=True, tag="chainmail.rallies"):
    """Units in retreat or rout stay to rally, or go on (CM-MELEE-27 to CM-MELEE-32); "" is both sides'."""

    side: str = ""


MoraleStep: TypeAlias = StandCharge | PostMelee | Instability | Rallies
