"""Steps of the Duel Phase."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class ChallengeOrder(Struct, frozen=True, tag="by_this_axe.challenge_order"):
    """Who challenges first (TA-DUEL-01)."""


DuelStep: TypeAlias = ChallengeOrder
