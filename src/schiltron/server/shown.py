"""What a seat is shown: the battle as it stands, and step by step what changes.

A view with the changes of the next step applied is the next view, byte for byte, so that no page needs to ask twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from schiltron.battle.guide.answers import Deck, Duel, Liberty, SequenceEntry, Silhouette, Vocabulary
from schiltron.battle.guide.map_room import MapRoom
from schiltron.battle.guide.sky import SkyShown
from schiltron.battle.guide.tilt_yard import TiltYard
from schiltron.battle.record.journal import Journal, Origin
from schiltron.battle.state.battle import AnyBattle, Battle
from schiltron.battle.state.decision import Waiting
from schiltron.battle.state.event import AnyEvent, Began, Checked, Landed, Marked, Moved, Rolled, Struck, Touched
from schiltron.battle.state.order import Order
from schiltron.battle.words.beats import Beat, beat_of, grouped
from schiltron.battle.words.grammar import Note
from schiltron.battle.words.phrases import SHOTS, Put, capital, put, short_labels, spelled
from schiltron.battle.words.sentences import headline, tell_in_spans, with_titles
from schiltron.battle.words.text import Text, spotted, units_in, unsided, unstopped
from schiltron.server.clock import ClockShown
from schiltron.server.store import ChatLine, NextBattle, Who

AnyJournal = Journal[Any, Any, Any]

LOG_STEPS: Final = 200
_FIELDS: Final = tuple(field for field in Battle.__struct_fields__ if field not in ("units", "graves"))
"""What is sent when it has changed. Units are sent one by one; the page has no use for graves, which only get more."""


class Prompted(Struct, frozen=True):
    """The prompt of a decision with the units it names, and how it is put: as an order, to "you", or otherwise."""

    decision: str
    text: Text
    put: Put


class SaidShown(Struct, frozen=True):
    """A sentence and whose it is. It stands without a full stop and without the side, which is shown as a sign."""

    side: str
    text: Text


class BeginsShown(Struct, frozen=True):
    """When something begins: a turn, or a phase of it. What is left open is as it was."""

    turn: int
    side: str
    phase: str


Deed = Literal["", "move", "charge", "shot", "melee", "check"]
"""What is done, as one follows it on the table; nothing where there is nothing to see."""


class BeatShown(Struct, frozen=True):
    """A line of the log: one thing that happened, from its `first` event to its `last`. `kind` is that of the event it
    is told by, `result` stands at its end; `decided` is told without being asked for, `more` when it is opened. A line
    that only says when what follows happens has a `moment`."""

    first: int
    last: int
    kind: str
    side: str
    line: Text
    result: str
    decided: tuple[SaidShown, ...]
    more: tuple[SaidShown, ...]
    rules: tuple[str, ...]
    deed: Deed = ""
    moment: BeginsShown | None = None


class LoggedStep(Struct, frozen=True):
    """What was told of an entry, and when that was."""

    position: int
    turn: int
    phase: str
    active: str
    beats: tuple[BeatShown, ...]


class ShareShown(Struct, frozen=True):
    """What a player adds to sealed dice: first the fingerprint of a secret, then the secret itself. Once it is `told`
    nobody chooses another; it is shown when all are in."""

    seat: str
    fingerprint: str
    told: bool
    secret: str | None


class DiceShown(Struct, frozen=True):
    """Whose dice. Sealed ones come of a seed, whose hash is shown first, and of the players' shares; play begins when
    they are `bound`. The seed, in hexadecimal digits, is shown when the battle is over."""

    kind: str
    commitment: str = ""
    seed: str | None = None
    bound: bool = True
    shares: tuple[ShareShown, ...] = ()


class UndoShown(Struct, frozen=True):
    """Whether the seat may take its last answer back without asking, and why not."""

    free: bool
    why: tuple[str, ...] = ()


class Entered(Struct, frozen=True):
    """An entry of the journal. The order is missing where it is not this seat's to see."""

    number: int
    order: Order | None


class Step(Struct, frozen=True, tag="step"):
    """One entry of the journal as a seat may know it. `events` carry their sentence as `told`, `beats` are what the log
    makes of them. Besides, what the book says of the battle after it: a duel, armies off the table, the lists, the
    conditions of the field and its sky, whether a ruler may be laid on the table, what is allowed at any moment (of
    units their cards tell).
    """

    position: int
    turn: int
    phase: str
    active: str
    entry: Entered
    events: tuple[dict[str, Any], ...]
    beats: tuple[BeatShown, ...]
    changes: dict[str, Any]
    hash: str
    prompts: tuple[Prompted, ...] = ()
    duel: Duel | None = None
    map_room: MapRoom | None = None
    tilt_yard: TiltYard | None = None
    conditions: tuple[Note, ...] = ()
    sky: SkyShown = SkyShown()
    measures: bool = True
    undo: UndoShown | None = None
    liberties: tuple[Liberty, ...] = ()


