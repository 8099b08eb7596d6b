"""Step a of the Ranged Combat Phase: TA-TURN-04, TA-RANGED-01, TA-RANGED-02, TA-RANGED-10.

All fire counts as simultaneous. So all sides declare their shots at the same time and unseen, after whatever cards come
before them; then every shot is fixed, all dice fall, and only then are the fallen taken off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from schiltron.battle.play import option_choice, unit_orders
from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import Aimed, Choose, Chosen, Commanded, Option, Plan, Planned
from schiltron.battle.state.event import Declared, Ruled
from schiltron.battle.state.field import commanded_by, commands, standing_with
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import in_line
from schiltron.battle.words.grammar import does
from schiltron.rulesets.by_this_axe.attacks.losses import TakeOff
from schiltron.rulesets.by_this_axe.attacks.outlook import outlook
from schiltron.rulesets.by_this_axe.attacks.shooting import aim, closest_units, has_target, holds_fire, loosed, targets
from schiltron.rulesets.by_this_axe.attacks.strikes import Strike
from schiltron.rulesets.by_this_axe.command.deck import times_played
from schiltron.rulesets.by_this_axe.command.window import Window
from schiltron.rulesets.by_this_axe.field import is_character, ordered
from schiltron.rulesets.by_this_axe.state import Battle, Scene, Unit, with_turn


class Fire(Step, frozen=True, tag="by_this_axe.fire"):
    """Step a of the Ranged Combat Phase: all sides declare their shots at once.

    `asked_at`: how many cards had been played when the sides were last asked for those that come before all shots.
    """

    sides: tuple[str, ...]
    asked_at: int | None = None
    spells: tuple[Strike, ...] | UnsetType = UNSET
    """What mages have cast, once they have been asked; it falls with the shots (TA-FANT-M04)."""

    @property
    def cast(self) -> tuple[Strike, ...]:
        return () if self.spells is UNSET else self.spells


class Casting(Step, frozen=True, tag="by_this_axe.casting"):
    """Mages of all sides say at once and unseen what they cast, before shots are declared (TA-FANT-M04)."""

    fire: Fire


class SecondVolley(Step, frozen=True, tag="by_this_axe.second_volley"):
    """The second shot of a unit under a Volley order, at the same target if that still stands (TA-CMD-35)."""

    strike: Strike


SHOOT: Final = "shoot"
_DECLARE: Final = "Declare all your shots of this phase, unseen: they are loosed together when every side has declared."

# ---------------------------------------------------------------- who is asked


def shooters(battle: Battle, side: str) -> tuple[str, ...]:
    """Bodies of a side that have somebody to shoot at."""
    ours = (unit for unit in commanded_by(battle, side) if unit.on_table and unit.figures)
    return tuple(unit.id for unit in in_line(ours) if has_target(battle, unit))


def _ask(battle: Battle, step: Fire) -> tuple[Plan, ...] | None:
    if _cards_come_first(battle, step) or _spells_come_first(battle, step):
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
    elif _spells_come_first(scene.battle, step):
        scene.now(Casting(step))
    elif step.cast:
        _pin_casters(scene, step)
        scene.now(*step.cast, TakeOff("shooting"))


def _pin_casters(scene: Scene, step: Fire) -> None:
    """A unit from which spells are cast has shot as one from which arrows are: it does not move (TA-RANGED-10)."""
    for spell in step.cast:
        body = standing_with(scene.battle, scene.unit(spell.unit))
        scene.change(with_turn(body, shot=True))


def _spells_come_first(battle: Battle, step: Fire) -> bool:
    return battle.own.options.fantasy != "none" and step.spells is UNSET


# ---------------------------------------------------------------- what is declared


def _judge(view: Battle, _step: Fire, decision: Plan, answer: Planned) -> list[Reason]:
    twice = [
        Reason(f"{unit_orders.called(view, actor)} can shoot at one target only", ("TA-RANGED-02",))
        for actor in unit_orders.told_twice(answer.commands)
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
    if not commands(view, view.side_at(decision.seat), unit):
        return [Reason(f"{unit.name} {does('are', one=is_character(unit))} not on your side", ("TA-RANGED-01",))]
    if (form.ranks, form.first_file, form.last_file) != (None, None, None):
        return [Reason("everybody with a clear shot shoots: ranks and files are not picked", ("TA-RANGED-08",))]
    judged = aim(view, unit, view.units[form.target], before)
    held = holds_fire(view, unit)
    return [*held, *(judged if isinstance(judged, list) else [])] if held else judged


def _take(scene: Scene, step: Fire, answers: tuple[Planned, ...]) -> None:
    """Everything is fixed as the field was when all declared; then it is loosed."""
    battle, shots = scene.battle, []
    for (_, actors), answer in zip(_shooting(battle, step), answers, strict=True):
        shots += declared(battle, _declaration(battle, actors), answer.commands)[0]
    for shot in shots:
        rules = ("TA-RANGED-02", "TA-RANGED-03", "TA-TURN-04")
        scene.tell(Declared(unit=shot.unit, action=SHOOT, target=shot.target, rules=rules))
        mark_shot(scene, shot)
    _pin_casters(scene, step)
    if shots or step.cast:
        again = (SecondVolley(shot) for shot in shots if ordered(battle, scene.unit(shot.unit), "volley") is not None)
        scene.now(*step.cast, *shots, *again, TakeOff("shooting"))


def mark_shot(scene: Scene, shot: Strike) -> None:
    """Whoever shoots does not move of his own will this turn (TA-RANGED-10)."""
    for key in dict.fromkeys((shot.unit, *(blow.by for blow in shot.blows))):
        unit = scene.unit(key)
        scene.change(with_turn(unit, shot=True))


# ---------------------------------------------------------------- random and sensible shots


def _sample(view: Battle, _step: Fire, decision: Plan, random: Random) -> Planned:
    shots: list[Strike] = []
    for actor in random.sample(decision.actors, len(decision.actors)):
        choices = targets(view, view.units[actor], shots)
        if choices and random.random() < 0.9:
            shots.append(random.choice(choices))
    return planned(shots)


def _suggest(view: Battle, _step: Fire, decision: Plan) -> Iterator[Planned]:
    """Of everybody the shot that promises most; then none."""
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


FIRE = asks(Fire, do=_do, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)

# ---------------------------------------------------------------- shooting twice (TA-CMD-35)


def _next_targets(battle: Battle, step: SecondVolley) -> list[Unit]:
    """Whom the second volley may go at: its target, or if that was destroyed, whom the rules then allow."""
    target = battle.units[step.strike.target]
    if target.on_table and target.figures:
        return [target]
    return closest_units(battle, battle.units[step.strike.unit])


def _ask_again(battle: Battle, step: SecondVolley) -> tuple[Choose, ...] | None:
    choices = _next_targets(battle, step)
    if len(choices) < 2:
        return None
    unit = battle.units[step.strike.unit]
    return (
        Choose(
            seat=unit.controller,
            prompt=f"{unit.name} have destroyed their target: at whom does the second volley go?",
            waits=f"{unit.name} to choose the target of their second volley",
            rules=("TA-CMD-35", "TA-RANGED-03"),
            options=tuple(Option(one.id, one.name) for one in choices),
            default=Chosen((choices[0].id,)),
        ),
    )


def _take_again(scene: Scene, step: SecondVolley, answers: tuple[Chosen, ...]) -> None:
    _shoot_again(scene, step, scene.unit(option_choice.chosen(answers)))


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


def _suggest_again(view: Battle, step: SecondVolley, _decision: Choose) -> Iterator[Chosen]:
    unit = view.units[step.strike.unit]
    choices = _next_targets(view, step)
    for one in sorted(choices, key=lambda one: -outlook(view, loosed(view, unit, one)).expected):
        yield Chosen((one.id,))


SECOND_VOLLEY = option_choice.chooses(
    SecondVolley, do=_do_again, ask=_ask_again, take=_take_again, suggest=_suggest_again
)
