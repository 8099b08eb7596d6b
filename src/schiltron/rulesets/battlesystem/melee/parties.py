"""Who fights whom: units, skirmish units as a whole, and individuals (cases 1.6 and 8.0)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from msgspec.structs import replace

from schiltron.battle.movement.lining_up import engage
from schiltron.battle.movement.separation import part
from schiltron.battle.state.event import Attached
from schiltron.battle.state.field import hostile, in_melee, meets
from schiltron.battle.state.unit import Aboard
from schiltron.rulesets.battlesystem.field import alive, is_individual, one_unit
from schiltron.rulesets.battlesystem.in_command import beside
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit
from schiltron.table.contact import touches

Pair = tuple[str, str]
"""Two parties in contact, in the order of their names: units, skirmish companies or individuals."""


def party(battle: Battle, unit: Unit) -> str:
    return one_unit(battle, unit)


def units_of(battle: Battle, key: str) -> list[Unit]:
    """The units of a party: all figures of a skirmish unit, or the one unit."""
    if key in battle.units:
        return [battle.units[key]] if alive(battle.units[key]) else []
    return [one for one in battle.units.values() if one.of == key and alive(one)]


def name_of(battle: Battle, key: str) -> str:
    company = battle.own.company(key)
    return company.name if company is not None else battle.units[key].name


def side_of(battle: Battle, key: str) -> str:
    company = battle.own.company(key)
    return company.side if company is not None else battle.units[key].side


def in_line(battle: Battle, keys: Iterable[str]) -> list[str]:
    """Parties in the order in which they are dealt with, each once: by side and name."""
    return sorted(set(keys), key=lambda key: _turn_in_line(battle, key))


def _turn_in_line(battle: Battle, key: str) -> tuple[str, str, str]:
    return side_of(battle, key), name_of(battle, key), key


def pair(battle: Battle, one: str, other: str) -> Pair:
    first, second = sorted((one, other), key=lambda key: _turn_in_line(battle, key))
    return first, second


def pairs_in_line(battle: Battle, pairs: Iterable[Pair]) -> list[Pair]:
    """Pairs in the order in which they are dealt with, each once."""
    return sorted(set(pairs), key=lambda each: [_turn_in_line(battle, key) for key in each])


def melees(battle: Battle) -> list[Pair]:
    """Every two parties in contact; two individuals fight their own combat (BS-1.6-01)."""
    found = []
    for each in battle.engagements:
        one, other = battle.units[each.attacker], battle.units[each.defender]
        if each.touching and alive(one) and alive(other) and not (is_individual(one) and is_individual(other)):
            found.append(pair(battle, party(battle, one), party(battle, other)))
    return pairs_in_line(battle, found)


def cluster(battle: Battle, start: Pair) -> set[Pair]:
    """Melees that hang together because they share a party (BS-1.6-03)."""
    every = melees(battle)
    found = {start}
    grown = True
    while grown:
        keys = {key for each in found for key in each}
        more = {each for each in every if keys & set(each)} | found
        grown, found = more != found, more
    return found


def lock_together(scene: Scene) -> None:
    """All opposing figures whose bases touch are in melee, also those nobody aimed at (BS-8.0-01)."""
    _step_in(scene)
    standing = [unit for unit in scene.battle.standing() if unit.figures]
    for one, other in combinations(standing, 2):
        if not hostile(scene.battle, one, other) or any(
            each.touching and each.joins(one.id, other.id) for each in scene.battle.engagements
        ):
            continue
        found = touches(one.outline, other.outline)
        if found and meets(scene.battle, one, other):
            edge = max(found, key=lambda touch: touch.length)
            front = edge.edge_a == "front" or edge.edge_b != "front"
            attacker, defender, onto = (one, other, edge.edge_b) if front else (other, one, edge.edge_a)
            engage(scene, attacker.id, defender.id, onto, ("BS-8.0-01",))


def _step_in(scene: Scene) -> None:
    """A commander whose figure touches his unit is not apart from it (BS-9.2-05): attacked there, he is one of it."""
    for one in [unit for unit in scene.battle.standing() if is_individual(unit) and in_melee(scene.battle, unit)]:
        unit = beside(scene.battle, one)
        if unit is not None:
            part(scene, one.id, ("BS-9.2-05",))
            scene.change(replace(scene.unit(one.id), place=Aboard(unit.id)))
            scene.tell(Attached(unit=one.id, host=unit.id, rules=("BS-9.2-05",)))
