"""The stages of the set-up and how one follows the other (BW-B1-01)."""

from __future__ import annotations

from schiltron.battle.event import Began
from schiltron.rulesets.book_of_war.state import Deploy, RollTerrain, Scene


def open_stage(scene: Scene) -> None:
    """Say which stage comes next, terrain or deployment; the first turn says so itself."""
    match scene.battle.agenda[:1]:
        case (RollTerrain(sides=sides),) if sides:
            scene.set(phase="terrain", active=sides[0])
            scene.tell(Began(what="terrain", rules=("BW-B1-01", "BW-B3-01")))
        case (Deploy(side=side),):
            scene.set(phase="deployment", active=side)
            scene.tell(Began(what="deployment", side=side, rules=("BW-B1-01", "BW-B4-03")))
