"""Moves worth trying, for computer players: which unit, which way, and as much of it as is allowed.

The caller hands in what a unit of its book may do; nothing is judged here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import TypeVar

from schiltron.battle.movement.straight_and_wheel import no_more, towards, turn_first
from schiltron.battle.movement.walker import Walker
from schiltron.battle.state.battle import Battle
from schiltron.battle.state.decision import FINISH, Aimed, Command, Commanded
from schiltron.battle.state.field import friendly
from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.manoeuvre import Advance, Path
from schiltron.battle.state.unit import Aboard, Unit
from schiltron.table.lengths import HALF_TURN, Mdeg, Mil

B = TypeVar("B")
U = TypeVar("U")
S = TypeVar("S")

_TRIES = 3


def sample_command(
    view: Battle[B, U, S],
    decision: Command,
    random: Random,
    sampled: Callable[[Battle[B, U, S], Unit[U], Random], Commanded | None],
) -> Commanded:
    """A random command, mostly for a body and now and then for a figure that goes with one; it finishes if none is
    found. `sampled` is a random legal command of one unit, or None."""
    units = view.units
    people = [one for one in decision.actors if type(units[one].place) is Aboard]
    bodies = [one for one in decision.actors if one not in people] if people else decision.actors
    for _ in range(_TRIES):
        if random.random() < 0.03:
            break
        chosen = people if people and random.random() < 0.1 else bodies
        command = sampled(view, units[random.choice(chosen)], random) if chosen else None
        if command is not None:
            return command
    return FINISH


def suggest_commands(
    view: Battle[B, U, S],
    decision: Command,
    suggested: Callable[[Battle[B, U, S], Unit[U]], Iterable[Commanded]],
) -> Iterator[Commanded]:
    """The commands suggested for each body that may move, and to finish."""
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
    hosts = [one.id for one in view.standing() if friendly(view, unit, one) and not goes_alone(one)]
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
