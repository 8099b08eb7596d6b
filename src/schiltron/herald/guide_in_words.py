"""What the guide knows of a unit, an answer, a target, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.guide.answers import Odds
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import Answer, AnyDecision, Commanded, SetDown
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.tally import show_points
from schiltron.battle.state.unit import Aboard, OffTable
from schiltron.battle.words.grammar import counted, listed
from schiltron.battle.words.phrases import capital, tell_leg, tell_need
from schiltron.herald.describing import beside, between
from schiltron.herald.names import AnyUnit, leading_unit, unit_named
from schiltron.herald.not_understood import Misheard
from schiltron.table.lengths import show_inches

AnyRuleset = Ruleset[Any, Any, Any]


def card(book: AnyRuleset, view: AnyBattle, unit: AnyUnit) -> list[str]:
    shown = book.card(view, unit.id)
    if shown is None:
        return [f"{unit.name}: {unit.figures} of {unit.original} figures."]
    stats = "; ".join(f"{stat.label} {stat.value}" for stat in shown.stats)
    figures = f"{shown.figures} of {shown.original} figures, " if shown.original > 1 else ""
    return [
        f"{shown.title}, {shown.subtitle}, {figures}{show_points(shown.points)} points.",
        f"{stats}.",
        f"Moved {show_inches(shown.spent)} of {show_inches(shown.allowance)}.",
        *(f"{capital(str(note))}." for note in shown.notes),
        *(f"With {other}." for other in beside(book, view, unit)),
    ]


def menu(book: AnyRuleset, view: AnyBattle, decision: AnyDecision | None, unit: AnyUnit) -> list[str]:
    """What a unit may be told now; what it may not, with the reason."""
    entries = book.menu(view, decision, unit.id)
    if not entries:
        return [f"{unit.name} may not be told anything now."]
    lines = []
    for entry in entries:
        legs = ", ".join(tell_leg(leg) for leg in entry.legs[:1])
        as_in = f", for example: {legs}" if legs else ""
        lines.append(
            f"{entry.label}: no; {said_reasons(entry.reasons)}." if entry.reasons else f"{entry.label}{as_in}."
        )
    return lines


def distance(book: AnyRuleset, view: AnyBattle, words: Sequence[str]) -> list[str]:
    """From one to another: `pikes to squires`, `far from pikes to squires`."""
    plain = [word for word in words if word not in ("far", "from", "the", "it")]
    first = leading_unit(view, plain, view.units)
    if first is None or len(first[1]) < 2 or first[1][0] != "to":
        raise Misheard("From whom to whom?", "For example: distance pikes to squires.")
    one, other = first[0], unit_named(view, first[1][1:])
    for unit in (one, other):
        if isinstance(unit.place, OffTable | Aboard):
            raise Misheard(f"{unit.name} is not on the table.")
    return [f"From {one.name} to {other.name}: {between(book, view, one, other)}."]


def rule(book: AnyRuleset, wanted: str) -> list[str]:
    name = wanted.strip().upper()
    found = next((one for one in book.law.rules if one.id.upper() == name), None)
    if found is None:
        raise Misheard(f"The book has no rule {wanted!r}.", "For example: rule BW-B1-08.")
    return [f"{found.id}, {found.section}.", found.rule, *([f"Ruling: {found.ruling}"] if found.ruling else [])]


def suggested(book: AnyRuleset, view: AnyBattle, decision: AnyDecision, unit: str) -> Iterator[Answer]:
    """Good answers to a decision; with a unit, only those about it."""
    found = list(book.suggest(view, decision)) or [one for one in (decision.default,) if one is not None]
    for one in found:
        about = one.actor if isinstance(one, Commanded) else one.unit if isinstance(one, SetDown) else unit
        if not unit or about == unit:
            yield one


def foreseen(book: AnyRuleset, view: AnyBattle, decision: AnyDecision, answer: Answer) -> list[str]:
    """What an answer would lead to, before it is given."""
    seen = book.preview(view, decision, answer)
    lines = [] if seen.legal else [f"It cannot be: {said_reasons(seen.reasons)}."]
    if seen.legal and seen.reasons:
        lines.append(f"It would fall short: {said_reasons(seen.reasons)}.")
    if seen.cost:
        lines.append(f"It costs {show_inches(seen.cost)} of {show_inches(seen.allowance)}.")
    if seen.met and seen.met in view.units:
        lines.append(f"It comes into contact with {view.units[seen.met].name}.")
    if seen.odds is not None:
        lines.append(f"Then: {said_odds(seen.odds)}.")
    if seen.bars:
        lines.append(f"As can be seen, {said_reasons(seen.bars)}.")
    if seen.note:
        lines.append(f"{capital(seen.note).removesuffix('.')}.")
    return lines or ["It can be done."]


# ---------------------------------------------------------------- parts


def said_reasons(reasons: Sequence[Reason]) -> str:
    return "; ".join(f"{one.text} [{', '.join(one.rules)}]" if one.rules else one.text for one in reasons)


def said_odds(odds: Odds) -> str:
    alike: dict[str, int] = {}
    for blow in odds.blows:
        need = tell_need(blow.reading)
        alike[need] = alike.get(need, 0) + blow.dice
    dice = listed([f"{counted(number, 'die', 'dice')} for {need}" for need, number in alike.items()])
    if not dice and odds.dice:
        dice = f"{counted(odds.dice, 'die', 'dice')} read in a table"
    lost = f"{odds.expected_losses:.1f} figures lost on average"
    breaks = f", {odds.breaks:.0%} to break" if odds.breaks else ""
    note = f" ({odds.note})" if odds.note else ""
    return f"{dice or 'no dice'}; {lost}{breaks}{note}"
