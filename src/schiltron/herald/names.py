"""Which unit somebody means: by its name or a part of it, by what it is, or by its id."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from schiltron.battle.state import AnyBattle
from schiltron.battle.unit import Unit
from schiltron.herald.misheard import Misheard

AnyUnit = Unit[Any]

_FILLING = frozenset(("the", "my", "our", "their", "unit", "of"))


def leading_unit(battle: AnyBattle, words: Sequence[str], among: Iterable[str]) -> tuple[AnyUnit, list[str]] | None:
    """The unit that the first words name, as many of them as can be, and the rest; None where they name none."""
    known = [battle.units[name] for name in among if name in battle.units]
    for upto in range(min(len(words), 6), 0, -1):
        found = _meant(known, words[:upto])
        if len(found) == 1:
            return found[0], list(words[upto:])
        if found:
            raise _ambiguous(words[:upto], found)
    return None


def unit_named(battle: AnyBattle, words: Sequence[str], among: Iterable[str] | None = None) -> AnyUnit:
    """The unit that all these words name."""
    names = battle.units if among is None else [name for name in among if name in battle.units]
    known = [battle.units[name] for name in names]
    found = _meant(known, words)
    if len(found) == 1:
        return found[0]
    if found:
        raise _ambiguous(words, found)
    raise Misheard(f"There is no unit {' '.join(words)!r}.", f"There are: {listed(known)}.")


def _meant(known: Sequence[AnyUnit], words: Sequence[str]) -> list[AnyUnit]:
    """Exact names and ids first; else every unit for which each word begins a word of its name, kind or id."""
    said = " ".join(words)
    exact = [unit for unit in known if said in (unit.id.lower(), unit.name.lower(), unit.id.replace("-", " ").lower())]
    if exact:
        return exact
    told = [word for word in words if word not in _FILLING]
    if not told:
        return []
    named = [unit for unit in known if _fits(told, _parts(unit.name))]
    return named or [unit for unit in known if _fits(told, _parts(f"{unit.name} {unit.kind} {unit.id}"))]


def _fits(told: Sequence[str], parts: Sequence[str]) -> bool:
    return all(any(part.startswith(_one(word)) for part in parts) for word in told)


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
