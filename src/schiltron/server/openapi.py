"""The description of the service (OpenAPI 3.1). The page's types can be made from it.

Bodies are described by the JSON Schemas of the Structs they are decoded into and encoded from, so the description
cannot drift from the code. What goes over a live connection is described as the components FromPage and ToPage.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from schiltron.battle.door.group_orders import InTurn
from schiltron.battle.guide.answers import Card, MenuEntry, Overlay, Preview, Silhouette, Target
from schiltron.battle.state.decision import Answer, AnyDecision
from schiltron.battle.state.event import AnyEvent
from schiltron.battle.state.law import Rule
from schiltron.battle.state.order import Order
from schiltron.muster.fieldbench import Palette
from schiltron.muster.scenario import Scenario as MadeScenario
from schiltron.rulesets import NAMES, package_of, ruleset
from schiltron.server import battle_payloads as battles
from schiltron.server import catalogue_payloads as shelves
from schiltron.server import messages, shelf
from schiltron.server import people_payloads as people
from schiltron.server.addresses import AddressSaid, Listening, Reach, TriedAddress, Word
from schiltron.server.converting import ConvertedShown, ReadySheets, SheetAsked
from schiltron.server.fault import ErrorBody
from schiltron.server.field_workshop import FieldAsked, FieldShown, GroundAsked, GroundLaid
from schiltron.server.hints import Hint
from schiltron.server.lesson_battles import GoneFree, LessonLine, LessonShown, LessonWish
from schiltron.server.new_battles import BattleWish
from schiltron.server.own_place import OwnPlace
from schiltron.server.pictured_lists import ListPictured, PictureAsked
from schiltron.server.printing import PrintAsked
from schiltron.server.questions import AnyQuestion, Distance
from schiltron.server.reviews import ReviewShown
from schiltron.server.routes import text
from schiltron.server.scenario_desk import ScenarioAsked, ScenarioReport
from schiltron.server.shown import ChatShown, DiceShown, Held, HintsShown, Snapshot, Step, ThoughtShown
from schiltron.server.store import ChatLine, NextBattle
from schiltron.server.trial_wishes import TrialWish
from schiltron.server.trials import TrialShown
from schiltron.server.what_if import PlayOn
from schiltron.server.workshop import ListAsked, ListOpened, ListShown, RulesAsked, RulesOpened, RulesShown

Schema = dict[str, Any]

_BATTLE: Final = "/api/battles/{battle}"
_SAVED: Final = "/api/workshop/saved/{thing}"
_GUIDANCE: Final = (
    Card,
    list[InTurn],
    tuple[MenuEntry, ...],
    tuple[Overlay, ...],
    Preview,
    tuple[Target, ...],
    Rule,
    Distance,
    Hint,
)

_TAKEN: Final[dict[tuple[str, str], Any]] = {
    ("post", "/api/battles"): BattleWish,
    ("post", f"{_BATTLE}/orders"): battles.GivenOrder,
    ("post", f"{_BATTLE}/ask"): battles.Asked,
    ("post", f"{_BATTLE}/dice"): battles.AddedToDice,
    ("post", f"{_BATTLE}/seats"): battles.TakenSeat,
    ("post", f"{_BATTLE}/seats/link"): battles.GivenSeat,
    ("post", f"{_BATTLE}/text"): battles.TypedLine,
    ("post", "/api/armies/check"): shelves.ArmyText,
    ("post", "/api/workshop/list"): ListAsked,
    ("post", "/api/workshop/open"): shelves.ArmyText,
    ("post", "/api/workshop/house"): shelves.ArmyText,
    ("post", "/api/workshop/house/look"): RulesAsked,
    ("post", "/api/workshop/picture"): PictureAsked,
    ("post", "/api/workshop/convert"): SheetAsked,
    ("post", "/api/workshop/saved"): shelf.ThingSaved,
    ("post", "/api/workshop/scenario"): ScenarioAsked,
    ("post", "/api/workshop/print/army"): PrintAsked,
    ("post", "/api/workshop/print/rosters"): PrintAsked,
    ("post", "/api/workshop/print/scenario"): PrintAsked,
    ("post", "/api/workshop/trials"): TrialWish,
    ("post", "/api/workshop/field/look"): FieldAsked,
    ("post", "/api/workshop/field/roll"): GroundAsked,
    ("put", _SAVED): shelf.TextSaved,
    ("post", f"{_SAVED}/share"): people.Plain,
    ("post", f"{_SAVED}/edit-link"): people.Plain,
    ("post", "/api/me"): people.NameSaid,
    ("post", "/api/me/code"): people.Plain,
    ("post", "/api/me/enter"): people.CodeSaid,
    ("post", "/api/me/devices/forget"): people.Plain,
    ("post", f"{_BATTLE}/seats/look"): people.InvitationSeen,
    ("post", f"{_BATTLE}/chat"): people.WordsSaid,
    ("post", f"{_BATTLE}/chat/open"): people.ChatAgreed,
    ("post", f"{_BATTLE}/hints"): people.HintsAgreed,
    ("post", f"{_BATTLE}/rematch"): people.RematchWished,
    ("post", f"{_BATTLE}/play-on"): PlayOn,
    ("post", "/api/reach/listen"): Listening,
    ("post", "/api/reach/check"): AddressSaid,
    ("post", "/api/lessons"): LessonWish,
    ("post", f"{_BATTLE}/lesson/free"): GoneFree,
}
_GIVEN: Final[dict[tuple[str, str], Any]] = {
    ("get", "/api/me"): people.Me,
    ("post", "/api/me"): people.Me,
    ("get", "/api/me/ladder"): dict[str, OwnPlace],
    ("post", "/api/me/code"): people.OwnCode,
    ("post", "/api/me/enter"): people.Me,
    ("post", "/api/me/devices/forget"): people.Me,
    ("post", f"{_BATTLE}/seats/look"): people.InvitationShown,
    ("post", f"{_BATTLE}/chat"): ChatLine,
    ("post", f"{_BATTLE}/chat/open"): ChatShown,
    ("post", f"{_BATTLE}/hints"): HintsShown,
    ("post", f"{_BATTLE}/rematch"): NextBattle,
    ("post", f"{_BATTLE}/play-on"): battles.NewBattle,
    ("get", "/api/reach"): Reach,
    ("get", "/api/reach/word"): Word,
    ("post", "/api/reach/listen"): Reach,
    ("post", "/api/reach/check"): TriedAddress,
    ("get", "/api/books"): list[shelves.BookShown],
    ("get", "/api/books/{book}/rules"): shelves.Rulebook,
    ("get", "/api/scenarios"): list[shelves.ScenarioShown],
    ("get", "/api/scenarios/{scenario}/picture"): shelves.ScenarioPicture,
    ("get", "/api/armies"): list[shelves.ArmyShown],
    ("post", "/api/armies/check"): shelves.ArmyReport,
    ("post", "/api/workshop/list"): ListShown,
    ("post", "/api/workshop/open"): ListOpened,
    ("post", "/api/workshop/house"): RulesOpened,
    ("post", "/api/workshop/house/look"): RulesShown,
    ("post", "/api/workshop/picture"): ListPictured,
    ("get", "/api/workshop/ready/{book}/{army}"): ListOpened,
    ("get", "/api/workshop/creatures"): ReadySheets,
    ("post", "/api/workshop/convert"): ConvertedShown,
    ("get", "/api/workshop/saved"): shelf.ThingsShown,
    ("post", "/api/workshop/scenario"): ScenarioReport,
    ("post", "/api/workshop/trials"): TrialShown,
    ("get", "/api/workshop/trials/{trial}"): TrialShown,
    ("delete", "/api/workshop/trials/{trial}"): TrialShown,
    ("get", "/api/workshop/field/palette/{book}"): Palette,
    ("get", "/api/workshop/field/ready/{scenario}"): MadeScenario,
    ("post", "/api/workshop/field/look"): FieldShown,
    ("post", "/api/workshop/field/roll"): GroundLaid,
    ("get", "/api/workshop/schemas/{book}/{kind}"): dict[str, Any],
    ("post", "/api/workshop/saved"): shelf.ThingShown,
    ("get", _SAVED): shelf.ThingShown,
    ("put", _SAVED): shelf.ThingShown,
    ("post", f"{_SAVED}/share"): shelf.ThingShown,
    ("delete", f"{_SAVED}/share"): shelf.ThingShown,
    ("post", f"{_SAVED}/edit-link"): shelf.EditLink,
    ("get", "/api/workshop/shared/{share}"): shelf.CopyShown,
    ("get", "/api/lessons"): list[LessonLine],
    ("post", "/api/lessons"): battles.NewBattle,
    ("get", f"{_BATTLE}/lesson"): LessonShown,
    ("post", f"{_BATTLE}/lesson/free"): battles.NewBattle,
    ("post", "/api/battles"): battles.NewBattle,
    ("get", "/api/battles"): list[battles.BattleLine],
    ("get", _BATTLE): Snapshot,
    ("post", f"{_BATTLE}/orders"): battles.CarriedOut,
    ("get", f"{_BATTLE}/history"): list[Step],
    ("get", f"{_BATTLE}/review"): ReviewShown,
    ("get", f"{_BATTLE}/thoughts"): list[ThoughtShown],
    ("post", f"{_BATTLE}/dice"): DiceShown,
    ("post", f"{_BATTLE}/seats"): Held,
    ("post", f"{_BATTLE}/seats/link"): battles.SeatLink,
    ("post", f"{_BATTLE}/text"): text.TextAnswer,
}
_FILES: Final = {
    f"{_BATTLE}/journal.jsonl": "application/x-ndjson",
    f"{_BATTLE}/moment.svg": "image/svg+xml",
    f"{_BATTLE}/small.svg": "image/svg+xml",
    f"{_BATTLE}/report.html": "text/html",
    f"{_BATTLE}/text": "text/plain",
    "/api/armies/{book}/{army}/rosters.pdf": "application/pdf",
    "/api/scenarios/{scenario}/rosters.pdf": "application/pdf",
    "/api/workshop/print/army": "application/pdf",
    "/api/workshop/print/rosters": "application/pdf",
    "/api/workshop/print/scenario": "application/pdf",
}
_UNIONS: Final[dict[str, Any]] = {
    "AnyEvent": AnyEvent,
    "Order": Order,
    "Answer": Answer,
    "Decision": AnyDecision,
    "Question": AnyQuestion,
    "FromPage": messages.FromPage,
    "ToPage": messages.ToPage,
}
_SHARED: Final = (*_TAKEN.values(), *_GIVEN.values(), *_GUIDANCE, ErrorBody, Silhouette, *_UNIONS.values())
"""What is described of every book alike."""
_REFERENCE: Final = "#/components/schemas/{name}"
_CLAIMS: Final = (
    ("seat", "which of the seats the cookie holds; without it the first of them, or the public view"),
    ("watch", "1 for the public view although a seat is held"),
)


def described(app: FastAPI) -> Schema:
    """The whole description, made once."""
    if app.openapi_schema is None:
        app.openapi_schema = _made(app)
    return app.openapi_schema


def _made(app: FastAPI) -> Schema:
    made = get_openapi(title=app.title, version=app.version, routes=app.routes, description=_ABOUT)
    found, components = msgspec.json.schema_components(_SHARED, ref_template=_REFERENCE)
    schemas = dict(zip(map(str, _SHARED), found, strict=True))
    own = {name: _of_book(name, components) for name in NAMES}
    for parts in own.values():
        components |= parts
    components |= {name: schemas[str(union)] for name, union in _UNIONS.items()}
    components["Guidance"] = {"anyOf": [schemas[str(kind)] for kind in _GUIDANCE]}
    _fill_in(components, [{"$ref": _REFERENCE.format(name=f"{_titled(name)}Battle")} for name in NAMES])
    made["components"] = {"schemas": components}
    for path, methods in made["paths"].items():
        for method, operation in methods.items():
            _describe(operation, method, path, schemas)
    return _plainly_named(made)


def _of_book(book: str, shared: Schema) -> Schema:
    """The parts of a book's battle that are its own. They are named after it, since books use the same words."""
    wanted = (*_SHARED, ruleset(book).battle_type)
    found, components = msgspec.json.schema_components(wanted, ref_template=_REFERENCE)
    battle = found[-1]["$ref"].rpartition("/")[2]
    names = {name: _own_name(name, book, battle, shared) for name in components if name not in shared}
    own = {plain: components[name] for name, plain in names.items() if plain not in shared}
    return _renamed(own, names)


