"""Units that begin their move in contact: most fight on, some wrap round the enemy, some had better leave."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.battle.state.manoeuvre import Path
from schiltron.captains.battlesystem.expected_losses import fought, touching
from schiltron.captains.battlesystem.moving import balance
from schiltron.captains.battlesystem.situation import Situation
from schiltron.rulesets.battlesystem.field import is_individual, one_unit
from schiltron.rulesets.battlesystem.movement import engaged, withdrawing, wrapping
from schiltron.rulesets.battlesystem.movement.engaged import WITHDRAW, WRAP
from schiltron.rulesets.battlesystem.state import Battle, Unit

TOO_MUCH: Final = 0.45
"""The part of itself that a unit does not stay to lose, if the enemy loses less."""
WORTH_WRAPPING: Final = 0.02


def order(situation: Situation, unit: Unit) -> Commanded | None:
    """What a unit in contact does; None to fight on. Who is in haste does not think of wrapping round anybody."""
    battle = situation.battle
    if situation.hasty and not _may_leave(unit):
        return None
    key = one_unit(battle, unit)
    pairs = touching(battle, (key,))
    lost = fought(battle, pairs)
    stays = balance(situation, battle, lost)
    wrapped = _wrap(situation, unit, stays)
    if wrapped is not None:
        return wrapped
    if stays < 0 and _had_better_leave(unit, lost[key]) and not any(withdrawing.reasons(battle, unit)):
        return Commanded(unit.id, WITHDRAW)
    return None


def _had_better_leave(unit: Unit, lost: float) -> bool:
    """Shooters and single figures do not stay for a melee they lose; ranks that leave only lose their order."""
    return lost > TOO_MUCH and _may_leave(unit)


def _may_leave(unit: Unit) -> bool:
    return is_individual(unit) or unit.own.profile.missile is not None


def _wrap(situation: Situation, unit: Unit, stays: float) -> Commanded | None:
    """Round an enemy in front of it, if that brings enough."""
    battle = situation.battle
    path = next(iter(wrapping.possible(battle, unit)), None)
    if path is None or engaged.reasons(battle, unit, Commanded(unit.id, WRAP, PathDrawn(path))):
        return None
    there = _wrapped(battle, unit, path)
    if there is None:
        return None
    gains = balance(situation, there, fought(there, touching(there, (unit.id,)))) - stays
    worth = situation.stakes.worth(battle, unit)
    return Commanded(unit.id, WRAP, PathDrawn(path)) if gains > WORTH_WRAPPING * worth else None


def _wrapped(battle: Battle, unit: Unit, path: Path) -> Battle | None:
    shape = wrapping.shaped(battle, unit, path)
    if isinstance(shape, list):
        return None
    return battle.with_unit(replace(unit, place=unit.place_at(shape.pose), body=shape.body))
