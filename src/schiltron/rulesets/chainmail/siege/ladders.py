"""Scaling ladders, and siege towers from within: who goes up where: CM-SIEGE-07, CM-SIEGE-08, CM-SIEGE-14 to
CM-SIEGE-19."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace
from shapely import LineString, Point, Polygon

from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.state.event import Formed as FormedEvent
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.field import friendly, in_melee
from schiltron.battle.state.unit import OnTable, Upon
from schiltron.battle.words.grammar import said
from schiltron.rulesets.chainmail.field import alive, is_engine, is_fleeing
from schiltron.rulesets.chainmail.fortress import CLIMB_LADDER, CLIMB_TOWER, LADDER, TOWER_ROOM, TOWER_STOREY, Ladder
from schiltron.rulesets.chainmail.siege.parting import part_off
from schiltron.rulesets.chainmail.siege.stations import (
    AT_FOOT,
    beyond,
    change_siege,
    distance,
    foot_of,
    from_point,
    outwards,
    siege_of,
    upon,
    works,
)
from schiltron.rulesets.chainmail.state import BOARDED, BURNING, CLIMBING, WITH_LADDER, Battle, Scene, Unit
from schiltron.rulesets.chainmail.walking.footing import at_foot, holds, is_up, plan_of
from schiltron.table.body import Formed
from schiltron.table.lengths import HALF_TURN, Mil, inches
from schiltron.table.outline import outline, overlapping
from schiltron.table.pose import Pose
from schiltron.table.terrain import Feature, Strip, name_of

_FOOT: Final[Mil] = inches(0.75)
"""How far before a wall the foot of a ladder stands."""
_BROAD: Final[Mil] = inches(0.5)


# ---------------------------------------------------------------- raised


def ladder(battle: Battle, key: str) -> Ladder | None:
    """A ladder that stands, or a drawbridge that is down, by its id."""
    return next((one for one in siege_of(battle).ladders if one.id == key), None)


def climbs(battle: Battle, unit: Unit) -> Ladder | None:
    """The ladder on which men of a unit are, or the drawbridge over which they go."""
    return next((one for one in siege_of(battle).ladders if one.climbing == unit.id), None)


def is_bridge(one: Ladder) -> bool:
    """Whether it is the drawbridge of a siege tower, which nobody pushes off."""
    return one.carried_by == one.id.removeprefix("bridge:")


def foot(battle: Battle, one: Ladder) -> tuple[float, float]:
    """Where the foot of a ladder stands."""
    work = piece(battle, one.piece)
    assert work is not None
    return beyond(one.x, one.y, outwards(work, one.x, one.y), _FOOT)


def may_raise(battle: Battle, unit: Unit) -> list[Feature]:
    """The works before which a unit with a ladder stands."""
    if not unit.has(WITH_LADDER) or is_up(unit):
        return []
    return [one for one in works(battle) if distance(unit, one) <= AT_FOOT]


def raise_ladder(scene: Scene, unit: Unit, work: Feature) -> None:
    """The ladder leans on the work before the middle of those who carry it."""
    battle = scene.battle
    x, y = foot_of(work, unit.outline.x, unit.outline.y)
    named = {one.id for one in battle.table.features}
    number = next(number for number in range(1, len(named) + 2) if f"{LADDER}-{number}" not in named)
    leans = Ladder(f"{LADDER}-{number}", work.id, unit.side, unit.id, round(x), round(y))
    fx, fy = beyond(x, y, outwards(work, unit.outline.x, unit.outline.y), _FOOT)
    hx, hy = beyond(x, y, (outwards(work, unit.outline.x, unit.outline.y) + HALF_TURN) % 360_000, _BROAD / 2)
    course = ((round(hx), round(hy)), (round(fx), round(fy)))
    drawn = Strip(leans.id, LADDER, f"Ladder of {unit.name}", course, _BROAD)
    board = battle.table
    scene.set(board=replace(board, features=(*board.features, drawn)))
    siege = siege_of(battle)
    change_siege(scene, replace(siege, ladders=(*siege.ladders, leans)))
    scene.mark(unit.id, WITH_LADDER, on=False, rules=("CM-SIEGE-16",))
    scene.tell(Ruled(what=f"{said(unit, 'raise')} a ladder against {name_of(work)}", rules=("CM-SIEGE-17",)))


def take_away(scene: Scene, one: Ladder) -> None:
    """A ladder stands there no more; those who brought it, or who were on it, have it again (CM-SIEGE-16)."""
    battle = scene.battle
    board = battle.table
    scene.set(board=replace(board, features=tuple(piece for piece in board.features if piece.id != one.id)))
    siege = siege_of(battle)
    change_siege(scene, replace(siege, ladders=tuple(other for other in siege.ladders if other.id != one.id)))
    if one.climbing and scene.unit(one.climbing).has(CLIMBING):
        scene.mark(one.climbing, CLIMBING, on=False, rules=("CM-SIEGE-20",))
    if is_bridge(one):
        return
    for key in (one.carried_by, one.climbing):
        if key and alive(scene.unit(key)) and not is_up(scene.unit(key)) and not scene.unit(key).has(WITH_LADDER):
            scene.mark(key, WITH_LADDER, rules=("CM-SIEGE-16",))
            return


# ---------------------------------------------------------------- climbed


def is_assaulting(unit: Unit) -> bool:
    """Foot who can climb: no engine, no horse, nobody in flight."""
    line = unit.own.profile
    return not (is_engine(unit) or line.mounted or is_fleeing(unit)) and isinstance(unit.body, Formed)


def may_climb(battle: Battle, unit: Unit) -> list[Ladder]:
    """The ladders of its side at whose foot a unit stands and which nobody else climbs (CM-SIEGE-17)."""
    if not is_assaulting(unit) or is_up(unit) or unit.has(WITH_LADDER) or in_melee(battle, unit):
        return []
    found = []
    for one in siege_of(battle).ladders:
        free = not one.climbing or (one.climbing == unit.id and one.men < min(CLIMB_LADDER, unit.figures))
        near = from_point(unit, one.x, one.y) <= AT_FOOT + _FOOT
        if near and free and not is_bridge(one) and _is_ours(battle, one, unit):
            found.append(one)
    return found


def _is_ours(battle: Battle, one: Ladder, unit: Unit) -> bool:
    return friendly(battle, unit, battle.units[one.carried_by])


def climb(scene: Scene, unit: Unit, one: Ladder) -> None:
    """Three men come from the foot to the top in a turn (CM-SIEGE-17)."""
    men = min(CLIMB_LADDER, unit.figures)
    set_ladder(scene, replace(one, climbing=unit.id, men=men))
    if not unit.has(CLIMBING):
        scene.mark(unit.id, CLIMBING, rules=("CM-SIEGE-17",))
    scene.tell(Ruled(what=f"{men} of {unit.name} climb the ladder", rules=("CM-SIEGE-17",)))


def come_down(scene: Scene, unit: Unit) -> None:
    """They come down again, and the ladder is free."""
    one = climbs(scene.battle, unit)
    if one is not None:
        if is_bridge(one):
            take_away(scene, one)
        else:
            set_ladder(scene, replace(one, climbing="", men=0))
    if unit.has(CLIMBING):
        scene.mark(unit.id, CLIMBING, on=False, rules=("CM-SIEGE-17",))


def set_ladder(scene: Scene, one: Ladder) -> None:
    siege = siege_of(scene.battle)
    kept = tuple(one if other.id == one.id else other for other in siege.ladders)
    change_siege(scene, replace(siege, ladders=kept))


# ---------------------------------------------------------------- siege towers


def room_in(battle: Battle, tower: Unit, storey: int) -> int:
    """How many more figures a storey of a siege tower takes (CM-SIEGE-07)."""
    here = sum(one.figures for one in upon(battle, tower.id) if one.level == Upon(tower.id, storey))
    return TOWER_ROOM[storey] - here


def entered_in(battle: Battle, tower: Unit) -> int:
    """How many have climbed into a siege tower this turn (CM-SIEGE-08)."""
    return sum(one.figures for one in upon(battle, tower.id) if one.own.turn.ordered == BOARDED)


def may_enter(battle: Battle, unit: Unit, storey: int) -> list[Unit]:
    """The siege towers of its side that a unit stands at, with room left on a storey (CM-SIEGE-07, CM-SIEGE-08)."""
    if not is_assaulting(unit) or is_up(unit) or unit.has(CLIMBING) or in_melee(battle, unit):
        return []
    found = []
    for tower in battle.standing():
        if tower.own.profile.engine == "siege_tower" and friendly(battle, unit, tower) and alive(tower):
            beside = from_point(unit, *foot_of_machine(tower, unit)) <= AT_FOOT
            free = min(room_in(battle, tower, storey), CLIMB_TOWER - entered_in(battle, tower))
            if beside and free > 0 and battle.effects.of_kind(tower.id, BURNING) is None:
                found.append(tower)
    return found


def foot_of_machine(machine: Unit, unit: Unit) -> tuple[float, float]:
    """The point of a machine that is nearest to a unit."""
    edge = Polygon(machine.outline.main.corners).boundary
    at = edge.interpolate(edge.project(Point(unit.outline.x, unit.outline.y)))
    return at.x, at.y


def enter(scene: Scene, unit: Unit, tower: Unit, storey: int) -> None:
    """As many as find room, up to five in a turn, go up into a siege tower (CM-SIEGE-07, CM-SIEGE-08)."""
    free = min(room_in(scene.battle, tower, storey), CLIMB_TOWER - entered_in(scene.battle, tower), unit.figures)
    assert isinstance(unit.body, Formed)
    plan = plan_of(scene.battle, Upon(tower.id, storey))
    assert plan is not None
    taken = [one.outline for one in upon(scene.battle, tower.id) if one.level == Upon(tower.id, storey)]
    for number in range(free, 0, -1):
        body = replace(unit.body, files=min(number, 3), spacing=0, hedgehog=False)
        for back in range(-1_000, 1_001, 125):
            for side in range(-1_000, 1_001, 250):
                x, y = tower.pose.world(side, back)
                pose = Pose(round(x), round(y), tower.pose.heading).advanced(body.depth(number) // 2)
                there = outline(pose, body, number)
                if holds(plan, pose, body, number) and not any(overlapping(there, other) for other in taken):
                    place = OnTable(pose, Upon(tower.id, storey))
                    key = part_off(scene, unit.id, number, place, body, ordered=BOARDED)
                    where = "the storey of its drawbridge" if storey == TOWER_STOREY else "its deck"
                    what = f"{number} of {unit.name} go up to {where} in {tower.name}"
                    scene.tell(Ruled(what=what, rules=("CM-SIEGE-07", "CM-SIEGE-08")))
                    scene.tell(
                        FormedEvent(unit=key, pose=pose, body=body, why="climb the tower", rules=("CM-SIEGE-08",))
                    )
                    return


def may_leave(battle: Battle, unit: Unit) -> Unit | None:
    """The siege tower in which a unit is."""
    level = unit.level
    return battle.units.get(level.feature) if type(level) is Upon else None


def leave(scene: Scene, unit: Unit, tower: Unit) -> bool:
    """They go down from a siege tower to the ground beside or behind it, if there is room."""
    body = unit.body
    assert isinstance(body, Formed)
    behind = tower.pose.world(0, -tower.body.base.depth)
    place = at_foot(scene.battle, behind, tower.pose.heading, body, unit.figures, unit.id)
    if place is None:
        return False
    scene.change(replace(unit, place=place))
    scene.tell(FormedEvent(unit=unit.id, pose=place.pose, body=body, why="go down", rules=("CM-SIEGE-08",)))
    return True


def may_cross(battle: Battle, unit: Unit) -> list[Feature]:
    """The works on which the drawbridge of a siege tower would come down, for those on its storey (CM-SIEGE-07)."""
    tower = may_leave(battle, unit)
    if tower is None or unit.level != Upon(tower.id, TOWER_STOREY) or climbs(battle, unit) is not None:
        return []
    x, y = tower.pose.world(0, tower.body.base.depth / 2)
    ahead = beyond(x, y, tower.pose.heading, AT_FOOT)
    way = LineString([(x, y), ahead])
    return [one for one in works(battle) if one.polygon.intersects(way)]


def cross(scene: Scene, unit: Unit, work: Feature) -> None:
    """The drawbridge comes down, and those behind it go over onto the wall."""
    tower = may_leave(scene.battle, unit)
    assert tower is not None
    x, y = tower.pose.world(0, tower.body.base.depth / 2)
    hx, hy = foot_of(work, x, y)
    bridge = Ladder(f"bridge:{tower.id}", work.id, unit.side, tower.id, round(hx), round(hy), unit.id, unit.figures)
    siege = siege_of(scene.battle)
    kept = tuple(one for one in siege.ladders if one.id != bridge.id)
    change_siege(scene, replace(siege, ladders=(*kept, bridge)))
    scene.mark(unit.id, CLIMBING, rules=("CM-SIEGE-07",))
    what = f"{tower.name} lets its drawbridge down on {name_of(work)}"
    scene.tell(Ruled(what=what, rules=("CM-SIEGE-07",)))