def _own_name(name: str, book: str, battle: str, shared: Schema) -> str:
    """A struct that shares its name with one of the book is called by its whole name there."""
    short = name.rpartition(".")[2]
    if short in shared and not name.startswith(f"{package_of(book)}."):
        return short
    return _titled(book) + {battle: "Battle", "Unit_UnitPart_": "Unit"}.get(name, short)


def _titled(book: str) -> str:
    return "".join(map(str.capitalize, book.split("_")))


def _describe(operation: Schema, method: str, path: str, schemas: dict[str, Schema]) -> None:
    operation["operationId"] = operation["operationId"].split("_api_")[0]
    if (method, path) in _TAKEN:
        body = {"schema": schemas[str(_TAKEN[method, path])]}
        operation["requestBody"] = {"required": True, "content": {"application/json": body}}
    (status,) = (one for one in operation["responses"] if one.startswith("2"))
    kind = "application/json" if (method, path) in _GIVEN else _FILES.get(path, "application/json")
    schema: Schema = {"type": "string"}
    if path == f"{_BATTLE}/ask":
        schema = {"$ref": "#/components/schemas/Guidance"}
    elif (method, path) in _GIVEN:
        schema = schemas[str(_GIVEN[method, path])]
    said = {"description": "What is wrong.", "content": {"application/json": {"schema": schemas[str(ErrorBody)]}}}
    operation["responses"] = {
        status: {"description": "As asked.", "content": {kind: {"schema": schema}}},
        "4XX": said,
    }
    if path.startswith(_BATTLE) and method == "get":
        given = operation.setdefault("parameters", [])
        given += [_parameter(name, about) for name, about in _CLAIMS]


