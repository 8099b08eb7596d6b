"""The missile fire step (rules MISSILE): CM-TURN-06, CM-TURN-09.

Each side declares its fire, every volley frozen as it is declared from the strengths at the end of movement; then all
dice fall. The fallen are taken off with those of the artillery, in a step of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Literal

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, asks, does, rolls
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.decision import Command, Commanded
from schiltron.battle.state.event import Checked
from schiltron.battle.state.field import commanded_by, commands, opposing
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import Tally, Term
from schiltron.battle.words import grammar
from schiltron.rulesets.chainmail.fantasy.archery import arrows_left
from schiltron.rulesets.chainmail.fire.aiming import aim, marks
from schiltron.rulesets.chainmail.fire.declaring import (
    Judged,
    aimed_at,
    command,
    declare,
    judge,
    sample,
    suggest,
    with_arrow,
)
from schiltron.rulesets.chainmail.fire.marksmen import MarkedShot
from schiltron.rulesets.chainmail.fire.rates import may_fire, must_win_die, reload, shots
from schiltron.rulesets.chainmail.fire.tables import DIE
from schiltron.rulesets.chainmail.fire.volleys import Fire, again
from schiltron.rulesets.chainmail.losses import clear
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit


class Missiles(Step, frozen=True, tag="chainmail.missiles"):
    """The missile fire step of both sides (CM-TURN-06, CM-TURN-09): sides still to declare, the first one next.

    `passed` are the seats that have said all they will; `fire` is what has been declared; `outrun` are the units that
    moved too far and lost the die roll for their shot (CM-MISSILE-09).
    """

    sides: tuple[str, ...]
    passed: tuple[str, ...] = ()
    fire: tuple[Fire, ...] = ()
    outrun: tuple[str, ...] = ()


class Contest(Step, frozen=True, omit_defaults=True, tag="chainmail.contest"):
    """A unit that moved over half its move must beat the opponent's die to fire (CM-MISSILE-09, CM-MISSILE-13)."""

    unit: str
    target: str
    then: Missiles
    enchanted: bool = False


class Reload(Step, frozen=True, tag="chainmail.reload"):
    """After the missile fire step: heavy crossbows and arquebuses are reloaded (CM-MISSILE-11, CM-GUN-03)."""


class TakeOff(Step, frozen=True, tag="chainmail.take_off"):
    """Casualties are removed: those of a turn's artillery and missiles together (CM-TURN-09), those of fire during a
    move before it goes on (CM-TURN-08)."""

    moment: Literal["before_melees", "in_the_move"] = "before_melees"


_RULES = ("CM-TURN-06", "CM-TURN-09", "CM-MISSILE-04", "CM-MISSILE-07")
_CONTEST = ("CM-MISSILE-09", "CM-MISSILE-13")

# ---------------------------------------------------------------- declaring


def targets(battle: Battle, unit: Unit) -> Iterator[Fire]:
    """All fire a unit may declare in the missile fire step, one entry for each target."""
    if not may_fire(battle, unit):
        for target in marks(battle, unit):
            for enchanted in (False, True) if arrows_left(unit) > 0 else (False,):
                fire = aim(battle, unit, target, enchanted=enchanted)
                if not isinstance(fire, list):
                    yield fire


def _firers(battle: Battle, step: Missiles) -> Iterator[Unit]:
    """Units of the side to declare that somebody may still order to fire."""
    for unit in commanded_by(battle, step.sides[0]):
        ready = unit.on_table and unit.controller not in step.passed and unit.id not in step.outrun
        if ready and next(targets(battle, unit), None) is not None:
            yield unit


def _ask(battle: Battle, step: Missiles) -> tuple[Command, ...] | None:
    if not step.sides:
        return None
    prompt = "Declare the fire of a unit, or finish: all fire of both sides takes effect together."
    return command(battle, _firers(battle, step), prompt, _RULES, window=False)


def _allowed(view: Battle, step: Missiles, unit: Unit, target: Unit, *, enchanted: bool) -> Judged:
    found = may_fire(view, unit)
    if not commands(view, step.sides[0], unit):
        found.append(Reason(f"{unit.name} are not on the side that declares now", ("CM-TURN-06",)))
    if unit.id in step.outrun:
        found.append(Reason(f"{unit.name} moved too far and lost the die roll to fire", _CONTEST))
    judged = aim(view, unit, target, enchanted=enchanted) if unit.on_table else []
    if isinstance(judged, list):
        return found + judged
    return found or judged


