"""Hulls on the water (chapter O6): what they touch, who is aboard, and where figures stand and step over."""

from __future__ import annotations

from typing import Final

from shapely import Point, Polygon, union_all
from shapely.geometry.base import BaseGeometry

from schiltron.battle.movement.platforms import carried_by
from schiltron.battle.state.field import friendly, hostile, in_melee
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import Upon
from schiltron.battle.words.grammar import said
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.rulesets.book_of_war.troop_type import Ship
from schiltron.table.base import Base
from schiltron.table.lengths import CONTACT, Mil, inches
from schiltron.table.outline import Outline, gap

ROW: Final = "row"
SAIL: Final = "sail"
_HANDLING: Final = {str(row["propulsion"]): row for row in LAW.sheet("BW-T-ships").records()}
STRAIGHT: Final[dict[str, Mil]] = {
    ROW: inches(float(_HANDLING["rowed"]["inches_per_45_degree_turn"])),
    SAIL: inches(float(_HANDLING["sailed"]["inches_per_45_degree_turn"])),
}
"""The straight run that a turn of 45 degrees takes, rowed and sailed (BW-O6-19)."""
DECK: Final = 0
"""The level of a ship on which figures stand."""
A_TURN: Final = STRAIGHT[ROW] * STRAIGHT[SAIL] // 1000
"""The same run in parts, of which an inch rowed gives as many more than one sailed as it takes fewer of them: so both
can be counted together."""
_HAIR: Final[Mil] = CONTACT
"""So far a base may reach over the rail, however its place is rounded."""
_A_STEP: Final[Mil] = inches(0.75)


def parts_of_turn(action: str, distance: Mil) -> int:
    """What a straight run gives towards the next turn (BW-O6-19)."""
    return distance * A_TURN // STRAIGHT[action]


def still_to_run(run: int, action: str) -> Mil:
    """How far a ship must still go straight before it may turn by 45 degrees (BW-O6-19)."""
    short = max(0, A_TURN - run)
    return -(-short * STRAIGHT[action] // A_TURN)


def ship_of(unit: Unit) -> Ship:
    ship = troop(unit).ship
    assert ship is not None, f"{unit.name} is no ship"
    return ship


def hulls(battle: Battle) -> list[Unit]:
    return [unit for unit in battle.units.values() if unit.afloat]


def other_hulls(battle: Battle, ship: Unit) -> list[Unit]:
    return [unit for unit in battle.units.values() if unit.afloat and unit.id != ship.id]


def alongside(battle: Battle, ship: Unit) -> list[Unit]:
    """Ships whose hulls touch a ship's: from one to the other figures may step."""
    return [other for other in other_hulls(battle, ship) if touch(ship.outline, other.outline)]


def touch(one: Outline, other: Outline) -> bool:
    """Whether two hulls touch."""
    return one.near(other, CONTACT) and gap(one, other) <= CONTACT


def crew(battle: Battle, ship: Unit) -> list[Unit]:
    """Units of its own side aboard a ship."""
    return [unit for unit in carried_by(battle, ship.id) if unit.figures and friendly(battle, unit, ship)]


def boarders(battle: Battle, ship: Unit) -> list[Unit]:
    """Enemies aboard a ship."""
    return [unit for unit in carried_by(battle, ship.id) if unit.figures and hostile(battle, unit, ship)]


def held_fast(battle: Battle, ship: Unit) -> list[Reason]:
    """Why a ship cannot get under way: nobody is aboard to work it, enemies are, or those aboard are in contact with
    the enemy, from deck to deck (BW-O6-19)."""
    men = crew(battle, ship)
    if not men:
        return [Reason(f"nobody is aboard {ship.name} to work it", ("BW-O6-19",))]
    found = boarders(battle, ship)
    if found:
        return [Reason(f"{said(found[0], 'have')} boarded {ship.name}", ("BW-O6-19",))]
    fighting = next((unit for unit in men if in_melee(battle, unit)), None)
    if fighting is not None:
        return [Reason(f"{said(fighting, 'are')} fighting from deck to deck", ("BW-O6-19",))]
    between = next((unit for unit in _abreast(battle, ship) if not _keeps_to_its_deck(battle, unit)), None)
    if between is not None:
        return [Reason(f"{said(between, 'stand')} between two ships", ("BW-O6-19",))]
    return []


def _abreast(battle: Battle, ship: Unit) -> list[Unit]:
    """Everybody aboard a ship, and aboard those alongside."""
    others = alongside(battle, ship)
    return [unit for hull in (ship, *others) for unit in carried_by(battle, hull.id)] if others else []


def _keeps_to_its_deck(battle: Battle, unit: Unit) -> bool:
    level = unit.level
    assert isinstance(level, Upon), f"{unit.name} is aboard nothing"
    here = unit.outline
    return bool(deck(battle.units[level.feature], unit.body.base).buffer(1).covers(Point(here.x, here.y)))


# ---------------------------------------------------------------- decks


def deck(hull: Unit, base: Base) -> BaseGeometry:
    """Where the middle of a figure may stand on a ship, so that its base finds room between the rails."""
    return hull_shape(hull.outline).buffer(_HAIR - min(base.width, base.depth) / 2, join_style="mitre")


def gangways(battle: Battle, hull: Unit) -> BaseGeometry:
    """Where figures step from a ship onto those alongside: no farther from where the hulls touch than a figure is
    broad."""
    here = hull_shape(hull.outline).buffer(CONTACT)
    rails = [here.intersection(hull_shape(other.outline)) for other in alongside(battle, hull)]
    return union_all(rails).buffer(_A_STEP)


def ways_on_deck(battle: Battle, hull: Unit, base: Base) -> BaseGeometry:
    """Where a figure aboard a ship may go: about its deck, and over the rail onto the decks alongside."""
    decks = [deck(one, base) for one in (hull, *alongside(battle, hull))]
    return decks[0] if len(decks) == 1 else union_all([*decks, gangways(battle, hull)])


def hull_under(battle: Battle, hull: Unit, x: float, y: float) -> Unit:
    """Of a ship and those alongside the one on which a point lies, or to which it is nearest."""
    here = Point(x, y)
    return min((hull, *alongside(battle, hull)), key=lambda one: hull_shape(one.outline).distance(here))


def in_castle(hull: Unit, x: float, y: float) -> bool:
    """Whether a point of a ship lies in its forecastle or its aftercastle (BW-O6-07)."""
    ship, aft = ship_of(hull), -hull.pose.local(x, y)[1]
    return aft <= ship.forecastle or aft >= troop(hull).base.depth - ship.aftercastle


def hull_shape(outline: Outline) -> BaseGeometry:
    return union_all([Polygon(rect.corners) for rect in outline.rects])
