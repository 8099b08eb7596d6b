"""Events put together as people tell them: dice, hits and losses of one attack are one thing that happened.

The terminal prints each beat as a paragraph. The replay page shows it as one line of its log and one step of its
slider, the page as a line of the log, and players without a picture hear it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.event import (
    AnyEvent,
    Attached,
    Began,
    Checked,
    Compelled,
    Declared,
    Detached,
    Drew,
    Ended,
    Fell,
    Formed,
    Landed,
    Marked,
    Moved,
    Parted,
    Placed,
    Proposed,
    RanOut,
    Removed,
    Reported,
    Revealed,
    Rolled,
    Ruled,
    Sealed,
    Spent,
    Struck,
    TookBack,
    Touched,
)
from schiltron.battle.state.tally import Tally
from schiltron.battle.words.actions import tell_action
from schiltron.battle.words.companies import alike, tell_company
from schiltron.battle.words.names import unit_name
from schiltron.battle.words.sentences import tell_in_spans
from schiltron.battle.words.text import Named, Text, listed_text, text, unsided, words

Kind = Literal["turn", "phase", "setup", "declare", "move", "attack", "morale", "note", "end"]

TOGETHER = ("duel", "dirty tricks")
"""Blows that two exchange at once: their dice stand by themselves, then both blows are told together."""
FALLEN = "fallen"
"""Why figures are taken off that lay where they fell; any other reason takes the whole unit."""


class Said(Struct, frozen=True):
    """A sentence and the side it is about (empty: nobody's). Who reads it sees the side as a mark before it."""

    side: str
    spans: Text

    @property
    def text(self) -> str:
        return words(self.spans)


class Beat(Struct, frozen=True):
    """One thing that happened. `line` says it, `decided` what dice decided, `more` what else came with it; dice and
    tallies show how. `lead` is the event it is told by."""

    line: Said
    decided: tuple[Said, ...]
    more: tuple[Said, ...]
    lead: AnyEvent
    events: tuple[AnyEvent, ...]

    @property
    def kind(self) -> Kind:
        return _kind(self.lead)

    @property
    def side(self) -> str:
        return self.line.side

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        return tuple(event for event in self.events if isinstance(event, Rolled))

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """Equal ones are told once: the dice of a unit in several groups often need the same number."""
        found: list[Tally] = []
        for event in self.events:
            match event:
                case Struck(tallies=tallies) | Landed(tallies=tallies):
                    found += tallies
                case Checked(tally=tally):
                    found.append(tally)
                case Ended(outcome=outcome):
                    found += (tally for _, tally in outcome.reckoning)
        return tuple(dict.fromkeys(found))

    @property
    def rules(self) -> tuple[str, ...]:
        cited = [*(rule for event in self.events for rule in event.rules)]
        cited += (rule for tally in self.tallies for rule in tally.rules)
        return tuple(dict.fromkeys(cited))


def beats(events: Iterable[AnyEvent], battle: AnyBattle) -> Iterator[Beat]:
    """The beats of one entry of a journal for those who are told of it afterwards, with the battle it led to."""
    for group in grouped(_told_once(tuple(events)), battle, at_once=True):
        beat = beat_of(group, battle, at_once=True)
        if beat is not None:
            yield beat


def _told_once(events: Sequence[AnyEvent]) -> Iterator[AnyEvent]:
    """A draw is told to its side with what was drawn and to all others without; who knows both needs only the first.

    That somebody had answered while others had not, mattered only then.
    """
    known = [event.side for event in events if isinstance(event, Drew) and event.what]
    for event in events:
        match event:
            case Sealed() | Revealed():
                continue
            case Drew(what="", side=side) if side in known:
                continue
            case Rolled(roll=roll) if roll.drawn and known:
                continue
        yield event


# ---------------------------------------------------------------- what belongs together


def grouped(events: Iterable[AnyEvent], battle: AnyBattle, *, at_once: bool) -> Iterator[tuple[AnyEvent, ...]]:
    """Groups of events that are one thing that happened. With `at_once`, so are actions of several units at the same
    time, or of all figures of a company; a player who follows the battle live sees them one by one."""
    group: list[AnyEvent] = []
    for event in events:
        if group and not _joins(event, group) and not (at_once and _besides(event, group, battle)):
            yield tuple(group)
            group = []
        group.append(event)
    if group:
        yield tuple(group)


def _joins(event: AnyEvent, group: Sequence[AnyEvent]) -> bool:
    """Whether an event is part of what the group is about."""
    head = group[0]
    if isinstance(head, Began | Ended):
        return False
    match event:
        case Struck() | Landed() | Checked():
            return _only(group, Rolled) and (not isinstance(event, Struck) or _thrown_for(event, group))
        case Ruled() | Reported():
            # Why a move was cut short or a shot wasted is news of its own: it is never folded away.
            return isinstance(head, Rolled) and _only(group, Rolled | Ruled | Reported)
        case Touched() | Parted():
            return isinstance(head, Moved | Compelled | Removed | Rolled | Checked | Formed)
        case Drew():
            drawers = {one.side if isinstance(one, Drew) else None for one in (*group, event)}
            return len(drawers) == 1
        case Declared():
            return _only(group, Declared)
        case _:
            return _of_the_same(event, group)


def _of_the_same(event: AnyEvent, group: Sequence[AnyEvent]) -> bool:
    """Whether it befalls a unit that the group is about."""
    head = group[0]
    match event:
        case Fell(unit=unit):
            return any(_strikes(one, unit) for one in group)
        case Removed(why=why) if why == FALLEN:
            return _only(group, Removed | Formed | Parted)
        case Marked(unit=unit) | Formed(unit=unit) | Removed(unit=unit):
            return _about(group, unit)
        case Moved(carried_by=host) if host:
            return isinstance(head, Moved) and head.unit == host
        case Moved(unit=unit):
            return isinstance(head, Compelled | Detached) and head.unit == unit
        case Attached(unit=unit):
            return isinstance(head, Moved) and head.unit == unit
        case _:
            return False


def _besides(event: AnyEvent, group: Sequence[AnyEvent], battle: AnyBattle) -> bool:
    """Whether it happened at the same time, or a figure does what fellows of its company have just done."""
    head = group[0]
    match event:
        case Struck(action=action) if action in TOGETHER:
            return _only(group, Struck)
        case Moved(together=True) if isinstance(head, Moved) and head.together:
            return True
        case Moved() | Placed() | Formed():
            return all(alike(one, event, battle) for one in group)
        case Marked():
            return isinstance(head, Rolled | Marked)
        case Fell():
            return isinstance(head, Rolled) or _has(group, Struck | Landed)
    return False


def _thrown_for(struck: Struck, group: Iterable[AnyEvent]) -> bool:
    """Saves come before the blow they are made against, too: they are other dice."""
    dice = sum(pool.count for event in group if isinstance(event, Rolled) for pool in event.roll.pools)
    return dice == struck.dice and struck.action not in TOGETHER


def _strikes(event: AnyEvent, unit: str) -> bool:
    match event:
        case Struck(target=target):
            return target == unit
        case Landed(struck=struck):
            return any(one == unit for one, _ in struck)
    return False


def _has(group: Iterable[AnyEvent], kind: Any) -> bool:
    return any(isinstance(event, kind) for event in group)


def _only(group: Iterable[AnyEvent], kind: Any) -> bool:
    return all(isinstance(event, kind) for event in group)


def _about(group: Iterable[AnyEvent], unit: str) -> bool:
    return any(unit in (getattr(event, "unit", None), getattr(event, "target", None)) for event in group)


# ---------------------------------------------------------------- telling it


_LEADS = (Struck, Landed, Checked, Compelled, Moved)


def beat_of(group: tuple[AnyEvent, ...], battle: AnyBattle, *, at_once: bool) -> Beat | None:
    """A group told; None where there is nothing to say to those who see this battle."""
    lead = next((event for kind in _LEADS for event in group if isinstance(event, kind)), group[0])
    if at_once and isinstance(lead, Declared):
        lines = _declarations(group, battle)
        return Beat(lines[0], (), tuple(lines[1:]), lead, group) if lines else None
    company = len(group) > 1 and all(alike(lead, event, battle) for event in group)
    told = tell_company(group if company else (lead,), battle)
    if told is None:
        return None
    line = _of(lead, told, battle)
    if company:
        return Beat(line, (), (), lead, group)
    led = isinstance(lead, Struck | Landed | Checked)
    rest = [event for event in group if event is not lead and not (led and isinstance(event, Rolled))]
    decided, more = (
        [
            said
            for event in rest
            if isinstance(event, Ruled | Reported) is ruled and (said := _said(event, battle)) is not None
        ]
        for ruled in (True, False)
    )
    if isinstance(lead, Removed) and lead.why == FALLEN:
        more.insert(0, line)
        line = Said("", ("The fallen are taken off the table.",))
    return Beat(line, tuple(decided), tuple(more), lead, group)


def _said(event: AnyEvent, battle: AnyBattle) -> Said | None:
    """An event told without the name of its side, which is shown as a mark."""
    told = tell_in_spans(event, battle)
    return _of(event, told, battle) if told is not None else None


def _of(event: AnyEvent, told: Text, battle: AnyBattle) -> Said:
    return Said(_side(event, battle), unsided(told))


def _declarations(group: Sequence[AnyEvent], battle: AnyBattle) -> list[Said]:
    """Units that will all do the same in one sentence."""
    alike: dict[tuple[str, str], list[Named]] = {}
    lines = []
    for event in group:
        if isinstance(event, Declared) and not event.target and event.unit in battle.units:
            side = battle.units[event.unit].side
            alike.setdefault((side, event.action), []).append(unit_name(battle, event.unit))
        elif said := _said(event, battle):
            lines.append(said)
    return [
        *(
            Said(side, text(listed_text(who), f" will {tell_action(action, battle)}."))
            for (side, action), who in alike.items()
        ),
        *lines,
    ]


def _kind(lead: AnyEvent) -> Kind:
    match lead:
        case Began(what="turn"):
            return "turn"
        case Began():
            return "phase"
        case Struck() | Landed():
            return "attack"
        case Checked():
            return "morale"
        case Moved() | Compelled() | Formed() | Touched() | Parted():
            return "move"
        case Placed():
            return "setup"
        case Declared():
            return "declare"
        case Ended():
            return "end"
        case _:
            return "note"


def _side(lead: AnyEvent, battle: AnyBattle) -> str:
    """Whose doing it is; empty where it is nobody's."""
    match lead:
        case Began(side=side) | Placed(side=side) | Drew(side=side) | Spent(side=side):
            return side
        case Rolled(roll=roll):
            throwers = {pool.whose for pool in roll.pools}
            return throwers.pop() if len(throwers) == 1 else ""
        case Ended(outcome=outcome):
            return outcome.winner
        case Sealed(seat=seat) | Proposed(seat=seat) | TookBack(seat=seat) | RanOut(seat=seat):
            return battle.side_at(seat)
        case _:
            unit = battle.units.get(getattr(lead, "unit", ""))
            return unit.side if unit is not None else ""
