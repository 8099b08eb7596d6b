"""Steps of the set-up (cases 3.0 to 3.5)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class OpenField(Struct, frozen=True, tag="battlesystem.open_field"):
    """What the table stands for is said, and by which level of the game it is played (BS-0.0-02, BS-2.1-01)."""


class RollScores(Struct, frozen=True, tag="battlesystem.roll_scores"):
    """A character who has none yet rolls his ability scores (BS-3.2-02)."""

    unit: str


class PlaceArmies(Struct, frozen=True, tag="battlesystem.place_armies"):
    """The sides set up at the same time or one after the other, as was decided before (BS-3.4-02)."""


class Deploy(Struct, frozen=True, tag="battlesystem.deploy"):
    """A side sets up before everybody's eyes."""

    side: str


class DeployTogether(Struct, frozen=True, tag="battlesystem.deploy_together"):
    """All sides set up at the same time, hidden from each other until the last has confirmed."""

    sides: tuple[str, ...]
    confirmed: tuple[str, ...] = ()


class StandReady(Struct, frozen=True, tag="battlesystem.stand_ready"):
    """Everything has been placed: who is what is said, and the first Game Round can begin (BS-3.0-01)."""


SetupStep: TypeAlias = OpenField | RollScores | PlaceArmies | Deploy | DeployTogether | StandReady
