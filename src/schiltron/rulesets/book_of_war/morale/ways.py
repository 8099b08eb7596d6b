"""The ways a routed unit may run (chapter B4; rout is B5).

The ways are a fan: as it faces or about or to a side, wheeled by so many degrees either way, then straight on for as
long as that leads away.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from schiltron.battle.state.manoeuvre import Advance, Face, Path, Wheel
from schiltron.rulesets.book_of_war.field import formation
from schiltron.rulesets.book_of_war.movement.columns import is_column
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.body import Formed, unbent
from schiltron.table.facing import faced, in_line
from schiltron.table.lengths import QUARTER_TURN, Mdeg, Mil, degrees, direction, inches
from schiltron.table.outline import Outline, outline
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect

Side = Literal["front", "rear", "right", "left"]
Placed = tuple[float, float, float, float, float, float]
"""A rectangle: its middle, the way it looks, half sizes."""
FACES: Final[tuple[Side, ...]] = ("front", "rear", "right", "left")
STEP: Final[Mdeg] = degrees(15)
"""Between two wheels of the fan."""
WHEELS: Final[tuple[Mdeg, ...]] = (
    0,
    *(side * turn for turn in range(STEP, QUARTER_TURN + 1, STEP) for side in (1, -1)),
)


class Way(NamedTuple):
    """Where a unit faces first and whether it changes face for that, what turning costs, the turn of the wheel to the
    right, and the run that is left then."""

    to: Side
    faces: bool
    cost: Mil
    turn: Mdeg
    ahead: Mil

    @property
    def legs(self) -> Path:
        """What turns it."""
        turn = self.turn
        wheel = (Wheel("right" if turn > 0 else "left", abs(turn)),) if turn else ()
        return (Face(self.to), *wheel) if self.faces else wheel

    @property
    def path(self) -> Path:
        return (*self.legs, Advance(self.ahead))

    @property
    def turns_back(self) -> bool:
        """Whether it faces to one side and wheels to the other, which only wastes a move."""
        return self.turn != 0 and self.to == ("right" if self.turn < 0 else "left")


class Start:
    """A unit that has changed face and stands in line, about to wheel."""

    def __init__(self, pose: Pose, body: Formed, count: int, to: Side) -> None:
        self.faces = to != "front" or bool(body.hedgehog)
        """Whether it takes a change of face."""
        if self.faces:
            pose, body = faced(pose, body, count, to)
        if body.aslant:
            body, pose = in_line(body, pose)
        half = body.frontage / 2
        self.pose, self.body, self.count = pose, body, count
        self.bends = is_column(body, count)
        """Whether a wheel bends it."""
        self.left, self.right = pose.world(-half, 0.0), pose.world(half, 0.0)
        """The corners on which it wheels."""
        self.outline = outline(pose, body, count)
        self.whole = self.part = self.outline.main
        """Its first block as long as it does not wheel, and what of it swings round when it does."""
        if self.bends:
            self.part = outline(pose, unbent(body), min(count, body.files)).main

    def has_tail(self, way: Way) -> bool:
        """Whether something is known of those who come behind its first block on a way."""
        return not self.body.bends and (len(self.outline.rects) > 1 or (self.bends and way.turn != 0))

    def leading(self, turn: Mdeg) -> tuple[Pose, Outline]:
        """Where it stands after a wheel, and what of it goes straight ahead then."""
        pose, body, count = self.pose, self.body, self.count
        if turn:
            pose = pose.pivoted(*(self.right if turn > 0 else self.left), turn)
        if body.bends or (turn and self.bends):
            body, count = unbent(body), min(count, body.files)
        return pose, outline(pose, body, count)

    def wheeled(self, turn: Mdeg) -> Placed:
        """Its first block after a wheel."""
        return self.swung(self.part if turn else self.whole, turn)

    def swung(self, rect: Rect, turn: Mdeg) -> Placed:
        """A part of it after a wheel."""
        x, y = self.right if turn > 0 else self.left
        sine, minus_cosine = direction(turn)
        fx, fy = direction(self.pose.heading + turn)
        dx, dy = rect.x - x, rect.y - y
        return (
            x - dx * minus_cosine - dy * sine,
            y + dx * sine - dy * minus_cosine,
            fx,
            fy,
            rect.half_width,
            rect.half_depth,
        )

    @property
    def turned(self) -> Mil:
        """After what length of a run its last rank has come round the corner of a wheel; 0 of who wheels as a whole. Of
        a column that is bent already nobody foretells it."""
        body = self.body
        return (body.ranks(self.count) - 1) * (body.base.depth + body.spacing) if self.bends and not body.bends else 0

    @property
    def last_rank(self) -> Rect:
        """The last rank; the first of who is bent already."""
        body, count, pose = self.body, self.count, self.pose
        width, depth = body.base.width + body.spacing, body.base.depth
        ranks, short = (1, min(count, body.files)) if body.bends else (body.ranks(count), body.short_rank(count))
        half_width = (short * width - body.spacing) / 2
        across = (body.files - short) // 2 * width + half_width - body.frontage / 2
        x, y = pose.world(across, -(ranks - 1) * (depth + body.spacing) - depth / 2)
        return Rect(x, y, *pose.forward, half_width, depth / 2)


def start_of(unit: Unit, to: Side) -> Start:
    """A unit as it would face to a side."""
    return Start(unit.pose, formation(unit), unit.bodies, to)


def ways_from(start: Start, to: Side, half_move: Mil, budget: Mil) -> tuple[Way, ...]:
    """Every way to turn, with the run that is left: a wheel either way as far as the move pays for it (BW-B4-26)."""
    return _wheels(budget, half_move if start.faces else 0, to, start.faces, start.body.files)


@lru_cache(maxsize=256)
def _wheels(
    budget: Mil,
    turning: Mil,
    to: Side,
    faces: bool,  # noqa: FBT001 - as in `Way`
    files: int,
) -> tuple[Way, ...]:
    """The ways from one side. Sides of a few sizes come up again and again, put together in ever other ways."""
    left, a_quarter = budget - turning, inches(files)
    prices = [(turn, a_quarter * abs(turn) // QUARTER_TURN) for turn in WHEELS]
    return tuple([Way(to, faces, turning + price, turn, left - price) for turn, price in prices if price < left])
