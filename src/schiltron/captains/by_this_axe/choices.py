"""The smaller decisions: who moves first, what to fight with and whom, which figures fall, which cards to keep."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.decision import Answer, Assign, Assigned, Choose, Chosen, Share
from schiltron.battle.state.field import opponents, standing_with
from schiltron.captains.by_this_axe.expected_losses import band
from schiltron.captains.by_this_axe.melees import clash
from schiltron.captains.by_this_axe.situation import Situation, nerve
from schiltron.rulesets.by_this_axe.attacks.abilities import reach_of
from schiltron.rulesets.by_this_axe.attacks.fighting import Melees, weapon_of
from schiltron.rulesets.by_this_axe.attacks.losses import ClearFallen, closed_up
from schiltron.rulesets.by_this_axe.attacks.melee import (
    blows,
    bodies_in_melee,
    dice,
    fighters,
    first_round,
    pairing,
    sensible_weapons,
    strike,
    to_hit,
)
from schiltron.rulesets.by_this_axe.attacks.melee import foes as foes_of
from schiltron.rulesets.by_this_axe.attacks.numbers import success_number
from schiltron.rulesets.by_this_axe.attacks.outlook import outlook
from schiltron.rulesets.by_this_axe.command.deck import CARDS
from schiltron.rulesets.by_this_axe.field import is_character
from schiltron.rulesets.by_this_axe.morale.outlook import breaks_by
from schiltron.rulesets.by_this_axe.movement.initiative import ChooseOrder
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.weapons import MELEE
from schiltron.table.outline import gap

LONGER: Final = 0.05
"""How much a step of reach counts in a first round."""

KEPT: Final = {
    "any_two_effects": 10,
    "ferocious_attack": 9,
    "frenzied_charge": 8,
    "coordinated_attack": 8,
    "rally": 7,
    "march_charge": 6,
    "volley": 5,
    "brace_for_charge": 4,
    "all_infantry_move": 3,
    "all_cavalry_move": 3,
    "seize_the_initiative": 2,
    "shieldwall": 2,
    "target": 1,
    "all_light_infantry_move": 1,
    "center_move": 1,
    "flanking_move": 1,
    "maneuver": 0,
}
"""Cards by what they are good for on most days."""


# ---------------------------------------------------------------- who moves first


def move_order(view: Battle, step: ChooseOrder) -> Answer:
    """Move first if there is a charge to make or to fear; otherwise let the enemy show where he goes."""
    situation = Situation(view, step.winner)
    close = any(
        not one.busy and not foe.busy and gap(one.outline, foe.outline) <= max(one.move, foe.move)
        for one in situation.friends
        for foe in situation.foes
        if not one.routed
    )
    return Chosen(("first" if close else "second",))


# ---------------------------------------------------------------- melee


def weapon(view: Battle, step: Melees, decision: Choose) -> Answer:
    """The weapon that brings down most; in a first round a long weapon has a worth of its own (TA-MELEE-06)."""
    fighter = _torn(view, step)
    body = standing_with(view, fighter)
    against = foes_of(view, body)

    def value(key: str) -> float:
        held = MELEE[key]
        needs = [success_number(to_hit(view, fighter, body, foe, held)) for foe in against]
        opening = any(first_round(view, pairing(view, body, foe)) for foe in against)
        return dice(view, fighter, held) * max(needs, default=0) * (1 - LONGER * reach_of(fighter, held) * opening)

    return Chosen((max((option.key for option in decision.options), key=value),))


def _torn(view: Battle, step: Melees) -> Unit:
    """The next fighter with a choice of weapons: the one that is asked about."""
    armed = {arm.by for arm in step.arms}
    return next(
        fighter
        for body in bodies_in_melee(view)
        for fighter in fighters(view, body)
        if fighter.id not in armed and len(sensible_weapons(view, fighter, body)) > 1
    )


def divide(view: Battle, step: Melees, decision: Assign) -> Answer:
    """All dice go at the enemy against whom they promise most."""
    body = standing_with(view, view.units[decision.items[0].key])
    situation = Situation(view, body.side)

    def value(key: str) -> float:
        foe = view.units[key]
        thrown = [
            each
            for one in fighters(view, body)
            for held in (weapon_of(view, step, one, body),)
            for each in blows(view, one, body, foe, held, dice(view, one, held))
        ]
        planned = strike(view, body, foe, thrown)
        promise = outlook(view, planned)
        target = situation.body(view, foe)
        if is_character(foe):
            return promise.destroyed * target.life
        struck = () if planned.arc == "front" else (planned.arc,)
        out = promise.destroyed + breaks_by(view, foe, promise.fallen, "melee", struck)
        return out * target.life + promise.expected / max(1, foe.figures) * target.power

    bins = [option.key for option in decision.bins]
    best = max(view.in_line(bins), key=value)
    return Assigned(tuple(Share(item.key, best, item.count) for item in decision.items))


def fallen(view: Battle, step: ClearFallen, decision: Choose) -> Answer:
    """Figures are removed so that the unit fights on best: as wide, or as deep as it was (TA-MORALE-16 to
    TA-MORALE-18)."""
    unit = view.units[step.unit]
    situation = Situation(view, unit.side)
    against = [situation.body(view, foe) for foe in opponents(view, unit) if foe.figures] or situation.foes

    def value(where: str) -> float:
        left = replace(unit, fallen=0, body=closed_up(unit, where))
        own = band(view, left, nerve(view, unit))
        total = 0.0
        for foe in against:
            ours, theirs = clash(own, foe.band, charging=False)
            total += theirs.out - ours.out
        return total

    return Chosen((max((option.key for option in decision.options), key=value),))


def retreat(view: Battle, unit: Unit, charger: Unit) -> Answer:
    """Skirmishers stand only where they would win."""
    situation = Situation(view, unit.side)
    one, foe = situation.body(view, unit), situation.body(view, charger)
    ours, theirs = clash(foe.band, one.band)[::-1]
    return Chosen(("stand" if theirs.out > ours.out else "retreat",))


# ---------------------------------------------------------------- cards


def keep(decision: Choose) -> Answer:
    """The three best (TA-CMD-06)."""
    ranked = sorted((option.key for option in decision.options), key=lambda card: (-KEPT[CARDS[card].effect], card))
    return Chosen(tuple(ranked[: decision.least]))
