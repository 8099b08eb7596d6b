"""What may be done at any moment, as one would say it: `dismiss the shell`, `Mareth leaves the field`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from schiltron.battle.door.ruleset import Ruleset
from schiltron.battle.guide.answers import Liberty
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.order import AtWill
from schiltron.battle.words.grammar import listed
from schiltron.herald.not_understood import Misheard
from schiltron.herald.words import split

AnyRuleset = Ruleset[Any, Any, Any]

_VERBS: Final = {"dismiss": "end", "end": "end", "drop": "end", "stop": "end", "leaves": "leave", "leave": "leave"}
_FILLING: Final = frozenset(("the", "his", "her", "my", "of", "at", "now", "spell"))


def spoken_liberty(book: AnyRuleset, seat: str, words: Sequence[str], view: AnyBattle) -> AtWill | None:
    """The liberty that a line takes; None for a line about none of them."""
    free = [one for one in book.liberties(view) if one.seat == seat]
    verbs = {_VERBS[word] for word in words if word in _VERBS}
    free = [one for one in free if split(one.label)[0] in verbs]
    if not free:
        return None
    said = {word for word in words if word not in _VERBS and word not in _FILLING}
    found = [one for one in free if said <= _known(view, one)]
    if len(found) > 1:
        raise Misheard("Which?", f"You may: {listed([_told(view, one) for one in found])}.")
    return AtWill(seat, found[0].key) if found else None


def told_liberties(book: AnyRuleset, seat: str | None, view: AnyBattle, whose: str | None = None) -> list[str]:
    """What a seat may do at any moment, with one of its units or ("") by itself; None: all of it."""
    free = [one for one in book.liberties(view) if one.seat == seat and whose in (None, one.unit)]
    return [f"At any moment you may: {listed([_told(view, one) for one in free])}."] if free else []


def _known(view: AnyBattle, one: Liberty) -> set[str]:
    return {*split(one.label), *(split(view.units[one.unit].name) if one.unit else ())}


def _told(view: AnyBattle, one: Liberty) -> str:
    whose = f" with {view.units[one.unit].name}" if one.unit else ""
    return f"{one.label[0].lower()}{one.label[1:]}{whose}"
