"""Who is in a melee, and with how many figures: CM-MELEE-03, CM-MELEE-42."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import NamedTuple

from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.field import company, hostile
from schiltron.rulesets.chainmail.fantasy.prowess import stunned
from schiltron.rulesets.chainmail.field import guards
from schiltron.rulesets.chainmail.scale import man_to_man
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.body import Figure, Single
from schiltron.table.lengths import CONTACT, Mil
from schiltron.table.outline import NOWHERE
from schiltron.table.rectangles import Rect, gap

Pair = tuple[str, str]
"""Two units in contact: who came on, and onto whom."""


class Melee(NamedTuple):
    """Units hanging together by contact, and the pairs of them that touch."""

    units: list[str]
    pairs: tuple[Engagement, ...]

    def foes(self, unit_id: str) -> list[str]:
        """Whom a unit fights in this melee."""
        mine = {key for one in self.pairs for key in (one.attacker, one.defender) if one.joins(unit_id, key)}
        return [key for key in self.units if key in mine]


def man_by_man(battle: Battle, melee: Melee) -> bool:
    """Whether a melee is fought blow by blow; greater creatures have tables of their own (CM-MTM-01)."""
    return man_to_man(battle.own.options) and all(as_men(battle, battle.units[key]) for key in melee.units)


def as_men(battle: Battle, unit: Unit) -> bool:
    """Whether the figures of a unit fight as men do: men, and small folk who fight as ordinary troops
    (CM-FANT-GEN-06); not with a greater figure in their ranks."""
    if battle.own.options.fantasy == "off":
        return True
    nature = unit.own.profile.nature
    small = nature is None or not (nature.combat or nature.has("untouched_at_first"))
    return small and all(one.own.profile.nature is None for one in company(battle, unit))


def pair_of(one: Engagement) -> Pair:
    return one.attacker, one.defender


def melees(battle: Battle, fought: Iterable[Pair] = ()) -> list[Melee]:
    """Every melee of pairs that have not fought, by the names of those in it."""
    over = {frozenset(pair) for pair in fought}
    touching = (one for one in battle.engagements if one.touching and frozenset(pair_of(one)) not in over)
    left = [one for one in touching if _stand(battle, one)]
    found = []
    while left:
        first = min(left, key=lambda one: sorted(battle.units[key].turn_in_line for key in pair_of(one)))
        inside = {first.attacker, first.defender}
        grown = True
        while grown:
            near = {
                key for one in left if {one.attacker, one.defender} & inside for key in (one.attacker, one.defender)
            }
            grown = not near <= inside
            inside |= near
        found.append(Melee(battle.in_line(inside), tuple(one for one in left if one.attacker in inside)))
        left = [one for one in left if one.attacker not in inside]
    return found


def _stand(battle: Battle, one: Engagement) -> bool:
    attacker, defender = battle.units[one.attacker], battle.units[one.defender]
    return hostile(battle, attacker, defender) and all(unit.on_table and unit.figures for unit in (attacker, defender))


def involved(battle: Battle, unit: Unit, foes: Sequence[Unit]) -> dict[str, int]:
    """Figures of a unit against each of its foes.

    Every figure no farther from an enemy than a melee reaches is in it, against the nearest (CM-MELEE-03). Of an engine
    it is the whole crew. Who guards prisoners is not, and guards are those farthest off (CM-MELEE-42). A body in
    contact never has less than one figure in it.
    """
    reach = battle.own.options.melee_reach + CONTACT
    free = max(1, unit.figures - guards(unit) - stunned(battle, unit))
    counted = dict.fromkeys((foe.id for foe in foes), 0)
    distances = sorted(_nearest(figure, foes) for figure in standing(unit))
    if isinstance(unit.body, Single):
        counted[foes[distances[0][-1]].id] = free
        return counted
    near = [foe for apart, _, foe in distances if apart <= reach] or [distances[0][-1]]
    for foe in near[:free]:
        counted[foes[foe].id] += 1
    return counted


def in_reach(battle: Battle, unit: Unit, foe: Unit) -> int:
    """How many figures of a unit stand no farther from a foe than a melee reaches (CM-MELEE-03)."""
    reach = battle.own.options.melee_reach + CONTACT
    return sum(1 for figure in standing(unit) if _nearest(figure, (foe,))[0] <= reach)


def standing(unit: Unit) -> tuple[Figure, ...]:
    """The places of the figures that have not fallen; of an engine the machine's."""
    return unit.places if isinstance(unit.body, Single) else unit.places[: unit.figures]


def _nearest(figure: Figure, foes: Sequence[Unit]) -> tuple[Mil, int, int]:
    """How far the nearest enemy figure stands, base from base, then middle from middle; and of which foe it is."""
    return min((*_distance(figure.rect, standing(foe)), place) for place, foe in enumerate(foes))


def _distance(rect: Rect, theirs: Sequence[Figure]) -> tuple[Mil, int]:
    best = (NOWHERE, NOWHERE)
    for other in theirs:
        there = other.rect
        dx, dy = there.x - rect.x, there.y - rect.y
        reach = best[0] + 1 + rect.radius + there.radius
        if dx * dx + dy * dy <= reach * reach:
            best = min(best, (round(gap(rect, there)), round(hypot(dx, dy))))
    return best
