"""The ways to baggage camps off the table, who finds them and who is there: CM-HIST-40, CM-HIST-41, CM-HIST-44."""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace
from shapely import LineString, Polygon, union_all
from shapely.geometry.base import BaseGeometry

from schiltron.battle.setup.battle_line import facing
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.field import fights_against, foes, troops
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.chainmail.field import alive, goes_as_person, is_fleeing
from schiltron.rulesets.chainmail.state import Baggage, Battle, Scene, Unit
from schiltron.rulesets.chainmail.walking.rates import normal_move
from schiltron.table.edges import TableEdge
from schiltron.table.lengths import QUARTER_TURN, Mil, inches, show_inches

PATH: Final[Mil] = inches(6)
"""How wide the way to a camp is (CM-HIST-40)."""
LOOTING: Final = "looting the baggage"
SAVING: Final = "saving the baggage"
_BEHIND: Final[tuple[TableEdge, ...]] = ("south", "west", "north", "east")
"""The edge behind who looks north, east, south or west."""
_LEFT_IS_LAST: Final[tuple[TableEdge, ...]] = ("north", "east")
"""Edges whose left-hand end, as one looks from them onto the table, is the east or south one."""

# ---------------------------------------------------------------- the way to a camp


def home_edge(battle: Battle, side: str) -> TableEdge:
    """A side's own table edge, behind where it starts."""
    return _BEHIND[facing(battle.own.zones, side) // QUARTER_TURN]


def stretches(battle: Battle, side: str) -> tuple[Mil, ...]:
    """Where along its edge a side may have the way to its camp begin, counted from the north or west end; if not all of
    the edge is taken up, what is left is at its right-hand end."""
    board, edge = battle.table, home_edge(battle, side)
    length = board.width if edge in ("north", "south") else board.depth
    return tuple(range(length % PATH if edge in _LEFT_IS_LAST else 0, length - PATH + 1, PATH))


def from_the_middle(battle: Battle, side: str) -> tuple[Mil, ...]:
    """The stretches from the middle outwards, of two as far from it the right-hand one first."""
    found = stretches(battle, side)
    from_left = found[::-1] if home_edge(battle, side) in _LEFT_IS_LAST else found
    order = sorted(range(len(found)), key=lambda place: (abs(2 * place + 1 - len(found)), -place))
    return tuple(from_left[place] for place in order)


def way_in(battle: Battle, camp: Baggage) -> LineString:
    """The stretch of the edge through which a camp is reached."""
    assert camp.at is not None
    board, start, end = battle.table, camp.at, camp.at + PATH
    ends: dict[TableEdge, tuple[tuple[Mil, Mil], tuple[Mil, Mil]]] = {
        "north": ((start, 0), (end, 0)),
        "east": ((board.width, start), (board.width, end)),
        "south": ((start, board.depth), (end, board.depth)),
        "west": ((0, start), (0, end)),
    }
    return LineString(ends[home_edge(battle, camp.side)])


def shape_of(unit: Unit) -> BaseGeometry:
    return union_all([Polygon(rect.corners) for rect in unit.outline.rects])


def is_near(battle: Battle, unit: Unit, camp: Baggage) -> bool:
    """Whether the path lies no more than a normal move from a unit (CM-HIST-41, CM-HIST-43)."""
    return bool(shape_of(unit).distance(way_in(battle, camp)) <= normal_move(battle, unit).total)


def camp_of(battle: Battle, side: str) -> Baggage | None:
    return next((camp for camp in battle.own.baggage if camp.side == side), None)


def with_ways_unknown(battle: Battle, seat: str | None) -> Battle:
    """The battle without the ways to camps that only their owners know as yet (CM-HIST-40)."""
    side = battle.side_at(seat)
    camps = tuple(camp if camp.side == side or camp.found_by else replace(camp, at=None) for camp in battle.own.baggage)
    return battle if camps == battle.own.baggage else replace(battle, own=replace(battle.own, baggage=camps))


def with_ways_imagined(view: Battle, random: Random) -> Battle:
    """The battle with the ways that are not known laid where they may be: where no enemy has come near enough to find
    them (CM-HIST-41)."""
    if all(camp.at is not None for camp in view.own.baggage):
        return view
    camps = [camp if camp.at is not None else _laid_anywhere(view, camp, random) for camp in view.own.baggage]
    return replace(view, own=replace(view.own, baggage=tuple(camps)))


def _laid_anywhere(view: Battle, camp: Baggage, random: Random) -> Baggage:
    ways = [replace(camp, at=at) for at in stretches(view, camp.side)]
    seekers = [unit for unit in foes(view, camp.side) if seeks(unit)]
    unfound = [way for way in ways if not any(is_near(view, unit, way) for unit in seekers)]
    return random.choice(unfound or ways)


# ---------------------------------------------------------------- who is there


def at_the_camp(battle: Battle, camp: Baggage) -> tuple[list[Unit], list[Unit]]:
    """The owner's units at a camp, and the looters; not who has fought it out."""
    edge = home_edge(battle, camp.side)
    ours = [one for one in troops(battle, camp.side) if _is_at(one, SAVING, edge)]
    theirs = [one for one in foes(battle, camp.side) if _is_at(one, LOOTING, edge)]
    return ours, theirs


def _is_at(unit: Unit, why: str, edge: str) -> bool:
    return unit.place == OffTable(why, edge) and bool(unit.figures)


# ---------------------------------------------------------------- found


def called(at: Mil) -> str:
    return f"from {show_inches(at)} to {show_inches(at + PATH)} along the edge"


def seeks(unit: Unit) -> bool:
    """Troops in hand; a commander on his own has other things to do."""
    fit = alive(unit) and unit.on_table and not is_fleeing(unit)
    return fit and not unit.own.hire.temper and not goes_as_person(unit)


def find(scene: Scene, unit_id: str) -> None:
    """As soon as a hostile unit is that near to the path it is declared to have found the baggage (CM-HIST-41)."""
    if scene.battle.own.options.baggage != "off_table":
        return
    for camp in scene.battle.own.baggage:
        unit = scene.unit(unit_id)
        foe = fights_against(scene.battle, unit, camp.side)
        new = foe and unit_id not in camp.found_by and camp.at is not None
        if new and seeks(unit) and is_near(scene.battle, unit, camp):
            assert camp.at is not None
            note(scene, replace(camp, found_by=(*camp.found_by, unit_id)))
            whose = scene.battle.side_named(camp.side).title
            told = f"{unit.name} have found the baggage of {whose}, {called(camp.at)}"
            scene.tell(Ruled(what=told, rules=("CM-HIST-41",)))


def find_all(scene: Scene) -> None:
    """Whoever has come near otherwise than by a move: driven there, rallied, or set up there."""
    for key in scene.battle.units:
        find(scene, key)


def note(scene: Scene, changed: Baggage) -> None:
    """What is known of a camp has changed."""
    own = scene.battle.own
    camps = {camp.side: camp for camp in own.baggage}
    scene.set(own=replace(own, baggage=tuple({**camps, changed.side: changed}.values())))
