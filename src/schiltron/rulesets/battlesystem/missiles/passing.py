"""Fire at enemies on the move, and in the middle of one's own (BS-1.4-03, cases 10.5 and 10.6).

Whoever could shoot in the Missile and Magic Phase may do so once while the enemy moves, at the mover or at any other
enemy in range; that shot counts as any other. It takes effect at once where the mover stands, and his losses and checks
interrupt his move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.decision import FINISH, Answer, AnyDecision, Command, Commanded
from schiltron.battle.grammar import said
from schiltron.battle.illegal import Reason
from schiltron.rulesets.battlesystem.field import alive, basic
from schiltron.rulesets.battlesystem.missiles.attack import ranges
from schiltron.rulesets.battlesystem.missiles.limits import end_shots, may_shoot
from schiltron.rulesets.battlesystem.missiles.ordering import able, command, judge, sample, shoot, suggest, targets
from schiltron.rulesets.battlesystem.missiles.steps import PassThrough, SplitFire, Volley
from schiltron.rulesets.battlesystem.missiles.volleys import aim
from schiltron.rulesets.battlesystem.movement.rates import may_split
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit

_PASSING: Final = ("BS-1.4-03", "BS-10.6-01", "BS-10.6-02", "BS-10.2-02")
_SPLIT: Final = ("BS-10.5-01", "BS-10.5-02")
_WHERE: Final = {
    "begin": "are about to move",
    "line": "are about to step into a line of fire",
    "half": "are half way",
    "seen": "come into sight",
    "leg": "change direction",
    "contact": "are about to make contact",
    "end": "end the move",
}

# ---------------------------------------------------------------- pass-through fire


def passing_fire(battle: Battle, mover: Unit, passed: tuple[str, ...] = ()) -> Iterator[Volley]:
    """All volleys that may be shot at a unit on the move where it stands, save by seats that have passed."""
    if basic(battle) or not alive(mover) or not mover.on_table:
        return
    for unit in sorted(_near(battle, mover), key=lambda one: one.turn_in_line):
        if unit.controller in passed or used_up(unit) or may_shoot(battle, unit):
            continue
        volley = aim(battle, unit, mover)
        if isinstance(volley, Volley):
            yield volley


def armed_enemies(battle: Battle, mover: Unit) -> Iterator[Unit]:
    """Enemies on the table with missiles."""
    for unit in battle.units.values():
        profile = unit.own.profile
        armed = profile.missile is not None or profile.engine
        if unit.side != mover.side and armed and unit.figures and unit.on_table:
            yield unit


def _near(battle: Battle, mover: Unit) -> Iterable[Unit]:
    """Those whose missiles may carry so far: a first glance."""
    return (one for one in armed_enemies(battle, mover) if one.outline.near(mover.outline, ranges(one)[-1]))


def could_fire(battle: Battle, mover: Unit) -> bool:
    """Whether any enemy may shoot at a unit on the move where it stands now (BS-10.6-01)."""
    return next(passing_fire(battle, mover), None) is not None


def under_way(battle: Battle, unit: Unit) -> bool:
    """Whether a unit that runs, flees or draws back does so in the Movement Phase of its own side."""
    return battle.phase == "movement" and battle.active == unit.side


def used_up(unit: Unit) -> list[Reason]:
    """One shot of the enemy's Movement Phase, and no more (BS-10.2-02)."""
    if unit.own.passed and not unit.own.loosed:
        return [Reason(f"{unit.name} used pass-through fire in this round", ("BS-10.2-02",))]
    return []


def _moving_side(battle: Battle, step: PassThrough) -> str:
    return step.side or battle.units[step.mover].side


def _bars(battle: Battle, step: PassThrough, unit: Unit) -> list[Reason]:
    if unit.side == _moving_side(battle, step):
        return [Reason(f"{unit.name}: the enemy shoots at who moves", ("BS-10.6-01",))]
    return used_up(unit)


def opens(battle: Battle, step: PassThrough) -> bool:
    """Whether the enemy is asked now: when he can shoot at the mover, when one of his units that could shoot at anybody
    is about to be touched or to have its line of fire closed, and when all moves of a side are over."""
    if not step.mover:
        return True
    mover = battle.units[step.mover]
    if next(passing_fire(battle, mover, step.passed), None) is not None:
        return True
    near = battle.units.get(step.near)
    return near is not None and near.controller not in step.passed and bool(_shots_of(battle, step, near))


def _shots_of(battle: Battle, step: PassThrough, unit: Unit) -> list[Volley]:
    return list(targets(battle, unit, lambda one: _bars(battle, step, one)))


def open_fire(battle: Battle, step: PassThrough) -> list[Volley]:
    """Every shot that may be taken at this point: at the mover, or at any enemy in range and sight (BS-10.6-01)."""
    if basic(battle) or not opens(battle, step):
        return []
    side = _moving_side(battle, step)
    shooters = [
        unit
        for unit in sorted(battle.standing(), key=lambda one: one.turn_in_line)
        if unit.side != side and unit.controller not in step.passed
    ]
    return [volley for unit in shooters for volley in _shots_of(battle, step, unit)]


