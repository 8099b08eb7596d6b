"""Shooting: which volleys pay, and which units had better stay ready to charge."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.decision import Answer, Plan
from schiltron.captains.by_this_axe.expectations import appeal
from schiltron.captains.by_this_axe.situation import Body, Situation, shaken
from schiltron.captains.temperament import EVEN, Temperament
from schiltron.rulesets.by_this_axe.attacks.fire import planned
from schiltron.rulesets.by_this_axe.attacks.outlook import outlook
from schiltron.rulesets.by_this_axe.attacks.shooting import targets
from schiltron.rulesets.by_this_axe.attacks.strikes import Strike
from schiltron.rulesets.by_this_axe.field import is_character
from schiltron.rulesets.by_this_axe.morale.outlook import breaks_by
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table.outline import gap

CHARGE_FIRST: Final = 0.5
"""What a charge counts that one could make instead of shooting: the enemy may move before."""


def shoot(view: Battle, decision: Plan, temperament: Temperament = EVEN) -> Answer:
    """The volley that pays most of those to be had, then the next, until none is left that pays."""
    situation = Situation(view, view.units[decision.actors[0]].side, temperament=temperament)
    waits = {actor: better_charge(situation, view.units[actor]) for actor in decision.actors}
    shots: list[Strike] = []
    while (best := _best(situation, view, waits, shots)) is not None:
        shots.append(best)
        del waits[best.unit]
    return planned(shots)


def _best(situation: Situation, view: Battle, waits: dict[str, float], before: list[Strike]) -> Strike | None:
    best: tuple[float, Strike] | None = None
    for actor, least in waits.items():
        for shot in targets(view, view.units[actor], before):
            value = situation.temperament.shooting * value_of(situation, view, shot)
            if (best is None or value > best[0]) and value > least:
                best = value, shot
    return best[1] if best is not None else None


def value_of(situation: Situation, view: Battle, shot: Strike) -> float:
    """What a volley is worth: figures, and the chance that the target breaks."""
    target = situation.body(view, view.units[shot.target])
    promise = outlook(view, shot)
    if is_character(target.unit):
        return promise.destroyed * target.life
    out = breaks_by(view, target.unit, promise.fallen, "ranged") + promise.destroyed
    return (
        out * (target.life + shaken(situation.battle, target.unit, situation.foes))
        + promise.expected / max(1, target.band.figures) * target.power
    )


def better_charge(situation: Situation, unit: Unit) -> float:
    """What a unit that could charge this turn gives up by shooting."""
    body = situation.body(situation.battle, unit)
    return CHARGE_FIRST * max((_charge(situation, body, foe) for foe in situation.foes), default=0.0)


def _charge(situation: Situation, body: Body, foe: Body) -> float:
    if situation.battle.own.options.command == "cards" or gap(body.outline, foe.outline) > body.move:
        return 0.0
    return appeal(situation, body, foe)
