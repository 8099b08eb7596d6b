"""As what a figure counts (rules CONV, TA-CONV-02): of what is open to it the dearest, unless players say otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from schiltron.battle.words.grammar import Note, cited
from schiltron.parent_game.party import Becomes
from schiltron.rulesets.by_this_axe.conversions.grouping import Group
from schiltron.rulesets.by_this_axe.conversions.levels import (
    HERO_RULES,
    MAGE_RULES,
    PRIEST_RULES,
    hero_status,
    mage_status,
    priest_status,
)
from schiltron.rulesets.by_this_axe.points import role_prices
from schiltron.rulesets.by_this_axe.state import Role

_RULES: Final = {**HERO_RULES, **PRIEST_RULES, **MAGE_RULES}
_FIGHTS_AS: Final[dict[Role, Role]] = {"priest": "hero", "high_priest": "superhero"}
"""The hero that a priest may be besides."""
_RANKS: Final = tuple(HERO_RULES)


class Standing(NamedTuple):
    """What a figure is, by which rules, what else was open to it, and what players want and it does not reach."""

    roles: tuple[Role, ...] = ()
    rules: tuple[str, ...] = ()
    others: tuple[Note, ...] = ()
    missing: tuple[Note, ...] = ()


def _open_to(group: Group) -> Iterator[tuple[Becomes, tuple[Role, ...]]]:
    """Mage, priest and hero, each if it is reached; a priest is a hero besides, and a high priest a superhero."""
    hero, priest, mage = hero_status(group.members), priest_status(group.members), mage_status(group.members)
    if mage is not None:
        yield "mage", (mage,)
    if priest is not None:
        fights = _FIGHTS_AS[priest]
        both = hero is not None and _RANKS.index(hero) >= _RANKS.index(fights)
        yield "priest", (fights, priest) if both else (priest,)
    if hero is not None:
        yield "hero", (hero,)


def _price(roles: Sequence[Role]) -> int:
    return sum(term.value for term in role_prices(tuple(roles), 0))


def standing(group: Group) -> Standing:
    """By what players say, else by the price list (TA-CONV-02)."""
    ways = dict(_open_to(group))
    wanted = ways.get(group.becomes) if group.becomes is not None else None
    missing: tuple[Note, ...] = ()
    if group.becomes is not None and wanted is None:
        missing = (cited(f"What would make it {_an(group.becomes)}: its levels do not suffice", "TA-CONV-02"),)
    roles = wanted or max(ways.values(), key=_price, default=())
    others = tuple(
        cited(f"As {_an(called(other))}: nobody counts in two ways", "TA-CONV-02")
        for other in ways.values()
        if not set(other) <= set(roles)
    )
    return Standing(roles, tuple(_RULES[role] for role in roles), others, missing)


def called(roles: Sequence[Role]) -> str:
    """As in high priest-superhero."""
    return "-".join(role.replace("_", " ") for role in reversed(roles))


def _an(words: str) -> str:
    return f"{'an' if words[:1] in 'aeiou' else 'a'} {words}"
