"""Whether troops do as they are told: CM-HIST-08 to CM-HIST-10."""

from __future__ import annotations

from schiltron.battle.play.agenda import Step
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.steps import Dare, DareToJoin, Walk
from schiltron.rulesets.chainmail.troop_traits.kinds import are_peasants
from schiltron.rulesets.chainmail.walking.walk import walk


def before_moving(battle: Battle, order: Walk) -> tuple[Step, ...]:
    """The steps an order to move or charge comes to: the walk, after what must be diced for first."""
    if not are_peasants(battle, battle.units[order.unit]):
        return (order,)
    met = walk(battle, order).met
    return (Dare(order, met.id if met is not None else ""),)


def before_going_on(battle: Battle, order: Walk) -> tuple[Step, ...]:
    """The steps that using up a charge comes to: peasants dice anew where it leads them onto another enemy.

    They need not dice to move: it is a rule that moves them, and nobody's order (CM-MELEE-14).
    """
    if not are_peasants(battle, battle.units[order.unit]):
        return (order,)
    met = walk(battle, order, trial=False).met
    return (Dare(order, met.id),) if met is not None else (order,)


def before_joining(battle: Battle, unit_id: str, enemy_id: str) -> tuple[Step, ...]:
    """What comes before a unit is committed to a melee; nothing for those who need not dare."""
    return (DareToJoin(unit_id, enemy_id),) if are_peasants(battle, battle.units[unit_id]) else ()
