"""A side moves all the units it wishes, one after the other: CM-TURN-03, CM-TURN-04, and HIST for unwilling troops."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.escorts import afoot, way_to
from schiltron.battle.play import unit_orders
from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import FINISH, Aimed, Command, Commanded, PathDrawn
from schiltron.battle.state.event import Declared
from schiltron.battle.state.field import in_melee, standing_with
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import Upon
from schiltron.rulesets.chainmail.fantasy.prowess import stunned
from schiltron.rulesets.chainmail.fantasy.riding import RULE as CARRIED
from schiltron.rulesets.chainmail.fantasy.riding import is_carried_aloft
from schiltron.rulesets.chainmail.fantasy.trees import RULE as WOKEN
from schiltron.rulesets.chainmail.fantasy.trees import obeying
from schiltron.rulesets.chainmail.field import alive, goes_as_person, has_trait, in_turns, is_fleeing, reorganizing
from schiltron.rulesets.chainmail.movement.commanders import JOIN, judge_join, leave
from schiltron.rulesets.chainmail.movement.splitting import fire_first, judge_fire_first
from schiltron.rulesets.chainmail.movement.trial_moves import (
    CHARGE,
    FIRE_FIRST,
    MOVE,
    SPLIT,
    may_split,
    sample_moves,
    suggest_moves,
)
from schiltron.rulesets.chainmail.state import (
    BURNING,
    CLIMBING,
    COMPELLED,
    FIRED,
    GUARDING,
    HALTS,
    KINDLED,
    STANDS,
    STUNNED,
    UNWILLING,
    Battle,
    Scene,
    Unit,
    with_turn,
)
from schiltron.rulesets.chainmail.steps import Action, Compulsions, Walk
from schiltron.rulesets.chainmail.troop_traits.willing import before_moving
from schiltron.rulesets.chainmail.walking.charges import charged_by
from schiltron.rulesets.chainmail.walking.enmities import owed_to_others
from schiltron.rulesets.chainmail.walking.walk import LONGEST_PATH, walk
from schiltron.rulesets.chainmail.weather.fires import SET_FIRE, cover_at_hand, judge_fire, may_burn, set_fire


class Moves(Step, frozen=True, tag="chainmail.moves"):
    """A side moves all the figures it wishes, unit by unit."""

    side: str


_MOVES: Final = ("CM-TURN-03", "CM-TURN-04", "CM-MOVE-01")
_NOT_THEIRS: Final = {
    FIRED: ("have fired at passing enemies and stay where they are", "CM-MISSILE-17"),
    STANDS: ("have just rallied and stay where they are", "CM-MELEE-27"),
    COMPELLED: ("do as they please this turn", "CM-HIST-04"),
    KINDLED: ("have set a fire and stay where they are", "CM-WEATHER-04"),
    UNWILLING: ("would not go and stand unmoved", "CM-HIST-10"),
}
"""What took the move of this turn out of a player's hands."""


# ---------------------------------------------------------------- who may move


def held_back(battle: Battle, unit: Unit) -> list[Reason]:
    """What keeps a unit from moving by its owner's will now."""
    body, own, found = standing_with(battle, unit), unit.own, []
    if is_fleeing(unit):
        found.append(Reason(f"{unit.name} are in flight and must rally", ("CM-MELEE-27",)))
    if in_melee(battle, unit):
        found.append(Reason(f"{body.name} are in melee", ("CM-TURN-07",)))
    if unit.has(GUARDING):
        found.append(Reason(f"{unit.name} guard prisoners", ("CM-MELEE-42",)))
    if stunned(battle, unit):
        found.append(Reason(f"{unit.name} are paralysed", ("CM-FANT-WRAITH-05", "CM-FANT-WIGHT-05")))
    if reorganizing(unit):
        found.append(Reason(f"{unit.name} separate and reorganize", ("CM-HIST-02",)))
    if unit.has(STUNNED):
        found.append(Reason(f"{unit.name} lie stunned", ("CM-SIEGE-21",)))
    if unit.has(CLIMBING):
        found.append(Reason(f"{unit.name} are on their way up", ("CM-SIEGE-17",)))
    level = unit.level
    if type(level) is Upon and level.feature in battle.units:
        found.append(Reason(f"{unit.name} are in a siege tower", ("CM-SIEGE-07",)))
    if is_carried_aloft(battle, unit):
        found.append(Reason(f"{unit.name} is in the air", (CARRIED,)))
    if has_trait(unit, "woken") and not obeying(battle, unit):
        found.append(Reason(f"{unit.name} are out of reach of their ents", (WOKEN,), measured=True))
    if unit.has(BURNING):
        found.append(Reason(f"{unit.name} burns", ("CM-SIEGE-26",)))
    if own.hire.temper:
        rule = "CM-HIST-17" if own.hire.temper == "stands" else "CM-HIST-18"
        found.append(Reason(f"{unit.name} do not obey", (rule,)))
    if own.turn.ordered in _NOT_THEIRS:
        found.append(Reason(f"{unit.name} {_NOT_THEIRS[own.turn.ordered][0]}", (_NOT_THEIRS[own.turn.ordered][1],)))
    elif own.turn.moved or own.turn.ordered == HALTS:
        found.append(Reason(f"{unit.name} have had their move", ("CM-TURN-03",)))
    return found


