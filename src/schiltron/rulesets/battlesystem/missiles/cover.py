"""What shelters a target from missiles (BS-10.8-02, BS-10.1-04, BS-11.6-02, BS-11.9-03): the best cover only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Final

from schiltron.battle.state.tally import Term
from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.missiles.hindrance import Kind
from schiltron.rulesets.battlesystem.missiles.sighting import ARC, Mark, muzzle
from schiltron.rulesets.battlesystem.state import Battle, Unit
from schiltron.rulesets.battlesystem.terrain import BUILDING, HEDGE, WALL, WOODS
from schiltron.table.arcs import Corner, in_arc
from schiltron.table.front import front_corners, front_rank
from schiltron.table.ground import spans_inside
from schiltron.table.lengths import Mil, inches
from schiltron.table.outline import box_round
from schiltron.table.rectangles import point_gap
from schiltron.table.terrain import Feature

TABLE: Final = {
    str(row["condition"]): int(row["modifier"]) for row in LAW.sheet("BS-T-13-missile-fire-modifiers").records()
}
SOFT: Final = TABLE["target_in_woods_or_behind_hedge"]
HARD: Final = TABLE["target_in_building_behind_wall_or_shield_wall"]
BEHIND: Final[Mil] = inches(1)
_COVER: Final = {WOODS: SOFT, HEDGE: SOFT, BUILDING: HARD, WALL: HARD}
_SAID: Final = {WOODS: "in woods", HEDGE: "behind a hedge", BUILDING: "in a building", WALL: "behind a wall"}
_HIDING: Final[dict[Kind, tuple[int, str]]] = {
    "woods": (SOFT, "partly hidden by woods"),
    "building": (HARD, "partly hidden by a building"),
}


def cover(battle: Battle, unit: Unit, target: Unit, seen: Sequence[Mark], hidden_by: Sequence[Kind]) -> Term | None:
    """The best cover a target has from the missiles of a unit, as the table of modifiers has it (BS-11.9-03); None in
    the open.

    A shield wall is no help against artillery, nor from flank or rear (BS-11.6-02).
    """
    found = [*_of_ground(battle, unit, target, seen)]
    found += [Term(_HIDING[kind][1], _HIDING[kind][0], "BS-10.1-04") for kind in hidden_by if kind in _HIDING]
    if not unit.own.profile.engine and shielded(unit, target):
        found.append(Term("shield wall", HARD, "BS-11.6-02"))
    return max(found, key=lambda term: term.value, default=None)


def shielded(unit: Unit, target: Unit) -> bool:
    """Whether missiles of a unit come from before the shields of a wall, or onto a ring of them (BS-11.6-03)."""
    if target.own.stance == "shield_ring":
        return True
    if target.own.stance != "shield_wall":
        return False
    ends = front_corners(front_rank(target.pose, target.body, target.bodies))
    return in_arc(*ends, target.pose.heading, ARC, ARC, *muzzle(unit))


def _of_ground(battle: Battle, unit: Unit, target: Unit, seen: Sequence[Mark]) -> Iterator[Term]:
    near = battle.board.near(box_round(unit.outline, target.outline)) if battle.board is not None else ()
    pieces = [piece for piece in near if piece.kind in _COVER]
    aimed = [mark for mark in seen if mark.unit.id == target.id]
    if not pieces or not aimed:
        return
    best = [
        max((_COVER[kind], kind) for kind in kinds) for kinds in (_kinds(unit, mark, pieces) for mark in aimed) if kinds
    ]
    for value in (HARD, SOFT):
        kinds = [kind for worth, kind in best if worth >= value]
        if 2 * len(kinds) > len(aimed):
            said = min(kinds, key=lambda kind: _COVER[kind])
            yield Term(_SAID[said], value, "BS-10.8-02")
            return


def _kinds(unit: Unit, mark: Mark, pieces: Sequence[Feature]) -> set[str]:
    """What one figure is in or behind."""
    x, y = mark.figure.x, mark.figure.y
    found = {piece.kind for piece in pieces if piece.kind in (WOODS, BUILDING) and piece.contains(x, y)}
    start = muzzle(unit)
    length = hypot(x - start[0], y - start[1])
    low = [piece for piece in pieces if piece.kind in (WALL, HEDGE)]
    for piece, spans in spans_inside(*start, x, y, low):
        near, far = (_along(start, (x, y), edge / length) for edge in spans[-1])
        beyond, before = _off(mark.unit, far), _off(unit, near)
        if beyond <= BEHIND and beyond < max(before, 1.0):
            found.add(piece.kind)
    return found


def _along(start: Corner, end: Corner, share: float) -> Corner:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _off(unit: Unit, point: Corner) -> float:
    return min(point_gap(rect, *point) for rect in unit.outline.rects)