def _judge(view: Battle, step: Missiles, decision: Command, answer: Commanded) -> list[Reason]:
    return judge(
        view, decision, answer, lambda unit, target, arrow: _allowed(view, step, unit, target, enchanted=arrow)
    )


def _take(scene: Scene, step: Missiles, answers: tuple[Commanded, ...]) -> None:
    answer = answers[0]
    target = aimed_at(answer)
    if not target:
        scene.now(_passed(scene, step))
        return
    if must_win_die(scene.battle, scene.unit(answer.actor)):
        scene.now(Contest(answer.actor, target, step, with_arrow(answer)))
    else:
        scene.now(_declared(scene, step, answer.actor, target, enchanted=with_arrow(answer)))


def _passed(scene: Scene, step: Missiles) -> Missiles:
    """The seat that was asked has finished; when nobody of the side is left to ask, the step goes on to the next."""
    decisions = _ask(scene.battle, step)
    return replace(step, passed=(*step.passed, *(one.seat for one in decisions or ())))


def _declared(scene: Scene, step: Missiles, unit: str, target: str, *, enchanted: bool = False) -> Missiles:
    """A further shot at the same target joins the first."""
    fire = aim(scene.battle, scene.unit(unit), scene.unit(target), enchanted=enchanted)
    assert not isinstance(fire, list)
    declare(scene, fire, ("CM-MISSILE-01", *shots(scene.battle, scene.unit(unit)).rules[:1]))
    marked = isinstance(fire, MarkedShot)
    before = [one for one in step.fire if (one.unit, one.target) == (unit, target) and not marked]
    before = [one for one in before if not isinstance(one, MarkedShot)]
    if before:
        return replace(step, fire=tuple(again(one) if one is before[0] else one for one in step.fire))
    return replace(step, fire=(*step.fire, fire))


def _do(scene: Scene, step: Missiles) -> None:
    """Nobody of the side has anything more to declare: the next one does, or the dice fall."""
    rest = replace(step, sides=step.sides[1:], passed=())
    if rest.sides:
        scene.now(rest)
    else:
        scene.now(*rest.fire, Reload())


def _sample(view: Battle, step: Missiles, decision: Command, random: Random) -> Commanded:
    return sample(list(targets(view, view.units[random.choice(decision.actors)])), random)


def _suggest(view: Battle, step: Missiles, decision: Command) -> Iterator[Commanded]:
    return suggest(fire for actor in decision.actors for fire in targets(view, view.units[actor]))


MISSILES = asks(Missiles, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest, do=_do)

# ---------------------------------------------------------------- a die for those who moved too far


def _ask_contest(battle: Battle, step: Contest) -> Roll:
    unit = battle.units[step.unit]
    other = battle.side_named(opposing(battle, unit.side)[0])
    pools = (Pool(1, DIE, SumOf(), unit.name, unit.side), Pool(1, DIE, SumOf(), other.name, other.id))
    fire = grammar.does("fire", one=unit.original == 1)
    return Roll(f"whether {unit.name} {fire} (their die must be the higher)", pools, _CONTEST)


def _roll_contest(scene: Scene, step: Contest, pools: tuple[Thrown, ...]) -> None:
    """Strictly higher wins; it is rolled once a unit."""
    ours, theirs = (thrown.total for thrown in pools)
    rule = shots(scene.battle, scene.unit(step.unit)).rules[0]
    tally = Tally("die", (Term("die", ours, rule),))
    won = ours > theirs
    scene.tell(Checked(unit=step.unit, why="fire", tally=tally, need=theirs + 1, passed=won, rules=(rule,)))
    if won:
        scene.now(_declared(scene, step.then, step.unit, step.target, enchanted=step.enchanted))
    else:
        scene.now(replace(step.then, outrun=(*step.then.outrun, step.unit)))


CONTEST = rolls(Contest, ask=_ask_contest, roll=_roll_contest)

# ---------------------------------------------------------------- afterwards


def _reload(scene: Scene, _step: Reload) -> None:
    reload(scene)


RELOAD = does(Reload, _reload)


def _take_off(scene: Scene, step: TakeOff) -> None:
    clear(scene, ("CM-TURN-09",) if step.moment == "before_melees" else ("CM-TURN-08",))


TAKE_OFF = does(TakeOff, _take_off)
