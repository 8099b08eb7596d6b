"""Targets of a unit with the reasons against and the odds: shots, charges (MOVE), challenges (DUEL), melee.

Friends whom a character could join stand in the same list, with the action that says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from schiltron.battle.guide.answers import Odds, Target
from schiltron.battle.guide.target_lists import foes_in_order
from schiltron.battle.movement.escorts import afoot
from schiltron.battle.state.decision import Aimed, AnyDecision, Chosen
from schiltron.battle.state.field import apart, commands, foes_among, friends
from schiltron.battle.state.manoeuvre import Path
from schiltron.rulesets.by_this_axe.attacks.fire import SHOOT
from schiltron.rulesets.by_this_axe.attacks.melee import foes
from schiltron.rulesets.by_this_axe.attacks.shooting import aim, holds_fire
from schiltron.rulesets.by_this_axe.duels.challenges import CHALLENGES, Challenges
from schiltron.rulesets.by_this_axe.field import alive, is_character
from schiltron.rulesets.by_this_axe.guide.charge import arrive
from schiltron.rulesets.by_this_axe.guide.duelling import duel_odds
from schiltron.rulesets.by_this_axe.guide.exchange import exchange
from schiltron.rulesets.by_this_axe.guide.odds import shot_odds
from schiltron.rulesets.by_this_axe.guide.plotting import plotted, walked
from schiltron.rulesets.by_this_axe.movement.characters import JOIN, judge_join
from schiltron.rulesets.by_this_axe.movement.charging import CHARGE, judge_order, judge_straight, straight_at
from schiltron.rulesets.by_this_axe.state import Asked, Battle, Unit

CHALLENGE = "challenge"


def targets(view: Battle, asked: Asked | None, unit_id: str, path: Path) -> tuple[Target, ...]:
    """What it could be told to attack now; of a unit that is not asked, its melee.

    A charge is declared from where a unit stands: once a path is plotted, its preview says whom it meets.
    """
    unit = view.units.get(unit_id)
    if unit is None or not alive(unit):
        return ()
    if asked is not None and asked.about(unit_id):
        if SHOOT in asked.actions:
            return tuple(_shots(view, unit))
        if CHARGE in asked.actions:
            return () if path else (*_charges(view, unit), *_hosts(view, unit))
    step = view.agenda[0] if view.agenda else None
    if (
        isinstance(step, Challenges)
        and asked is not None
        and is_character(unit)
        and commands(view, step.sides[0], unit)
    ):
        return tuple(_challenges(view, step, asked.decision, unit))
    return tuple(_melee(view, unit)) if unit.on_table else ()


# ---------------------------------------------------------------- shooting


def _shots(view: Battle, unit: Unit) -> Iterator[Target]:
    """Every enemy on the table, the nearest first."""
    for enemy in foes_in_order(view, unit):
        judged = aim(view, unit, enemy)
        against = (*holds_fire(view, unit), *(judged if isinstance(judged, list) else ()))
        odds = None if isinstance(judged, list) or against else shot_odds(view, judged)
        yield Target(unit=enemy.id, reasons=against, odds=odds, action=SHOOT, form=Aimed(enemy.id))


# ---------------------------------------------------------------- charging and joining


def _charges(view: Battle, unit: Unit) -> Iterator[Target]:
    """Straight at every enemy, the nearest first (TA-MOVE-12)."""
    view = afoot(view, unit)
    unit = view.units[unit.id]
    unordered = judge_order(view, unit)
    for enemy in foes_in_order(view, unit):
        against = tuple(unordered or judge_straight(view, unit, enemy.id))
        odds, beside = (None, ()) if against else _of_charge(view, unit, enemy)
        yield Target(unit=enemy.id, reasons=against, odds=odds, action=CHARGE, form=Aimed(enemy.id), beside=beside)


def _of_charge(view: Battle, unit: Unit, enemy: Unit) -> tuple[Odds | None, tuple[Odds, ...]]:
    """What it does in the first round, and what is done to it; nothing for a charge that falls short."""
    path = straight_at(view, unit, enemy)
    arrival = arrive(walked(plotted(view, unit, path or (), CHARGE, enemy.id)))
    if arrival is None:
        return None, ()
    return arrival.round.dealt, (*arrival.risks, *arrival.beside)


def _hosts(view: Battle, unit: Unit) -> Iterator[Target]:
    """The units a character could join (TA-CHAR-11)."""
    if not is_character(unit):
        return
    for host in friends(view, unit):
        if not is_character(host) and host.id != unit.host:
            against = tuple(judge_join(view, unit, host.id))
            yield Target(unit=host.id, reasons=against, odds=None, action=JOIN, form=Aimed(host.id))


# ---------------------------------------------------------------- duels and melee


def _challenges(view: Battle, step: Challenges, decision: AnyDecision, unit: Unit) -> Iterator[Target]:
    """Every enemy character, the nearest first (TA-DUEL-01)."""
    people = [other for other in foes_among(view, unit, view.units.values()) if is_character(other)]
    assert CHALLENGES.judge is not None
    for other in sorted(
        (one for one in people if alive(one)), key=lambda one: (apart(view, unit, one), one.turn_in_line)
    ):
        against = tuple(CHALLENGES.judge(view, step, decision, Chosen((f"{unit.id}>{other.id}",))))
        odds = None if against else duel_odds(view, unit, other)
        beside = () if against else (duel_odds(view, other, unit),)
        yield Target(unit=other.id, reasons=against, odds=odds, action=CHALLENGE, beside=beside)


def _melee(view: Battle, unit: Unit) -> Iterator[Target]:
    """Those it fights, and what they do to it."""
    for foe in foes(view, unit):
        fought = exchange(view, unit, foe)
        beside = (fought.taken,) if fought.taken is not None else ()
        yield Target(unit=foe.id, reasons=(), odds=fought.dealt, action="melee", beside=beside)
