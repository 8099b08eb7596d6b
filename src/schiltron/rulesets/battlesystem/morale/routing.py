"""Rout: the run, friends in the way, the edge of the table, and no way out (case 7.15)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.event import Compelled, Leg, Moved
from schiltron.battle.event import Formed as FormedEvent
from schiltron.battle.field import friends
from schiltron.battle.fleeing import Way, shape_at
from schiltron.battle.leaving import part
from schiltron.battle.manoeuvre import Advance, Turn
from schiltron.battle.unit import OnTable
from schiltron.rulesets.battlesystem.field import alive, is_individual, is_skirmisher, ratings
from schiltron.rulesets.battlesystem.losses import ROUTED_OFF, remove
from schiltron.rulesets.battlesystem.machines import leave_piece
from schiltron.rulesets.battlesystem.morale.steps import CheckMorale, Hemmed, RoutMove
from schiltron.rulesets.battlesystem.morale.surrounded import hemmed_in, squeezed
from schiltron.rulesets.battlesystem.morale.ways import away, going, way_out
from schiltron.rulesets.battlesystem.ranks import end_stance, open_out
from schiltron.rulesets.battlesystem.state import ROUTED, Battle, Rout, Scene, Unit
from schiltron.table.lengths import TOLERANCE, Mil, direction
from schiltron.table.outline import advance_gap, gap

AT_FAILED_CHECK: Final = 1333
"""Thousandths of MV: a third more than a move (BS-4.5-03)."""
RUN_ON: Final = 1000
_BEFORE_MOVING: Final = ("initial_missile", "rally")


def rout(
    scene: Scene,
    unit_id: str,
    enemies: tuple[str, ...],
    rules: tuple[str, ...],
    *,
    share: int = AT_FAILED_CHECK,
    checked: tuple[str, ...] = (),
) -> None:
    """A unit breaks and runs at once, away from what caused it; skirmishers who see it may run too (BS-2.9-03).

    It is out of command and in open formation (BS-7.6-02), and a mob forgets its order (BS-2.10-07). A crew leaves its
    piece behind (BS-10.10-02).
    """
    rout_together(scene, (unit_id,), enemies, rules, share=share, checked=checked)


def rout_together(
    scene: Scene,
    unit_ids: tuple[str, ...],
    enemies: tuple[str, ...],
    rules: tuple[str, ...],
    *,
    share: int = AT_FAILED_CHECK,
    checked: tuple[str, ...] = (),
) -> None:
    """The same of several figures of a skirmish unit: who sees them run checks once for all of them."""
    fresh = tuple(one for one in unit_ids if scene.unit(one).own.rout is None)
    for one in unit_ids:
        _break(scene, one, enemies, rules)
    known = tuple(dict.fromkeys((*checked, *unit_ids)))
    witnesses = _witnesses(scene.battle, fresh, known)
    _remember(scene, witnesses)
    known = (*known, *witnesses)
    runs = tuple(RoutMove(one, share, enemies, known) for one in unit_ids)
    scene.now(*runs, *(CheckMorale(one, ("friend_routed",), enemies, known) for one in witnesses))


def _break(scene: Scene, unit_id: str, enemies: tuple[str, ...], rules: tuple[str, ...]) -> None:
    leave_piece(scene, unit_id)
    open_out(scene, unit_id, ("BS-7.6-02",))
    end_stance(scene, unit_id, ("BS-7.15-01",))
    unit = scene.unit(unit_id)
    fresh = unit.own.rout is None
    running = Rout(away(scene.battle, unit, enemies), _counted(scene.battle))
    scene.change(replace(unit, own=replace(unit.own, rout=running, astray="rout", prey="", order="")))
    if fresh:
        scene.mark(unit_id, ROUTED, rules=(*rules, "BS-7.15-01"))


def _counted(battle: Battle) -> int:
    """The round whose Movement Phase a run stands for: who breaks before the Rally Phase and is not rallied in it runs
    on in the Movement Phase that follows (BS-6.4-01)."""
    return battle.turn - 1 if battle.phase in _BEFORE_MOVING else battle.turn


def _witnesses(battle: Battle, runners: tuple[str, ...], checked: tuple[str, ...]) -> tuple[str, ...]:
    """Skirmish figures from whom one of them is no farther than their base move (BS-2.9-03, BS-4.4-05)."""
    units = [battle.units[one] for one in runners]
    return tuple(
        one.id
        for one in sorted(battle.units.values(), key=lambda one: one.id)
        if is_skirmisher(one)
        and alive(one)
        and one.on_table
        and one.own.rout is None
        and one.id not in checked
        and any(
            unit.side == one.side and unit.on_table and gap(one.outline, unit.outline) <= ratings(battle, one).move
            for unit in units
        )
    )


def _remember(scene: Scene, checking: tuple[str, ...]) -> None:
    """Nobody checks twice in one chain of routs: what of it is still to come knows who checks by now (BS-2.9-03)."""
    if checking:
        agenda = tuple(
            replace(step, checked=(*step.checked, *checking))
            if isinstance(step, CheckMorale | RoutMove) and step.checked
            else step
            for step in scene.battle.agenda
        )
        scene.set(agenda=agenda)


# ---------------------------------------------------------------- the run


def _run(scene: Scene, step: RoutMove) -> None:
    unit = scene.unit(step.unit)
    if not alive(unit) or not unit.on_table or unit.own.rout is None:
        return
    distance = _distance(scene.battle, unit, step.share)
    way = way_out(scene.battle, unit, unit.own.rout.bearing, distance)
    if _cut_short(scene.battle, unit, way, distance) and hemmed_in(scene.battle, unit):
        scene.now(Hemmed(step.unit, step.enemies))
        return
    if way is None:
        _squeeze_out(scene, step)
        return
    friendly = _run_into(scene.battle, unit, way, step.checked)
    if friendly:
        checked = (*step.checked, *friendly)
        _remember(scene, friendly)
        checks = tuple(CheckMorale(one, ("run_into",), step.enemies, checked) for one in friendly)
        scene.now(*checks, replace(step, checked=checked))
        return
    _go(scene, unit, way)


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
        and one.own.rout is None
        and not is_individual(one)
        and one.id not in checked
        and advance_gap(body, *direction(way.bearing), one.outline, way.distance) is not None
    ]
    return tuple(one.id for one in sorted(found, key=lambda one: (gap(unit.outline, one.outline), one.id)))


def _go(scene: Scene, unit: Unit, way: Way) -> None:
    """It runs, past friends who stand (BS-7.15-03), and whoever reaches the edge is gone (BS-7.15-06)."""
    cost, ground = going(scene.battle, unit, way)
    rules = ("BS-7.15-01",)
    assert unit.own.rout is not None
    scene.tell(Compelled(unit=unit.id, action="rout", rules=rules))
    turn = (Leg(Turn(way.angle), way.start, unit.body, 0),) if way.angle else ()
    legs = (*turn, Leg(Advance(way.distance), way.end, unit.body, cost))
    running = replace(unit.own, moved=True, acted=True, rout=Rout(way.bearing, _counted(scene.battle)))
    scene.change(replace(unit, place=OnTable(way.end), own=running))
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
    scene.change(replace(unit, place=OnTable(pose), body=body, own=replace(unit.own, moved=True, acted=True)))
    scene.tell(FormedEvent(unit=unit.id, pose=pose, body=body, why="out through a gap", rules=rules))
    part(scene, unit.id, rules)


ROUT_MOVE = Handler(do=_run)
