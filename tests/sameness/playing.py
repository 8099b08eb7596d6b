"""Random battles, and one entry of a battle played twice: as it is, and changed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from schiltron.battle.dice import FastDice
from schiltron.battle.illegal import Illegal
from schiltron.battle.order import Order
from schiltron.battle.state import AnyBattle
from schiltron.rulesets import ruleset
from tests.sameness.changes import CHANGES, Change, Shifted
from tests.sameness.comparing import differences
from tests.sameness.exceptions import askew, made_even, other_edges
from tests.sameness.rewriting import changed
from tests.whole_battles.recruits import next_order, opening

ROOM = 100_000
"""Around a table that is shifted: no edge is in anybody's reach."""


class Entry(NamedTuple):
    """An order of a random battle, and the position it was given in."""

    number: int
    battle: AnyBattle
    order: Order


def entries(scenario: str, seed: int, least: int, most: int) -> Iterator[Entry]:
    """The orders of a random battle from one number to another."""
    random, dice = Random(seed), FastDice(Random(seed + 1))
    battle = opening(scenario)
    for number in range(most):
        if battle.outcome is not None:
            return
        order = next_order(battle, random, dice)
        if number >= least:
            yield Entry(number, battle, order)
        obeyed = ruleset(battle.ruleset).obey(battle, order)
        assert not isinstance(obeyed, Illegal), f"{order} was refused: {obeyed}"
        battle = obeyed.battle


def compared(battle: AnyBattle, order: Order, name: str) -> list[str]:
    """What comes out otherwise when an order is obeyed in the changed battle."""
    if name == "shifted":
        here, there = Shifted(0, 0, ROOM), Shifted(1_301, -2_127, ROOM)
        return _between(changed(battle, here, battle), changed(order, here, battle), Shift(here, there))
    if name == "mirrored":
        battle = made_even(battle)
    return _between(battle, order, CHANGES[name](battle))


class Shift(Shifted):
    """From one place of a large table to another."""

    def __init__(self, here: Shifted, there: Shifted) -> None:
        self.name = there.name
        self.room, self.across, self.down = 0, there.across - here.across, there.down - here.down


def _between(battle: AnyBattle, order: Order, change: Change) -> list[str]:
    book = ruleset(battle.ruleset)
    other = changed(battle, change, battle)
    here, there = book.obey(battle, order), book.obey(other, changed(order, change, battle))
    found = differences(changed(here, change, battle), there, relisted=change.relists or change.mirrors)
    if found and change.mirrors and askew(battle, here, there):
        return []
    if found and isinstance(change, Shift) and other_edges(battle, other):
        return []
    return found
