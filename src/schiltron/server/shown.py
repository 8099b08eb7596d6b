"""What a seat is shown: the battle as it stands, and step by step what changes.

A view with the changes of the next step applied is the next view, byte for byte: nobody needs to ask twice.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct

from schiltron.battle.event import Happening
from schiltron.battle.guide import Duel, SequenceEntry, Shape
from schiltron.battle.journal import Journal
from schiltron.battle.order import Order
from schiltron.battle.state import AnyBattle, Battle
from schiltron.battle.telling import tell
from schiltron.server.store import ChatLine, NextBattle, Who

AnyJournal = Journal[Any, Any, Any]

LOG_STEPS: Final = 200
_FIELDS: Final = tuple(field for field in Battle.__struct_fields__ if field != "units")


class Told(Struct, frozen=True):
    """A line of the log: the event's kind, its sentence and its rules."""

    text: str
    kind: str
    rules: tuple[str, ...]


class LoggedStep(Struct, frozen=True):
    """What was told of an entry, and when that was."""

    position: int
    turn: int
    phase: str
    active: str
    lines: tuple[Told, ...]


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
    """One entry of the journal as a seat may know it. `events` carry their sentence as `told`. Besides, what the book
    says of the battle after it: a duel, the conditions of the field, whether a ruler may be laid on the table."""

    position: int
    turn: int
    phase: str
    active: str
    entry: Entered
    events: tuple[dict[str, Any], ...]
    changes: dict[str, Any]
    hash: str
    duel: Duel | None = None
    conditions: tuple[str, ...] = ()
    measures: bool = True
    undo: UndoShown | None = None


class Player(Struct, frozen=True):
    """Who sits at a seat: whoever set the battle up, a friend, or a captain; `connected` counts their windows.

    `taken` says whether anybody holds it yet. Whoever set the battle up may give a friend's lost seat anew: `offered`
    says that a link is open with which somebody can take it over, `given_anew` how often that has happened.
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


class Held(Struct, frozen=True):
    """A seat the caller holds by their cookie, and its address."""

    seat: str
    link: str


class Snapshot(Struct, frozen=True, tag="snapshot"):
    """A battle as a seat may know it, at a position of its journal; `last` is the newest position.

    `turn_word` is what the book calls a turn; `brought` are the figures that the seat saw come to each side
    before the first order, wherever they have hidden since. `lost` are seats the caller held
    until they were given anew.
    """

    id: str
    title: str
    scenario: str
    seat: str | None
    position: int
    last: int
    hash: str
    ruleset: str
    battle: AnyBattle
    duel: Duel | None
    conditions: tuple[str, ...]
    measures: bool
    shapes: dict[str, Shape]
    sequence: tuple[SequenceEntry, ...]
    turn_word: str
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
    following: NextBattle | None = None
    """The battle that its players went on with."""


def shapes(journal: AnyJournal, view: AnyBattle) -> dict[str, Shape]:
    return {unit.id: journal.ruleset.figures_of(unit) for unit in view.units.values()}


def changes(journal: AnyJournal, before: AnyBattle, after: AnyBattle) -> dict[str, Any]:
    """What is other in a later view. A unit that is gone from it is None."""
    found: dict[str, Any] = {
        field: getattr(after, field) for field in _FIELDS if getattr(after, field) != getattr(before, field)
    }
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


def told(event: Happening, view: AnyBattle) -> dict[str, Any]:
    return {**msgspec.to_builtins(event), "told": tell(event, view)}


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
        changes=changes(journal, before, after),
        hash=seen.hash,
        duel=journal.ruleset.duel(after),
        conditions=journal.ruleset.conditions(after),
        measures=journal.ruleset.measures(after),
        undo=undo,
    )
