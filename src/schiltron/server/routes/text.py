"""Text play: the same battle without a picture, as plain text, as JSON for the text page, and as that page itself."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Final
from urllib.parse import parse_qs, quote

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse
from msgspec import Struct

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.view import heard_by
from schiltron.battle.words.names import side_name
from schiltron.captains.advising import Advised
from schiltron.herald import Herald, Spoken
from schiltron.herald.describing import table
from schiltron.herald.explaining import why_lines
from schiltron.herald.guide_in_words import said_reasons
from schiltron.herald.headline import headline, is_asked, tab_title
from schiltron.herald.log import spoken
from schiltron.server import invitations
from schiltron.server.battle_payloads import TypedLine
from schiltron.server.dice_binding import said_binding
from schiltron.server.fault import Refusal
from schiltron.server.hints import NOT_AGREED, Hint
from schiltron.server.http import address_of, answer, charge, claim_of, open_battles_of, read_body, read_bytes
from schiltron.server.live import Carried, LiveBattle
from schiltron.server.questions import AboutHint
from schiltron.server.seats import may_give, seat_link, seat_of, watch_link
from schiltron.server.text_page import TextShown, as_html, text_file, text_page
from schiltron.server.visitors import remembered, visitor_of

router = APIRouter()

LOG_LINES: Final = 40
LOG_STEPS: Final = 100
MOST_HERALDS: Final = 2_000
BINDING: Final = "Waiting for the others to add to the dice."


class TextAnswer(Struct, frozen=True):
    """What the herald says to a line, what came of it, what is due now, and how the table stands. `head` says in a
    sentence whose turn it is, `tab` the same as short as a tab's title is, `yours` whether it is this seat's."""

    position: int
    seat: str | None
    yours: bool
    head: str
    tab: str
    lines: tuple[str, ...]
    told: tuple[str, ...]
    due: tuple[str, ...]
    table: tuple[str, ...]


class Heralds:
    """A herald for each seat of each battle that is played by text. A plan is lost if nobody says anything for long."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str | None], Herald] = OrderedDict()

    def of(self, live: LiveBattle, seat: str | None) -> Herald:
        herald = self._known.pop((live.id, seat), None) or Herald(live.journal.ruleset, seat)
        self._known[live.id, seat] = herald
        if len(self._known) > MOST_HERALDS:
            self._known.popitem(last=False)
        return herald


@router.get("/api/battles/{battle}/text")
async def as_text(request: Request, battle: str) -> Response:
    """The battle in words: what is due, what stands where, what was told last."""
    live = await open_battles_of(request).battle(battle)
    seat = seat_of(live, claim_of(request))
    charge(request, 3)
    position = live.position
    now = await asyncio.to_thread(_answered, live, seat, _herald(request, live, seat), (), position)
    heard = await asyncio.to_thread(told, live, seat, max(0, position - LOG_LINES), position)
    head = (live.title, *led_by(live), *played_on_from(live), *live.time.said(live.battle), now.head)
    parts = (*head, "", *now.due, "", *now.table, "", "Told last:", *heard[-LOG_LINES:])
    return Response("\n".join(parts) + "\n", media_type="text/plain", headers={"Cache-Control": "no-store"})


@router.post("/api/battles/{battle}/text")
async def say(request: Request, battle: str) -> Response:
    """Say a line: a question is answered, an order is carried out."""
    body = await read_body(request, TypedLine)
    live = await open_battles_of(request).battle(battle)
    seat = seat_of(live, claim_of(request, body.seat))
    return answer(await _said(request, live, seat, body.line, body.since))


@router.get("/battles/{battle}/text", include_in_schema=False)
async def page(request: Request, battle: str) -> Response:
    live = await open_battles_of(request).battle(battle)
    return await _page(request, live, seat_of(live, claim_of(request)), "")


@router.post("/battles/{battle}/text", include_in_schema=False)
async def page_said(request: Request, battle: str) -> Response:
    """The page's form, for browsers without scripts."""
    fields = parse_qs((await read_bytes(request)).decode("utf-8", "replace"))
    live = await open_battles_of(request).battle(battle)
    if "invitation" in fields:
        return await _seated(request, live, fields["invitation"][0])
    return await _page(request, live, seat_of(live, claim_of(request)), fields.get("line", [""])[0][:2_000])


async def _seated(request: Request, live: LiveBattle, invitation: str) -> Response:
    """Take the seat of a link that was typed in, whole or only its end."""
    claim = await visitor_of(request)
    token = invitation.strip().rpartition("=")[2]
    seat = await invitations.take(live, open_battles_of(request).store, token[:200], claim.visitor)
    return remembered(RedirectResponse(_address(live, seat), 303), request, claim)


def _address(live: LiveBattle, seat: str) -> str:
    return f"/battles/{live.id}/text?seat={quote(seat)}"


@router.get("/text/{name}", include_in_schema=False)
async def file(name: str) -> Response:
    found = text_file(name)
    if found is None:
        raise Refusal(404, "there is no such file")
    return Response(found[0], media_type=found[1], headers={"Cache-Control": "no-cache"})


def led_by(live: LiveBattle) -> tuple[str, ...]:
    """Who plays which side, as far as they have said what they are called."""
    known = [(sitting(live, seat), live.seating.name_of(seat)) for seat in live.seating.seats]
    said = [f"{who} {'' if index else 'is led '}by {name}" for index, (who, name) in enumerate(_named(known))]
    return (f"{', '.join(said)}.",) if said else ()


def sitting(live: LiveBattle, seat: str) -> str:
    """The side a seat sits at, by its name."""
    return side_name(live.battle, live.battle.side_at(seat)) or seat


