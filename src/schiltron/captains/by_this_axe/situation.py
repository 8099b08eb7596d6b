"""The battle as a captain looks at it before a phase: who is who, what each is worth, and how bold to be."""

from __future__ import annotations

from typing import Final

from schiltron.captains.by_this_axe.reckoning import Band, band, panics, price
from schiltron.rulesets.by_this_axe.attacks.shooting import reach
from schiltron.rulesets.by_this_axe.field import (
    LEADER_REACH,
    alive,
    apart,
    company,
    in_melee,
    is_character,
    is_general,
    is_routed,
    leaders,
    ordered,
    troop_units,
)
from schiltron.rulesets.by_this_axe.morale.causes import PANIC_REACH
from schiltron.rulesets.by_this_axe.movement.walk import rate
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.victory import out_of_it
from schiltron.table.lengths import Mil
from schiltron.table.outline import Outline, gap
from schiltron.table.rectangles import point_gap

POWER: Final = 1.2
"""What all figures of an army are worth, against the whole of what it may lose before it is beaten."""
PERSON: Final = {"general": 0.35, "leader": 0.1, "hero": 0.08}
"""What it costs to see a character run, or fall."""
RUNNING: Final = 0.12
"""What is left to gain of a unit that runs already: it may be rallied."""
NEAR: Final = 0.8
"""How much the panic of friends counts that a rout may set off."""


class Body:
    """A body on the table, own or enemy, with what is asked about it again and again.

    `life` is what it is worth that it runs or is destroyed, `power` what its figures are worth.
    """

    __slots__ = ("band", "busy", "id", "life", "move", "outline", "power", "reach", "routed", "unit")

    def __init__(self, battle: Battle, unit: Unit, life: float, whole: float) -> None:
        self.unit = unit
        self.id = unit.id
        self.outline: Outline = unit.outline
        self.band: Band = band(battle, unit, nerve(battle, unit))
        self.routed = is_routed(unit)
        self.busy = in_melee(battle, unit)
        self.move: Mil = rate(battle, unit).total
        self.reach: Mil = reach(battle, unit)
        people = [unit] if is_character(unit) else company(battle, unit)
        self.life = (RUNNING * life if self.routed else 0.0 if is_character(unit) else life) + sum(map(_of, people))
        self.power = POWER * strength(unit) / whole


def _of(unit: Unit) -> float:
    person = unit.own.person
    assert person is not None
    return max(PERSON.get(role, PERSON["hero"]) for role in person.roles)


def strength(unit: Unit) -> float:
    """Points of the figures that stand."""
    return 0.0 if is_character(unit) else float(price(unit.own.profile) * unit.figures)


def nerve(battle: Battle, unit: Unit) -> int:
    """What adds to morale besides ranks and losses (TA-MORALE-14, TA-MORALE-20, TA-MORALE-21, TA-CMD-41)."""
    found = 0
    if any(one.id != unit.id and apart(battle, unit, one) <= LEADER_REACH for one in leaders(battle, unit.side)):
        found += 1
    lost = [one for one in battle.own.leaders_lost if one.side == unit.side]
    if any(one.general and one.turn < battle.turn for one in lost):
        found -= 3
    near = (one for one in lost if one.turn == battle.turn)
    if any(point_gap(rect, one.x, one.y) <= LEADER_REACH for one in near for rect in unit.outline.rects):
        found -= 2
    card = ordered(unit, "morale")
    return found + (card.amount if card is not None else 0)


class Situation:
    """One side's picture of the field. `battle` moves on as moves are planned."""

    __slots__ = ("battle", "care", "foes", "lives", "second", "side", "whole")

    def __init__(self, battle: Battle, side: str) -> None:
        self.battle = battle
        self.side = side
        self.lives = {one.id: lives(battle, one.id) for one in battle.sides}
        self.whole = {one.id: _whole(battle, one.id) for one in battle.sides}
        self.second = bool(battle.own.order) and battle.own.order[-1] == side
        self.foes = self.bodies(battle, own=False)
        self.care = _care(battle, side)

    def body(self, battle: Battle, unit: Unit) -> Body:
        return Body(battle, unit, 1 / self.lives[unit.side], self.whole[unit.side])

    def bodies(self, battle: Battle, *, own: bool) -> list[Body]:
        return [
            self.body(battle, unit)
            for unit in battle.units.values()
            if (unit.side == self.side) == own and unit.on_table and alive(unit)
        ]

    def foe(self, key: str) -> Body:
        return next(foe for foe in self.foes if foe.id == key)


def lives(battle: Battle, side: str) -> int:
    """How many more units a side can lose before it is beaten, that one included (TA-TURN-08)."""
    units = list(troop_units(battle, side))
    return max(1, len(units) // 2 + 1 - sum(map(out_of_it, units)))


def _whole(battle: Battle, side: str) -> float:
    return max(1.0, float(sum(price(unit.own.profile) * unit.original for unit in troop_units(battle, side))))


def _care(battle: Battle, side: str) -> float:
    """How much own losses count against the enemy's: less when stronger."""
    parts = {True: 1.0, False: 1.0}
    for unit in battle.units.values():
        if alive(unit) and not is_routed(unit):
            parts[unit.side == side] += strength(unit)
    ratio: float = (parts[False] / parts[True]) ** 0.5
    return min(1.15, max(0.6, ratio))


def shaken(battle: Battle, runner: Unit, others: list[Body]) -> float:
    """What else may run if a unit does: its friends within 6 inches check their nerve (TA-MORALE-04)."""
    if is_character(runner):
        return 0.0
    return sum(
        NEAR * panics(one.band) * (one.life + one.power)
        for one in others
        if one.id != runner.id and one.unit.side == runner.side and gap(one.outline, runner.outline) <= PANIC_REACH
    )


def general_of(battle: Battle, side: str) -> Unit | None:
    return next((unit for unit in battle.units.values() if unit.side == side and is_general(unit) and alive(unit)), None)
