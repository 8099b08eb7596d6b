"""Saved battles of older formats: how units of this book are upgraded (see `battle/door/upgrades.py`)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from schiltron.battle.door.regrouped_fields import kept, moved_into, regrouped
from schiltron.battle.door.upgrades import Changes

CHANGES: Final[Changes] = MappingProxyType(
    {
        3: regrouped(
            *kept("partial>partial_hits lost lost_since routed_since"),
            *moved_into("turn", "spent=0 moved shot wasted>shot_wasted split collided=[]"),
        )
    }
)
