"""One player at several devices: a code of one's own gives another browser what this one holds.

The store keeps a hash of the code. Whoever made it may make another, which voids it, and may send all other devices
away; the browser that was first cannot be sent away by those that came by the code.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

from schiltron.server.fault import Refusal
from schiltron.server.house import House
from schiltron.server.seating import Claim, fresh_cookie
from schiltron.server.store import key_of

_SIGNS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""None that is taken for another."""
_GROUPS, _EACH = 4, 4


def fresh_code() -> str:
    """Sixteen signs of thirty-one: nobody guesses it, and it can be typed."""
    return "-".join("".join(secrets.choice(_SIGNS) for _ in range(_EACH)) for _ in range(_GROUPS))


def plain_code(said: str) -> str:
    """A code as somebody types it, or the link that ends with it."""
    end = said.rpartition("=")[2].lower()
    signs = "".join(one for one in end if one in _SIGNS)
    return "-".join(signs[at : at + _EACH] for at in range(0, len(signs), _EACH))


async def make_code(house: House, visitor: str) -> str:
    """A new code; the one before is void."""
    code = fresh_code()
    await asyncio.wrap_future(house.store.keep_code(visitor, key_of(code)))
    return code


async def enter(house: House, claim: Claim, said: str, *, bring: bool) -> Claim:
    """The visitor of a code, for a browser that is to be theirs too. What the browser held so far comes along."""
    visitor = await asyncio.to_thread(house.store.visitor_of_code, key_of(plain_code(said)))
    if visitor is None:
        raise Refusal(404, "there is no such code", where="code", right="the code as it is shown, or a newer one")
    if claim.visitor == visitor:
        return claim
    held = await asyncio.to_thread(house.store.held_by, claim.visitor) if claim.visitor else []
    if held and not bring:
        what = f"this browser has {len(held)} battle{'s' if len(held) > 1 else ''} of its own"
        raise Refusal(409, what, where="bring", right="bring: true, to hand them to whoever made the code")
    fresh = Claim(cookie=fresh_cookie())
    before = claim.visitor if held else ""
    await asyncio.wrap_future(house.store.keep_device(fresh.visitor, visitor, before))
    house.devices[fresh.visitor] = visitor
    if before:
        house.bring(before, visitor)
    return Claim(cookie=fresh.cookie, known_as=visitor)


async def send_away(house: House, visitor: str, besides: str) -> int:
    """All other devices that came by the code, and the code; how many there were."""
    gone = [one for one, known_as in house.devices.items() if known_as == visitor and one != besides]
    await asyncio.wrap_future(house.store.forget_devices(visitor, besides))
    for one in gone:
        del house.devices[one]
    house.hang_up_on(visitor)
    return len(gone)
