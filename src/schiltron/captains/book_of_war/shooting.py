"""Shooting: the best volley of a unit from a place, and the volleys of a whole attack phase."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.field import fights_for
from schiltron.captains.book_of_war.expected_losses import damage_to
from schiltron.captains.book_of_war.situation import Situation
from schiltron.rulesets.book_of_war.attacks.choices import Portion
from schiltron.rulesets.book_of_war.attacks.damage import force
from schiltron.rulesets.book_of_war.attacks.missiles import Prospect, targets
from schiltron.rulesets.book_of_war.field import troop_now
from schiltron.rulesets.book_of_war.outlook import Pool
from schiltron.rulesets.book_of_war.state import Battle, Unit

OWN_ARROWS: Final = 2.0
"""Nobody forgives being shot by friends."""


def best_shot(situation: Situation, battle: Battle, unit: Unit) -> tuple[float, Prospect | None]:
    """The volley that pays most from where the unit stands, and what it pays; none if it cannot shoot."""
    kind = troop_now(battle, unit)
    if kind.missile is None or unit.own.turn.spent > kind.half_move:
        return 0.0, None
    best: tuple[float, Prospect | None] = (0.0, None)
    for shot in targets(battle, unit):
        value = _value(situation, battle, shot)
        if best[1] is None or value > best[0]:
            best = (value, shot)
    return best


def _value(situation: Situation, battle: Battle, shot: Prospect) -> float:
    """Points a volley gains over what others do to the same foes this turn, less what it costs friends."""
    value = 0.0
    for place, portion in enumerate(shot.volley.portions):
        struck = battle.units[portion.target]
        dice = portion.blow.dice + (shot.volley.spare if place == 0 else 0)
        thrown = (pool_of(battle, shot.volley.shot.unit, portion)._replace(dice=dice),) if dice else ()
        if fights_for(battle, struck, situation.side):
            value -= OWN_ARROWS * damage_to(battle, struck, thrown)
        else:
            before = situation.help_against(struck.id, besides="")
            more = damage_to(battle, struck, (*before, *thrown)) - (
                damage_to(battle, struck, before) if before else 0.0
            )
            value += situation.temperament.shooting * more
    return value


def pool_of(battle: Battle, shooter: str, portion: Portion) -> Pool:
    """The dice of a volley that one unit gets."""
    might = force(battle.units[shooter].kind, battle.units[portion.target].kind, shooting=True)
    return Pool(portion.blow.dice, portion.blow.need.total, might)
