"""Getting everything ready before there are threads.

msgspec looks into a type the first time it meets it, and crashes when two threads do that at once. So every type
that is ever decoded is met here, once, before the first request.
"""

from __future__ import annotations

import gc
from typing import Any, Final

import msgspec

from schiltron.battle.decision import Answer
from schiltron.battle.journal import DiceNote, Entry
from schiltron.battle.order import Order
from schiltron.muster import ready_armies, ready_scenarios
from schiltron.rulesets import NAMES, ruleset
from schiltron.server.asking import AnyQuestion
from schiltron.server.battle_bodies import AddedToDice, Asked, GivenOrder, GivenSeat, TakenSeat, TypedLine
from schiltron.server.messages import FromPage
from schiltron.server.opening import BattleWish, Prepared
from schiltron.server.people_bodies import (
    ChatAgreed,
    CodeSaid,
    InvitationSeen,
    NameSaid,
    Plain,
    RematchWished,
    WordsSaid,
)
from schiltron.server.reaching import AddressSaid, Listening, Word
from schiltron.server.shelf_bodies import ArmyText, Coverage
from schiltron.server.store import Standing

DECODED: Final[tuple[Any, ...]] = (
    Order,
    Answer,
    Entry,
    FromPage,
    BattleWish,
    GivenOrder,
    Asked,
    TakenSeat,
    GivenSeat,
    AddedToDice,
    ArmyText,
    Coverage,
    TypedLine,
    AnyQuestion,
    DiceNote,
    Prepared,
    Standing,
    Listening,
    AddressSaid,
    Word,
    NameSaid,
    CodeSaid,
    Plain,
    InvitationSeen,
    WordsSaid,
    ChatAgreed,
    RematchWished,
)


def settle_down() -> None:
    """What is in memory now stays: looking through all of it for what can go would hold up orders for a moment."""
    gc.collect()
    gc.freeze()


def warm_up() -> None:
    for kind in DECODED:
        msgspec.json.Decoder(kind)
    for name in NAMES:
        msgspec.json.Decoder(ruleset(name).battle_type)
    ready_armies()
    ready_scenarios()
