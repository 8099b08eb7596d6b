"""Roster sheets to print, of what is ready on the shelves."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from schiltron.muster import load_army, load_scenario
from schiltron.muster.library import ready_names
from schiltron.report.rosters import Paper, print_rosters, roster_of, rosters_of
from schiltron.server.fault import Refusal

router = APIRouter(prefix="/api")

Size = Annotated[Literal["a4", "letter"], Query(description="what it will be printed on")]


@router.get("/armies/{book}/{army}/rosters.pdf")
async def army_rosters(book: str, army: str, paper: Size = "a4") -> Response:
    """The roster sheets of a ready army."""
    name = f"{book}/{army}"
    if name not in ready_names("armies"):
        raise Refusal(404, "there is no such army", where="army", right="an id of /api/armies")
    return _sent(await asyncio.to_thread(_of_army, name, _paper(paper)), f"{army}.pdf")


@router.get("/scenarios/{scenario}/rosters.pdf")
async def scenario_rosters(scenario: str, side: Literal["red", "blue"] | None = None, paper: Size = "a4") -> Response:
    """The roster sheets of a ready scenario, of one side or of both."""
    if scenario not in ready_names("scenarios"):
        raise Refusal(404, "there is no such scenario", where="scenario", right="an id of /api/scenarios")
    body = await asyncio.to_thread(_of_scenario, scenario, side, _paper(paper))
    return _sent(body, f"{scenario}-{side}.pdf" if side else f"{scenario}.pdf")


@lru_cache(maxsize=64)
def _of_army(name: str, paper: Paper) -> bytes:
    return print_rosters([roster_of(load_army(name))], paper)


@lru_cache(maxsize=64)
def _of_scenario(name: str, side: str | None, paper: Paper) -> bytes:
    both = rosters_of(load_scenario(name))
    return print_rosters([both[side]] if side else list(both.values()), paper)


def _paper(size: Literal["a4", "letter"]) -> Paper:
    return "us-letter" if size == "letter" else "a4"


def _sent(body: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "max-age=300"}
    return Response(body, headers=headers, media_type="application/pdf")
