"""Who is in command of whom, now (cases 4.7 to 4.10)."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Final

from schiltron.battle.state.field import friendly, standing_with, touching, troops
from schiltron.rulesets.battlesystem.bases import base_of
from schiltron.rulesets.battlesystem.field import alive, is_commander, is_mob, is_regular, is_skirmisher
from schiltron.rulesets.battlesystem.ratings.commanding import radius
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.rulesets.battlesystem.terrain import MUTE
from schiltron.table.body import Single
from schiltron.table.ground import stood_in
from schiltron.table.lengths import TOLERANCE, Mil, inches
from schiltron.table.outline import outline
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect, gap

_BEHIND_THE_FRONT: Final = inches(1)
"""No individual who goes with a unit has the middle of his base farther behind its front edge."""


def reach(commander: Unit) -> Mil:
    """The command radius of an individual (case 4.8)."""
    return radius(commander.own.profile).total


# ---------------------------------------------------------------- distance


def covers(battle: Battle, commander: Unit, unit: Unit) -> bool:
    """Whether every figure of a unit is within his radius, from his base to its nearest edge (BS-4.7-02)."""
    return _all_within(battle, unit, (commander,))


def _all_within(battle: Battle, unit: Unit, commanders: tuple[Unit, ...]) -> bool:
    """Whether every figure is within the radius of one of them (BS-4.10-02)."""
    body = standing_with(battle, unit)
    if not body.on_table:
        return False
    there, circles = body.outline, []
    for one in commanders:
        with_him = standing_with(battle, one)
        if with_him.on_table:
            pose, far = with_him.pose, reach(one) + TOLERANCE
            if hypot(there.x - pose.x, there.y - pose.y) + there.radius + _BEHIND_THE_FRONT <= far:
                return True
            pose = _stand_of(battle, one)
            if hypot(there.x - pose.x, there.y - pose.y) + there.radius <= far:
                return True
            circles.append((base_at(battle, one), far))
    places = body.places[: body.figures]
    return bool(places) and all(any(gap(base, one.rect) <= far for base, far in circles) for one in places)


def base_at(battle: Battle, commander: Unit) -> Rect:
    """His own base; of one who is with a unit, in the middle of its front rank."""
    return outline(_stand_of(battle, commander), Single(base_of(commander.own.profile)), 1).rects[0]


def _stand_of(battle: Battle, commander: Unit) -> Pose:
    """Where the middle of his base is."""
    if not commander.host:
        return commander.pose
    return battle.units[commander.host].pose.shifted(0, -base_of(commander.own.profile).depth / 2)


# ---------------------------------------------------------------- the chain of command


def superiors(battle: Battle, unit: Unit) -> Iterator[Unit]:
    """Who may lead a unit besides its own commander: its Brigade Commander and the Army Commander (BS-4.10-02,
    BS-4.10-04), as far as they are there to do it."""
    for one in troops(battle, unit.side):
        over = one.own.command.rank == "army" or (
            one.own.command.rank == "brigade" and unit.own.command.brigade == one.id
        )
        if (
            over
            and alive(one)
            and one.id != unit.own.command.commander
            and one.own.morale.rout is None
            and not casts(battle, one)
        ):
            yield one


def casts(battle: Battle, commander: Unit) -> bool:
    """Whether he casts a spell this round, which costs him his command for all of it (BS-9.2-02)."""
    return bool(commander.own.command.casting_in) and commander.own.command.casting_in == battle.turn


def own_commander(battle: Battle, unit: Unit) -> Unit | None:
    """Its Unit Commander, or the superior who took it over, if he is still there to command (BS-4.10-01)."""
    company = battle.own.company(unit.of) if unit.of else None
    chief = battle.units.get(company.commander if company is not None else unit.own.command.commander)
    if chief is None or not alive(chief) or not is_commander(chief) or not friendly(battle, chief, unit):
        return None
    return chief


def entitled(battle: Battle, unit: Unit) -> list[Unit]:
    """Every commander who may rally a unit or give it orders (BS-6.1-01)."""
    own = own_commander(battle, unit)
    return [*([own] if own is not None and not casts(battle, own) else []), *superiors(battle, unit)]


def in_command(battle: Battle, unit: Unit) -> bool:
    """All figures within the radius of its commander, or of him and his superiors together, and neither routed nor gone
    astray (BS-4.7-02, BS-4.10-02).

    Skirmishers and individuals need nobody (BS-2.9-02); mobs never are in command (BS-2.10-02).
    """
    if is_mob(unit) or unit.own.morale.rout is not None or unit.own.morale.astray:
        return False
    if not is_regular(unit):
        return True
    chief = own_commander(battle, unit)
    if chief is None or casts(battle, chief) or _cut_off(battle, chief, unit):
        return False
    if _all_within(battle, unit, (chief,)):
        return True
    over = tuple(superiors(battle, unit))
    return bool(over) and _all_within(battle, unit, (chief, *over))


def _cut_off(battle: Battle, *units: Unit) -> bool:
    """Whether anything of these stands in magical silence or darkness, where no word is heard (BS-4.8-03)."""
    areas = [feature for feature in battle.table.features if feature.kind in MUTE]
    if not areas:
        return False
    bodies = (standing_with(battle, unit) for unit in units)
    return any(body.on_table and stood_in(areas, body.outline) is not None for body in bodies)


def suffers(battle: Battle, unit: Unit) -> bool:
    """Whether the penalties for being out of command apply, for whoever has not its benefits (BS-4.7-04): never to
    skirmishers, always to mobs (BS-4.2-04)."""
    if is_mob(unit):
        return True
    return is_regular(unit) and not in_command(battle, unit)


def commander_of(battle: Battle, unit: Unit) -> Unit | None:
    """The commander in whose command a unit is; nobody commands skirmishers to their benefit (BS-2.9-02)."""
    if is_skirmisher(unit) or not in_command(battle, unit):
        return None
    return own_commander(battle, unit)


def fights_with_commander(battle: Battle, unit: Unit) -> bool:
    """Whether its commander fights as part of it (BS-8.3-10)."""
    chief = own_commander(battle, unit)
    return chief is not None and (chief.host == unit.id or _touches(battle, chief, unit))


def beside(battle: Battle, one: Unit) -> Unit | None:
    """The unit of a commander that his figure touches: only who stands apart is attacked like a hero (BS-9.2-05)."""
    led = (unit for unit in troops(battle, one.side) if is_commander(one) and unit.own.command.commander == one.id)
    return next((unit for unit in led if _touches(battle, one, unit)), None)


def _touches(battle: Battle, chief: Unit, unit: Unit) -> bool:
    return chief.on_table and unit.on_table and unit.figures > 0 and touching(battle, chief, unit)
