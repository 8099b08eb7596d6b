"""JSON Schemas of army lists, scenarios and house rules of one book: its troops, outfits, terrain and options by name,
each with what it is, so that an editor offers them and says what is wrong while one types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal

import msgspec

from schiltron.muster.army import Army
from schiltron.muster.books import quartermaster
from schiltron.muster.house_file import HouseFile
from schiltron.muster.scenario import Scenario
from schiltron.muster.schemas import schema
from schiltron.rulesets.outfits import Outfit
from schiltron.rulesets.quartermaster import Listing, Quartermaster, Switch

Schema = dict[str, Any]
Kind = Literal["army", "scenario", "house"]
KINDS: Final[dict[Kind, type]] = {"army": Army, "scenario": Scenario, "house": HouseFile}
_UNITS: Final = ("ListedUnit", "FieldedUnit")


def book_schema(book: str, kind: Kind) -> Schema:
    """The schema of a kind of file, narrowed to what a book knows."""
    master = quartermaster(book)
    made: Schema = msgspec.json.decode(schema(KINDS[kind]))
    parts = made["$defs"]
    parts[KINDS[kind].__name__]["properties"]["ruleset"] = {"const": book}
    for name in _UNITS:
        if name in parts:
            parts[name]["properties"]["troop"] = _troops(master)
            parts[name]["properties"]["equipment"] = _equipment(master)
    for name in ("OwnTroop", "OwnItem"):
        parts[name]["properties"]["equipment"] = _equipment(master)
    parts["OwnTroop"]["properties"]["like"] = _troops(master)
    if "OwnGround" in parts:
        parts["OwnGround"]["properties"]["like"] = {"enum": [*master.areas, *master.strips]}
    if kind == "scenario":
        parts["Scenario"]["properties"]["options"] = _options(master.switches)
        parts["Patch"]["properties"]["kind"] = _ground(master.areas)
        parts["Course"]["properties"]["kind"] = _ground(master.strips)
    return made


def _ground(kinds: Iterable[str]) -> Schema:
    """The book's own kinds; a scenario may name others that it brings itself."""
    return {
        "description": "ground of the book, or what the scenario brings under [kinds]",
        "anyOf": [{"enum": list(kinds)}, {"type": "string", "maxLength": 60}],
    }


def _troops(master: Quartermaster) -> Schema:
    """The book's own types; a list may name others that it brings itself."""
    return {
        "description": "a troop type of the book, or one that the list brings under [troops] or [creatures]",
        "anyOf": [*map(_troop, master.listings.values()), {"type": "string", "maxLength": 60}],
    }


def _troop(listing: Listing) -> Schema:
    return {"const": listing.id, "title": listing.name, "description": f"{listing.name}: {listing.note}"}


def _equipment(master: Quartermaster) -> Schema:
    """What may be said of units of any type."""
    outfits = {one.key: one for troop in master.listings for one in master.outfits(troop)}
    return {
        "description": "what sets it apart from its troop type",
        "type": "object",
        "properties": {key: _outfit(one) for key, one in outfits.items()},
        "default": {},
    }


def _outfit(outfit: Outfit) -> Schema:
    said: Schema = {"title": outfit.label}
    words = {"enum": [one.value for one in outfit.words]}
    match outfit.form:
        case "yes_or_no":
            return {**said, "type": "boolean"}
        case "one":
            return {**said, **words}
        case "some":
            return {**said, "anyOf": [words, {"type": "array", "items": words}]}
        case "number":
            return {**said, "type": "integer", "minimum": outfit.least, "maximum": outfit.most}
        case "text":
            return {**said, "type": "string"}


def _options(switches: Iterable[Switch]) -> Schema:
    return {
        "description": "switches of the book",
        "type": "object",
        "properties": {one.name: _switch(one) for one in switches},
        "additionalProperties": False,
        "default": {},
    }


def _switch(switch: Switch) -> Schema:
    said: Schema = {"title": switch.label, "description": f"{switch.text} [{switch.rule}]"}
    if switch.choices:
        return {**said, "anyOf": [{"const": one.value, "description": one.text} for one in switch.choices]}
    least, most = switch.range or (None, None)
    bounds = {name: value for name, value in (("minimum", least), ("maximum", most)) if value is not None}
    return {**said, "type": "number", **bounds}
