"""Step a of the Ranged Combat Phase: TA-TURN-04, TA-RANGED-01, TA-RANGED-02, TA-RANGED-10.

All fire counts as simultaneous. So all sides declare their shots at the same time and unseen, after whatever cards come
before them; then every shot is fixed, all dice fall, and only then are the fallen taken off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle import choosing, ordering
from schiltron.battle.agenda import Handler
from schiltron.battle.decision import (
    Aimed,
    Answer,
    AnyDecision,
    Choose,
    Chosen,
    Commanded,
    Option,
    Plan,
    Planned,
)
from schiltron.battle.event import Declared, Ruled
from schiltron.battle.grammar import does
from schiltron.battle.illegal import Reason
from schiltron.battle.unit import in_line
from schiltron.rulesets.by_this_axe.attacks.outlook import outlook
from schiltron.rulesets.by_this_axe.attacks.shooting import (
    aim,
    closest_units,
    has_target,
    holds_fire,
    loosed,
    targets,
)
from schiltron.rulesets.by_this_axe.attacks.steps import Fire, SecondVolley, Strike, TakeOff
from schiltron.rulesets.by_this_axe.command.deck import times_played
from schiltron.rulesets.by_this_axe.command.steps import Window
from schiltron.rulesets.by_this_axe.field import is_character, ordered
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit

SHOOT: Final = "shoot"
_DECLARE: Final = "Declare all your shots of this phase, unseen: they are loosed together when every side has declared."

# ---------------------------------------------------------------- who is asked


def shooters(battle: Battle, side: str) -> tuple[str, ...]:
    """Bodies of a side that have somebody to shoot at."""
    ours = (unit for unit in battle.standing() if unit.side == side and unit.figures)
    return tuple(unit.id for unit in in_line(ours) if has_target(battle, unit))


def _ask(battle: Battle, step: Fire) -> tuple[AnyDecision, ...] | None:
    if _cards_come_first(battle, step):
        return None
    return tuple(_declaration(battle, actors) for _, actors in _shooting(battle, step))


def _shooting(battle: Battle, step: Fire) -> list[tuple[str, tuple[str, ...]]]:
    """The sides that have anybody to shoot with, in their order: everybody can see who they are."""
    found = [(side, shooters(battle, side)) for side in step.sides]
    return [(side, actors) for side, actors in found if actors]


def _declaration(battle: Battle, actors: tuple[str, ...]) -> Plan:
    return Plan(
        seat=battle.units[actors[0]].controller,
        prompt=_DECLARE,
        rules=("TA-RANGED-01", "TA-RANGED-02", "TA-RANGED-10", "TA-TURN-04"),
        actors=actors,
        actions=(SHOOT,),
        sealed=True,
        default=Planned(()),
    )


# ---------------------------------------------------------------- cards that come before shots (TA-CMD-07, TA-CMD-46)


def _cards_come_first(battle: Battle, step: Fire) -> bool:
    """Whether sides are still to be asked for cards: again and again, until nobody has played one."""
    return battle.own.options.command == "cards" and step.asked_at != times_played(battle)


def _do(scene: Scene, step: Fire) -> None:
    """Nobody has anything to declare; or all are asked for cards first."""
    if _cards_come_first(scene.battle, step):
        asked = replace(step, asked_at=times_played(scene.battle))
        scene.now(*(Window(side, "ranged") for side in step.sides), asked)


# ---------------------------------------------------------------- what is declared


def _judge(view: Battle, _step: Fire, decision: AnyDecision, answer: Answer) -> list[Reason]:
    if not isinstance(answer, Planned) or not isinstance(decision, Plan):
        return [Reason("all shots of the phase are asked for at once", decision.rules)]
    twice = [
        Reason(f"{ordering.called(view, actor)} can shoot at one target only", ("TA-RANGED-02",))
        for actor in ordering.told_twice(answer.commands)
    ]
    return twice or declared(view, decision, answer.commands)[1]


def declared(view: Battle, decision: Plan, orders: Sequence[Commanded]) -> tuple[list[Strike], list[Reason]]:
    """The shots of a side, each after those declared before it, and everything against them."""
    shots: list[Strike] = []
    found: list[Reason] = []
    for order in orders:
        judged = _shot(view, decision, order, shots)
        if isinstance(judged, Strike):
            shots.append(judged)
        else:
            found += judged
    return shots, found


def _shot(view: Battle, decision: Plan, order: Commanded, before: Sequence[Strike]) -> Strike | list[Reason]:
    unit, form = view.units.get(order.actor), order.form
    if unit is None:
        return [Reason(f"there is no unit {order.actor!r}", decision.rules)]
    if order.action not in decision.actions:
        return [Reason(f"there is no action {order.action!r}: {', '.join(decision.actions)}", decision.rules)]
    if not isinstance(form, Aimed) or form.target not in view.units:
        return [Reason("a shot needs a target", ("TA-RANGED-02",))]
    if decision.seat not in view.seats_of(unit.side):
        return [Reason(f"{unit.name} {does('are', one=is_character(unit))} not of your side", ("TA-RANGED-01",))]
    if (form.ranks, form.first_file, form.last_file) != (None, None, None):
        return [Reason("everybody with a clear shot shoots: ranks and files are not picked", ("TA-RANGED-08",))]
    judged = aim(view, unit, view.units[form.target], before)
    held = holds_fire(unit)
    return [*held, *(judged if isinstance(judged, list) else [])] if held else judged


def _take(scene: Scene, step: Fire, answers: tuple[Answer, ...]) -> None:
    """Everything is fixed as the field was when all declared; then it is loosed."""
    battle, shots = scene.battle, []
    for (_, actors), answer in zip(_shooting(battle, step), answers, strict=True):
        assert isinstance(answer, Planned)
        shots += declared(battle, _declaration(battle, actors), answer.commands)[0]
    for shot in shots:
        rules = ("TA-RANGED-02", "TA-RANGED-03", "TA-TURN-04")
        scene.tell(Declared(unit=shot.unit, action=SHOOT, target=shot.target, rules=rules))
        mark_shot(scene, shot)
    if shots:
        again = (SecondVolley(shot) for shot in shots if ordered(scene.unit(shot.unit), "volley") is not None)
        scene.now(*shots, *again, TakeOff("shooting"))


def mark_shot(scene: Scene, shot: Strike) -> None:
    """Whoever shoots does not move of his own will this turn (TA-RANGED-10)."""
    for key in dict.fromkeys((shot.unit, *(blow.by for blow in shot.blows))):
        unit = scene.unit(key)
        scene.change(replace(unit, own=replace(unit.own, shot=True)))


# ---------------------------------------------------------------- random and sensible shots


def _sample(view: Battle, _step: Fire, decision: AnyDecision, random: Random) -> Answer:
    assert isinstance(decision, Plan)
    shots: list[Strike] = []
    for actor in random.sample(decision.actors, len(decision.actors)):
        choices = targets(view, view.units[actor], shots)
        if choices and random.random() < 0.9:
            shots.append(random.choice(choices))
    return planned(shots)


def _suggest(view: Battle, _step: Fire, decision: AnyDecision) -> Iterator[Answer]:
    """Of everybody the shot that promises most; then none."""
    assert isinstance(decision, Plan)
    shots: list[Strike] = []
    for actor in decision.actors:
        choices = targets(view, view.units[actor], shots)
        if choices:
            shots.append(max(choices, key=lambda shot: outlook(view, shot).expected))
    yield planned(shots)
    yield Planned(())


def planned(shots: Sequence[Strike]) -> Planned:
    """Shots as they are declared."""
    return Planned(tuple(Commanded(shot.unit, SHOOT, Aimed(shot.target)) for shot in shots))


FIRE = Handler(do=_do, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)

# ---------------------------------------------------------------- shooting twice (TA-CMD-35)


def _next_targets(battle: Battle, step: SecondVolley) -> list[Unit]:
    """Whom the second volley may go at: its target, or if that was destroyed, whom the rules then allow."""
    target = battle.units[step.strike.target]
    if target.on_table and target.figures:
        return [target]
    return closest_units(battle, battle.units[step.strike.unit])


def _ask_again(battle: Battle, step: SecondVolley) -> tuple[AnyDecision, ...] | None:
    choices = _next_targets(battle, step)
    if len(choices) < 2:
        return None
    unit = battle.units[step.strike.unit]
    return (
        Choose(
            seat=unit.controller,
            prompt=f"{unit.name} have destroyed their target: at whom does the second volley go?",
            rules=("TA-CMD-35", "TA-RANGED-03"),
            options=tuple(Option(one.id, one.name) for one in choices),
            default=Chosen((choices[0].id,)),
        ),
    )


def _take_again(scene: Scene, step: SecondVolley, answers: tuple[Answer, ...]) -> None:
    _shoot_again(scene, step, scene.unit(choosing.chosen(answers)))


def _do_again(scene: Scene, step: SecondVolley) -> None:
    choices = _next_targets(scene.battle, step)
    if choices:
        _shoot_again(scene, step, choices[0])
    else:
        name = scene.unit(step.strike.unit).name
        scene.tell(Ruled(what=f"{name} have nobody left for their second volley", rules=("TA-CMD-35",)))


def _shoot_again(scene: Scene, step: SecondVolley, target: Unit) -> None:
    same = target.id == step.strike.target
    scene.now(step.strike if same else loosed(scene.battle, scene.unit(step.strike.unit), target))


def _suggest_again(view: Battle, step: SecondVolley, decision: AnyDecision) -> Iterator[Answer]:
    unit = view.units[step.strike.unit]
    choices = _next_targets(view, step)
    for one in sorted(choices, key=lambda one: -outlook(view, loosed(view, unit, one)).expected):
        yield Chosen((one.id,))


SECOND_VOLLEY = Handler(
    do=_do_again,
    ask=_ask_again,
    judge=choosing.judge,
    take=_take_again,
    sample=choosing.sample,
    suggest=_suggest_again,
)
