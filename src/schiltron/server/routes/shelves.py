"""What is ready to be read and fought: books with their rules, scenarios, army lists."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request, Response

from schiltron.battle.state.encoding import encode
from schiltron.muster import ready_armies, ready_scenarios
from schiltron.rulesets import NAMES, UnknownRuleset, ruleset
from schiltron.server import jobs
from schiltron.server.cached_answers import Shelf
from schiltron.server.catalogue import army_shown, book_shown, rulebook, scenario_shown
from schiltron.server.catalogue_payloads import ArmyText
from schiltron.server.fault import Refusal
from schiltron.server.http import address_of, backroom_of, charge, read_body, sent

router = APIRouter(prefix="/api")


@router.get("/books")
async def books(request: Request) -> Response:
    """The books that can be played by, their options and captains."""
    return await _shelved(request, "books", lambda: [book_shown(name) for name in NAMES])


@router.get("/books/{book}/rules")
async def rules(request: Request, book: str) -> Response:
    """Every rule of a book, and its tables."""
    try:
        return await _shelved(request, f"rules of {ruleset(book).name}", lambda: rulebook(book))
    except UnknownRuleset as unknown:
        raise Refusal(404, str(unknown), where="book", right=f"one of {', '.join(NAMES)}") from unknown


@router.get("/scenarios")
async def scenarios(request: Request) -> Response:
    """The battles that are ready to be fought."""
    return await _shelved(request, "scenarios", lambda: [scenario_shown(one) for one in ready_scenarios()])


@router.get("/scenarios/{scenario}/picture")
async def scenario_picture(request: Request, scenario: str) -> Response:
    """A ready battle with its armies drawn up: a picture of its table, and one as small as a stamp."""
    if scenario not in {one.id for one in ready_scenarios()}:
        raise Refusal(404, "there is no such scenario", where="scenario", right="an id of /api/scenarios")
    shelf: Shelf = request.app.state.shelf
    drawn = await shelf.get(f"picture of {scenario}", lambda: backroom_of(request).scenario_picture(scenario))
    return drawn.sent(request)


@router.get("/armies")
async def armies(request: Request) -> Response:
    """The armies that are ready to march."""
    return await _shelved(request, "armies", lambda: [army_shown(name, army) for name, army in ready_armies().items()])


async def _shelved(request: Request, name: str, find: Callable[[], Any]) -> Response:
    shelf: Shelf = request.app.state.shelf
    return (await shelf.get(name, lambda: asyncio.to_thread(lambda: encode(find())))).sent(request)


@router.post("/armies/check")
async def check_army(request: Request) -> Response:
    """What an army list costs, and every rule it breaks."""
    charge(request, 5)
    toml = (await read_body(request, ArmyText)).toml
    return sent(await backroom_of(request).quick(address_of(request), "lists", jobs.LIST_SECONDS, jobs.army, toml))
