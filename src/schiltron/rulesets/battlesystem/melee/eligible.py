"""Which figures may fight (case 8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from msgspec import Struct

from schiltron.battle.state.memory import noted
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.battlesystem.field import is_individual
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.melee.parties import in_line, units_of
from schiltron.rulesets.battlesystem.ratings.attack import in_hand
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.table.body import Body, Figure, Formed, figures
from schiltron.table.contact import Edge, figures_touching
from schiltron.table.pose import Pose
from schiltron.table.rectangles import gap

_RANKS: Final = {
    str(row["weapon"]): 1 + int(row["second_row"]) + int(row["third_row"])
    for row in LAW.sheet("BS-T-melee-ranks").records()
}
"""Rows of a closed unit that fight, by the reach of its weapon (BS-8.1-03)."""

_CONTACTS: Final = "contacts"
_ORDINALS: Final = {1: "second", 2: "third"}


Places = dict[tuple[str, int, int], int]
"""Figures of a unit by the block, the rank and the file they stand in."""


class Contact(Struct, frozen=True):
    """A figure that touches an enemy: its place in the unit, the edge by which, and the edge of the enemy's base."""

    figure: int
    own_edge: Edge
    edge: Edge


def contacts(battle: Battle, unit: Unit, target: str) -> tuple[Contact, ...]:
    """The figures of a unit in base contact with a party, each once (BS-8.1-01)."""
    known: dict[tuple[str, str], tuple[Unit, tuple[Contact, ...]]] = noted(battle, _CONTACTS)
    found = known.get((unit.id, target))
    if found is None or found[0] is not unit:
        found = known[unit.id, target] = (unit, _contacts(battle, unit, target))
    return found[1]


def _contacts(battle: Battle, unit: Unit, target: str) -> tuple[Contact, ...]:
    found: dict[int, Contact] = {}
    mine = _standing(unit)
    for enemy in units_of(battle, target):
        if not enemy.on_table:
            continue
        theirs = _standing(enemy)
        own_edges = {(a, b): edge for b, a, edge in _touching(theirs, mine)}
        for a, b, edge in _touching(mine, theirs):
            found.setdefault(a, Contact(a, own_edges.get((a, b), "front"), edge))
    return tuple(found[key] for key in sorted(found)) or _between_bases(battle, unit, target)


class _Standing(NamedTuple):
    """Where the figures of a unit are."""

    pose: Pose
    body: Body
    bodies: int
    figures: int

    @property
    def places(self) -> tuple[Figure, ...]:
        return figures(self.pose, self.body, self.bodies)[: self.figures]


def _standing(unit: Unit) -> _Standing:
    return _Standing(unit.pose, unit.body, unit.bodies, unit.figures)


@lru_cache(maxsize=1024)
def _touching(some: _Standing, others: _Standing) -> tuple[tuple[int, int, Edge], ...]:
    """Pairs of figures that touch. Two who fight stand as they are while others move, and are looked at from both
    sides."""
    return tuple(figures_touching(some.places, others.places))


def _between_bases(battle: Battle, unit: Unit, target: str) -> tuple[Contact, ...]:
    """The nearest figure, where a unit stands against another before a space in its line."""
    for each in battle.engagements:
        if not each.touching or unit.id not in (each.attacker, each.defender) or not unit.figures:
            continue
        attacks = each.attacker == unit.id
        enemy = battle.units[each.defender if attacks else each.attacker]
        if target in (enemy.of, enemy.id) and enemy.on_table and enemy.figures:
            places = unit.places[: unit.figures]
            near = min(range(len(places)), key=lambda at: min(gap(places[at].rect, one.rect) for one in enemy.places))
            return (Contact(near, "front", each.edge) if attacks else Contact(near, each.edge, "front"),)
    return ()


def opponents(battle: Battle, unit: Unit) -> list[str]:
    """The parties a unit is in contact with."""
    keys = []
    for each in battle.engagements:
        if each.touching and unit.id in (each.attacker, each.defender):
            other = battle.units[each.defender if each.attacker == unit.id else each.attacker]
            keys.append(other.of or other.id)
    return in_line(battle, keys)


def shared(battle: Battle, unit: Unit) -> dict[tuple[str, ...], int]:
    """How many figures touch the same several parties and must be told off to one of them (BS-8.1-04)."""
    touching: dict[int, list[str]] = {}
    for key in _foes(battle, unit):
        for one in contacts(battle, unit, key):
            touching.setdefault(one.figure, []).append(key)
    counts: dict[tuple[str, ...], int] = {}
    for keys in touching.values():
        if len(keys) > 1:
            counts[tuple(keys)] = counts.get(tuple(keys), 0) + 1
    return counts


