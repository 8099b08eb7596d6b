"""Ships under way (chapter O6): who may be told to row or to sail, and what becomes of those aboard."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.platforms import borne_along, carried_along, carried_by
from schiltron.battle.play.agenda import Step, does
from schiltron.battle.state.event import Moved, Touched
from schiltron.battle.state.field import commanded_by
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Path
from schiltron.rulesets.book_of_war.hulls import ROW, SAIL, STRAIGHT, alongside, held_fast, ship_of
from schiltron.rulesets.book_of_war.movement.ambushes import seen_by_wizards
from schiltron.rulesets.book_of_war.movement.contact import meet, part
from schiltron.rulesets.book_of_war.movement.paths import allowance, bearing_of, walk
from schiltron.rulesets.book_of_war.movement.walking import Shortfall, Walker
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit, with_turn


class Voyage(Step, frozen=True, tag="book_of_war.voyage"):
    """A ship goes along its path, rowed or under sail."""

    unit: str
    path: Path
    action: str


def ways_of(unit: Unit) -> tuple[str, ...]:
    """How a ship can be told to go: those ways for which its scenario gives a speed (BW-O6-19)."""
    ship = ship_of(unit)
    return (*((ROW,) if ship.rowed else ()), *((SAIL,) if ship.sailed else ()))


def way_of(ship: Unit, action: str) -> str:
    """How a ship goes that is told to move: under oars, or under sail if it has none."""
    return action if action in STRAIGHT else ways_of(ship)[0]


def under_way(battle: Battle, side: str) -> list[Unit]:
    """Ships of a side that may still be given a move this phase."""
    return [
        unit
        for unit in commanded_by(battle, side)
        if unit.afloat and not unit.own.turn.moved and not held_fast(battle, unit)
    ]


def judge_voyage(view: Battle, ship: Unit, action: str, path: Path) -> list[Reason]:
    """Everything against a ship going along a path."""
    action = way_of(ship, action)
    if action not in ways_of(ship):
        way = "oars" if action == ROW else "sails"
        return [Reason(f"{ship.name} has no {way}", ("BW-O6-19",))]
    return walk(view, ship, path, bearing_of(action), "illegal", allowance(view, ship, action)).reasons


def _do_voyage(scene: Scene, step: Voyage) -> None:
    ship = scene.unit(step.unit)
    if not ship.afloat or ship.own.turn.moved or held_fast(scene.battle, ship):
        return
    battle = scene.battle
    shortfall: Shortfall = "stops" if battle.own.options.declare == "by_phase" else "illegal"
    walker = walk(battle, ship, step.path, bearing_of(step.action), shortfall, allowance(battle, ship, step.action))
    _arrive(scene, walker)


def _arrive(scene: Scene, walker: Walker) -> None:
    """The ship and all who stand on it are where the voyage ended. They have not moved themselves."""
    ship, battle = walker.unit, scene.battle
    before = {other.id for other in alongside(battle, ship)}
    moved = with_turn(ship, spent=walker.spent, moved=True)
    scene.change(replace(moved, own=replace(moved.own, run=walker.run), place=ship.place_at(walker.pose)))
    legs = tuple(walker.legs)
    if legs:
        rules = ("BW-O6-19",)
        scene.tell(Moved(unit=ship.id, start=ship.pose, legs=legs, spent=walker.spent, left=walker.left, rules=rules))
        for unit in carried_by(battle, ship.id):
            scene.change(carried_along(unit, ship.pose, walker.pose))
            way = borne_along(unit, ship.pose, legs)
            scene.tell(Moved(unit=unit.id, start=unit.pose, legs=way, spent=0, left=0, carried_by=ship.id, rules=rules))
        part(scene)
        for unit in carried_by(scene.battle, ship.id):
            meet(scene, unit.id, None, "front")
        seen_by_wizards(scene)
    for other in alongside(scene.battle, scene.unit(ship.id)):
        if other.id not in before:
            scene.tell(Touched(unit=ship.id, other=other.id, edge=walker.edge, rules=("BW-O6-19",)))
    why = walker.why_no_farther() if walker.tolerant else None
    if why is not None:
        scene.tell(why)


VOYAGE: Final = does(Voyage, _do_voyage)
