"""The run of routed units (case 7.15): ground, friends in the way, fire in passing, the table edge, and no way out."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import Way, has_room, shape_at
from schiltron.battle.movement.separation import part
from schiltron.battle.play.agenda import does
from schiltron.battle.state.event import Compelled, Leg, Moved
from schiltron.battle.state.event import Formed as FormedEvent
from schiltron.battle.state.field import friends
from schiltron.battle.state.manoeuvre import Advance, Turn
from schiltron.rulesets.battlesystem.field import alive, is_individual, ratings
from schiltron.rulesets.battlesystem.losses import ROUTED_OFF, remove
from schiltron.rulesets.battlesystem.missiles.closing import shot_spoiled
from schiltron.rulesets.battlesystem.missiles.moments import moments
from schiltron.rulesets.battlesystem.missiles.passing import PassThrough, could_fire, under_way
from schiltron.rulesets.battlesystem.morale.capture import Hemmed
from schiltron.rulesets.battlesystem.morale.routing import counted, remember
from schiltron.rulesets.battlesystem.morale.surrounded import hemmed_in, squeezed
from schiltron.rulesets.battlesystem.morale.ways import going, way_out
from schiltron.rulesets.battlesystem.state import Battle, Rout, Scene, Unit, with_morale, with_turn
from schiltron.rulesets.battlesystem.steps import CheckMorale, RoutMove
from schiltron.table.lengths import TOLERANCE, Mil, direction
from schiltron.table.outline import advance_gap, gap

BEGIN: Final = "begin"
LINE: Final = "line"
SEEN: Final = "seen"
END: Final = "end"


def _run(scene: Scene, step: RoutMove) -> None:
    unit = scene.unit(step.unit)
    if not alive(unit) or not unit.on_table or unit.own.morale.rout is None or step.left == 0:
        return
    if not step.paused and fired_at(scene.battle, unit):
        scene.now(PassThrough(unit.id, BEGIN), replace(step, paused=(*step.paused, BEGIN)))
        return
    distance = _distance(scene.battle, unit, step.share) if step.left is None else step.left
    way = way_out(scene.battle, unit, unit.own.morale.rout.bearing, distance)
    if _cut_short(scene.battle, unit, way, distance) and hemmed_in(scene.battle, unit):
        scene.now(Hemmed(step.unit, step.enemies))
        return
    if way is None:
        _squeeze_out(scene, step)
        return
    friendly = _run_into(scene.battle, unit, way, step.checked)
    if friendly:
        checked = (*step.checked, *friendly)
        remember(scene, friendly)
        checks = tuple(CheckMorale(one, ("run_into",), step.enemies, checked) for one in friendly)
        scene.now(*checks, replace(step, checked=checked))
        return
    spoiled = "" if step.paused else run_spoils(scene.battle, unit, way)
    if spoiled:
        scene.now(PassThrough(unit.id, LINE, near=spoiled), replace(step, paused=(*step.paused, BEGIN)))
        return
    halt = next_halt(scene.battle, unit, way, step.paused)
    if halt is None:
        _go(scene, unit, way)
        if fired_at(scene.battle, scene.unit(unit.id)):
            scene.now(PassThrough(unit.id, END))
        return
    short, name = halt
    left = distance - going(scene.battle, unit, short)[0]
    _go(scene, unit, short)
    scene.now(PassThrough(unit.id, SEEN), replace(step, left=left, paused=(*step.paused, name)))


def fired_at(battle: Battle, unit: Unit) -> bool:
    """Whether the enemy may fire at a unit that runs, where it stands: in the Movement Phase of its own side
    (BS-10.6-01)."""
    return under_way(battle, unit) and could_fire(battle, unit)


def run_spoils(battle: Battle, unit: Unit, way: Way) -> str:
    """Whose shot at somebody else a run would spoil where it ends; "" where nobody's (BS-10.6-01)."""
    if not under_way(battle, unit) or way.edge is not None:
        return ""
    return shot_spoiled(battle, unit, replace(unit, place=unit.place_at(way.end)))


def next_halt(battle: Battle, unit: Unit, way: Way, paused: tuple[str, ...]) -> tuple[Way, str] | None:
    """The part of a run up to where an enemy sees it best, if that is better than at its ends (BS-10.6-01)."""
    if not under_way(battle, unit):
        return None

    def stands(far: Mil) -> Unit:
        return replace(unit, place=unit.place_at(way._replace(distance=far).end))

    for far, shooter in moments(battle, stands, way.distance):
        name = f"{SEEN} {shooter}"
        if name not in paused and has_room(battle, unit, stands(far).outline):
            return way._replace(distance=far, edge=None), name
    return None


def _cut_short(battle: Battle, unit: Unit, way: Way | None, distance: Mil) -> bool:
    """Whether a run finds no way, or one that ends before all of the move is spent."""
    return way is None or (way.edge is None and going(battle, unit, way)[0] < distance - TOLERANCE)


def _distance(battle: Battle, unit: Unit, share: int) -> Mil:
    return ratings(battle, unit).move * share // 1000


def _run_into(battle: Battle, unit: Unit, way: Way, checked: tuple[str, ...]) -> tuple[str, ...]:
    """Friends on the way who have not routed and have not been tried yet; they check at once (BS-7.15-02). Through
    skirmishers it passes straight, and they check all the same (BS-7.15-04)."""
    body = shape_at(unit, way.start)
    found = [
        one
        for one in friends(battle, unit)
        if alive(one)
        and one.own.morale.rout is None
        and not is_individual(one)
        and one.id not in checked
        and advance_gap(body, *direction(way.bearing), one.outline, way.distance) is not None
    ]
    return tuple(one.id for one in sorted(found, key=lambda one: (gap(unit.outline, one.outline), one.turn_in_line)))


def _go(scene: Scene, unit: Unit, way: Way) -> None:
    """It runs, past friends who stand (BS-7.15-03), and whoever reaches the edge is gone (BS-7.15-06)."""
    cost, ground = going(scene.battle, unit, way)
    rules = ("BS-7.15-01",)
    assert unit.own.morale.rout is not None
    scene.tell(Compelled(unit=unit.id, action="rout", rules=rules))
    turn = (Leg(Turn(way.angle), way.start, unit.body, 0),) if way.angle else ()
    legs = (*turn, Leg(Advance(way.distance), way.end, unit.body, cost))
    running = with_morale(unit, rout=Rout(way.bearing, counted(scene.battle)))
    scene.change(replace(with_turn(running, moved=True, acted=True), place=unit.place_at(way.end)))
    scene.tell(Moved(unit=unit.id, start=unit.pose, legs=legs, spent=cost, left=0, rules=(*rules, *ground)))
    part(scene, unit.id, rules)
    if way.edge is not None:
        remove(scene, unit.id, ROUTED_OFF, ("BS-7.15-06", "BS-6.4-03"), edge=way.edge)


# ---------------------------------------------------------------- no way out


def _squeeze_out(scene: Scene, step: RoutMove) -> None:
    """Hemmed in as a body, it gets out through a gap wide enough for one figure (BS-7.15-07)."""
    unit = scene.unit(step.unit)
    pose, body = squeezed(scene.battle, unit, _distance(scene.battle, unit, step.share))
    rules = ("BS-7.15-07",)
    scene.change(replace(with_turn(unit, moved=True, acted=True), place=unit.place_at(pose), body=body))
    scene.tell(FormedEvent(unit=unit.id, pose=pose, body=body, why="out through a gap", rules=rules))
    part(scene, unit.id, rules)


ROUT_MOVE = does(RoutMove, _run)
