"""Pass-through fire and split-fire: shots at an enemy on the move, or in the middle of one's own (cases 10.5 and 10.6).

A unit that could shoot in the Missile and Magic Phase may shoot once while the enemy moves (BS-1.4-03), at the mover or
at any other enemy in range. That shot counts like any other. It takes effect at once where the mover stands, and the
mover's losses and checks interrupt his move.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import FINISH, Command, Commanded
from schiltron.battle.state.field import commands, enemies, fights_against, foes, opposing
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import in_line
from schiltron.battle.words.grammar import said
from schiltron.rulesets.battlesystem.field import alive, basic
from schiltron.rulesets.battlesystem.missiles.aims import aim, in_reach
from schiltron.rulesets.battlesystem.missiles.attack import ranges
from schiltron.rulesets.battlesystem.missiles.limits import armed, can_shoot, end_shots, may_split
from schiltron.rulesets.battlesystem.missiles.ordering import able, command, judge, sample, shoot, suggest, targets
from schiltron.rulesets.battlesystem.missiles.volleys import Volley
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit, with_turn


class PassThrough(Step, frozen=True, tag="battlesystem.pass_through"):
    """The other side may shoot at who moves, or at any other enemy in range, at this point of the move (BS-10.6-01).

    `near` is whom the mover is about to touch, or whose line of fire it is about to close. Without a mover all moves of
    a `side` are over (BS-1.4-03).
    """

    mover: str
    at: str
    passed: tuple[str, ...] = ()
    near: str = ""
    side: str = ""


class SplitFire(Step, frozen=True, tag="battlesystem.split_fire"):
    """Mounted archers shoot in the middle of their move (BS-10.5-01)."""

    unit: str


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
    for unit in in_line(in_range_of(battle, mover)):
        if unit.controller in passed or used_up(unit) or not can_shoot(battle, unit):
            continue
        volley = aim(battle, unit, mover)
        if isinstance(volley, Volley):
            yield volley


def armed_enemies(battle: Battle, mover: Unit) -> Iterator[Unit]:
    """Enemies on the table with missiles."""
    for unit in enemies(battle, mover):
        if armed(unit) and unit.figures:
            yield unit


def in_range_of(battle: Battle, mover: Unit) -> list[Unit]:
    """Enemies whose missiles may carry as far as a unit: a first glance."""
    here = mover.outline
    found = armed_enemies(battle, mover)
    return [one for one in found if one.outline.near(here, ranges(one)[-1]) and in_reach(one, mover)]


def could_fire(battle: Battle, mover: Unit) -> bool:
    """Whether any enemy may shoot at a unit on the move where it stands now (BS-10.6-01)."""
    return next(passing_fire(battle, mover), None) is not None


def under_way(battle: Battle, unit: Unit) -> bool:
    """Whether a unit that runs, flees or draws back does so in the Movement Phase of its own side."""
    return battle.phase == "movement" and commands(battle, battle.active, unit)


def used_up(unit: Unit) -> list[Reason]:
    """One shot of the enemy's Movement Phase, and no more (BS-10.2-02)."""
    if unit.own.turn.shot_in_passing and not unit.own.turn.files_loosed:
        return [Reason(f"{unit.name} used pass-through fire in this round", ("BS-10.2-02",))]
    return []


def _moving_side(battle: Battle, step: PassThrough) -> str:
    return step.side or battle.units[step.mover].side


def _bars(battle: Battle, step: PassThrough, unit: Unit) -> list[Reason]:
    if not fights_against(battle, unit, _moving_side(battle, step)):
        return [Reason(f"{unit.name}: the enemy shoots at units that move", ("BS-10.6-01",))]
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
    return [volley for unit in _asked(battle, step) for volley in _shots_of(battle, step, unit)]


def _asked(battle: Battle, step: PassThrough) -> list[Unit]:
    """Who may shoot at this point if he has anybody to shoot at."""
    if basic(battle) or not opens(battle, step):
        return []
    against = foes(battle, _moving_side(battle, step))
    return in_line([unit for unit in against if armed(unit) and unit.on_table and unit.controller not in step.passed])


