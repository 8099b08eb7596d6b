"""Rout and flight: BW-B5-04 to BW-B5-07, BW-B5-11 to BW-B5-17."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.event import Compelled, Formed, Marked, Removed, Ruled
from schiltron.battle.field import enemies, others
from schiltron.battle.manoeuvre import Advance, Face, Path, Wheel
from schiltron.battle.unit import OffTable, OnTable
from schiltron.rulesets.book_of_war.field import fights_cornered, formation, is_routed, troop
from schiltron.rulesets.book_of_war.movement.contact import part
from schiltron.rulesets.book_of_war.movement.paths import walk
from schiltron.rulesets.book_of_war.movement.phase import carry_out
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.state import CORNERED, ROUTED, Battle, Check, Flee, Flights, Scene, Unit
from schiltron.table.facing import TURNS, faced
from schiltron.table.lengths import CONTACT, QUARTER_TURN, Mdeg, Mil, direction, inches
from schiltron.table.outline import gap, outline, overlapping

_FACES: tuple[Literal["front", "left", "right", "rear"], ...] = ("front", "rear", "left", "right")
_WHEELS: tuple[Mdeg, ...] = (0, 15_000, -15_000, 30_000, -30_000, 45_000, -45_000, 60_000, -60_000, 90_000, -90_000)
_CLOSER_LOOKS = 3
"""Ways that can be run to their end which are measured base to base; the rest of the fan is ranked by centres."""


# ---------------------------------------------------------------- becoming routed


def rout(scene: Scene, unit_id: str) -> None:
    """Mark a unit as routed and turn it away from the enemy at once, free, redressed to one facing (BW-B5-05)."""
    unit = scene.unit(unit_id)
    own = replace(unit.own, routed_since=scene.battle.own.player_turns)
    scene.change(replace(unit, own=own, marks=(*unit.marks, ROUTED)))
    scene.tell(Marked(unit=unit_id, mark=ROUTED, on=True, rules=("BW-B5-02", "BW-B5-04")))
    _turn_away(scene, scene.unit(unit_id))


def _turn_away(scene: Scene, unit: Unit) -> None:
    foe = min(
        enemies(scene.battle, unit),
        key=lambda enemy: (gap(unit.outline, enemy.outline), enemy.id),
        default=None,
    )
    body = formation(unit)
    board = scene.battle.board
    for to in _FACES if foe is None else sorted(_FACES, key=lambda to: _towards(unit, foe, to)):
        pose, shape = faced(unit.pose, body, unit.bodies, to)
        there = outline(pose, shape, unit.bodies)
        if any(overlapping(there, other.outline) for other in others(scene.battle, unit)):
            continue
        if board is None or board.holds(there):
            scene.change(replace(unit, place=OnTable(pose), body=shape))
            if (pose, shape) != (unit.pose, body):
                scene.tell(Formed(unit=unit.id, pose=pose, body=shape, why="turn to flee", rules=("BW-B5-05",)))
            return
    scene.tell(Ruled(what=f"{unit.name} are hemmed in too closely to turn", rules=("BW-B5-05",)))


def _towards(unit: Unit, foe: Unit, to: str) -> float:
    """How much a unit would look at the foe (1: straight at it) if it faced that way; ties keep the listed order."""
    here, there = unit.outline, foe.outline
    pose = replace(unit.pose, x=round(here.x), y=round(here.y)).turned(TURNS[to])
    _, forward = pose.local(there.x, there.y)
    distance = max(1.0, ((there.x - here.x) ** 2 + (there.y - here.y) ** 2) ** 0.5)
    return float(round(forward / distance, 3))


def destroy(scene: Scene, unit_id: str, why: str, *rules: str, edge: str = "") -> None:
    """Take a unit off the table for good."""
    unit = scene.unit(unit_id)
    scene.tell(Removed(unit=unit_id, figures=unit.figures, why=why, rules=rules))
    scene.change(replace(unit, figures=0, fallen=0, place=OffTable(why, edge)))
    part(scene)


# ---------------------------------------------------------------- fleeing


def _do_flights(scene: Scene, step: Flights) -> None:
    running = [unit.id for unit in scene.battle.standing() if unit.side == step.side and is_routed(unit)]
    scene.now(*(Flee(unit_id) for unit_id in running))


def _do_flee(scene: Scene, step: Flee) -> None:
    unit = scene.unit(step.unit)
    if not unit.on_table or not unit.figures or not is_routed(unit):
        return
    if unit.own.collided and not is_routed(scene.unit(unit.own.collided[-1])):
        return
    walker = flight(scene.battle, unit)
    if walker is None:
        if not unit.own.moved:
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
        _run_into(scene, unit.id, walker.collided)


def _corner(scene: Scene, unit: Unit) -> None:
    """No way out: it acts normally, at -1, until a way opens (BW-B5-12)."""
    if not fights_cornered(unit):
        scene.change(replace(unit, marks=(*unit.marks, CORNERED)))
        scene.tell(Marked(unit=unit.id, mark=CORNERED, on=True, rules=("BW-B5-12",)))


def _run_into(scene: Scene, router: str, friend: Unit) -> None:
    """The friend checks as if it had lost the routers' number; if it stands, they stop (BW-B5-15 to BW-B5-17)."""
    runner = scene.unit(router)
    if friend.id in runner.own.collided or is_routed(friend) or not friend.figures:
        return
    scene.change(replace(runner, own=replace(runner.own, collided=(*runner.own.collided, friend.id))))
    scene.now(Check(friend.id, "run into", runner.figures), Flee(router))


