"""The stages of the set-up and how one follows the other (BW-B1-01)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.event import Began
from schiltron.battle.unit import OffTable
from schiltron.rulesets.book_of_war.state import Battle, Deploy, RollTerrain, Scene, Unit

TO_BE_SET_DOWN: Final = "to be set down"
"""Why a unit is not on the table before its owner has placed it."""


def reserve(battle: Battle, side: str) -> list[Unit]:
    """The units a side has still to set down, in the order of its list."""
    return [
        unit
        for unit in battle.units.values()
        if unit.side == side and isinstance(unit.place, OffTable) and unit.place.why == TO_BE_SET_DOWN
    ]


def open_stage(scene: Scene) -> None:
    """Say which stage comes next, terrain or deployment; the first turn says so itself."""
    match scene.battle.agenda[:1]:
        case (RollTerrain(sides=sides),) if sides:
            scene.set(phase="terrain", active=sides[0])
            scene.tell(Began(what="terrain", rules=("BW-B1-01", "BW-B3-01")))
        case (Deploy(side=side),):
            scene.set(phase="deployment", active=side)
            scene.tell(Began(what="deployment", side=side, rules=("BW-B1-01", "BW-B4-03")))
