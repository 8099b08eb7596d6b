"""What a card does for the units it is played for (TA-CMD-10, TA-CMD-20 to TA-CMD-47).

It leaves notes on them, which the chapters on moving, shooting, melee and morale read.
"""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.agenda import Handler
from schiltron.battle.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.event import Spent
from schiltron.battle.tally import Term
from schiltron.rulesets.by_this_axe.command.deck import CARDS
from schiltron.rulesets.by_this_axe.command.steps import RollDistance
from schiltron.rulesets.by_this_axe.command.uses import USES, Law
from schiltron.rulesets.by_this_axe.command.words import NAMES
from schiltron.rulesets.by_this_axe.morale.rallying import rally
from schiltron.rulesets.by_this_axe.state import Battle, Ordered, Scene
from schiltron.table.lengths import Mil


def carry_out(
    scene: Scene,
    side: str,
    law: Law,
    card: str,
    units: tuple[str, ...],
    target: str,
    rules: tuple[str, ...],
    *,
    later: str = "",
) -> None:
    """Whether it is a march or a charge is settled before the die for the distance falls (TA-CMD-21)."""
    effect = f"{law.label} (and later {NAMES[later].lower()})" if later else law.label
    scene.tell(Spent(side=side, what=f"the {CARDS[card].name}", effect=effect, units=units, target=target, rules=rules))
    for key in units:
        unit = scene.unit(key)
        scene.change(replace(unit, own=replace(unit.own, carded=scene.battle.phase)))
    if law.choice == "nobody":
        _seize(scene, side, law)
    elif law.distance is not None:
        scene.now(RollDistance(side, card, law.key, units, target))
    else:
        if law.key == "rally":
            for key in units:
                rally(scene, key, (*rules, "TA-RALLY-06"))
        _write(scene, law, card, units, target)


def _write(scene: Scene, law: Law, card: str, units: tuple[str, ...], target: str, distance: Mil = 0) -> None:
    notes = tuple(
        Ordered(one.effect, card, distance if one.amount is None else one.amount, target) for one in law.writes
    )
    for key in units:
        unit = scene.unit(key)
        scene.change(replace(unit, own=replace(unit.own, orders=(*unit.own.orders, *notes))))


def _seize(scene: Scene, side: str, law: Law) -> None:
    """Several such cards add up (TA-CMD-43)."""
    own = scene.battle.own
    scene.set(own=replace(own, seized=(*own.seized, (side, law.writes[0].amount or 0))))


def initiative_terms(battle: Battle, side: str) -> tuple[Term, ...]:
    """What cards add to a side's die for who moves first (TA-CMD-43)."""
    return tuple(Term("initiative seized", amount, "TA-CMD-43") for whose, amount in battle.own.seized if whose == side)


# ---------------------------------------------------------------- the distance


def _ask(_battle: Battle, step: RollDistance) -> Roll:
    law = USES[step.use]
    pool = Pool(1, 6, SumOf(), law.label, whose=step.side)
    return Roll(f"how many inches farther, {law.label}", (pool,), ("TA-CMD-10", law.rules[0]))


def _roll(scene: Scene, step: RollDistance, pools: tuple[Thrown, ...]) -> None:
    """One die for all units of the card (TA-CMD-10)."""
    law = USES[step.use]
    assert law.distance is not None
    _write(scene, law, step.card, step.units, step.target, law.distance.of(pools[0].total))


DISTANCE = Handler(ask=_ask, roll=_roll)