def _foes(battle: Battle, unit: Unit) -> list[str]:
    """The parties it fights in unit combat; two individuals have fought their own before (BS-1.6-01)."""
    keys = opponents(battle, unit)
    if not is_individual(unit):
        return keys
    return [key for key in keys if key not in battle.units or not is_individual(battle.units[key])]


def who_fights(battle: Battle, unit: Unit, target: str) -> Tally:
    """Attacks of a unit in one melee: figures in contact, and in closed formation those beside and behind them."""
    return Tally("figures that fight", tuple(_terms(battle, unit, target)), measure="figures")


def who_reaches(battle: Battle, unit: Unit, target: str) -> Tally:
    """Those of a unit who strike at one that flees from it: the figures in contact with it and no others, whomever else
    they touch (BS-8.8-03)."""
    touching = len(contacts(battle, unit, target)) if unit.on_table and unit.figures else 0
    terms = [Term("in contact", touching, "BS-8.8-03")]
    if unit.own.gaps and unit.own.formation == "open":
        terms.append(Term("gaps in the front", -min(unit.own.gaps, touching), "BS-7.3-03"))
    return Tally("figures that fight", tuple(terms), measure="figures")


def _terms(battle: Battle, unit: Unit, target: str) -> Iterator[Term]:
    if not unit.on_table or not unit.figures:
        return
    touching = contacts(battle, unit, target)
    mine = _told_off(battle, unit, target, touching)
    if not isinstance(unit.body, Formed):
        if mine:
            yield Term("in contact", 1, "BS-8.1-01")
        return
    yield Term("in contact", len(mine), "BS-8.1-01")
    if unit.own.gaps and unit.own.formation == "open":
        holes = min(unit.own.gaps, len(mine))
        yield Term("gaps in the front", -holes, "BS-7.3-03")
    if unit.own.formation != "closed" or not mine:
        return
    places = unit.places[: unit.figures]
    at: Places = {(figure.wing, figure.rank, figure.file): index for index, figure in enumerate(places)}
    ends = _ends(battle, unit, mine, at, places)
    if ends:
        yield Term("at the ends of the line", len(ends), "BS-8.1-02")
    held = in_hand(unit.own.profile, unit.own.arms.weapon)
    rows = _RANKS.get(held.reach if held is not None else "", 1)
    front = [one.figure for one in mine if one.own_edge == "front"]
    fighting = {*front, *ends}
    for row in range(1, rows):
        behind = _behind(fighting, at, places, row)
        if behind:
            assert held is not None
            yield Term(f"{_ORDINALS[row]} row with {held.name}s", behind, "BS-8.1-03")


def _told_off(battle: Battle, unit: Unit, target: str, touching: tuple[Contact, ...]) -> tuple[Contact, ...]:
    """Of those in contact, who was told off to this enemy; undecided figures fight the first they touch."""
    pledged = dict(unit.own.turn.pledged)
    foes = _foes(battle, unit)
    others = {one.figure for key in foes if key != target for one in contacts(battle, unit, key)}
    free = [one for one in touching if one.figure not in others]
    torn = [one for one in touching if one.figure in others]
    if not torn:
        return tuple(free)
    if target in pledged:
        return (*free, *torn[: pledged[target]])
    return (*free, *(torn if target == min(foes, default=target) else ()))


def _ends(
    battle: Battle,
    unit: Unit,
    mine: Iterable[Contact],
    at: Places,
    places: tuple[Figure, ...],
) -> list[int]:
    """The next figure of the same row beyond each end of the line in contact (BS-8.1-02), if it fights nobody else."""
    busy = {one.figure for key in opponents(battle, unit) for one in contacts(battle, unit, key)}
    fronts = [places[one.figure] for one in mine if one.own_edge == "front"]
    found = []
    for wing, rank in {(figure.wing, figure.rank) for figure in fronts}:
        files = [figure.file for figure in fronts if (figure.wing, figure.rank) == (wing, rank)]
        for file in (min(files) - 1, max(files) + 1):
            index = at.get((wing, rank, file))
            if index is not None and index not in busy:
                found.append(index)
    return found


def _behind(fighting: Iterable[int], at: Places, places: tuple[Figure, ...], row: int) -> int:
    return sum((places[index].wing, places[index].rank + row, places[index].file) in at for index in fighting)
