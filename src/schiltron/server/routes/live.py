"""The live connection of a page: everything that happens, as it happens, and orders and questions back."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from sqlalchemy.exc import SQLAlchemyError

from schiltron.battle.record.journal import view_hash
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.order import Dice
from schiltron.server.fault import Refusal, store_fails
from schiltron.server.http import address_of, claim_of, open_battles_of, same_origin, settings_of
from schiltron.server.invitations import came_back
from schiltron.server.limits import Bucket
from schiltron.server.listeners import AWAY, BEHIND, POLICY, Hangup, Listener
from schiltron.server.live import Carried, LiveBattle
from schiltron.server.messages import (
    Answered,
    Ask,
    DiceBeingBound,
    GiveOrder,
    ObeyedOrder,
    Ping,
    Pong,
    Ref,
    RefusedOrder,
    from_page,
)
from schiltron.server.seats import Claim, held_seats, may_give, seat_of
from schiltron.server.shown import DiceShown, step
from schiltron.server.snapshots import snapshot
from schiltron.server.typed_dice import read_faces

router = APIRouter()

REFUSED: Final = 4000
"""Close codes beyond this are a refusal's status, and final: 4404 is no such battle, 4403 no such seat."""


@router.websocket("/api/battles/{battle}/live")
async def live_line(
    socket: WebSocket, battle: str, position: Annotated[int | None, Query()] = None, hash: str = ""
) -> None:
    open_lines: Counter[str] = socket.app.state.open_lines
    address = address_of(socket)
    await socket.accept()
    try:
        _room_for(socket, open_lines, address)
        same_origin(socket)
        live = await open_battles_of(socket).battle(battle)
        claim = claim_of(socket)
        seat = seat_of(live, claim)
        if seat is not None:
            await came_back(live, open_battles_of(socket).store, seat)
    except Refusal as refusal:
        await _turned_away(socket, refusal)
        return
    except SQLAlchemyError:
        await _turned_away(socket, store_fails())
        return
    open_lines[address] += 1
    try:
        await Line(socket, live, claim, seat).serve(position, hash)
    finally:
        open_lines[address] -= 1
        if not open_lines[address]:
            del open_lines[address]


async def _turned_away(socket: WebSocket, refusal: Refusal) -> None:
    """Told why, and hung up on; where trying again may help, with a code that says so."""
    await socket.send_text(encode(refusal.body).decode())
    code = BEHIND if refusal.retry_after is not None else REFUSED + refusal.status
    await socket.close(code, refusal.said.what[:100])


def _room_for(socket: WebSocket, open_lines: Counter[str], address: str) -> None:
    socket.app.state.requests.take(address)
    limits = settings_of(socket).limits
    if open_lines[address] >= limits.connections_per_address or open_lines.total() >= limits.connections:
        raise Refusal(429, "too many live connections", right="close some", retry_after=10)


class Line:
    """One connection: a task sends what is queued for it, this one reads what the page says."""

    def __init__(self, socket: WebSocket, live: LiveBattle, claim: Claim, seat: str | None) -> None:
        self.socket, self.live, self.claim, self.seat = socket, live, claim, seat
        limits = settings_of(socket).limits
        self.listener = Listener(seat, limits.unsent_messages, limits.unsent_bytes)
        self._haste = Bucket(limits.messages)
        self._excess = 0

    async def serve(self, position: int | None, known_hash: str) -> None:
        await self._catch_up(position, known_hash)
        self.live.join(self.listener)
        if self.seat is not None and self.seat not in [one.seat for one in held_seats(self.live, self.claim)]:
            self.listener.hang_up(AWAY, "this seat has been passed on to somebody else")
        sending = asyncio.create_task(self._send())
        try:
            while True:
                message = await self.socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                data = message.get("bytes")
                await self._hear(data if data is not None else (message.get("text") or "").encode())
        except WebSocketDisconnect:
            return
        finally:
            self.live.leave(self.listener)
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)

    async def _catch_up(self, position: int | None, known_hash: str) -> None:
        """What was missed since a position; the whole battle where that is not known, or too long ago.

        Most of it is made in a thread; what happened meanwhile is added at once, so that nothing falls in between.
        """
        live = self.live
        dice: DiceShown | None
        reached = await asyncio.to_thread(self._known, position, known_hash)
        if reached is None:
            now = await asyncio.to_thread(snapshot, live, self.seat, self.claim)
            self.listener.tell(now)
            reached, dice = now.position, now.dice
        else:
            upto = live.position
            for message in await asyncio.to_thread(self._steps, reached, upto):
                self.listener.say(message)
            reached, dice = upto, None if position == 0 else live.dice_shown
            for besides in (live.table_talk.shown(self.seat), live.following, live.time.shown):
                if besides is not None:
                    self.listener.tell(besides)
        for message in self._steps(reached, live.position):
            self.listener.say(message)
        if dice != live.dice_shown:
            self.listener.tell(DiceBeingBound(live.dice_shown))

    def _known(self, position: int | None, known_hash: str) -> int | None:
        """The position the page says it has come to, if it can go on from there."""
        live = self.live
        most = settings_of(self.socket).limits.steps_per_page
        if position is None or not 0 <= position <= live.position <= position + most:
            return None
        if known_hash and view_hash(live.journal.ruleset, live.journal.battle_at(position), self.seat) != known_hash:
            return None
        return position

    def _steps(self, after: int, last: int) -> list[bytes]:
        undo = self.live.undo(self.seat)
        return [encode(step(self.live.journal, number, self.seat, undo)) for number in range(after + 1, last + 1)]

    async def _send(self) -> None:
        """Messages are text, as browsers like them best."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                message = await self.listener.next()
                if isinstance(message, Hangup):
                    await self.socket.close(message.code, message.why)
                    return
                await self.socket.send_text(message.decode())

    async def _hear(self, data: bytes) -> None:
        if self._haste.take():
            self._excess += 1
            if self._excess > settings_of(self.socket).limits.excess_messages:
                self.listener.hang_up(POLICY, "too many messages")
            self._refuse(None, Refusal(429, "too many messages", right="fewer messages a second"))
            return
        ref: Ref = None
        try:
            message = from_page.decode(data)
            ref = message.ref
            match message:
                case Ping():
                    self.listener.tell(Pong(ref))
                case Ask():
                    self.socket.app.state.questions.take(address_of(self.socket))
                    asked = self.live, self.seat, message.question, address_of(self.socket)
                    found = await open_battles_of(self.socket).ask(*asked)
                    self.listener.tell(Answered(ref, msgspec.Raw(found)))
                case GiveOrder():
                    await self._order(message)
        except Refusal as refusal:
            self._refuse(ref, refusal)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._refuse(ref, Refusal(400, str(error)))

    async def _order(self, message: GiveOrder) -> None:
        order = message.order
        if isinstance(order, Dice):
            order = read_faces(self.live.battle.roll, order)
        may_give(self.live, self.seat, order)
        came = await self.live.give(order, message.position)
        if isinstance(came, Carried):
            self.listener.tell(ObeyedOrder(message.ref, came.position))
        else:
            self.listener.tell(RefusedOrder(message.ref, came.stale, came.reasons, self.live.position))

    def _refuse(self, ref: Ref, refusal: Refusal) -> None:
        said = refusal.said
        text = ". ".join(part for part in (said.what, said.right) if part)
        reasons = said.reasons or (Reason(text),)
        self.listener.tell(RefusedOrder(ref, stale=False, reasons=reasons, position=self.live.position))
