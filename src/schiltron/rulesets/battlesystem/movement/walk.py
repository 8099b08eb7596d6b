"""Walking a path leg by leg, to judge an order and to carry it out (cases 6.3 and 7.0 to 7.10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from schiltron.battle.state.manoeuvre import Advance, Face, FormUp, Oblique, Path, Reform, Turn, Wheel
from schiltron.battle.state.memory import keep, recall
from schiltron.rulesets.battlesystem.movement.frontage import reform
from schiltron.rulesets.battlesystem.movement.marching import (
    advance,
    bearing_of,
    last_line,
    moved,
    oblique,
    straight_on,
)
from schiltron.rulesets.battlesystem.movement.rates import RINGS
from schiltron.rulesets.battlesystem.movement.spacing import crowded
from schiltron.rulesets.battlesystem.movement.stances import form_up
from schiltron.rulesets.battlesystem.movement.turning import face, turn, wheel
from schiltron.rulesets.battlesystem.movement.walker import Walker
from schiltron.rulesets.battlesystem.state import Battle
from schiltron.rulesets.battlesystem.steps import Walk
from schiltron.table.lengths import Mil
from schiltron.table.outline import outline

LONGEST_PATH: Final = 24
"""Legs of one move: more is a slip of the pen."""
_BACK: Final[Mil] = 125
_WALKED: Final = "walked"
_LEGS: Final[dict[type, Callable[[Walker, Any], None]]] = {
    Advance: advance,
    Oblique: oblique,
    Wheel: wheel,
    Turn: turn,
    Face: face,
    Reform: reform,
    FormUp: form_up,
}


def walk(battle: Battle, step: Walk) -> Walker:
    """Go along a path as far as the rules and the move that is left allow; what ends it early stands in `reasons`."""
    known: tuple[Walk, Walker] | None = recall(battle, _WALKED)
    if known is not None and known[0] == step:
        return known[1]
    walker = _clear_of_friends(battle, step, _walked(battle, step))
    keep(battle, _WALKED, (step, walker))
    return walker


def _walked(battle: Battle, step: Walk) -> Walker:
    walker = Walker(battle, step)
    for index, leg in enumerate(step.path):
        walker.index = index
        if walker.met is not None and not straight_on(walker, leg):
            walker.refuse("it stops as soon as it touches an enemy and does not change direction", "BS-7.8-01")
        else:
            _take_leg(walker, leg)
        if walker.reasons:
            break
    return walker


def _take_leg(walker: Walker, leg: Any) -> None:
    go = _LEGS.get(type(leg))
    if go is None:
        text = "units advance, oblique, wheel, face, change frontage and take up formations; single figures turn"
        walker.refuse(text, "BS-7.0-01", "BS-7.9-02")
    elif walker.just_rallied and not isinstance(leg, FormUp):
        walker.refuse("a unit that has just rallied may change formation but not move", "BS-6.3-01", "BS-6.3-02")
    elif walker.stance in RINGS and not isinstance(leg, FormUp):
        walker.refuse(
            "a unit that faces several ways cannot move; all must turn to one front first", RINGS[walker.stance]
        )
    else:
        if walker.stance == "set_spears" and not isinstance(leg, FormUp):
            walker.stance = ""
            walker.ground.append("BS-11.7-02")
        go(walker, leg)


# ---------------------------------------------------------------- not on friends it has passed


def _clear_of_friends(battle: Battle, step: Walk, walker: Walker) -> Walker:
    """Who would end his move on friends, or too near to fellow skirmishers, halts a little earlier on his last leg."""
    friends = [one for one in walker.passed if one.id != step.target]
    if not friends or not walker.legs:
        return walker
    found = crowded(walker.unit, walker.outline, friends)
    while found is not None and walker.legs:
        path = _shorter(walker, friends)
        shorter = _walked(battle, replace(step, path=path))
        shorter.index = max(0, len(path) - 1)
        shorter.reasons.clear()
        shorter.refuse(found[0], *found[1], measured=True)
        walker = shorter
        found = crowded(walker.unit, walker.outline, friends) if walker.legs else None
    return walker


def _shorter(walker: Walker, friends: list[Any]) -> Path:
    """The path with its last line cut back to where it ends on nobody; without it where there is no such place."""
    legs = tuple(leg.manoeuvre for leg in walker.legs)
    begun = len(legs) - max(1, len(last_line(walker)))
    start = walker.legs[begun - 1].pose if begun else walker.unit.pose
    bearing = bearing_of(start, legs[begun])
    if bearing is not None:
        whole = sum(leg.distance for leg in legs[begun:] if isinstance(leg, Advance | Oblique))
        for distance in range(whole - _BACK, 0, -_BACK):
            there = outline(moved(start, bearing, distance), walker.body, walker.count)
            if crowded(walker.unit, there, friends) is None:
                return (*legs[:begun], *_cut_back(legs[begun:], distance))
    return legs[:begun]


def _cut_back(legs: Path, distance: Mil) -> Iterator[Advance | Oblique]:
    """So much of a line that is gone along in several legs."""
    for leg in legs:
        if distance > 0 and isinstance(leg, Advance | Oblique):
            yield replace(leg, distance=min(leg.distance, distance))
            distance -= leg.distance
