"""Visitors and their cookies. Cookies are made only here: one that a browser invents counts for nothing."""

from __future__ import annotations

import asyncio
from typing import Final

from fastapi import Request, Response

from schiltron.server.http import claim_of, open_battles_of, settings_of
from schiltron.server.seats import COOKIE, Claim, fresh_cookie

COOKIE_SECONDS: Final = 365 * 24 * 3600


async def visitor_of(request: Request) -> Claim:
    """The visitor who asks, by a cookie that we have given out and know; otherwise by a fresh one, which is to be
    `remembered`."""
    claim = claim_of(request)
    known: bool = claim.visitor != "" and await asyncio.to_thread(open_battles_of(request).store.knows, claim.visitor)
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
