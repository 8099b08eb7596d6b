"""Terrain that magic moves (CM-FANT-SPELL-19): a piece is shifted, with all who stand on it."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Final

from msgspec.structs import replace

from schiltron.battle.movement.separation import part
from schiltron.battle.movement.shifted_ground import Hindrances, carried, carried_by, moved_by, shifted_to
from schiltron.battle.play.aimed_ground import piece
from schiltron.battle.state.event import Formed, Reported
from schiltron.rulesets.chainmail.magic.rows import POWERS, TERRAIN
from schiltron.rulesets.chainmail.magic.steps import Cast
from schiltron.rulesets.chainmail.state import Battle, Scene, Unit
from schiltron.rulesets.chainmail.terrain import ROAD
from schiltron.rulesets.chainmail.walking.ground import closed_under
from schiltron.table.ground import stood_in
from schiltron.table.lengths import Mil, inches, show_inches
from schiltron.table.terrain import Feature, name_of

_RULES: Final = ("CM-FANT-SPELL-19",)


def _comes_upon(_battle: Battle, there: Feature, left: Sequence[Unit]) -> bool:
    return any(unit.level is None and stood_in((there,), unit.outline) is not None for unit in left)


_STOPS: Final = Hindrances(flat=(ROAD,), shut=closed_under, upon=_comes_upon, meets=lambda unit: unit.level is None)
"""Roads are no ground of their own; who flies or stands on a wall is in nobody's way (CM-FANT-SPELL-19)."""


def shifted(battle: Battle, feature: Feature, at: tuple[Mil, Mil]) -> tuple[Mil, Mil]:
    """How far a piece gets on its way to a point: 6 inches at most."""
    return shifted_to(battle, feature, at, inches(POWERS[TERRAIN].amount), _STOPS)


def shift(scene: Scene, cast: Cast) -> bool:
    """The piece moves, and all on it; whether it could."""
    feature = piece(scene.battle, cast.feature)
    if feature is None or cast.at is None:
        return False
    dx, dy = shifted(scene.battle, feature, cast.at)
    if not dx and not dy:
        return False
    upon = carried_by(scene.battle, feature)
    board = scene.battle.table
    there = moved_by(feature, dx, dy)
    scene.set(board=replace(board, features=tuple(there if one.id == there.id else one for one in board.features)))
    scene.tell(Reported(what=f"{name_of(feature)} is moved {show_inches(round(hypot(dx, dy)))}", rules=_RULES))
    for unit in upon:
        moved = carried(unit, dx, dy)
        scene.change(moved)
        scene.tell(Formed(unit=unit.id, pose=moved.pose, body=unit.body, why="carried along", rules=_RULES))
        part(scene, unit.id, _RULES)
    return True
