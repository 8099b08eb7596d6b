"""Decisions away from the battle line: who runs on, who serves which engine, the baggage and the fight for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.decision import Answer, Assign, Assigned, Choose, Chosen
from schiltron.battle.state.field import troops
from schiltron.captains.chainmail.expectations import can_charge
from schiltron.captains.chainmail.expected_losses import band
from schiltron.captains.chainmail.situation import Situation, counts
from schiltron.rulesets.chainmail.artillery.crews import pieces
from schiltron.rulesets.chainmail.artillery.pointing import targets
from schiltron.rulesets.chainmail.camps import at_the_camp, camp_of, shape_of, way_in
from schiltron.rulesets.chainmail.engines import rate_of_fire
from schiltron.rulesets.chainmail.field import in_turns
from schiltron.rulesets.chainmail.morale.rally import StayOrRun
from schiltron.rulesets.chainmail.morale.ways import way_out
from schiltron.rulesets.chainmail.raids.baggage import HideBaggage
from schiltron.rulesets.chainmail.raids.separate_action import SeparateAction
from schiltron.rulesets.chainmail.state import Baggage, Battle, Unit
from schiltron.rulesets.chainmail.walking.rates import normal_move
from schiltron.table.outline import gap

IDLE: Final = 0.3
"""What an engine counts that has nobody in its arc of fire."""
WORTH_THE_WAY: Final = 1.1
"""How much oftener engines must fire for men to change from one to another."""

# ---------------------------------------------------------------- in flight


def stay_or_run(view: Battle, step: StayOrRun) -> Answer:
    """Rally, unless the unit would be charged where it is and could escape on the table (CM-MELEE-27, -28)."""
    unit = view.units[step.unit]
    flight = unit.own.morale.flight
    assert flight is not None, "it has run"
    situation = Situation(view, unit.side)
    way = way_out(view, unit, unit.pose.heading, normal_move(view, unit).total * flight.reach // 1000)
    if way is None or way.edge is not None or not _is_hunted(situation, unit):
        return Chosen(("stay",))
    away = replace(unit, place=unit.place_at(way.end))
    return Chosen(("stay" if _is_hunted(situation, away) else "run",))


def _is_hunted(situation: Situation, unit: Unit) -> bool:
    """Whether anybody who has still to move could charge a unit this turn."""
    order = situation.battle.own.order
    if in_turns(situation.battle) and order and order[-1] == situation.side:
        return False
    here = unit.outline
    return any(can_charge(foe, here, gap(here, foe.outline)) for foe in situation.foes)


# ---------------------------------------------------------------- crews


def man(view: Battle, decision: Assign, candidates: Iterable[Answer]) -> Answer:
    """Crew moves to other pieces if all pieces together then fire more often (CM-CATAPULT-06, CM-CATAPULT-07)."""
    stay = decision.default
    assert isinstance(stay, Assigned)
    there = {one.id: one for one in pieces(view, view.units[decision.items[0].key].side)}
    weights = {key: 1.0 if next(targets(view, one), None) is not None else IDLE for key, one in there.items()}
    best, most = stay, WORTH_THE_WAY * _fire(there, weights, stay)
    for one in candidates:
        if isinstance(one, Assigned) and _fire(there, weights, one) > most:
            best, most = one, _fire(there, weights, one)
    return best


def _fire(there: dict[str, Unit], weights: dict[str, float], answer: Assigned) -> float:
    """Shots in a turn of all pieces, with the crews they would have."""
    hands = Counter({key: one.figures for key, one in there.items()})
    for share in answer.shares:
        hands[share.item] -= share.count
        hands[share.bin] += share.count
    manned = ((replace(one, figures=hands[key], fallen=0), weights[key]) for key, one in there.items() if hands[key])
    return sum(weight / rate_of_fire(one).total for one, weight in manned)


# ---------------------------------------------------------------- baggage


def hide(view: Battle, step: HideBaggage, decision: Choose) -> Answer:
    """The camp lies as far from our own line as possible: looters are out of the battle, and so are all the units that
    they draw off with them (CM-HIST-43)."""
    ours = [shape_of(unit) for unit in troops(view, step.side) if unit.on_table and counts(unit)]

    def apart(key: str) -> float:
        way = way_in(view, Baggage(step.side, int(key)))
        return min((float(one.distance(way)) for one in ours), default=0.0)

    return Chosen((max((option.key for option in decision.options), key=apart),))


def fight_for_camp(view: Battle, step: SeparateAction) -> Answer:
    """Fight for the camp if there is more to gain than to lose (CM-HIST-44)."""
    camp = camp_of(view, step.side)
    assert camp is not None, "somebody is there"
    situation = Situation(view, step.side)
    gained = lost = 0.0
    for one, other in _pairs(*at_the_camp(view, camp)):
        duel = situation.reckoner.charge(band(one), band(other), "front")
        gained += situation.stakes.toll(other, duel.defender)
        lost += situation.stakes.toll(one, duel.attacker)
    return Chosen(("fight" if gained > lost else "leave",))


def _pairs(ours: list[Unit], theirs: list[Unit]) -> Iterator[tuple[Unit, Unit]]:
    """Everybody has somebody to fight."""
    here, there = [[one for one in units if counts(one)] for units in (ours, theirs)]
    for place in range(max(len(here), len(there))):
        yield here[place % len(here)], there[place % len(there)]
