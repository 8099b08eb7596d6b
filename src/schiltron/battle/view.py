"""A view: the battle with everything taken out that a seat may not know, still a battle of the same type.

`None` as a seat is a spectator, who knows only what is public.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from schiltron.battle.chance import Roll
from schiltron.battle.decision import AnyDecision, Waiting
from schiltron.battle.event import SPECTATORS, Happening
from schiltron.battle.state import Battle, Commitment
from schiltron.battle.unit import Hidden

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")


def redacted(battle: Battle[B, U, S], seat: str | None) -> Battle[B, U, S]:
    """The battle as the seat may know it; the very same value where nothing is hidden from it."""
    if any(decision.seat != seat for decision in battle.decisions):
        battle = replace(battle, decisions=tuple(_open_to(one, seat) for one in battle.decisions))
    if battle.commitments:
        battle = replace(battle, commitments=tuple(_sealed_from(one, seat) for one in battle.commitments))
    unseen = {unit.id for unit in battle.units.values() if type(unit.place) is Hidden and unit.controller != seat}
    if unseen:
        seen = {key: one for key, one in battle.units.items() if key not in unseen and one.host not in unseen}
        battle = replace(battle, units=seen)
    if battle.roll is not None and battle.roll.audience and seat not in battle.roll.audience:
        roll = Roll(id=battle.roll.id, purpose="a secret roll", pools=(), rules=(), audience=battle.roll.audience)
        battle = replace(battle, roll=roll)
    return battle


def _open_to(decision: AnyDecision, seat: str | None) -> AnyDecision:
    if decision.seat == seat:
        return decision
    return Waiting(id=decision.id, seat=decision.seat, prompt=decision.prompt, rules=decision.rules)


def _sealed_from(commitment: Commitment, seat: str | None) -> Commitment:
    if commitment.decision.seat == seat:
        return commitment
    return Commitment(_open_to(commitment.decision, seat), None)


def heard_by(events: Iterable[Happening], seat: str | None) -> tuple[Happening, ...]:
    """The events whose audience the seat belongs to."""
    return tuple(event for event in events if not event.audience or (seat or SPECTATORS) in event.audience)
