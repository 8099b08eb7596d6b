"""Who is posted on walls and in towers when the battle begins (chapter O6): each figure a unit of its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from msgspec.structs import replace
from shapely import Point

from schiltron.battle.state.unit import OnTable, Upon, in_line
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.rulesets.quartermaster import Enlisted, Field, Violation
from schiltron.table.base import Base
from schiltron.table.body import Formed
from schiltron.table.lengths import FULL_TURN, QUARTER_TURN, Mil, inches
from schiltron.table.outline import outline, overlapping
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature
from schiltron.table.works import build_of, course_of, is_wall, spot_on

_ASIDE: Final[Mil] = inches(0.45)
Post = tuple[str, bool]
"""The name of a work, and whether on top of it."""


def post_fault(works: Sequence[Feature], unit: Enlisted, army: Sequence[Enlisted]) -> str:
    """What is wrong with where a unit is posted; "" if nothing."""
    named = [work for work in works if work.name == unit.on]
    if len(named) != 1:
        return f"no wall or tower, or more than one, is called {unit.on!r}"
    (work,) = named
    if unit.figures > 1 and any(one.joins == unit.name for one in army if unit.name):
        return f"heroes who join {unit.name} cannot stand singly on {unit.on}: post them there themselves"
    posted = [one for one in army if one.on == unit.on]
    room, figures = build_of(work).room, sum(one.figures for one in posted if TROOPS[one.troop].hero is None)
    if room and figures > room:
        return f"{figures} mass figures are posted in {unit.on}, which holds {room}"
    bases = [TROOPS[one.troop].base for one in posted if one.on_top == unit.on_top for _ in range(one.figures)]
    both = len({one.on_top for one in posted}) > 1
    places = [
        outline(pose, Formed(base=base, files=1), 1) for pose, base in _spots(work, bases, _aside(both, unit.on_top))
    ]
    if any(overlapping(one, other) for one, other in combinations(places, 2)):
        return f"{unit.on} has no room for all who are posted there"
    if any(not work.polygon.covers(Point(one.x, one.y)) for one in places):
        return f"{unit.on} is too small for all who are posted there"
    return ""


def garrisoned(battle: Battle, posts: Mapping[str, Post]) -> Battle:
    """The battle with everybody at his post: evenly along a wall, about the middle of a tower."""
    units = dict(battle.units)
    for work in battle.table.works:
        both = {(work.name, True), (work.name, False)} <= set(posts.values())
        for on_top in (False, True):
            posted = [unit for key, unit in battle.units.items() if posts.get(key) == (work.name, on_top)]
            singles = [one for unit in posted for one in _singles(unit)]
            storey = build_of(work).storeys if on_top else 1
            spots = _spots(work, [one.body.base for one in singles], _aside(both, on_top))
            for one, (pose, _) in zip(singles, spots, strict=True):
                post = OnTable(pose, Upon(work.id, storey))
                units[one.id] = replace(one, place=post)
    return replace(battle, units={unit.id: unit for unit in in_line(units.values())})


def _singles(unit: Unit) -> list[Unit]:
    """Every figure of a unit by itself, the first being the unit (BW-O6-06)."""
    body = Formed(base=unit.body.base, files=1)
    first = replace(unit, original=1, figures=1, body=body)
    return [
        first,
        *(
            replace(first, id=f"{unit.id}.{number}", name=f"{unit.name} {number}", of=unit.id)
            for number in range(1, unit.figures)
        ),
    ]


def _aside(both: bool, on_top: bool) -> Mil:  # noqa: FBT001 - two facts about a post
    """How far off the middle of a tower a row stands, so that nobody hides those above or below him from view."""
    return 0 if not both else -_ASIDE if on_top else _ASIDE


def _spots(work: Feature, bases: Sequence[Base], aside: Mil) -> Iterator[tuple[Pose, Base]]:
    """Where figures are posted, with their bases: evenly along a wall looking out, side by side in a tower."""
    gone = -sum(base.width for base in bases) / 2
    for number, base in enumerate(bases):
        if is_wall(work):
            x, y, course = spot_on(work, course_of(work).length * (number + 0.5) / len(bases))
            heading = (course + QUARTER_TURN) % FULL_TURN
        else:
            centre, heading = work.polygon.centroid, 0
            x, y = centre.x + gone + base.width / 2, centre.y + aside
            gone += base.width
        yield Pose(round(x), round(y), heading).advanced(base.depth / 2), base


def post_violations(field: Field) -> Iterator[Violation]:
    """Units that are posted stand on a work that there is, and has room for them (BW-O6-13)."""
    works = field.table.works
    known = ", ".join(work.name for work in works) or "nothing: there are no walls or towers"
    for side, army in field.armies:
        for number, unit in enumerate(army):
            wrong = post_fault(works, unit, army) if unit.on else ""
            if wrong:
                yield Violation(f"sides.{side}.units[{number}].on", wrong, f"one of {known}", ("BW-O6-13",))
