"""Typed orders to units: a way to go, whom to shoot at or to join, a card, or that this is all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import (
    FINISH,
    PLAY,
    Aimed,
    AnyDecision,
    Command,
    Commanded,
    PathDrawn,
    Plan,
    Planned,
)
from schiltron.battle.state.field import commanded_by, foes_among
from schiltron.battle.words.actions import tell_action
from schiltron.herald.cards import is_play, typed_play
from schiltron.herald.engines import typed_pointing
from schiltron.herald.legs import HOW, LEGS, begins_leg, path
from schiltron.herald.names import AnyUnit, leading_unit, unit_named
from schiltron.herald.not_understood import Misheard
from schiltron.herald.words import after, split, whole

AnyRuleset = Ruleset[Any, Any, Any]
DONE = ("finish", "done", "end", "pass", "go on", "end moves", "no more")
JOIN = "join"
LEAVE = "leave"


def typed_command(book: AnyRuleset, view: AnyBattle, decision: Command | Plan, line: str) -> Commanded:
    """Such as `pikes advance 6, wheel left 30`; `archers shoot squires`, `shoot archers at squires`; a card; `done`."""
    words = split(line)
    if " ".join(words) in DONE:
        return FINISH
    if isinstance(decision, Command) and (is_play(decision, words) or (decision.hand and not decision.actors)):
        return typed_play(view, decision, line)
    verb = _action(words[0], decision)
    found = leading_unit(view, words[1:] if verb else words, decision.actors)
    if found is None:
        return _card_after_all(book, view, decision, line)
    unit, rest = found
    verb, rest = _in_several_words(book, view, decision, unit, rest) or (verb, rest)
    if not verb and rest and _action(rest[0], decision) and rest[0] not in LEGS:
        verb, rest = _action(rest[0], decision), rest[1:]
    rest, verb = _set_out(rest, verb)
    if verb and not rest and _is_plain(book, view, decision, unit, verb):
        return Commanded(unit.id, verb)
    if verb and _points(book, view, decision, unit, verb):
        return typed_pointing(book, view, decision, unit, verb, rest)
    if verb and _aims(book, view, decision, unit, verb, rest):
        return _aimed(book, view, decision, unit, verb, rest)
    if not rest:
        raise Misheard(f"What is {unit.name} to do?", HOW)
    if not verb and not begins_leg(rest[0]):
        raise Misheard(f"{rest[0]!r} is nothing {unit.name} can do now.", _offered(view, decision))
    marching = verb or _way_of_going(book, view, decision, unit, rest[0])
    return Commanded(unit.id, marching, PathDrawn(path(after(line, len(words) - len(rest)))))


def _offered(view: AnyBattle, decision: Command | Plan) -> str:
    """The actions that may be ordered now, and how a way is said where there is one to go."""
    actions = ", ".join(tell_action(action, view) for action in decision.actions if action != PLAY)
    return f"It may: {actions}.{f' {HOW}' if 'move' in decision.actions else ''}"


def _action(word: str, decision: Command | Plan) -> str:
    """Shoot, shoots; charge, charges: the action of the menu that a word names."""
    return next((one for one in decision.actions if one in (word, _of_many(word)) and one != PLAY), "")


def _of_many(word: str) -> str:
    """A verb said of one as it is said of many: charges, rallies."""
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-1] if word.endswith("s") else word


def _in_several_words(
    book: AnyRuleset, view: AnyBattle, decision: Command | Plan, unit: AnyUnit, rest: list[str]
) -> tuple[str, list[str]] | None:
    """An action whose name has several words, by itself or as the menu has it: `knights charge if charged`, `kay
    becomes a hero`; and what is said after it. Of two that fit it is the longer one."""
    told = [word for word in rest if word not in ("a", "an")]
    if not told:
        return None
    spoken = [_of_many(told[0]), *told[1:]]
    for action, words in sorted(_phrases(book, view, decision, unit), key=lambda one: -len(one[1])):
        if len(words) > 1 and words in (told[: len(words)], spoken[: len(words)]):
            return action, told[len(words) :]
    return None


def _phrases(
    book: AnyRuleset, view: AnyBattle, decision: Command | Plan, unit: AnyUnit
) -> Iterator[tuple[str, list[str]]]:
    yield from ((action, action.split("_")) for action in decision.actions)
    for entry in book.menu(view, decision, unit.id):
        if entry.name == entry.action:
            yield entry.action, [word for word in split(entry.label) if word not in ("a", "an")]


def _card_after_all(book: AnyRuleset, view: AnyBattle, decision: Command | Plan, line: str) -> Commanded:
    """A line that names nobody who may act may still play a card by what it does: `volley on longbows`."""
    if isinstance(decision, Command) and decision.hand:
        try:
            return typed_play(view, decision, line)
        except Misheard:
            raise _nobody(book, view, decision, line) from None
    raise _nobody(book, view, decision, line)


def _nobody(book: AnyRuleset, view: AnyBattle, decision: Command | Plan, line: str) -> Misheard:
    """Nobody is named who may act; of a unit that may not, what keeps it from it."""
    actors = ", ".join(view.units[one].name for one in decision.actors if one in view.units)
    unit = _own_unit(view, decision, line)
    if unit is None:
        return Misheard(f"Who is to do that? {line.strip()!r} names nobody who may.", f"There are: {actors}.")
    usual = "move" if "move" in decision.actions else decision.actions[0]
    order = Commanded(unit.id, usual, PathDrawn(()))
    seen = book.preview(view, decision, Planned((order,)) if isinstance(decision, Plan) else order)
    why = seen.reasons[0].text if seen.reasons else "it has acted, or has nothing to do in this phase"
    return Misheard(f"{unit.name} may not be given an order now: {why}.", f"There are: {actors}.")


def _own_unit(view: AnyBattle, decision: Command | Plan, line: str) -> AnyUnit | None:
    """A unit of the same side that the line names, though it is not asked."""
    mine = [unit.id for unit in commanded_by(view, view.side_at(decision.seat))]
    words = split(line)
    try:
        found = leading_unit(view, words, mine) or leading_unit(view, words[1:], mine)
    except Misheard:
        return None
    return found[0] if found is not None else None


def _is_plain(book: AnyRuleset, view: AnyBattle, decision: AnyDecision, unit: AnyUnit, verb: str) -> bool:
    """Whether it needs neither a way nor anybody: `swords withdraw`."""
    return any(entry.action == verb and entry.form == "none" for entry in book.menu(view, decision, unit.id))


def _way_of_going(book: AnyRuleset, view: AnyBattle, decision: Command | Plan, unit: AnyUnit, word: str) -> str:
    """The action of a path that begins with this word: a move, unless the menu has it under another, as a wrap."""
    usual = "move" if "move" in decision.actions else decision.actions[0]
    if word not in ("wrap", "wraps", "expand", "expands"):
        return usual
    entries = book.menu(view, decision, unit.id)
    return next((entry.action for entry in entries if entry.name == word.removesuffix("s")), usual)


def _set_out(rest: list[str], verb: str) -> tuple[list[str], str]:
    """Who leaves his unit sets out from it: `leaves and goes 6 ahead` is `goes 6 ahead`. Where leaving is an order of
    its own, it may be all there is to say."""
    if verb == LEAVE:
        at = next((place for place, word in enumerate(rest) if begins_leg(word)), len(rest))
        return (rest[at:], "") if at < len(rest) else ([], verb)
    if not rest or rest[0] not in ("leave", "leaves"):
        return rest, verb
    at = next((place for place, word in enumerate(rest[1:], 1) if begins_leg(word)), len(rest))
    if at == len(rest):
        raise Misheard(
            "Where to?", "For example: kay leaves and goes 6 ahead; or: kay leaves, turn left 30, advance 6."
        )
    return rest[at:], verb


def _points(book: AnyRuleset, view: AnyBattle, decision: AnyDecision, unit: AnyUnit, verb: str) -> bool:
    """Whether an engine is to be pointed."""
    return any(entry.action == verb and entry.form == "point" for entry in book.menu(view, decision, unit.id))


def _aims(
    book: AnyRuleset, view: AnyBattle, decision: AnyDecision, unit: AnyUnit, verb: str, rest: Sequence[str]
) -> bool:
    """Whether somebody is to be named, rather than a way to go."""
    if verb == "move":
        return False
    by_target = any(entry.action == verb and entry.form == "target" for entry in book.menu(view, decision, unit.id))
    return not begins_leg(rest[0]) if rest else by_target


def _aimed(
    book: AnyRuleset, view: AnyBattle, decision: AnyDecision, unit: AnyUnit, action: str, words: list[str]
) -> Commanded:
    """`shoot squires`, `shoot at squires with 2 ranks`, `with files 1 to 3`, `join the spears`; without a name, for
    itself where it may."""
    words = [word for word in words if word not in ("at", "on", "with", "into", "to", "for", "of", "and")]
    words, named = _named(words)
    known = {one.unit: one.form for one in book.targets(view, decision, unit.id) if one.action == action}
    if not words and unit.id not in known:
        whom = f"Whom is {unit.name} to join?" if action == JOIN else f"At whom is {unit.name} to {action}?"
        raise Misheard(whom)
    others = list(known) or [one.id for one in foes_among(view, unit, view.units.values()) if one.figures]
    target = unit_named(view, words, others) if words else unit
    form = known.get(target.id) or Aimed(target.id)
    if named and isinstance(form, Aimed):
        form = replace(form, **named)
    return Commanded(unit.id, action, form)


def _named(words: list[str]) -> tuple[list[str], dict[str, int]]:
    """Who of the unit shoots, and the words before that. Files are counted from the left, the first is 1."""
    if len(words) > 2 and words[-1].startswith("rank"):
        return words[:-2], {"ranks": whole(words[-2], "ranks")}
    at = next((place for place, word in enumerate(words) if place and word in ("file", "files")), len(words))
    files = [whole(word, "files") - 1 for word in words[at + 1 :]]
    return words[:at], {"first_file": files[0], "last_file": files[-1]} if files else {}