def _ask_passing(battle: Battle, step: PassThrough) -> tuple[AnyDecision, ...] | None:
    shooters = list({volley.unit: battle.units[volley.unit] for volley in open_fire(battle, step)}.values())
    if not step.mover:
        return command(shooters, "The enemy has moved: shoot before anything else happens?", _PASSING, window=True)
    mover = battle.units[step.mover]
    where = said(mover, _WHERE.get(step.at, "are on the move"))
    them = "it" if mover.original == 1 else "them"
    return command(shooters, f"{where}: shoot in passing, or let {them} go?", _PASSING, window=True)


def _judge_passing(view: Battle, step: PassThrough, decision: AnyDecision, answer: Answer) -> list[Reason]:
    return judge(view, decision, answer, lambda unit: _bars(view, step, unit))


def _take_passing(scene: Scene, step: PassThrough, answers: tuple[Answer, ...]) -> None:
    (answer,) = answers
    assert isinstance(answer, Commanded)
    if answer == FINISH:
        decisions = _ask_passing(scene.battle, step) or ()
        scene.now(replace(step, passed=(*step.passed, *(one.seat for one in decisions))))
        return
    scene.now(step)
    before = {unit.id: unit.own.shots for unit in scene.battle.units.values()}
    shoot(scene, answer, _PASSING)
    for unit in list(scene.battle.units.values()):
        if unit.own.shots > before[unit.id]:
            scene.change(replace(unit, own=replace(unit.own, passed=True)))


def _do_passing(scene: Scene, step: PassThrough) -> None:
    moving = _moving_side(scene.battle, step)
    for side in scene.battle.sides:
        if side.id != moving:
            end_shots(scene, side.id)


def _of_seat(view: Battle, step: PassThrough, decision: AnyDecision) -> list[Volley]:
    return [one for one in open_fire(view, step) if view.units[one.unit].controller == decision.seat]


def _sample_passing(view: Battle, step: PassThrough, decision: AnyDecision, random: Random) -> Answer:
    return sample(_of_seat(view, step, decision), random)


def _suggest_passing(view: Battle, step: PassThrough, decision: AnyDecision) -> Iterator[Answer]:
    """Shots at the mover before others."""
    volleys = _of_seat(view, step, decision)
    if any(one.target == step.mover for one in volleys):
        yield from (one for one in suggest(one for one in volleys if one.target == step.mover) if one != FINISH)
    yield from suggest(one for one in volleys if one.target != step.mover)


PASS_THROUGH: Final = Handler(
    ask=_ask_passing,
    judge=_judge_passing,
    take=_take_passing,
    do=_do_passing,
    sample=_sample_passing,
    suggest=_suggest_passing,
)

# ---------------------------------------------------------------- split-fire


def _no_split(step: SplitFire, unit: Unit) -> list[Reason]:
    if unit.id != step.unit or not may_split(unit):
        return [Reason("only mounted archers and their like shoot in the middle of a move", _SPLIT)]
    return []


def _ask_split(battle: Battle, step: SplitFire) -> tuple[AnyDecision, ...] | None:
    unit = battle.units[step.unit]
    shooters = able(battle, [unit], lambda one: _no_split(step, one))
    prompt = f"{said(unit, 'halt')} in the middle of the move: at whom is the shot?"
    return command(shooters, prompt, _SPLIT, window=False)


def _judge_split(view: Battle, step: SplitFire, decision: AnyDecision, answer: Answer) -> list[Reason]:
    return judge(view, decision, answer, lambda unit: _no_split(step, unit))


def _take_split(scene: Scene, step: SplitFire, answers: tuple[Answer, ...]) -> None:
    """One shot; with an order for some files the others may still shoot theirs."""
    (answer,) = answers
    assert isinstance(answer, Commanded)
    if answer == FINISH:
        end_shots(scene, scene.unit(step.unit).side)
        return
    order = answer
    shoot(scene, order, _SPLIT)
    if scene.unit(step.unit).own.loosed:
        volley, *rest = scene.battle.agenda
        scene.set(agenda=(volley, step, *rest))


def _volleys(view: Battle, step: SplitFire, decision: AnyDecision) -> list[Volley]:
    assert isinstance(decision, Command)
    return list(targets(view, view.units[step.unit], lambda unit: _no_split(step, unit)))


def _sample_split(view: Battle, step: SplitFire, decision: AnyDecision, random: Random) -> Answer:
    return sample(_volleys(view, step, decision), random)


def _suggest_split(view: Battle, step: SplitFire, decision: AnyDecision) -> Iterator[Answer]:
    return suggest(_volleys(view, step, decision))


def _do_split(scene: Scene, step: SplitFire) -> None:
    end_shots(scene, scene.unit(step.unit).side)


SPLIT_FIRE: Final = Handler(
    ask=_ask_split,
    judge=_judge_split,
    take=_take_split,
    do=_do_split,
    sample=_sample_split,
    suggest=_suggest_split,
)
