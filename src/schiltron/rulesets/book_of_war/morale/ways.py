"""The ways a routed unit may run, and how far each could lead it at most.

The ways are a fan: as it faces or about or to a side, wheeled by so many degrees either way, then straight on for as
long as that leads away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

import numpy as np
from msgspec.structs import replace

from schiltron.battle.manoeuvre import Advance, Face, Path, Wheel
from schiltron.rulesets.book_of_war.field import formation, troop
from schiltron.rulesets.book_of_war.movement.columns import is_column
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.facing import faced, in_line
from schiltron.table.lengths import QUARTER_TURN, TOLERANCE, Mdeg, Mil, degrees, direction, inches
from schiltron.table.many_rectangles import Rectangles, corner_gaps, rows
from schiltron.table.outline import Outline, outline

Side = Literal["front", "rear", "right", "left"]
_FACES: Final[tuple[Side, ...]] = ("front", "rear", "right", "left")
STEP: Final[Mdeg] = degrees(5)
"""Between two wheels of the fan."""
_WHEELS: Final[tuple[Mdeg, ...]] = (
    0,
    *(side * turn for turn in range(STEP, QUARTER_TURN + 1, STEP) for side in (1, -1)),
)


class Way(NamedTuple):
    """Where a unit faces first, the legs that turn it, what they cost, the turn of the wheel to the right, and the run
    that is left then."""

    to: Side
    legs: Path
    cost: Mil
    turn: Mdeg
    ahead: Mil

    @property
    def path(self) -> Path:
        return (*self.legs, Advance(self.ahead))

    @property
    def turns_back(self) -> bool:
        """Whether it faces to one side and wheels to the other, which only wastes a move."""
        return any(leg == Face("right" if self.turn < 0 else "left") for leg in self.legs) and self.turn != 0


def fan(unit: Unit, budget: Mil) -> Iterator[Way]:
    """Every way to turn, with the run that is left."""
    half = troop(unit).half_move
    for to in _FACES:
        _, body = faced(unit.pose, formation(unit), unit.bodies, to)
        files = formation(unit).files if to == "front" else body.files
        if to == "front" and not formation(unit).hedgehog:
            yield from _wheels(to, (), 0, files, budget)
        else:
            yield from _wheels(to, (Face(to),), half, files, budget - half)


def _wheels(to: Side, legs: Path, cost: Mil, files: int, budget: Mil) -> Iterator[Way]:
    """So many legs and then a wheel either way, as far as the move pays for it (BW-B4-26)."""
    for turn in _WHEELS:
        price = inches(files) * abs(turn) // QUARTER_TURN
        if price < budget:
            wheel = (Wheel("right" if turn > 0 else "left", abs(turn)),) if turn else ()
            yield Way(to, (*legs, *wheel), cost + price, turn, budget - price)


# ---------------------------------------------------------------- how far they could lead


def promises(unit: Unit, ways: Sequence[Way], foes: Sequence[Outline]) -> list[Mil]:
    """How far from the nearest enemy a run along each way ends at most: as over open ground.

    Only the first block of the unit is measured, of a column that bends its front rank: the rest of it can but be
    nearer. Going an inch changes a distance by an inch at most. And between two places of a straight way a rectangle is
    nowhere farther from another than at one of the two.
    """
    starts = {to: _Start(unit, to) for to in {way.to for way in ways}}
    enemy = rows([rect for foe in foes for rect in foe.rects])
    length = np.array([way.ahead for way in ways], dtype=float)
    turned = Rectangles(*np.array([starts[way.to].wheeled(way.turn) for way in ways]).T)
    near, far = corner_gaps(turned, enemy), corner_gaps(turned.advanced(length), enemy)
    by_length = (near.min(axis=1) + far.min(axis=1) + length) / 2
    most = np.minimum(by_length, np.maximum(near, far).min(axis=1))
    return [int(one) + TOLERANCE for one in most]


class _Start:
    """A unit that has changed face and stands in line, about to wheel."""

    def __init__(self, unit: Unit, to: Side) -> None:
        pose, body, count = unit.pose, formation(unit), unit.bodies
        if to != "front" or body.hedgehog:
            pose, body = faced(pose, body, count, to)
        if body.aslant:
            body, pose = in_line(body, pose)
        half = body.frontage / 2
        self._heading = pose.heading
        self._corners = pose.world(-half, 0.0), pose.world(half, 0.0)
        self._whole = outline(pose, body, count).main
        self._swinging = self._whole
        if is_column(body, count):
            self._swinging = outline(pose, replace(body, bends=()), min(count, body.files)).main

    def wheeled(self, turn: Mdeg) -> tuple[float, float, float, float, float, float]:
        """Its first block after a wheel: the middle, the way it looks, half sizes."""
        rect, (x, y) = self._swinging if turn else self._whole, self._corners[turn > 0]
        sine, minus_cosine = direction(turn)
        fx, fy = direction(self._heading + turn)
        dx, dy = rect.x - x, rect.y - y
        return (
            x - dx * minus_cosine - dy * sine,
            y + dx * sine - dy * minus_cosine,
            fx,
            fy,
            rect.half_width,
            rect.half_depth,
        )
