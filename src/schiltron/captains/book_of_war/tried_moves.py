"""Moves tried out: a course walked as far as the rules allow, and the field as it would look then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from schiltron.battle.state.manoeuvre import Path, SquareUp, Wrap
from schiltron.rulesets.book_of_war.movement.carrying_out import carry_out
from schiltron.rulesets.book_of_war.movement.paths import SPLIT, allowance, bearing_of, walk
from schiltron.rulesets.book_of_war.movement.walking import Bearing, Walker
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit
from schiltron.rulesets.book_of_war.steps import FreeAttack
from schiltron.table.lengths import CONTACT, Mil


class Trial(NamedTuple):
    """A move that could be made, and how the field would look then.

    `fresh` are the pikes onto which it ran: they strike at once (BW-B2-10).
    """

    action: str
    path: Path
    battle: Battle
    unit: Unit
    fresh: str


def tried(battle: Battle, unit: Unit, action: str, course: Path) -> Iterator[Trial]:
    """A course as far as it can be walked, and wrapped round the foe at its end where that is possible."""
    bearing = bearing_of(action)
    budget = allowance(battle, unit, action)
    walker, path = _walked(battle, unit, course, bearing, budget)
    if not path:
        return
    contact = trial(walker, action, path)
    yield contact
    for wrap in _wraps(walker):
        swung = walk(contact.battle, contact.unit, (wrap,), bearing, "illegal", walker.left)
        if not swung.reasons:
            yield trial(swung, action, (*path, wrap))._replace(fresh=contact.fresh)
            break


def _walked(battle: Battle, unit: Unit, course: Path, bearing: Bearing, budget: Mil) -> tuple[Walker, Path]:
    """The walk along a course and the legal order for it; an empty path if nothing of it can be done."""
    walker = walk(battle, unit, course, bearing, "stops", budget)
    if not walker.reasons and walker.met is not None:
        return walker, course
    path = tuple(leg.manoeuvre for leg in walker.legs if not isinstance(leg.manoeuvre, SquareUp))
    if path and (walker.reasons or path != course):
        walker = walk(battle, unit, path, bearing, "illegal", budget)
        return walker, () if walker.reasons else path
    return walker, path


def trial(walker: Walker, action: str, path: Path) -> Trial:
    """The move as the book itself carries it out, up to the blows of pikes that it ran onto."""
    scene = Scene(walker.battle)
    carry_out(scene, walker, split=action == SPLIT)
    struck = scene.battle.agenda[: len(scene.battle.agenda) - scene.coming]
    fresh = next((one.pikes for one in struck if isinstance(one, FreeAttack)), "")
    return Trial(action, path, scene.battle, scene.unit(walker.unit.id), fresh)


def _wraps(walker: Walker) -> Iterator[Wrap]:
    """Files beyond the ends of the foe that was met, as many as the rest of the move pays for (BW-B4-33, BW-B4-34).

    Fewer and fewer of them: on bad ground they are dearer (BW-B4-26).
    """
    most = walker.left // 1000
    if walker.met is None or most < 1:
        return
    half = walker.body.frontage / 2
    lateral = [walker.pose.local(x, y)[0] for rect in walker.met.outline.rects for x, y in rect.corners]
    pitch = walker.body.base.width
    left = min(most, int(max(0.0, half + min(lateral) + CONTACT) // pitch))
    right = min(most, int(max(0.0, half - max(lateral) + CONTACT) // pitch))
    for number in range(max(left, right), 0, -1):
        yield Wrap(min(left, number), min(right, number))
