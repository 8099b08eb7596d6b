"""A view: the battle without everything that a seat may not know, still a battle of the same type.

`None` as a seat is a spectator, who knows only what is public; `REFEREE` knows all.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import TypeVar

from msgspec.structs import replace

from schiltron.battle.state.battle import Battle, Commitment, Grave
from schiltron.battle.state.chance import Roll
from schiltron.battle.state.decision import AnyDecision, Waiting
from schiltron.battle.state.effects import Effects
from schiltron.battle.state.event import REFEREE, SPECTATORS, AnyEvent
from schiltron.battle.state.unit import Hidden, Unit
from schiltron.battle.state.waiting import awaited

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")


def redacted(battle: Battle[B, U, S], seat: str | None) -> Battle[B, U, S]:
    """The battle as the seat may know it; the very same value where nothing is hidden from it."""
    if [one for one in battle.decisions if one.seat != seat]:
        battle = replace(battle, decisions=tuple(_open_to(one, seat) for one in battle.decisions))
    if battle.commitments:
        battle = replace(battle, commitments=tuple(_sealed_from(one, seat) for one in battle.commitments))
    hidden = [unit for unit in battle.units.values() if type(unit.place) is Hidden]
    if unseen := {unit.id for unit in hidden if not _knows(seat, unit)}:
        seen = {key: one for key, one in battle.units.items() if key not in unseen and one.host not in unseen}
        battle = replace(battle, units=seen, graves=tuple(_dug(battle.graves, seen)))
    if battle.effects.all:
        battle = _with_effects(battle, battle.effects.known_to(seat, battle.units))
    if battle.due and any(one.audience and seat not in one.audience for one in battle.due):
        battle = replace(battle, due=tuple(one for one in battle.due if not one.audience or seat in one.audience))
    if battle.roll is not None and battle.roll.audience and seat not in battle.roll.audience:
        roll = Roll(id=battle.roll.id, purpose="a secret roll", pools=(), rules=(), audience=battle.roll.audience)
        battle = replace(battle, roll=roll)
    return battle


def _knows(seat: str | None, unit: Unit[U]) -> bool:
    """Whether a seat knows where a unit hides."""
    return seat == unit.controller or (type(unit.place) is Hidden and seat in unit.place.known_to)


def _with_effects(battle: Battle[B, U, S], effects: Effects) -> Battle[B, U, S]:
    return battle if effects is battle.effects else replace(battle, effects=effects)


def _dug(graves: Iterable[Grave], seen: Container[str]) -> Iterator[Grave]:
    """Losses of those who are seen; whose doing they were, where he is seen."""
    for grave in graves:
        if grave.unit in seen:
            yield grave if not grave.by or grave.by in seen else replace(grave, by="")


def _open_to(decision: AnyDecision, seat: str | None) -> AnyDecision:
    if decision.seat == seat:
        return decision
    return Waiting(id=decision.id, seat=decision.seat, prompt=awaited(decision), rules=decision.rules)


def _sealed_from(commitment: Commitment, seat: str | None) -> Commitment:
    if commitment.decision.seat == seat:
        return commitment
    return Commitment(_open_to(commitment.decision, seat), None)


def heard_by(events: Iterable[AnyEvent], seat: str | None) -> tuple[AnyEvent, ...]:
    """The events whose audience the seat belongs to; a referee hears all."""
    if seat == REFEREE:
        return tuple(events)
    return tuple(event for event in events if not event.audience or (seat or SPECTATORS) in event.audience)
