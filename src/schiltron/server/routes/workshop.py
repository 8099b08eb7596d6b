"""The workshop: army lists in the making."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from schiltron.server import jobs
from schiltron.server.catalogue_payloads import ArmyText
from schiltron.server.http import address_of, backroom_of, charge, decoded, read_body, read_bytes, sent
from schiltron.server.workshop import ListAsked, RulesAsked

router = APIRouter(prefix="/api/workshop")


@router.post("/list")
async def army_list(request: Request) -> Response:
    """What a list costs, what is against it and would put it right, what may be chosen and added."""
    charge(request, 2)
    asked = await read_bytes(request)
    decoded(asked, ListAsked)
    return sent(
        await backroom_of(request).quick(address_of(request), "lists", jobs.LIST_SECONDS, jobs.army_list, asked)
    )


@router.post("/house")
async def open_house_rules(request: Request) -> Response:
    """House rules from the text of a file."""
    charge(request, 2)
    toml = (await read_body(request, ArmyText)).toml
    return sent(
        await backroom_of(request).quick(address_of(request), "lists", jobs.LIST_SECONDS, jobs.opened_rules, toml)
    )


@router.post("/house/look")
async def look_at_house_rules(request: Request) -> Response:
    """What keeps house rules from being taken in, and the text of their file."""
    charge(request, 2)
    asked = await read_bytes(request)
    decoded(asked, RulesAsked)
    return sent(
        await backroom_of(request).quick(address_of(request), "lists", jobs.LIST_SECONDS, jobs.looked_at_rules, asked)
    )


@router.post("/open")
async def open_list(request: Request) -> Response:
    """A list from the text of a file."""
    charge(request, 2)
    toml = (await read_body(request, ArmyText)).toml
    return sent(
        await backroom_of(request).quick(address_of(request), "lists", jobs.LIST_SECONDS, jobs.opened_list, toml)
    )
