"""Missiles: what a shot is worth, and which ones are fired."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, Answer, Commanded
from schiltron.battle.state.field import friendly, hostile
from schiltron.captains.chainmail.expected_losses import share_lost
from schiltron.captains.chainmail.objectives import Stakes
from schiltron.rulesets.chainmail.field import is_fleeing
from schiltron.rulesets.chainmail.fire.aiming import aim_once, marks
from schiltron.rulesets.chainmail.fire.declaring import order
from schiltron.rulesets.chainmail.fire.outlook import WINS_DIE, fallen
from schiltron.rulesets.chainmail.fire.passing import PassThrough, SplitFire, passing_fire
from schiltron.rulesets.chainmail.fire.phase import Missiles, targets
from schiltron.rulesets.chainmail.fire.rates import must_win_die, shots
from schiltron.rulesets.chainmail.fire.volleys import Fire, again
from schiltron.rulesets.chainmail.state import UNLOADED, Battle, Unit

BETTER: Final = 0.6
"""A single shot is kept for a target that promises so much more."""


def value(stakes: Stakes, battle: Battle, fire: Fire) -> float:
    """What a volley is worth: the figures that fall, and the units that leave because of it."""
    target = battle.units[fire.target]
    return share_lost(battle, target, fallen(battle, fire)) * stakes.worth(target)


def fire_from(stakes: Stakes, battle: Battle, unit: Unit) -> dict[str, float]:
    """What a unit's fire from where it stands may bring this turn, for everybody it can fire at."""
    number = shots(battle, unit).total
    if number <= 0 or unit.has(UNLOADED) or unit.own.turn.charged:
        return {}
    wins = WINS_DIE if must_win_die(battle, unit) else 1.0
    found = {}
    for fire in _at_all(battle, unit):
        found[fire.target] = wins * value(stakes, battle, again(fire) if number > 1 else fire)
    return found


# ---------------------------------------------------------------- orders


def declare(stakes: Stakes, battle: Battle, step: Missiles, actors: Iterable[str]) -> Answer:
    """The volley that promises most, over what has been declared against the same target already."""
    before: dict[str, list[Fire]] = {}
    for one in step.fire:
        before.setdefault(one.target, []).append(one)
    best: tuple[float, Commanded] | None = None
    for actor in actors:
        for fire in targets(battle, battle.units[actor]):
            if friendly(battle, battle.units[actor], battle.units[fire.target]):
                continue
            worth = value(stakes, _thinned(battle, before.get(fire.target, ())), fire)
            if worth > 0 and (best is None or worth > best[0]):
                best = worth, order(fire)
    return best[1] if best is not None else FINISH


def _thinned(battle: Battle, fire: Iterable[Fire]) -> Battle:
    """The field when what was declared has struck, on an average day."""
    for one in fire:
        target = battle.units[one.target]
        gone = round(sum(number * chance for number, chance in enumerate(fallen(battle, one))))
        battle = battle.with_unit(replace(target, figures=max(1, target.figures - gone)))
    return battle


def pass_through(stakes: Stakes, battle: Battle, step: PassThrough, actors: Iterable[str]) -> Answer:
    """Fires at a passing enemy, unless a unit with only one shot has a better target."""
    able = set(actors)
    for fire in passing_fire(battle, battle.units[step.target], step.passed):
        unit = battle.units[fire.unit]
        if fire.unit in able and not _waits(stakes, battle, unit, fire):
            return order(fire)
    return FINISH


def _waits(stakes: Stakes, battle: Battle, unit: Unit, fire: Fire) -> bool:
    """Whether a unit has better things to do than to fire now and stand."""
    now = value(stakes, battle, fire)
    if now <= 0 or is_fleeing(battle.units[fire.target]):
        return True
    return shots(battle, unit).total == 1 and now < BETTER * max(fire_from(stakes, battle, unit).values(), default=0.0)


def split(stakes: Stakes, battle: Battle, step: SplitFire) -> Answer:
    """Fire in the middle of a split move."""
    found = sorted(_at_all(battle, battle.units[step.unit]), key=lambda fire: -value(stakes, battle, fire))
    return order(found[0]) if found else FINISH


def _at_all(battle: Battle, unit: Unit) -> Iterator[Fire]:
    for target in marks(battle, unit):
        fire = aim_once(battle, unit, target)
        if not isinstance(fire, list) and hostile(battle, unit, target):
            yield fire
