"""Engines pointed in words: `stone thrower fires at pikes`, `gun fires bearing 45 range 26 white`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.guide.answers import Pointing
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import AnyDecision, Commanded, Pointed
from schiltron.battle.state.field import enemies
from schiltron.herald.names import AnyUnit, unit_named
from schiltron.herald.not_understood import Misheard
from schiltron.herald.words import COMPASS, heading, length, number
from schiltron.table.lengths import show_inches

AnyRuleset = Ruleset[Any, Any, Any]

_HOW: Final = "For example: fire bearing 45 range 24; or: fire at pikes."
_SPARE: Final = ("at", "to", "on", "bearing", "range", "distance", "call", "calls", "inches", "degrees", "and", "the")


def said_pointing(action: str, form: Pointed) -> str:
    """So that it can be said back."""
    bearing = f"{form.bearing / 1000:g}"
    section = f" {form.section}" if form.section else ""
    return f"{action} bearing {bearing} range {show_inches(form.distance)}{section}"


def typed_pointing(
    book: AnyRuleset, view: AnyBattle, decision: AnyDecision, unit: AnyUnit, action: str, words: Sequence[str]
) -> Commanded:
    """A bearing from north and a distance, unless it always reaches as far; or somebody to be aimed at; the section
    where there is a choice of them."""
    ways = _ways(book, view, decision, unit.id, action)
    sections = {way.section for way in ways.ways} - {""}
    section = next((word for word in words if word in sections), "")
    rest = [word for word in words if word != section and word not in _SPARE]
    if not rest:
        raise Misheard(f"Where is {unit.name} to be pointed?", _how(sections))
    if number(rest[0]) is None and rest[0] not in COMPASS:
        return _at_somebody(book, view, decision, unit, action, rest, section)
    fixed = {way.least if way.least == way.most else None for way in ways.ways}
    if len(rest) == 1 and len(fixed) == 1 and (far := next(iter(fixed))) is not None:
        return Commanded(unit.id, action, Pointed(heading(rest[0]), far, section))
    if len(rest) != 2:
        raise Misheard("A bearing and a distance are needed, and no more.", _how(sections))
    return Commanded(unit.id, action, Pointed(heading(rest[0]), length(rest[1]), section))


def _how(sections: set[str]) -> str:
    named = f" Name the section: {' or '.join(sorted(sections))}." if sections else ""
    return f"{_HOW}{named}"


def _ways(book: AnyRuleset, view: AnyBattle, decision: AnyDecision, unit: str, action: str) -> Pointing:
    for entry in book.menu(view, decision, unit):
        if entry.action == action and entry.pointing is not None:
            return entry.pointing
    raise Misheard("It cannot be pointed now.")


def _at_somebody(
    book: AnyRuleset,
    view: AnyBattle,
    decision: AnyDecision,
    unit: AnyUnit,
    action: str,
    words: Sequence[str],
    section: str,
) -> Commanded:
    foes = [one.id for one in enemies(view, unit) if one.figures]
    target = unit_named(view, words, foes)
    for one in book.targets(view, decision, unit.id):
        if one.unit == target.id and isinstance(one.form, Pointed):
            return Commanded(unit.id, action, replace(one.form, section=section or one.form.section))
    raise Misheard(f"{unit.name} cannot well be pointed at {target.name}.", _HOW)
