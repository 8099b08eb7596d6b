"""Bodies driven back and bodies in flight: CM-MELEE-21, CM-MELEE-22, CM-MELEE-31 to CM-MELEE-33."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import Way
from schiltron.battle.movement.separation import part
from schiltron.battle.state.event import Compelled, Leg, Moved, Ruled
from schiltron.battle.state.field import opponents
from schiltron.battle.state.manoeuvre import Advance, Turn
from schiltron.battle.words.grammar import does
from schiltron.rulesets.chainmail.fantasy.magicians import stirred
from schiltron.rulesets.chainmail.field import all_round
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.losses import remove
from schiltron.rulesets.chainmail.morale.ways import away, way_back, way_out
from schiltron.rulesets.chainmail.state import FORMING, RETREATING, ROUTED, Flight, Scene, Unit, with_morale, with_turn
from schiltron.rulesets.chainmail.walking.rates import normal_move
from schiltron.table.body import Formed
from schiltron.table.lengths import Mil

Kind = Literal["retreat", "rout"]

RUN: Final = 1500
"""Thousandths of a normal move: a flight from a charge (CM-MORALE-08, CM-MORALE-12)."""
LAST_TURN: Final = next(
    int(row["turn_of_retreat"]) for row in LAW.sheet("CM-T-rally").records() if row["result"] == "removed_from_play"
)
MARKS: Final[dict[Kind, str]] = {"retreat": RETREATING, "rout": ROUTED}
GONE: Final = "fled off the table"
DISPERSED: Final = "dispersed in flight"


def drive_back(
    scene: Scene,
    unit_id: str,
    thousandths_of_move: int,
    *,
    facing_enemy: bool,
    rules: tuple[str, ...],
    foes: tuple[str, ...] = (),
) -> bool:
    """A body goes back from these foes, or from those it is in contact with; whether it found a way.

    One that faces the enemy keeps good order and stays on the table (CM-MELEE-21); one with its back to him may run
    over the edge and is lost then (CM-MELEE-22, CM-MELEE-33). Who finds no way stays, in contact as he was. A schiltron
    cannot move (CM-HIST-24): driven back, it is one no more.
    """
    unit = scene.unit(unit_id)
    foes = foes or tuple(one.id for one in opponents(scene.battle, unit))
    bearing = away(scene.battle, unit, foes)
    find = way_back if facing_enemy else way_out
    way = find(scene.battle, unit, bearing, _distance(scene, unit, thousandths_of_move))
    if way is not None and unit.own.formation == "schiltron":
        unit, rules = _in_disorder(scene, unit_id, rules), (*rules, "CM-HIST-24")
    return _go(scene, unit, way, facing_enemy=facing_enemy, rules=rules)


def _distance(scene: Scene, unit: Unit, thousandths: int) -> Mil:
    nature = unit.own.profile.nature
    move = normal_move(scene.battle, unit).total
    if not move and nature is not None:
        move = nature.fly
    return move * thousandths // 1000


def _go(scene: Scene, unit: Unit, way: Way | None, *, facing_enemy: bool, rules: tuple[str, ...]) -> bool:
    if way is None:
        hemmed = does("find no way back", one=unit.original == 1)
        scene.tell(Ruled(what=f"{unit.name} {hemmed}", rules=rules))
        return False
    far = -way.distance if facing_enemy else way.distance
    turn = (Leg(Turn(way.angle), way.start, unit.body, 0),) if way.angle else ()
    legs = (*turn, Leg(Advance(far), way.end, unit.body, way.distance))
    scene.change(replace(with_turn(unit, moved=True), place=unit.place_at(way.end)))
    stirred(scene, unit.id)
    scene.tell(Moved(unit=unit.id, start=unit.pose, legs=legs, spent=way.distance, left=0, rules=rules))
    part(scene, unit.id, rules)
    if way.edge is not None:
        remove(scene, unit.id, GONE, ("CM-MELEE-33",), edge=way.edge)
    return True


# ---------------------------------------------------------------- flight


def flee(
    scene: Scene,
    unit_id: str,
    kind: Kind,
    *,
    rules: tuple[str, ...],
    reach: int = RUN,
    foes: tuple[str, ...] = (),
    pikes: str = "",
) -> None:
    """A unit breaks and runs at once, its back to the enemy; it has to be rallied."""
    unit = _in_disorder(scene, unit_id, rules)
    scene.change(with_morale(unit, flight=Flight(kind, 1, reach, scene.battle.turn, pikes)))
    scene.mark(unit_id, MARKS[kind], rules=rules)
    _run(scene, unit_id, foes or tuple(one.id for one in opponents(scene.battle, unit)), rules)


def run_on(scene: Scene, unit_id: str, rules: tuple[str, ...], foes: tuple[str, ...] = ()) -> None:
    """A unit in flight runs again, as far as before; another turn of it is marked, the last is the end of it.

    CM-MELEE-31, CM-MELEE-32. What it runs again in one game turn is no further turn. It runs from these foes, or the
    way it was running.
    """
    unit = scene.unit(unit_id)
    flight = unit.own.morale.flight
    assert flight is not None
    turns = flight.turns + (flight.since < scene.battle.turn)
    if turns >= LAST_TURN:
        remove(scene, unit_id, DISPERSED, ("CM-MELEE-32",))
        return
    flight = replace(flight, turns=turns, since=scene.battle.turn)
    scene.change(with_morale(unit, flight=flight))
    _run(scene, unit_id, foes, rules)


def _run(scene: Scene, unit_id: str, foes: tuple[str, ...], rules: tuple[str, ...]) -> None:
    unit = scene.unit(unit_id)
    flight = unit.own.morale.flight
    assert flight is not None
    scene.tell(Compelled(unit=unit_id, action=flight.kind, rules=rules))
    bearing = away(scene.battle, unit, foes) if foes else unit.pose.heading
    way = way_out(scene.battle, unit, bearing, _distance(scene, unit, flight.reach))
    if not _go(scene, unit, way, facing_enemy=False, rules=rules):
        part(scene, unit_id, rules)


def _in_disorder(scene: Scene, unit_id: str, rules: tuple[str, ...]) -> Unit:
    """Whoever flees keeps no square, hedgehog or schiltron, and gives up a change of formation."""
    unit = scene.unit(unit_id)
    if unit.has(FORMING):
        scene.mark(unit_id, FORMING, on=False, rules=rules)
        unit = scene.unit(unit_id)
    own = replace(unit.own, forming=None)
    body = unit.body
    if all_round(unit):
        own = replace(own, formation="line")
        body = replace(body, hedgehog=False) if isinstance(body, Formed) else body
    return replace(unit, own=own, body=body)
