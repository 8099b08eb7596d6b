"""Rout and flight (chapter B5)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import hypot
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, does
from schiltron.battle.play.casualties import Harm, Loss, take_off
from schiltron.battle.state.battle import How
from schiltron.battle.state.event import Compelled, Formed, Marked, Removed, Ruled
from schiltron.battle.state.field import commanded_by, enemies, friends, others
from schiltron.battle.state.unit import OffTable, in_line
from schiltron.rulesets.book_of_war.field import fights_cornered, formation, is_routed
from schiltron.rulesets.book_of_war.hiding import as_known
from schiltron.rulesets.book_of_war.morale.flight import flight
from schiltron.rulesets.book_of_war.movement.carrying_out import carry_out
from schiltron.rulesets.book_of_war.movement.contact import part
from schiltron.rulesets.book_of_war.movement.individuals import left_alone
from schiltron.rulesets.book_of_war.movement.paths import walk
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.state import CORNERED, ROUTED, Battle, Scene, Unit, with_turn
from schiltron.rulesets.book_of_war.steps import Check, Flee
from schiltron.table.facing import TURNS, faced
from schiltron.table.lengths import CONTACT, TOLERANCE, Mil
from schiltron.table.outline import advance_gap, gap, outline, overlapping
from schiltron.table.pose import Pose


class Flights(Step, frozen=True, tag="book_of_war.flights"):
    """The side's routed units run before it moves anything else."""

    side: str


_FACES: Final = ("front", "rear", "right", "left")
_FAR: Final = 10**9


# ---------------------------------------------------------------- becoming routed


def rout(scene: Scene, unit_id: str) -> None:
    """Mark a unit as routed and turn it away from the enemy at once, free, redressed to one facing (BW-B5-05)."""
    unit = scene.unit(unit_id)
    own = replace(unit.own, routed_since=scene.battle.own.player_turns)
    scene.change(replace(unit, own=own, marks=(*unit.marks, ROUTED)))
    scene.tell(Marked(unit=unit_id, mark=ROUTED, on=True, rules=("BW-B5-02", "BW-B5-04")))
    _turn_away(scene, scene.unit(unit_id))
    left_alone(scene, unit_id)


def _turn_away(scene: Scene, unit: Unit) -> None:
    foes = enemies(scene.battle, unit)
    nearest = min((gap(unit.outline, foe.outline) for foe in foes), default=0)
    near = [foe for foe in foes if gap(unit.outline, foe.outline) <= nearest + TOLERANCE]
    body = formation(unit)
    board = scene.battle.board
    for to in sorted(_FACES, key=lambda to: (_towards(unit, near, to), _towards(unit, foes, to))):
        pose, shape = faced(unit.pose, body, unit.bodies, to)
        there = outline(pose, shape, unit.bodies)
        if any(overlapping(there, other.outline) for other in others(scene.battle, unit)):
            continue
        if board is None or board.holds(there):
            scene.change(replace(unit, place=unit.place_at(pose), body=shape))
            if (pose, shape) != (unit.pose, body):
                scene.tell(Formed(unit=unit.id, pose=pose, body=shape, why="turn to flee", rules=("BW-B5-05",)))
            return
    scene.tell(Ruled(what=f"{unit.name} are hemmed in too closely to turn", rules=("BW-B5-05",)))


def _towards(unit: Unit, foes: list[Unit], to: str) -> float:
    """How much a unit would look at some foes if it faced that way: 1 for each straight ahead, to the hundredth. At one
    round whom it has wrapped itself it looks from every side."""
    here = unit.outline
    pose = Pose(round(here.x), round(here.y), unit.pose.heading).turned(TURNS[to])
    looks = 0.0
    for foe in foes:
        _, forward = pose.local(foe.outline.x, foe.outline.y)
        apart = hypot(foe.outline.x - here.x, foe.outline.y - here.y)
        looks += forward / apart if apart else 0.0
    return round(looks, 2)


def destroy(scene: Scene, unit_id: str, why: str, *rules: str, edge: str = "", how: How = "routed") -> None:
    """Take a unit off the table for good, and whoever is left of it."""
    left = scene.unit(unit_id).figures
    scene.tell(Removed(unit=unit_id, figures=left, why=why, rules=rules))
    take_off(scene, unit_id, Loss(left, how, told=False), Harm(rules=rules))
    left_alone(scene, unit_id)
    scene.change(replace(scene.unit(unit_id), fallen=0, place=OffTable(why, edge)))
    part(scene)


