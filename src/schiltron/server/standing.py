"""How far a battle has come by itself, and how it stands in a list."""

from __future__ import annotations

from typing import Any

from schiltron.battle.dice import SealedDice, by_program
from schiltron.battle.illegal import Illegal
from schiltron.battle.journal import Journal
from schiltron.battle.state import AnyBattle
from schiltron.server.store import Standing

AnyJournal = Journal[Any, Any, Any]


def throw_due(journal: AnyJournal, dice: SealedDice | None) -> None:
    """What the program throws or draws falls at once, until somebody has to decide, or to throw."""
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
    armies = {side.id: [unit for unit in battle.units.values() if unit.side == side.id] for side in battle.sides}
    return {
        side: (sum(unit.figures for unit in army), sum(unit.original for unit in army)) for side, army in armies.items()
    }
