"""Getting everything ready: before there are threads, and before anybody asks.

msgspec looks into a type the first time it meets it, and crashes when two threads do that at once. So every type
that is ever decoded is met here, once, before the first request.
"""

from __future__ import annotations

from threading import Event, Thread
from typing import Any, Final

import msgspec

from schiltron.battle.decision import Answer
from schiltron.battle.journal import Entry
from schiltron.battle.order import Order
from schiltron.muster import ready_armies, ready_scenarios
from schiltron.rulesets import NAMES, ruleset
from schiltron.server.battle_bodies import Asked, GivenOrder
from schiltron.server.messages import FromPage
from schiltron.server.opening import BattleWish
from schiltron.server.routes.shelves import draw_scenarios
from schiltron.server.routes.text import TypedLine
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
    ArmyText,
    Coverage,
    TypedLine,
    Standing,
)
HEAD_START: Final = 2.0
"""Seconds after its start in which a server does nothing but answer."""


def warm_up() -> None:
    for kind in DECODED:
        msgspec.json.Decoder(kind)
    for name in NAMES:
        msgspec.json.Decoder(ruleset(name).battle_type)
    ready_armies()
    ready_scenarios()


def drawing_ahead() -> Event:
    """Soon begin to draw what the start page shows, until the event is set. No process waits for its end."""
    enough = Event()
    Thread(target=_draw_soon, args=(enough,), name="drawing ahead", daemon=True).start()
    return enough


def _draw_soon(enough: Event) -> None:
    """Who asks for something right after the start is answered first."""
    if not enough.wait(HEAD_START):
        draw_scenarios(enough)
