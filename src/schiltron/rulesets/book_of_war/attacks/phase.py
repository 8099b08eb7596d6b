"""The attack phase from start to end (chapters B1, B2 and A3).

Everything counts as made at once. So first all shots are declared and all choices made, every die being fixed by the
position in which the phase began; only then do dice fall, in the order that the ruling names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from random import Random

from msgspec.structs import replace

from schiltron.battle.play import unit_orders
from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import FINISH, Aimed, Command, Commanded, Plan, Planned
from schiltron.battle.state.event import Declared, Ruled
from schiltron.battle.state.field import commanded_by
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import in_line
from schiltron.battle.state.unit_parts import always_saved
from schiltron.battle.words.grammar import listed
from schiltron.rulesets.book_of_war.attacks.area_damage import AreaHit, warded
from schiltron.rulesets.book_of_war.attacks.breath import BREATHE, Breathed, breathes, judge_breath, ways, within_breath
from schiltron.rulesets.book_of_war.attacks.choices import PICK, VOLLEY, Pick, Shot, Volley, loosed
from schiltron.rulesets.book_of_war.attacks.melee import fighters, strikes, undecided
from schiltron.rulesets.book_of_war.attacks.missiles import aim, best_shot, in_reach, may_aim, may_shoot, targets
from schiltron.rulesets.book_of_war.attacks.strikes import Strike
from schiltron.rulesets.book_of_war.attacks.weather_working import (
    WAYS,
    Stirred,
    declare,
    judge_weather,
    turn_weather,
    weather_ways,
)
from schiltron.rulesets.book_of_war.embedded import in_play
from schiltron.rulesets.book_of_war.field import troop, troop_now
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit, with_turn


class AttackPhase(Step, frozen=True, omit_defaults=True, tag="book_of_war.attacks"):
    side: str
    shots: tuple[Shot, ...] = always_saved(())
    breaths: tuple[Breathed, ...] = ()
    skies: tuple[Stirred, ...] = ()


__all__ = ["ATTACK_PHASE", "PICK", "SHOOT", "VOLLEY", "shooters"]

SHOOT = "shoot"

# ---------------------------------------------------------------- who is asked


def shooters(battle: Battle, step: AttackPhase) -> tuple[str, ...]:
    """Units that may still be told to shoot.

    Where all is declared before measuring, a glance must do: anyone with an enemy about as near as the weapon carries.
    """
    if battle.own.options.game == "core":
        return ()
    declared = [*(shot.unit for shot in step.shots), *(one.unit for one in step.skies)]
    return tuple(
        unit.id
        for unit in in_line(commanded_by(battle, step.side))
        if in_play(unit)
        and troop_now(battle, unit).missile is not None
        and unit.id not in declared
        and _has_target(battle, unit)
    )


def _has_target(battle: Battle, unit: Unit) -> bool:
    enemies = in_reach(battle, unit)
    if not enemies:
        return False
    reasons = may_shoot(battle, unit)
    if battle.own.options.declare == "by_phase":
        return all(reason.measured for reason in reasons)
    return not reasons and any(best_shot(battle, unit, enemy) is not None for enemy in enemies)


def breathers(battle: Battle, step: AttackPhase) -> tuple[str, ...]:
    """Those who touch somebody and have breath left (BW-A3-29, BW-A3-30)."""
    if battle.own.options.game != "advanced":
        return ()
    declared = [one.unit for one in step.breaths]
    ours = in_line(commanded_by(battle, step.side))
    return tuple(unit.id for unit in ours if unit.id not in declared and within_breath(battle, unit))


def _weather_workers(battle: Battle, step: AttackPhase) -> tuple[str, ...]:
    """Those who can turn the weather, and attack nobody meanwhile (BW-A3-35)."""
    if battle.own.options.game != "advanced" or not battle.own.weather:
        return ()
    busy = {*(shot.unit for shot in step.shots), *(one.unit for one in step.breaths), *(one.unit for one in step.skies)}
    ours = in_line(commanded_by(battle, step.side))
    return tuple(unit.id for unit in ours if unit.id not in busy and weather_ways(battle, unit))


def _ask(battle: Battle, step: AttackPhase) -> tuple[unit_orders.Asked, ...] | None:
    shooting, breathing = shooters(battle, step), breathers(battle, step)
    stirring = _weather_workers(battle, step)
    actors = tuple(dict.fromkeys((*shooting, *breathing, *stirring)))
    if not actors:
        return None
    known = dict.fromkeys(way for one in breathing for way in ways(battle.units[one]))
    known |= dict.fromkeys(way for one in stirring for way in weather_ways(battle, battle.units[one]))
    actions = (*((SHOOT,) if shooting else ()), *known)
    rules = ("BW-B1-06", *(("BW-B2-23",) if shooting else ()), *(("BW-A3-29", "BW-A3-31") if breathing else ()))
    rules += ("BW-A3-35",) if stirring else ()
    seat = battle.units[actors[0]].controller
    if battle.own.options.declare == "by_phase":
        return (
            Plan(
                seat=seat,
                prompt=f"Declare all {_of_them(shooting, breathing)} of this phase; the melees follow by themselves.",
                rules=(rules[0], "BW-B1-08", *rules[1:]),
                actors=actors,
                actions=actions,
                default=Planned(()),
            ),
        )
    return (
        Command(
            seat=seat,
            prompt=f"Let a unit {'shoot' if shooting else 'breathe' if breathing else 'work'}, or go on to the melees.",
            rules=rules,
            actors=actors,
            actions=actions,
            default=FINISH,
        ),
    )


def _of_them(shooting: tuple[str, ...], breathing: tuple[str, ...]) -> str:
    found = [*(["shots"] if shooting else []), *(["breaths"] if breathing else [])]
    return listed(found) or "works on the weather"


# ---------------------------------------------------------------- what is ordered


def _judge(view: Battle, step: AttackPhase, decision: unit_orders.Asked, answer: unit_orders.Told) -> list[Reason]:
    of_one = partial(_judge_command, view, decision)
    return unit_orders.judge_order_or_plan(answer, of_one, partial(_judge_plan, view, of_one))


def _judge_plan(view: Battle, of_one: Callable[[Commanded], list[Reason]], orders: Sequence[Commanded]) -> list[Reason]:
    found = [
        Reason(f"{unit_orders.called(view, actor)} can shoot at one target only", ("BW-B2-23",))
        for actor in unit_orders.told_twice(orders)
    ]
    for order in orders:
        found += of_one(order)
    return found


def _judge_command(view: Battle, decision: unit_orders.Asked, command: Commanded) -> list[Reason]:
    if command.actor not in decision.actors:
        return [Reason(f"{unit_orders.called(view, command.actor)} may not shoot now", decision.rules)]
    if command.action not in decision.actions:
        return [Reason(f"there is no action {command.action!r}: {', '.join(decision.actions)}", decision.rules)]
    if command.action in WAYS:
        return judge_weather(view, view.units[command.actor], command.action)
    if not isinstance(command.form, Aimed):
        return [Reason("that needs a target", ("BW-B2-23" if command.action == SHOOT else "BW-A3-29",))]
    unit = view.units[command.actor]
    if command.action != SHOOT:
        return judge_breath(view, unit, command.action, command.form)
    if isinstance(decision, Plan):
        return may_aim(view, unit, command.form)
    judged = aim(view, unit, command.form)
    return judged if isinstance(judged, list) else []


def _take(scene: Scene, step: AttackPhase, answers: tuple[unit_orders.Told, ...]) -> None:
    answer = answers[0]
    if isinstance(answer, Planned):
        for command in answer.commands:
            step = _declared(step, command)
        _fight(scene, step)
    elif answer != FINISH:
        scene.now(_declared(step, answer))
    else:
        _fight(scene, step)


def _declared(step: AttackPhase, command: Commanded) -> AttackPhase:
    """The phase with one more attack declared."""
    if command.action in WAYS:
        return replace(step, skies=(*step.skies, Stirred(command.actor, command.action)))
    aim = command.aim
    if command.action == SHOOT:
        shot = Shot(command.actor, aim.target, aim.ranks, aim.first_file, aim.last_file)
        return replace(step, shots=(*step.shots, shot))
    breath = Breathed(command.actor, aim.target, command.action.removeprefix(BREATHE))
    return replace(step, breaths=(*step.breaths, breath))


# ---------------------------------------------------------------- everything at once


def _fight(scene: Scene, step: AttackPhase) -> None:
    """Fix every attack of the phase from the position as it is, and put those that need no choice in line."""
    choices: list[Volley | Pick] = []
    ready: list[Strike | AreaHit] = []
    volleys = _volleys(scene, step.shots)
    for volley in volleys:
        if volley.spare:
            choices.append(volley)
        else:
            ready += loosed(volley, ())
    _remember(scene, step.shots, {volley.shot.unit for volley in volleys})
    for stirred in step.skies:
        declare(scene, stirred)
    battle = scene.battle
    for unit in in_line(commanded_by(battle, step.side)):
        line = fighters(battle, unit)
        if undecided(line):
            choices.append(Pick(unit.id, step.side))
        elif line:
            ready += strikes(battle, unit, line, {})
    ready += [hit for one in step.breaths for hit in breathes(scene, one)]
    for stirred in step.skies:
        turn_weather(scene, stirred)
    if choices or ready:
        scene.now(*choices, *ready)


def _volleys(scene: Scene, shots: Iterable[Shot]) -> list[Volley]:
    """The declared shots with their dice; one that measuring finds impossible is wasted (BW-B1-08)."""
    volleys = []
    for shot in shots:
        scene.tell(Declared(unit=shot.unit, action=SHOOT, target=shot.target, rules=("BW-B2-23",)))
        unit = scene.unit(shot.unit)
        judged = aim(scene.battle, unit, Aimed(shot.target, shot.ranks, shot.first_file, shot.last_file))
        if isinstance(judged, Volley):
            volleys.append(judged)
        else:
            why = "; ".join(reason.text for reason in judged)
            rules = dict.fromkeys(rule for reason in judged for rule in reason.rules)
            scene.tell(Ruled(what=f"the shot of {unit.name} is wasted: {why}", rules=("BW-B1-08", *rules)))
    return volleys


def _remember(scene: Scene, shots: Iterable[Shot], loosed_by: Collection[str]) -> None:
    """Who has shot, or wasted a shot, has attacked this turn (BW-B1-06); a wasted shot is none (BW-B2-43)."""
    for shot in shots:
        unit = scene.unit(shot.unit)
        scene.change(with_turn(unit, shot=True, shot_wasted=shot.unit not in loosed_by))


# ---------------------------------------------------------------- random and sensible shots


def _sample(view: Battle, step: AttackPhase, decision: unit_orders.Asked, random: Random) -> unit_orders.Told:
    if isinstance(decision, Plan):
        commands = (_sampled(view, view.units[one], random) for one in decision.actors if random.random() < 0.8)
        return Planned(tuple(command for command in commands if command is not None))
    if random.random() < 0.1:
        return FINISH
    return _sampled(view, view.units[random.choice(decision.actors)], random) or FINISH


def _sampled(view: Battle, unit: Unit, random: Random) -> Commanded | None:
    if ways(unit):
        found = list(_breaths(view, unit))
        return random.choice(found) if found else None
    skies = weather_ways(view, unit)
    if skies and random.random() < 0.1:
        return Commanded(unit.id, random.choice(skies))
    prospects = targets(view, unit)
    return Commanded(unit.id, SHOOT, random.choice(prospects).aimed) if prospects else None


def _suggest(view: Battle, step: AttackPhase, decision: unit_orders.Asked) -> Iterator[Commanded]:
    """For every shooter its targets, those first that promise most after what one's own side would suffer."""
    for actor in decision.actors:
        yield from _breaths(view, view.units[actor])
        prospects = targets(view, view.units[actor])
        for prospect in sorted(prospects, key=lambda one: one.own_hits - one.hits):
            yield Commanded(actor, SHOOT, prospect.aimed)


def _breaths(view: Battle, unit: Unit) -> Iterator[Commanded]:
    """Every breath there is, on whomever it would harm; on the dearest figure first."""
    if not ways(unit):
        return
    for foe in sorted(within_breath(view, unit), key=lambda one: -troop(view.units[one]).cost):
        for way in ways(unit):
            if not warded(troop(view.units[foe]), (way.removeprefix(BREATHE),)):
                yield Commanded(unit.id, way, Aimed(foe))


ATTACK_PHASE = asks(AttackPhase, do=_fight, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest)
