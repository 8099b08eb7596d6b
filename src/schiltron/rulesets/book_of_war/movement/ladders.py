"""Ladders (chapter O6): figures that stand at the foot of a wall get over it, and down again on either side."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Term
from schiltron.rulesets.book_of_war.movement.footholds import CASTLE, at_foot, defenders, on_the_ground, on_top
from schiltron.rulesets.book_of_war.movement.trying import Try, needed, on_foot, side_of
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import FULL_TURN, QUARTER_TURN, Mdeg, direction, signed
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature, Strip, name_of
from schiltron.table.works import along, spot_on

_LADDER: Final = Term("over the wall", int(CASTLE["escalade_roll_at_least"]), "BW-O6-10")


def against_climbing(battle: Battle, unit: Unit, wall: Feature) -> list[Reason]:
    """Why nobody of a unit climbs a wall at whose foot it stands."""
    if not on_foot(unit):
        return [Reason(f"{unit.name} cannot use ladders", ("BW-O6-10",))]
    if not climbing(battle, unit, wall):
        return [Reason(f"there is no room left on {name_of(wall)}", ("BW-O6-10",), measured=True)]
    return []


def climbing(battle: Battle, unit: Unit, wall: Feature) -> list[Try]:
    """The figures at the foot of a wall that try to get over it, and what each needs: where it is defended 5 or more,
    less the bonus of its Hit Dice; where it is not, nothing (BW-O6-10)."""
    found = []
    for place in at_foot(wall, unit):
        figure = unit.places[place]
        if on_top(battle, unit, wall, figure) is not None:
            held = defenders(battle, unit, wall, along(wall, figure.x, figure.y))
            found.append(Try(place, needed(unit, _LADDER) if held else None))
    return found


def sides_of(wall: Feature, unit: Unit) -> tuple[Mdeg, Mdeg]:
    """The two ways off a wall, from where a unit stands: first that to the side it looks to."""
    *_, course = spot_on(wall, along(wall, unit.outline.x, unit.outline.y))
    one, other = (course + QUARTER_TURN) % FULL_TURN, (course - QUARTER_TURN) % FULL_TURN
    return (one, other) if abs(signed(one - unit.pose.heading)) <= QUARTER_TURN else (other, one)


def down_from(battle: Battle, unit: Unit, wall: Feature, side: str) -> Pose | None:
    """Where a figure comes to the ground that climbs down on a side of a wall (BW-O6-11); None if there is no room."""
    assert isinstance(wall, Strip)
    heading = next(one for one in sides_of(wall, unit) if side_of(one) == side)
    x, y, _ = spot_on(wall, along(wall, unit.outline.x, unit.outline.y))
    ux, uy = direction(heading)
    return on_the_ground(battle, unit, x + ux * wall.width / 2, y + uy * wall.width / 2, heading)
