"""Hands of cards are their owner's secret."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.rulesets.by_this_axe.state import Battle


def with_hands_face_down(battle: Battle, seat: str | None) -> Battle:
    """The battle with every hand but the seat's own shown by its number only."""
    if not battle.own.hands:
        return battle
    side = next((one.side for one in battle.seats if one.id == seat), None)
    own = battle.own.seen_by(side)
    return battle if own is battle.own else replace(battle, own=own)
