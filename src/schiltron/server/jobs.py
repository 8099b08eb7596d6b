"""Jobs of the worker processes: functions of plain values, each with bytes as its result.

They run in processes beside the server, which remember the battles they were asked about last.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from threading import local
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from schiltron.battle.record.journal import DiceNote, Header, Journal, Origin
from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.drawn import picture
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Order
from schiltron.battle.state.view import heard_by
from schiltron.captains.marshal.budget import Budget
from schiltron.captains.review.course import NothingToReview
from schiltron.captains.review.reviewer import Reviewer
from schiltron.herald.reviewing import told_review
from schiltron.muster import load_army, load_scenario, ready_scenarios
from schiltron.report.replay_page import replay_page
from schiltron.report.rosters import print_rosters, roster_of, rosters_of
from schiltron.report.typeset import Paper
from schiltron.rulesets import ruleset
from schiltron.server import converting, field_workshop, pictured_lists, scenario_desk, workshop
from schiltron.server.catalogue import army_report, scenario_picture
from schiltron.server.fault import Refusal
from schiltron.server.new_battles import BattleWish, prepared
from schiltron.server.preloading import warm_up
from schiltron.server.printing import Printed, printed
from schiltron.server.questions import AnyQuestion, answered
from schiltron.server.replay_script import Script
from schiltron.server.shown import step
from schiltron.server.store import SavedKind

QUESTION_SECONDS: Final = 10.0
LIST_SECONDS: Final = 5.0
DEAR_SECONDS: Final = 60.0
REVIEW_TURN: Final = 1.0
"""Seconds a review is worked on before the next one has its turn."""
MOST_JOURNALS: Final = 8
MOST_REVIEWERS: Final = 16
UNDER_WAY: Final = b"under way: "
MOST_VIEWS: Final = 64

AnyJournal = Journal[Any, Any, Any]


def get_ready() -> None:
    warm_up()


def nothing() -> bytes:
    """A job that only gets a process ready."""
    return b""


class SeatJournal(Struct, frozen=True, tag_field="line", tag="schiltron journal of a seat"):
    """The first line of a running battle's journal as one seat may have it; `seen` lines follow."""

    seat: str | None
    ruleset: str
    dice: DiceNote
    start: AnyBattle
    origin: Origin | None = None


class _Desk(local):
    """What one process, or thread, has before it."""

    def __init__(self) -> None:
        self._journals: OrderedDict[str, tuple[Script, AnyJournal]] = OrderedDict()
        self._views: OrderedDict[tuple[str, str | None, int, int], AnyBattle] = OrderedDict()
        self._reviewers: OrderedDict[str, Reviewer] = OrderedDict()

    def reviewer(self, script: Script, seconds: float) -> Reviewer:
        """The review of a battle as far as it has come."""
        found = self._reviewers.pop(script.battle, None) or Reviewer(self.journal(script), Budget(seconds=seconds))
        self._reviewers[script.battle] = found
        if len(self._reviewers) > MOST_REVIEWERS:
            self._reviewers.popitem(last=False)
        return found

    def reviewed(self, script: Script) -> None:
        """It is done, and need not be remembered."""
        del self._reviewers[script.battle]

    def journal(self, script: Script) -> AnyJournal:
        """The battle played again, from where it was left the last time."""
        known, journal = self._journals.pop(script.battle, (None, None))
        if journal is None or known is None or not known.leads_to(script):
            journal = _begun(script)
        for order in script.orders[len(journal.entries) :]:
            obeyed = journal.obey(msgspec.json.decode(order, type=Order))
            assert not isinstance(obeyed, Illegal), obeyed
        self._journals[script.battle] = script, journal
        if len(self._journals) > MOST_JOURNALS:
            self._journals.popitem(last=False)
        return journal

    def view(self, book: str, battle: str, seat: str | None, position: int, view: bytes) -> AnyBattle:
        """A seat's view. The same value is asked again and again, for it remembers what was found out about it."""
        name = battle, seat, position, hash(view)
        found = self._views.pop(name, None) or _decoded(book, view)
        self._views[name] = found
        if len(self._views) > MOST_VIEWS:
            self._views.popitem(last=False)
        return found


_desk: Final = _Desk()


def _begun(script: Script) -> AnyJournal:
    dice = msgspec.json.decode(script.dice, type=DiceNote)
    origin = msgspec.json.decode(script.origin, type=Origin | None)
    setup = _decoded(script.ruleset, script.setup)
    header: Header[Any, Any, Any] = Header(script.ruleset, dice, setup, origin=origin)
    return Journal(ruleset(script.ruleset), header, hashed=False)


def _decoded(book: str, battle: bytes) -> AnyBattle:
    return ruleset(book).decode(battle)


# ---------------------------------------------------------------- quick ones


def army(toml: str) -> bytes:
    return encode(army_report(toml))


def army_list(asked: bytes) -> bytes:
    """A list in the making."""
    return encode(workshop.shown(msgspec.json.decode(asked, type=workshop.ListAsked)))


