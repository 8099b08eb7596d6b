"""The application: routes, limits, and one form for everything that goes wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from schiltron import __version__
from schiltron.battle.record.journal import Unrepeatable
from schiltron.server.addresses import Reaching
from schiltron.server.cached_answers import Shelf
from schiltron.server.compression import Packing
from schiltron.server.connections import Gate
from schiltron.server.fault import Refusal
from schiltron.server.http import refused
from schiltron.server.limits import Buckets
from schiltron.server.middleware import Doorkeeper
from schiltron.server.open_battles import OpenBattles
from schiltron.server.openapi import described
from schiltron.server.preloading import warm_up
from schiltron.server.routes import (
    battles,
    exports,
    field_workshop,
    figures,
    lessons,
    live,
    pages,
    people,
    prints,
    reach,
    rosters,
    saved,
    scenario_desk,
    seats,
    shelves,
    text,
    text_start,
    trials,
    workshop,
)
from schiltron.server.settings import Settings
from schiltron.server.static_page import ShippedPage


def create_app(settings: Settings) -> FastAPI:
    """The application on its database, which is opened here; DatabaseFault where that cannot be."""
    warm_up()
    open_battles = OpenBattles(settings)

    @asynccontextmanager
    async def open_house(_app: FastAPI) -> AsyncIterator[None]:
        open_battles.start()
        try:
            yield
        finally:
            await open_battles.close()

    app = FastAPI(
        title="Schiltron",
        version=__version__,
        lifespan=open_house,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.open_battles = open_battles
    app.state.gate = Gate(settings)
    app.state.page = ShippedPage(settings.page)
    app.state.requests = Buckets(settings.limits.requests)
    app.state.new_battles = Buckets(settings.limits.new_battles)
    app.state.saves = Buckets(settings.limits.saves)
    app.state.questions = Buckets(settings.limits.questions)
    app.state.open_lines = Counter()
    app.state.reaching = Reaching()
    app.state.heralds = text.Heralds()
    app.state.shelf = Shelf()
    for routes in (
        reach,
        people,
        shelves,
        rosters,
        lessons,
        battles,
        seats,
        exports,
        text,
        text_start,
        workshop,
        field_workshop,
        figures,
        saved,
        scenario_desk,
        trials,
        prints,
        live,
        pages,
    ):
        app.include_router(routes.router)
    app.openapi = lambda: described(app)  # type: ignore[method-assign]
    _answer_for_faults(app)
    app.add_middleware(Packing)
    app.add_middleware(Doorkeeper, requests=app.state.requests, gate=app.state.gate, reaching=app.state.reaching)
    return app


def _answer_for_faults(app: FastAPI) -> None:
    @app.exception_handler(Refusal)
    async def refusal_said(_request: Request, refusal: Refusal) -> Response:
        return refused(refusal)

    @app.exception_handler(Unrepeatable)
    async def other_rules(_request: Request, error: Unrepeatable) -> Response:
        return refused(Refusal(410, f"this part of the battle was played by other rules: {error}"))

    @app.exception_handler(RequestValidationError)
    async def wrong_parameter(_request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return refused(Refusal(422, str(first["msg"]), where=where, right="see /api/openapi.json"))

    @app.exception_handler(HTTPException)
    async def not_found(_request: Request, error: HTTPException) -> Response:
        return refused(Refusal(error.status_code, str(error.detail).lower(), right="see /api/openapi.json"))
