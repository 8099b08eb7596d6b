"""Ships for tests of Book of War, in inches, with figures aboard.

`at` is the middle of the bow. A deck is measured from there: to the right, and ahead (less than 0 is aft).
"""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.battle.state.manoeuvre import Manoeuvre, Turn
from schiltron.battle.state.unit import Afloat, OnTable, Upon
from schiltron.rulesets.book_of_war.hulls import A_TURN, DECK, STRAIGHT
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.rulesets.book_of_war.troops import house_key
from schiltron.rulesets.book_of_war.vessels import type_of
from schiltron.rulesets.quartermaster import Enlisted
from schiltron.table.lengths import degrees, inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area
from tests.rulesets.book_of_war.positions import NORTH, SOUTH, Played, moving, piece, unit

GALLEY = {"type": "galley", "rowed": 9, "sailed": 15, "length": 120, "beam": 30, "forecastle": 30, "aftercastle": 30}
"""Six inches by one and a half; the castles are an inch and a half long each."""


def sea(width: float = 72, depth: float = 48) -> Area:
    return piece("pond", 0, 0, width, depth)


def ship(
    id: str, *, at: tuple[float, float], side: str, facing: float, run: tuple[str, float] = ("row", 0), **more: int
) -> Unit:
    """A galley, unless it is told otherwise, that has run straight so far since its last turn."""
    kind = house_key(type_of(Enlisted("ship", 1, name=id, equipment={**GALLEY, **more})))
    action, far = run
    hull = unit(kind, 1, side=side, at=at, facing=facing, id=id, run=inches(far) * A_TURN // STRAIGHT[action])
    return replace(hull, place=Afloat(hull.pose))


swan = partial(ship, "swan", side="blue", facing=NORTH)
gull = partial(ship, "gull", side="red", facing=SOUTH)


def aboard(
    hull: Unit, id: str, right: float = 0, ahead: float = -3, *, kind: str = "medium_infantry", looks: float = 0
) -> Unit:
    """A figure on the deck of a ship, its middle so far from the bow; it looks so many degrees off the ship's bow."""
    x, y = hull.pose.world(inches(right), inches(ahead))
    one = unit(kind, 1, side=hull.side, at=(0, 0), facing=0, id=id)
    pose = Pose(round(x), round(y), (hull.pose.heading + degrees(looks)) % 360_000)
    return replace(one, place=OnTable(pose.advanced(one.body.base.depth / 2), Upon(hull.id, DECK)))


def at_sea(*units: Any, **more: Any) -> Played:
    """Blue moves on open water."""
    return moving(*units, sea(), **{"game": "advanced", **more})


def row(*legs: Manoeuvre, actor: str = "swan") -> Commanded:
    return Commanded(actor, "row", PathDrawn(legs))


def sail(*legs: Manoeuvre, actor: str = "swan") -> Commanded:
    return Commanded(actor, "sail", PathDrawn(legs))


def helm(angle: float) -> Turn:
    """To starboard for a positive angle."""
    return Turn(degrees(angle))