def _parameter(name: str, about: str) -> Schema:
    return {"name": name, "in": "query", "required": False, "description": about, "schema": {"type": "string"}}


def _fill_in(components: Schema, books: list[Schema]) -> None:
    """What the Structs leave open: whose battle it is, sentences with events, and changes field by field."""
    battle = books[0] if len(books) == 1 else {"anyOf": books}
    fields = [components[book["$ref"].rpartition("/")[2]]["properties"] for book in books]
    changed = {
        name: schema if len(books) == 1 else {"anyOf": [one[name] for one in fields]}
        for name, schema in fields[0].items()
        if name != "units"
    }
    units = [one["units"]["additionalProperties"] for one in fields]
    changed["units"] = {"type": "object", "additionalProperties": {"anyOf": [*units, {"type": "null"}]}}
    changed["shapes"] = {"type": "object", "additionalProperties": {"$ref": "#/components/schemas/Silhouette"}}
    components["Changes"] = {"type": "object", "title": "Changes", "properties": changed}
    sentence = {"anyOf": [components["SaidShown"]["properties"]["text"], {"type": "null"}]}
    told = {"type": "object", "properties": {"told": sentence}, "required": ["told"]}
    components["ToldEvent"] = {"allOf": [{"$ref": "#/components/schemas/AnyEvent"}, told]}
    for name in ("Step", "CarriedOut"):
        components[name]["properties"]["changes"] = {"$ref": "#/components/schemas/Changes"}
        components[name]["properties"]["events"]["items"] = {"$ref": "#/components/schemas/ToldEvent"}
    components["Snapshot"]["properties"]["battle"] = battle


