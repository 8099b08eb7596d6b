"""One player at several devices: a personal code gives another browser what this one holds.

The store keeps a hash of the code. The player who made it may make another, which voids it, and may send all other
devices away; the first browser cannot be sent away by those that came by the code.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

from schiltron.battle.words.grammar import counted
from schiltron.server.fault import Refusal
from schiltron.server.open_battles import OpenBattles
from schiltron.server.seats import Claim, fresh_cookie
from schiltron.server.store import key_of

_SIGNS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""None that is taken for another."""
_GROUPS, _EACH = 4, 4


def fresh_code() -> str:
    """Sixteen characters out of thirty-one: nobody guesses it, and it can be typed."""
    return "-".join("".join(secrets.choice(_SIGNS) for _ in range(_EACH)) for _ in range(_GROUPS))


def plain_code(said: str) -> str:
    """A code as somebody types it, or the link that ends with it."""
    end = said.rpartition("=")[2].lower()
    signs = "".join(one for one in end if one in _SIGNS)
    return "-".join(signs[at : at + _EACH] for at in range(0, len(signs), _EACH))


async def make_code(open_battles: OpenBattles, visitor: str) -> str:
    """A new code; the one before is void."""
    code = fresh_code()
    await asyncio.wrap_future(open_battles.store.keep_code(visitor, key_of(code)))
    return code


async def enter(open_battles: OpenBattles, claim: Claim, said: str, *, bring: bool) -> Claim:
    """The visitor of a code, for a browser that is to be theirs too. The browser keeps what it held before."""
    visitor = await asyncio.to_thread(open_battles.store.visitor_of_code, key_of(plain_code(said)))
    if visitor is None:
        raise Refusal(404, "there is no such code", where="code", right="the code as it is shown, or a newer one")
    if claim.visitor == visitor:
        return claim
    held = await asyncio.to_thread(open_battles.store.held_by, claim.visitor) if claim.visitor else []
    saved = await asyncio.to_thread(open_battles.store.saved.of, claim.visitor) if claim.visitor else []
    if (held or saved) and not bring:
        has = [f"{counted(len(held), 'battle')}"] if held else []
        has += [f"{counted(len(saved), 'saved list')}"] if saved else []
        what = f"this browser has {' and '.join(has)} of its own"
        raise Refusal(409, what, where="bring", right="bring: true, to hand them to whoever made the code")
    fresh = Claim(cookie=fresh_cookie())
    before = claim.visitor if held or saved else ""
    await asyncio.wrap_future(open_battles.store.keep_device(fresh.visitor, visitor, before))
    open_battles.devices[fresh.visitor] = visitor
    if before:
        open_battles.bring(before, visitor)
    return Claim(cookie=fresh.cookie, known_as=visitor)


async def send_away(open_battles: OpenBattles, visitor: str, besides: str) -> int:
    """Send away all other devices that came by the code, and void the code; returns how many there were."""
    gone = [one for one, known_as in open_battles.devices.items() if known_as == visitor and one != besides]
    await asyncio.wrap_future(open_battles.store.forget_devices(visitor, besides))
    for one in gone:
        del open_battles.devices[one]
    open_battles.hang_up_on(visitor)
    return len(gone)
