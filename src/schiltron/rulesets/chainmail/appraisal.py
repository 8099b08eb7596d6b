"""What a side still has, in points (SETUP): what a computer player thinks ahead for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.state.field import troops
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.field import alive, is_fleeing
from schiltron.rulesets.chainmail.joust.scoring import in_the_lists
from schiltron.rulesets.chainmail.points import worth
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.victory import brought, fulfilled, holder, last_turn, objective_worth, system

_CONDITION: Final = 60
"""Percent of an army that a condition of the scenario is worth when time is up (CM-SETUP-08)."""


def appraise(battle: Battle, side: str) -> Tally:
    """Figures at their price, of those in flight half; and the ground or the deeds by which this battle is won, the
    more the less time is left."""
    if battle.board is None:
        return in_the_lists(battle, side)
    return Tally("points left", (*_figures(battle, side), *_aims(battle, side)), measure="eighths")


def _figures(battle: Battle, side: str) -> Iterator[Term]:
    for unit in troops(battle, side):
        if not alive(unit):
            continue
        price = worth(unit, unit.figures)
        yield Term(f"{unit.figures} of {unit.name}", price, "CM-SETUP-05")
        if is_fleeing(unit):
            yield Term(f"{unit.name} in flight", price // 2 - price)


def _aims(battle: Battle, side: str) -> Iterator[Term]:
    won_by = system(battle)
    if won_by == "points":
        for piece in battle.own.objectives:
            if holder(battle, piece) == side:
                yield Term("holds ground that counts", _by_now(battle, objective_worth(battle)), "CM-SETUP-07")
    elif won_by == "history":
        army = sum(worth(unit, unit.original) for unit in brought(battle, side))
        for condition in battle.own.conditions:
            if condition.side == side and fulfilled(battle, condition):
                yield Term("does what was asked", _by_now(battle, army * _CONDITION // 100), "CM-SETUP-08")


def _by_now(battle: Battle, whole: int) -> int:
    """What is only counted at the end counts in part before that."""
    last = last_turn(battle) or battle.turn
    return whole * (last + min(battle.turn, last)) // (2 * last) if last else whole
