"""A path that is being plotted: walked on the real table, or judged by its form alone.

Where all is announced before anything is measured (BW-B1-08), a plotted path is walked over open ground without end,
so that it shows what was drawn and tells nothing about what lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from schiltron.battle.guide.plain_sight import barring, closed_ground, friend_in_the_way
from schiltron.battle.guide.plotted_paths import UNBOUNDED, brought_back, on_open_ground
from schiltron.battle.state.event import Leg
from schiltron.battle.state.field import enemies, friends, near, touching
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Path, Reform
from schiltron.rulesets.book_of_war.field import PIKE_REACH, before_pikes, troop_now
from schiltron.rulesets.book_of_war.movement.ground import impassable
from schiltron.rulesets.book_of_war.movement.individuals import stepping_out
from schiltron.rulesets.book_of_war.movement.paths import allowance, bearing_of, walk
from schiltron.rulesets.book_of_war.movement.phase import LONGEST_PATH
from schiltron.rulesets.book_of_war.movement.trial_moves import MOVE
from schiltron.rulesets.book_of_war.movement.voyages import way_of
from schiltron.rulesets.book_of_war.movement.walking import Bearing, Walker
from schiltron.rulesets.book_of_war.state import Battle, Unit, with_turn
from schiltron.table.edges import Board
from schiltron.table.lengths import Mil
from schiltron.table.terrain import Area


class Plot(NamedTuple):
    """A path for a unit, and the move it may spend on it."""

    unit: Unit
    path: Path
    bearing: Bearing
    allowance: Mil


def plotted(view: Battle, unit: Unit, path: Path, action: str = MOVE) -> Plot:
    """A path of the movement phase: a move, or the first half of a split one (BW-B2-43). A hero in the ranks sets out
    from his place there (BW-A3-03)."""
    alone = stepping_out(view, unit).units[unit.id]
    action = way_of(unit, action) if unit.afloat else action
    return Plot(alone, path[:LONGEST_PATH], bearing_of(action), allowance(view, alone, action))


def declares_first(battle: Battle) -> bool:
    """Whether everything is announced before anything is measured (BW-B1-08)."""
    return battle.own.options.declare == "by_phase"


def walked(view: Battle, plot: Plot) -> Walker:
    """As far along the path as the table allows."""
    return walk(view, plot.unit, plot.path, plot.bearing, "stops", plot.allowance)


def by_form(view: Battle, plot: Plot) -> tuple[Leg, ...]:
    """The legs of a path over open ground, as far as the move carries. Only who touches it already stands there too."""
    unit = plot.unit
    open_ground = on_open_ground(view, unit, [] if unit.afloat else _at_hand(view, unit))
    if unit.afloat:
        open_ground = replace(open_ground, board=open_water(open_ground.table))
    walker = walk(open_ground, open_ground.units[unit.id], plot.path, plot.bearing, "stops", plot.allowance)
    return brought_back(walker.legs)


def as_drawn(view: Battle, plot: Plot) -> tuple[Leg, ...]:
    """The legs of a path over open ground, whatever they cost."""
    most = troop_now(view, plot.unit).move
    legs = by_form(view, plot._replace(allowance=UNBOUNDED))
    return tuple(replace(leg, cost=most) if isinstance(leg.manoeuvre, Reform) else leg for leg in legs)


def open_water(board: Board) -> Board:
    """A board that is water from edge to edge."""
    ring = ((0, 0), (board.width, 0), (board.width, board.depth), (0, board.depth))
    return replace(board, features=(Area("water", "pond", "open water", ring),))


def _at_hand(view: Battle, unit: Unit) -> list[Unit]:
    """Enemies whose contact, or whose points, are plain to see."""
    return [
        enemy
        for enemy in enemies(view, unit)
        if near(unit, enemy, PIKE_REACH) and (touching(view, unit, enemy) or before_pikes(view, unit, enemy))
    ]


def seen_in_the_way(view: Battle, unit: Unit, legs: Sequence[Leg]) -> tuple[Reason, ...]:
    """Friends and ponds that a drawn path leads through; the core game has no ground (BW-C3-12)."""
    obstacles = [friend_in_the_way(one, "BW-B4-13") for one in friends(view, unit)]
    if view.board is not None and view.own.options.game != "core":
        ponds = (one for one in view.board.features if impassable(one))
        obstacles += [closed_ground(one, one.polygon, "BW-B3-11") for one in ponds]
    return barring(unit, legs, obstacles)


def at_its_end(view: Battle, plot: Plot) -> Battle:
    """The battle with the unit at the end of its path and the move spent, before anything comes of it."""
    if not plot.path:
        return view
    unit = plot.unit
    if declares_first(view):
        legs = by_form(view, plot)
        spent = sum(leg.cost for leg in legs)
        place, body = (legs[-1].pose, legs[-1].body) if legs else (unit.pose, unit.body)
    else:
        walker = walked(view, plot)
        spent, place, body = walker.spent, walker.pose, walker.body
    moved = with_turn(unit, spent=unit.own.turn.spent + spent, moved=True)
    return view.with_unit(replace(moved, place=unit.place_at(place), body=body))
