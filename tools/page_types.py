"""The TypeScript types of what the page and the server say to each other.

Writes web/src/api/generated.ts from the JSON Schemas of the engine's and the server's own structs, so that the page
cannot speak of a field they do not have. What the server sends has every field (but for those in `SPARSE`); what the
page sends may leave out what has a default. `make generated` runs it.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from schiltron.battle.door.group_orders import InTurn
from schiltron.battle.guide.answers import Card, MenuEntry, Overlay, Preview, Target
from schiltron.battle.record.journal import DiceNote
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.chance import Reading
from schiltron.battle.state.decision import Answer, AnyDecision
from schiltron.battle.state.event import AnyEvent
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Manoeuvre
from schiltron.battle.state.order import Matter, Order
from schiltron.battle.state.unit import Place
from schiltron.muster.fieldbench import Palette
from schiltron.server.addresses import Reach, TriedAddress
from schiltron.server.battle_payloads import BattleLine, NewBattle
from schiltron.server.catalogue_payloads import ArmyReport, BookShown, Rulebook, ScenarioPicture, ScenarioShown
from schiltron.server.converting import ConvertedShown, ReadySheets, SheetAsked
from schiltron.server.fault import ErrorBody
from schiltron.server.field_workshop import FieldAsked, FieldShown, GroundAsked, GroundLaid
from schiltron.server.hints import Hint
from schiltron.server.lesson_battles import LessonLine, LessonShown
from schiltron.server.messages import FromPage, ToPage
from schiltron.server.new_battles import BattleWish
from schiltron.server.own_place import OwnPlace
from schiltron.server.people_payloads import InvitationShown, Me, OwnCode
from schiltron.server.pictured_lists import ListPictured, PictureAsked
from schiltron.server.questions import AnyQuestion, Distance
from schiltron.server.reviews import ReviewShown
from schiltron.server.scenario_desk import ScenarioAsked, ScenarioReport
from schiltron.server.shelf import CopyShown, EditLink, TextSaved, ThingSaved, ThingShown, ThingsShown
from schiltron.server.trial_wishes import TrialWish
from schiltron.server.trials import TrialShown
from schiltron.server.what_if import PlayOn
from schiltron.server.workshop import ListAsked, ListOpened, ListShown, RulesAsked, RulesOpened, RulesShown
from schiltron.table.body import Body
from schiltron.table.shapes import Shape
from schiltron.table.terrain import Feature
from tools.rule_coverage import ROOT

PAGE = ROOT / "web" / "src" / "api" / "generated.ts"

# Unions have no name of their own in a schema.
UNIONS: dict[str, Any] = {
    "Answer": Answer,
    "AnyDecision": AnyDecision,
    "Body": Body,
    "Feature": Feature,
    "FromPage": FromPage,
    "GroundShape": Shape,
    "AnyEvent": AnyEvent,
    "Manoeuvre": Manoeuvre,
    "Matter": Matter,
    "Order": Order,
    "Place": Place,
    "Question": AnyQuestion,
    "Reading": Reading,
    "ToPage": ToPage,
}
STRUCTS: tuple[Any, ...] = (
    *(Battle[Any, Any, Any], Reason, DiceNote),
    *(Card, InTurn, MenuEntry, Overlay, Preview, Target, Distance, Hint),
    *(ArmyReport, BattleLine, BattleWish, BookShown, ErrorBody, NewBattle, PlayOn, Rulebook),
    *(ScenarioPicture, ScenarioShown),
    *(Reach, TriedAddress),
    *(LessonLine, LessonShown),
    *(InvitationShown, Me, OwnCode, OwnPlace),
    *(
        ListAsked,
        ListOpened,
        ListShown,
        RulesAsked,
        RulesOpened,
        RulesShown,
        PictureAsked,
        ListPictured,
        SheetAsked,
        ConvertedShown,
        ReadySheets,
    ),
    *(ThingSaved, TextSaved, ThingShown, ThingsShown, CopyShown, EditLink),
    *(TrialWish, TrialShown),
    *(ScenarioAsked, ScenarioReport, Palette, FieldAsked, FieldShown, GroundAsked, GroundLaid),
    ReviewShown,
)
SPARSE = {"Aboard", "Build", "Doorway", "House", "OnTable", "OwnNumbers"}
"""Structs that are written without what is at its default."""
SENT_BY_THE_PAGE = {"Ask", "BattleWish", "GiveOrder", "Ping", "PlayOn", "PlayerWish", "ArmyWish", "TableSize"} | {
    *("Army", "HouseTroop", "OwnTroop", "OwnItem", "HouseFile", "ListAsked", "ListedUnit"),
    *("CreatureEntry", "SpellEntry", "PictureAsked", "SheetAsked", "TrialWish"),
}

# Structs that share a name, and generic ones, by the name their schema gives them.
RENAMED = {
    "schiltron.table.body.Formed": "FormedBody",
    "schiltron.battle.state.event.Formed": "FormedEvent",
    "schiltron.battle.state.decision.Item": "Item",
    "schiltron.parent_game.creature.Item": "MagicItem",
}

PLAIN = {
    "boolean": "boolean",
    "integer": "number",
    "null": "null",
    "number": "number",
    "object": "Record<string, unknown>",
    "string": "string",
}

HEADER = """\
// Made by tools/page_types.py from the engine's structs; `make generated` writes it anew.

