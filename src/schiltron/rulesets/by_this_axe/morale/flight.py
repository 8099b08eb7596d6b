"""Routed units run: TA-TURN-07, TA-MORALE-23 to TA-MORALE-25."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.flight_ways import Way, edge_distances, to_nearest_edge
from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.play.agenda import does as carries_out
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.event import Compelled, Leg, Moved, Ruled
from schiltron.battle.state.field import company
from schiltron.battle.state.manoeuvre import Advance, Turn
from schiltron.battle.words.grammar import does
from schiltron.rulesets.by_this_axe.attacks.losses import destroy, kill_character
from schiltron.rulesets.by_this_axe.field import alive, is_character, is_routed
from schiltron.rulesets.by_this_axe.morale.flight_ground import over_ground
from schiltron.rulesets.by_this_axe.morale.rout import break_off
from schiltron.rulesets.by_this_axe.morale.ways import best_way, way_along
from schiltron.rulesets.by_this_axe.movement.carrying import RollWoods
from schiltron.rulesets.by_this_axe.movement.walk import rate
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit
from schiltron.rulesets.by_this_axe.steps import Flights
from schiltron.table.lengths import Mil, inches


class Flee(Step, frozen=True, tag="by_this_axe.flee"):
    unit: str


FOOT_DICE, MOUNTED_DICE = 1, 2  # TA-MORALE-23
_SIDES: Final = 6
_FIRST: Final = ("TA-MORALE-23", "TA-TURN-07")
_LATER: Final = ("TA-MORALE-24", "TA-TURN-07")


def _do_flights(scene: Scene, step: Flights) -> None:
    """Who has just broken makes a first flight; who was in flight before makes one full move, in the Ranged Phase.

    TA-TURN-07. Those nearest to an edge run first, so that they are out of the way of the others.
    """
    running = [unit for unit in scene.battle.units.values() if _runs(unit, step)]
    running.sort(key=lambda unit: _to_edge(scene.battle, unit))
    scene.now(*(Flee(unit.id) for unit in running))


def _runs(unit: Unit, step: Flights) -> bool:
    return _in_flight(unit) and (unit.own.flight is not None or step.phase == "ranged")


def _in_flight(unit: Unit) -> bool:
    return alive(unit) and unit.on_table and is_routed(unit)


def _to_edge(battle: Battle, unit: Unit) -> Mil:
    return min(edge_distances(battle.table, unit.outline).values())


# ---------------------------------------------------------------- one unit


def _ask_flee(battle: Battle, step: Flee) -> Roll | None:
    """One die on foot, two mounted; none where no way leads out (TA-MORALE-23)."""
    unit = battle.units[step.unit]
    heading = unit.own.flight
    if not _in_flight(unit) or heading is None:
        return None
    dice = MOUNTED_DICE if unit.own.profile.mounted else FOOT_DICE
    if best_way(battle, unit, heading, inches(dice * _SIDES)) is None:
        return None
    return Roll(
        purpose=f"how many inches {unit.name} {does('flee', one=unit.original == 1)}",
        pools=(Pool(dice, _SIDES, SumOf(), unit.name, whose=unit.side),),
        rules=_FIRST,
    )


def _roll_flee(scene: Scene, step: Flee, pools: tuple[Thrown, ...]) -> None:
    """Straight to its rear, whatever the ground (TA-MORALE-23)."""
    unit = scene.unit(step.unit)
    assert unit.own.flight is not None
    way = best_way(scene.battle, unit, unit.own.flight, inches(pools[0].total))
    if way is None:
        _stay(scene, unit, _FIRST)
    else:
        _run(scene, unit, way, _FIRST)


def _do_flee(scene: Scene, step: Flee) -> None:
    """A full move towards the nearest table edge (TA-MORALE-24); or a first flight to which no way is open."""
    battle, unit = scene.battle, scene.unit(step.unit)
    if not _in_flight(unit):
        return
    if unit.own.flight is not None:
        _stay(scene, unit, _FIRST)
        return
    budget = rate(battle, unit).total
    way = best_way(battle, unit, to_nearest_edge(battle.table, unit), budget)
    if way is None:
        _stay(scene, unit, _LATER)
        return
    going = over_ground(battle, unit, way.start, budget)
    if going is None:
        scene.now(RollWoods(unit.id), step)
        return
    if going.river:
        unit = replace(unit, own=replace(unit.own, bank=(going.river, battle.turn)))
    shorter = way_along(battle, unit, way.start.heading, going.distance, going.bar)
    if shorter is None:
        _stay(scene, unit, (*_LATER, "TA-TERR-08"))
    else:
        _run(scene, unit, shorter, _LATER)


def _stay(scene: Scene, unit: Unit, rules: tuple[str, ...]) -> None:
    """Where enemies or the ground bar every way the unit stays, still in rout."""
    scene.change(replace(unit, own=replace(unit.own, flight=None)))
    find = does("find no way to flee", one=is_character(unit))
    scene.tell(Ruled(what=f"{unit.name} {find}", rules=rules))


def _run(scene: Scene, unit: Unit, way: Way, rules: tuple[str, ...]) -> None:
    unit = replace(unit, own=replace(unit.own, flight=None))
    scene.tell(Compelled(unit=unit.id, action="flee", rules=rules))
    legs = _legs(unit, way)
    scene.change(replace(unit, place=unit.place_at(way.end)))
    scene.tell(Moved(unit=unit.id, start=unit.pose, legs=legs, spent=way.distance, left=0, rules=rules))
    break_off(scene, unit.id)
    if way.edge is not None:
        _leave_table(scene, unit.id)


def _legs(unit: Unit, way: Way) -> tuple[Leg, ...]:
    turn = (Leg(Turn(way.angle), way.start, unit.body, 0),) if way.angle else ()
    return (*turn, Leg(Advance(way.distance), way.end, unit.body, way.distance))


def _leave_table(scene: Scene, unit_id: str) -> None:
    """Whoever reaches the edge is destroyed, and those with him are lost (TA-MORALE-25)."""
    unit = scene.unit(unit_id)
    for character in company(scene.battle, unit):
        kill_character(scene, character.id, Harm(rules=("TA-MORALE-25",)), "routed")
    if is_character(unit):
        kill_character(scene, unit_id, Harm(rules=("TA-MORALE-25",)), "routed")
    else:
        destroy(scene, unit_id, "fled off the table", ("TA-MORALE-25",))


FLIGHTS = carries_out(Flights, _do_flights)
FLEE = rolls(Flee, ask=_ask_flee, roll=_roll_flee, do=_do_flee)
