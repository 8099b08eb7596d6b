"""Before the blows of a turn it is said who singles out whom: heroes in the ranks may be attacked by themselves, and
may turn from the fight of their unit to another great figure in reach (CM-FANT-HERO-05, CM-FANT-HERO-06)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from schiltron.battle.play.agenda import Step, asks
from schiltron.battle.state.decision import FINISH, Aimed, Command, Commanded
from schiltron.battle.state.event import Declared
from schiltron.battle.state.field import opponents, standing_with
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.chainmail.fantasy.combat_table import Score, score
from schiltron.rulesets.chainmail.fantasy.prowess import stunned
from schiltron.rulesets.chainmail.field import alive
from schiltron.rulesets.chainmail.melee.duels import may_be_singled_out, opponents_of
from schiltron.rulesets.chainmail.points import worth
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit, with_turn


class Challenges(Step, frozen=True, tag="chainmail.challenges"):
    """Seats still to be asked who of theirs singles out whom, the first one next (CM-FANT-HERO-05)."""

    seats: tuple[str, ...]


SINGLE_OUT: Final = "single_out"
RULES: Final = ("CM-FANT-HERO-05", "CM-FANT-HERO-06")
_A_BLOW: Final = 6
"""One ordinary die in so many fells somebody."""


# ---------------------------------------------------------------- who may


def marks_of(battle: Battle, unit: Unit) -> list[Unit]:
    """Whom a figure may single out: those in the ranks of its foes; out of the ranks of a unit also another foe of it
    than the one before it."""
    if not alive(unit) or stunned(battle, unit) >= unit.figures:
        return []
    foes = [foe for foe in opponents(battle, standing_with(battle, unit)) if alive(foe)]
    if not unit.host:
        return [one for foe in foes for one in may_be_singled_out(battle, unit, foe)]
    found = opponents_of(battle, unit, [foe.id for foe in foes])
    return [one for one in found if one.host or len(foes) > 1]


def against(battle: Battle, unit: Unit, target: Unit) -> list[Reason]:
    """Everything against a figure's singling out another."""
    if unit.own.turn.singles_out:
        return [Reason(f"{unit.name} has singled somebody out", RULES[:1])]
    if all(one.id != target.id for one in marks_of(battle, unit)):
        text = f"{unit.name} cannot single out {target.name}: not two great figures who meet in this melee"
        return [Reason(text, RULES)]
    return []


def _choices(battle: Battle, unit: Unit) -> Iterator[Commanded]:
    for one in marks_of(battle, unit) if not unit.own.turn.singles_out else ():
        yield Commanded(unit.id, SINGLE_OUT, Aimed(one.id))


def numbers(battle: Battle, unit: Unit, target: Unit) -> tuple[Score, Score | None]:
    """What a figure needs against another, and what that one needs when it rolls back."""
    mine = score(battle, unit, target)
    assert mine is not None, "they have a line in the table"
    return mine, score(battle, target, unit)


# ---------------------------------------------------------------- asked


def _ask(battle: Battle, step: Challenges) -> tuple[Command, ...] | None:
    if not step.seats or not battle.engagements:
        return None
    seat = step.seats[0]
    mine = in_line(unit for unit in battle.units.values() if unit.controller == seat)
    actors = tuple(unit.id for unit in mine if next(_choices(battle, unit), None) is not None)
    if not actors:
        return None
    return (
        Command(
            seat=seat,
            prompt="Say which great figures single out others, or finish: all others fight whom they face.",
            rules=RULES,
            actors=actors,
            actions=(SINGLE_OUT,),
            default=FINISH,
        ),
    )


def _judge(view: Battle, step: Challenges, decision: Command, answer: Commanded) -> list[Reason]:
    if answer == FINISH:
        return []
    if answer.action != SINGLE_OUT or not isinstance(answer.form, Aimed):
        return [Reason("a figure and the one it singles out are to be named; or say that you have finished", RULES)]
    unit, target = view.units.get(answer.actor), view.units.get(answer.form.target)
    if unit is None or unit.controller != decision.seat:
        return [Reason(f"{answer.actor!r} is no figure of yours", RULES)]
    if target is None:
        return [Reason(f"there is no {answer.form.target!r}", RULES)]
    return against(view, unit, target)


def _take(scene: Scene, step: Challenges, answers: tuple[Commanded, ...]) -> None:
    answer = answers[0]
    if answer == FINISH:
        scene.now(Challenges(step.seats[1:]))
        return
    target = answer.aim.target
    scene.change(with_turn(scene.unit(answer.actor), singles_out=target))
    scene.tell(Declared(unit=answer.actor, action=SINGLE_OUT, target=target, rules=RULES[:1]))
    scene.now(step)


def _do(scene: Scene, step: Challenges) -> None:
    """This seat has nothing to say: the next one."""
    if step.seats:
        scene.now(Challenges(step.seats[1:]))


# ---------------------------------------------------------------- by machine


def _orders(view: Battle, decision: Command) -> list[Commanded]:
    return [one for key in decision.actors for one in _choices(view, view.units[key])]


def _sample(view: Battle, _step: Challenges, decision: Command, random: Random) -> Commanded:
    return random.choice((FINISH, *_orders(view, decision)))


def _suggest(view: Battle, _step: Challenges, decision: Command) -> Iterator[Commanded]:
    """What gains most first, as far as it gains anything; then to leave it."""
    orders = sorted(
        ((-_gain(view, view.units[one.actor], view.units[one.aim.target]), number, one))
        for number, one in enumerate(_orders(view, decision))
    )
    yield from (one for gain, _, one in orders if gain < 0)
    yield FINISH
    yield from (one for gain, _, one in orders if gain >= 0)


def _gain(view: Battle, unit: Unit, target: Unit) -> float:
    """What the other is worth by the chance to kill him; less what he may do in return, if he would not do it anyway,
    and the ordinary blows that are not struck."""
    mine, his = numbers(view, unit, target)
    gain = mine.kills * worth(target, 1)
    foes = opponents(view, standing_with(view, unit))
    if unit.host and his is not None:
        gain -= his.kills * worth(unit, 1)
    nature = unit.own.profile.nature
    blows = nature.attack if nature is not None else 1
    spared = min((worth(foe, 1) for foe in foes if score(view, unit, foe) is None), default=0)
    return gain - blows / _A_BLOW * spared


CHALLENGES: Final = asks(Challenges, ask=_ask, judge=_judge, take=_take, sample=_sample, suggest=_suggest, do=_do)
