"""Mobs and their orders (case 2.10)."""

from __future__ import annotations

from collections.abc import Iterator
from math import radians
from typing import Final

from msgspec.structs import replace

from schiltron.battle import choosing
from schiltron.battle.agenda import Handler
from schiltron.battle.decision import Answer, AnyDecision, Choose, Chosen, Option
from schiltron.battle.event import Compelled, Leg
from schiltron.battle.field import enemies, in_melee, nearest_enemies, standing_with
from schiltron.battle.manoeuvre import Advance, Path, Wheel
from schiltron.rulesets.battlesystem.field import alive, is_mob, troops
from schiltron.rulesets.battlesystem.movement import charges
from schiltron.rulesets.battlesystem.movement.compelled import approaches, march_at
from schiltron.rulesets.battlesystem.movement.rates import allowance
from schiltron.rulesets.battlesystem.movement.steps import Action, MobWheels, Walk
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit
from schiltron.table.body import Formed
from schiltron.table.lengths import TOLERANCE, Mdeg, Mil, degrees
from schiltron.table.outline import gap

_HEADINGS: Final[tuple[Mdeg, ...]] = (0, *(degrees(sign * turn) for turn in range(5, 50, 5) for sign in (1, -1)))
"""Ways a mob tries, the straighter first, of two the one to the right (BS-2.10-11)."""
_ALIKE: Final[Mil] = 4 * TOLERANCE
"""Ground that takes no more than this is as easy as any."""
_WHEELS: Final = {f"{side} {turn}": (side, turn) for side in ("left", "right") for turn in (15, 30, 45, 60, 90)}
_NEAREST: Final = 3


def obey(scene: Scene, side: str) -> None:
    """As the Movement Phase of a side begins, its mobs go on obeying, every round until a new order comes or they fail
    a check (BS-2.10-07)."""
    for unit in reversed(list(troops(scene.battle, side))):
        if not is_mob(unit) or not unit.own.order or unit.own.done or not _free(scene.battle, unit):
            continue
        scene.change(replace(unit, own=replace(unit.own, done=True)))
        if unit.own.order == "wheel":
            scene.now(MobWheels(unit.id))
            continue
        scene.tell(Compelled(unit=unit.id, action=unit.own.order, rules=("BS-2.10-07",)))
        scene.now(order_of(scene.battle, scene.unit(unit.id)))


def _free(battle: Battle, unit: Unit) -> bool:
    return alive(unit) and unit.on_table and unit.own.rout is None and not in_melee(battle, unit)


def order_of(battle: Battle, unit: Unit) -> Walk:
    """What a mob does by its order. Told to charge, it charges whom it can reach, else goes towards the nearest enemy
    at its full rate."""
    if unit.own.order == "charge":
        return _charge(battle, unit)
    return _forward(battle, unit, "obey")


def _charge(battle: Battle, unit: Unit) -> Walk:
    for foe in nearest_enemies(battle, unit, _NEAREST):
        for path in approaches(unit, foe, max(1, allowance(battle, unit, "obey").total - unit.own.spent)):
            order = Walk(unit.id, path, "obey", target=foe.id)
            if walk(battle, order).met is not None and not charges.reasons(battle, order):
                return order
    near = nearest_enemies(battle, unit, 1)
    if not near:
        return _forward(battle, unit, "move")
    return march_at(battle, unit, near[0])


def _forward(battle: Battle, unit: Unit, action: Action) -> Walk:
    """Of the headings within 45 degrees of the ordered one that on which the ground takes least of its move, of those
    nearly alike the straightest, of two as straight the better one, and of two alike the one that ends nearer to an
    enemy (BS-2.10-11). It does not look whether others stand in the way."""
    far = max(1, allowance(battle, unit, action).total - unit.own.spent)
    ways = [Walk(unit.id, path, action) for path in _ways(far)]
    alone = replace(battle, units={key: one for key, one in battle.units.items() if standing_with(battle, one) == unit})

    def worse(number: int) -> tuple[Mil, Mdeg, Mil]:
        taken = _taken_by_ground(alone, ways[number])
        return taken // _ALIKE, abs(_HEADINGS[number]), taken

    first = min(range(len(ways)), key=worse)
    alike = [number for number in range(len(ways)) if _no_worse(worse(number), worse(first))]
    return ways[_nearer_to_an_enemy(battle, alone, ways, alike) if len(alike) > 1 else first]


