"""What a shot is likely to strike (rules CATAPULT and GUN): every roll of its dice with its chance.

Captains and previews read it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from schiltron.battle.guide.probability import NONE, Chances, expected, mixed
from schiltron.battle.state.decision import Pointed
from schiltron.battle.state.field import hostile
from schiltron.rulesets.chainmail.artillery.cannon import VARIATION
from schiltron.rulesets.chainmail.artillery.catapults import misses
from schiltron.rulesets.chainmail.artillery.damage import points, standing
from schiltron.rulesets.chainmail.artillery.footprints import Footprint
from schiltron.rulesets.chainmail.artillery.pointing import footprint
from schiltron.rulesets.chainmail.siege.stations import is_holder
from schiltron.rulesets.chainmail.state import Battle, Unit

A_POINT: Final = 0.3
"""What a defence point of a wall is worth in figures: there are long walls, and few breaches are needed."""


class Outlook(NamedTuple):
    """Chances that each unit loses 0, 1, 2 … figures, and that each machine is hit.

    `foes` and `friends` are what falls on average, a machine counted as its crew for the part that a hit takes of it.
    """

    figures: tuple[tuple[str, Chances], ...]
    machines: tuple[tuple[str, float], ...]
    foes: float
    friends: float
    works: tuple[tuple[str, float], ...] = ()
    """Points that fall off works of the enemy on average (CM-SIEGE-03)."""

    @property
    def worth(self) -> float:
        return self.foes - self.friends + sum(points for _, points in self.works) * A_POINT


def falls(battle: Battle, unit: Unit, pointed: Pointed) -> Iterator[tuple[float, Footprint]]:
    """Every way a shot may fall (CM-CATAPULT-12, CM-GUN-13), with its chance."""
    if pointed.section:
        marks = list(VARIATION.values())
        for die in {offset: die for die, offset in VARIATION.items()}.values():
            yield marks.count(VARIATION[die]) / len(marks), footprint(battle, unit, pointed, die)
    elif battle.own.options.scatter == "dice":
        for miss, chance in misses().items():
            yield chance, footprint(battle, unit, pointed, miss)
    else:
        yield 1.0, footprint(battle, unit, pointed)


def outlook(battle: Battle, unit: Unit, pointed: Pointed) -> Outlook:
    """What a shot does to the units as they stand; who has fallen in this step does not fall again."""
    ways = list(falls(battle, unit, pointed))
    units = battle.in_line({key for _, way in ways for key, _ in way.figures})
    figures = tuple((key, mixed((chance, _lost(battle.units[key], way)) for chance, way in ways)) for key in units)
    hit = battle.in_line({key for _, way in ways for key in way.machines})
    machines = tuple((key, sum(chance for chance, way in ways if key in way.machines)) for key in hit)
    losses = {key: expected(chances) for key, chances in figures}
    losses.update((key, chance * _share(unit, battle.units[key])) for key, chance in machines)
    foes = sum(number for key, number in losses.items() if hostile(battle, unit, battle.units[key]))
    battered: dict[str, float] = {}
    for chance, way in ways:
        for key, _, _ in way.works:
            held = battered.get(key, 0.0)
            battered[key] = held + chance * points(unit) * (-1 if is_holder(battle, unit) else 1)
    return Outlook(figures, machines, foes, sum(losses.values()) - foes, tuple(battered.items()))


def fresh(unit: Unit, places: tuple[int, ...]) -> tuple[int, ...]:
    """The places of figures that no shot of this step has struck before."""
    return tuple(place for place in places if place not in unit.own.turn.struck)


def _lost(unit: Unit, way: Footprint) -> Chances:
    number = min(unit.figures, len(fresh(unit, dict(way.figures).get(unit.id, ()))))
    return NONE if not number else (*(0.0 for _ in range(number)), 1.0)


def _share(unit: Unit, machine: Unit) -> float:
    """The part of a machine's crew that a hit is worth."""
    left = standing(machine).total
    return machine.figures * min(1.0, points(unit) / left) if left > 0 else 0.0
