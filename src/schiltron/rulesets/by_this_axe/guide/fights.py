"""Choices of the Melee Phase before they are made: weapons to take up, dice to divide (TA-UNIT-29, TA-MELEE-12)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from schiltron.battle.guide.answers import Odds, Preview
from schiltron.battle.guide.probability import expected
from schiltron.battle.state.decision import Answer, AnyDecision, Assign, Assigned, Choose, Chosen
from schiltron.battle.words.grammar import noted
from schiltron.rulesets.by_this_axe.attacks.fighting import Melees, weapon_of
from schiltron.rulesets.by_this_axe.attacks.melee import (
    blows,
    bodies_in_melee,
    fighters,
    foes,
    sensible_weapons,
    strike,
)
from schiltron.rulesets.by_this_axe.attacks.outlook import outlook
from schiltron.rulesets.by_this_axe.attacks.strikes import Blow
from schiltron.rulesets.by_this_axe.guide.exchange import armed, exchange
from schiltron.rulesets.by_this_axe.guide.odds import breaks_after, losses_of, most_of, saved, thrusts
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.weapons import BREATH

_ORDERS = {"first": "they strike first", "at the same time": "both strike at once", "after": "it strikes first"}


def fight_preview(view: Battle, step: Melees, decision: AnyDecision, answer: Answer, plain: Preview) -> Preview:
    """A weapon against the foe it is to be used on, or every share of the dice against its own."""
    if isinstance(decision, Choose) and isinstance(answer, Chosen):
        return _weapon(view, step, decision, answer.keys[0], plain)
    if isinstance(decision, Assign) and isinstance(answer, Assigned):
        return _shares(view, step, answer, plain)
    return plain


def _weapon(view: Battle, step: Melees, decision: Choose, weapon: str, plain: Preview) -> Preview:
    torn = _torn(view, step, decision)
    if torn is None:
        return plain
    fighter, body = torn
    rounds = [exchange(view, body, foe, armed(step, fighter.id, weapon)) for foe in foes(view, body)]
    dealt = [one.dealt for one in rounds if one.dealt is not None]
    taken = tuple(one.taken for one in rounds if one.taken is not None)
    first = tuple(one.taken for one in rounds if one.taken is not None and one.order == "first")
    return replace(
        plain,
        met=dealt[0].target if dealt else "",
        odds=dealt[0] if dealt else None,
        beside=(*dealt[1:], *(one for one in taken if one not in first)),
        risks=first,
        notes=noted(_ORDERS[rounds[0].order]),
        rules=("TA-UNIT-29", "TA-MELEE-06"),
    )


def _torn(view: Battle, step: Melees, decision: Choose) -> tuple[Unit, Unit] | None:
    """The fighter who is asked for a weapon, and the body he stands with."""
    offered = [option.key for option in decision.options]
    chosen = {arm.by for arm in step.arms}
    for body in bodies_in_melee(view):
        for fighter in fighters(view, body):
            if fighter.id not in chosen and [one.id for one in sensible_weapons(view, fighter, body)] == offered:
                return fighter, body
    return None


def _shares(view: Battle, step: Melees, answer: Assigned, plain: Preview) -> Preview:
    """What each foe gets of the dice, by themselves: longer weapons may bring down some who were to strike."""
    found: dict[str, list[Blow]] = {}
    breathed: Counter[str] = Counter()
    bodies = {fighter.id: body for body in bodies_in_melee(view) for fighter in fighters(view, body)}
    for share in answer.shares:
        fighter, body = view.units[share.item], bodies[share.item]
        if share.count:
            weapon = weapon_of(view, step, fighter, body)
            foe = view.units[share.bin]
            thrown = blows(view, fighter, body, foe, weapon, share.count, breathed[fighter.id])
            breathed[fighter.id] += sum(one.dice for one in thrown if one.weapon == BREATH.id)
            found.setdefault(share.bin, []).extend(thrown)
    if not found:
        return plain
    body = bodies[answer.shares[0].item]
    told = [_portion(view, body, view.units[foe], tuple(some)) for foe, some in found.items()]
    most, *rest = sorted(told, key=lambda odds: -odds.dice)
    return replace(plain, met=most.target, odds=most, beside=tuple(rest), rules=("TA-MELEE-12",))


def _portion(view: Battle, body: Unit, foe: Unit, blows: tuple[Blow, ...]) -> Odds:
    struck = strike(view, body, foe, blows)
    after = outlook(view, struck)
    fallen = losses_of(foe, after)
    return Odds(
        exact=False,
        dice=sum(one.dice for one in blows),
        needs=most_of(blows),
        hits=after.hits,
        losses=fallen,
        expected_losses=expected(fallen),
        breaks=breaks_after(view, foe, fallen, "melee", () if struck.arc == "front" else (struck.arc,)),
        notes=noted(saved(view, struck), "as if nobody fell before he struck"),
        target=foe.id,
        action="melee",
        destroyed=after.destroyed,
        blows=thrusts(blows),
    )