def played_on_from(live: LiveBattle) -> tuple[str, ...]:
    """Which battle it was played on from, where it was from one."""
    origin = live.journal.header.origin
    return (f"Played on after entry {origin.entry} of {watch_link(origin.battle)}.",) if origin is not None else ()


def _named(known: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(who, name) for who, name in known if name]


# ---------------------------------------------------------------- hearing and answering


def _herald(request: Request, live: LiveBattle, seat: str | None) -> Herald:
    heralds: Heralds = request.app.state.heralds
    herald = heralds.of(live, seat)
    herald.no_hints = "" if live.hints.allowed else NOT_AGREED
    return herald


async def _said(
    request: Request, live: LiveBattle, seat: str | None, line: str, since: int | None = None
) -> TextAnswer:
    charge(request, 3)
    request.app.state.questions.take(address_of(request))
    herald, position = _herald(request, live, seat), live.position
    if live.dice.binding.awaited:
        lines = await _words_for_the_dice(live, seat, line)
        return await asyncio.to_thread(_answered, live, seat, herald, lines, position)
    heard = await asyncio.to_thread(told, live, seat, max(0, position - LOG_STEPS), position)
    said = await _heard(request, live, seat, herald, line, live.view(seat, position), heard)
    lines, order, at = said.lines, said.order, position
    if not line.strip():
        order = herald.go_on(live.view(seat, position))
    while order is not None:
        may_give(live, seat, order)
        came = await live.give(order, at)
        at = live.position
        now = live.view(seat, at)
        if not isinstance(came, Carried):
            lines = (*lines, f"It cannot be: {said_reasons(came.reasons)}.", *herald.halt(now))
            break
        order = herald.go_on(now)
    before = position if since is None else max(since, position - LOG_STEPS)
    return await asyncio.to_thread(_answered, live, seat, herald, lines, before)


async def _heard(
    request: Request, live: LiveBattle, seat: str | None, herald: Herald, line: str, view: AnyBattle, heard: list[str]
) -> Spoken:
    """What the herald says to a line. A hint is thought through where captains think, not here."""
    decision = herald.asks_for_a_hint(line, view)
    if decision is None or live.course is not None:
        why = await _why(request, live, seat) if line.split()[:1] == ["why"] else []
        return await asyncio.to_thread(herald.hear, line, view, heard, why)
    found = await open_battles_of(request).ask(live, seat, AboutHint(), address_of(request))
    advised = tuple(Advised(one.answer, one.unit, one.why) for one in msgspec.json.decode(found, type=tuple[Hint, ...]))
    return Spoken(tuple(herald.hinted(view, decision, advised)))


async def _why(request: Request, live: LiveBattle, seat: str | None) -> list[str]:
    """Why a captain did what he did last, as far as it may be told."""
    live.tell_reasons()
    told_upto = live.reasons.told_upto
    found = await live.reasons.all_told(open_battles_of(request).store, max(0, told_upto - LOG_STEPS))
    if not found:
        return []
    last = found[-1]
    done = await asyncio.to_thread(told, live, seat, last.entry - 1, last.entry)
    return why_lines(last.captain, done, last.lines)


async def _words_for_the_dice(live: LiveBattle, seat: str | None, line: str) -> tuple[str, ...]:
    """Before play there is one thing to say: what one adds to the dice."""
    word, _, words = line.strip().partition(" ")
    if word.lower() != "dice" or seat is None:
        return ()
    try:
        await live.add_share(seat, "", words.strip())
    except Refusal as refusal:
        return (f"It cannot be: {refusal.said.what}.", f"Try: {refusal.said.right}.")
    return (f"You have added to the dice: {words.strip()}",)


def _answered(live: LiveBattle, seat: str | None, herald: Herald, lines: tuple[str, ...], before: int) -> TextAnswer:
    now, waits = live.position, bool(live.dice.binding.awaited)
    view, book = live.view(seat, now), live.journal.ruleset
    yours = seat in live.dice.binding.awaited if waits else is_asked(view, seat)
    return TextAnswer(
        position=now,
        seat=seat,
        yours=yours,
        head=("Your turn: the dice are being bound." if yours else BINDING) if waits else headline(book, view, seat),
        tab=tab_title(live.title, view, yours=yours),
        lines=lines,
        told=tuple(told(live, seat, before, now)) if before < now else (),
        due=tuple(said_binding(live.journal.header.dice, live.dice.binding, seat) if waits else herald.due(view)),
        table=tuple(table(book, view)),
    )


def told(live: LiveBattle, seat: str | None, after: int, last: int) -> list[str]:
    """What the seat heard of the entries after one, up to another; with 0, also how it began."""
    lines = []
    for number in range(after + 1 if after else 0, last + 1):
        lines += spoken(heard_by(live.journal.events_at(number), seat), live.view(seat, number))
    return lines


async def _page(request: Request, live: LiveBattle, seat: str | None, line: str) -> Response:
    now = await _said(request, live, seat, line)
    heard = await asyncio.to_thread(told, live, seat, max(0, now.position - LOG_LINES), now.position)
    picture = seat_link(live.id, seat) if seat is not None else watch_link(live.id)
    free = seat is None and any(one.open for one in live.seating.invitations)
    lead = f"You lead {sitting(live, seat)}." if seat else "You are watching."
    who = " ".join((lead, *led_by(live), *played_on_from(live), *live.time.said(live.battle)))
    herald = _herald(request, live, seat)
    help_lines = await asyncio.to_thread(herald.hear, "help", live.view(seat, now.position))
    shown = text_page(
        live.title,
        live.id,
        picture,
        now.seat,
        now.position,
        TextShown(now.tab, now.head, who, now.lines, now.due, heard, now.table, help_lines.lines),
        invited=free,
    )
    return as_html(shown)
