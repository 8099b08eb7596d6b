"""Units of no book on a table, in inches: blue looks up the page, red down."""

from __future__ import annotations

from schiltron.battle.state.battle import Battle, Seat, Side
from schiltron.battle.state.unit import OnTable, Unit
from schiltron.table.base import Base
from schiltron.table.body import Body, Formed, Single
from schiltron.table.edges import Board
from schiltron.table.lengths import inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature

FOOT = Base(inches(1), inches(1))
PlainUnit = Unit[None]
PlainBattle = Battle[None, None, None]


def line(name: str, x: float, y: float, *, facing: float | None = None, figures: int = 10, files: int = 5) -> PlainUnit:
    """Ranks and files, the middle of the front at x, y. The first word of the name is the side."""
    return _standing(name, Formed(FOOT, files), x, y, facing, figures)


def hero(name: str, x: float, y: float, *, facing: float | None = None) -> PlainUnit:
    """One figure about x, y."""
    return _standing(name, Single(FOOT), x, y, facing, 1)


def _standing(name: str, body: Body, x: float, y: float, facing: float | None, figures: int) -> PlainUnit:
    side = name.split(maxsplit=1)[0]
    heading = facing if facing is not None else 0 if side == "blue" else 180
    return Unit(
        id=name,
        name=name,
        kind="men",
        owner=side,
        side=side,
        controller=side,
        original=figures,
        figures=figures,
        place=OnTable(Pose(inches(x), inches(y), round(heading * 1000))),
        body=body,
        own=None,
    )


def drawn_up(*units: PlainUnit, features: tuple[Feature, ...] = ()) -> PlainBattle:
    """A battle on a table of 48 by 36 inches."""
    return Battle(
        ruleset="none",
        title="drawn up",
        board=Board(inches(48), inches(36), features),
        sides=(Side("blue", "Blue", "blue"), Side("red", "Red", "red")),
        seats=(Seat("blue", "blue"), Seat("red", "red")),
        units={unit.id: unit for unit in units},
        own=None,
        agenda=(),
    )
