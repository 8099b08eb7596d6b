"""A unit of an army list with its equipment filled in, and how its settings are read (case S0 of the Scenario Book)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from schiltron.rulesets.battlesystem.state import Formation, Profile, Rank
from schiltron.rulesets.battlesystem.troops import Troop
from schiltron.rulesets.mustering import nearest
from schiltron.rulesets.quartermaster import Enlisted


class Equipped(Struct, frozen=True):
    """A unit of an army list made whole. `host` is the place in the list of the unit an individual starts with;
    `leader` is the commander risen from its ranks whom a unit has if no individual leads it (BS-S0-03)."""

    unit: Enlisted
    troop: Troop
    profile: Profile
    formation: Formation
    rank: Rank = ""
    host: int | None = None
    leader: Profile | None = None

    @property
    def name(self) -> str:
        return self.unit.name or self.troop.name

    @property
    def individual(self) -> bool:
        return self.profile.kind == "individual"

    @property
    def leader_name(self) -> str:
        named = self.unit.equipment.get("commander")
        return str(named) if named else self.troop.commander or f"Captain of {self.name}"


class Wrong(ValueError):
    """A setting that cannot be: what is wrong, what would be right, and the rule."""

    def __init__(self, wrong: str, right: str, rule: str) -> None:
        super().__init__(wrong)
        self.wrong, self.right, self.rule = wrong, right, rule


Setter = Callable[[Equipped, Any], Equipped]

# ---------------------------------------------------------------- reading values


def word(value: Any, known: Sequence[str], rule: str) -> str:
    if value not in known:
        raise Wrong(f"{value!r} is not known here", nearest(str(value), known), rule)
    return "" if value == "none" else str(value)


def number(value: Any, least: int, most: int, rule: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise Wrong(f"it is {value!r}", f"a whole number from {least} to {most}", rule)
    return value


def yes_or_no(value: Any, rule: str) -> bool:
    if not isinstance(value, bool):
        raise Wrong(f"it is {value!r}", "true or false", rule)
    return value


def with_profile(one: Equipped, **changed: Any) -> Equipped:
    return replace(one, profile=replace(one.profile, **changed))


def with_creature(one: Equipped, **changed: Any) -> Equipped:
    return with_profile(one, creature=replace(one.profile.creature, **changed))
