"""What a side might imagine of the enemy off the table (rules ABS): as many as he states, as good as troops mostly are,
and a stratagem that he may have tried."""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec.structs import replace

from schiltron.battle.state.field import troops
from schiltron.rulesets.by_this_axe.off_table.statements import UNSTATED
from schiltron.rulesets.by_this_axe.off_table.stratagems import FOIL, STRATAGEMS
from schiltron.rulesets.by_this_axe.off_table.strength import number
from schiltron.rulesets.by_this_axe.state import Army, Battle, Unit

_LEVELS: Final = (1, 2, 2, 3, 3, 4)
"""Fighting capability of troops, as often as one meets with it."""


def with_armies_guessed(view: Battle, seat: str | None, random: Random) -> Battle:
    """The view with enemies of some quality, and of some number where they have stated none."""
    mine = view.side_at(seat)
    units, armies = dict(view.units), []
    for one in view.own.abroad.armies:
        if one.of == mine:
            armies.append(one)
            continue
        strangers = troops(view, one.of)
        usual = max(1, number(view, mine) // max(1, sum(unit.own.person is None for unit in strangers)))
        units |= {unit.id: _guessed(unit, usual, random) for unit in strangers}
        armies.append(_plotting(one, view.turn, random))
    own = replace(view.own, off_table=replace(view.own.abroad, armies=tuple(armies)))
    return replace(view, units=units, own=own)


def _guessed(unit: Unit, usual: int, random: Random) -> Unit:
    line = unit.own.profile
    if not line.fc:
        unit = replace(unit, own=replace(unit.own, profile=replace(line, fc=random.choice(_LEVELS))))
    if UNSTATED in unit.marks:
        unit = replace(unit, figures=usual, original=usual, marks=())
    return unit


def _plotting(one: Army, today: int, random: Random) -> Army:
    """Some stratagem, where one was tried today."""
    if one.attempted != today or one.stratagem:
        return one
    return replace(one, stratagem=random.choice([key for key in STRATAGEMS if key != FOIL]))
