"""Hands of cards are their owner's secret."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.rulesets.by_this_axe.state import Battle


def with_hands_face_down(battle: Battle, seat: str | None) -> Battle:
    """The battle with every hand but the seat's own shown by its number only."""
    side = next((one.side for one in battle.seats if one.id == seat), None)
    if not any(hand.cards and hand.side != side for hand in battle.own.hands):
        return battle
    hands = tuple(hand if hand.side == side else replace(hand, cards=()) for hand in battle.own.hands)
    return replace(battle, own=replace(battle.own, hands=hands))
