"""Questions every book asks about units on the field: who else stands there, and who is near."""

from __future__ import annotations

from collections.abc import Container
from typing import TypeVar

from schiltron.battle.state import Battle
from schiltron.battle.unit import Aboard, OnTable, Unit, in_line
from schiltron.table.body import Formed
from schiltron.table.lengths import CONTACT, Mil
from schiltron.table.outline import gap
from schiltron.table.terrain import Feature

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")


def hostile(one: Unit[U], other: Unit[U]) -> bool:
    return one.side != other.side


def others(battle: Battle[B, U, S], unit: Unit[U]) -> list[Unit[U]]:
    """Every other unit on the table."""
    return [other for other in battle.units.values() if type(other.place) is OnTable and other.id != unit.id]


def enemies(battle: Battle[B, U, S], unit: Unit[U]) -> list[Unit[U]]:
    """Enemy units on the table; bodies all of whose figures have fallen still lie there until they are cleared."""
    side = unit.side
    return [other for other in battle.units.values() if type(other.place) is OnTable and other.side != side]


def friends(battle: Battle[B, U, S], unit: Unit[U]) -> list[Unit[U]]:
    side = unit.side
    return [other for other in others(battle, unit) if other.side == side]


def pieces_of(battle: Battle[B, U, S], kinds: Container[str]) -> tuple[Feature, ...]:
    """The pieces of terrain of some kinds."""
    features = battle.board.features if battle.board is not None else ()
    return tuple(feature for feature in features if feature.kind in kinds)


def near(one: Unit[U], other: Unit[U], distance: Mil) -> bool:
    """A quick no: whether the circles about two units come within a distance."""
    return one.outline.near(other.outline, distance)


def touching(one: Unit[U], other: Unit[U]) -> bool:
    here, there = one.outline, other.outline
    return here.near(there, CONTACT) and gap(here, there) <= CONTACT


def touching_enemies(battle: Battle[B, U, S], unit: Unit[U]) -> list[Unit[U]]:
    return [enemy for enemy in enemies(battle, unit) if touching(unit, enemy)]


def nearest_enemies(battle: Battle[B, U, S], unit: Unit[U], most: int) -> list[Unit[U]]:
    """Enemies with figures standing, those first whose middle is nearest."""
    x, y = unit.pose.x, unit.pose.y
    foes = [foe for foe in enemies(battle, unit) if foe.figures]
    return sorted(foes, key=lambda foe: ((foe.outline.x - x) ** 2 + (foe.outline.y - y) ** 2, foe.turn_in_line))[:most]


def enemies_within(battle: Battle[B, U, S], unit: Unit[U], distance: Mil) -> list[Unit[U]]:
    """Enemies with figures standing that may be as near as that, by name: a first glance."""
    here = unit.outline
    x, y, reach, side = here.x, here.y, here.radius + distance, unit.side
    found = []
    for other in battle.units.values():
        if other.side != side and other.figures and other.on_table:
            there = other.outline
            dx, dy, far = there.x - x, there.y - y, there.radius + reach
            if dx * dx + dy * dy <= far * far:
                found.append(other)
    return found if len(found) < 2 else in_line(found)


# ---------------------------------------------------------------- ranks, company, contact


def rank_sizes(unit: Unit[U]) -> tuple[int, ...]:
    """Figures in each rank, the front first."""
    body = unit.body
    if not isinstance(body, Formed):
        return (unit.figures,) if unit.figures else ()
    full, rest = divmod(unit.figures, body.files)
    return (*(body.files for _ in range(full)), *((rest,) if rest else ()))


def standing_with(battle: Battle[B, U, S], unit: Unit[U]) -> Unit[U]:
    """The body on the table a unit is part of: its host, or itself."""
    host = unit.host
    return battle.units[host] if host else unit


def company(battle: Battle[B, U, S], unit: Unit[U]) -> list[Unit[U]]:
    """Single figures that go with a unit."""
    found = []
    for one in battle.units.values():
        place = one.place
        if type(place) is Aboard and place.host == unit.id and one.figures:
            found.append(one)
    return found


def apart(battle: Battle[B, U, S], one: Unit[U], other: Unit[U]) -> Mil:
    """The gap between the bodies two units are part of."""
    here, there = standing_with(battle, one), standing_with(battle, other)
    return 0 if here.id == there.id else gap(here.outline, there.outline)


def opponents(battle: Battle[B, U, S], unit: Unit[U]) -> list[Unit[U]]:
    """Enemies in contact with a unit."""
    found = []
    for one in battle.engagements:
        if one.touching and unit.id in (one.attacker, one.defender):
            found.append(battle.units[one.defender if one.attacker == unit.id else one.attacker])
    return found


def in_melee(battle: Battle[B, U, S], unit: Unit[U]) -> bool:
    if not battle.engagements:
        return False
    body = standing_with(battle, unit)
    return any(one.touching and body.id in (one.attacker, one.defender) for one in battle.engagements)
