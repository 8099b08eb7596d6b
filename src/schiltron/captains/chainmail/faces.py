"""Where a move ends before the face of a basilisk: whether it costs more of one's own than of the enemy's."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.state.field import hostile
from schiltron.captains.chainmail.tried_moves import Trial
from schiltron.rulesets.chainmail.melee.petrifying import chance_of_loss, looks, victims
from schiltron.rulesets.chainmail.points import worth
from schiltron.rulesets.chainmail.state import Battle, Unit


def ends_amiss(one: Trial) -> bool:
    """Whether a move would be ended so, before anybody lines up with whom he has met."""
    if one.battle.own.options.fantasy == "off" or not one.legs:
        return False
    last = one.legs[-1]
    there = replace(one.unit, place=one.unit.place_at(last.pose), body=last.body)
    return stares_amiss(one.battle.with_unit(there), there)


def stares_amiss(battle: Battle, unit: Unit) -> bool:
    """Whether those who would look at a face, where a unit has come to stand, are rather one's own."""
    if battle.own.options.fantasy == "off":
        return False
    cost = 0.0
    for step in looks(battle, unit.id):
        for one in victims(battle, step):
            there = battle.units[one.unit]
            lost = chance_of_loss(there, one.need) * worth(there, one.figures)
            cost += -lost if hostile(battle, unit, there) else lost
    return cost > 0.0
