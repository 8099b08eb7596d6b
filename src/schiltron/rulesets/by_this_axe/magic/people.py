"""Who can call upon magic, for whom and how far: TA-FANT-M05, TA-FANT-M07, TA-FANT-M10, TA-FANT-P01, TA-FANT-P03."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from schiltron.battle.state.field import apart, enemies_within, friendly, in_melee, standing_with
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.by_this_axe.attacks.sighting import distance, in_sight
from schiltron.rulesets.by_this_axe.field import alive, is_routed, is_shamed
from schiltron.rulesets.by_this_axe.powers import PRAYER_REACH, SPELL_REACH, WARD_REACH
from schiltron.rulesets.by_this_axe.state import Battle, Person, Scene, Unit, with_turn
from schiltron.table.lengths import TOLERANCE, Mil


def person_of(unit: Unit) -> Person:
    assert unit.own.person is not None, f"{unit.name} is no character"
    return unit.own.person


def magicians(battle: Battle) -> Iterator[Unit]:
    """Whoever has dice or prayers left and is not carried away in a rout."""
    for unit in battle.units.values():
        person = unit.own.person
        if person is None or not (person.dice_left or person.prayers_left or person.spells_left):
            continue
        if alive(unit) and not is_routed(standing_with(battle, unit)):
            yield unit


def may_pray(unit: Unit) -> bool:
    """Who has struck as the hero he is besides has no prayers left for this turn (TA-FANT-P06)."""
    return bool(person_of(unit).prayers_left) and not unit.own.turn.fought


# ---------------------------------------------------------------- for friends


def warders(battle: Battle, target: Unit) -> list[Unit]:
    """Mages who can ward a unit: within 8 inches, in melee or not (TA-FANT-M10)."""
    mages = (unit for unit in magicians(battle) if person_of(unit).dice_left)
    return in_line(unit for unit in mages if _near(battle, unit, target, WARD_REACH))


def intercessors(battle: Battle, target: Unit) -> list[Unit]:
    """Priests who can pray for a unit: their own, or one within 6 inches (TA-FANT-P01)."""
    priests = (unit for unit in magicians(battle) if may_pray(unit))
    return in_line(unit for unit in priests if _near(battle, unit, target, PRAYER_REACH))


def wounded_near(battle: Battle, priest: Unit) -> list[Unit]:
    """Characters and great creatures of his side whom a priest can heal: hurt and alive, and not himself
    (TA-FANT-P03)."""
    hurt = (
        unit
        for unit in battle.units.values()
        if unit.own.person is not None and unit.own.person.wounds and alive(unit) and unit.id != priest.id
    )
    return in_line(unit for unit in hurt if _near(battle, priest, unit, PRAYER_REACH))


def _near(battle: Battle, helper: Unit, friend: Unit, reach: Mil) -> bool:
    return friendly(battle, helper, friend) and apart(battle, helper, friend) <= reach + TOLERANCE


# ---------------------------------------------------------------- against foes


def may_cast(battle: Battle, unit: Unit) -> bool:
    """Offensive spells are shots in this: not out of melee, not after rallying, shooting or shame (TA-FANT-M07)."""
    body = standing_with(battle, unit)
    idle = not unit.own.turn.shot and not body.own.turn.rallied
    has = person_of(unit).dice_left or person_of(unit).spells_left
    return bool(has) and idle and not is_shamed(unit) and not in_melee(battle, body)


def marks(battle: Battle, caster: Unit, reach: Mil = SPELL_REACH) -> list[Unit]:
    """Enemies he may cast at: in clear view, within 10 inches or as far as a spell of his army's own carries, and not
    in melee; the closest need not be chosen (TA-FANT-M04, TA-FANT-M05, TA-FANT-M07)."""
    body = standing_with(battle, caster)
    near = enemies_within(battle, body, reach + TOLERANCE)
    return [
        foe
        for foe in near
        if distance(body, foe) <= reach + TOLERANCE and not in_melee(battle, foe) and in_sight(battle, body, foe)
    ]


# ---------------------------------------------------------------- what is spent


def spend(scene: Scene, unit_id: str, dice: int = 0, prayers: int = 0) -> None:
    """What is spent is gone for the battle; who has prayed strikes as no hero this turn (TA-FANT-P06)."""
    unit = scene.unit(unit_id)
    person = person_of(unit)
    left = person.provided(person.dice_left - dice, person.prayers_left - prayers)
    scene.change(replace(unit, own=replace(unit.own, person=left)))
    if prayers:
        scene.change(with_turn(scene.unit(unit_id), prayed=True))


def cast_own(scene: Scene, unit_id: str, key: str) -> None:
    """A spell of his army's own is cast, and so often gone."""
    unit = scene.unit(unit_id)
    scene.change(replace(unit, own=replace(unit.own, person=person_of(unit).having_cast(key))))