class Player(Struct, frozen=True):
    """Who sits at a seat: the player who set the battle up, a friend, or a captain; `connected` counts their windows,
    `name` is what they are called. `taken` says whether anybody holds it yet. The player who set the battle up may give
    a friend's lost seat anew: `offered` says that a link is open with which somebody can take it over, `given_anew` how
    often that has happened.
    """

    seat: str
    side: str
    who: Who
    captain: str
    connected: int
    taken: bool
    offered: bool = False
    given_anew: int = 0
    name: str = ""
    """What they call themselves."""


class ChatShown(Struct, frozen=True, tag="chat"):
    """What is said at the table, as far as the caller may read it: players always, those who watch where all players
    agree. `agreed` are the seats that do."""

    readable: bool
    agreed: tuple[str, ...]
    said: tuple[ChatLine, ...]


class HintsShown(Struct, frozen=True, tag="hints"):
    """Whether a player may ask what a captain would do: between people only where all of them agree. `agreed` are the
    seats that do."""

    allowed: bool
    agreed: tuple[str, ...] = ()


class ThoughtShown(Struct, frozen=True):
    """Why a computer player gave the order of an entry, in sentences without an end. `expected` is the part of all that
    still stands that it expects for its side, where it has tried the order."""

    entry: int
    seat: str
    captain: str
    lines: tuple[str, ...]
    expected: float | None = None


class ThoughtsTold(Struct, frozen=True, tag="thoughts"):
    """What computer players thought may be told now."""

    thoughts: tuple[ThoughtShown, ...]


class Held(Struct, frozen=True):
    """A seat the caller holds by their cookie, and its address."""

    seat: str
    link: str


class Snapshot(Struct, frozen=True, tag="snapshot"):
    """A battle as a seat may know it, at a position of its journal; `last` is the newest position.

    `book` is the title of its rules, `turn_word` what it calls a turn, `vocabulary` what its orders are
    called, `keys` those of its orders and what they do, `deck` the cards that are played with; `brought` are the
    figures that the seat saw come to each side before the first order, wherever they have hidden since.
    `goes_on` says that something comes after this battle by its book; `campaign` is the title of the next battle of its
    campaign, if it has one. `lost` are seats the caller held until they were given anew.
    """

    id: str
    title: str
    scenario: str
    seat: str | None
    position: int
    last: int
    hash: str
    ruleset: str
    book: str
    battle: AnyBattle
    prompts: tuple[Prompted, ...]
    duel: Duel | None
    map_room: MapRoom | None
    tilt_yard: TiltYard | None
    conditions: tuple[Note, ...]
    sky: SkyShown
    measures: bool
    liberties: tuple[Liberty, ...]
    goes_on: bool
    campaign: str
    shapes: dict[str, Silhouette]
    sequence: tuple[SequenceEntry, ...]
    turn_word: str
    vocabulary: Vocabulary
    keys: tuple[tuple[str, str], ...]
    deck: Deck
    brought: dict[str, int]
    dice: DiceShown
    players: tuple[Player, ...]
    watchers: int
    log: tuple[LoggedStep, ...]
    undo: UndoShown | None
    mine: tuple[Held, ...]
    lost: tuple[str, ...] = ()
    chat: ChatShown | None = None
    """None where there are not two people at the table."""
    hints: HintsShown = HintsShown(allowed=False)
    following: NextBattle | None = None
    """The battle that its players went on with."""
    origin: Origin | None = None
    """The battle it was played on from, and after which entry."""
    clock: ClockShown | None = None
    """How long the players may take; None where they may take as long as they like."""


def shapes(journal: AnyJournal, view: AnyBattle) -> dict[str, Silhouette]:
    return {unit.id: journal.ruleset.figures_of(unit) for unit in view.units.values()}


def changes(journal: AnyJournal, before: AnyBattle, after: AnyBattle) -> dict[str, Any]:
    """What is other in a later view. A unit that is gone from it is None."""
    found: dict[str, Any] = {
        field: getattr(after, field) for field in _FIELDS if getattr(after, field) != getattr(before, field)
    }
    found.pop("board", None)
    drawn = journal.ruleset.drawn(after)
    if drawn != journal.ruleset.drawn(before):
        found["board"] = drawn
    if after.units is before.units:
        return found
    units: dict[str, Any] = {
        name: unit for name, unit in after.units.items() if before.units.get(name) is not unit != before.units.get(name)
    }
    gone = dict.fromkeys(before.units.keys() - after.units.keys())
    figures_of = journal.ruleset.figures_of
    new = {
        name: shape
        for name, unit in units.items()
        if (shape := figures_of(unit)) != (figures_of(before.units[name]) if name in before.units else None)
    }
    if units or gone:
        found["units"] = units | gone
    if new:
        found["shapes"] = new
    return found


