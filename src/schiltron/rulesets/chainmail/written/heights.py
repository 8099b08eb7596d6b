"""What is done at once on the clock of written orders, and who finds no room for it: flyers come to another height
(CM-FANT-GEN-12), single figures turn where they stand (CM-TURN-11)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.clock import FULL, Course, Moment
from schiltron.battle.state.event import Leg
from schiltron.battle.state.field import others
from schiltron.battle.state.manoeuvre import FormUp
from schiltron.battle.state.unit import Level, OnTable
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.chainmail.walking.flying import HEIGHTS
from schiltron.rulesets.chainmail.written.timed_way import Going
from schiltron.table.lengths import CONTACT
from schiltron.table.outline import overlapping

RULES: Final = ("CM-FANT-GEN-12", "CM-TURN-11")
_IN_EACH_OTHER: Final = 2 * CONTACT


def is_height(leg: Leg) -> bool:
    """Whether a leg leads up or down."""
    return isinstance(leg.manoeuvre, FormUp) and leg.manoeuvre.to in HEIGHTS


def next_height(going: Iterable[Going], clock: Moment, until: Moment) -> Moment:
    """The first moment after another at which somebody is higher or lower than before; `until`, if nobody is by
    then."""
    for one in going:
        if any(is_height(leg) for leg in one.course.legs):
            until = min(until, _next_height(one.course, clock, until))
    return until


def _next_height(course: Course, clock: Moment, until: Moment) -> Moment:
    run = 0
    for number, leg in enumerate(course.legs):
        run += leg.cost
        if is_height(leg) and course.done(clock) <= number:
            moment = course.since + run * (FULL - course.since) // course.cost
            return next((one for one in range(max(moment, clock + 1), until) if course.done(one) > number), until)
    return until


def level_at(battle: Battle, one: Going, moment: Moment) -> Level:
    """On which level a unit is at a moment: on a leg up or down it is where it was until that is done."""
    done = one.course.done(moment)
    return one.shapes[done - 1].level if done else battle.units[one.unit].level


def without_room(battle: Battle, going: tuple[Going, ...], since: Moment, until: Moment) -> dict[str, Unit]:
    """Those who come to another height between two moments and find it taken, with who is in their way: of two for one
    place the first in line has it."""
    levels = {one.unit: (level_at(battle, one, since), level_at(battle, one, until)) for one in going}
    changing = [key for key, (before, after) in levels.items() if before != after]
    if not changing:
        return {}
    units = dict(battle.units)
    for one in going:
        pose, body = one.course.at(until)
        units[one.unit] = replace(units[one.unit], place=OnTable(pose, levels[one.unit][0]), body=body)
    there = replace(battle, units=units)
    found: dict[str, Unit] = {}
    for key in battle.in_line(changing):
        unit = there.units[key]
        moved = replace(unit, place=OnTable(unit.pose, levels[key][1]))
        taken = next(
            (one for one in others(there, moved) if overlapping(moved.outline, one.outline, _IN_EACH_OTHER)), None
        )
        if taken is not None:
            found[key] = taken
        else:
            there = there.with_unit(moved)
    return found


def no_room_to_turn(battle: Battle, going: tuple[Going, ...], clock: Moment) -> dict[str, Unit]:
    """Those who turn where they stand as they set out and would turn into somebody, with who is in their way."""
    turned = {one.unit: one.course.at(clock) for one in going if one.course.since == clock}
    there = battle
    found: dict[str, Unit] = {}
    for key in battle.in_line(key for key, (pose, _) in turned.items() if pose != battle.units[key].pose):
        unit, (pose, body) = there.units[key], turned[key]
        moved = replace(unit, place=OnTable(pose, unit.level), body=body)
        met = (one for one in others(there, moved) if not overlapping(unit.outline, one.outline, _IN_EACH_OTHER))
        taken = next((one for one in met if overlapping(moved.outline, one.outline, _IN_EACH_OTHER)), None)
        if taken is not None:
            found[key] = taken
        else:
            there = there.with_unit(moved)
    return found
