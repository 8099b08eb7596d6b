"""Questions every book asks about units on the field: whose they are, who else stands there, and who is near.

How units stand to each other is decided here and nowhere else: `tools/relations.py` refuses a comparison of sides in
other modules.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import TypeVar

from schiltron.battle.state.battle import Battle
from schiltron.battle.state.unit import Aboard, Aloft, Hidden, OnTable, Unit, Upon, in_line
from schiltron.table.body import Formed
from schiltron.table.lengths import CONTACT, Mil
from schiltron.table.outline import gap
from schiltron.table.terrain import Feature

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")


# ---------------------------------------------------------------- whose they are


def hostile(battle: Battle[B, U, S], one: Unit[U], other: Unit[U]) -> bool:  # noqa: ARG001 - no battle has feuds yet
    """Whether two units are enemies."""
    return one.side != other.side


def friendly(battle: Battle[B, U, S], one: Unit[U], other: Unit[U]) -> bool:  # noqa: ARG001 - as above
    """Whether two units are on the same side."""
    return one.side == other.side


def foes_among(battle: Battle[B, U, S], unit: Unit[U], units: Iterable[Unit[U]]) -> list[Unit[U]]:  # noqa: ARG001
    """Those of some units that are a unit's enemies."""
    side = unit.side
    return [other for other in units if other.side != side]


def fights_for(battle: Battle[B, U, S], unit: Unit[U], side: str) -> bool:  # noqa: ARG001 - as above
    return unit.side == side


def fights_against(battle: Battle[B, U, S], unit: Unit[U], side: str) -> bool:  # noqa: ARG001 - as above
    return unit.side != side


def troops(battle: Battle[B, U, S], side: str) -> list[Unit[U]]:
    """Units that fight for a side now, wherever they are."""
    return [unit for unit in battle.units.values() if unit.side == side]


def strength(units: Iterable[Unit[U]]) -> tuple[int, int]:
    """Figures that are left of some units, and that they brought; ships are none."""
    men = [unit for unit in units if not unit.afloat]
    return sum(unit.figures for unit in men), sum(unit.original for unit in men)


def foes(battle: Battle[B, U, S], side: str) -> list[Unit[U]]:
    """Units that fight against a side now, wherever they are."""
    return [unit for unit in battle.units.values() if unit.side != side]


def opposing(battle: Battle[B, U, S], side: str) -> list[str]:
    """The sides that a side fights against, in their order."""
    return [one.id for one in battle.sides if one.id != side]


def commands(battle: Battle[B, U, S], side: str, unit: Unit[U]) -> bool:
    """Whether a unit is given its orders by that side now."""
    return unit.controller in battle.seats_of(side)


def commanded_by(battle: Battle[B, U, S], side: str) -> list[Unit[U]]:
    """The units that are given their orders by that side now, wherever they are; none for a side without a seat."""
    seats = battle.seats_of(side)
    return [unit for unit in battle.units.values() if unit.controller in seats]


def asked_seat(battle: Battle[B, U, S], whom: Unit[U] | str) -> str | None:
    """The seat that is asked for a unit or for a side; None where nobody sits for it."""
    if isinstance(whom, Unit):
        return whom.controller or None
    return next(iter(battle.seats_of(whom)), None)


# ---------------------------------------------------------------- who else stands there


def meets(battle: Battle[B, U, S], one: Unit[U], other: Unit[U]) -> bool:
    """Whether two bodies can touch each other and stand in each other's way: both on one level, or on the decks of two
    hulls that lie alongside."""
    here, there = one.level, other.level
    if here is None or there is None:
        return here is there
    if type(here) is type(there) is Aloft:
        return here.height == there.height
    return here == there or (type(here) is type(there) is Upon and _alongside(battle, here.feature, there.feature))


def _alongside(battle: Battle[B, U, S], one: str, other: str) -> bool:
    """Whether two platforms are hulls that touch."""
    here, there = battle.units.get(one), battle.units.get(other)
    if here is None or there is None or not (here.afloat and there.afloat):
        return False
    return here.outline.near(there.outline, CONTACT) and gap(here.outline, there.outline) <= CONTACT


