"""Baggage camps: CM-HIST-40 to CM-HIST-45.

Off the table, rulings: a side chooses one of the stretches of its own table edge, 6 inches each; nobody else knows it
before it is found. Whether a unit has come near enough is seen when a turn begins, and it leaves in its side's move of
that turn. It is prevented while it is in melee, in flight or otherwise held, or if troops of the owner stand across
every straight way to the path, with the inch they control. Owners in melee, in flight or unable to move are not drawn
off, nor is the commander on his own. No separate action is fought between those who left.

On the table a side's wagons are its baggage. A wagon is looted, and gone, if an enemy is in contact with it when a turn
begins whom no other unit of the owner is in contact with.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace
from shapely import LineString, Point, Polygon, union_all
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from schiltron.battle.agenda import Handler
from schiltron.battle.battle_line import facing
from schiltron.battle.decision import Answer, AnyDecision, Choose, Chosen, Option
from schiltron.battle.event import Compelled, Ruled
from schiltron.battle.field import opponents
from schiltron.battle.illegal import Reason
from schiltron.battle.judging import judge_choice
from schiltron.rulesets.chainmail.field import alive, is_commander, is_fleeing
from schiltron.rulesets.chainmail.history.compulsion import at_large, strike_out
from schiltron.rulesets.chainmail.history.steps import HideBaggage, Plunder, SeekBaggage
from schiltron.rulesets.chainmail.losses import leave, remove
from schiltron.rulesets.chainmail.morale.ways import CONTROL
from schiltron.rulesets.chainmail.movement.rates import normal_move
from schiltron.rulesets.chainmail.state import PLUNDERING, Baggage, Battle, Scene, Unit
from schiltron.table.edges import Board, TableEdge
from schiltron.table.lengths import QUARTER_TURN, Mil, inches, show_inches

PATH: Final[Mil] = inches(6)
"""How wide the way to a camp is (CM-HIST-40)."""
LOOTING: Final = "looting the baggage"
SAVING: Final = "saving the baggage"
LOOTED: Final = "looted"
_POINTS: Final = 7
_BEHIND: Final[tuple[TableEdge, ...]] = ("south", "west", "north", "east")
"""The edge behind who looks north, east, south or west."""
_NOTED: Final = ("CM-HIST-40",)

# ---------------------------------------------------------------- the way to a camp


def home_edge(battle: Battle, side: str) -> TableEdge:
    """A side's own table edge, behind where it starts."""
    here = battle.own.zone(side)
    there = next(zone for other, zone in battle.own.zones if other != side)
    return _BEHIND[facing(here, there) // QUARTER_TURN]


def stretches(battle: Battle, side: str) -> tuple[Mil, ...]:
    """Where along its edge a side may have the way to its camp begin."""
    board = _board(battle)
    length = board.width if home_edge(battle, side) in ("north", "south") else board.depth
    return tuple(range(0, length - PATH + 1, PATH))


def way_in(battle: Battle, camp: Baggage) -> LineString:
    """The stretch of the edge through which a camp is reached."""
    assert camp.at is not None
    board, start, end = _board(battle), camp.at, camp.at + PATH
    ends: dict[TableEdge, tuple[tuple[Mil, Mil], tuple[Mil, Mil]]] = {
        "north": ((start, 0), (end, 0)),
        "east": ((board.width, start), (board.width, end)),
        "south": ((start, board.depth), (end, board.depth)),
        "west": ((0, start), (0, end)),
    }
    return LineString(ends[home_edge(battle, camp.side)])


def _board(battle: Battle) -> Board:
    assert battle.board is not None, "a camp lies beside a table"
    return battle.board


def _shape(unit: Unit) -> BaseGeometry:
    return union_all([Polygon(rect.corners) for rect in unit.outline.rects])


def is_near(battle: Battle, unit: Unit, camp: Baggage) -> bool:
    """Whether the path lies no more than a normal move from a unit (CM-HIST-41, CM-HIST-43)."""
    return bool(_shape(unit).distance(way_in(battle, camp)) <= normal_move(battle, unit).total)


def camp_of(battle: Battle, side: str) -> Baggage | None:
    return next((camp for camp in battle.own.baggage if camp.side == side), None)


def with_ways_unknown(battle: Battle, seat: str | None) -> Battle:
    """The battle without the ways to camps that only their owners know as yet (CM-HIST-40)."""
    side = next((one.side for one in battle.seats if one.id == seat), None)
    camps = tuple(camp if camp.side == side or camp.found_by else replace(camp, at=None) for camp in battle.own.baggage)
    return battle if camps == battle.own.baggage else replace(battle, own=replace(battle.own, baggage=camps))


# ---------------------------------------------------------------- noted in secret


def _ask(battle: Battle, step: HideBaggage) -> tuple[AnyDecision, ...]:
    """Each side in its turn, and nobody hears what the other has noted."""
    along = stretches(battle, step.side)
    return (
        Choose(
            seat=battle.seats_of(step.side)[0],
            prompt="Note in secret where on your own table edge the way to your baggage camp lies.",
            rules=_NOTED,
            options=tuple(Option(str(at), _called(at)) for at in along),
            sealed=True,
            default=Chosen((str(along[len(along) // 2]),)),
        ),
    )


def _called(at: Mil) -> str:
    return f"from {show_inches(at)} to {show_inches(at + PATH)} along the edge"


def _judge(_view: Battle, _step: HideBaggage, decision: AnyDecision, answer: Answer) -> list[Reason]:
    return judge_choice(decision, answer)


def _take(scene: Scene, step: HideBaggage, answers: tuple[Chosen]) -> None:
    at = int(answers[0].keys[0])
    own = scene.battle.own
    camps = (*(camp for camp in own.baggage if camp.side != step.side), Baggage(step.side, at))
    scene.set(own=replace(own, baggage=tuple(sorted(camps, key=lambda camp: camp.side))))
    name = scene.battle.side_named(step.side).name
    scene.tell(Ruled(what=f"{name}: the way to the baggage camp is noted", rules=_NOTED))
    told = f"{name}: the way to the baggage camp lies {_called(at)}"
    scene.tell(Ruled(what=told, rules=_NOTED, audience=scene.battle.seats_of(step.side)))


def _sample(_view: Battle, _step: HideBaggage, decision: AnyDecision, random: Random) -> Answer:
    assert isinstance(decision, Choose)
    return Chosen((random.choice(decision.options).key,))


def _suggest(_view: Battle, _step: HideBaggage, decision: AnyDecision) -> Iterator[Answer]:
    """In the middle behind the army, then outwards."""
    assert isinstance(decision, Choose)
    middle = len(decision.options) // 2
    ranked = sorted(range(len(decision.options)), key=lambda place: abs(place - middle))
    yield from (Chosen((decision.options[place].key,)) for place in ranked)


# ---------------------------------------------------------------- before each turn


def _seek(scene: Scene, step: SeekBaggage) -> None:
    match scene.battle.own.options.baggage:
        case "off_table":
            missing = [side.id for side in scene.battle.sides if camp_of(scene.battle, side.id) is None]
            if missing:
                scene.now(*(HideBaggage(side) for side in missing), step)
                return
            for camp in scene.battle.own.baggage:
                _find(scene, camp)
        case "on_table":
            _loot_wagons(scene)
        case "none":
            return


def _find(scene: Scene, camp: Baggage) -> None:
    """Hostile units near the path are declared to have found it; who has gone off again is out for plunder no more."""
    found = list(camp.found_by)
    for key in sorted(scene.battle.units):
        unit = scene.unit(key)
        near = unit.side != camp.side and _seeks(unit) and is_near(scene.battle, unit, camp)
        if near and key not in found:
            found.append(key)
            whose = scene.battle.side_named(camp.side).name
            assert camp.at is not None
            told = f"{unit.name} have found the baggage of {whose}, {_called(camp.at)}"
            scene.tell(Ruled(what=told, rules=("CM-HIST-41",)))
        if unit.side != camp.side and unit.has(PLUNDERING) != near:
            scene.mark(key, PLUNDERING, on=near, rules=("CM-HIST-41", "CM-HIST-42"))
    own = scene.battle.own
    camps = tuple(replace(one, found_by=tuple(found)) if one.side == camp.side else one for one in own.baggage)
    scene.set(own=replace(own, baggage=camps))


def _seeks(unit: Unit) -> bool:
    """Troops in hand; a commander on his own has other things to do."""
    fit = alive(unit) and unit.on_table and not is_fleeing(unit)
    return fit and not unit.own.temper and not is_commander(unit)


# ---------------------------------------------------------------- off to loot


def _camp_found_by(battle: Battle, unit: Unit) -> Baggage | None:
    return next((camp for camp in battle.own.baggage if camp.side != unit.side and unit.id in camp.found_by), None)


def is_blocked(battle: Battle, unit: Unit, camp: Baggage) -> bool:
    """Whether troops of the owner stand across every straight way to the path that a normal move covers."""
    here, path, reach = _shape(unit), way_in(battle, camp), normal_move(battle, unit).total
    wall = [_shape(one).buffer(CONTROL) for one in battle.standing() if one.side == camp.side and one.figures]
    closed = union_all(wall)
    ways = [_way(here, path.interpolate(place / (_POINTS - 1), normalized=True)) for place in range(_POINTS)]
    return all(way.length > reach or (bool(wall) and way.intersects(closed)) for way in ways)


def _way(here: BaseGeometry, there: Point) -> LineString:
    return LineString(nearest_points(here, there))


def _plunder(scene: Scene, step: Plunder) -> None:
    """The looters leave, and with them every unit of the owner that is near enough to save the camp (CM-HIST-43)."""
    unit = scene.unit(step.unit)
    camp = _camp_found_by(scene.battle, unit)
    if camp is None or not at_large(scene.battle, unit):
        return
    if is_blocked(scene.battle, unit, camp):
        scene.tell(Ruled(what=f"{unit.name} are kept from the baggage", rules=("CM-HIST-42",)))
        return
    edge = home_edge(scene.battle, camp.side)
    scene.tell(Compelled(unit=unit.id, action="leave the table to loot the baggage", rules=("CM-HIST-42",)))
    leave(scene, unit.id, LOOTING, ("CM-HIST-42", "CM-HIST-44"), edge)
    for key in sorted(scene.battle.units):
        one = scene.unit(key)
        if one.side == camp.side and _is_drawn(scene.battle, one, camp):
            scene.tell(Compelled(unit=key, action="leave the table to save the baggage", rules=("CM-HIST-43",)))
            leave(scene, key, SAVING, ("CM-HIST-43", "CM-HIST-44"), edge)
    strike_out(scene)


def _is_drawn(battle: Battle, unit: Unit, camp: Baggage) -> bool:
    """Whether a unit of the owner goes after the looters, whether or not it has moved this turn."""
    fresh = replace(unit, own=replace(unit.own, moved=False, ordered="", shots=0))
    able = at_large(battle, fresh) and unit.own.formation != "schiltron"
    return able and _seeks(unit) and is_near(battle, unit, camp)


# ---------------------------------------------------------------- on the table


def _loot_wagons(scene: Scene) -> None:
    """A wagon with an enemy at it and nobody to drive him off is lost (CM-HIST-45)."""
    for key in sorted(scene.battle.units):
        wagon = scene.unit(key)
        if wagon.own.profile.engine != "wagon" or not alive(wagon) or not wagon.on_table:
            continue
        looters = [one for one in opponents(scene.battle, wagon) if _left_alone(scene.battle, one, wagon)]
        if looters:
            name = scene.battle.side_named(wagon.side).name
            told = f"{looters[0].name} loot {wagon.name}, baggage of {name}"
            scene.tell(Ruled(what=told, rules=("CM-HIST-45",)))
            remove(scene, key, LOOTED, ("CM-HIST-45",))


def _left_alone(battle: Battle, unit: Unit, wagon: Unit) -> bool:
    return not is_fleeing(unit) and all(foe.id == wagon.id for foe in opponents(battle, unit))


SEEK_BAGGAGE: Final = Handler(do=_seek)
HIDE_BAGGAGE: Final = Handler(ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)
PLUNDER: Final = Handler(do=_plunder)
