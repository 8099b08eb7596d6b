"""What a card does for the units it is played for (TA-CMD-10, TA-CMD-20 to TA-CMD-47).

It is at work on them for a time, and the chapters on moving, shooting, melee and morale read what it grants.
"""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.effects import Grant, Moment, OnUnit, Until
from schiltron.battle.state.event import Spent
from schiltron.battle.state.tally import Term
from schiltron.rulesets.by_this_axe.command.deck import CARDS
from schiltron.rulesets.by_this_axe.command.uses import USES, Law
from schiltron.rulesets.by_this_axe.command.words import NAMES
from schiltron.rulesets.by_this_axe.recovery import rally
from schiltron.rulesets.by_this_axe.state import PHASES, Battle, Scene, with_phase
from schiltron.table.lengths import Mil


class RollDistance(Step, frozen=True, tag="by_this_axe.roll_distance"):
    """A card was played whose distance is rolled for, once for all its units (TA-CMD-10)."""

    side: str
    card: str
    use: str
    units: tuple[str, ...]
    target: str = ""


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
        scene.change(with_phase(unit, carded=scene.battle.phase))
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
    """What it grants lasts for the turn; a raised morale for the phase (TA-CMD-41)."""
    grants = tuple(Grant(one.effect, distance if one.amount is None else one.amount) for one in law.writes)
    over = Until(_next_phase(scene.battle) if law.key == "morale" else Moment(scene.battle.turn + 1))
    for key in scene.battle.in_line(units):
        scene.begin(law.key, OnUnit(key), ends=(over,), grants=grants, by=card, target=target)


def _next_phase(battle: Battle) -> Moment:
    """Where the phase is over: the next one starts, or the next turn."""
    coming = dict(pairwise(PHASES)).get(battle.phase, "")
    return Moment(battle.turn, coming) if coming else Moment(battle.turn + 1)


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


DISTANCE = rolls(RollDistance, ask=_ask, roll=_roll)
