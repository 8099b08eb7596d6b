"""Skirmish units on the march: out of the enemy's reach all figures go together, near him each looks after itself."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.battle.state.field import in_melee
from schiltron.captains.battlesystem.moving import any_moves, best_of
from schiltron.captains.battlesystem.situation import Body, Situation
from schiltron.captains.second_thoughts import apart
from schiltron.rulesets.battlesystem.field import fellows, is_engine, is_routed
from schiltron.rulesets.battlesystem.movement.together import TOGETHER, judge_together, without_fellows
from schiltron.rulesets.battlesystem.movement.trial_moves import MOVE
from schiltron.rulesets.battlesystem.state import Unit
from schiltron.table.outline import gap

MANY: Final = 3
"""So few are soon told one by one."""


def company(situation: Situation, unit: Unit) -> list[Unit]:
    """The figures of a skirmish unit that are free to go; nobody for other troops."""
    if not unit.of or is_engine(unit):
        return []
    battle = situation.battle
    return [
        one
        for one in fellows(battle, unit)
        if one.on_table and not one.own.turn.had_order and not is_routed(one) and not in_melee(battle, one)
    ]


def together(situation: Situation, unit: Unit) -> Commanded | None:
    """One order for all of them, led by one; None if the enemy is near, or they had better go their own ways."""
    alone = _as_one(situation, unit)
    best = best_of(alone, unit).trial if alone is not None else None
    if best is None or best.action != MOVE or judge_together(situation.battle, unit, best.path):
        return None
    return Commanded(unit.id, TOGETHER, PathDrawn(best.path))


def other_ways(situation: Situation, unit: Unit) -> list[Commanded]:
    """Orders that lead all of them elsewhere together, the best first; none if they go each for itself."""
    alone = _as_one(situation, unit)
    if alone is None:
        return []
    found = (one for one in any_moves(alone, unit) if one.action == MOVE)
    free = (one for one in found if not judge_together(situation.battle, unit, one.path))
    return list(apart((one.unit, Commanded(unit.id, TOGETHER, PathDrawn(one.path))) for one in free))


def _as_one(situation: Situation, unit: Unit) -> Situation | None:
    """The field as if one figure were all of them; None where they do not go together."""
    figures = company(situation, unit)
    if len(figures) < MANY or any(_is_near(situation, one) for one in figures):
        return None
    return situation.at(without_fellows(situation.battle, unit))


def _is_near(situation: Situation, unit: Unit) -> bool:
    """Whether anybody could shoot or come to blows after one more move."""
    body = situation.body(situation.battle, unit)
    return any(gap(body.outline, foe.outline) <= body.move + _reach(body, foe) for foe in situation.foes)


def _reach(one: Body, other: Body) -> int:
    return max(one.range, other.range, other.charge)
