"""Fleeing from a melee (case 8.8)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement import flight_ways
from schiltron.battle.movement.separation import part
from schiltron.battle.play.agenda import Step, does
from schiltron.battle.state.event import Declared, Leg, Moved, Ruled
from schiltron.battle.state.field import opponents
from schiltron.battle.state.manoeuvre import Advance, Turn
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.field import alive, one_unit
from schiltron.rulesets.battlesystem.ground.manner import move_rate
from schiltron.rulesets.battlesystem.machines import leave_piece
from schiltron.rulesets.battlesystem.melee.fights import FreeAttack
from schiltron.rulesets.battlesystem.melee.parties import in_line
from schiltron.rulesets.battlesystem.missiles.passing import PassThrough
from schiltron.rulesets.battlesystem.morale.discipline import CheckDiscipline, unruly
from schiltron.rulesets.battlesystem.morale.ways import away, barrier, going
from schiltron.rulesets.battlesystem.movement.runs import BEGIN, END, LINE, SEEN, fired_at, next_halt, run_spoils
from schiltron.rulesets.battlesystem.ranks import FLEES
from schiltron.rulesets.battlesystem.state import Scene, Unit, with_turn
from schiltron.table.lengths import Mil


class Flee(Step, frozen=True, tag="battlesystem.flee"):
    """A unit turns about and runs from its melee, after the free attacks on it (BS-8.8-02, BS-8.8-03). `left` and
    `paused` are as of a rout: what is left of a run that fire interrupted, and where it was."""

    unit: str
    enemies: tuple[str, ...]
    left: Mil | None = None
    paused: tuple[str, ...] = ()


_RULES: Final = ("BS-8.8-02",)


def flee(scene: Scene, unit_id: str) -> None:
    """Every enemy unit it is engaged with gets one free attack, and then it runs, if it has not routed."""
    unit = scene.unit(unit_id)
    near = [one for one in opponents(scene.battle, unit) if alive(one)]
    foes = tuple(one.id for one in near)
    strikers = {one_unit(scene.battle, one): one.id for one in reversed(near)}
    scene.tell(Declared(unit=unit_id, action="flee", rules=_RULES))
    scene.deed(unit_id, "had_order", "acted", FLEES, rules=_RULES)
    scene.now(*(FreeAttack(strikers[key], unit_id) for key in in_line(scene.battle, strikers)), Flee(unit_id, foes))


def stand(scene: Scene, unit_id: str) -> None:
    """An order that proved impossible leaves a unit where it is (BS-7.7-02)."""
    unit = scene.unit(unit_id)
    scene.change(with_turn(unit, had_order=True))


def _do(scene: Scene, step: Flee) -> None:
    """It turns about at no cost and moves its full MV away; it is no rout, and it stays on the table."""
    unit = scene.unit(step.unit)
    if not alive(unit) or not unit.on_table or unit.own.morale.rout is not None:
        return
    if not step.paused and fired_at(scene.battle, unit):
        scene.now(PassThrough(unit.id, BEGIN), replace(step, paused=(*step.paused, BEGIN)))
        return
    leave_piece(scene, unit.id)
    scene.deed(unit.id, FLEES, rules=_RULES)
    unit = scene.unit(step.unit)
    rate = move_rate(scene.battle, unit) if step.left is None else step.left
    terms = flight_ways.Terms(ground=barrier(scene.battle, unit, rate), leaves=False)
    bearing = away(scene.battle, unit, step.enemies) if step.left is None else unit.pose.heading
    way = flight_ways.best_way(scene.battle, unit, bearing, rate, terms)
    if way is None:
        scene.tell(Ruled(what=f"{unit.name} finds no way to flee", rules=_RULES))
        return
    spoiled = "" if step.paused else run_spoils(scene.battle, unit, way)
    if spoiled:
        scene.now(PassThrough(unit.id, LINE, near=spoiled), replace(step, paused=(*step.paused, BEGIN)))
        return
    halt = next_halt(scene.battle, unit, way, step.paused)
    if halt is not None:
        short, name = halt
        left = rate - going(scene.battle, unit, short)[0]
        _run(scene, unit, short)
        scene.now(PassThrough(unit.id, SEEN), replace(step, left=left, paused=(*step.paused, name)))
        return
    _run(scene, unit, way)
    keep_order(scene)
    tempted = [one for one in step.enemies if alive(scene.unit(one)) and unruly(scene.unit(one))]
    scene.now(*(CheckDiscipline(one, "withdrawal", unit.id) for one in tempted))
    if fired_at(scene.battle, scene.unit(unit.id)):
        scene.now(PassThrough(unit.id, END))


def _run(scene: Scene, unit: Unit, way: flight_ways.Way) -> None:
    turn = (Leg(Turn(way.angle), way.start, unit.body, 0),) if way.angle else ()
    cost, ground = going(scene.battle, unit, way)
    legs = (*turn, Leg(Advance(way.distance), way.end, unit.body, cost))
    gone = with_turn(unit, moved=True, spent=unit.own.turn.spent + cost)
    scene.change(replace(gone, place=unit.place_at(way.end)))
    scene.tell(Moved(unit=unit.id, start=unit.pose, legs=legs, spent=cost, left=0, rules=(*_RULES, *ground)))
    part(scene, unit.id, _RULES)


FLEE = does(Flee, _do)
