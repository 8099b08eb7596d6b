"""Mobs and their orders (case 2.10)."""

from __future__ import annotations

from collections.abc import Iterator
from math import radians
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play import option_choice
from schiltron.battle.play.agenda import Step
from schiltron.battle.play.option_choice import chooses
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.battle.state.event import Compelled, Leg
from schiltron.battle.state.field import commanded_by, enemies, in_melee, nearest_enemies, standing_with
from schiltron.battle.state.manoeuvre import Advance, Path, Wheel
from schiltron.rulesets.battlesystem.field import alive, is_mob
from schiltron.rulesets.battlesystem.movement import charges
from schiltron.rulesets.battlesystem.movement.compelled import approaches, march_at
from schiltron.rulesets.battlesystem.movement.rates import allowance
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit, with_command, with_turn
from schiltron.rulesets.battlesystem.steps import Action, Walk
from schiltron.table.body import Formed
from schiltron.table.lengths import TOLERANCE, Mdeg, Mil, degrees
from schiltron.table.outline import gap


class MobWheels(Step, frozen=True, tag="battlesystem.mob_wheels"):
    """A mob that was told to wheel is told which way and how far (BS-2.10-06)."""

    unit: str


_HEADINGS: Final[tuple[Mdeg, ...]] = (0, *(degrees(sign * turn) for turn in range(5, 50, 5) for sign in (1, -1)))
"""Ways a mob tries, the straighter first, of two the one to the right (BS-2.10-11)."""
_ALIKE: Final[Mil] = 4 * TOLERANCE
"""Ground that takes no more than this is as easy as any."""
_WHEELS: Final = {f"{side} {turn}": (side, turn) for side in ("left", "right") for turn in (15, 30, 45, 60, 90)}
_NEAREST: Final = 3


def obey(scene: Scene, side: str) -> None:
    """As the Movement Phase of a side begins, its mobs go on obeying, every round until a new order comes or they fail
    a check (BS-2.10-07)."""
    for unit in reversed(commanded_by(scene.battle, side)):
        if not is_mob(unit) or not unit.own.command.order or unit.own.turn.had_order or not _free(scene.battle, unit):
            continue
        scene.change(with_turn(unit, had_order=True))
        if unit.own.command.order == "wheel":
            scene.now(MobWheels(unit.id))
            continue
        scene.tell(Compelled(unit=unit.id, action=unit.own.command.order, rules=("BS-2.10-07",)))
        scene.now(order_of(scene.battle, scene.unit(unit.id)))


def _free(battle: Battle, unit: Unit) -> bool:
    return alive(unit) and unit.on_table and unit.own.morale.rout is None and not in_melee(battle, unit)


def order_of(battle: Battle, unit: Unit) -> Walk:
    """What a mob does by its order. Told to charge, it charges whom it can reach, else goes towards the nearest enemy
    at its full rate."""
    if unit.own.command.order == "charge":
        return _charge(battle, unit)
    return _forward(battle, unit, "obey")


def _charge(battle: Battle, unit: Unit) -> Walk:
    for foe in nearest_enemies(battle, unit, _NEAREST):
        for path in approaches(unit, foe, max(1, allowance(battle, unit, "obey").total - unit.own.turn.spent)):
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
    far = max(1, allowance(battle, unit, action).total - unit.own.turn.spent)
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


def _ask(battle: Battle, step: MobWheels) -> tuple[Choose, ...] | None:
    able = _able(battle, step.unit)
    if not able:
        return None
    unit = battle.units[step.unit]
    return (
        Choose(
            seat=unit.controller,
            prompt=f"{unit.name} was told to wheel: which way, and how far?",
            waits=f"{unit.name} to wheel",
            rules=("BS-2.10-06", "BS-7.9-03"),
            options=tuple(Option(key, f"{key} degrees") for key in able),
            default=Chosen((able[0],)),
        ),
    )


def _take(scene: Scene, step: MobWheels, answers: tuple[Chosen, ...]) -> None:
    """It wheels, and stands from then on (BS-2.10-07)."""
    side, turn = _WHEELS[option_choice.chosen(answers)]
    unit = scene.unit(step.unit)
    scene.change(with_command(unit, order=""))
    scene.now(Walk(step.unit, (Wheel(side, degrees(turn)),), "obey"))  # type: ignore[arg-type]


def _no_room(scene: Scene, step: MobWheels) -> None:
    unit = scene.unit(step.unit)
    scene.change(with_command(unit, order=""))


MOB_WHEELS = chooses(MobWheels, ask=_ask, take=_take, do=_no_room)
