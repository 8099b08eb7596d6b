"""Visitors and their cookies. A cookie is made here and nowhere else: what a browser brings of its own is nothing."""

from __future__ import annotations

import asyncio
from typing import Final

from fastapi import Request, Response

from schiltron.server.http import claim_of, house_of, settings_of
from schiltron.server.seating import COOKIE, Claim, fresh_cookie

COOKIE_SECONDS: Final = 365 * 24 * 3600


async def visitor_of(request: Request) -> Claim:
    """Who asks, by a cookie that we have given out and know; else by a fresh one, which is to be `remembered`."""
    claim = claim_of(request)
    known: bool = claim.visitor != "" and await asyncio.to_thread(house_of(request).store.knows, claim.visitor)
    if known:
        return claim
    return Claim(cookie=fresh_cookie())


def remembered(response: Response, request: Request, claim: Claim) -> Response:
    response.set_cookie(
        COOKIE,
        claim.cookie,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=settings_of(request).secure_cookies or request.url.scheme == "https",
    )
    return response
