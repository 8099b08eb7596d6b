"""Moves tried out: a course walked as far as the rules allow, and the field as it would look then."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec.structs import replace

from schiltron.battle.state.decision import Commanded, PathDrawn
from schiltron.battle.state.event import Leg
from schiltron.battle.state.manoeuvre import Advance, Path
from schiltron.rulesets.chainmail.field import in_turns
from schiltron.rulesets.chainmail.movement.carrying import arrived
from schiltron.rulesets.chainmail.movement.contact import in_contact
from schiltron.rulesets.chainmail.movement.splitting import onward
from schiltron.rulesets.chainmail.movement.trial_moves import CHARGE, MOVE, SPLIT
from schiltron.rulesets.chainmail.state import Battle, Unit, with_turn
from schiltron.rulesets.chainmail.steps import Action, Walk
from schiltron.rulesets.chainmail.walking.enmities import owed_to_others
from schiltron.rulesets.chainmail.walking.ground import CLOSED, hindrance, underfoot
from schiltron.rulesets.chainmail.walking.pausing import place_after, up_to
from schiltron.rulesets.chainmail.walking.rates import split_part
from schiltron.rulesets.chainmail.walking.walk import walk
from schiltron.rulesets.chainmail.walking.walker import Walker
from schiltron.table.contact import Edge
from schiltron.table.ground import open_ahead
from schiltron.table.lengths import Mil, inches

HAND: Final[Mil] = inches(0.25)
"""What is left to spare where a body turns close by ground that is closed to it."""


class Trial(NamedTuple):
    """A move that could be made, and how the field would look then; `met` is the foe it ends at, `edge` the side of it.

    `half` is the unit in the middle of a split move, where it fires. Where the sides move in turn, `path` is then only
    the first part of the legs: the second is ordered after the fire. Whether an order may end where a walk was stopped
    is not `sure` before it has been walked so.
    """

    action: Action
    path: Path
    battle: Battle
    unit: Unit
    legs: tuple[Leg, ...]
    met: str = ""
    half: Unit | None = None
    edge: Edge = "front"
    sure: bool = True

    @property
    def command(self) -> Commanded:
        return Commanded(self.unit.id, self.action, PathDrawn(self.path))


def tried(battle: Battle, unit: Unit, action: Action, course: Path) -> Trial | None:
    """A course as far as it can be walked; None if nothing of it can, or a charge that does not end in contact."""
    one = glanced_at(battle, unit, action, course)
    return made_sure(battle, one) if one is not None else None


def glanced_at(battle: Battle, unit: Unit, action: Action, course: Path) -> Trial | None:
    """The same at a glance: what the walk was cut short to may yet prove to be no move that can be ordered."""
    if action == SPLIT and in_turns(battle):
        return _in_two_parts(battle, unit, course)
    return _glance(battle, Walk(unit.id, course, action))


def made_sure(battle: Battle, one: Trial) -> Trial | None:
    """A trial that can be ordered as it is; None if it cannot."""
    return one if one.sure else _trial_of(battle, Walk(one.unit.id, one.path, one.action))


def ridden_on(battle: Battle, unit: Unit, course: Path) -> Trial | None:
    """The second part of a split move, as far as it can be walked."""
    return _trial_of(battle, onward(unit.id, course))


def _glance(battle: Battle, step: Walk) -> Trial | None:
    walker = walk(battle, step)
    if not walker.reasons:
        return _ordered(walker, step.action, step.path) if step.path else None
    path = _kept_clear(walker)
    if path != _path_of(walker.legs):
        return _trial_of(battle, replace(step, path=path))
    if not path or (step.action == CHARGE and walker.met is None):
        return None
    one = _ordered(walker, step.action, path)
    return one._replace(sure=False) if one is not None else None


def _trial_of(battle: Battle, step: Walk) -> Trial | None:
    walked = _walked(battle, step)
    return _ordered(walked[0], step.action, walked[1]) if walked is not None else None


def _walked(battle: Battle, step: Walk) -> tuple[Walker, Path] | None:
    walker, path = walk(battle, step), step.path
    if walker.reasons:
        path = _kept_clear(walker)
        walker = walk(battle, replace(step, path=path))
    return (walker, path) if path and not walker.reasons else None


def _kept_clear(walker: Walker) -> Path:
    """What was walked; where closed ground ended it, so much less that the body has room to turn about there."""
    path = _path_of(walker.legs)
    if not path or not isinstance(path[-1], Advance) or not _shut_ahead(walker):
        return path
    here = walker.outline
    less = path[-1].distance - round(here.radius - here.main.half_depth) - HAND
    return (*path[:-1], Advance(less)) if less > 0 else path[:-1]


def _shut_ahead(walker: Walker) -> bool:
    """Whether it has come up to ground that is closed to everybody, or to such as it."""
    if walker.height:
        return False
    here, along, features = walker.outline, walker.pose.forward, walker.board.features
    if any(open_ahead(one.rings, here, *along) < HAND for one in features if one.kind in CLOSED):
        return True
    manner = walker.manner._replace(charging=False)
    ahead = underfoot(walker.pose.advanced(HAND), walker.body, walker.count, features)
    return any(hindrance(one, manner) is not None for one in ahead)


def _path_of(legs: Iterable[Leg]) -> Path:
    return tuple(leg.manoeuvre for leg in legs)


def _in_two_parts(battle: Battle, unit: Unit, course: Path) -> Trial | None:
    """Half of a course, fire, and the other half, if each of them is half a move at most (CM-MISSILE-15)."""
    walked = _walked(battle, Walk(unit.id, course, MOVE))
    if walked is None:
        return None
    walker = walked[0]
    first = up_to(walker, walker.spent // 2).legs
    rest = walker.spent - sum(leg.cost for leg in first)
    path = _path_of(first)
    if not path or rest > split_part(battle, unit).total or walk(battle, Walk(unit.id, path, SPLIT)).reasons:
        return None
    return _trial(walker, SPLIT, path)


def _ordered(walker: Walker, action: Action, path: Path) -> Trial | None:
    """A trial, unless it ends at an enemy whom its unit may not attack while one that it hates is in reach."""
    unit, battle = walker.unit, walker.battle
    return None if owed_to_others(battle, unit, walker.met) else _trial(walker, action, path)


def _trial(walker: Walker, action: Action, path: Path) -> Trial:
    battle, unit = walker.battle, arrived(walker, action)
    half = _half(walker, unit) if action == SPLIT else None
    there, legs = battle.with_unit(unit), tuple(walker.legs)
    if walker.met is None:
        return Trial(action, path, there, unit, legs, half=half)
    foe = walker.met.id
    there = in_contact(there, unit.id, foe)
    edge = next(one.edge for one in there.engagements if one.touching and one.joins(unit.id, foe))
    return Trial(action, path, there, there.units[unit.id], legs, foe, half, edge)


def _half(walker: Walker, unit: Unit) -> Unit:
    """In the middle of a split move."""
    spent = walker.spent // 2
    return replace(with_turn(unit, spent=spent), place=place_after(walker, up_to(walker, spent).legs))
