"""The attack phase: who shoots at whom, each volley reckoned with those already declared."""

from __future__ import annotations

from schiltron.battle.decision import Commanded
from schiltron.captains.book_of_war.positions import best_shot
from schiltron.captains.book_of_war.situation import Situation
from schiltron.rulesets.book_of_war.attacks.phase import SHOOT
from schiltron.rulesets.book_of_war.state import AttackPhase, Battle


def plan(battle: Battle, step: AttackPhase, actors: tuple[str, ...]) -> list[Commanded]:
    """The volleys worth loosing. Those declared before count among what is coming to a foe."""
    if not actors:
        return []
    situation = Situation(battle, step.side)
    found = []
    for actor in actors:
        value, prospect = best_shot(situation, battle, battle.units[actor])
        if prospect is None or value < 0.0:
            continue
        found.append(Commanded(actor, SHOOT, prospect.aimed))
        for portion in prospect.volley.portions:
            if portion.blow.dice:
                thrown = ((portion.blow.dice, portion.blow.need.total),)
                situation.help.setdefault(portion.target, {})[actor] = thrown
    return found
