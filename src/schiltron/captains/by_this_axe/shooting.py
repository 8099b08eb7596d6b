"""Shooting: which volleys pay, and who had better keep his feet free for a charge."""

from __future__ import annotations

from typing import Final

from schiltron.battle.decision import FINISH, Aimed, Answer, Command, Commanded
from schiltron.captains.by_this_axe.prospects import appeal
from schiltron.captains.by_this_axe.situation import Body, Situation, shaken
from schiltron.rulesets.by_this_axe.attacks.fire import SHOOT
from schiltron.rulesets.by_this_axe.attacks.outlook import outlook
from schiltron.rulesets.by_this_axe.attacks.shooting import targets
from schiltron.rulesets.by_this_axe.attacks.steps import Fire, Strike
from schiltron.rulesets.by_this_axe.field import is_character
from schiltron.rulesets.by_this_axe.morale.outlook import breaks_by
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.table.outline import gap

CHARGE_FIRST: Final = 0.5
"""What a charge counts that one could make instead of shooting: the enemy may move before."""


def shoot(view: Battle, step: Fire, decision: Command) -> Answer:
    """The volley that pays most of those still to be had; to finish when none is left."""
    situation = Situation(view, step.sides[0])
    best: tuple[float, Strike] | None = None
    for actor in decision.actors:
        for shot in targets(view, view.units[actor], step.shots):
            value = value_of(situation, view, shot)
            if (best is None or value > best[0]) and value > better_charge(situation, view.units[actor]):
                best = value, shot
    return Commanded(best[1].unit, SHOOT, Aimed(best[1].target)) if best is not None else FINISH


def value_of(situation: Situation, view: Battle, shot: Strike) -> float:
    """What a volley is worth: figures, and the chance that the target breaks."""
    target = situation.body(view, view.units[shot.target])
    promise = outlook(view, shot)
    if is_character(target.unit):
        return promise.destroyed * target.life
    out = breaks_by(view, target.unit, promise.fallen, "ranged") + promise.destroyed
    return (
        out * (target.life + shaken(target.unit, situation.foes))
        + promise.expected / max(1, target.band.figures) * target.power
    )


def better_charge(situation: Situation, unit: Unit) -> float:
    """What a unit gives up that could charge this turn."""
    body = situation.body(situation.battle, unit)
    return CHARGE_FIRST * max((_charge(situation, body, foe) for foe in situation.foes), default=0.0)


def _charge(situation: Situation, body: Body, foe: Body) -> float:
    if situation.battle.own.options.command == "cards" or gap(body.outline, foe.outline) > body.move:
        return 0.0
    return appeal(situation, body, foe)