# ---------------------------------------------------------------- fleeing


def _do_flights(scene: Scene, step: Flights) -> None:
    running = [unit for unit in commanded_by(scene.battle, step.side) if unit.on_table and is_routed(unit)]
    scene.now(*(Flee(unit.id) for unit in in_order_of_flight(scene.battle, running)))


def in_order_of_flight(battle: Battle, running: Iterable[Unit]) -> list[Unit]:
    """Who is farthest from the enemy runs first, and so out of the way of the others (BW-B5-06)."""
    units = in_line(running)
    if len(units) < 2:
        return units
    gaps = [[gap(unit.outline, foe.outline) for foe in enemies(battle, unit)] for unit in units]
    nearest = _ranks([-min(apart, default=0) for apart in gaps], TOLERANCE)
    from_all = _ranks([-sum(apart) for apart in gaps], TOLERANCE * len(battle.units))
    return [units[place] for place in sorted(range(len(units)), key=lambda place: (nearest[place], from_all[place]))]


def _ranks(values: list[Mil], alike: Mil) -> list[int]:
    """The rank of each value among them, the least first; those that hardly differ share one."""
    rank, ranks = 0, {}
    for last, value in pairwise([-_FAR, *sorted(values)]):
        rank += value - last > alike
        ranks[value] = rank
    return [ranks[value] for value in values]


def _do_flee(scene: Scene, step: Flee) -> None:
    unit = scene.unit(step.unit)
    if not unit.on_table or not unit.figures or not is_routed(unit):
        return
    if any(not is_routed(scene.unit(friend)) for friend in unit.own.turn.collided):
        return
    walker = _flight(scene.battle, unit)
    if walker is None:
        if not unit.own.turn.moved:
            _corner(scene, unit)
        return
    if fights_cornered(unit):
        unit = replace(unit, marks=tuple(mark for mark in unit.marks if mark != CORNERED))
        scene.change(unit)
        scene.tell(Marked(unit=unit.id, mark=CORNERED, on=False, rules=("BW-B5-12",)))
        walker.unit = unit
    scene.tell(Compelled(unit=unit.id, action="flee", rules=("BW-B5-06", "BW-B5-07")))
    carry_out(scene, walker, rules=("BW-B5-06",))
    if walker.left_table:
        board = scene.battle.board
        edge = board.edge_crossed(walker.outline) if board is not None else None
        destroy(scene, unit.id, "fled off the table", "BW-B5-11", edge=edge or "")
    elif walker.collided is not None:
        _run_into(scene, unit.id)


def _flight(battle: Battle, unit: Unit) -> Walker | None:
    """The way out by what can be seen, as far as it can really be gone: enemies that hide stop it (BW-A2-04)."""
    known = as_known(battle, unit)
    walker = flight(known, unit)
    if walker is None or known is battle:
        return walker
    path = tuple(leg.manoeuvre for leg in walker.legs)
    return walk(battle, unit, path, "flight", "stops", walker.allowance)


def _corner(scene: Scene, unit: Unit) -> None:
    """No way out: it acts normally, at -1, until a way opens (BW-B5-12)."""
    if not fights_cornered(unit):
        scene.change(replace(unit, marks=(*unit.marks, CORNERED)))
        scene.tell(Marked(unit=unit.id, mark=CORNERED, on=True, rules=("BW-B5-12",)))


def _run_into(scene: Scene, router: str) -> None:
    """Friends straight ahead check as if they had lost the routers' number; if one stands, they stop (BW-B5-15 to
    BW-B5-17). Of several met at once all check."""
    runner = scene.unit(router)
    ux, uy = runner.pose.forward
    met = [
        friend
        for friend in friends(scene.battle, runner)
        if friend.id not in runner.own.turn.collided
        and not is_routed(friend)
        and friend.figures
        and advance_gap(runner.outline, ux, uy, friend.outline, CONTACT) is not None
    ]
    if not met:
        return
    names = tuple(friend.id for friend in in_line(met))
    scene.change(with_turn(runner, collided=(*runner.own.turn.collided, *names)))
    scene.now(*(Check(name, "run into", runner.figures) for name in names), Flee(router))


FLIGHTS = does(Flights, _do_flights)
FLEE = does(Flee, _do_flee)
