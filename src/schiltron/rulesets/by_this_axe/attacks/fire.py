"""Step a of the Ranged Combat Phase: TA-TURN-04, TA-RANGED-01, TA-RANGED-02, TA-RANGED-10.

All fire counts as simultaneous. So each side declares its shots, every one fixed as it is declared; then all dice fall,
and only then are the fallen taken off.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle import choosing
from schiltron.battle.agenda import Handler
from schiltron.battle.decision import (
    FINISH,
    PLAY,
    Aimed,
    Answer,
    AnyDecision,
    Choose,
    Chosen,
    Command,
    Commanded,
    HeldCard,
    Option,
    Played,
    Use,
)
from schiltron.battle.event import Declared, Ruled
from schiltron.battle.grammar import does
from schiltron.battle.illegal import Reason
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
from schiltron.rulesets.by_this_axe.command.playing import (
    could_play,
    hand,
    judge_play,
    play,
    sample_play,
    suggest_plays,
)
from schiltron.rulesets.by_this_axe.command.steps import Window
from schiltron.rulesets.by_this_axe.field import is_character, ordered
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit

SHOOT: Final = "shoot"
_WALL: Final = "shieldwall"
_DECLARE: Final = "Declare a shot, or finish: all shots are loosed together once both sides have declared."
_NO_SHOT: Final = "Nobody of yours has anybody to shoot at: play a card, or go on."
"""Asked all the same of who holds cards: whether one of them is for this moment is his secret."""
_TOO_LATE: Final = Reason("a shieldwall is formed before any shot is declared", ("TA-CMD-46",))

# ---------------------------------------------------------------- who is asked


def shooters(battle: Battle, step: Fire) -> tuple[str, ...]:
    """Bodies of the side to declare that have somebody to shoot at."""
    side = step.sides[0]
    ours = (unit for unit in battle.standing() if unit.side == side and unit.figures)
    return tuple(sorted(unit.id for unit in ours if has_target(battle, unit, step.shots)))


def _ask(battle: Battle, step: Fire) -> tuple[AnyDecision, ...] | None:
    if not step.opened and _with_cards(battle):
        return None
    side = step.sides[0]
    actors = shooters(battle, step)
    if not actors and not could_play(battle, side, "ranged"):
        return None
    return (
        Command(
            seat=battle.units[actors[0]].controller if actors else battle.seats_of(side)[0],
            prompt=_DECLARE if actors else _NO_SHOT,
            rules=("TA-RANGED-01", "TA-RANGED-02", "TA-RANGED-10", "TA-TURN-04"),
            actors=actors,
            actions=(SHOOT,),
            hand=_hand(battle, step),
            window=not actors,
            default=FINISH,
        ),
    )


def _with_cards(battle: Battle) -> bool:
    return battle.own.options.command == "cards"


def _hand(battle: Battle, step: Fire) -> tuple[HeldCard, ...]:
    """The cards of the side, those barred that should have come before the shots."""
    held = hand(battle, step.sides[0], "ranged")
    if not step.shots:
        return held
    return tuple(replace(card, uses=tuple(_in_time(use) for use in card.uses)) for card in held)


def _in_time(use: Use) -> Use:
    return replace(use, barred=_TOO_LATE.text, units=(), least=0, most=0) if _is_wall(use.key) else use


def _is_wall(use: str) -> bool:
    """Also as the first effect of a joker."""
    return use.partition("+")[0] == _WALL


# ---------------------------------------------------------------- what is declared


def _judge(view: Battle, step: Fire, decision: AnyDecision, answer: Answer) -> list[Reason]:
    if answer == FINISH:
        return []
    if not isinstance(answer, Commanded) or not isinstance(decision, Command):
        return [Reason("a shot, a card, or to finish is asked", decision.rules)]
    if answer.action == PLAY and isinstance(answer.form, Played):
        return _judge_card(view, step, answer.form)
    if answer.actor not in view.units:
        return [Reason(f"there is no unit {answer.actor!r}", decision.rules)]
    if answer.action not in decision.actions:
        return [Reason(f"there is no action {answer.action!r}: {', '.join(decision.actions)}", decision.rules)]
    if not isinstance(answer.form, Aimed) or answer.form.target not in view.units:
        return [Reason("a shot needs a target", ("TA-RANGED-02",))]
    return _judge_shot(view, step, view.units[answer.actor], answer.form)


def _judge_shot(view: Battle, step: Fire, unit: Unit, form: Aimed) -> list[Reason]:
    if unit.side != step.sides[0]:
        return [Reason(f"{unit.name} {does('are', one=is_character(unit))} not of your side", ("TA-RANGED-01",))]
    if (form.ranks, form.first_file, form.last_file) != (None, None, None):
        return [Reason("everybody with a clear shot shoots: ranks and files are not picked", ("TA-RANGED-08",))]
    judged = aim(view, unit, view.units[form.target], step.shots)
    return [*holds_fire(unit), *(judged if isinstance(judged, list) else [])]


def _judge_card(view: Battle, step: Fire, form: Played) -> list[Reason]:
    late = [_TOO_LATE] if step.shots and _is_wall(form.use) else []
    return [*late, *judge_play(view, step.sides[0], "ranged", form)]


def _take(scene: Scene, step: Fire, answers: tuple[Answer, ...]) -> None:
    answer = answers[0]
    assert isinstance(answer, Commanded)
    if isinstance(answer.form, Played):
        scene.now(step)
        play(scene, step.sides[0], "ranged", answer.form)
    elif isinstance(answer.form, Aimed):
        unit, target = scene.unit(answer.actor), scene.unit(answer.form.target)
        shot = aim(scene.battle, unit, target, step.shots)
        assert isinstance(shot, Strike)
        scene.tell(Declared(unit=unit.id, action=SHOOT, target=target.id, rules=("TA-RANGED-02", "TA-RANGED-03")))
        mark_shot(scene, shot)
        scene.now(replace(step, shots=(*step.shots, shot)))
    else:
        _next_side(scene, step)


def mark_shot(scene: Scene, shot: Strike) -> None:
    """Whoever shoots does not move of his own will this turn (TA-RANGED-10)."""
    for key in dict.fromkeys((shot.unit, *(blow.by for blow in shot.blows))):
        unit = scene.unit(key)
        scene.change(replace(unit, own=replace(unit.own, shot=True)))


# ---------------------------------------------------------------- everything at once


def _do(scene: Scene, step: Fire) -> None:
    """Nothing to declare; or, before the first side declares, the others are asked for cards that come before shots."""
    if not step.opened and _with_cards(scene.battle):
        scene.now(*(Window(side, "ranged") for side in step.sides[1:]), replace(step, opened=True))
    else:
        _next_side(scene, step)


def _next_side(scene: Scene, step: Fire) -> None:
    rest = replace(step, sides=step.sides[1:])
    if rest.sides:
        scene.now(rest)
    elif rest.shots:
        again = (SecondVolley(shot) for shot in rest.shots if ordered(scene.unit(shot.unit), "volley") is not None)
        scene.now(*rest.shots, *again, TakeOff("shooting"))


# ---------------------------------------------------------------- random and sensible shots


def _sample(view: Battle, step: Fire, decision: AnyDecision, random: Random) -> Answer:
    assert isinstance(decision, Command)
    if decision.hand and random.random() < 0.3:
        form = sample_play(view, step.sides[0], "ranged", random)
        if form is not None and not _judge_card(view, step, form):
            return Commanded("", PLAY, form)
    if not decision.actors or random.random() < 0.1:
        return FINISH
    actor = random.choice(decision.actors)
    shot = random.choice(targets(view, view.units[actor], step.shots))
    return Commanded(actor, SHOOT, Aimed(shot.target))


def _suggest(view: Battle, step: Fire, decision: AnyDecision) -> Iterator[Answer]:
    """Shots by what they promise, then cards."""
    assert isinstance(decision, Command)
    shots = [shot for actor in decision.actors for shot in targets(view, view.units[actor], step.shots)]
    for shot in sorted(shots, key=lambda one: -outlook(view, one).expected):
        yield Commanded(shot.unit, SHOOT, Aimed(shot.target))
    for form in suggest_plays(view, step.sides[0], "ranged"):
        if not _judge_card(view, step, form):
            yield Commanded("", PLAY, form)
    yield FINISH


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
