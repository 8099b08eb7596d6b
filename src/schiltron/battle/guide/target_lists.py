"""Lists of targets: in which order enemies stand in them, and lines of which the door knows everything."""

from __future__ import annotations

from typing import TypeVar

from schiltron.battle.guide.answers import Target
from schiltron.battle.play.open_decision import Asked
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.decision import Aimed
from schiltron.battle.state.field import enemies
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import Unit
from schiltron.table.outline import gap

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")


def foes_in_order(view: Battle[B, U, S], unit: Unit[U], *, measured: bool = True) -> list[Unit[U]]:
    """The enemies of a unit, the nearest first; where nothing may be measured, by their place in line."""
    foes = sorted((enemy for enemy in enemies(view, unit) if enemy.figures), key=lambda enemy: enemy.turn_in_line)
    return sorted(foes, key=lambda enemy: gap(unit.outline, enemy.outline)) if measured else foes


def named(asked: Asked[B, U, S], unit: Unit[U], action: str, other: Unit[U]) -> Target:
    """Somebody to whom something is done that has no odds."""
    form = Aimed(other.id)
    return Target(other.id, tuple(asked.against(unit, action, form)), None, action, form)


def out_of_reach(enemy: Unit[U], action: str, text: str, *rules: str) -> Target:
    return Target(enemy.id, (Reason(text, rules, measured=True),), None, action)
