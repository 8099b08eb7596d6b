"""How good a move is: the fight it leads to, or where the unit would stand after it."""

from __future__ import annotations

from typing import Final

from schiltron.battle.state.field import fights_for
from schiltron.captains.chainmail.expectations import (
    NOTHING,
    AtHand,
    appeal,
    danger,
    faint_heart,
    gauntlet,
    hold,
    nuisance,
    promise,
    prospect,
)
from schiltron.captains.chainmail.expected_losses import FLED, TOGETHER, band, fought
from schiltron.captains.chainmail.shooting import fire_from
from schiltron.captains.chainmail.situation import Body, Situation
from schiltron.captains.chainmail.tried_moves import Trial
from schiltron.captains.steering import turn_towards
from schiltron.rulesets.chainmail.fire.rates import shots
from schiltron.rulesets.chainmail.fire.sighting import in_view
from schiltron.rulesets.chainmail.fire.weapons import arc_of, reach
from schiltron.rulesets.chainmail.melee.outlook import melee_of
from schiltron.rulesets.chainmail.morale.outlook import stands
from schiltron.rulesets.chainmail.movement.fatigue import after_turn, weariness
from schiltron.rulesets.chainmail.movement.trial_moves import CHARGE
from schiltron.rulesets.chainmail.state import UNLOADED, Battle, Unit, with_turn
from schiltron.table.lengths import Mdeg, degrees
from schiltron.table.outline import gap

TIRED: Final = 0.12
"""What fatigue costs, in the same measure."""
RELIANCE: Final = 0.7
"""How far one counts on friends who are to join in."""
ASKANCE: Final[Mdeg] = degrees(60)
"""How far beside its arc of fire a body may stand of which a part is in it."""
BEST_DAY: Final = 1.2
"""How much more a volley may bring than one at a target in the open, not too far away."""
HOPE: Final = 0.1
"""What a charge must promise to be worth hurrying for."""


def ranked(situation: Situation, body: Body) -> list[Body]:
    """Foes by how much an attack on them would gain, and how soon."""
    return sorted(situation.foes, key=lambda foe: (-promise(situation, body, foe), foe.unit.turn_in_line))


def value_of(
    situation: Situation, trial: Trial, before: Body, at_hand: AtHand = NOTHING, *, guess: bool = False
) -> float:
    """What a move is worth, with the fire it has to pass; `before` is the unit where it stands now.

    A `guess` is hardly less than that: shooters are taken to see whoever is in range and not behind the ground."""
    body = situation.body(trial.battle, trial.unit)
    fire = situation.care * gauntlet(situation, before, body)
    if trial.met:
        return clash(situation, trial) + hold(situation, body) - weary(trial.battle, body) - fire
    shy = faint_heart(situation, before, body)
    return score(situation, trial.battle, body, trial.half, at_hand, guess=guess) - fire - shy


def score(
    situation: Situation,
    battle: Battle,
    body: Body,
    half: Unit | None = None,
    at_hand: AtHand = NOTHING,
    *,
    guess: bool = False,
) -> float:
    """How good it is for a unit to stand there, with the fire it gives from there or from the middle of its move."""
    marks: dict[str, float] = {}
    if body.unit.own.profile.missile:
        look = hoped_for if guess or situation.hasty else marks_of
        marks = look(situation, battle, half or body.unit)
    value = prospect(situation, body, marks, at_hand) - situation.care * danger(situation, body)
    value += situation.temperament.shooting * max(marks.values(), default=0.0) + hold(situation, body)
    return value - weary(battle, body) - nuisance(situation, body)


def marks_of(situation: Situation, battle: Battle, unit: Unit) -> dict[str, float]:
    return fire_from(situation.stakes, battle.with_unit(unit), unit)


def hoped_for(situation: Situation, battle: Battle, unit: Unit) -> dict[str, float]:
    """The most that fire may bring, at everybody in range and in view whom it might aim at."""
    if unit.has(UNLOADED) or shots(battle, unit).total <= 0:
        return {}
    shooter, far = band(unit), reach(unit, scale=battle.own.options.scale).total
    arc = arc_of(unit.own.profile)[0] + ASKANCE
    found = {}
    for foe in situation.foes:
        if foe.busy or not unit.outline.near(foe.outline, far) or gap(unit.outline, foe.outline) > far:
            continue
        aside = abs(turn_towards(unit.pose, foe.outline.x, foe.outline.y))
        if aside <= arc and in_view(battle, unit, foe.unit):
            found[foe.id] = BEST_DAY * situation.reckoner.volley(shooter, foe.band) * foe.worth
    return found


def weary(battle: Battle, body: Body) -> float:
    """What it costs to be tired when the turn is over."""
    unit = body.unit
    fought = with_turn(unit, fought=unit.own.turn.fought or body.busy)
    rested = not fought.own.turn.moved and not fought.own.turn.fought
    if rested or not (unit.own.past.fatigued or weariness(unit, after_turn(battle, fought))):
        return 0.0
    return TIRED * body.worth


def clash(situation: Situation, trial: Trial) -> float:
    """The worth of the melee that a move leads to, compared with the melee there without it."""
    there, unit = trial.battle, trial.unit
    foe = there.units[trial.met]
    stand = stands(there, foe, unit) if trial.action == CHARGE else 1.0
    melee = melee_of(there, unit.id)
    assert melee is not None, "they are in contact"
    lost = fought(there, melee, hasty=situation.hasty)
    push = situation.push(unit)
    value = balance(situation, there, lost, push) + _together(situation, unit, foe, lost[foe.id])
    before = melee_of(situation.battle, foe.id)
    if before is not None:
        value -= balance(situation, situation.battle, fought(situation.battle, before, hasty=situation.hasty), push)
    return stand * value + (1 - stand) * FLED * situation.stakes.worth(foe)


def _together(situation: Situation, unit: Unit, foe: Unit, share: float) -> float:
    """What a charge gains on a foe on whom much depends, if others who are near charge it too."""
    hunt = situation.hunts.get(foe.id)
    units = situation.battle.units
    others = (
        [one for one in hunt.near if one.id != unit.id and not units[one.id].own.turn.moved] if hunt is not None else []
    )
    if not others:
        return 0.0
    bands = (band(unit), *(one.band for one in others))
    most = situation.reckoner.together(bands[: len(TOGETHER)], band(foe))
    return RELIANCE * max(0.0, most**2 - share**2) * situation.stakes.dear(foe)


def balance(situation: Situation, battle: Battle, lost: dict[str, float], push: float = 1.0) -> float:
    """What the enemy loses, as much as that counts, less what we do."""
    value = 0.0
    for key, share in lost.items():
        unit = battle.units[key]
        toll = situation.stakes.toll(unit, share)
        value += -situation.care * toll if fights_for(battle, unit, situation.side) else push * toll
    return value


def charge_in_reach(situation: Situation) -> bool:
    """Whether any enemy could be charged this turn with good prospects."""
    for unit in situation.friends():
        body = situation.body(situation.battle, unit)
        if body.fleeing or body.busy or body.range or not body.charge:
            continue
        for foe in situation.foes:
            if gap(body.outline, foe.outline) <= body.charge and appeal(situation, body, foe) > HOPE * body.worth:
                return True
    return False
