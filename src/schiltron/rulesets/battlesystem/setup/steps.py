"""Steps of the set-up (cases 3.0 to 3.5)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class OpenField(Struct, frozen=True, tag="battlesystem.open_field"):
    """What the table stands for is said, and by which level of the game it is played (BS-0.0-02, BS-2.1-01)."""


class Deploy(Struct, frozen=True, tag="battlesystem.deploy"):
    """These sides set up: one, or both at once and hidden from each other (BS-3.4-02)."""

    sides: tuple[str, ...]


class RollScores(Struct, frozen=True, tag="battlesystem.roll_scores"):
    """A character who has none yet rolls his ability scores (BS-3.2-02)."""

    unit: str


SetupStep: TypeAlias = OpenField | Deploy | RollScores
