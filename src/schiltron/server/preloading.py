"""Getting everything ready before there are threads.

msgspec looks into a type the first time it meets it, and crashes when two threads do that at once. So every type
that is ever decoded is met here, once, before the first request.
"""

from __future__ import annotations

import gc
from typing import Any, Final

import msgspec

from schiltron.battle.record.journal import DiceNote, Entry, Origin
from schiltron.battle.state.decision import Answer
from schiltron.battle.state.order import Order
from schiltron.captains.marshal.budget import Turn
from schiltron.captains.thoughts import Thoughts
from schiltron.muster import ready_armies, ready_scenarios
from schiltron.rulesets import NAMES, ruleset
from schiltron.server.addresses import AddressSaid, Listening, Word
from schiltron.server.battle_payloads import AddedToDice, Asked, GivenOrder, GivenSeat, TakenSeat, TypedLine
from schiltron.server.captain_processes import Deliberated
from schiltron.server.catalogue_payloads import ArmyText
from schiltron.server.clock import Clock
from schiltron.server.hints import Hint
from schiltron.server.messages import FromPage
from schiltron.server.new_battles import BattleWish, Prepared
from schiltron.server.people_payloads import (
    ChatAgreed,
    CodeSaid,
    InvitationSeen,
    NameSaid,
    Plain,
    RematchWished,
    WordsSaid,
)
from schiltron.server.questions import AnyQuestion
from schiltron.server.store import Standing
from schiltron.server.what_if import PlayOn

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
    TypedLine,
    AnyQuestion,
    DiceNote,
    Origin | None,
    Clock,
    PlayOn,
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
    Deliberated,
    Turn,
    Thoughts,
    tuple[Hint, ...],
)


def settle_down() -> None:
    """Exempt what is in memory now from garbage collection, which would hold up orders for a moment."""
    gc.collect()
    gc.freeze()


def warm_up() -> None:
    for kind in DECODED:
        msgspec.json.Decoder(kind)
    for name in NAMES:
        msgspec.json.Decoder(ruleset(name).battle_type)
    ready_armies()
    ready_scenarios()
