"""Fire in the middle of a move: CM-MISSILE-15 to CM-MISSILE-17, CM-MISSILE-32, CM-TURN-08.

Whatever is declared at one halt is simultaneous: split-moving horse archers and those who fire at them lose nobody
before all have fired (CM-MISSILE-16). So a step hands what was declared on to the next one of the same halt; the last
one lets the dice fall and takes the fallen off before the move goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import Command, Commanded, PathDrawn
from schiltron.battle.state.field import enemies, hostile
from schiltron.battle.state.illegal import Reason
from schiltron.battle.words.grammar import does
from schiltron.rulesets.chainmail.field import alive, has_trait
from schiltron.rulesets.chainmail.fire.aiming import aim, in_range, marks
from schiltron.rulesets.chainmail.fire.declaring import Judged, aimed_at, command, declare, judge, sample, suggest
from schiltron.rulesets.chainmail.fire.phase import TakeOff
from schiltron.rulesets.chainmail.fire.rates import has_fired, has_moved, may_fire, unable
from schiltron.rulesets.chainmail.fire.volleys import Fire
from schiltron.rulesets.chainmail.fire.weapons import weapon_of
from schiltron.rulesets.chainmail.state import FIRED, Battle, Scene, Unit, with_turn


class PassThrough(Step, frozen=True, tag="chainmail.pass_through"):
    """Stationary missile troops may fire at a unit at the half of its move (CM-MISSILE-16, CM-MISSILE-17).

    `passed` are the seats that have said all they will; `fire` is what has been declared at this halt.
    """

    target: str
    passed: tuple[str, ...] = ()
    fire: tuple[Fire, ...] = ()


class SplitFire(Step, frozen=True, tag="chainmail.split_fire"):
    """Horse archers fire in the middle of their move (CM-MISSILE-15)."""

    unit: str
    fire: tuple[Fire, ...] = ()


class ThrowAtChargers(Step, frozen=True, tag="chainmail.throw_at_chargers"):
    """Troops with throwing axes or spears may throw at who charges them (CM-MISSILE-32)."""

    unit: str
    charger: str


_BOWS: Final = ("archers", "longbowmen")


def _settle(scene: Scene, fire: tuple[Fire, ...]) -> None:
    """On to the next step of the same halt; after the last one the dice fall and the fallen are taken off."""
    following = scene.battle.agenda[0] if scene.battle.agenda else None
    if isinstance(following, PassThrough | SplitFire):
        handed_on = replace(following, fire=(*fire, *following.fire))
        scene.set(agenda=(handed_on, *scene.battle.agenda[1:]))
    elif fire:
        scene.now(*fire, TakeOff("in_the_move"))


def _with_common_arrows(enchanted: bool) -> list[Reason]:  # noqa: FBT001 - a yes or no
    """Enchanted arrows are kept for the missile fire step."""
    return [Reason("enchanted arrows are for the missile fire step", ("CM-FANT-MAGIC-02",))] if enchanted else []


def _together(found: list[Reason], judged: Judged) -> Judged:
    if isinstance(judged, list):
        return found + judged
    return found or judged


# ---------------------------------------------------------------- pass-through fire (CM-MISSILE-17)


def pass_through(battle: Battle, unit: Unit, target: Unit) -> Judged:
    """A stationary unit's fire at an enemy at the half of his move, or everything against it.

    One shot of the turn may be spent so, of those who have two as well (CM-MISSILE-07).
    """
    found = may_fire(battle, unit)
    if not is_stationary(battle, unit):
        found.append(Reason(f"{unit.name} have moved or will move and are not stationary", ("CM-MISSILE-17",)))
    elif has_fired(unit):
        found.append(Reason(f"{unit.name} have given pass-through fire this turn", ("CM-MISSILE-07", "CM-MISSILE-17")))
    if not hostile(battle, unit, target):
        found.append(Reason(f"{target.name} are no enemies", ("CM-MISSILE-17",)))
    return _together(found, aim(battle, unit, target) if unit.on_table else [])


def is_stationary(battle: Battle, unit: Unit) -> bool:
    """Whether a unit has not moved and will not: who has a written order to move is not stationary (CM-MISSILE-17)."""
    forms = (one.order.form for one in battle.own.written if one.unit == unit.id)
    return not has_moved(unit) and not any(isinstance(form, PathDrawn) and form.path for form in forms)


def passing_fire(battle: Battle, target: Unit, passed: tuple[str, ...] = ()) -> Iterator[Fire]:
    """All pass-through fire a unit that halts where it stands can be given, save by seats that have passed."""
    if not alive(target) or not target.on_table:
        return
    for unit in enemies(battle, target):
        asked = unit.controller not in passed and is_stationary(battle, unit)
        if asked and not may_fire(battle, unit) and in_range(battle, unit, target):
            fire = pass_through(battle, unit, target)
            if not isinstance(fire, list):
                yield fire


def can_be_fired_at(battle: Battle, target: Unit) -> bool:
    """Whether anybody can give pass-through fire at a unit: whether its halt at the half of a move matters."""
    return next(passing_fire(battle, target), None) is not None


def _ask_passing(battle: Battle, step: PassThrough) -> tuple[Command, ...] | None:
    target = battle.units[step.target]
    firers = [battle.units[fire.unit] for fire in passing_fire(battle, target, step.passed)]
    are = does("are", one=target.original == 1)
    prompt = f"{target.name} {are} half way: give pass-through fire? A unit that fires now may not move this turn."
    return command(battle, firers, prompt, ("CM-MISSILE-17", "CM-TURN-08"), window=True)


def _judge_passing(view: Battle, step: PassThrough, decision: Command, answer: Commanded) -> list[Reason]:
    def allowed(unit: Unit, target: Unit, arrow: bool) -> Judged:  # noqa: FBT001 - as the moment asks
        if target.id != step.target:
            return [Reason(f"it is {view.units[step.target].name} who pass by now", ("CM-MISSILE-17",))]
        return _with_common_arrows(arrow) or pass_through(view, unit, target)

    return judge(view, decision, answer, allowed)


def _take_passing(scene: Scene, step: PassThrough, answers: tuple[Commanded, ...]) -> None:
    answer = answers[0]
    if not aimed_at(answer):
        decisions = _ask_passing(scene.battle, step)
        scene.now(replace(step, passed=(*step.passed, *(one.seat for one in decisions or ()))))
        return
    fire = declare(scene, _by(answer, passing_fire(scene.battle, scene.unit(step.target))), ("CM-MISSILE-17",))
    unit = scene.unit(fire.unit)
    scene.change(with_turn(unit, ordered=unit.own.turn.ordered or FIRED))
    scene.now(replace(step, fire=(*step.fire, fire)))


def _by(answer: Commanded, fire: Iterator[Fire]) -> Fire:
    return next(one for one in fire if one.unit == answer.actor)


def _do_halt(scene: Scene, step: PassThrough | SplitFire) -> None:
    _settle(scene, step.fire)


def _sample_passing(view: Battle, step: PassThrough, decision: Command, random: Random) -> Commanded:
    return sample(_of_seat(view, step, decision), random)


def _suggest_passing(view: Battle, step: PassThrough, decision: Command) -> Iterator[Commanded]:
    return suggest(_of_seat(view, step, decision))


def _of_seat(view: Battle, step: PassThrough, decision: Command) -> list[Fire]:
    fire = passing_fire(view, view.units[step.target], step.passed)
    return [one for one in fire if view.units[one.unit].controller == decision.seat]


PASS_THROUGH = asks(
    PassThrough,
    ask=_ask_passing,
    judge=_judge_passing,
    take=_take_passing,
    sample=_sample_passing,
    suggest=_suggest_passing,
    do=_do_halt,
)

# ---------------------------------------------------------------- split-move and fire (CM-MISSILE-15)


def may_split(unit: Unit) -> bool:
    """Whether a unit is of those who move, fire and move on: horsemen with bows, and elves (CM-FANT-ELF-01)."""
    weapon = weapon_of(unit)
    able = unit.own.profile.mounted or has_trait(unit, "splits_move")
    return able and weapon is not None and weapon.rated in _BOWS


def split_fire(battle: Battle, unit: Unit, target: Unit) -> Judged:
    """The fire of horse archers in the middle of their move, or everything against it."""
    found = may_fire(battle, unit)
    if not may_split(unit):
        found.append(Reason(f"{unit.name} are no horsemen with bows", ("CM-MISSILE-15",)))
    return _together(found, aim(battle, unit, target) if unit.on_table else [])


def split_marks(battle: Battle, unit: Unit) -> Iterator[Fire]:
    """All that horse archers could fire at from where they stand, in the middle of a split-move."""
    if alive(unit) and unit.on_table:
        for target in marks(battle, unit):
            fire = split_fire(battle, unit, target)
            if not isinstance(fire, list):
                yield fire


def _has_fired_here(step: SplitFire) -> bool:
    return any(one.unit == step.unit for one in step.fire)


def _ask_split(battle: Battle, step: SplitFire) -> tuple[Command, ...] | None:
    if _has_fired_here(step):
        return None
    unit = battle.units[step.unit]
    able = [unit] if next(split_marks(battle, unit), None) is not None else []
    prompt = f"{unit.name} are in the middle of their split-move: at whom do they fire?"
    return command(battle, able, prompt, ("CM-MISSILE-15", "CM-TURN-08"), window=False)


def _judge_split(view: Battle, step: SplitFire, decision: Command, answer: Commanded) -> list[Reason]:
    def allowed(unit: Unit, target: Unit, arrow: bool) -> Judged:  # noqa: FBT001 - as the moment asks
        if unit.id != step.unit:
            return [Reason(f"it is {view.units[step.unit].name} who fire now", ("CM-MISSILE-15",))]
        return _with_common_arrows(arrow) or split_fire(view, unit, target)

    return judge(view, decision, answer, allowed)


def _take_split(scene: Scene, step: SplitFire, answers: tuple[Commanded, ...]) -> None:
    target = aimed_at(answers[0])
    fire = step.fire
    if target:
        judged = split_fire(scene.battle, scene.unit(step.unit), scene.unit(target))
        assert not isinstance(judged, list)
        fire = (*fire, declare(scene, judged, ("CM-MISSILE-15", "CM-MISSILE-16")))
    _settle(scene, fire)


def _sample_split(view: Battle, step: SplitFire, decision: Command, random: Random) -> Commanded:
    return sample(list(split_marks(view, view.units[step.unit])), random)


def _suggest_split(view: Battle, step: SplitFire, decision: Command) -> Iterator[Commanded]:
    return suggest(split_marks(view, view.units[step.unit]))


SPLIT_FIRE = asks(
    SplitFire,
    ask=_ask_split,
    judge=_judge_split,
    take=_take_split,
    sample=_sample_split,
    suggest=_suggest_split,
    do=_do_halt,
)

# ---------------------------------------------------------------- throwing at chargers (CM-MISSILE-32)


def throw(battle: Battle, unit: Unit, charger: Unit) -> Judged:
    """Axes or spears at who charges their owners, or everything against it.

    The rate of fire is no hindrance, but it is their one throw of the turn (CM-MISSILE-31).
    """
    found = unable(battle, unit)
    if unit.own.profile.missile != "thrown":
        found.append(Reason(f"{unit.name} have no throwing axes or spears", ("CM-MISSILE-32",)))
    if has_fired(unit):
        found.append(Reason(f"{unit.name} have thrown this turn", ("CM-MISSILE-31",)))
    axemen = replace(unit, own=replace(unit.own, mixed=None))
    return _together(found, aim(battle, axemen, charger) if unit.on_table else [])


def _thrown(battle: Battle, step: ThrowAtChargers) -> list[Fire]:
    unit, charger = battle.units[step.unit], battle.units[step.charger]
    if not alive(unit) or not alive(charger):
        return []
    judged = throw(battle, unit, charger)
    return [] if isinstance(judged, list) else [judged]


def _ask_throw(battle: Battle, step: ThrowAtChargers) -> tuple[Command, ...] | None:
    unit = battle.units[step.unit]
    able = [unit] if _thrown(battle, step) else []
    prompt = f"{unit.name} are charged: do they throw at {battle.units[step.charger].name}?"
    return command(battle, able, prompt, ("CM-MISSILE-32", "CM-TURN-08"), window=True)


def _judge_throw(view: Battle, step: ThrowAtChargers, decision: Command, answer: Commanded) -> list[Reason]:
    def allowed(unit: Unit, target: Unit, arrow: bool) -> Judged:  # noqa: FBT001 - as the moment asks
        if (unit.id, target.id) != (step.unit, step.charger):
            return [Reason("only those who are charged throw, and at the chargers", ("CM-MISSILE-32",))]
        return _with_common_arrows(arrow) or throw(view, unit, target)

    return judge(view, decision, answer, allowed)


def _take_throw(scene: Scene, step: ThrowAtChargers, answers: tuple[Commanded, ...]) -> None:
    if aimed_at(answers[0]):
        (fire,) = _thrown(scene.battle, step)
        scene.now(declare(scene, fire, ("CM-MISSILE-32",)), TakeOff("in_the_move"))


def _sample_throw(view: Battle, step: ThrowAtChargers, decision: Command, random: Random) -> Commanded:
    return sample(_thrown(view, step), random)


def _suggest_throw(view: Battle, step: ThrowAtChargers, decision: Command) -> Iterator[Commanded]:
    return suggest(_thrown(view, step))


THROW_AT_CHARGERS = asks(
    ThrowAtChargers, ask=_ask_throw, judge=_judge_throw, take=_take_throw, sample=_sample_throw, suggest=_suggest_throw
)
