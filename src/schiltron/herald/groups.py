"""One line for several units: all advance 6; pikes, spears and archers wheel left 30; move 1, 3 and 4 forward 6."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from schiltron.battle.door.group_orders import as_far_as_may_be, in_turn
from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.guide.answers import Preview
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Command, Commanded, Plan
from schiltron.battle.state.unit import Aboard
from schiltron.battle.words.grammar import does, is_plural
from schiltron.herald.answers import typed_answer
from schiltron.herald.guide_in_words import said_reasons
from schiltron.herald.legs import begins_leg
from schiltron.herald.names import AnyUnit, leading_unit, units_named
from schiltron.herald.not_understood import Misheard
from schiltron.herald.words import plain
from schiltron.table.lengths import show_inches

AnyRuleset = Ruleset[Any, Any, Any]

ALL: Final = frozenset(("all", "everybody", "everyone", "every"))
_TOKEN: Final = re.compile(r"[^\s,;:!?()]+|,")
_AND: Final = frozenset((",", "and", "&"))


class Grouped(NamedTuple):
    """Orders for several units in the order they are given, and a sentence about each unit that cannot follow."""

    orders: tuple[Commanded, ...]
    said: tuple[str, ...]


def grouped(book: AnyRuleset, view: AnyBattle, decision: Command | Plan, line: str) -> Grouped | None:
    """The orders a line gives to several units, each as far as it may; None for a line about one unit or none."""
    found = _named(view, decision, line)
    if found is None:
        return None
    verb, units, rest = found
    commands = [_command(book, view, decision, f"{verb} {unit.id} {rest}") for unit in units]
    orders, said = [], []
    wanted = {one.actor: one for one in commands}
    for actor, preview in ((one.actor, one.preview) for one in in_turn(book, view, decision, commands)):
        order = as_far_as_may_be(wanted[actor], preview)
        if order is not None:
            orders.append(order)
        if not preview.legal:
            said.append(_held(view.units[actor], order, preview))
    if not orders:
        raise Misheard("None of them can do that.", " ".join(said))
    return Grouped(tuple(orders), tuple(said))


def _command(book: AnyRuleset, view: AnyBattle, decision: Command | Plan, line: str) -> Commanded:
    answer = typed_answer(book, view, decision, line.strip())
    if not isinstance(answer, Commanded):
        raise Misheard("That is nothing several units can be told.")
    return answer


def _held(unit: AnyUnit, order: Commanded | None, preview: Preview) -> str:
    one = not is_plural(unit.name)
    why = said_reasons(preview.reasons[:1])
    if order is None:
        return f"{unit.name} cannot: {why}."
    return f"{unit.name} {does('stop', one=one)} at {show_inches(preview.cost)}: {why}."


# ---------------------------------------------------------------- who


def _named(view: AnyBattle, decision: Command | Plan, line: str) -> tuple[str, list[AnyUnit], str] | None:
    """A verb said first, the units, and what they are to do."""
    found = list(_TOKEN.finditer(plain(line)))
    words = [one[0] for one in found]
    start = 1 if words[:1] and words[0] in decision.actions and len(words) > 1 else 0
    everybody = _everybody(view, decision, words, start)
    units, at = everybody or _listed(view, decision, words, start)
    if len(units) < (1 if everybody else 2) or at >= len(words):
        return None
    return " ".join(words[:start]), units, plain(line)[found[at].start() :]


def _everybody(
    view: AnyBattle, decision: Command | Plan, words: Sequence[str], at: int
) -> tuple[list[AnyUnit], int] | None:
    """All, or all of a kind: `all archers`. Who is with a unit goes with it."""
    if at >= len(words) or words[at] not in ALL:
        return None
    known = [view.units[one] for one in decision.actors if one in view.units]
    known = [unit for unit in known if not isinstance(unit.place, Aboard)]
    at += 1
    at += at < len(words) and words[at] in ("units", "unit", "of", "the", "my")
    for upto in range(_before_leg(words, at), at, -1):
        some = units_named(known, words[at:upto])
        if some:
            return some, upto
    return known, at


def _before_leg(words: Sequence[str], at: int) -> int:
    return next((place for place in range(at, len(words)) if begins_leg(words[place])), len(words))


def _listed(view: AnyBattle, decision: Command | Plan, words: Sequence[str], at: int) -> tuple[list[AnyUnit], int]:
    """Units with commas or `and` between them, by name or by their place in the list of those who may act."""
    units: list[AnyUnit] = []
    while at < len(words):
        named = _one(view, decision, words, at)
        if named is None:
            return [], at
        unit, at = named
        if unit not in units:
            units.append(unit)
        parted = at
        while at < len(words) and words[at] in _AND:
            at += 1
        if at == parted:
            break
    return units, at


def _one(view: AnyBattle, decision: Command | Plan, words: Sequence[str], at: int) -> tuple[AnyUnit, int] | None:
    if words[at].isdecimal():
        place = int(words[at]) - 1
        known = 0 <= place < len(decision.actors) and words[at + 1 : at + 2] != []
        return (view.units[decision.actors[place]], at + 1) if known else None
    upto = next((place for place in range(at, len(words)) if words[place] in _AND), len(words))
    try:
        found = leading_unit(view, list(words[at:upto]), decision.actors)
    except Misheard:
        return None
    return (found[0], upto - len(found[1])) if found is not None else None
