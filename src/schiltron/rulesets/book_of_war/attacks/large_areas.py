"""Areas of magic and breath that cover more than one figure (chapter O5): by the middles of figures, up to a number."""

from __future__ import annotations

from collections.abc import Container
from math import hypot
from typing import Final

from schiltron.battle.play.powers import Point, Struck
from schiltron.battle.state.field import takes_room
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.book_of_war.embedded import heroes_with, in_play, stands_at
from schiltron.rulesets.book_of_war.enclosed import sealed_in
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.troop_type import base_of
from schiltron.table.lengths import inches
from schiltron.table.rectangles import gap, to_edge
from schiltron.table.shapes import Corridor, Disc, caught, may_meet

_ROOM: Final = 4
"""Figures on foot that an area catches at most; others take the room of two (BW-O5-04)."""
_FOOT: Final = base_of("infantry").width
_RADIUS: Final = inches(1)
LARGER: Final = 1.5
"""Areas divided by 2 against those divided by 3 (BW-O5-04)."""
_BREATH: Final = inches(2)
_WIDE: Final = inches(1)


def is_large(battle: Battle) -> bool:
    return battle.own.options.areas == "large"


def blast(x: float, y: float) -> Disc:
    """Two inches across (BW-O5-04)."""
    return Disc(round(x), round(y), _RADIUS)


def breath_way(battle: Battle, dragon: Unit, target: Unit) -> tuple[Corridor, Struck]:
    """The ground that a breath sweeps, 2 inches from the dragon through the nearest figure of its target, and that
    figure (BW-O5-04)."""
    base = dragon.places[0].rect
    body = battle.units[target.host] if target.host else target
    standing = list(enumerate(body.places[: body.figures]))
    if target.host:
        standing = [one for one in standing if one[0] == stands_at(battle, target)]
    _, _, place = min(
        (round(gap(base, one.rect)), round(hypot(one.x - base.x, one.y - base.y)), number) for number, one in standing
    )
    mark = body.places[place]
    far = to_edge(base, mark.x, mark.y) + _BREATH
    apart = hypot(mark.x - base.x, mark.y - base.y) or 1.0
    end = Point(base.x + (mark.x - base.x) * far / apart, base.y + (mark.y - base.y) * far / apart)
    return Corridor(round(base.x), round(base.y), round(end.x), round(end.y), _WIDE), Struck(body.id, place)


def caught_in(
    battle: Battle,
    ground: Disc | Corridor,
    first: Struck | None,
    besides: Container[str],
    room: int | None = _ROOM,
) -> dict[str, int]:
    """Whom an area catches: units of any side with the number of their figures, and heroes. The figure that is struck
    `first` is among them; then those whose middles lie in it, the nearest first, as many as it has room for (None: all
    of them)."""
    taken = [first] if first is not None else []
    left = None if room is None else room - sum(_width(battle, one) for one in taken)
    for one in _within(battle, ground, besides):
        if one not in taken and (left is None or _width(battle, one) <= left):
            left = None if left is None else left - _width(battle, one)
            taken.append(one)
    found: dict[str, int] = {}
    for one in taken:
        unit = battle.units[one.unit]
        found[unit.id] = found.get(unit.id, 0) + 1
        for hero in heroes_with(battle, unit):
            if in_play(hero) and hero.id not in besides and stands_at(battle, hero) == one.place:
                found[hero.id] = 1
    return found


def _width(battle: Battle, one: Struck) -> int:
    """The room that a figure takes of an area."""
    return 1 if troop(battle.units[one.unit]).base.width <= _FOOT else 2


def _within(battle: Battle, ground: Disc | Corridor, besides: Container[str]) -> list[Struck]:
    """Figures whose middles lie in an area, the nearest to where it begins first; nobody inside a tower (BW-O6-12)."""
    x, y = (ground.x, ground.y) if isinstance(ground, Disc) else (ground.from_x, ground.from_y)
    found = []
    for unit in in_line(battle.units.values()):
        if not unit.figures or unit.id in besides or not takes_room(unit) or not may_meet(ground, unit.outline):
            continue
        if sealed_in(battle, unit):
            continue
        standing = unit.places[: unit.figures]
        for one in caught(ground, standing):
            if one.centre_inside:
                figure = standing[one.index]
                found.append((round(hypot(figure.x - x, figure.y - y)), unit.turn_in_line, Struck(unit.id, one.index)))
    return [struck for _, _, struck in sorted(found)]
