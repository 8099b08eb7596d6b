"""A castle before the first turn: who is posted on which work, and what oil there is: CM-SIEGE-07, CM-SIEGE-28."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.field import opposing
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.chainmail.fortress import GATE, GATEHOUSE, PALISADE, PUSHED, Cauldrons, Siege
from schiltron.rulesets.chainmail.siege.stations import on_top_near, works
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.rulesets.quartermaster import Field, Violation
from schiltron.table.body import Formed
from schiltron.table.lengths import FULL_TURN, HALF_TURN, QUARTER_TURN, Mdeg, Mil, heading_of, inches
from schiltron.table.terrain import Feature
from schiltron.table.works import course_of, is_wall, spot_on

Post = tuple[str, bool]
"""The name of a work, and whether on top of it."""
_WALL_PER_CAULDRON: Final[Mil] = inches(24)
"""So much wall has a cauldron of its own (CM-SIEGE-28)."""
_ALONG: Final = (0.5, 0.25, 0.75, 0.1, 0.9)


def besieged(battle: Battle, posts: Mapping[str, Post]) -> Battle:
    """The battle with everybody at his post, if there is a castle or anything to storm one with."""
    storming = any(_storms(unit) for unit in battle.units.values())
    if not works(battle) and not storming:
        return battle
    battle = replace(battle, own=replace(battle.own, siege=Siege(oil=tuple(_oil(battle)))))
    for key, (name, _) in sorted(posts.items()):
        work = next(one for one in works(battle) if one.name == name)
        place = _post(battle, work, battle.units[key])
        if place is not None:
            battle = battle.with_unit(replace(battle.units[key], place=place[0], body=place[1]))
    return battle


def _storms(unit: Unit) -> bool:
    line = unit.own.profile
    return line.engine in PUSHED or line.ladders or line.sappers


def _oil(battle: Battle) -> Iterator[Cauldrons]:
    """As many pourings as the players have agreed on; else a cauldron for each gatehouse, and for 24 inches of wall
    (CM-SIEGE-28)."""
    if battle.own.options.cauldrons:
        yield Cauldrons("", battle.own.options.cauldrons)
        return
    for work in works(battle):
        if work.kind == GATEHOUSE:
            yield Cauldrons(work.id)
        elif is_wall(work) and work.kind not in (GATE, PALISADE):
            for _ in range(max(1, round(course_of(work).length / _WALL_PER_CAULDRON))):
                yield Cauldrons(work.id)


def _post(battle: Battle, work: Feature, unit: Unit) -> tuple[OnTable, Formed] | None:
    """Where a unit stands on a work, in one rank if there is room for it, else in more."""
    if not isinstance(unit.body, Formed):
        return None
    for ranks in range(1, unit.figures + 1):
        body = replace(unit.body, files=-(-unit.figures // ranks))
        for at, looks in _middles(battle, work, unit):
            place = on_top_near(battle, work, at, looks, body, unit.figures, unit.id)
            if place is not None:
                return place, body
    return None


def _middles(battle: Battle, work: Feature, unit: Unit) -> Iterator[tuple[tuple[float, float], Mdeg]]:
    """Where to look for room: along a wall from its middle, or about the middle of a tower, looking at the enemy."""
    looks = _towards_enemy(battle, unit)
    if is_wall(work):
        for part in _ALONG:
            x, y, course = spot_on(work, course_of(work).length * part)
            out = (course + QUARTER_TURN) % FULL_TURN
            yield (x, y), min((out, (out + HALF_TURN) % FULL_TURN), key=lambda one: _turn(one, looks))
        return
    middle = work.polygon.centroid
    yield (middle.x, middle.y), looks


def _towards_enemy(battle: Battle, unit: Unit) -> Mdeg:
    """The heading from the middle of a side's zone to that of the enemy's."""
    zones = dict(battle.own.zones)
    own, other = zones[unit.side], next(zones[side] for side in opposing(battle, unit.side))
    return heading_of(other.left + other.right - own.left - own.right, other.top + other.bottom - own.top - own.bottom)


def _turn(one: Mdeg, other: Mdeg) -> int:
    return abs((one - other + HALF_TURN) % FULL_TURN - HALF_TURN)


def post_violations(field: Field) -> Iterator[Violation]:
    """Units that are posted stand on a work that there is."""
    named = [work.name for work in field.table.works]
    known = ", ".join(named) or "nothing: there are no walls or towers"
    for side, army in field.armies:
        for number, unit in enumerate(army):
            if unit.on and named.count(unit.on) != 1:
                wrong = f"no wall or tower, or more than one, is called {unit.on!r}"
                yield Violation(f"sides.{side}.units[{number}].on", wrong, f"one of {known}", ("CM-SIEGE-31",))