def pictured_list(asked: bytes) -> bytes:
    """A list in the making, drawn up."""
    return encode(pictured_lists.pictured(msgspec.json.decode(asked, type=pictured_lists.PictureAsked)))


def converted_sheet(asked: bytes) -> bytes:
    """A creature of the role-playing game as a figure of every book."""
    return encode(converting.converted(msgspec.json.decode(asked, type=converting.SheetAsked)))


def opened_list(toml: str) -> bytes:
    return encode(workshop.opened(toml))


def opened_rules(toml: str) -> bytes:
    return encode(workshop.opened_rules(toml))


def looked_at_rules(asked: bytes) -> bytes:
    """House rules in the making."""
    return encode(workshop.looked_at(msgspec.json.decode(asked, type=workshop.RulesAsked)))


def known(kind: SavedKind, text: str) -> bytes:
    """What the text of a file says of itself."""
    return encode(workshop.known(kind, text))


def scenario_asked(asked: bytes) -> bytes:
    """A scenario in the making, its sides in the order of its file."""
    return msgspec.json.encode(scenario_desk.looked_at(msgspec.json.decode(asked, type=scenario_desk.ScenarioAsked)))


def field(asked: bytes) -> bytes:
    """What is to be said of a field in the making."""
    return msgspec.json.encode(field_workshop.looked_over(msgspec.json.decode(asked, type=field_workshop.FieldAsked)))


def ground(asked: bytes) -> bytes:
    """Ground by chance and the book's procedure."""
    return encode(field_workshop.laid_by_chance(msgspec.json.decode(asked, type=field_workshop.GroundAsked)))


def preparation(wish: bytes) -> bytes:
    return encode(prepared(msgspec.json.decode(wish, type=BattleWish)))


def question(book: str, battle: str, seat: str | None, position: int, view: bytes, asked: bytes, most: int) -> bytes:
    """The answer to a question about a battle."""
    seen = _desk.view(book, battle, seat, position, view)
    answer = encode(answered(ruleset(book), seen, seat, msgspec.json.decode(asked, type=AnyQuestion)))
    if len(answer) > most:
        raise Refusal(422, "the answer would be too long", where="question", right="a shorter path")
    return answer


# ---------------------------------------------------------------- dear ones


def picture_of_scenario(scenario: str) -> bytes:
    """A ready scenario with its armies drawn up."""
    return encode(scenario_picture(next(one for one in ready_scenarios() if one.id == scenario)))


def history(script: Script, seat: str | None, after: int, last: int) -> bytes:
    journal = _desk.journal(script)
    return encode([step(journal, number, seat) for number in range(after + 1, last + 1)])


def seen_lines(script: Script, seat: str | None, last: int) -> bytes:
    """The journal of a running battle as a seat may have it."""
    return b"".join(seen_in(_desk.journal(script), seat, last))


def seen_in(journal: AnyJournal, seat: str | None, last: int) -> Iterator[bytes]:
    header = journal.header
    start = journal.ruleset.view(journal.battle_at(0), seat)
    yield encode(SeatJournal(seat, header.ruleset, header.dice, start, header.origin)) + b"\n"
    for number in range(1, last + 1):
        yield encode(journal.seen(number, seat)) + b"\n"


def moment(
    script: Script,
    seat: str | None,
    at: int,
    theme: Literal["light", "dark", "both"],
    width: int,
    inches: Literal["shown", "if they may be measured"],
) -> bytes:
    """The table at a position of the journal."""
    journal = _desk.journal(script)
    view = journal.ruleset.view(journal.battle_at(at), seat)
    heard = heard_by(journal.events_at(at), seat)
    ruled = inches == "shown" or journal.ruleset.measures(view)
    return (picture(view, width_px=width, theme=theme, events=heard, ruled=ruled) or "").encode()


def report(
    script: Script, players: tuple[tuple[str, str], ...], thoughts: tuple[tuple[int, tuple[str, ...]], ...]
) -> bytes:
    """The battle as a page to send; `players` are the names of those who led a side, `thoughts` why captains gave the
    orders of some entries."""
    return replay_page(_desk.journal(script), dict(players), dict(thoughts)).encode()


def review(script: Script, most_seconds: float, turn: float) -> bytes:
    """Go on with the review of a battle for a while: how far it has come, or the review."""
    try:
        reviewer = _desk.reviewer(script, most_seconds)
    except NothingToReview as nothing:
        raise Refusal(409, f"there is nothing to review: {nothing}", where="battle", right="another battle") from None
    found = reviewer.work(turn)
    if found is None:
        return UNDER_WAY + f"{reviewer.progress:.3f}".encode()
    _desk.reviewed(script)
    return encode(told_review(_desk.journal(script), found))


def army_rosters(name: str, paper: Paper) -> bytes:
    return print_rosters([roster_of(load_army(name))], paper)


def scenario_rosters(name: str, side: str | None, paper: Paper) -> bytes:
    both = rosters_of(load_scenario(name))
    return print_rosters([both[side]] if side else list(both.values()), paper)


def workshop_print(what: Printed, toml: str, paper: Paper) -> bytes:
    return printed(what, toml, paper)
