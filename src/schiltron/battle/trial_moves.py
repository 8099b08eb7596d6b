"""Moves worth trying, for those who play by machine: which unit, which way, and as much of it as is allowed.

What a unit of a book may do is handed in; nothing here judges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import TypeVar

from schiltron.battle.decision import FINISH, Aimed, AnyDecision, Command, Commanded
from schiltron.battle.illegal import Reason
from schiltron.battle.manoeuvre import Advance, Path
from schiltron.battle.marching import no_more, towards, turn_first
from schiltron.battle.state import Battle
from schiltron.battle.unit import Unit
from schiltron.battle.walking import Walker
from schiltron.table.lengths import HALF_TURN, Mdeg, Mil

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")

_TRIES = 3


def sample_command(
    view: Battle[B, U, S],
    decision: AnyDecision,
    random: Random,
    sampled: Callable[[Battle[B, U, S], Unit[U], Random], Commanded | None],
) -> Commanded:
    """A random command: bodies mostly, now and then a figure who goes with one; the end where nothing comes of it.

    `sampled` is a random legal command of one unit, None where it found none.
    """
    assert isinstance(decision, Command)
    bodies = [one for one in decision.actors if not view.units[one].host]
    people = [one for one in decision.actors if view.units[one].host]
    for _ in range(_TRIES):
        if random.random() < 0.03:
            break
        chosen = people if people and random.random() < 0.1 else bodies
        command = sampled(view, view.units[random.choice(chosen)], random) if chosen else None
        if command is not None:
            return command
    return FINISH


def suggest_commands(
    view: Battle[B, U, S],
    decision: AnyDecision,
    suggested: Callable[[Battle[B, U, S], Unit[U]], Iterable[Commanded]],
) -> Iterator[Commanded]:
    """What is suggested for each body that may move, and to leave it at that."""
    assert isinstance(decision, Command)
    for actor in decision.actors:
        unit = view.units[actor]
        if not unit.host:
            yield from suggested(view, unit)
    yield FINISH


def sample_join(
    view: Battle[B, U, S],
    unit: Unit[U],
    random: Random,
    action: str,
    goes_alone: Callable[[Unit[U]], bool],
    judge: Callable[[Battle[B, U, S], Unit[U], str], list[Reason]],
) -> Commanded | None:
    """A figure who goes to some body of his side; None where he may not."""
    hosts = [one.id for one in view.units.values() if one.side == unit.side and one.on_table and not goes_alone(one)]
    host = random.choice(hosts) if hosts else ""
    return Commanded(unit.id, action, Aimed(host)) if host and not judge(view, unit, host) else None


def legal_beginning(path: Path, walk: Callable[[Path], Walker[B, U, S]]) -> Path:
    """As much of a move as can be made; () if nothing of it can."""
    walker = walk(path)
    if not walker.reasons:
        return path
    walked = tuple(leg.manoeuvre for leg in walker.legs)
    if not walked or walk(walked).reasons:
        return ()
    return walked


def ways_ahead(unit: Unit[U], foes: Iterable[Unit[U]], move: Mil, limit: Mdeg = HALF_TURN) -> Iterator[Path]:
    """Towards each of some enemies, as far as it may turn, straight ahead, and half of that."""
    for foe in foes:
        yield turn_first(no_more(towards(unit, foe), limit), Advance(move))
    yield (Advance(move),)
    yield (Advance(max(1, move // 2)),)
