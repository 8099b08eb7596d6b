"""Army lists in the making, for the page: each list is sent whole with every question, and nothing of it is kept.

What is saved (`shelf`) is read here first.
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from schiltron.muster import MusterFault
from schiltron.muster.army import Army
from schiltron.muster.house_check import house_faults
from schiltron.muster.house_file import HouseFile
from schiltron.muster.list_text import written, written_rules
from schiltron.muster.reading import MOST_FAULTS, read
from schiltron.muster.scenario import Scenario
from schiltron.muster.workbench import Bench, Details, Recruit, details, laid_out, recruits
from schiltron.rulesets import NAMES
from schiltron.server.catalogue_payloads import FaultShown
from schiltron.server.fault import Refusal, not_to_be_used
from schiltron.server.store import SavedKind


class ListAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A list as it stands, the row that is looked at more closely, and whether it is asked who else may come. Without
    switches it is a list by itself."""

    army: Army
    row: Annotated[int, Meta(ge=0)] | None = None
    adding: bool = False
    switches: Annotated[dict[str, str | bool | int | float], Meta(max_length=100)] | None = None


class ListShown(Struct, frozen=True):
    """What the list costs and what is against it, what may be chosen for the row, who else may come, the list as the
    text of a file, and its house rules as that of another; nothing if it has none."""

    bench: Bench
    lawful: bool
    details: Details | None
    recruits: tuple[Recruit, ...]
    toml: str
    house: str


class ListOpened(Struct, frozen=True):
    """A list from the text of a file, or everything that keeps it from being read."""

    army: Army | None
    faults: tuple[FaultShown, ...]


class RulesOpened(Struct, frozen=True):
    """House rules from the text of a file, or everything that keeps them from being read."""

    rules: HouseFile | None
    faults: tuple[FaultShown, ...]


class RulesAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules as they stand."""

    rules: HouseFile


class RulesShown(Struct, frozen=True):
    """Everything that keeps house rules from being taken in, and the text of their file."""

    faults: tuple[FaultShown, ...]
    toml: str


class Known(Struct, frozen=True):
    """What the text of a file says of itself."""

    book: str
    name: str


def known(kind: SavedKind, text: str) -> Known:
    """Of the text of a file; Refusal with everything that keeps it from being read. What rules say to it is nothing
    against it: lists are saved before they are done."""
    try:
        if kind == "scenario":
            scenario = read(text, Scenario, "")
            return Known(scenario.ruleset, scenario.title)
        list_or_house: Army | HouseFile = read(text, Army, "") if kind == "army" else read(text, HouseFile, "")
        return Known(list_or_house.ruleset, list_or_house.name)
    except MusterFault as fault:
        raise not_to_be_used(fault) from fault


def shown(asked: ListAsked) -> ListShown:
    army, switches = asked.army, asked.switches
    if army.ruleset not in NAMES:
        raise Refusal(
            422, f"there is no book {army.ruleset!r}", where="army.ruleset", right=f"one of {', '.join(NAMES)}"
        )
    if asked.row is not None and asked.row >= len(army.units):
        raise Refusal(422, f"the list has no row {asked.row}", where="row", right="the place of one of its units")
    try:
        bench = laid_out(army, switches)
        chosen = None if asked.row is None else details(army, asked.row, switches)
        others = recruits(army, switches) if asked.adding else ()
        return ListShown(bench, bench.lawful, chosen, others, written(army), _house(army))
    except MusterFault as fault:
        first = fault.faults[0]
        raise Refusal(422, first.wrong, where=f"army.{first.place}", right=first.right) from fault


def _house(army: Army) -> str:
    """What a list brings of its own as a file by itself."""
    rules = HouseFile(
        army.ruleset,
        f"House rules of {army.name}"[:60],
        troops=army.troops,
        items=army.items,
        creatures=army.creatures,
        spells=army.spells,
    )
    return written_rules(rules) if army.troops or army.items or army.creatures or army.spells else ""


def opened_rules(toml: str) -> RulesOpened:
    try:
        return RulesOpened(read(toml, HouseFile, ""), ())
    except MusterFault as fault:
        return RulesOpened(None, tuple(FaultShown(one.wrong, one.place, one.right, one.rules) for one in fault.faults))


def looked_at(asked: RulesAsked) -> RulesShown:
    faults = house_faults(asked.rules)[:MOST_FAULTS]
    told = tuple(FaultShown(one.wrong, one.place, one.right, one.rules) for one in faults)
    return RulesShown(told, written_rules(asked.rules))


def opened(toml: str) -> ListOpened:
    try:
        return ListOpened(read(toml, Army, ""), ())
    except MusterFault as fault:
        faults: Any = tuple(FaultShown(one.wrong, one.place, one.right, one.rules) for one in fault.faults)
        return ListOpened(None, faults)