def liberties(journal: AnyJournal, view: AnyBattle) -> tuple[Liberty, ...]:
    """What is allowed at any moment that is no unit's own: of units their cards tell."""
    return tuple(one for one in journal.ruleset.liberties(view) if not one.unit)


def prompts(view: AnyBattle) -> tuple[Prompted, ...]:
    """What is asked of the seat that sees this view."""
    asked = (one for one in view.decisions if not isinstance(one, Waiting))
    return tuple(Prompted(one.id, spotted(one.prompt, view), put(one.prompt)) for one in asked)


def told(event: AnyEvent, view: AnyBattle) -> dict[str, Any]:
    """An event with its sentence. Of dice it is said which unit throws them, where that is known, and what tells one
    pool from the others; of tallies, which of them are what a die has to show."""
    if isinstance(event, Struck | Landed):
        needed = [one.is_needed for one in event.tallies]
        return {**msgspec.to_builtins(event), "told": tell_in_spans(event, view), "needed": needed}
    if not isinstance(event, Rolled):
        return {**msgspec.to_builtins(event), "told": tell_in_spans(event, view)}
    titled = with_titles(event, view)
    throwers = [next(iter(units_in(spotted(pool.label, view)[:1])), "") for pool in event.roll.pools]
    besides = {"throwers": throwers, "labels": short_labels(titled.roll)}
    return {**msgspec.to_builtins(titled), "told": tell_in_spans(event, view), **besides}


def beats_shown(events: Iterable[AnyEvent], view: AnyBattle) -> Iterator[BeatShown]:
    """The lines of the log that events come to."""
    first = 0
    for group in grouped(events, view, at_once=False):
        last = first + len(group) - 1
        beat = beat_of(group, view, at_once=False)
        if beat is not None:
            yield _beat_shown(beat, first, last, view)
        first = last + 1


def _beat_shown(beat: Beat, first: int, last: int, view: AnyBattle) -> BeatShown:
    lead = beat.lead
    return BeatShown(
        first=first,
        last=last,
        kind=str(lead.__struct_config__.tag),
        side=beat.side,
        line=unsided(headline(lead, view) or unstopped(beat.line.spans)),
        result=_result(beat),
        decided=tuple(SaidShown(one.side, unstopped(one.spans)) for one in beat.decided),
        more=tuple(SaidShown(one.side, unstopped(one.spans)) for one in beat.more),
        rules=tuple(dict.fromkeys(rule for event in beat.events for rule in event.rules)),
        deed=_deed(beat),
        moment=_moment(lead) if isinstance(lead, Began) else None,
    )


def _deed(beat: Beat) -> Deed:
    match beat.lead:
        case Struck(action=action):
            return "shot" if action in SHOTS else "melee"
        case Landed():
            return "shot"
        case Checked():
            return "check"
    if not any(isinstance(event, Moved) for event in beat.events):
        return ""
    return "charge" if any(isinstance(event, Touched) for event in beat.events) else "move"


def _moment(began: Began) -> BeginsShown:
    return BeginsShown(began.turn, began.side, "" if began.what == "turn" else began.what)


def _result(beat: Beat) -> str:
    """In a word or two what came of it."""
    match beat.lead:
        case Struck(hits=hits, each=each):
            return f"{hits or 'no'} {each}{'' if hits == 1 else 's'}"
        case Landed(struck=struck):
            return f"{sum(figures for _, figures in struck) or 'none'} struck"
        case Checked(passed=passed):
            marks = (event.mark for event in beat.events if isinstance(event, Marked) and event.on)
            return capital(spelled(next(marks, "pass" if passed else "fail")))
    return ""


def step(journal: AnyJournal, number: int, seat: str | None, undo: UndoShown | None = None) -> Step:
    """An entry as the seat may know it."""
    view = journal.ruleset.view
    before, after = view(journal.battle_at(number - 1), seat), view(journal.battle_at(number), seat)
    seen = journal.seen(number, seat)
    return Step(
        position=number,
        turn=after.turn,
        phase=after.phase,
        active=after.active,
        entry=Entered(number, seen.order),
        events=tuple(told(event, after) for event in seen.events),
        beats=tuple(beats_shown(seen.events, after)),
        changes=changes(journal, before, after),
        hash=seen.hash,
        prompts=prompts(after),
        duel=journal.ruleset.duel(after),
        map_room=journal.ruleset.map_room(after),
        tilt_yard=journal.ruleset.tilt_yard(after),
        conditions=journal.ruleset.conditions(after),
        sky=journal.ruleset.sky(after),
        measures=journal.ruleset.measures(after),
        undo=undo,
        liberties=liberties(journal, after),
    )
