"""The deck: 54 cards in their printed order, each known by the rule that lists it (TA-CMD-04).

march or charge TA-CMD-D01 TA-CMD-D02 TA-CMD-D03 TA-CMD-D04 TA-CMD-D05 TA-CMD-D06 TA-CMD-D07
                TA-CMD-D08 TA-CMD-D09 TA-CMD-D10 TA-CMD-D11 TA-CMD-D12 TA-CMD-D13
maneuver        TA-CMD-H01 TA-CMD-H02 TA-CMD-H03 TA-CMD-H04
flanking move   TA-CMD-H05 TA-CMD-H06
center move     TA-CMD-H07 TA-CMD-H08
all cavalry     TA-CMD-H09 TA-CMD-H10
light infantry  TA-CMD-H11 TA-CMD-H12
all infantry    TA-CMD-H13
coordinated     TA-CMD-S01 TA-CMD-S02
ferocious       TA-CMD-S03 TA-CMD-S04
frenzied        TA-CMD-S05 TA-CMD-S06
target          TA-CMD-S07 TA-CMD-S08 TA-CMD-S09 TA-CMD-S10 TA-CMD-S11
volley          TA-CMD-S12 TA-CMD-S13
rally           TA-CMD-C01 TA-CMD-C02 TA-CMD-C03 TA-CMD-C04 TA-CMD-C05 (five, TA-CMD-42)
seize           TA-CMD-C06 TA-CMD-C07
brace           TA-CMD-C08 TA-CMD-C09 TA-CMD-C10
shieldwall      TA-CMD-C11 TA-CMD-C12 TA-CMD-C13
jokers          TA-CMD-J01 TA-CMD-J02
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.state import Battle

JOKER: Final = "any_two_effects"


class Card(Struct, frozen=True):
    """`id` is its rule, `effect` a row of the table of effects."""

    id: str
    suit: str
    rank: str
    effect: str

    @property
    def name(self) -> str:
        """As players call it."""
        if self.effect == JOKER:
            return "first joker" if self.rank == "joker_1" else "second joker"
        return f"{self.rank} of {self.suit}"

    @property
    def is_joker(self) -> bool:
        return self.effect == JOKER


def _read() -> tuple[Card, ...]:
    rows = LAW.sheet("TA-T-command-deck").records()
    return tuple(Card(str(row["rule_id"]), str(row["suit"]), str(row["rank"]), str(row["effect"])) for row in rows)


DECK: Final = _read()
"""Five of the clubs rally (TA-CMD-42)."""
CARDS: Final = {card.id: card for card in DECK}
_PLACE: Final = {card.id: place for place, card in enumerate(DECK)}


def left(battle: Battle) -> tuple[str, ...]:
    """The common deck: what is in nobody's hand and was not used (TA-CMD-04), in printed order."""
    gone = {card for hand in battle.own.hands for card in hand.cards} | set(battle.own.used)
    return tuple(card.id for card in DECK if card.id not in gone)


def times_played(battle: Battle) -> int:
    """A number that grows with every card played and every effect of a joker used, until the deck is shuffled anew."""
    return 2 * len(battle.own.used) - len(battle.own.tokens)


def in_order(cards: tuple[str, ...]) -> tuple[str, ...]:
    """As they are printed, whatever the order in which they were drawn."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))
