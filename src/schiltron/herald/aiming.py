"""Whom a unit could attack: how far off, on which hand, and with what odds."""

from __future__ import annotations

from typing import Any

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.guide.answers import Target
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import AnyDecision
from schiltron.battle.state.field import enemies
from schiltron.battle.state.unit import OffTable
from schiltron.battle.words.grammar import said
from schiltron.herald.describing import bearing, between
from schiltron.herald.guide_in_words import said_odds, said_reasons
from schiltron.herald.names import AnyUnit, unit_named
from schiltron.table.outline import gap

AnyRuleset = Ruleset[Any, Any, Any]

FEW = 3
"""As many as are told of each unit where all of them are asked about."""


def targets(book: AnyRuleset, view: AnyBattle, decision: AnyDecision | None, words: list[str]) -> list[str]:
    """The word `targets archers` lists all targets of one unit; `targets` lists the best of every unit that may act."""
    if words:
        return _of_one(book, view, decision, unit_named(view, words))
    actors = [view.units[one] for one in getattr(decision, "actors", ()) if one in view.units]
    lines = []
    for unit in actors:
        able = [one for one in book.targets(view, decision, unit.id) if not one.reasons]
        lines += [f"{unit.name}: {_told(book, view, unit, one)}" for one in able[:FEW]]
    return lines or ["Nobody has anybody to attack now. Say targets and a name to hear who stands where."]


def _of_one(book: AnyRuleset, view: AnyBattle, decision: AnyDecision | None, unit: AnyUnit) -> list[str]:
    found = book.targets(view, decision, unit.id)
    if found:
        return [_told(book, view, unit, one) for one in found]
    return [f"{said(unit, 'have nobody to attack now')}.", *_enemies(book, view, unit)]


def _told(book: AnyRuleset, view: AnyBattle, unit: AnyUnit, target: Target) -> str:
    """Range, bearing, then the odds, or what is against it."""
    other = view.units[target.unit]
    what = f"{target.action.replace('_', ' ')}; " if target.action else ""
    said_of_it = (
        f"no; {said_reasons(target.reasons)}"
        if target.reasons
        else f"{what}{said_odds(target.odds)}"
        if target.odds is not None
        else f"{what}it can be done"
    )
    return f"{other.name}, {_off(book, view, unit, other)}: {said_of_it}."


def _enemies(book: AnyRuleset, view: AnyBattle, unit: AnyUnit) -> list[str]:
    """Where the enemy stands as seen from a unit, the nearest first."""
    seen = _there(view, unit)
    if isinstance(seen.place, OffTable):
        return []
    foes = [one for one in enemies(view, unit) if one.figures]
    near = sorted(foes, key=lambda one: gap(seen.outline, one.outline))
    return [f"{one.name}: {_off(book, view, unit, one)}." for one in near]


def _off(book: AnyRuleset, view: AnyBattle, unit: AnyUnit, other: AnyUnit) -> str:
    one, another = _there(view, unit), _there(view, other)
    if any(isinstance(place, OffTable) for place in (one.place, another.place)):
        return "not on the table"
    return f"{between(book, view, one, another)}, {bearing(book, view, one, another)}"


def _there(view: AnyBattle, unit: AnyUnit) -> AnyUnit:
    """Who goes with another is where that one is."""
    return view.units[unit.host] if unit.host else unit
