"""Enclosed spaces (chapter O6): the tops of walls, towers within and on top, decks of ships. Who stands there stands
singly.

A figure is in an enclosed space if its level is a storey (`Upon`). There units may be smaller than three figures,
friends pass through one another, facing does not matter and nobody's morale is ever in question.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET
from shapely.geometry.base import BaseGeometry

from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.state.field import standing_with
from schiltron.battle.state.unit import Level, Upon
from schiltron.rulesets.book_of_war.hulls import in_castle, ways_on_deck
from schiltron.rulesets.book_of_war.state import Battle, Unit
from schiltron.table.terrain import Feature, name_of
from schiltron.table.works import build_of, top_of


class Storey(NamedTuple):
    """Where figures stand in an enclosed space: the ground plan that holds their middles, how many steps higher than
    the ground about it, how many figures it holds (0: as many as find room), whether a battlement covers them, and
    whether nothing from outside reaches them."""

    name: str
    plan: BaseGeometry
    height: int
    room: int
    battlement: bool
    sealed: bool


def enclosed(unit: Unit) -> bool:
    """Whether a unit stands in an enclosed space (BW-O6-02, BW-O6-03, BW-O6-04)."""
    return type(unit.level) is Upon


def work_under(battle: Battle, level: Level) -> Feature | None:
    """The work on a storey of which one stands."""
    return piece(battle, level.feature) if isinstance(level, Upon) else None


def storey_of(battle: Battle, level: Level) -> Storey | None:
    """The storey that a level is; None on the ground and in the air, and on a deck, which is asked for by itself."""
    work = work_under(battle, level)
    if work is None or work.build is UNSET or not isinstance(level, Upon):
        return None
    build, top = build_of(work), level.storey == build_of(work).storeys
    return Storey(
        name_of(work), top_of(work), level.storey, build.room, battlement=top and build.battlement, sealed=not top
    )


def deck_under(battle: Battle, level: Level) -> Unit | None:
    """The ship on whose deck one stands."""
    hull = battle.units.get(level.feature) if isinstance(level, Upon) else None
    return hull if hull is not None and hull.afloat else None


def room_to_go(battle: Battle, unit: Unit) -> BaseGeometry | None:
    """Where the middle of a unit may go that is in an enclosed space: about its storey, or about a deck and over the
    rail onto those alongside (BW-O6-05)."""
    hull = deck_under(battle, unit.level)
    if hull is not None:
        return ways_on_deck(battle, hull, unit.body.base)
    storey = storey_of(battle, unit.level)
    return None if storey is None else storey.plan


def sealed_in(battle: Battle, unit: Unit) -> bool:
    """Whether a unit is inside a tower, where nothing from outside harms it (BW-O6-12)."""
    return unit.level is not None and _within_walls(battle, unit.level)


def level_with(battle: Battle, unit: Unit) -> Level:
    """The level of a unit, or of the one in whose ranks it stands."""
    return standing_with(battle, unit).level


def beyond_walls(battle: Battle, here: Level, there: Level) -> tuple[str, ...]:
    """Units that nothing harms which is sent from one level to another: those inside towers, unless it comes from the
    very storey on which they are; and if it stays on that storey, everybody else (BW-O6-12)."""
    if not battle.table.works:
        return ()
    if here == there and _within_walls(battle, there):
        return tuple(unit.id for unit in battle.units.values() if unit.level != there)
    return tuple(unit.id for unit in battle.units.values() if _within_walls(battle, unit.level))


def _within_walls(battle: Battle, level: Level) -> bool:
    storey = storey_of(battle, level)
    return storey is not None and storey.sealed


def covered(battle: Battle, unit: Unit) -> bool:
    """Whether a battlement protects a unit from missiles, or the castle of a ship (BW-O6-07)."""
    if unit.level is None:
        return False
    hull = deck_under(battle, unit.level)
    if hull is not None:
        return in_castle(hull, unit.outline.x, unit.outline.y)
    storey = storey_of(battle, unit.level)
    return storey is not None and storey.battlement


def steps_up(battle: Battle, level: Level) -> int:
    """How many steps above the ground about it a level lies: who shoots from there counts as on higher ground
    (BW-O6-14)."""
    if level is None:
        return 0
    storey = storey_of(battle, level)
    return 0 if storey is None else storey.height
