"""What is at stake: what figures and ground are worth, by the way in which this battle is won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from schiltron.rulesets.chainmail.field import is_commander
from schiltron.rulesets.chainmail.points import worth as price
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.victory import LENGTH, OBJECTIVE, brought, system
from schiltron.table.ground import stood_in
from schiltron.table.terrain import Feature

ARMY: Final = 100.0
"""What all of an army is worth."""
COUNTED: Final = 0.6
"""How much it matters how many figures fall, and not which, where figures are counted (CM-SETUP-05)."""
CONDITION: Final = 60.0
"""What it is worth to fulfil a condition of the scenario (CM-SETUP-08)."""
GROUND: Final = 100.0
"""The same of ground that must be held: it is lost to the enemy and cannot be won back later."""
SPENT: Final = 0.35
"""What figures are worth where nobody counts them in the end."""
HOLDER: Final = 0.4
"""The part of the worth of ground that depends on each who stands on it, when time runs out."""
LATE: Final = 5
"""Turns left when it is time to take risks for a condition."""
CROWN: Final = 60.0
"""What the life of an army commander is worth: if he falls, most of his army may leave (CM-HIST-37)."""


class Goal(NamedTuple):
    """Ground to be held in the end: its pieces, and what that is worth."""

    pieces: tuple[Feature, ...]
    worth: float

    @property
    def middle(self) -> tuple[float, float]:
        left, top, right, bottom = self.pieces[0].bounds
        return (left + right) / 2, (top + bottom) / 2


class Stakes:
    """What the units of a battle are worth, to friend and foe alike; the ground that counts; who must live. Some units
    are worth more than their figures: because of a condition of the scenario, or the life of the commander with them.
    """

    __slots__ = ("_crowns", "_each", "_holders", "_late", "goals", "precious")

    def __init__(self, battle: Battle) -> None:
        self.precious = frozenset(one.what for one in battle.own.conditions if one.does in ("save", "destroy"))
        self.goals = tuple(_goals(battle))
        self._each: dict[str, float] = {}
        for side in battle.sides:
            self._each |= _figures(battle, side.id)
        self._late = turns_left(battle) <= LATE
        self._holders = dict(_holders(battle, self.goals)) if self._late else {}
        matters = battle.own.options.commander != "off"
        self._crowns = {he.host or he.id for he in battle.units.values() if is_commander(he) and matters}

    def plain(self, unit: Unit) -> float:
        """What the figures of a unit are worth."""
        return (self._each.get(unit.id) or self._each.get(unit.of, 0.0)) * unit.figures

    def dear(self, unit: Unit) -> float:
        """What else is lost with it."""
        condition = CONDITION * unit.figures / unit.original if unit.id in self.precious else 0.0
        return condition + CROWN * (unit.id in self._crowns) + self._holders.get(unit.id, 0.0)

    def worth(self, unit: Unit) -> float:
        return self.plain(unit) + self.dear(unit)

    def toll(self, unit: Unit, share: float) -> float:
        """The cost of losing a part of a unit. Most of the extra worth of a unit is lost only when most of the unit is.
        When time runs out every chance counts."""
        doubtful = 1.0 if self._late and unit.id in self.precious else share
        return share * (self.plain(unit) + doubtful * self.dear(unit))


def turns_left(battle: Battle) -> int:
    return (battle.own.options.turn_limit or LENGTH) - battle.turn


def _figures(battle: Battle, side: str) -> dict[str, float]:
    """A figure as its share of the army: of the figures where they are counted, and of the points."""
    army = list(brought(battle, side))
    figures = max(1, sum(unit.original for unit in army))
    points = max(1, sum(price(unit, unit.original) for unit in army))
    how = system(battle)
    counted = COUNTED if how in ("attrition", "expulsion") else 0.0
    whole = ARMY * SPENT if how == "history" else ARMY
    return {
        unit.id: whole * (counted / figures + (1 - counted) * price(unit, unit.original) / unit.original / points)
        for unit in army
    }


def _holders(battle: Battle, goals: tuple[Goal, ...]) -> Iterator[tuple[str, float]]:
    """Who stands on ground that counts, and what that is worth (CM-SETUP-07, CM-SETUP-08)."""
    for goal in goals:
        for unit in battle.standing():
            if unit.figures and stood_in(goal.pieces, unit.outline) is not None:
                yield unit.id, HOLDER * goal.worth


def _goals(battle: Battle) -> list[Goal]:
    features = battle.board.features if battle.board is not None else ()
    held: dict[str, float] = {}
    match system(battle):
        case "points":
            held = dict.fromkeys(battle.own.objectives, ARMY * OBJECTIVE / 100)
        case "history":
            held = {one.what: GROUND for one in battle.own.conditions if one.does == "hold"}
    return [Goal(tuple(one for one in features if one.id == piece), worth) for piece, worth in held.items()]
