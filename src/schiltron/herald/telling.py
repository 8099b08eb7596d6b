"""What the guide knows of a unit, an answer, a target, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from schiltron.battle.decision import (
    Aimed,
    Answer,
    AnyDecision,
    Assign,
    Assigned,
    Choose,
    Chosen,
    Commanded,
    Laid,
    Marched,
    Planned,
    Played,
    Pointed,
    SetDown,
)
from schiltron.battle.grammar import counted, listed, said
from schiltron.battle.guide import Odds
from schiltron.battle.illegal import Reason
from schiltron.battle.manoeuvre import Advance, Manoeuvre
from schiltron.battle.ruleset import Ruleset
from schiltron.battle.state import AnyBattle
from schiltron.battle.tally import show_points
from schiltron.battle.unit import Aboard, OffTable
from schiltron.battle.wording import tell_leg, tell_need
from schiltron.herald.cards import said_play
from schiltron.herald.describing import beside, between, feature
from schiltron.herald.misheard import Misheard
from schiltron.herald.names import AnyUnit, leading_unit, unit_named
from schiltron.herald.pointing import said_pointing
from schiltron.herald.words import compass
from schiltron.table.lengths import show_inches

AnyRuleset = Ruleset[Any, Any, Any]

_AIMING: Final = {"shoot": "shoot at"}


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
        *(f"{note[:1].upper()}{note[1:].removesuffix('.')}." for note in shown.notes),
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
        as_in = f", as: {legs}" if legs else ""
        lines.append(
            f"{entry.label}: no; {said_reasons(entry.reasons)}." if entry.reasons else f"{entry.label}{as_in}."
        )
    return lines


def targets(book: AnyRuleset, view: AnyBattle, decision: AnyDecision | None, unit: AnyUnit) -> list[str]:
    found = book.targets(view, decision, unit.id)
    if not found:
        return [f"{said(unit, 'have nobody to attack now')}."]
    lines = []
    for one in found:
        name = view.units[one.unit].name
        if one.reasons:
            lines.append(f"{name}: no; {said_reasons(one.reasons)}.")
        else:
            lines.append(f"{name}: {said_odds(one.odds) if one.odds is not None else 'yes'}.")
    return lines


def distance(book: AnyRuleset, view: AnyBattle, words: Sequence[str]) -> list[str]:
    """From one to another: `pikes to squires`, `far from pikes to squires`."""
    plain = [word for word in words if word not in ("far", "from", "the", "it")]
    first = leading_unit(view, plain, view.units)
    if first is None or len(first[1]) < 2 or first[1][0] != "to":
        raise Misheard("From whom to whom?", "As: distance pikes to squires.")
    one, other = first[0], unit_named(view, first[1][1:])
    for unit in (one, other):
        if isinstance(unit.place, OffTable | Aboard):
            raise Misheard(f"{unit.name} is not on the table.")
    return [f"From {one.name} to {other.name}: {between(book, view, one, other)}."]


def rule(book: AnyRuleset, wanted: str) -> list[str]:
    name = wanted.strip().upper()
    found = next((one for one in book.law.rules if one.id.upper() == name), None)
    if found is None:
        raise Misheard(f"The book has no rule {wanted!r}.", "As: rule BW-B1-08.")
    return [f"{found.id}, {found.section}.", found.rule, *([f"Ruling: {found.ruling}"] if found.ruling else [])]


def suggested(book: AnyRuleset, view: AnyBattle, decision: AnyDecision, unit: str) -> Iterator[Answer]:
    """Good answers to a decision; with a unit, only those about it."""
    found = list(book.suggest(view, decision)) or [one for one in (decision.default,) if one is not None]
    for one in found:
        about = one.actor if isinstance(one, Commanded) else one.unit if isinstance(one, SetDown) else unit
        if not unit or about == unit:
            yield one


def foreseen(book: AnyRuleset, view: AnyBattle, decision: AnyDecision, answer: Answer) -> list[str]:
    """What would come of an answer, before it is given."""
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
    if seen.note:
        lines.append(seen.note)
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
    breaks = f", breaks {odds.breaks:.0%}" if odds.breaks else ""
    note = f" ({odds.note})" if odds.note else ""
    return f"{dice or 'no dice'}; {lost}{breaks}{note}"


def said_answer(view: AnyBattle, answer: Answer) -> str:
    match answer:
        case Commanded(actor="", form=Played() as play):
            return said_play(view, play)
        case Commanded(actor=""):
            return "pass" if any(decision.window for decision in view.decisions) else "finish"
        case Commanded():
            return f"{_name(view, answer.actor)} {' '.join(_form(view, answer))}"
        case Planned():
            return "; ".join(said_answer(view, one) for one in answer.commands) or "nothing"
        case Marched():
            return _legs(answer)
        case SetDown():
            pose = answer.pose
            where = f"at {show_inches(pose.x)} across, {show_inches(pose.y)} down, facing {compass(pose.heading)}"
            drawn_up = f", {answer.formation}" if answer.formation else ""
            return f"{_name(view, answer.unit)} {where}, in {answer.files} files{drawn_up}"
        case Laid(feature=piece):
            return feature(piece) if piece is not None else "drop the piece"
        case Chosen():
            return ", ".join(_label(view, key) for key in answer.keys) or "nothing"
        case Assigned():
            return ", ".join(
                f"{share.count} {_label(view, share.item)} to {_label(view, share.bin)}" for share in answer.shares
            )


def _label(view: AnyBattle, key: str) -> str:
    """What a key of the question that is asked stands for."""
    for decision in view.decisions:
        match decision:
            case Choose(options=options):
                known = {option.key: option.label for option in options}
            case Assign(items=items, bins=bins):
                known = {one.key: one.label for one in items} | {one.key: one.label for one in bins}
            case _:
                continue
        if key in known:
            return known[key]
    return _name(view, key)


def _form(view: AnyBattle, command: Commanded) -> Iterator[str]:
    match command.form:
        case Marched():
            if command.action != "move":
                yield f"{command.action}:"
            yield _legs(command.form)
        case Aimed(target=target):
            yield f"{_AIMING.get(command.action, command.action)} {_name(view, target)}"
        case Pointed():
            yield said_pointing(command.form)
        case Played() as play:
            yield said_play(view, play)
        case None:
            yield command.action.replace("_", " ")


def _legs(marched: Marched) -> str:
    return ", ".join(tell_leg(_not_farther(leg)) for leg in marched.path) or "stand"


def _not_farther(leg: Manoeuvre) -> Manoeuvre:
    """Lengths are told to the hundredth of an inch: rounded down, so that they can be said back."""
    return Advance(leg.distance // 10 * 10) if isinstance(leg, Advance) else leg


def _name(view: AnyBattle, unit: str) -> str:
    return view.units[unit].name if unit in view.units else unit
