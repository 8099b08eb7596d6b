"""What a side still has, in points (SETUP, FANT): what a computer player thinks ahead for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.state.effects import OnFeature
from schiltron.battle.state.field import foes, troops
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.chainmail.fantasy.at_work import DARKNESS, LOOSE, SHADE, WARD, is_phantasm
from schiltron.rulesets.chainmail.fantasy.protection import is_evil
from schiltron.rulesets.chainmail.field import CONCEALED, INVISIBLE, alive, has_trait, is_fleeing
from schiltron.rulesets.chainmail.fortress import BREACH
from schiltron.rulesets.chainmail.joust.scoring import in_the_lists
from schiltron.rulesets.chainmail.points import worth
from schiltron.rulesets.chainmail.siege.stations import is_siege, siege_of
from schiltron.rulesets.chainmail.siege.wear import is_target, whole_points
from schiltron.rulesets.chainmail.state import BURNING, Battle, Unit
from schiltron.rulesets.chainmail.victory import brought, fulfilled, holder, last_turn, objective_worth, system

_CONDITION: Final = 60
"""Percent of an army that a condition of the scenario is worth when time is up (CM-SETUP-08)."""
_ELEMENTAL: Final = 240
_APPARITION: Final = 32
"""What an elemental and a phantasm are good for, in eighths of a point."""
_A_POINT: Final = 2
"""What a defence point of a castle is worth, in eighths of a point."""
_A_BREACH: Final = 40
"""As many points as a breach counts for."""
_A_PART: Final = 20
"""What magic does for a unit is worth so great a part of it."""


def appraise(battle: Battle, side: str) -> Tally:
    """Figures at their price, of those in flight half; and the ground or the deeds by which this battle is won, the
    more the less time is left."""
    if battle.board is None:
        return in_the_lists(battle, side)
    at_work = _magic(battle, side) if battle.own.options.fantasy == "on" else ()
    return Tally(
        "points left",
        (*_figures(battle, side), *at_work, *_castle(battle, side), *_aims(battle, side)),
        measure="eighths",
    )


def _figures(battle: Battle, side: str) -> Iterator[Term]:
    for unit in troops(battle, side):
        if not alive(unit):
            continue
        if not unit.owner:
            yield Term(f"{unit.name}, called into being", _called(battle, unit), "CM-FANT-SPELL-14")
            continue
        price = worth(unit, unit.figures)
        yield Term(f"{unit.figures} of {unit.name}", price, "CM-SETUP-05")
        if is_fleeing(unit):
            yield Term(f"{unit.name} in flight", price // 2 - price)


def _called(battle: Battle, unit: Unit) -> int:
    """What something that magic has called is worth to the side for which it stands: it has no price."""
    if battle.effects.of_kind(unit.id, LOOSE) is not None:
        return 0
    if has_trait(unit, "woken"):
        return worth(unit, unit.figures)
    real = has_trait(unit, "conjured") and not is_phantasm(battle, unit.id)
    return _ELEMENTAL if real else _APPARITION


def _magic(battle: Battle, side: str) -> Iterator[Term]:
    """What is at work for a side: darkness for those who see in it and against those who do not, a circle against
    evil, and whom nobody sees."""
    ours = [unit for unit in troops(battle, side) if unit.owner and alive(unit)]
    if any(one.kind in (DARKNESS, SHADE) for one in battle.effects.on_field):
        parts = [worth(unit, unit.figures) // (1 if has_trait(unit, "sees_in_dark") else -1) for unit in ours]
        yield Term("it grows dark", sum(parts) // _A_PART, "CM-FANT-SPELL-08")
    for unit in ours:
        if battle.effects.of_kind(unit.id, WARD) is not None and any(
            is_evil(battle, foe) for foe in foes(battle, side)
        ):
            yield Term(f"a circle about {unit.name}", worth(unit, unit.figures) // _A_PART, "CM-FANT-SPELL-20")
        if unit.has(CONCEALED) or unit.has(INVISIBLE):
            yield Term(f"{unit.name} unseen", worth(unit, unit.figures) // _A_PART, "CM-FANT-SPELL-13")


def _castle(battle: Battle, side: str) -> Iterator[Term]:
    """What those who hold a castle have lost of it, and what burns."""
    if battle.own.defender != side or not is_siege(battle):
        return
    lost = sum(hit.points for hit in siege_of(battle).hits)
    lost += sum(_A_BREACH for one in battle.table.features if one.kind == BREACH)
    burning = {one.on.feature for one in battle.effects.all if one.kind == BURNING and isinstance(one.on, OnFeature)}
    lost += sum(whole_points(one) for one in battle.table.features if one.id in burning and is_target(one))
    if lost:
        yield Term("lost of the castle", -lost * _A_POINT, "CM-SIEGE-03")


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
