"""Hands of cards are their owner's secret."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from schiltron.rulesets.by_this_axe.command.deck import in_order, left
from schiltron.rulesets.by_this_axe.state import Battle


def with_hands_face_down(battle: Battle, seat: str | None) -> Battle:
    """The battle with every hand but the seat's own shown by its number only."""
    if not battle.own.hands:
        return battle
    own = battle.own.seen_by(battle.side_at(seat))
    return battle if own is battle.own else replace(battle, own=own)


def with_hands_dealt(view: Battle, random: Random) -> Battle:
    """The battle with every hand that is face down filled from the cards that nobody has shown."""
    if all(hand.count == len(hand.cards) for hand in view.own.hands):
        return view
    unseen = list(left(view))
    random.shuffle(unseen)
    hands = []
    for hand in view.own.hands:
        dealt = [unseen.pop() for _ in range(hand.count - len(hand.cards))]
        hands.append(replace(hand, cards=in_order((*hand.cards, *dealt))))
    return replace(view, own=replace(view.own, hands=tuple(hands)))
