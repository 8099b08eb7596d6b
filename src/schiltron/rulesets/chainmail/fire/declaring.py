"""Declaring fire (rules MISSILE), in the missile fire step and at halts in a move: an order to shoot, or to finish."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Final

from msgspec import UNSET

from schiltron.battle.guide.probability import expected
from schiltron.battle.state.decision import FINISH, Aimed, Command, Commanded
from schiltron.battle.state.event import Declared
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.chainmail.fantasy.archery import arrows_left
from schiltron.rulesets.chainmail.fire.marksmen import ENCHANTED, MarkedShot
from schiltron.rulesets.chainmail.fire.outlook import promised
from schiltron.rulesets.chainmail.fire.rates import loose
from schiltron.rulesets.chainmail.fire.volleys import Fire
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit

SHOOT: Final = "shoot"

Judged = Fire | list[Reason]
"""Fire that may be declared, or everything against it."""
Allowed = Callable[[Unit, Unit, bool], Judged]
"""What the moment says to a unit's fire at another, the last with an enchanted arrow."""


def command(
    battle: Battle, actors: Iterable[Unit], prompt: str, rules: tuple[str, ...], *, window: bool
) -> tuple[Command, ...] | None:
    """One seat is asked about all its units that may fire; of several seats the one of the lowest unit first."""
    able = sorted(actors, key=lambda unit: unit.turn_in_line)
    if not able:
        return None
    seat = able[0].controller
    return (
        Command(
            seat=seat,
            prompt=prompt,
            waits="to fire, or not" if window else UNSET,
            rules=rules,
            actors=tuple(unit.id for unit in able if unit.controller == seat),
            actions=(SHOOT, *((ENCHANTED,) if any(arrows_left(unit) > 0 for unit in able) else ())),
            window=window,
            default=FINISH,
        ),
    )


def judge(view: Battle, decision: Command, answer: Commanded, allowed: Allowed) -> list[Reason]:
    """Everything against an order to fire; `allowed` says what this moment and the position say to it."""
    if answer == FINISH:
        return []
    unit = view.units.get(answer.actor)
    if unit is None:
        return [Reason(f"there is no unit {answer.actor!r}", decision.rules)]
    if answer.action not in decision.actions:
        return [Reason(f"there is no action {answer.action!r}: {', '.join(decision.actions)}", decision.rules)]
    if unit.controller != decision.seat:
        return [Reason(f"{unit.name} are not yours to command", decision.rules)]
    form = answer.form
    if not isinstance(form, Aimed) or form.target not in view.units:
        return [Reason("fire needs a target", decision.rules)]
    if (form.ranks, form.first_file, form.last_file) != (None, None, None):
        return [Reason("everybody who can fire does so: the figures of a unit are not split", ("CM-MISSILE-04",))]
    judged = allowed(unit, view.units[form.target], answer.action == ENCHANTED)
    return judged if isinstance(judged, list) else []


def declare(scene: Scene, fire: Fire, rules: tuple[str, ...]) -> Fire:
    """It is said who fires at whom, and the shot is used up."""
    scene.tell(Declared(unit=fire.unit, action=order(fire).action, target=fire.target, rules=rules))
    loose(scene, fire)
    return fire


def with_arrow(answer: Commanded) -> bool:
    """Whether an order is to loose an enchanted arrow."""
    return answer.action == ENCHANTED


def aimed_at(answer: Commanded) -> str:
    """The target of an order to fire; "" for one to finish."""
    return answer.form.target if isinstance(answer.form, Aimed) else ""


def order(fire: Fire) -> Commanded:
    enchanted = isinstance(fire, MarkedShot) and fire.enchanted
    return Commanded(fire.unit, ENCHANTED if enchanted else SHOOT, Aimed(fire.target))


def sample(fire: list[Fire], random: Random) -> Commanded:
    """Any fire there is; now and then none."""
    return order(random.choice(fire)) if fire and random.random() > 0.1 else FINISH


def suggest(fire: Iterable[Fire]) -> Iterator[Commanded]:
    """Fire by what it promises, then none."""
    for one in sorted(fire, key=lambda one: -expected(promised(one))):
        yield order(one)
    yield FINISH
