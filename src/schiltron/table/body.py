"""The shape of a unit's body, and the figures that stand in it.

Shapes are stored; figures never are: they are derived from pose, shape and number, so that bases cannot
drift apart. The number of figures is no part of a shape.

What the pose of a body means: of a `Formed` body the MIDDLE OF THE FRONT EDGE of its main block (all files
that are not in wings), looking along the heading; of a `Scatter` or a `Single` its centre.
"""

from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from schiltron.table.base import Base
from schiltron.table.block import Block, WingName
from schiltron.table.blocks import blocks
from schiltron.table.columns import last_leg
from schiltron.table.lengths import FULL_TURN, QUARTER_TURN, Mdeg, Mil, direction
from schiltron.table.pose import Pose
from schiltron.table.rectangles import Rect


class Wing(Struct, frozen=True, cache_hash=True):
    """Files at one end of the line that stand in a block of their own, at an angle.

    A positive turn swings them forward, round an enemy: after 90 degrees they stand ahead of the main front
    and face inward. A negative turn bends them back: they stand outside and behind, and face outward.
    """

    files: int
    turn: Mdeg
    inset: Mil = 0
    """How far the hinge lies inside the main block's corner."""
    hook: int = 0
    """Of a wing swung forward: its outermost files, turned a further quarter round the rear of what it encloses."""
    reach: Mil = 0
    """How far from the hinge the hooked files turn."""

    def __post_init__(self) -> None:
        if self.files < 1 or not 0 <= self.hook < self.files:
            raise ValueError("a wing has at least one file that is not hooked")


class Bend(Struct, frozen=True, cache_hash=True, tag="bend"):
    """A corner a column is marching round. Every rank comes up to it and wheels there on its inner front corner."""

    length: Mil
    """From the corner ahead to the front edge of the column, or to the next corner."""
    turn: Mdeg
    """What the leg in front has turned, clockwise."""


class Limb(Struct, frozen=True, cache_hash=True, tag="limb"):
    """Where one leg of a bent column stands after every figure has turned in place; kept until the body moves."""

    lateral: Mil
    """Of the middle of its front edge, seen from the pose."""
    forward: Mil
    turn: Mdeg
    """Against the heading of the pose."""
    files: int
    ranks: int
    """Of a column its own; of a line those of the whole body."""
    first: int = 0
    """Its left-most file in the line; of a column 0."""

    @property
    def holds_pose(self) -> bool:
        return not (self.lateral or self.forward or self.turn)


