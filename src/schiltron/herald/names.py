"""Which unit somebody means: by its name or a part of it, by what it is, or by its id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.unit import Unit
from schiltron.battle.words.names import side_name
from schiltron.herald.not_understood import Misheard

AnyUnit = Unit[Any]

LONGEST = 12
"""Words of a name, as many as any has."""
_FILLING = frozenset(("the", "my", "our", "their", "unit", "of"))


def name_in(battle: AnyBattle, unit: str) -> str:
    """A unit by its name, as far as it is known."""
    return battle.units[unit].name if unit in battle.units else unit


def side_of(battle: AnyBattle, seat: str) -> str:
    """Whose a seat is, in words."""
    return side_name(battle, battle.side_at(seat)) or seat


def leading_unit(battle: AnyBattle, words: Sequence[str], among: Iterable[str]) -> tuple[AnyUnit, list[str]] | None:
    """The unit that the first words name, taking as many words as possible, and the rest; None if they name none."""
    known = [battle.units[name] for name in among if name in battle.units]
    for upto in range(min(len(words), LONGEST), 0, -1):
        found = units_named(known, words[:upto])
        if len(found) == 1:
            return found[0], list(words[upto:])
        if found:
            raise _ambiguous(words[:upto], found)
    return None


def unit_named(battle: AnyBattle, words: Sequence[str], among: Iterable[str] | None = None) -> AnyUnit:
    """The unit that all these words name."""
    names = battle.units if among is None else [name for name in among if name in battle.units]
    known = [battle.units[name] for name in names]
    found = units_named(known, words)
    if len(found) == 1:
        return found[0]
    if found:
        raise _ambiguous(words, found)
    raise Misheard(f"There is no unit {' '.join(words)!r}.", f"There are: {listed(known)}.")


def units_named(known: Sequence[AnyUnit], words: Sequence[str]) -> list[AnyUnit]:
    """All units the words can mean: by exact name or id first, otherwise those where each word begins a word of name or
    kind."""
    said = " ".join(words)
    exact = [unit for unit in known if said in (unit.id.lower(), unit.name.lower(), unit.id.replace("-", " ").lower())]
    if exact:
        return exact
    told = [word for word in words if word not in _FILLING]
    if not told:
        return []
    named = [unit for unit in known if _fits(told, _parts(unit.name))]
    return named or [unit for unit in known if _fits(told, _parts(f"{unit.name} {_kind(unit)} {unit.id}"))]


def _kind(unit: AnyUnit) -> str:
    """Its type; of one that an army brought, without the numbers."""
    return unit.kind.partition(" {")[0]


def _fits(told: Sequence[str], parts: Sequence[str]) -> bool:
    """Whether each word begins a word of its own: of `sergeants at arms at 24 40` only the first three name anybody."""
    left = list(parts)
    for word in told:
        found = next((part for part in left if part.startswith(_one(word))), None)
        if found is None:
            return False
        left.remove(found)
    return True


def _parts(text: str) -> list[str]:
    return re.findall(r"[a-z0-9']+", text.lower())


def _one(word: str) -> str:
    """Squires, squire; pikemen, pikeman: the plural is not held against anybody."""
    return word[:-1] if len(word) > 3 and word.endswith("s") else word.replace("men", "m") if len(word) > 4 else word


def _ambiguous(words: Sequence[str], found: Sequence[AnyUnit]) -> Misheard:
    return Misheard(f"{' '.join(words)!r} could be {listed(found, 'or')}.", "Say more of the name, or the id.")


def listed(units: Iterable[AnyUnit], joined: str = "and") -> str:
    names = [f"{unit.name} ({unit.id})" for unit in units]
    return f" {joined} ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)
