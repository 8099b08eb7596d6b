"""Shots a unit could be ordered to make (cases 2.8 and 10.6): the targets, the reasons against, the effect.

Where shots are declared before anything is measured (BS-3.5-01), a shot is only promised what it would do at short
range in plain sight: that follows from the two units and not from where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.guide.answers import Firing, Odds, Target
from schiltron.battle.guide.target_lists import foes_in_order
from schiltron.battle.state.decision import Aimed
from schiltron.battle.words.grammar import cited, percent
from schiltron.rulesets.battlesystem.field import is_regular
from schiltron.rulesets.battlesystem.guide.odds import volley_odds
from schiltron.rulesets.battlesystem.guide.plotting import declares_first
from schiltron.rulesets.battlesystem.missiles.aims import aim, damage_of
from schiltron.rulesets.battlesystem.missiles.attack import BANDS, Band, Shot, armour, missile_attack
from schiltron.rulesets.battlesystem.missiles.passing import PassThrough
from schiltron.rulesets.battlesystem.missiles.sighting import counted, line_of
from schiltron.rulesets.battlesystem.missiles.volleys import SHOOT, Volley
from schiltron.rulesets.battlesystem.state import Asked, Battle, Unit
from schiltron.table.body import Formed

_UNMEASURED: Final = "nothing is measured yet: this is at short range and in plain sight"


def shots(asked: Asked, unit: Unit) -> Iterator[Target]:
    """Every enemy, the nearest first, or by their names where nothing may be measured; one on the move
    before all others (BS-10.6-01)."""
    view, step = asked.view, asked.step
    foes = foes_in_order(view, unit, measured=not declares_first(view))
    if isinstance(step, PassThrough):
        foes.sort(key=lambda enemy: enemy.id != step.mover)
    for enemy in foes:
        form = Aimed(enemy.id)
        against = tuple(asked.against(unit, SHOOT, form))
        odds = None if against else shot_odds(view, unit, form)
        yield Target(unit=enemy.id, reasons=against, odds=odds, action=SHOOT, form=form)


def firing(unit: Unit) -> Firing | None:
    """The files whose part of the shot is left, where a regular unit may divide it among several (BS-2.8-05)."""
    if not is_regular(unit) or not isinstance(unit.body, Formed):
        return None
    front = {figure.file for figure in unit.places[: unit.figures]}
    left = tuple(sorted(front - set(unit.own.turn.files_loosed)))
    return Firing(left, note="The other files may then shoot at others.", rule="BS-2.8-05") if len(left) > 1 else None


def shot_odds(view: Battle, unit: Unit, form: Aimed) -> Odds | None:
    """What a shot that may be told does; None where nobody would shoot."""
    target = view.units[form.target]
    if declares_first(view):
        return _unmeasured(view, unit, target, form)
    judged = aim(view, unit, target, form)
    return volley_odds(view, judged) if isinstance(judged, Volley) else None


def _unmeasured(view: Battle, unit: Unit, target: Unit, form: Aimed) -> Odds | None:
    at = {band: _in_plain_sight(view, unit, target, form, band) for band in BANDS}
    farther = [
        f"at {band} range {odds.expected_losses:.1f} fall on average, {percent(odds.breaks)} to break"
        for band, odds in ((band, volley_odds(view, at[band])) for band in BANDS[1:])
    ]
    return volley_odds(view, at["short"], cited(_UNMEASURED, "BS-3.5-01"), *farther, exact=False)


def _in_plain_sight(view: Battle, unit: Unit, target: Unit, form: Aimed, band: Band) -> Volley:
    return Volley(
        unit=unit.id,
        target=target.id,
        figures=counted(line_of(unit, form)),
        rating=missile_attack(view, unit, target, Shot(band)),
        armour=armour(view, target, unit),
        damage=damage_of(view, unit, target),
        by=(unit.id,),
        hit=(target.id,),
        seen=target.figures,
    )
