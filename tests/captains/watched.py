"""Whole battles watched order by order: who moved from where to where, who came to blows, and who shot."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from schiltron.battle.door.dice import FastDice
from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import FINISH, Answer, Commanded, Planned
from schiltron.battle.state.field import enemies, touching
from schiltron.battle.state.order import Order, Reply
from schiltron.battle.state.unit import Unit
from schiltron.captains.roster import seated
from schiltron.rulesets import ruleset
from schiltron.table.outline import gap


class Seen(NamedTuple):
    """A command, with the battle before it was given and after it, up to the next dice or decision."""

    command: Commanded
    before: AnyBattle
    after: AnyBattle

    @property
    def unit(self) -> Unit[Any]:
        return self.before.units[self.command.actor]

    @property
    def moved(self) -> Unit[Any]:
        return self.after.units[self.command.actor]

    @property
    def shift(self) -> tuple[float, float]:
        here, there = self.unit.outline, self.moved.outline
        return there.x - here.x, there.y - here.y


def watched(battle: AnyBattle, names: dict[str, str], seed: int) -> Iterator[Seen]:
    """A battle of captains named by side, to its end; every unit that was ordered to do something on the table."""
    book = ruleset(battle.ruleset)
    captains = seated(book, battle, names, seed)
    battle, dice = book.begun(battle).battle, FastDice(Random(seed))
    while battle.outcome is None:
        order: Order
        given: tuple[Commanded, ...] = ()
        if battle.roll is not None:
            order = dice.throw(battle.roll, 1)
        else:
            decision = battle.decisions[0]
            answer = captains[decision.seat].answer(book.view(battle, decision.seat), decision)
            given = _given(answer)
            order = Reply(decision.seat, decision.id, answer)
        obeyed = book.obey(battle, order)
        assert isinstance(obeyed, Obeyed), obeyed
        for command in given:
            one = Seen(command, battle, obeyed.battle)
            if battle.turn and one.unit.on_table and one.moved.on_table:
                yield one
        battle = obeyed.battle


def _given(answer: Answer) -> tuple[Commanded, ...]:
    if isinstance(answer, Planned):
        return answer.commands
    return (answer,) if isinstance(answer, Commanded) and answer != FINISH and answer.actor else ()


def foes_of(battle: AnyBattle, unit: Unit[Any]) -> list[Unit[Any]]:
    return [one for one in enemies(battle, unit) if one.on_table and one.figures]


def in_contact(battle: AnyBattle, unit: Unit[Any]) -> bool:
    return any(touching(battle, unit, foe) for foe in foes_of(battle, unit))


def nearest(battle: AnyBattle, unit: Unit[Any]) -> Unit[Any] | None:
    return min(foes_of(battle, unit), key=lambda foe: gap(unit.outline, foe.outline), default=None)