_RENAMED: Final = {
    "schiltron.battle.state.decision.Item": "Item",
    "schiltron.parent_game.creature.Item": "MagicItem",
    "schiltron.battle.state.event.Formed": "FormedEvent",
    "schiltron.table.body.Formed": "FormedBody",
}
"""Structs that share a name."""


def _plainly_named(made: Schema) -> Schema:
    """Names as people say them; what only stood for any book's battle goes."""
    schemas = made["components"]["schemas"]
    made["components"]["schemas"] = {
        _RENAMED.get(name, name): schema for name, schema in schemas.items() if not name.endswith(("_Any_", "__Any_"))
    }
    return _renamed(made, _RENAMED)


def _renamed(made: Schema, names: dict[str, str]) -> Schema:
    """The same with every reference by its new name."""
    text = msgspec.json.encode(made).decode()
    for name, plain in names.items():
        text = text.replace(f'"{_REFERENCE.format(name=name)}"', f'"{_REFERENCE.format(name=plain)}"')
    renamed: Schema = msgspec.json.decode(text)
    return renamed


_ABOUT: Final = (
    "Battles played live. A seat is held by the visitor's cookie, which an invitation gives. Orders name the "
    "position of the journal they answer. Live connections: "
    "/api/battles/{battle}/live?seat=&position=&hash= (WebSocket, JSON messages as FromPage and ToPage describe)."
)
