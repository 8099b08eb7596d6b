"""The course of a battle as it stands: every order and every roll that was not taken back, from the first turn on."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from schiltron.battle.record.journal import Entry, Journal
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.event import Altered, AnyEvent, TookBack
from schiltron.battle.state.order import Agree, AtWill, Concede, Dice, Propose, Reply, TimeOut, Undo, Withdraw

AnyJournal = Journal[Any, Any, Any]

Cause = Literal["start", "dice", "decision", "agreement"]


class NothingToReview(ValueError):
    """A battle that has no course to look back on."""


class Moment(Struct, frozen=True):
    """The battle `before` and after an entry, what that entry was, and whose: the seat and side that decided, or the
    side that threw."""

    entry: int
    before: AnyBattle
    battle: AnyBattle
    cause: Cause
    seat: str = ""
    side: str = ""


def course(journal: AnyJournal) -> tuple[Moment, ...]:
    """The moments of a battle, the first being the beginning of its first turn."""
    start = journal.battle_at(0)
    found = [Moment(0, start, start, "start")] if start.turn else []
    for entry in journal.entries:
        before, battle = journal.battle_at(entry.number - 1), journal.battle_at(entry.number)
        events = journal.events_at(entry.number)
        took_back = next((event for event in events if isinstance(event, TookBack)), None)
        if took_back is not None:
            while found and found[-1].entry > took_back.to:
                found.pop()
        elif not found:
            if battle.turn and battle.outcome is None:
                found.append(Moment(entry.number, before, battle, "start"))
        elif (moment := _moment(entry, before, battle, events)) is not None:
            found.append(moment)
    if len(found) < 2:
        raise NothingToReview("nothing has happened in its first turn")
    return tuple(found)


def _moment(entry: Entry, before: AnyBattle, battle: AnyBattle, events: tuple[AnyEvent, ...]) -> Moment | None:
    """None where nothing has changed but what is being proposed."""
    match entry.order:
        case Dice():
            assert before.roll is not None
            throwers = {pool.whose for pool in before.roll.pools}
            side = throwers.pop() if len(throwers) == 1 else ""
            return Moment(entry.number, before, battle, "dice", side=side)
        case Propose() | Agree():
            agreed = any(isinstance(event, Altered) and event.agreed for event in events)
            return Moment(entry.number, before, battle, "agreement") if agreed else None
        case TimeOut(captain=captain) if captain:
            return None
        case (
            Reply(seat=seat)
            | Withdraw(seat=seat)
            | Concede(seat=seat)
            | AtWill(seat=seat)
            | TimeOut(seat=seat)
            | Undo(seat=seat)
        ):
            return Moment(entry.number, before, battle, "decision", seat, before.side_at(seat))
