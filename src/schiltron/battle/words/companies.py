"""Figures of one company who do the same one after the other: told in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.event import AnyEvent, Formed, Moved, Placed
from schiltron.battle.words.grammar import counted
from schiltron.battle.words.names import whose
from schiltron.battle.words.phrases import spelled
from schiltron.battle.words.sentences import tell_in_spans, told_move
from schiltron.battle.words.text import Text, text


def in_companies(events: Iterable[AnyEvent], battle: AnyBattle) -> Iterator[tuple[AnyEvent, ...]]:
    """Events one by one, and those together that are the same for figures of one company."""
    group: list[AnyEvent] = []
    for event in events:
        if group and not alike(group[0], event, battle):
            yield tuple(group)
            group = []
        group.append(event)
    if group:
        yield tuple(group)


def alike(one: AnyEvent, other: AnyEvent, battle: AnyBattle) -> bool:
    """Whether two figures of a company did the same: were put down, went as far in the same way, or came to stand
    somewhere for the same reason."""
    if not _company(one, battle) or _company(one, battle) != _company(other, battle):
        return False
    return _did(one) == _did(other)


def tell_company(events: Sequence[AnyEvent], battle: AnyBattle) -> Text | None:
    """What all of them did, as in "Scouts (Red): 8 figures move 6″: advance 6″."; nothing of those who are
    carried along."""
    first = events[0]
    told = tell_in_spans(first, battle)
    if len(events) == 1 or told is None:
        return told
    doers = {_doer(event) for event in events}
    unit = battle.units[_doer(first)]
    name = unit.name.rstrip("0123456789").rstrip()
    return text(name, whose(battle, unit.side), f": {counted(len(doers), 'figure')} {_did(first)}.")


def _doer(event: AnyEvent) -> str:
    return event.what if isinstance(event, Placed) else event.unit if isinstance(event, Moved | Formed) else ""


def _company(event: AnyEvent, battle: AnyBattle) -> str:
    """Of single figures the company they are of; "" for all others, and for those a view does not know."""
    unit = battle.units.get(_doer(event))
    return unit.of if unit is not None and unit.original == 1 else ""


def _did(event: AnyEvent) -> str:
    if isinstance(event, Formed):
        return spelled(event.why)
    return told_move(event) if isinstance(event, Moved) else "put on the table"
