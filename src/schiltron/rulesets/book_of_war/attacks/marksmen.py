"""Heroes in the ranks who shoot, and at whom heroes shoot there (chapter A3).

Each is taken as standing by himself on the very spot where he is.
"""

from __future__ import annotations

from schiltron.battle.state.field import enemies_within, foes
from schiltron.rulesets.book_of_war.embedded import heroes_with, in_play, is_hero
from schiltron.rulesets.book_of_war.movement.individuals import stepping_out
from schiltron.rulesets.book_of_war.state import Battle, Unit, with_turn
from schiltron.table.lengths import Mil


def standing_out(battle: Battle, unit: Unit) -> tuple[Battle, Unit]:
    """A hero in the ranks as if he stood where he is by himself, and has moved if his unit has; anybody else as he is
    (BW-A3-21)."""
    if not unit.host or not in_play(unit):
        return battle, unit
    there, host = stepping_out(battle, unit), battle.units[unit.host]
    alone, turn = there.units[unit.id], unit.own.turn
    moved = turn.moved or host.own.turn.moved
    alone = with_turn(alone, moved=moved, spent=max(turn.spent, host.own.turn.spent))
    return there.with_unit(alone), alone


def may_be_mark(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether anybody could be shot at: who stands on the table with figures left; by a hero heroes in the ranks too,
    whom ordinary missiles do not harm (BW-A3-09)."""
    if target.on_table:
        return target.figures > 0
    return is_hero(unit) and is_hero(target) and in_play(target) and target in foes(battle, unit.side)


def marks_beside(battle: Battle, unit: Unit, enemy: Unit) -> list[Unit]:
    """Heroes in the ranks of an enemy at whom a unit could shoot: heroes alone can."""
    return heroes_with(battle, enemy) if is_hero(unit) else []


def marks_within(battle: Battle, unit: Unit, reach: Mil) -> list[Unit]:
    """Enemies that may be within reach as far as a glance tells, by their names, with the heroes in their ranks."""
    found = enemies_within(battle, unit, reach)
    return [one for enemy in found for one in (enemy, *marks_beside(battle, unit, enemy))] if is_hero(unit) else found
