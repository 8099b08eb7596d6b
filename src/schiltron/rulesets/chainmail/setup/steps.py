"""Steps of the set-up."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class RollSetup(Struct, frozen=True, tag="chainmail.roll_setup"):
    """Who sets up first."""


class Deploy(Struct, frozen=True, tag="chainmail.deploy"):
    side: str


SetupStep: TypeAlias = RollSetup | Deploy
