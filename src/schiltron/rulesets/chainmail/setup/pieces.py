"""Pieces of terrain as the cards of the deck show them (CM-TERR-13), and what is wrong with one that is laid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from shapely import Polygon

from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.terrain import GULLY, HILL, MARSH, POND, RIVER, ROUGH, WOODS
from schiltron.table.edges import Board
from schiltron.table.lengths import Mil, inches, show_inches
from schiltron.table.pieces import CORNERS, MOST_POINTS, crosses_itself, edge_to_edge, fits_tile, on_table, rounded_ring
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Contour, Feature, Points, Strip, inset_ring

BLANK: Final = "blank"
CONTOUR_STEP: Final[Mil] = inches(2)
_LAID = ("CM-TERR-15",)
_ROUND: Final = (1.0,) * CORNERS


class Piece(Struct, frozen=True):
    """What a card brings: a kind of ground, so wide and deep. A river is as long as its course: depth 0.

    The book names no sizes, only that the four hills differ in shape.
    """

    kind: str
    width: Mil
    depth: Mil
    levels: int = 0

    @property
    def name(self) -> str:
        return self.kind.capitalize()


_HILLS: Final = (
    Piece(HILL, inches(10), inches(10), 2),
    Piece(HILL, inches(16), inches(8), 2),
    Piece(HILL, inches(20), inches(6), 1),
    Piece(HILL, inches(8), inches(12), 1),
)
_PIECES: Final = {
    "river": Piece(RIVER, inches(2), 0),
    "marsh": Piece(MARSH, inches(12), inches(8)),
    "pond": Piece(POND, inches(8), inches(6)),
    "gully": Piece(GULLY, inches(12), inches(3)),
    "woods": Piece(WOODS, inches(12), inches(9)),
    "rough_ground": Piece(ROUGH, inches(12), inches(8)),
}
_COUNTS: Final = {str(row["card"]): int(row["count"]) for row in LAW.sheet("CM-T-terrain-cards").records()}
DECK: Final = tuple(
    card
    for kind, count in _COUNTS.items()
    for card in ([f"hill_{number}" for number in range(1, count + 1)] if kind == HILL else [kind] * count)
)
"""The cards of the deck; each hill has a card of its own."""
CARDS: Final[dict[str, Piece]] = {
    **_PIECES,
    **{f"hill_{number}": piece for number, piece in enumerate(_HILLS, 1)},
}


def called(card: str) -> str:
    """A card as players speak of it."""
    if card == BLANK:
        return "a blank card"
    piece = CARDS[card]
    return f"a {card.replace('_', ' ')}, {size_of(piece)}" if piece.kind == HILL else card.replace("_", " ")


def size_of(piece: Piece) -> str:
    if not piece.depth:
        return f"{show_inches(piece.width)} wide, from edge to edge"
    return f"{show_inches(piece.width)} by {show_inches(piece.depth)}"


# ---------------------------------------------------------------- cutting


def contours(kind: str, ring: Points, levels: int) -> tuple[Contour, ...]:
    """The lines of a hill: the first at the outline, the others 2 inches apart."""
    if kind != HILL:
        return ()
    rings = [ring, *(inset_ring(ring, CONTOUR_STEP * step) for step in range(1, levels))]
    return tuple(Contour(inner, 1) for inner in rings if inner is not None and len(set(inner)) >= 3)


def tile_at(piece: Piece, pose: Pose, wobble: Sequence[float] = _ROUND) -> Area:
    return Area("", piece.kind, piece.name, rounded_ring(pose, piece.width, piece.depth, wobble))


def river_along(piece: Piece, course: Points) -> Strip:
    return Strip("", piece.kind, piece.name, course, piece.width)


def laid(piece: Piece, feature: Feature, others: Sequence[Feature]) -> Feature:
    """The piece as it goes on the table: with an id nobody else has, and its contours."""
    taken = {other.id for other in others}
    number = next(number for number in range(1, len(others) + 2) if f"{piece.kind}-{number}" not in taken)
    identity = f"{piece.kind}-{number}"
    if isinstance(feature, Strip):
        return Strip(identity, piece.kind, piece.name, feature.course, piece.width)
    return Area(identity, piece.kind, piece.name, feature.ring, contours(piece.kind, feature.ring, piece.levels))


# ---------------------------------------------------------------- what is wrong with a cut


def objections(piece: Piece, feature: Feature, board: Board) -> Iterator[Reason]:
    """It is laid anywhere on the table (CM-TERR-15), as it was drawn."""
    if feature.kind != piece.kind:
        yield Reason(f"{piece.kind} was drawn, not {feature.kind}", _LAID)
    if isinstance(feature, Strip) == bool(piece.depth):
        yield Reason(f"a {piece.kind} is {'no strip' if piece.depth else 'a strip'}", _LAID)
        return
    points = feature.course if isinstance(feature, Strip) else feature.ring
    if len(points) > MOST_POINTS:
        yield Reason(f"it has at most {MOST_POINTS} points, not {len(points)}", _LAID)
        return
    if not on_table(points, board):
        yield Reason("it does not lie wholly on the table", _LAID)
    yield from _river(piece, feature, board) if isinstance(feature, Strip) else _tile(piece, feature)


def _river(piece: Piece, strip: Strip, board: Board) -> Iterator[Reason]:
    if strip.width != piece.width:
        yield Reason(f"a {piece.kind} is {show_inches(piece.width)} wide", _LAID)
    if not edge_to_edge(strip.course, board):
        yield Reason(f"a {piece.kind} runs from one edge of the table to another", _LAID)
    if crosses_itself(strip.course):
        yield Reason("its course crosses itself", _LAID)


def _tile(piece: Piece, area: Area) -> Iterator[Reason]:
    shape = Polygon(area.ring)
    if not shape.is_valid:
        yield Reason("the outline crosses itself", _LAID)
        return
    if not fits_tile(area.ring, piece.width, piece.depth):
        yield Reason(f"the card shows a piece of {size_of(piece)}, and it does not fit into that", _LAID)
    if shape.area < piece.width * piece.depth / 2:
        yield Reason(f"the card shows a piece of {size_of(piece)}, and it fills less than half of that", _LAID)
    if area.contours and area.contours != contours(piece.kind, area.ring, piece.levels):
        yield Reason("its contours follow from its outline, 2 inches apart", _LAID)
