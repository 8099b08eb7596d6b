"""The odds of one attack: hits, losses, and how likely the target is to break (rules MORALE).

The strikes come from the code that fights, the arithmetic from the outlooks that captains use too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from schiltron.battle.guide.answers import Odds, Thrust
from schiltron.battle.guide.probability import Chances, expected
from schiltron.battle.state.chance import AtMost
from schiltron.battle.state.tally import Tally
from schiltron.battle.words.grammar import counted, does, noted, percent
from schiltron.rulesets.by_this_axe.attacks.numbers import success_number
from schiltron.rulesets.by_this_axe.attacks.outlook import Outlook, outlook
from schiltron.rulesets.by_this_axe.attacks.strikes import Blow, Strike, save_against
from schiltron.rulesets.by_this_axe.field import is_character, is_routed, ordered, said_of
from schiltron.rulesets.by_this_axe.morale.outlook import breaks_by, panics
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.steps import CheckPhase
from schiltron.table.facing import Arc

_WORTH_SAYING = 0.005


def losses_of(target: Unit, after: Outlook) -> Chances:
    """The chances of 0, 1, 2 … figures lost; a character who stands alone is one."""
    return (1 - after.destroyed, after.destroyed) if is_character(target) else after.fallen


def breaks_after(battle: Battle, target: Unit, fallen: Chances, phase: CheckPhase, struck: Iterable[Arc]) -> float:
    """How likely the target is to fail the check that follows (TA-MORALE-07). Single men have no losses to check for,
    and are gone when they fall (TA-MORALE-29)."""
    if not is_character(target):
        return breaks_by(battle, target, fallen, phase, struck)
    return fallen[0] * breaks_by(battle, target, (1.0,), phase, struck)


def most_of(blows: Iterable[Blow]) -> Tally:
    """What most of the dice need."""
    return max(blows, key=lambda blow: blow.dice).need


def thrusts(blows: Iterable[Blow]) -> tuple[Thrust, ...]:
    return tuple(Thrust(blow.dice, blow.need, AtMost(success_number(blow.need))) for blow in blows)


# ---------------------------------------------------------------- shots


def shot_odds(battle: Battle, shot: Strike, others: Iterable[Strike] = (), *, phase: CheckPhase = "ranged") -> Odds:
    """What a shot does by itself; a unit under a Volley order shoots twice (TA-CMD-35)."""
    target = battle.units[shot.target]
    twice = phase == "ranged" and ordered(battle, battle.units[shot.unit], "volley") is not None
    loosed = replace(shot, blows=(*shot.blows, *shot.blows)) if twice else shot
    after = outlook(battle, loosed)
    fallen = losses_of(target, after)
    beside = [other for other in others if other.target == shot.target]
    notes = [
        saved(battle, shot),
        "two volleys" if twice else "",
        *_deaths(battle, target, after),
        *_state(battle, target, phase),
        f"without the {len(beside)} shot{'s' * (len(beside) > 1)} declared at them before" if beside else "",
    ]
    return Odds(
        exact=not beside,
        dice=sum(blow.dice for blow in loosed.blows),
        needs=most_of(loosed.blows),
        hits=after.hits,
        losses=fallen,
        expected_losses=expected(fallen),
        breaks=breaks_after(battle, target, fallen, phase, ()),
        notes=noted(*notes),
        target=target.id,
        action="shooting",
        destroyed=after.destroyed,
        blows=thrusts(loosed.blows),
    )


# ---------------------------------------------------------------- in words


def saved(battle: Battle, strike: Strike) -> str:
    """What the target saves on against most of the dice (TA-UNIT-20)."""
    most = max(strike.blows, key=lambda blow: blow.dice)
    need = success_number(save_against(battle, battle.units[strike.target], strike, most.weapon))
    return f"saved on {need} or less" if need else "no save"


def _deaths(battle: Battle, target: Unit, after: Outlook) -> Iterator[str]:
    """Characters of a small unit may be hit as well (TA-CHAR-07)."""
    if not is_character(target):
        for key, chance in after.deaths:
            if chance >= _WORTH_SAYING:
                yield f"{percent(chance)} that {battle.units[key].name} falls"


def _state(battle: Battle, target: Unit, phase: CheckPhase) -> Iterator[str]:
    if is_routed(target):
        yield f"{said_of(target, 'are')} in rout already: no check follows"
        return
    shaken = panics(battle, target, phase)
    if shaken:
        yield f"if they break, {counted(len(shaken), 'friend')} of theirs {does('check', one=len(shaken) == 1)} too"
