"""Assaults on castles (chapter O6): over a wall by ladders, into a tower by its doors, and about inside.

Each is an order of its own, named with the work it is about: `climb:castle_wall-1`. Engines, saps and mines there are
none (BW-O6-20).
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Final, NamedTuple

from msgspec.structs import replace
from shapely import LineString

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.state.chance import AtLeast, Pool, Roll, Thrown
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.field import foes_among, friendly, touching_enemies
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.state.unit import Level, Upon
from schiltron.rulesets.book_of_war.embedded import is_hero
from schiltron.rulesets.book_of_war.field import can_act, troop, troop_now
from schiltron.rulesets.book_of_war.movement.footholds import (
    CASTLE,
    along_the_top,
    at_foot,
    defenders,
    inside,
    on_the_ground,
    on_top,
    settle,
    upon,
    within,
)
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit, with_turn
from schiltron.table.body import Figure
from schiltron.table.builds import Doorway
from schiltron.table.lengths import FULL_TURN, QUARTER_TURN, Mdeg, direction, heading_of
from schiltron.table.pose import Pose
from schiltron.table.rectangles import point_gap
from schiltron.table.terrain import Feature, Strip, name_of
from schiltron.table.works import along, build_of, is_wall, spot_on

CLIMB: Final = "climb"
ENTER: Final = "enter"
DOWN: Final = "down"
LEAVE: Final = "leave"
STAIRS: Final = "stairs"
_DIE: Final = 6
_MOST: Final = 12
"""Of figures that try a door in one turn."""
_COMPASS: Final = ("north", "east", "south", "west")


class Assault(Step, frozen=True, tag="book_of_war.assault"):
    """A unit, or a figure of its own, carries out such an order."""

    unit: str
    action: str


class Try(NamedTuple):
    """A figure that tries to get in or over: its place in the unit, and what its die needs; nothing where the way is
    open."""

    place: int
    need: Tally | None


def is_assault(action: str) -> bool:
    return ":" in action and action.partition(":")[0] in (CLIMB, ENTER, DOWN, LEAVE, STAIRS)


def side_of(heading: Mdeg) -> str:
    """The point of the compass that a heading is nearest to."""
    return _COMPASS[(heading + QUARTER_TURN // 2) % FULL_TURN // QUARTER_TURN]


# ---------------------------------------------------------------- what there is to do


def assaults(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """Every such order that a unit could be given now, whether or not something is against it."""
    if not battle.table.works or not can_act(unit):
        return ()
    return tuple(_orders(battle, unit))


def _orders(battle: Battle, unit: Unit) -> Iterator[str]:
    level = unit.level
    works = battle.table.works
    if not isinstance(level, Upon):
        yield from (f"{CLIMB}:{wall.id}" for wall in works if is_wall(wall) and at_foot(wall, unit))
        yield from (f"{ENTER}:{work.id}" for work in works if _near_door(battle, unit, work, "") is not None)
        return
    work = piece(battle, level.feature)
    if work is None:
        return
    yield from (f"{ENTER}:{one.id}" for one in works if _near_door(battle, unit, one, work.id) is not None)
    if is_wall(work):
        yield from (f"{DOWN}:{side_of(heading)}" for heading in _sides(work, unit))
        return
    if level.storey == 1:
        yield from (f"{LEAVE}:{number}" for number, _ in enumerate(build_of(work).doors))
    yield from (f"{STAIRS}:{storey}" for storey in range(1, build_of(work).storeys + 1) if storey != level.storey)


def _sides(wall: Feature, unit: Unit) -> tuple[Mdeg, Mdeg]:
    """The two ways off a wall, from where a unit stands."""
    *_, course = spot_on(wall, along(wall, unit.outline.x, unit.outline.y))
    return (course + QUARTER_TURN) % FULL_TURN, (course - QUARTER_TURN) % FULL_TURN


def judge_assault(battle: Battle, unit: Unit, action: str) -> list[Reason]:
    """Everything against such an order."""
    what, _, where = action.partition(":")
    if unit.own.turn.moved:
        return [Reason(f"{unit.name} have moved already", ("BW-C2-01",))]
    if action not in assaults(battle, unit):
        return [Reason("there is nothing of the kind within reach", (RULE[what],), measured=True)]
    if touching_enemies(battle, unit):
        return [Reason(f"{unit.name} are in contact with the enemy", ("BW-B4-28",))]
    if what == CLIMB:
        return _against_climbing(battle, unit, _work(battle, where))
    if what == ENTER:
        return _against_entering(battle, unit, _work(battle, where))
    if _place(battle, unit, action) is None:
        return [Reason("there is no room to stand", (RULE[what],), measured=True)]
    return []


RULE: Final = {CLIMB: "BW-O6-10", ENTER: "BW-O6-15", DOWN: "BW-O6-11", LEAVE: "BW-O6-13", STAIRS: "BW-O6-13"}


def _work(battle: Battle, work_id: str) -> Feature:
    found = piece(battle, work_id)
    assert found is not None, work_id
    return found


def _on_foot(unit: Unit) -> bool:
    hero = troop(unit).hero
    return not troop(unit).mounted and not (hero is not None and hero.flies)


# ---------------------------------------------------------------- ladders


def _against_climbing(battle: Battle, unit: Unit, wall: Feature) -> list[Reason]:
    if not _on_foot(unit):
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
            found.append(Try(place, _need(unit, _LADDER) if held else None))
    return found


_LADDER: Final = Term("over the wall", int(CASTLE["escalade_roll_at_least"]), "BW-O6-10")
_DOOR: Final = Term("through the door", int(CASTLE["batter_door_roll_at_least"]), "BW-O6-15")


def _need(unit: Unit, what: Term) -> Tally:
    kind = troop(unit)
    terms = [what]
    if kind.attack_bonus:
        terms.append(Term("Hit Dice", -kind.attack_bonus, "BW-C3-06"))
    need = Tally("to get in", tuple(terms))
    return replace(need, verdict="automatic") if need.total <= 1 else need


# ---------------------------------------------------------------- doors


def _near_door(battle: Battle, unit: Unit, work: Feature, onto: str) -> Doorway | None:
    """The nearest door of a work that a unit could reach this turn from where it stands."""
    reach = troop_now(battle, unit).move - unit.own.turn.spent
    found = []
    for door in build_of(work).doors:
        if door.onto == onto:
            far = min(point_gap(rect, door.x, door.y) for rect in unit.outline.rects)
            if far <= reach and _way_open(battle, unit, work, door):
                found.append((round(far), door.x, door.y, door))
    return min(found, key=lambda one: one[:3])[-1] if found else None


def _way_open(battle: Battle, unit: Unit, work: Feature, door: Doorway) -> bool:
    """Whether neither another work nor an enemy stands in the straight way to a door."""
    nearest = min(unit.places[: unit.figures], key=lambda one: hypot(one.x - door.x, one.y - door.y))
    if hypot(nearest.x - door.x, nearest.y - door.y) < 1:
        return True
    way = LineString(((nearest.x, nearest.y), (door.x, door.y)))
    own = unit.level.feature if isinstance(unit.level, Upon) else ""
    for other in battle.table.works:
        if other.id not in (work.id, own) and way.intersection(other.polygon).length > 1:
            return False
    if way.intersection(work.polygon).length > nearest.base.depth:
        return False
    foes = foes_among(battle, unit, upon(battle, unit.level))
    return not any(way.distance(_middle_of(foe)) < foe.body.base.width / 2 for foe in foes)


def _middle_of(unit: Unit) -> LineString:
    rect = unit.outline.main
    (ax, ay), (bx, by) = rect.corners[0], rect.corners[2]
    return LineString(((ax, ay), (bx, by)))


def held_against(battle: Battle, unit: Unit, tower: Feature) -> list[Unit]:
    """The enemies who defend a tower."""
    return foes_among(battle, unit, within(battle, tower))


def _needs_breaking(battle: Battle, unit: Unit, tower: Feature, door: Doorway) -> bool:
    """Whether a door must be battered in: always where the tower is defended (BW-O6-17), once where it is empty; who
    has friends alone inside is let in."""
    inmates = within(battle, tower)
    if foes_among(battle, unit, inmates):
        return True
    return not inmates and not door.broken


def room_left(battle: Battle, unit: Unit, tower: Feature) -> int:
    """How many more mass figures of its side a tower holds (BW-O6-13); heroes find room besides."""
    room = build_of(tower).room
    if not room or is_hero(unit):
        return _MOST
    own = sum(one.figures for one in within(battle, tower) if friendly(battle, unit, one) and not is_hero(one))
    return max(0, room - own)


def _against_entering(battle: Battle, unit: Unit, tower: Feature) -> list[Reason]:
    if not _on_foot(unit):
        return [Reason(f"{unit.name} do not go in at a door", ("BW-O6-15",))]
    if not room_left(battle, unit, tower):
        return [Reason(f"{name_of(tower)} holds no more of them", ("BW-O6-13",))]
    if not entering(battle, unit, tower):
        return [Reason(f"there is no room left in {name_of(tower)}", ("BW-O6-13",), measured=True)]
    return []


def entering(battle: Battle, unit: Unit, tower: Feature) -> list[Try]:
    """The figures that try the nearest door, the nearest first: those whose move carries them there (BW-O6-15)."""
    door = _door_of(battle, unit, tower)
    if door is None or inside(battle, unit, Upon(tower.id, 1), (door.x, door.y), unit.body.base) is None:
        return []
    reach = troop_now(battle, unit).move - unit.own.turn.spent
    figures = unit.places[: unit.figures]
    far = {place: point_gap(figure.rect, door.x, door.y) for place, figure in enumerate(figures)}
    near = sorted((place for place in far if far[place] <= reach), key=lambda place: (round(far[place]), place))
    need = _need(unit, _DOOR) if _needs_breaking(battle, unit, tower, door) else None
    most = _MOST if need is not None else room_left(battle, unit, tower)
    return [Try(place, need) for place in near[:most]]


def _door_of(battle: Battle, unit: Unit, tower: Feature) -> Doorway | None:
    return _near_door(battle, unit, tower, unit.level.feature if isinstance(unit.level, Upon) else "")


# ---------------------------------------------------------------- carried out


def tries(battle: Battle, unit: Unit, action: str) -> list[Try]:
    """The figures that try something, and what their dice need."""
    what, _, where = action.partition(":")
    if what == CLIMB:
        return climbing(battle, unit, _work(battle, where))
    return entering(battle, unit, _work(battle, where)) if what == ENTER else []


def _ask(battle: Battle, step: Assault) -> Roll | None:
    unit = battle.units[step.unit]
    if judge_assault(battle, unit, step.action):
        return None
    trying = [one for one in tries(battle, unit, step.action) if _in_doubt(one)]
    if not trying:
        return None
    what, _, where = step.action.partition(":")
    does = "climb" if what == CLIMB else "batter the door of"
    return Roll(
        purpose=f"{unit.name} {does} {name_of(_work(battle, where))}",
        pools=tuple(
            Pool(1, _DIE, AtLeast(one.need.total), f"{_figure(unit, one)}: {one.need.total} or more", unit.side)
            for one in trying
            if one.need is not None
        ),
        rules=(RULE[what], "BW-O6-17") if what == ENTER else (RULE[what],),
    )


def _in_doubt(one: Try) -> bool:
    return one.need is not None and one.need.verdict == "total"


def _figure(unit: Unit, one: Try) -> str:
    figure = unit.places[one.place]
    return unit.name if unit.figures == 1 else f"rank {figure.rank + 1}, file {figure.file + 1}"


def _roll(scene: Scene, step: Assault, pools: tuple[Thrown, ...]) -> None:
    unit = scene.unit(step.unit)
    trying, thrown = tries(scene.battle, unit, step.action), iter(pools)
    got = [one for one in trying if not _in_doubt(one) or next(thrown).hits]
    _carry_out(scene, step, got)


def _do(scene: Scene, step: Assault) -> None:
    unit = scene.unit(step.unit)
    against = judge_assault(scene.battle, unit, step.action)
    if against:
        scene.tell(Ruled(what=f"{unit.name} cannot: {against[0].text}", rules=against[0].rules))
        return
    what = step.action.partition(":")[0]
    if what in (CLIMB, ENTER):
        _carry_out(scene, step, tries(scene.battle, unit, step.action))
        return
    found = _place(scene.battle, unit, step.action)
    assert found is not None
    settle(scene, unit.id, *found, troop_now(scene.battle, unit).move, _WHY[what], RULE[what])


_WHY: Final = {
    CLIMB: "get over the wall",
    ENTER: "get in",
    DOWN: "climb down",
    LEAVE: "come out",
    STAIRS: "take the stairs",
}


def _place(battle: Battle, unit: Unit, action: str) -> tuple[Pose, Level] | None:
    """Where a figure comes that goes down from a wall, out of a tower, or to its other storey; None if there is no
    room."""
    what, _, where = action.partition(":")
    assert isinstance(unit.level, Upon)
    work = _work(battle, unit.level.feature)
    level: Level = None
    if what == STAIRS:
        level = Upon(work.id, int(where))
        pose = inside(battle, unit, level, (unit.outline.x, unit.outline.y), unit.body.base)
    elif what == DOWN:
        pose = _down_from(battle, unit, work, where)
    else:
        door = build_of(work).doors[int(where)]
        pose, level = _out_of(battle, unit, work, door), Upon(door.onto, 1) if door.onto else None
    return (pose, level) if pose is not None else None


def _down_from(battle: Battle, unit: Unit, wall: Feature, side: str) -> Pose | None:
    assert isinstance(wall, Strip)
    heading = next(one for one in _sides(wall, unit) if side_of(one) == side)
    x, y, _ = spot_on(wall, along(wall, unit.outline.x, unit.outline.y))
    ux, uy = direction(heading)
    return on_the_ground(battle, unit, x + ux * wall.width / 2, y + uy * wall.width / 2, heading)


def _out_of(battle: Battle, unit: Unit, tower: Feature, door: Doorway) -> Pose | None:
    if door.onto:
        return along_the_top(battle, _work(battle, door.onto), (door.x, door.y), unit.body.base, unit.pose.heading)
    centre = tower.polygon.centroid
    heading = heading_of(door.x - centre.x, door.y - centre.y)
    return on_the_ground(battle, unit, door.x, door.y, heading)


def _carry_out(scene: Scene, step: Assault, got: list[Try]) -> None:
    """Those who got over or in stand there, as far as there is room; the whole unit has used its move (BW-O6-10,
    BW-O6-15)."""
    what, _, where = step.action.partition(":")
    unit = scene.unit(step.unit)
    work, door = _work(scene.battle, where), None
    if what == ENTER:
        door = _door_of(scene.battle, unit, _work(scene.battle, where))
    figures = [unit.places[one.place] for one in got]
    whole = troop_now(scene.battle, unit).move
    scene.change(with_turn(unit, spent=whole, moved=True))
    if door is not None and got and not held_against(scene.battle, unit, work):
        _break(scene, work, door)
    for figure in figures:
        unit = scene.unit(step.unit)
        pose = _arrives(scene.battle, unit, work, figure, door)
        if pose is not None:
            settle(scene, unit.id, pose, Upon(work.id, 1), whole, _WHY[what], *_FIGHTS[what])


_FIGHTS: Final = {CLIMB: ("BW-O6-10", "BW-O6-11"), ENTER: ("BW-O6-15", "BW-O6-16")}


def _arrives(battle: Battle, unit: Unit, work: Feature, figure: Figure, door: Doorway | None) -> Pose | None:
    if door is None:
        return on_top(battle, unit, work, figure)
    if not room_left(battle, unit, work):
        return None
    return inside(battle, unit, Upon(work.id, 1), (door.x, door.y), unit.body.base)


def _break(scene: Scene, tower: Feature, door: Doorway) -> None:
    """A door that nobody defends is down for good once it has been battered in."""
    build = build_of(tower)
    doors = tuple(replace(one, broken=True) if one == door else one for one in build.doors)
    board = scene.battle.table
    features = tuple(
        replace(one, build=replace(build, doors=doors)) if one.id == tower.id else one for one in board.features
    )
    scene.set(board=replace(board, features=features))


ASSAULT: Final = rolls(Assault, ask=_ask, roll=_roll, do=_do)
