"""Orders to shoot, the same in every phase and in the middle of moves: an order for one unit, or to finish.

Only players with an enemy in range are asked (BS-3.5-01).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Final

from msgspec import UNSET

from schiltron.battle.state.decision import FINISH, Aimed, Command, Commanded
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.unit import in_line
from schiltron.rulesets.battlesystem.field import basic
from schiltron.rulesets.battlesystem.missiles.aims import Judged, aim, marks, waste
from schiltron.rulesets.battlesystem.missiles.limits import armed, can_shoot, may_shoot
from schiltron.rulesets.battlesystem.missiles.volleys import SHOOT, Volley, loose, mean_damage
from schiltron.rulesets.battlesystem.reckoned import within_the_rules
from schiltron.rulesets.battlesystem.state import Battle, Scene, Unit

_HOLDS: Final = 0.1
"""How often a random player leaves it at that."""

Bars = Callable[[Unit], list[Reason]]
"""What a moment of the round has against a unit's shot."""


def targets(battle: Battle, unit: Unit, bars: Bars) -> Iterator[Volley]:
    """All volleys a unit could shoot now, one for each target."""
    if not armed(unit) or basic(battle) or bars(unit) or not can_shoot(battle, unit):
        return
    for target in marks(battle, unit):
        volley = aim(battle, unit, target)
        if isinstance(volley, Volley):
            yield volley


def able(battle: Battle, units: Iterable[Unit], bars: Bars) -> list[Unit]:
    """Units that have somebody to shoot at."""
    return [unit for unit in units if next(targets(battle, unit, bars), None) is not None]


def command(actors: list[Unit], prompt: str, rules: tuple[str, ...], *, window: bool) -> tuple[Command, ...] | None:
    """One seat is asked about all its units that may shoot; of several seats the one of the lowest unit first."""
    if not actors:
        return None
    seat = min(actors, key=lambda unit: unit.turn_in_line).controller
    return (
        Command(
            seat=seat,
            prompt=prompt,
            waits="to shoot, or not" if window else UNSET,
            rules=rules,
            actors=tuple(unit.id for unit in in_line(actors) if unit.controller == seat),
            actions=(SHOOT,),
            window=window,
            default=FINISH,
        ),
    )


def judge(view: Battle, decision: Command, answer: Commanded, bars: Bars) -> list[Reason]:
    """Everything against an order to shoot. What only a ruler tells is no fault where shots are declared first."""
    if answer == FINISH:
        return []
    unit = view.units.get(answer.actor)
    if unit is None or unit.controller != decision.seat:
        return [Reason(f"there is no unit {answer.actor!r} of yours to shoot", decision.rules)]
    if answer.action != SHOOT:
        return [Reason(f"there is no action {answer.action!r}: {SHOOT}", decision.rules)]
    form = answer.form
    if not isinstance(form, Aimed) or form.target not in view.units:
        return [Reason("a shot needs a target", decision.rules)]
    found = bars(unit) or may_shoot(view, unit)
    judged = [] if found else _aimed(view, answer)
    return found or within_the_rules(view, judged if isinstance(judged, list) else [])


def _aimed(battle: Battle, order: Commanded) -> Judged:
    return aim(battle, battle.units[order.actor], battle.units[order.aim.target], order.aim)


def shoot(scene: Scene, order: Commanded, rules: tuple[str, ...]) -> None:
    """An order is carried out: the volley, or a shot that is wasted."""
    judged = _aimed(scene.battle, order)
    if isinstance(judged, Volley):
        loose(scene, judged, rules)
    else:
        waste(scene, scene.unit(order.actor), order.aim, judged)


def order_of(volley: Volley) -> Commanded:
    return Commanded(volley.unit, SHOOT, Aimed(volley.target))


def sample(volleys: list[Volley], random: Random) -> Commanded:
    """Any shot there is; now and then none."""
    return order_of(random.choice(volleys)) if volleys and random.random() > _HOLDS else FINISH


def suggest(volleys: Iterable[Volley]) -> Iterator[Commanded]:
    """Shots by what they promise, then none."""
    for one in sorted(volleys, key=lambda one: (-mean_damage(one), one.unit, one.target)):
        yield order_of(one)
    yield FINISH
