"""The movement phase, and carrying out a move (chapter B1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from schiltron.battle.play import unit_orders
from schiltron.battle.play.agenda import Step, asks, does
from schiltron.battle.state.decision import FINISH, Aimed, Command, Commanded, PathDrawn, Plan, Planned
from schiltron.battle.state.event import Declared
from schiltron.battle.state.field import commanded_by
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Path, Wrap
from schiltron.rulesets.book_of_war.embedded import in_play
from schiltron.rulesets.book_of_war.field import can_act, troop, troop_now
from schiltron.rulesets.book_of_war.hulls import STRAIGHT
from schiltron.rulesets.book_of_war.individuals import on_foot
from schiltron.rulesets.book_of_war.movement.assault import Assault, assaults, is_assault, judge_assault
from schiltron.rulesets.book_of_war.movement.carrying_out import carry_out
from schiltron.rulesets.book_of_war.movement.individuals import (
    DISMOUNT,
    JOIN,
    Dismount,
    Join,
    judge_join,
    may_dismount,
    may_leave,
    set_out,
    stays_within,
    stepping_out,
)
from schiltron.rulesets.book_of_war.movement.paths import AFOOT, SPLIT, allowance, bearing_of, walk
from schiltron.rulesets.book_of_war.movement.trial_moves import MOVE, sample_moves, suggest_moves
from schiltron.rulesets.book_of_war.movement.voyages import Voyage, judge_voyage, under_way, way_of, ways_of
from schiltron.rulesets.book_of_war.movement.walking import Shortfall
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit


class MovementPhase(Step, frozen=True, tag="book_of_war.movement"):
    side: str


class Walk(Step, frozen=True, tag="book_of_war.walk"):
    """A unit goes along its path, or the rest of it. `split` is the first half of a split move (BW-B2-43)."""

    unit: str
    path: Path
    split: bool = False


class Afoot(Step, frozen=True, tag="book_of_war.walk_afoot"):
    """One who flies goes on the ground instead (BW-A3-28)."""

    unit: str
    path: Path


LONGEST_PATH = 12


def movable(battle: Battle, side: str) -> tuple[str, ...]:
    """Units that may still be given a move this phase; heroes in the ranks of others, who may leave them (BW-A3-03);
    ships (BW-O6-19)."""
    ours = commanded_by(battle, side)
    found = [unit.id for unit in ours if not unit.own.turn.moved and can_act(unit)]
    if battle.own.options.game == "advanced":
        found += [unit.id for unit in ours if unit.host and in_play(unit) and not may_leave(battle, unit)]
        found += [unit.id for unit in under_way(battle, side)]
    return tuple(found)


def _ask(battle: Battle, step: MovementPhase) -> tuple[unit_orders.Asked, ...] | None:
    actors = movable(battle, step.side)
    if not actors:
        return None
    seat = battle.units[actors[0]].controller
    actions = _actions(battle, [battle.units[one] for one in actors])
    if battle.own.options.declare == "by_phase":
        return (
            Plan(
                seat=seat,
                prompt="Declare all moves of this phase, then they are made.",
                rules=("BW-B1-05", "BW-B1-08"),
                actors=actors,
                actions=actions,
                default=Planned(()),
            ),
        )
    return (
        Command(
            seat=seat,
            prompt="Move a unit, or end the movement phase.",
            rules=("BW-B1-05", "BW-C2-01"),
            actors=actors,
            actions=actions,
            default=FINISH,
        ),
    )


def _actions(battle: Battle, units: Sequence[Unit]) -> tuple[str, ...]:
    """What some of these units can be told to do."""
    alike = {unit.kind: unit for unit in units if not unit.afloat}
    kinds = [troop_now(battle, unit) for unit in alike.values()]
    found = [MOVE] if units else []
    found += dict.fromkeys(way for unit in units if unit.afloat for way in ways_of(unit))
    if battle.table.works:
        found += dict.fromkeys(action for unit in units for action in assaults(battle, unit))
    if any(kind.horse_archers for kind in kinds):
        found.append(SPLIT)
    heroes = [(kind, kind.hero) for kind in kinds if kind.hero is not None]
    if not heroes:
        return tuple(found)
    if any(hero.embeds for _, hero in heroes):
        found.append(JOIN)
    if any(hero.flies for _, hero in heroes):
        found.append(AFOOT)
    if any(on_foot(kind) is not None for kind, _ in heroes):
        found.append(DISMOUNT)
    return tuple(found)


def _judge(view: Battle, step: MovementPhase, decision: unit_orders.Asked, answer: unit_orders.Told) -> list[Reason]:
    of_one = partial(_judge_command, view, decision)
    return unit_orders.judge_order_or_plan(answer, of_one, partial(_judge_plan, view, of_one))


def _judge_plan(view: Battle, of_one: Callable[[Commanded], list[Reason]], orders: Sequence[Commanded]) -> list[Reason]:
    twice = unit_orders.told_twice(orders)
    found = [Reason(f"{unit_orders.called(view, actor)} is ordered twice", ("BW-B1-08",)) for actor in twice]
    for order in orders:
        found += [one for one in of_one(order) if not one.measured]
    return found


def _judge_command(view: Battle, decision: unit_orders.Asked, command: Commanded) -> list[Reason]:
    """Moving is all there is to order: units are neither split nor merged (BW-B4-12)."""
    if command.actor not in decision.actors:
        return [Reason(f"{unit_orders.called(view, command.actor)} may not move now", decision.rules)]
    if command.action not in decision.actions:
        return [Reason(f"there is no action {command.action!r}: {', '.join(decision.actions)}", decision.rules)]
    unit = view.units[command.actor]
    if command.action == JOIN:
        if not isinstance(command.form, Aimed):
            return [Reason("say which unit is to be joined", ("BW-A3-03",))]
        return judge_join(view, unit, command.form.target)
    if command.action == DISMOUNT:
        return may_dismount(view, unit)
    if is_assault(command.action):
        return judge_assault(view, unit, command.action)
    if not isinstance(command.form, PathDrawn) or not 0 < len(command.form.path) <= LONGEST_PATH:
        return [Reason(f"a move is a path of 1 to {LONGEST_PATH} legs", ("BW-C2-01",))]
    if unit.afloat:
        return judge_voyage(view, unit, command.action, command.form.path)
    return _against_action(view, unit, command.action) or _judge_path(view, unit, command.action, command.form.path)


def _against_action(view: Battle, unit: Unit, action: str) -> list[Reason]:
    """Why a unit cannot move in that way at all."""
    hero = troop(unit).hero
    if action in STRAIGHT:
        return [Reason(f"{unit.name} is no ship", ("BW-O6-19",))]
    if action == SPLIT and not troop_now(view, unit).horse_archers:
        return [Reason("only horse archers split their move", ("BW-B2-43",))]
    if action == AFOOT and (hero is None or not hero.flies):
        return [Reason(f"{unit.name} always goes on foot: a move will do", ("BW-A3-28",))]
    return []


def _judge_path(view: Battle, unit: Unit, action: str, path: Path) -> list[Reason]:
    there = stepping_out(view, unit)
    alone = there.units[unit.id]
    return walk(there, alone, path, bearing_of(action), "illegal", allowance(there, alone, action)).reasons


def _take(scene: Scene, step: MovementPhase, answers: tuple[unit_orders.Told, ...]) -> None:
    answer = answers[0]
    if isinstance(answer, Planned):
        for command in answer.commands:
            scene.tell(Declared(unit=command.actor, action=command.action, rules=("BW-B1-08",)))
        scene.now(*(_walk_step(scene.unit(command.actor), command) for command in answer.commands))
    elif answer != FINISH:
        scene.now(_walk_step(scene.unit(answer.actor), answer), step)


def _walk_step(unit: Unit, command: Commanded) -> Walk | Afoot | Join | Dismount | Voyage | Assault:
    if is_assault(command.action):
        return Assault(command.actor, command.action)
    if command.action == JOIN:
        return Join(command.actor, command.aim.target)
    if command.action == DISMOUNT:
        return Dismount(command.actor)
    if command.action == AFOOT:
        return Afoot(command.actor, command.path)
    if unit.afloat:
        return Voyage(command.actor, command.path, way_of(unit, command.action))
    return Walk(command.actor, command.path, split=command.action == SPLIT)


# ---------------------------------------------------------------- carrying a move out


def _do_walk(scene: Scene, step: Walk) -> None:
    unit = scene.unit(step.unit)
    if unit.host and in_play(unit):
        if may_leave(scene.battle, unit):
            return
        _leave(scene, unit, step.path)
    elif can_act(unit):
        _go(scene, unit, step.path, SPLIT if step.split else MOVE)


def _do_afoot(scene: Scene, step: Afoot) -> None:
    unit = scene.unit(step.unit)
    if can_act(unit):
        _go(scene, unit, step.path, AFOOT)


def _leave(scene: Scene, hero: Unit, path: Path) -> None:
    """Out of the ranks, if his path leads out of them (BW-A3-03)."""
    there = stepping_out(scene.battle, hero)
    alone = there.units[hero.id]
    walker = walk(there, alone, path, "march", _shortfall(scene), allowance(there, alone, MOVE))
    if stays_within(scene, hero, walker):
        return
    set_out(scene, hero)
    carry_out(scene, walker)


def _shortfall(scene: Scene) -> Shortfall:
    return "stops" if scene.battle.own.options.declare == "by_phase" else "illegal"


def _go(scene: Scene, unit: Unit, path: Path, action: str) -> None:
    budget = allowance(scene.battle, unit, action) - unit.own.turn.spent
    walker = walk(scene.battle, unit, path, bearing_of(action), _shortfall(scene), budget)
    rest = tuple(leg for leg in path[walker.index :] if isinstance(leg, Wrap))
    if rest and walker.met is not None:
        scene.now(Walk(unit.id, rest, split=action == SPLIT))
    carry_out(scene, walker, split=action == SPLIT)


MOVEMENT_PHASE = asks(MovementPhase, ask=_ask, judge=_judge, take=_take, sample=sample_moves, suggest=suggest_moves)
WALK = does(Walk, _do_walk)
WALK_AFOOT = does(Afoot, _do_afoot)