def _no_worse(one: tuple[Mil, Mdeg, Mil], best: tuple[Mil, Mdeg, Mil]) -> bool:
    return one[1] == best[1] and abs(one[2] - best[2]) <= TOLERANCE


def _nearer_to_an_enemy(battle: Battle, alone: Battle, ways: list[Walk], alike: list[int]) -> int:
    """Of some ways the one that ends nearest to an enemy; of those as near the first, which is the one to the right."""

    def apart(number: int) -> Mil:
        ended = walk(alone, ways[number])
        return min((gap(ended.outline, one.outline) for one in enemies(battle, ended.unit) if one.figures), default=0)

    found = {number: apart(number) for number in alike}
    least = min(found.values())
    return next(number for number in alike if found[number] <= least + TOLERANCE)


def _ways(far: Mil) -> Iterator[Path]:
    """Headings of the figure in the middle of the front, from which the moves of a mob are measured (BS-2.10-03)."""
    for turn in _HEADINGS:
        ahead = Advance(far)
        yield (Wheel("right" if turn > 0 else "left", abs(turn)), ahead) if turn else (ahead,)


def _taken_by_ground(battle: Battle, order: Walk) -> Mil:
    """What of the move slow ground takes, or what ends the way; a wheel is paid for, and no fault of the ground."""
    walker = walk(battle, order)
    bare = sum(_length(leg, walker) for leg in walker.legs)
    return max(0, walker.allowance - bare)


def _length(leg: Leg, walker: Walker) -> Mil:
    """How far the outermost figure goes in a leg."""
    if isinstance(leg.manoeuvre, Advance):
        return leg.manoeuvre.distance
    assert isinstance(leg.manoeuvre, Wheel)
    assert isinstance(walker.body, Formed)
    return round(walker.body.frontage * radians(leg.manoeuvre.angle / 1000))


# ---------------------------------------------------------------- a wheel is made once


def _able(battle: Battle, unit_id: str) -> list[str]:
    unit = battle.units[unit_id]
    if not _free(battle, unit):
        return []
    found = []
    for key, (side, turn) in _WHEELS.items():
        walker = walk(battle, Walk(unit_id, (Wheel(side, degrees(turn)),), "obey"))  # type: ignore[arg-type]
        if walker.legs and not walker.reasons:
            found.append(key)
    return found


def _ask(battle: Battle, step: MobWheels) -> tuple[AnyDecision, ...] | None:
    able = _able(battle, step.unit)
    if not able:
        return None
    unit = battle.units[step.unit]
    return (
        Choose(
            seat=unit.controller,
            prompt=f"{unit.name} was told to wheel: which way, and how far?",
            rules=("BS-2.10-06", "BS-7.9-03"),
            options=tuple(Option(key, f"{key} degrees") for key in able),
            default=Chosen((able[0],)),
        ),
    )


def _take(scene: Scene, step: MobWheels, answers: tuple[Answer, ...]) -> None:
    """It wheels, and stands from then on (BS-2.10-07)."""
    side, turn = _WHEELS[choosing.chosen(answers)]
    unit = scene.unit(step.unit)
    scene.change(replace(unit, own=replace(unit.own, order="")))
    scene.now(Walk(step.unit, (Wheel(side, degrees(turn)),), "obey"))  # type: ignore[arg-type]


def _no_room(scene: Scene, step: MobWheels) -> None:
    unit = scene.unit(step.unit)
    scene.change(replace(unit, own=replace(unit.own, order="")))


MOB_WHEELS = Handler(
    ask=_ask,
    judge=choosing.judge,
    take=_take,
    do=_no_room,
    sample=choosing.sample,
    suggest=choosing.suggest,
)
