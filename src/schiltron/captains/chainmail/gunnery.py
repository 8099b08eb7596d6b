"""Catapults and cannon: pointed where they bring down most, and no friends."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from schiltron.battle.state.decision import FINISH, Answer, Commanded, Pointed
from schiltron.battle.state.field import friendly
from schiltron.captains.chainmail.expected_losses import share_lost
from schiltron.captains.chainmail.objectives import Stakes
from schiltron.rulesets.chainmail.artillery.outlook import A_POINT, outlook
from schiltron.rulesets.chainmail.artillery.phase import FIRE, candidates
from schiltron.rulesets.chainmail.engines import piece
from schiltron.rulesets.chainmail.state import Battle, Unit

OWN: Final = 2.0
"""Nobody forgives a stone from behind."""
NO_SHOT: Final[tuple[float, Pointed | None]] = (0.0, None)


def fire(stakes: Stakes, battle: Battle, actors: Iterable[str], *, hasty: bool = False) -> Answer:
    """The best shot of the first engine that has one; in haste the first of two that promises anything: every way in
    which a shot may fall takes time to reckon."""
    for actor in actors:
        unit = battle.units[actor]
        forms = islice((one for one in candidates(battle, unit) if _carries(unit, one)), 2 if hasty else None)
        shots = ((value(stakes, battle, unit, form), form) for form in forms)
        good = (one for one in shots if one[0] > 0)
        _, form = next(good, NO_SHOT) if hasty else max(good, key=lambda one: one[0], default=NO_SHOT)
        if form is not None:
            return Commanded(actor, FIRE, form)
    return FINISH


def _carries(unit: Unit, form: Pointed) -> bool:
    dowel = piece(unit).dowel
    return not form.section or dowel is None or form.distance <= dowel.reach


def value(stakes: Stakes, battle: Battle, unit: Unit, form: Pointed) -> float:
    ahead = outlook(battle, unit, form)
    worth = 0.0
    for key, chances in ahead.figures:
        struck = battle.units[key]
        worth += _sign(battle, unit, struck) * share_lost(battle, struck, chances) * stakes.worth(struck)
    for key, chance in ahead.machines:
        struck = battle.units[key]
        worth += _sign(battle, unit, struck) * chance * stakes.worth(struck) / 2
    return worth + sum(points for _, points in ahead.works) * A_POINT


def _sign(battle: Battle, unit: Unit, struck: Unit) -> float:
    return -OWN if friendly(battle, unit, struck) else 1.0
