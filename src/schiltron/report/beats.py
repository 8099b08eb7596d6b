"""Events put together as people tell them: dice, hits and losses of one attack are one thing that happened.

The terminal prints a beat a paragraph, the replay page shows it as one line of its log and one step of its slider.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from msgspec import Struct

from schiltron.battle.companies import alike, tell_company
from schiltron.battle.event import (
    Began,
    Checked,
    Compelled,
    Declared,
    Drew,
    Ended,
    Fell,
    Formed,
    Happening,
    Landed,
    Marked,
    Moved,
    Parted,
    Placed,
    Proposed,
    Removed,
    Revealed,
    Rolled,
    Ruled,
    Sealed,
    Spent,
    Struck,
    TookBack,
    Touched,
)
from schiltron.battle.state import AnyBattle
from schiltron.battle.tally import Tally
from schiltron.battle.telling import tell

Kind = Literal["turn", "phase", "setup", "declare", "move", "attack", "morale", "note", "end"]

TOGETHER = ("duel", "dirty tricks")
"""Blows that two exchange at once: their dice stand by themselves, then both blows are told together."""
FALLEN = "fallen"
"""Why figures are taken off that lay where they fell; any other reason takes the whole unit."""


class Said(Struct, frozen=True):
    """A sentence and the side it is about (empty: nobody's). Who reads it sees the side as a mark before it."""

    side: str
    text: str


class Beat(Struct, frozen=True):
    """One thing that happened. `line` says it, `more` what came with it; dice and tallies show how."""

    kind: Kind
    line: Said
    more: tuple[Said, ...]
    events: tuple[Happening, ...]

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


def beats(events: Iterable[Happening], battle: AnyBattle) -> Iterator[Beat]:
    """The beats of one entry of a journal, told with the battle it led to."""
    for group in _grouped(_told_once(tuple(events)), battle):
        beat = _beat(group, battle)
        if beat is not None:
            yield beat


def _told_once(events: Sequence[Happening]) -> Iterator[Happening]:
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


def _grouped(events: Iterable[Happening], battle: AnyBattle) -> Iterator[tuple[Happening, ...]]:
    group: list[Happening] = []
    for event in events:
        if group and not _joins(event, group) and not _in_company(event, group, battle):
            yield tuple(group)
            group = []
        group.append(event)
    if group:
        yield tuple(group)


def _joins(event: Happening, group: Sequence[Happening]) -> bool:
    """Whether an event is part of what the group is about."""
    head = group[0]
    if isinstance(head, Began | Ended):
        return False
    match event:
        case Struck() | Landed() | Checked():
            together = isinstance(event, Struck) and event.action in TOGETHER
            return _only(group, Struck if together else Rolled)
        case Fell():
            return _has(group, Struck | Landed) or isinstance(head, Rolled)
        case Ruled():
            return isinstance(head, Rolled) and _only(group, Rolled | Ruled)
        case Touched() | Parted():
            return isinstance(head, Moved | Compelled | Removed | Rolled | Checked | Formed)
        case Marked(unit=unit) | Formed(unit=unit):
            return _about(group, unit) or (isinstance(event, Marked) and isinstance(head, Rolled | Marked))
        case Moved(unit=unit):
            alone = isinstance(head, Compelled) and head.unit == unit
            return alone or (event.together and isinstance(head, Moved) and head.together)
        case Removed(unit=unit, why=why):
            return _only(group, Removed | Formed | Parted) if why == FALLEN else _about(group, unit)
        case Declared():
            return _only(group, Declared)
        case _:
            return False


def _in_company(event: Happening, group: Sequence[Happening], battle: AnyBattle) -> bool:
    """Whether a figure does what fellows of its company have just done."""
    return isinstance(event, Moved | Placed) and all(alike(one, event, battle) for one in group)


def _has(group: Iterable[Happening], kind: Any) -> bool:
    return any(isinstance(event, kind) for event in group)


def _only(group: Iterable[Happening], kind: Any) -> bool:
    return all(isinstance(event, kind) for event in group)


def _about(group: Iterable[Happening], unit: str) -> bool:
    return any(unit in (getattr(event, "unit", None), getattr(event, "target", None)) for event in group)


# ---------------------------------------------------------------- telling it


_LEADS = (Struck, Landed, Checked, Compelled, Moved)


def _beat(group: tuple[Happening, ...], battle: AnyBattle) -> Beat | None:
    """A group told; None where there is nothing to say to those who see this battle."""
    if isinstance(group[0], Declared):
        lines = _declarations(group, battle)
        return Beat("declare", lines[0], tuple(lines[1:]), group) if lines else None
    if len(group) > 1 and all(alike(group[0], event, battle) for event in group[1:]):
        told = tell_company(group, battle)
        return Beat(_kind(group[0]), _unsided(told, group[0], battle), (), group) if told is not None else None
    lead = next((event for kind in _LEADS for event in group if isinstance(event, kind)), group[0])
    line = _said(lead, battle)
    if line is None:
        return None
    led = isinstance(lead, Struck | Landed | Checked)
    rest = [event for event in group if event is not lead and not (led and isinstance(event, Rolled))]
    more = [said for event in rest if (said := _said(event, battle)) is not None]
    if isinstance(lead, Removed) and lead.why == FALLEN and len(group) > 1:
        more.insert(0, line)
        line = Said("", "The fallen are taken off the table.")
    return Beat(_kind(lead), line, tuple(more), group)


def _said(event: Happening, battle: AnyBattle) -> Said | None:
    """An event told without the name of its side, which is shown as a mark."""
    told = tell(event, battle)
    return _unsided(told, event, battle) if told is not None else None


def _unsided(told: str, event: Happening, battle: AnyBattle) -> Said:
    side = _side(event, battle)
    if side and not isinstance(event, Began | Ended):
        told = told.replace(f" ({battle.side_named(side).name})", "", 1)
    return Said(side, told)


def _declarations(group: Sequence[Happening], battle: AnyBattle) -> list[Said]:
    """Units that will all do the same in one sentence."""
    alike: dict[tuple[str, str], list[str]] = {}
    lines = []
    for event in group:
        if isinstance(event, Declared) and not event.target and event.unit in battle.units:
            unit = battle.units[event.unit]
            alike.setdefault((unit.side, event.action), []).append(unit.name)
        elif said := _said(event, battle):
            lines.append(said)
    together = [Said(side, f"{_listed(names)} will {_words(action)}.") for (side, action), names in alike.items()]
    return together + lines


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def _words(name: str) -> str:
    return name.replace("_", " ")


def _kind(lead: Happening) -> Kind:
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
        case Ended():
            return "end"
        case _:
            return "note"


def _side(lead: Happening, battle: AnyBattle) -> str:
    """Whose doing it is; empty where it is nobody's."""
    match lead:
        case Began(side=side) | Placed(side=side) | Drew(side=side) | Spent(side=side):
            return side
        case Rolled(roll=roll):
            throwers = {pool.whose for pool in roll.pools}
            return throwers.pop() if len(throwers) == 1 else ""
        case Ended(outcome=outcome):
            return outcome.winner
        case Sealed(seat=seat) | Proposed(seat=seat) | TookBack(seat=seat):
            return next((one.side for one in battle.seats if one.id == seat), "")
        case _:
            unit = battle.units.get(getattr(lead, "unit", ""))
            return unit.side if unit is not None else ""