def _ask_passing(battle: Battle, step: PassThrough) -> tuple[Command, ...] | None:
    shooters = able(battle, _asked(battle, step), lambda one: _bars(battle, step, one))
    if not step.mover:
        return command(shooters, "The enemy has moved: shoot before anything else happens?", _PASSING, window=True)
    mover = battle.units[step.mover]
    where = said(mover, _WHERE.get(step.at, "are on the move"))
    them = "it" if mover.original == 1 else "them"
    return command(shooters, f"{where}: shoot in passing, or let {them} go?", _PASSING, window=True)


def _judge_passing(view: Battle, step: PassThrough, decision: Command, answer: Commanded) -> list[Reason]:
    return judge(view, decision, answer, lambda unit: _bars(view, step, unit))


def _take_passing(scene: Scene, step: PassThrough, answers: tuple[Commanded, ...]) -> None:
    (answer,) = answers
    if answer == FINISH:
        decisions = _ask_passing(scene.battle, step) or ()
        scene.now(replace(step, passed=(*step.passed, *(one.seat for one in decisions))))
        return
    scene.now(step)
    before = {unit.id: unit.own.turn.shots for unit in scene.battle.units.values()}
    shoot(scene, answer, _PASSING)
    for unit in list(scene.battle.units.values()):
        if unit.own.turn.shots > before[unit.id]:
            scene.change(with_turn(unit, shot_in_passing=True))


def _do_passing(scene: Scene, step: PassThrough) -> None:
    for side in opposing(scene.battle, _moving_side(scene.battle, step)):
        end_shots(scene, side)


def _of_seat(view: Battle, step: PassThrough, decision: Command) -> list[Volley]:
    return [one for one in open_fire(view, step) if view.units[one.unit].controller == decision.seat]


def _sample_passing(view: Battle, step: PassThrough, decision: Command, random: Random) -> Commanded:
    return sample(_of_seat(view, step, decision), random)


def _suggest_passing(view: Battle, step: PassThrough, decision: Command) -> Iterator[Commanded]:
    """Shots at the mover before others."""
    volleys = _of_seat(view, step, decision)
    if any(one.target == step.mover for one in volleys):
        yield from (one for one in suggest(one for one in volleys if one.target == step.mover) if one != FINISH)
    yield from suggest(one for one in volleys if one.target != step.mover)


PASS_THROUGH: Final = asks(
    PassThrough,
    ask=_ask_passing,
    judge=_judge_passing,
    take=_take_passing,
    sample=_sample_passing,
    suggest=_suggest_passing,
    do=_do_passing,
)

# ---------------------------------------------------------------- split-fire


def _no_split(step: SplitFire, unit: Unit) -> list[Reason]:
    if unit.id != step.unit or not may_split(unit):
        return [Reason("only mounted archers and their like shoot in the middle of a move", _SPLIT)]
    return []


def _ask_split(battle: Battle, step: SplitFire) -> tuple[Command, ...] | None:
    unit = battle.units[step.unit]
    shooters = able(battle, [unit], lambda one: _no_split(step, one))
    prompt = f"{said(unit, 'halt')} in the middle of the move: at whom is the shot?"
    return command(shooters, prompt, _SPLIT, window=False)


def _judge_split(view: Battle, step: SplitFire, decision: Command, answer: Commanded) -> list[Reason]:
    return judge(view, decision, answer, lambda unit: _no_split(step, unit))


def _take_split(scene: Scene, step: SplitFire, answers: tuple[Commanded, ...]) -> None:
    """One shot; with an order for some files the others may still shoot theirs."""
    (answer,) = answers
    if answer == FINISH:
        end_shots(scene, scene.unit(step.unit).side)
        return
    shoot(scene, answer, _SPLIT)
    if scene.unit(step.unit).own.turn.files_loosed:
        scene.after(step)


def _volleys(view: Battle, step: SplitFire) -> list[Volley]:
    return list(targets(view, view.units[step.unit], lambda unit: _no_split(step, unit)))


def _sample_split(view: Battle, step: SplitFire, _decision: Command, random: Random) -> Commanded:
    return sample(_volleys(view, step), random)


def _suggest_split(view: Battle, step: SplitFire, _decision: Command) -> Iterator[Commanded]:
    return suggest(_volleys(view, step))


def _do_split(scene: Scene, step: SplitFire) -> None:
    end_shots(scene, scene.unit(step.unit).side)


SPLIT_FIRE: Final = asks(
    SplitFire,
    ask=_ask_split,
    judge=_judge_split,
    take=_take_split,
    sample=_sample_split,
    suggest=_suggest_split,
    do=_do_split,
)