"""


LEFT_OUT = {
    "Aim": {"reach"},
    "Area": {"altered", "build"},
    "HeldCard": {"holder"},
    "OwnGround": {"loss", "pace"},
    "Played": {"place", "feature", "at"},
    "Rampart": {"built", "points"},
    "Scenario": {"castles", "kinds"},
    "SideEntry": {"items", "troops"},
    "Strip": {"altered", "build"},
    "Tower": {"built", "points"},
    "Unit": {"house"},
}
"""Fields that are left out where they say nothing."""


def page() -> str:
    schemas, components = msgspec.json.schema_components([*UNIONS.values(), *STRUCTS], ref_template="{name}")
    unions = {
        tuple(sorted(_parts(schema))): name for name, schema in zip(UNIONS, schemas, strict=False) if "anyOf" in schema
    }
    lines = [_union(name, schema) for name, schema in zip(UNIONS, schemas, strict=False)]
    lines += [
        _struct(name, schema, unions) for name, schema in sorted(components.items(), key=lambda one: _name(one[0]))
    ]
    return HEADER + "\n".join(lines)


def _name(name: str) -> str:
    return RENAMED.get(name) or name.partition("_")[0]


def _parts(schema: dict[str, Any]) -> list[str]:
    return [part["$ref"] for part in schema["anyOf"] if "$ref" in part]


def _union(name: str, schema: dict[str, Any]) -> str:
    return f"export type {name} = {' | '.join(_name(part) for part in _parts(schema))};\n"


def _struct(name: str, schema: dict[str, Any], unions: dict[tuple[str, ...], str]) -> str:
    fields = "\n".join(_fields(_name(name), schema, unions))
    about = schema.get("description", "").strip()
    comment = f"/** {' '.join(about.split())} */\n" if about else ""
    return f"{comment}export interface {_name(name)} {{\n{fields}\n}}\n"


def _fields(name: str, schema: dict[str, Any], unions: dict[tuple[str, ...], str]) -> Iterator[str]:
    required = set(schema.get("required", ())) if name in SENT_BY_THE_PAGE | SPARSE else set(schema["properties"])
    required -= LEFT_OUT.get(name, set())
    for field, kind in schema["properties"].items():
        # A book's own part of a battle or a unit is an object, whatever is in it.
        shown = "Record<string, unknown>" if field == "own" else _type(kind, unions)
        yield f"  {field}{'' if field in required else '?'}: {shown};"


def _type(kind: dict[str, Any], unions: dict[tuple[str, ...], str]) -> str:
    match kind:
        case {"$ref": name}:
            return _name(name)
        case {"anyOf": parts}:
            return _any_of(parts, unions)
        case {"enum": values}:
            return " | ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)
        case {"type": "array"}:
            return _array(kind, unions)
        case {"type": "object", "additionalProperties": dict() as values} if values:
            return f"Record<string, {_type(values, unions)}>"
        case {"type": simple}:
            return PLAIN[simple]
    return "unknown"


def _array(kind: dict[str, Any], unions: dict[tuple[str, ...], str]) -> str:
    if "prefixItems" in kind:
        return f"[{', '.join(_type(item, unions) for item in kind['prefixItems'])}]"
    inner = _type(kind.get("items", {}), unions)
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


def _any_of(parts: list[dict[str, Any]], unions: dict[tuple[str, ...], str]) -> str:
    refs = tuple(sorted(part["$ref"] for part in parts if "$ref" in part))
    rest: Iterable[dict[str, Any]] = (part for part in parts if "$ref" not in part)
    named = [unions[refs]] if refs in unions and len(refs) > 1 else [_name(ref) for ref in refs]
    return " | ".join(dict.fromkeys([*named, *(_type(part, unions) for part in rest)]))


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
