"""Help for this book, this phase and what is asked now: what it is about, and lines one could say, with real names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import (
    PLAY,
    AnyDecision,
    Assign,
    Choose,
    Command,
    Move,
    PlaceFeature,
    PlaceUnit,
    Plan,
    Waiting,
)
from schiltron.battle.state.field import enemies, friends
from schiltron.battle.words.actions import tell_action
from schiltron.herald.headline import moment
from schiltron.herald.names import AnyUnit
from schiltron.herald.orders_in_words import said_answer

AnyRuleset = Ruleset[Any, Any, Any]

MOST_RULES: Final = 4
MORE: Final = "Help all lists everything that can be said; help rules tells what the book says of this phase."

_AS: Final = {
    "move": "{unit} advance 4, wheel left 30",
    "charge": "{unit} charge {foe}",
    "shoot": "{unit} shoot {foe}",
    "fire": "{unit} fires at {foe}; {unit} fires bearing 45 range 24",
    "join": "{unit} joins {friend}",
    "leave": "{unit} leaves and goes 6 ahead",
    "withdraw": "{unit} withdraw",
    "flee": "{unit} flee",
    "wrap": "{unit} wrap 2 left",
    "rally": "{unit} rallies {friend}",
    PLAY: "play seven of spades on {friend}; hand tells what you hold",
}
"""An order for each action that may be offered; others are said by their own name."""


def help_now(book: AnyRuleset, view: AnyBattle, decision: AnyDecision | None, *, rules: bool = False) -> list[str]:
    """Where the battle stands in the book's own sequence, how to answer, and what can be asked."""
    lines = [f"{short_title(book)}. {moment(book, view)}"]
    if rules:
        return [*lines, *_rules(book, view, decision)]
    if decision is not None:
        lines += [decision.prompt, "You could say:", *(f"  {one}" for one in _sayings(book, view, decision))]
    return [*lines, "You may ask: look, enemies, where, card, targets, distance, suggest, due, log.", MORE]


def short_title(book: AnyRuleset) -> str:
    """A title without what comes after the colon or in brackets."""
    return book.title.partition(":")[0].partition(" (")[0]


def _rules(book: AnyRuleset, view: AnyBattle, decision: AnyDecision | None) -> Iterator[str]:
    """What the book says of this phase and of what is asked, in our words."""
    phase = next((one for one in book.sequence(view) if one.name == view.phase), None)
    wanted = [*(phase.rules if phase is not None else ()), *(decision.rules if decision is not None else ())]
    known = {one.id: one for one in book.law.rules}
    found = [known[one] for one in dict.fromkeys(wanted) if one in known]
    yield from (f"{one.rule} [{one.id}]" for one in found[:MOST_RULES])
    more = ", ".join(one.id for one in found[MOST_RULES:])
    if more:
        yield f"Say rule and an id for more: {more}."
    if not found:
        yield "The book has no rule of its own for this moment."


def _sayings(book: AnyRuleset, view: AnyBattle, decision: AnyDecision) -> Iterator[str]:
    match decision:
        case Command() | Plan():
            yield from _orders(view, decision)
        case Choose():
            yield "1, or words of the choice you mean" if decision.most == 1 else "1, 3: the numbers of your choices"
        case Assign(items=items, bins=bins):
            yield f"{items[0].count} to {bins[0].label}"
        case Move():
            yield "advance 4, wheel left 30; stand"
        case PlaceUnit():
            yield from (f"place {said_answer(view, one)}" for one in islice(book.suggest(view, decision), 1))
        case PlaceFeature():
            yield "lay at 36 24 turned 45; drop"
    yield "suggest, then take 1"
    if decision.window:
        yield "pass always, and you are not asked such things any more; ask again"
    if decision.default is not None and not isinstance(decision, Waiting):
        yield "default: what happens if you say nothing"


def _orders(view: AnyBattle, decision: Command | Plan) -> Iterator[str]:
    """A line for each action, of a unit that may have it and an enemy it is about."""
    actors = [view.units[one] for one in decision.actors if one in view.units]
    unit = actors[0] if actors else None
    names = {"unit": unit.name if unit else "pikes", "foe": _foe(view, unit), "friend": _friend(view, unit)}
    for action in decision.actions:
        yield _AS.get(action, f"{{unit}} {tell_action(action, view)}").format(**names)
    if len(actors) > 1 and "move" in decision.actions:
        yield "all advance 4"
        yield f"{actors[0].name} and {actors[1].name} advance 4"
    if isinstance(decision, Plan):
        yield "send, when all units are planned"
    else:
        yield "pass" if decision.window else "done, to finish"


def _foe(view: AnyBattle, unit: AnyUnit | None) -> str:
    foes = [one for one in enemies(view, unit) if one.figures] if unit is not None else []
    return foes[0].name if foes else "squires"


def _friend(view: AnyBattle, unit: AnyUnit | None) -> str:
    ours = friends(view, unit) if unit is not None else []
    return ours[0].name if ours else "pikes"
