"""Natures an army list may give to creatures (cases 0.0, 4.4, 10.5 and 11.8): race, home terrain, undead, hard to harm.

No roster of the book has such creatures (BS-4.4-08); players bring them from their role-playing game.

    troop = "orc_foot"
    equipment = { race = "lizard_man", hit_dice = "2+1", weapon = "club" }
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, get_args

from msgspec.structs import replace

from schiltron.parent_game.creature import Creature, HomeTerrain
from schiltron.rulesets.battlesystem.ratings.creatures import CREATURES, HATREDS, HOMES

_NAME: Final = re.compile(r"[a-z]+(_[a-z]+)*")
_BEST: Final = 5


class Unnatural(ValueError):
    """A nature that cannot be: what is wrong, what would be right, and the rule."""

    def __init__(self, wrong: str, right: str, rule: str) -> None:
        super().__init__(wrong)
        self.wrong, self.right, self.rule = wrong, right, rule


def _race(creature: Creature, value: Any) -> Creature:
    """Another folk with hit dice of its own: whom it hates and where it is at home goes with it (BS-0.0-07)."""
    if creature.fights_as is not None:
        raise Unnatural(f"{creature.race} have classes and stay what they are", "a troop of creatures", "BS-0.0-07")
    if not isinstance(value, str) or not _NAME.fullmatch(value):
        raise Unnatural(f"it is {value!r}", 'a name as "lizard_man"', "BS-0.0-07")
    if value in CREATURES:
        raise Unnatural(f"{value} is a folk of the tables", "a troop of theirs", "BS-0.0-07")
    return replace(creature, race=value, hates=HATREDS.get(value, ()), home=HOMES.get(value, ()))


def _home(creature: Creature, value: Any) -> Creature:
    """One kind of ground or several (BS-11.8-08)."""
    named = tuple(value) if isinstance(value, tuple | list) else (value,)
    wrong = [one for one in named if one not in get_args(HomeTerrain)]
    if wrong:
        right = f"of {', '.join(get_args(HomeTerrain))}"
        raise Unnatural(f"{wrong[0]!r} is no home terrain", right, "BS-11.8-08")
    return replace(creature, home=tuple(dict.fromkeys(named)))


def _only_hit_by(creature: Creature, value: Any) -> Creature:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _BEST:
        raise Unnatural(f"it is {value!r}", f"the plus of a weapon, 0 to {_BEST}", "BS-4.4-08")
    return replace(creature, only_hit_by=value)


def _flag(key: str, rule: str) -> Callable[[Creature, Any], Creature]:
    def set_it(creature: Creature, value: Any) -> Creature:
        if not isinstance(value, bool):
            raise Unnatural(f"it is {value!r}", "true or false", rule)
        return replace(creature, **{key: value})

    return set_it


NATURES: Final[dict[str, Callable[[Creature, Any], Creature]]] = {
    "race": _race,
    "home": _home,
    "undead": _flag("undead", "BS-4.4-08"),
    "drains_levels": _flag("drains_levels", "BS-4.4-08"),
    "only_hit_by": _only_hit_by,
    "humanoid": _flag("humanoid", "BS-10.5-02"),
}
"""In the order in which they are set."""
