"""Marching straight ahead: PP-MOVE-01."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from push_of_pike.state import Battle, Scene, Unit
from push_of_pike.troops import troop
from schiltron.battle.movement.straight_and_wheel import first_ahead, long_enough, room_ahead, square_up
from schiltron.battle.movement.trial_moves import sample_command, suggest_commands
from schiltron.battle.movement.walker import Walker
from schiltron.battle.play.agenda import Step, asks, does
from schiltron.battle.play.unit_orders import judge_order
from schiltron.battle.state import field
from schiltron.battle.state.decision import FINISH, Command, Commanded, PathDrawn
from schiltron.battle.state.event import Moved
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Advance, Path
from schiltron.battle.state.unit import OnTable

RULE = "PP-MOVE-01"


class Moves(Step, frozen=True, tag="push_of_pike.moves"):
    """A side moves its units, one after the other."""

    side: str


class Walk(Step, frozen=True, tag="push_of_pike.walk"):
    unit: str
    path: Path


MOVE = "move"


def walk(battle: Battle, unit: Unit, path: Path) -> Walker:
    """As far along the path as the rule allows, with every reason why not farther."""
    walker: Walker = Walker(battle, unit, troop(unit).move)
    if walker.enemies_touched():
        walker.refuse(f"{unit.name} are fighting", RULE)
    for walker.index, leg in enumerate(path):
        if walker.stopped:
            break
        if not isinstance(leg, Advance):
            walker.refuse("units march straight ahead, and no other way", RULE)
        elif long_enough(walker, leg.distance, RULE):
            _advance(walker, leg)
    return walker


def _advance(walker: Walker, leg: Advance) -> None:
    distance = leg.distance
    if distance > walker.left:
        walker.refuse("that is farther than they can march", RULE, measured=True)
        distance = walker.left
    if distance > room_ahead(walker):
        walker.refuse("the table ends there", RULE, measured=True)
        distance = room_ahead(walker)
    free, met = first_ahead(walker, distance)
    if met is not None and not field.hostile(walker.battle, walker.unit, met):
        walker.refuse(f"{met.name} are in the way", RULE, measured=True)
    if met is not None:
        distance = max(0, int(free))
    if distance:
        walker.goes(Advance(distance), walker.pose.shifted(0, distance), walker.body, distance)
    if met is not None and field.hostile(walker.battle, walker.unit, met):
        square_up(walker, met, lambda _there: False)


# ---------------------------------------------------------------- the phase


def movable(battle: Battle, side: str) -> tuple[str, ...]:
    return tuple(
        unit.id
        for unit in field.commanded_by(battle, side)
        if unit.on_table and not unit.own.moved and not field.touching_enemies(battle, unit)
    )


def _ask(battle: Battle, step: Moves) -> tuple[Command, ...] | None:
    actors = movable(battle, step.side)
    if not actors:
        return None
    return (
        Command(
            seat=battle.units[actors[0]].controller,
            prompt="Move a unit, or go on to the fighting.",
            rules=(RULE,),
            actors=actors,
            actions=(MOVE,),
            default=FINISH,
        ),
    )


def _judge(view: Battle, step: Moves, decision: Command, answer: Commanded) -> list[Reason]:
    return judge_order(view, step.side, decision, answer, lambda unit: unit.id in movable(view, step.side), _against)


def _against(view: Battle, unit: Unit, command: Commanded) -> list[Reason]:
    if not isinstance(command.form, PathDrawn) or not command.form.path:
        return [Reason("a march is a way straight ahead", (RULE,))]
    return walk(view, unit, command.form.path).reasons


def _take(scene: Scene, step: Moves, answers: tuple[Commanded, ...]) -> None:
    command = answers[0]
    if isinstance(command.form, PathDrawn):
        scene.now(Walk(command.actor, command.form.path), step)


def _do(scene: Scene, step: Walk) -> None:
    unit = scene.unit(step.unit)
    walker = walk(scene.battle, unit, step.path)
    scene.change(replace(unit, place=OnTable(walker.pose), own=replace(unit.own, moved=True)))
    legs = tuple(walker.legs)
    scene.tell(Moved(unit=unit.id, start=unit.pose, legs=legs, spent=walker.spent, left=walker.left, rules=(RULE,)))


def ways(view: Battle, unit: Unit) -> Iterator[Commanded]:
    """All the way, and half of it; as much of it as can be done."""
    for distance in (troop(unit).move, troop(unit).move // 2):
        legs = [leg.manoeuvre for leg in walk(view, unit, (Advance(distance),)).legs]
        # Squaring up may take a unit a hair farther than it can be told to march.
        far = min(distance, sum(leg.distance for leg in legs if isinstance(leg, Advance)))
        if far:
            yield Commanded(unit.id, MOVE, PathDrawn((Advance(far),)))


def _sampled(view: Battle, unit: Unit, random: Random) -> Commanded | None:
    found = list(ways(view, unit))
    return random.choice(found) if found else None


def _sample(view: Battle, step: Moves, decision: Command, random: Random) -> Commanded:
    return sample_command(view, decision, random, _sampled)


def _suggest(view: Battle, step: Moves, decision: Command) -> Iterator[Commanded]:
    return suggest_commands(view, decision, ways)


MOVES = asks(Moves, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)
WALK = does(Walk, _do)