def flight(battle: Battle, unit: Unit) -> Walker | None:
    """The way out of a finite fan that ends farthest from the nearest enemy, then from all; None if none leads away."""
    foes = enemies(battle, unit)
    budget = troop(unit).move - unit.own.spent
    if not foes or budget <= 0:
        return None
    now = min(gap(unit.outline, foe.outline) for foe in foes)
    best: tuple[tuple[int, int, int], Walker] | None = None
    looks = 0
    for number, path in enumerate(_ranked(unit, foes, budget)):
        walker = walk(battle, unit, path, "flight", "stops", budget)
        if not walker.legs or not isinstance(walker.legs[-1].manoeuvre, Advance):
            continue
        end = walker.outline
        apart = [gap(end, foe.outline) for foe in foes]
        score = (min(apart), sum(apart), -number)
        if best is None or score > best[0]:
            best = (score, walker)
        looks += not walker.reasons and walker.collided is None
        if looks >= _CLOSER_LOOKS:
            break
    if best is None or best[0][0] <= now + CONTACT:
        return None
    return best[1]


def _ranked(unit: Unit, foes: list[Unit], budget: Mil) -> list[Path]:
    """The fan of ways, the most promising first: where each would end on open ground, by the middle of the bodies."""
    x, y = unit.outline.x, unit.outline.y
    body = formation(unit)
    half = troop(unit).half_move
    dots = [(foe.outline.x, foe.outline.y) for foe in foes]
    ranked: list[tuple[float, int, Path]] = []
    for to in _FACES:
        cost = 0 if to == "front" and not body.hedgehog else half
        for turn in _WHEELS:
            left = budget - cost - inches(body.files) * abs(turn) // QUARTER_TURN
            if left <= 0:
                continue
            ux, uy = direction(unit.pose.heading + TURNS[to] + turn)
            end_x, end_y = x + ux * left, y + uy * left
            nearest = min((end_x - foe_x) ** 2 + (end_y - foe_y) ** 2 for foe_x, foe_y in dots)
            legs: tuple[Face | Wheel, ...] = (Face(to),) if cost else ()
            if turn:
                legs = (*legs, Wheel("right" if turn > 0 else "left", abs(turn)))
            ranked.append((-nearest, len(ranked), (*legs, Advance(left))))
    ranked.sort()
    return [path for _, _, path in ranked]


FLIGHTS = Handler(do=_do_flights)
FLEE = Handler(do=_do_flee)
