"""Spell dice and prayers: how many are well spent now, at whom and on what, and how many are worth keeping."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from schiltron.battle.guide.probability import expected
from schiltron.battle.state.decision import Answer, Assign, Assigned, Item, Share
from schiltron.battle.state.field import hostile, in_melee, standing_with
from schiltron.captains.by_this_axe.shooting import value_of
from schiltron.captains.by_this_axe.situation import POWER, Body, Situation, life_of, shaken
from schiltron.captains.temperament import EVEN, Temperament
from schiltron.rulesets.by_this_axe.appraisal import worth as price_of
from schiltron.rulesets.by_this_axe.attacks.numbers import is_heroic
from schiltron.rulesets.by_this_axe.attacks.outlook import Outlook, withstood
from schiltron.rulesets.by_this_axe.attacks.strikes import Blow, Strike, Succour
from schiltron.rulesets.by_this_axe.field import is_character
from schiltron.rulesets.by_this_axe.magic.answering import KEEP, RAISE, STOP, helpers, succoured, unsaved
from schiltron.rulesets.by_this_axe.magic.casting import cast_at, cast_by, cast_share
from schiltron.rulesets.by_this_axe.magic.people import magicians, person_of
from schiltron.rulesets.by_this_axe.morale.outlook import breaks_by
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.steps import CheckPhase

SPENT: Final = 0.004
"""What a die or prayer must gain at least, whatever else there is to do with it."""
CAST_LATER: Final = 0.7
"""How much counts what a die could do to the enemy in a spell; and that of one who must leave a melee first."""
CAST_FROM_MELEE: Final = 0.2
STRIKES_NO_MORE: Final = 0.05
"""What it costs that one who has prayed strikes as no hero this turn (TA-FANT-P06)."""


# ---------------------------------------------------------------- spells


def spells(view: Battle, decision: Assign, temperament: Temperament = EVEN) -> Answer:
    """For each mage the target, the number of dice and the spells that promise most beyond what they cost."""
    situation = Situation(view, view.side_at(decision.seat), temperament=temperament)
    aimed: dict[str, tuple[Blow, ...]] = {}
    chosen: dict[str, str] = {}
    shares: list[Share] = []
    for item in decision.items:
        caster = cast_by(view, item.key)[0].id
        best = _aim(situation, item, aimed, chosen.get(caster, ""))
        if best is not None:
            chosen[caster] = best.bin
            aimed[best.bin] = (*aimed.get(best.bin, ()), *cast_share(view, best).blows)
            shares.append(best)
        left = item.count - (best.count if best is not None else 0)
        shares += [Share(item.key, KEEP, left)] if left else []
    return Assigned(tuple(shares))


def _aim(situation: Situation, item: Item, aimed: dict[str, tuple[Blow, ...]], only: str) -> Share | None:
    """How much of it pays best, and at whom, beside what others cast there; None where nothing does."""
    view = situation.battle
    found: tuple[float, Share] | None = None
    for whom in item.bins:
        if whom == KEEP or (only and whom != only):
            continue
        before = aimed.get(whom, ())
        for number in range(1, item.count + 1):
            share = Share(item.key, whom, number)
            strike = cast_share(view, share)
            gain = value_of(situation, view, replace(strike, blows=(*before, *strike.blows))) - SPENT * number
            if before:
                gain -= value_of(situation, view, replace(strike, blows=before))
            if gain > (found[0] if found is not None else 0.0):
                found = gain, share
    return found[1] if found is not None else None


# ---------------------------------------------------------------- dice and prayers on hits


def succour(view: Battle, step: Succour, decision: Assign, temperament: Temperament = EVEN) -> Answer:
    """What saves more than it is worth keeping for, the best first, until nothing does."""
    situation = Situation(view, view.side_at(decision.seat), temperament=temperament)
    prices = {item.key: _price(situation, view.units[item.key]) for item in decision.items}
    given: dict[tuple[str, str], int] = {}
    harm = _harm(situation, step, given)
    while True:
        best: tuple[float, float, tuple[str, str], int] | None = None
        for key, most in _open(view, step, decision, given):
            for number in range(1, most + 1):
                less = _harm(situation, step, {**given, key: number})
                gain = harm - less - _cost(situation, key, number, prices[key[0]])
                if gain > (best[0] if best is not None else 0.0):
                    best = gain, less, key, number
        if best is None:
            break
        harm, given[best[2]] = best[1], best[3]
    return _answered(decision, given)


def _open(
    view: Battle, step: Succour, decision: Assign, given: dict[tuple[str, str], int]
) -> Iterator[tuple[tuple[str, str], int]]:
    """Ways not yet gone, and how much may still go each."""
    found = helpers(view, step.saves)
    for item in decision.items:
        spent = sum(number for (key, _), number in given.items() if key == item.key)
        for use, all_of_it in ((STOP, found.hits), (RAISE, found.room)):
            if use in item.bins and (item.key, use) not in given:
                used = sum(number for (_, one), number in given.items() if one == use)
                yield (item.key, use), min(item.count - spent, all_of_it - used)


def _harm(situation: Situation, step: Succour, given: dict[tuple[str, str], int]) -> float:
    """What the hits will cost, with so much spent on them."""
    view = situation.battle
    shares = tuple(Share(key, use, number) for (key, use), number in given.items())
    left = succoured(view, step.saves, Assigned(shares))
    if not left.hits:
        return 0.0
    target = view.units[left.strike.target]
    lost = _loss(situation, left.strike, withstood(view, left))
    if not is_character(target):
        return lost
    return max(lost, unsaved(view, left) / person_of(target).hits * _life(situation, target))


def _loss(situation: Situation, strike: Strike, seen: Outlook) -> float:
    """What it is worth to the side that suffers it."""
    view = situation.battle
    target = view.units[strike.target]
    body = situation.body(view, target)
    dead = sum(chance * _life(situation, view.units[key]) for key, chance in seen.deaths)
    if is_character(target):
        return dead
    arcs = () if strike.action == "shooting" or strike.arc == "front" else (strike.arc,)
    phase: CheckPhase = "ranged" if strike.action == "shooting" else "melee"
    out = seen.destroyed + breaks_by(view, target, seen.fallen, phase, arcs)
    figures = expected(seen.fallen) / max(1, body.band.figures) * body.power
    return dead + out * (body.life + shaken(view, target, situation.friends)) + figures


def _life(situation: Situation, unit: Unit) -> float:
    """What it costs that a character falls: as much as men at his price, if not more."""
    return max(life_of(unit), POWER * price_of(situation.battle, unit, 1) / situation.whole[unit.side])


def _cost(situation: Situation, way: tuple[str, str], number: int, price: float) -> float:
    """What is given away by spending so much in this way."""
    view, (key, use) = situation.battle, way
    unit = view.units[key]
    if person_of(unit).dice_left:
        return number * price
    once = STRIKES_NO_MORE if is_heroic(unit) and not unit.own.turn.prayed else 0.0
    spare = person_of(unit).prayers_left - sum(person_of(one).dice_left for one in _feared(view, unit))
    dear = max(0, number - max(0, spare)) if use == RAISE else 0
    return once + number * SPENT + dear * price


def _price(situation: Situation, unit: Unit) -> float:
    """What a die may do yet in a spell, or a prayer against one."""
    view = situation.battle
    if person_of(unit).dice_left:
        fights = in_melee(view, standing_with(view, unit))
        return max(SPENT, (CAST_FROM_MELEE if fights else CAST_LATER) * _a_die(situation, unit, situation.foes))
    return max((CAST_LATER * _a_die(situation, one, situation.friends) for one in _feared(view, unit)), default=0.0)


def _feared(view: Battle, priest: Unit) -> list[Unit]:
    """Enemies who may yet cast."""
    return [
        one
        for one in magicians(view)
        if person_of(one).dice_left and hostile(view, one, priest) and not in_melee(view, standing_with(view, one))
    ]


def _a_die(situation: Situation, mage: Unit, foes: list[Body]) -> float:
    """What a die of a spell does to whom it hurts most."""
    view = situation.battle
    dice = person_of(mage).dice_left
    values = [value_of(situation, view, cast_at(view, mage, foe.unit, dice)) / dice for foe in foes if not foe.routed]
    return max(values, default=0.0)


def _answered(decision: Assign, given: dict[tuple[str, str], int]) -> Assigned:
    shares = []
    for item in decision.items:
        mine = {use: number for (key, use), number in given.items() if key == item.key}
        shares += [Share(item.key, use, number) for use, number in mine.items()]
        shares.append(Share(item.key, KEEP, item.count - sum(mine.values())))
    return Assigned(tuple(share for share in shares if share.count))
