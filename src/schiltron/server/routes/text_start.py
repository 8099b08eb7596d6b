"""Where battles are begun and found again by those who play by text. It works without scripts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import cache
from urllib.parse import parse_qs

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from schiltron.battle.words.grammar import listed
from schiltron.captains.ladder import book_ladder
from schiltron.captains.opponents import described, opponents
from schiltron.captains.roster import CAPTAIN
from schiltron.herald.helping import short_title
from schiltron.muster import ready_scenarios
from schiltron.rulesets import NAMES, ruleset
from schiltron.server.catalogue import sides_of
from schiltron.server.fault import Refusal
from schiltron.server.http import address_of, charge, claim_of, open_battles_of, read_bytes
from schiltron.server.new_battles import BattleWish, PlayerWish
from schiltron.server.store import Listed
from schiltron.server.text_page import as_html, start_page
from schiltron.server.visitors import remembered, visitor_of

router = APIRouter(include_in_schema=False)

Choices = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


@router.get("/text")
async def start(request: Request) -> Response:
    charge(request, 3)
    return await _start(request)


async def _start(request: Request, refusal: Refusal | None = None) -> Response:
    """The page; with what was wrong, where something was."""
    visitor = claim_of(request).visitor
    found = await asyncio.to_thread(open_battles_of(request).store.held_by, visitor) if visitor else []
    choices = await asyncio.to_thread(ready_choices)
    trouble = f"That cannot begin: {refusal.said.what}. Try: {refusal.said.right}." if refusal else ""
    mine = [_line(one) for one in found if one.held]
    shown = start_page(choices, offered(), CAPTAIN, how_strong(), mine, trouble)
    return as_html(shown, refusal.status if refusal else 200)


@router.post("/text")
async def begin(request: Request) -> Response:
    """Begin the battle that the form names, and go to its page."""
    fields = parse_qs((await read_bytes(request)).decode("utf-8", "replace"))
    request.app.state.new_battles.take(address_of(request))
    charge(request, 10)
    scenario, _, lead = fields.get("battle", [""])[0].partition(":")
    claim = await visitor_of(request)
    try:
        wish = _wish(scenario, lead, fields.get("captain", [CAPTAIN])[0])
        live = await open_battles_of(request).create(wish, claim.visitor, address_of(request))
    except Refusal as refusal:
        return await _start(request, refusal)
    return remembered(RedirectResponse(f"/battles/{live.id}/text?seat={lead}", 303), request, claim)


def _wish(scenario: str, lead: str, captain: str) -> BattleWish:
    known = sides_of(scenario)
    if not scenario or (known and lead not in known):
        raise Refusal(422, "no battle is chosen", where="battle", right="one of the list")
    others = PlayerWish(who="captain", captain=captain[:80])
    return BattleWish(scenario=scenario[:80], seats={side: PlayerWish() if side == lead else others for side in known})


@cache
def ready_choices() -> Choices:
    """The ready battles of every book, each from all its sides."""
    return tuple((short_title(ruleset(book)), tuple(_of_book(book))) for book in NAMES)


def _of_book(book: str) -> Iterator[tuple[str, str]]:
    """A battle to begin with comes first."""
    ready = (one for one in ready_scenarios() if one.ruleset == book)
    for one in sorted(ready, key=lambda one: not one.first):
        title = f"{one.title} (a good first battle)" if one.first else one.title
        known = sides_of(one.id)
        for side, lead in known.items():
            others = listed([other.title for key, other in known.items() if key != side])
            yield f"{one.id}:{side}", f"{title}: lead {lead.title} against {others}"


@cache
def offered() -> Choices:
    """The computer players of all books; who cannot play the battle that is chosen is refused."""
    known = {one.name: one for book in NAMES for one in opponents(book)}
    groups = (("Levels", "level"), ("Captains with a temperament", "temperament"))
    return tuple(
        (heading, tuple((one.name, f"{one.title}. {one.about}") for one in known.values() if one.kind == kind))
        for heading, kind in groups
    )


@cache
def how_strong() -> tuple[str, ...]:
    """A line for each book: who has which rating."""
    lines = []
    for book in NAMES:
        ladder = book_ladder(book)
        if ladder is None:
            continue
        rated = [
            f"{described(one.captain).title} {one.rating}{f' ± {one.margin}' if one.margin else ''}"
            for one in ladder.levels
        ]
        without = [one.title for one in opponents(book) if ladder.level(one.name) is None]
        missing = f" Not rated yet: {'; '.join(without)}." if without else ""
        lines.append(f"{short_title(ruleset(book))}, by {ladder.games} games: {'; '.join(rated)}.{missing}")
    return tuple(lines)


def _line(one: Listed) -> tuple[str, str]:
    standing = one.standing
    due = standing is not None and bool(set(standing.waiting_for) & set(one.held))
    over = standing is not None and standing.outcome is not None
    said = "over" if over else "your turn" if due else "going on"
    return f"/battles/{one.id}/text?seat={one.held[0]}", f"{one.title}: {said}"
