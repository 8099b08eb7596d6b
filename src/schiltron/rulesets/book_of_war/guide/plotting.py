"""A path as it is being plotted: walked on the table as it is, or by its form alone.

Where all is announced before anything is measured (BW-B1-08), a plotted path is walked over open ground without end,
so that it shows what was drawn and tells nothing about what lies there.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from schiltron.battle.event import Leg
from schiltron.battle.field import enemies, near, touching
from schiltron.battle.manoeuvre import Path, Reform
from schiltron.battle.plotting import UNBOUNDED, brought_back, on_open_ground
from schiltron.battle.unit import OnTable
from schiltron.rulesets.book_of_war.field import PIKE_REACH, before_pikes, troop
from schiltron.rulesets.book_of_war.movement.paths import SPLIT, allowance, walk
from schiltron.rulesets.book_of_war.movement.phase import LONGEST_PATH
from schiltron.rulesets.book_of_war.movement.trial_moves import MOVE
from schiltron.rulesets.book_of_war.movement.walking import Bearing, Walker
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.lengths import Mil


class Plot(NamedTuple):
    """A path for a unit, and the move it may spend on it."""

    unit: Unit
    path: Path
    bearing: Bearing
    allowance: Mil


def plotted(unit: Unit, path: Path, action: str = MOVE) -> Plot:
    """A path of the movement phase: a move, or the first half of a split one (BW-B2-43)."""
    return Plot(unit, path[:LONGEST_PATH], "split" if action == SPLIT else "march", allowance(unit, action))


def declares_first(battle: Battle) -> bool:
    """Whether everything is announced before anything is measured (BW-B1-08)."""
    return battle.own.options.declare == "by_phase"


def walked(view: Battle, plot: Plot) -> Walker:
    """As far along the path as the table allows."""
    return walk(view, plot.unit, plot.path, plot.bearing, "stops", plot.allowance)


def by_form(view: Battle, plot: Plot) -> tuple[Leg, ...]:
    """The legs of a path over open ground, as far as the move carries. Only who touches it already stands there too."""
    unit = plot.unit
    open_ground = on_open_ground(view, unit, _at_hand(view, unit))
    walker = walk(open_ground, open_ground.units[unit.id], plot.path, plot.bearing, "stops", plot.allowance)
    return brought_back(walker.legs)


def as_drawn(view: Battle, plot: Plot) -> tuple[Leg, ...]:
    """The legs of a path over open ground, whatever they cost."""
    most = troop(plot.unit).move
    legs = by_form(view, plot._replace(allowance=UNBOUNDED))
    return tuple(replace(leg, cost=most) if isinstance(leg.manoeuvre, Reform) else leg for leg in legs)


def _at_hand(view: Battle, unit: Unit) -> list[Unit]:
    """Enemies whose contact, or whose points, are plain to see."""
    return [
        enemy
        for enemy in enemies(view, unit)
        if near(unit, enemy, PIKE_REACH) and (touching(unit, enemy) or before_pikes(unit, enemy))
    ]


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
    own = replace(unit.own, spent=unit.own.spent + spent, moved=True)
    return view.with_unit(replace(unit, place=OnTable(place), body=body, own=own))
