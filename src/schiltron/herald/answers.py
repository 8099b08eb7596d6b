"""Typed answers to what is asked, one kind of decision after the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.decision import (
    Answer,
    AnyDecision,
    Assign,
    Assigned,
    Choose,
    Chosen,
    Command,
    Item,
    Laid,
    Move,
    PathDrawn,
    PlaceFeature,
    PlaceUnit,
    Plan,
    SetDown,
    Share,
)
from schiltron.herald.cards import card_words
from schiltron.herald.commands import AnyRuleset, typed_command
from schiltron.herald.legs import path
from schiltron.herald.names import leading_unit
from schiltron.herald.not_understood import Misheard
from schiltron.herald.pieces import laid_at
from schiltron.herald.words import heading, length, number, split, whole
from schiltron.table.body import Formed
from schiltron.table.pose import Pose

DECLINE = "decline"
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
            return typed_command(book, view, decision, line)
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
            given = [Share(item.key, _bin(decision, whom), count) for count, whom in pairs if count]
            return Assigned((*given, *_kept_back(decision, given)))
    shares = []
    for part in _parts(decision, line.lower()):
        before, to, whom = part.rpartition(" to ")
        key = _bin(decision, split(whom))
        named, rest = _item_named(decision, before)
        words = [word for word in split(rest) if word not in ("dice", "die", "of")]
        counts = [whole(word, "these") for word in words if number(word) is not None]
        items = [item for item in named if all(number(w) is not None or w in item.label.lower() for w in words)]
        if not items or (to and len(counts) > 1):
            raise Misheard(f"What is {before.strip()!r}?", f"There are: {', '.join(i.label for i in decision.items)}.")
        items = [item for item in items if key in item.bins] or items
        shares.append(Share(items[0].key, key, counts[0] if counts else items[0].count))
    return Assigned((*shares, *_kept_back(decision, shares)))


def _kept_back(decision: Assign, shares: Sequence[Share]) -> Iterator[Share]:
    """What is not spoken of is kept, where it can be: it goes where that lets the chance go by."""
    keeping = {one.key for one in decision.bins if one.forgoes is True}
    for item in decision.items:
        left = item.count - sum(share.count for share in shares if share.item == item.key)
        kept = next((key for key in item.bins if key in keeping), None)
        if left > 0 and kept is not None:
            yield Share(item.key, kept, left)


def _parts(decision: Assign, line: str) -> list[str]:
    """What is said between commas; those within the name of a thing divide nothing."""
    labels = sorted((item.label.lower() for item in decision.items), key=len, reverse=True)
    names = "|".join(re.escape(label) for label in labels)
    return re.findall(rf"(?:{names}|[^,])+", line) if labels else [line]


def _item_named(decision: Assign, said: str) -> tuple[list[Item], str]:
    """The thing whose whole name is said, which may have numbers in it, and what is said besides; else all things."""
    found = [item for item in decision.items if re.search(_whole_words(item.label), said)]
    if not found:
        return list(decision.items), said
    item = max(found, key=lambda one: len(one.label))
    return [item], re.sub(_whole_words(item.label), " ", said, count=1)


def _whole_words(label: str) -> str:
    return rf"(?<!\w){re.escape(label.lower())}(?!\w)"


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
