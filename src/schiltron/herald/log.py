"""The log as it is spoken: the sentences everybody gets, with places for those who have no picture to look at."""

from __future__ import annotations

from collections.abc import Iterable

from schiltron.battle.state.battle import AnyBattle
from schiltron.battle.state.event import AnyEvent, Moved, Placed
from schiltron.battle.words.beats import grouped
from schiltron.battle.words.companies import in_companies, tell_company
from schiltron.battle.words.sentences import tell_blow
from schiltron.battle.words.text import unstopped, words
from schiltron.herald.words import compass
from schiltron.table.pose import Pose


def spoken(events: Iterable[AnyEvent], view: AnyBattle) -> list[str]:
    """What is said of events to those who see this view. An attack of one pool of dice is told together with them, and
    what figures of a company all do is said once."""
    return [line for group in grouped(events, view, at_once=True) for line in _told(group, view)]


def _told(group: tuple[AnyEvent, ...], view: AnyBattle) -> list[str]:
    lines: list[str] = []
    before: AnyEvent | None = None
    for event, *others in in_companies(group, view):
        attack = tell_blow(before, event, view)
        before = event
        if attack is not None:
            lines[-1] = attack
            continue
        told = tell_company((event, *others), view)
        if told is None:
            continue
        pose = _where(event) if not others else None
        lines.append(f"{words(unstopped(told))}, {placed(pose)}." if pose is not None else words(told))
    return lines


def _where(event: AnyEvent) -> Pose | None:
    """Where a unit stands after an event that moved it."""
    match event:
        case Moved(legs=legs) if legs:
            return legs[-1].pose
        case Placed(pose=pose):
            return pose
    return None


def placed(pose: Pose) -> str:
    return f"at {round(pose.x / 1000)} across, {round(pose.y / 1000)} down, facing {compass(pose.heading)}"