def takes_room(unit: Unit[U]) -> bool:
    """Whether a unit's body is on the table, seen or not. A hidden unit is in the way of everybody who really moves. In
    the view of a player who does not know of it, it is not there."""
    return type(unit.place) is OnTable or type(unit.place) is Hidden


def others(battle: Battle[B, U, S], unit: Unit[U]) -> list[Unit[U]]:
    """Every other body on the table that a unit can touch and that can stand in its way."""
    own, place = unit.id, unit.place
    if type(place) is not OnTable or place.level is None:
        return [
            other
            for other in battle.units.values()
            if (other.place.level is None if type(other.place) is OnTable else takes_room(other)) and other.id != own
        ]
    return [one for one in battle.units.values() if takes_room(one) and one.id != own and meets(battle, unit, one)]


def others_within(battle: Battle[B, U, S], unit: Unit[U], distance: float) -> list[Unit[U]]:
    """Every other unit that a unit can touch and that may be within that distance: a rough first test."""
    here = unit.outline
    x, y, reach, own = here.x, here.y, here.radius + distance, unit.id
    on_the_ground = unit.level is None
    found = []
    for other in battle.units.values() if on_the_ground else others(battle, unit):
        if on_the_ground:
            place = other.place
            if place.level is not None if type(place) is OnTable else type(place) is not Hidden:
                continue
        there = other.outline
        dx, far = there.x - x, there.radius + reach
        if -far <= dx <= far:
            dy = there.y - y
            if dx * dx + dy * dy <= far * far and other.id != own:
                found.append(other)
    return found


def enemies(battle: Battle[B, U, S], unit: Unit[U]) -> list[Unit[U]]:
    """Enemy units on the table, on whatever level; those all of whose figures have fallen lie there until cleared."""
    side = unit.side
    return [other for other in battle.units.values() if type(other.place) is OnTable and other.side != side]


def friends(battle: Battle[B, U, S], unit: Unit[U]) -> list[Unit[U]]:
    """Friends on the table, on the unit's level."""
    side = unit.side
    return [other for other in others(battle, unit) if other.side == side]


def pieces_of(battle: Battle[B, U, S], kinds: Container[str]) -> tuple[Feature, ...]:
    """The pieces of terrain of some kinds."""
    features = battle.board.features if battle.board is not None else ()
    return tuple(feature for feature in features if feature.kind in kinds)


def near(one: Unit[U], other: Unit[U], distance: Mil) -> bool:
    """A quick test that can rule contact out: whether the circles round two units come within a distance."""
    return one.outline.near(other.outline, distance)


def touching(battle: Battle[B, U, S], one: Unit[U], other: Unit[U]) -> bool:
    here, there = one.outline, other.outline
    return here.near(there, CONTACT) and gap(here, there) <= CONTACT and meets(battle, one, other)


def touching_enemies(battle: Battle[B, U, S], unit: Unit[U]) -> list[Unit[U]]:
    return [enemy for enemy in enemies(battle, unit) if touching(battle, unit, enemy)]


def nearest_enemies(battle: Battle[B, U, S], unit: Unit[U], most: int) -> list[Unit[U]]:
    """Enemies with figures standing, those first whose middle is nearest."""
    x, y = unit.pose.x, unit.pose.y
    foes = [foe for foe in enemies(battle, unit) if foe.figures]
    return sorted(foes, key=lambda foe: ((foe.outline.x - x) ** 2 + (foe.outline.y - y) ** 2, foe.turn_in_line))[:most]


def enemies_within(battle: Battle[B, U, S], unit: Unit[U], distance: Mil) -> list[Unit[U]]:
    """Enemies with figures standing that may be within that distance, by name: a rough first test."""
    here = unit.outline
    x, y, reach, side = here.x, here.y, here.radius + distance, unit.side
    found = []
    for other in battle.units.values():
        if other.side != side and other.figures and type(other.place) is OnTable:
            there = other.outline
            dx, far = there.x - x, there.radius + reach
            if -far <= dx <= far:
                dy = there.y - y
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
