"""How far a battle has come by itself, and how it stands in a list."""

from __future__ import annotations

from typing import Any

from schiltron.battle.door.dice import SealedDice, by_program
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.field import strength, troops
from schiltron.battle.state.illegal import Illegal
from schiltron.server.store import Standing

AnyJournal = Journal[Any, Any, Any]


def throw_due(journal: AnyJournal, dice: SealedDice | None) -> None:
    """Throw and draw what the program throws or draws, until a player has to decide or to throw."""
    kind = journal.header.dice.kind
    while dice is not None and (roll := journal.battle.roll) is not None and by_program(kind, roll):
        thrown = journal.obey(dice.throw(roll, journal.next_number))
        assert not isinstance(thrown, Illegal), thrown


def standing_of(battle: AnyBattle) -> Standing:
    waiting = ("dice",) if battle.roll is not None else tuple(one.seat for one in battle.decisions)
    return Standing(battle.turn, battle.phase, battle.active, waiting, battle.outcome, _strength(battle))


def brought(battle: AnyBattle) -> dict[str, int]:
    """The figures of each side, by what its units began with."""
    return {side: original for side, (_, original) in _strength(battle).items()}


def _strength(battle: AnyBattle) -> dict[str, tuple[int, int]]:
    return {side.id: strength(troops(battle, side.id)) for side in battle.sides}
