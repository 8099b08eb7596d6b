"""Typed answers to what is asked, one kind of decision after the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from schiltron.battle.decision import (
    FINISH,
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
    Marched,
    Move,
    PlaceFeature,
    PlaceUnit,
    Plan,
    SetDown,
    Share,
)
from schiltron.battle.ruleset import Ruleset
from schiltron.battle.state import AnyBattle
from schiltron.herald.legs import HOW, LEGS, path
from schiltron.herald.misheard import Misheard
from schiltron.herald.names import AnyUnit, leading_unit, unit_named
from schiltron.herald.pieces import laid_at
from schiltron.herald.words import after, heading, length, number, split, whole
from schiltron.table.body import Formed
from schiltron.table.pose import Pose

AnyRuleset = Ruleset[Any, Any, Any]

DONE = ("finish", "done", "end", "pass")


def typed_answer(book: AnyRuleset, view: AnyBattle, decision: AnyDecision, line: str) -> Answer:
    """The answer a line gives to a decision; of a plan, one of its commands. Misheard says how to put it."""
    words = split(line)
    if not words:
        raise Misheard("Nothing was said.")
    match decision:
        case Choose():
            return _choice(decision, words)
        case Assign():
            return _assignment(decision, line)
        case Move():
            return Marched(path(line))
        case PlaceUnit():
            return _place(book, view, decision, words)
        case PlaceFeature():
            return _lay(book, view, decision, words)
        case Command() | Plan():
            return _command(book, view, decision, line)
    raise Misheard("Somebody else has to decide now.")


def _choice(decision: Choose, words: Sequence[str]) -> Answer:
    """By number, by key, or by how the label begins."""
    keys = [option.key for option in decision.options]
    numbered = [number(word) for word in words]
    if all(one is not None and 1 <= one <= len(keys) and one == int(one) for one in numbered):
        return Chosen(tuple(keys[int(one or 0) - 1] for one in numbered))
    if words[0] in ("none", "nothing"):
        return Chosen(())
    said = " ".join(words)
    found = [option.key for option in decision.options if said == option.key.lower()] or [
        option.key for option in decision.options if all(word in option.label.lower().split() for word in words)
    ]
    if len(found) != 1:
        shown = "; ".join(f"{place} {option.label}" for place, option in enumerate(decision.options, 1))
        raise Misheard(f"{said!r} is not one of these.", f"Say a number: {shown}.")
    return Chosen((found[0],))


def _assignment(decision: Assign, line: str) -> Answer:
    """`2 to squires, 1 to knights`; a bin alone gets all there is."""
    shares = []
    for part in line.split(","):
        before, to, whom = part.lower().rpartition(" to ")
        bins = [one for one in decision.bins if all(word in one.label.lower() for word in split(whom))]
        bins = [one for one in decision.bins if split(whom) == split(one.key)] or bins
        if len(bins) != 1:
            shown = ", ".join(one.label for one in decision.bins)
            raise Misheard(f"Who is {whom.strip()!r}?", f"As: 1 to {decision.bins[0].label}. There are: {shown}.")
        words = split(before)
        counts = [whole(word, "these") for word in words if number(word) is not None]
        items = [
            item for item in decision.items if all(number(w) is not None or w in item.label.lower() for w in words)
        ]
        if not items or (to and len(counts) > 1):
            raise Misheard(f"What is {before.strip()!r}?", f"There are: {', '.join(i.label for i in decision.items)}.")
        shares.append(Share(items[0].key, bins[0].key, counts[0] if counts else items[0].count))
    return Assigned(tuple(shares))


# ---------------------------------------------------------------- setting up


def _place(book: AnyRuleset, view: AnyBattle, decision: PlaceUnit, words: list[str]) -> Answer:
    """`pikes at 24 40 facing north in 8 files`; facing and files may be left out."""
    if words[0] in ("place", "set", "put"):
        words = [word for word in words[1:] if word not in ("down",)]
    found = leading_unit(view, words, decision.units)
    if found is None or not found[1] or found[1][0] != "at":
        raise Misheard("Which unit, and where?", "As: place pikes at 24 40 facing north in 8 files.")
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
    return SetDown(unit.id, Pose(length(spot[0]), length(spot[1]), looks), count)


def _lay(book: AnyRuleset, view: AnyBattle, decision: PlaceFeature, words: list[str]) -> Answer:
    """`lay at 36 24 turned 45`, or `drop` where there is no room."""
    if words[0] in ("drop", "none"):
        return Laid(None)
    numbers = [word for word in words if number(word) is not None]
    if "at" not in words or len(numbers) < 2:
        raise Misheard("Where?", "As: lay at 36 24, or: lay at 36 24 turned 45. Or: drop.")
    piece = next((one.feature for one in book.suggest(view, decision) if isinstance(one, Laid) and one.feature), None)
    if piece is None:
        raise Misheard("There is no room for it.", "Say: drop.")
    turned = heading(numbers[2]) if len(numbers) > 2 else 0
    return Laid(laid_at(piece, length(numbers[0]), length(numbers[1]), turned))


# ---------------------------------------------------------------- commands


def _command(book: AnyRuleset, view: AnyBattle, decision: Command | Plan, line: str) -> Commanded:
    """`pikes advance 6, wheel left 30`; `archers shoot squires`, `shoot archers at squires`; `done`."""
    words = split(line)
    if len(words) == 1 and words[0] in DONE:
        return FINISH
    verb = words[0] if words[0] in decision.actions else ""
    found = leading_unit(view, words[1:] if verb else words, decision.actors)
    if found is None:
        actors = ", ".join(view.units[one].name for one in decision.actors if one in view.units)
        raise Misheard(f"Who is to do that? {line.strip()!r} names nobody who may.", f"There are: {actors}.")
    unit, rest = found
    if not verb and rest and rest[0] in decision.actions and rest[0] not in LEGS:
        verb, rest = rest[0], rest[1:]
    if any(entry.action == verb and entry.form == "target" for entry in book.menu(view, decision, unit.id)):
        return _shot(book, view, decision, unit, verb, rest)
    if not rest:
        raise Misheard(f"What is {unit.name} to do?", HOW)
    marching = verb or ("move" if "move" in decision.actions else decision.actions[0])
    return Commanded(unit.id, marching, Marched(path(after(line, len(words) - len(rest)))))


def _shot(
    book: AnyRuleset, view: AnyBattle, decision: AnyDecision, unit: AnyUnit, action: str, words: list[str]
) -> Commanded:
    """`shoot squires`, `shoot at squires with 2 ranks`."""
    words = [word for word in words if word not in ("at", "with")]
    ranks = None
    if len(words) > 2 and words[-1].startswith("rank"):
        ranks, words = whole(words[-2], "ranks"), words[:-2]
    if not words:
        raise Misheard(f"At whom is {unit.name} to {action}?")
    enemies = [one.id for one in view.units.values() if book.hostile(view, unit, one) and one.figures]
    target = unit_named(view, words, enemies)
    known = next((one.form for one in book.targets(view, decision, unit.id) if one.unit == target.id), None)
    form = known or Aimed(target.id)
    return Commanded(unit.id, action, form if ranks is None else replace(form, ranks=ranks))
