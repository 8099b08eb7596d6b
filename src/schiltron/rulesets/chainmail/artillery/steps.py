"""Steps of artillery fire."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from schiltron.battle.decision import Pointed


class Artillery(Struct, frozen=True, tag="chainmail.artillery"):
    """The artillery of both sides fires (CM-TURN-05): sides still to fire, the first one next."""

    sides: tuple[str, ...]


class Crews(Struct, frozen=True, tag="chainmail.crews"):
    """Trained crew may go to other pieces (CM-CATAPULT-07): sides still to be asked, the first one next."""

    sides: tuple[str, ...]


class Shot(Struct, frozen=True, tag="chainmail.shot"):
    """A shot that has been called: its die is thrown, and it falls (CM-CATAPULT-12, CM-GUN-13)."""

    unit: str
    pointed: Pointed


ArtilleryStep: TypeAlias = Artillery | Crews | Shot