class Formed(Struct, frozen=True, cache_hash=True, tag="formed"):
    """Ranks and files. All ranks are full but the last, which stands on whole-file places in the middle."""

    base: Base
    files: int
    """Of the whole line, wings included."""
    spacing: Mil = 0
    """Between neighbouring bases, both ways."""
    hedgehog: bool | Literal["flanks"] = False
    """The outermost figures face outward; or only those of both ends do."""
    left: Wing | None = None
    right: Wing | None = None
    bends: tuple[Bend | Limb, ...] = ()
    """From the head of the column backward; never together with wings.

    Corners make a bent column. Limbs say where its legs stand after a change of face: together with the corners it will
    march round if it faces along the column, alone if it faces aside and has become a bent line.
    """

    def __post_init__(self) -> None:
        if self.files < 1 or self.spacing < 0:
            raise ValueError("a formed body has at least one file, and no negative spacing")
        if self.main_files < 1:
            raise ValueError("some files must stand between the wings")
        if self.bends and (self.left is not None or self.right is not None):
            raise ValueError("a bent column has no wings")
        if self.bends:
            self._check_bends()

    def _check_bends(self) -> None:
        if all(type(bend) is Bend and bend.length >= 0 for bend in self.bends):
            return
        limbs = self.limbs
        if limbs and not any(limb.holds_pose for limb in limbs):
            raise ValueError("one limb holds the pose")
        if any(limb.files < 1 or limb.ranks < 0 for limb in limbs) or any(corner.length < 0 for corner in self.corners):
            raise ValueError("limbs have files, and corners lie behind the front")
        if limbs and not self.corners and sum(limb.files for limb in limbs) != self.files:
            raise ValueError("the limbs of a bent line hold all its files")
        if self.bends != (*self.corners, *limbs):
            raise ValueError("corners come before limbs")

    @property
    def corners(self) -> tuple[Bend, ...]:
        """What a bent column is marching round, from its head backward."""
        bends = self.bends
        if not bends or type(bends[-1]) is Bend:
            return bends  # type: ignore[return-value]  # corners come before limbs
        return tuple([bend for bend in bends if type(bend) is Bend])

    @property
    def limbs(self) -> tuple[Limb, ...]:
        """Where its legs stand since its figures turned in place, from the head of the column it was backward."""
        if not self.bends or type(self.bends[-1]) is Bend:
            return ()
        return tuple([bend for bend in self.bends if type(bend) is Limb])

    @property
    def aslant(self) -> bool:
        """Whether files stand at an angle to the front: in wings, or in the limbs of a bent line."""
        return self.left is not None or self.right is not None or (bool(self.bends) and not self.corners)

    @property
    def main_files(self) -> int:
        """The files that are in no wing, and in the limb of a bent line that holds the pose."""
        if self.bends:
            if type(self.bends[-1]) is Bend:
                return self.files
            return next((limb.files for limb in self.limbs if limb.holds_pose), self.files)
        files = self.files
        if self.left is not None:
            files -= self.left.files
        if self.right is not None:
            files -= self.right.files
        return files

    @property
    def frontage(self) -> Mil:
        """The front edge of the main block, without wings."""
        return self.main_files * (self.base.width + self.spacing) - self.spacing

    @property
    def full_frontage(self) -> Mil:
        """The front edge with all files in one line."""
        return self.files * (self.base.width + self.spacing) - self.spacing

    def ranks(self, count: int) -> int:
        return -(-count // self.files)

    def depth(self, count: int) -> Mil:
        """From the front edge to the rear of the last rank, along the column if it is bent."""
        ranks = self.ranks(count)
        return ranks * (self.base.depth + self.spacing) - self.spacing if ranks else 0

    def short_rank(self, count: int) -> int:
        """Figures in the last rank, which may be a full one."""
        return (count - 1) % self.files + 1 if count > 0 else 0


class Spot(Struct, frozen=True, cache_hash=True):
    """The place of one skirmisher, seen from the pose of its body."""

    lateral: Mil
    forward: Mil
    turn: Mdeg = 0


class Scatter(Struct, frozen=True, cache_hash=True, tag="scatter"):
    """Skirmishers each on a spot of its own: figure i stands on spot i."""

    base: Base
    spots: tuple[Spot, ...]


class Single(Struct, frozen=True, cache_hash=True, tag="single"):
    """One figure, hero or monster or machine."""

    base: Base


Body = Formed | Scatter | Single


def unbent(body: Formed) -> Formed:
    """The body as it would be if all its ranks stood behind its front."""
    return replace(body, bends=()) if body.bends else body


def straightened(body: Formed, count: int) -> Formed:
    """The body without the bends its figures no longer reach back to."""
    if not body.corners:
        return body
    kept = last_leg(body, count)
    if kept == len(body.corners):
        return body
    limbs = body.limbs[: kept + 1] if kept else ()
    return replace(body, bends=(*body.corners[:kept], *limbs))


def gone_on(body: Formed, count: int, distance: Mil) -> Formed:
    """The body after its head has gone straight on: behind a bent column's head the others follow round the corners."""
    if not body.corners or not distance:
        return body
    return _gone_on(body, count, distance)


@lru_cache(maxsize=1024)
def _gone_on(body: Formed, count: int, distance: Mil) -> Formed:
    head, *further = body.corners
    return straightened(replace(body, bends=(Bend(head.length + distance, head.turn), *further)), count)


class Figure:
    """One figure in its place; derived, shared and never changed."""

    __slots__ = ("_rect", "base", "file", "heading", "rank", "wing", "x", "y")

    def __init__(
        self, x: float, y: float, heading: Mdeg, base: Base, rank: int, file: int, wing: WingName = "main"
    ) -> None:
        self.x = x
        """Of the centre."""
        self.y = y
        self.heading = heading
        self.base = base
        self.rank = rank
        """0 is the front."""
        self.file = file
        """0 is the left-most of the whole line."""
        self.wing: WingName = wing
        self._rect: Rect | None = None

    @property
    def rect(self) -> Rect:
        rect = self._rect
        if rect is None:
            fx, fy = direction(self.heading)
            rect = self._rect = Rect(self.x, self.y, fx, fy, self.base.width / 2, self.base.depth / 2)
        return rect

    def __repr__(self) -> str:
        place = f"rank {self.rank}, file {self.file}, {self.wing}"
        return f"Figure({place}, at {self.x:g}, {self.y:g} looking {self.heading})"


def figures(pose: Pose, body: Body, count: int) -> tuple[Figure, ...]:
    """The figures of a body: front rank first, each from left to right: losses come off the end."""
    return _figures(pose, body, count)


@lru_cache(maxsize=1024)
def _figures(pose: Pose, body: Body, count: int) -> tuple[Figure, ...]:
    if isinstance(body, Formed):
        return _formed(pose, body, count)
    if isinstance(body, Single):
        return (Figure(pose.x, pose.y, pose.heading % FULL_TURN, body.base, 0, 0),) if count > 0 else ()
    scattered: list[Figure] = []
    for index, spot in enumerate(body.spots[: max(count, 0)]):
        x, y = pose.world(spot.lateral, spot.forward)
        scattered.append(Figure(x, y, (pose.heading + spot.turn) % FULL_TURN, body.base, 0, index))
    return tuple(scattered)


def _formed(pose: Pose, body: Formed, count: int) -> tuple[Figure, ...]:
    placed: list[Figure] = []
    for block in blocks(pose, body, count):
        _fill(placed, block, body)
    if body.aslant:
        placed.sort(key=lambda figure: (figure.rank, figure.file))
    if body.hedgehog == "flanks":
        return _ends_turned(placed, body.files)
    return _facing_outward(placed) if body.hedgehog else tuple(placed)


def _fill(placed: list[Figure], block: Block, body: Formed) -> None:
    base = body.base
    fx, fy = block.fx, block.fy
    for rank in range(block.full_ranks + (block.short > 0)):
        back = rank * (base.depth + body.spacing) + base.depth / 2
        first, number = (0, block.files) if rank < block.full_ranks else (block.short_offset, block.short)
        for file in range(first, first + number):
            across = file * (base.width + body.spacing) + base.width / 2
            x = block.x - fy * across - fx * back
            y = block.y + fx * across - fy * back
            placed.append(
                Figure(x, y, block.heading, base, block.first_rank + rank, block.first_file + file, block.wing)
            )


def _ends_turned(placed: list[Figure], files: int) -> tuple[Figure, ...]:
    """The outermost files look aside, save in front of others; of a single rank its two ends."""
    taken = {(figure.rank, figure.file) for figure in placed}
    facing: list[Figure] = []
    for figure in placed:
        rank, file = figure.rank, figure.file
        heading, base = figure.heading, figure.base
        if file in (0, files - 1) and (rank > 0 or (1, file) not in taken):
            heading = (heading + (QUARTER_TURN if file else -QUARTER_TURN)) % FULL_TURN
            base = base.turned
        facing.append(Figure(figure.x, figure.y, heading, base, rank, file, figure.wing))
    return tuple(facing)


def _facing_outward(placed: list[Figure]) -> tuple[Figure, ...]:
    """A hedgehog: who has nobody before, behind or beside him looks that way, corners to front or rear.

    A figure facing sideways keeps the place it had, so its base lies across.
    """
    taken = {(figure.rank, figure.file) for figure in placed}
    facing: list[Figure] = []
    for figure in placed:
        rank, file = figure.rank, figure.file
        turn, base = 0, figure.base
        if rank > 0:
            if (rank + 1, file) not in taken:
                turn = 2 * QUARTER_TURN
            elif (rank, file - 1) not in taken:
                turn, base = -QUARTER_TURN, base.turned
            elif (rank, file + 1) not in taken:
                turn, base = QUARTER_TURN, base.turned
        heading = (figure.heading + turn) % FULL_TURN
        facing.append(Figure(figure.x, figure.y, heading, base, rank, file, figure.wing))
    return tuple(facing)
