"""Typed answers to what is asked, one kind of decision after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import (
    FINISH,
    PLAY,
    Aimed,
    Answer,
    AnyDecision,
    Assign,
    Assigned,
    Choose,
    Chosen,
    Command,
    Commanded,
    Laid,
    Move,
    PathDrawn,
    PlaceFeature,
    PlaceUnit,
    Plan,
    Planned,
    SetDown,
    Share,
)
from schiltron.battle.state.field import commanded_by, foes_among
from schiltron.battle.words.actions import tell_action
from schiltron.herald.cards import card_words, is_play, typed_play
from schiltron.herald.engines import typed_pointing
from schiltron.herald.legs import HOW, LEGS, begins_leg, path
from schiltron.herald.names import AnyUnit, leading_unit, unit_named
from schiltron.herald.not_understood import Misheard
from schiltron.herald.pieces import laid_at
from schiltron.herald.words import after, heading, length, number, split, whole
from schiltron.table.body import Formed
from schiltron.table.pose import Pose

AnyRuleset = Ruleset[Any, Any, Any]

DONE = ("finish", "done", "end", "pass", "go on", "end moves", "no more")
DECLINE = "decline"
JOIN = "join"
LEAVE = "leave"
_SPARE = ("the", "of", "keep", "and", "a", "my", "choose", "i")


def typed_answer(book: AnyRuleset, view: AnyBattle, decision: AnyDecision, line: str) -> Answer:
    """The answer a line gives to a decision; of a plan, one of its commands. Misheard says how to put it."""
    words = split(line)
    if not words:
        raise Misheard("Nothing was said.")
    match decision:
        case Choose():
            return _choice(decision, line)
        case Assign():
            return _assignment(decision, line)
        case Move():
            return PathDrawn(path(line))
        case PlaceUnit():
            return _place(book, view, decision, words)
        case PlaceFeature():
            return _lay(book, view, decision, words)
        case Command() | Plan():
            return _command(book, view, decision, line)
    raise Misheard("Somebody else has to decide now.")


def _choice(decision: Choose, line: str) -> Answer:
    """By number, by key, or by words of the label; several with commas or `and` between them."""
    words = split(line)
    keys = [option.key for option in decision.options]
    numbered = [number(word) for word in words if word not in ("keep", "and")]
    if numbered and all(one is not None and 1 <= one <= len(keys) and one == int(one) for one in numbered):
        return Chosen(tuple(keys[int(one or 0) - 1] for one in numbered))
    if words[0] in ("none", "nothing") and not decision.least:
        return Chosen(())
    forgone = [option.key for option in decision.options if option.forgoes]
    if words == [DECLINE] and (len(forgone) == 1 or decision.none_forgoes):
        return Chosen(tuple(forgone))
    whole_line = _meant_options(decision, words)
    if len(whole_line) == 1 or decision.most == 1:
        return Chosen((_one_option(decision, words, whole_line),))
    parts = [split(part) for clause in re.split("[,;]", line.lower()) for part in _parted(decision, clause)]
    return Chosen(tuple(_one_option(decision, part, _meant_options(decision, part)) for part in parts if part))


def _parted(decision: Choose, clause: str) -> list[str]:
    """What stands between commas: one of the options, or several with `and` between them."""
    return [clause] if len(_meant_options(decision, split(clause))) == 1 else re.split(r"\band\b", clause)


def _one_option(decision: Choose, words: Sequence[str], found: Sequence[str]) -> str:
    if len(found) == 1:
        return found[0]
    shown = "; ".join(f"{place} {option.label}" for place, option in enumerate(decision.options, 1))
    what = (
        f"{' '.join(words)!r} could be more than one of these."
        if found
        else f"{' '.join(words)!r} is not one of these."
    )
    many = f"Name {decision.least} of them, with commas between: " if decision.most > 1 else "Say a number: "
    raise Misheard(what, f"{many}{shown}.")


def _meant_options(decision: Choose, words: Sequence[str]) -> list[str]:
    """The key itself; else labels that have all the words; else those with words that begin so."""
    said = " ".join(words)
    exact = [one.key for one in decision.options if said in (one.key.lower(), one.key.lower().replace("_", " "))]
    told = [word for word in words if word not in _SPARE]
    if exact or not told:
        return exact
    labels = {one.key: split(one.label) for one in decision.options}
    for spoken in (told, card_words(told)):
        named = [key for key, parts in labels.items() if all(word in parts for word in spoken)]
        if named:
            return named
    return [
        key
        for key, parts in labels.items()
        if all(any(part.startswith(word.rstrip("s") or word) for part in parts) for word in told)
    ]


def _assignment(decision: Assign, line: str) -> Answer:
    """`2 to squires, 1 to knights`; a bin alone gets all there is. Of one kind of thing also `attack 3 parry 4`."""
    if len(decision.items) == 1 and " to " not in line.lower():
        clauses = [_pairs(split(part)) for part in re.split(r"[,;]|\band\b", line.lower()) if part.strip()]
        pairs = [pair for clause in clauses for pair in clause]
        if all(clauses):
            item = decision.items[0]
            return Assigned(tuple(Share(item.key, _bin(decision, whom), count) for count, whom in pairs if count))
    shares = []
    for part in line.split(","):
        before, to, whom = part.lower().rpartition(" to ")
        key = _bin(decision, split(whom))
        words = [word for word in split(before) if word not in ("dice", "die", "of")]
        counts = [whole(word, "these") for word in words if number(word) is not None]
        items = [
            item for item in decision.items if all(number(w) is not None or w in item.label.lower() for w in words)
        ]
        if not items or (to and len(counts) > 1):
            raise Misheard(f"What is {before.strip()!r}?", f"There are: {', '.join(i.label for i in decision.items)}.")
        shares.append(Share(items[0].key, key, counts[0] if counts else items[0].count))
    return Assigned(tuple(shares))


def _bin(decision: Assign, words: Sequence[str]) -> str:
    bins = [one for one in decision.bins if words and all(word in one.label.lower() for word in words)]
    bins = [one for one in decision.bins if list(words) == split(one.key)] or bins
    if len(bins) != 1:
        shown = ", ".join(one.label for one in decision.bins)
        raise Misheard(
            f"Who is {' '.join(words)!r}?", f"For example: 1 to {decision.bins[0].label}. There are: {shown}."
        )
    return bins[0].key


def _pairs(words: Sequence[str]) -> list[tuple[int, list[str]]]:
    """Numbers with the words before or after them: attack 3 parry 4, or 3 attack 4 parry. Nothing for anything else."""
    told = [word for word in words if word not in ("dice", "die", "with", "on", "dirty")]
    first = number(told[0]) is not None if told else False
    groups: list[tuple[int, list[str]]] = []
    name: list[str] = []
    for word in told if first else reversed(told):
        if number(word) is not None:
            name = []
            groups.append((whole(word, "dice"), name))
        elif groups:
            name.append(word)
    pairs = [(count, whom if first else whom[::-1]) for count, whom in groups]
    return pairs if pairs and all(whom for _, whom in pairs) else []


# ---------------------------------------------------------------- setting up


def _place(book: AnyRuleset, view: AnyBattle, decision: PlaceUnit, words: list[str]) -> Answer:
    """`pikes at 24 40 facing north in 8 files, closed`; facing, files and a formation offered may be left out."""
    if words[0] in ("place", "set", "put"):
        words = [word for word in words[1:] if word not in ("down",)]
    found = leading_unit(view, words, decision.units)
    if found is None or not found[1] or found[1][0] != "at":
        raise Misheard("Which unit, and where?", "For example: place pikes at 24 40 facing north in 8 files.")
    unit, rest = found
    spot = [word for word in rest[1:] if word not in ("across", "down")][:2]
    if len(spot) < 2:
        raise Misheard("Where?", "Inches across and down from the north-west corner, as: at 24 40.")
    told = " ".join(rest)
    facing = re.search(r"\bfacing (\S+)", told)
    files = re.search(r"\b(?:in )?(\d+) files?\b", told)
    usual = next((one for one in book.suggest(view, decision) if isinstance(one, SetDown)), None)
    looks = heading(facing[1]) if facing else usual.pose.heading if usual is not None else 0
    body = unit.body
    count = int(files[1]) if files else body.files if isinstance(body, Formed) else 1
    said = [one.formation for one in decision.formations if one.unit == unit.id and one.formation in rest]
    return SetDown(unit.id, Pose(length(spot[0]), length(spot[1]), looks), count, said[0] if said else "")


def _lay(book: AnyRuleset, view: AnyBattle, decision: PlaceFeature, words: list[str]) -> Answer:
    """`lay at 36 24 turned 45`, or `drop` where there is no room."""
    if words[0] in ("drop", "none"):
        return Laid(None)
    numbers = [word for word in words if number(word) is not None]
    if "at" not in words or len(numbers) < 2:
        raise Misheard("Where?", "For example: lay at 36 24, or: lay at 36 24 turned 45. Or: drop.")
    piece = next((one.feature for one in book.suggest(view, decision) if isinstance(one, Laid) and one.feature), None)
    if piece is None:
        raise Misheard("There is no room for it.", "Say: drop.")
    turned = heading(numbers[2]) if len(numbers) > 2 else 0
    return Laid(laid_at(piece, length(numbers[0]), length(numbers[1]), turned))


# ---------------------------------------------------------------- commands


def _command(book: AnyRuleset, view: AnyBattle, decision: Command | Plan, line: str) -> Commanded:
    """`pikes advance 6, wheel left 30`; `archers shoot squires`, `shoot archers at squires`; a card; `done`."""
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