def movable(battle: Battle, side: str) -> tuple[str, ...]:
    """Units that may still be given a move; the commander with a unit too, who may leave it."""
    return unit_orders.open_to_orders(battle, side, alive, held_back)


def _ask(battle: Battle, step: Moves) -> tuple[Command, ...] | None:
    actors = movable(battle, step.side)
    if not actors:
        return None
    units = [battle.units[one] for one in actors]
    split = (SPLIT, FIRE_FIRST) if any(may_split(unit) for unit in units) else ()
    join = (JOIN,) if any(goes_as_person(unit) for unit in units) else ()
    return (
        Command(
            seat=units[0].controller,
            prompt="Move or charge with a unit, or end your moves.",
            rules=(*_MOVES, "CM-TURN-08"),
            actors=actors,
            actions=(MOVE, CHARGE, *split, *join, *((SET_FIRE,) if may_burn(battle) else ())),
            default=FINISH,
        ),
    )


# ---------------------------------------------------------------- judging


def _judge(view: Battle, step: Moves, decision: Command, answer: Commanded) -> list[Reason]:
    return unit_orders.judge_order(view, step.side, decision, answer, alive, _judge_free)


def _judge_free(view: Battle, unit: Unit, order: Commanded) -> list[Reason]:
    return held_back(view, unit) or judge_command(view, unit, order)


def judge_command(view: Battle, unit: Unit, command: Commanded) -> list[Reason]:
    """Everything against an order for one unit that may be given one."""
    form = command.form
    if command.action == JOIN and goes_as_person(unit):
        if not isinstance(form, Aimed):
            return [Reason("name the unit he is to join", ("CM-HIST-35",))]
        return judge_join(view, unit, form.target)
    if command.action == SET_FIRE and may_burn(view):
        return judge_fire(view, unit, form)
    if command.action == FIRE_FIRST and in_turns(view):
        return judge_fire_first(view, unit, form)
    if command.action not in (MOVE, CHARGE, SPLIT):
        return [Reason(f"there is no action {command.action!r} for {unit.name}", _MOVES)]
    if command.action == SPLIT and not may_split(unit):
        return [Reason("only horsemen with bows split their move to fire", ("CM-MISSILE-15",))]
    if not isinstance(form, PathDrawn) or len(form.path) > LONGEST_PATH:
        return [Reason(f"a move is a path of no more than {LONGEST_PATH} legs", ("CM-MOVE-01",))]
    if not form.path and command.action == MOVE:
        return []
    walker = walk(afoot(view, unit), order_of(unit.id, command))
    return walker.reasons or owed_to_others(view, unit, walker.met)


def order_of(unit_id: str, command: Commanded) -> Walk:
    """The walk that an order to move, charge or split a move comes to."""
    action: Action = CHARGE if command.action == CHARGE else SPLIT if command.action == SPLIT else MOVE
    return Walk(unit_id, command.path, action)


# ---------------------------------------------------------------- carrying out


def _take(scene: Scene, step: Moves, answers: tuple[Commanded, ...]) -> None:
    (answer,) = answers
    if answer == FINISH:
        return
    scene.now(Compulsions(step.side, again=True), step)
    if isinstance(answer.form, PathDrawn) and not answer.form.path:
        unit = scene.unit(answer.actor)
        scene.change(with_turn(unit, ordered=HALTS))
        return
    if answer.action == SET_FIRE:
        unit = scene.unit(answer.actor)
        set_fire(scene, unit, cover_at_hand(scene.battle, unit))
    elif answer.action == FIRE_FIRST:
        fire_first(scene, answer)
    else:
        set_out(scene, answer)


def set_out(scene: Scene, command: Commanded) -> None:
    """An order is carried out: the commander leaves his unit for it, a charge is declared."""
    host = leave(scene, scene.unit(command.actor))
    battle, unit = scene.battle, scene.unit(command.actor)
    if command.action == JOIN:
        target = command.aim.target
        order = Walk(unit.id, way_to(unit, battle.units[target]), JOIN, target, host=host)
    else:
        order = replace(order_of(unit.id, command), host=host)
    if order.action == CHARGE:
        order = _declared(scene, order)
    scene.now(*before_moving(scene.battle, order))


def _declared(scene: Scene, order: Walk) -> Walk:
    """Say whom a unit charges (CM-MELEE-11): nobody, if who might have come to meet it cannot any more."""
    expected = charged_by(walk(scene.battle, order))
    if expected is None:
        return order
    scene.tell(Declared(unit=order.unit, action=CHARGE, target=expected.id, rules=("CM-MELEE-11",)))
    return replace(order, target=expected.id)


MOVES = asks(Moves, ask=_ask, judge=_judge, take=_take, sample=sample_moves, suggest=suggest_moves)
