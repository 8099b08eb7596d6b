"""The stages of the set-up in their order (chapters B1, B3 and B4; for those who hide A2)."""

from __future__ import annotations

from schiltron.battle.play.agenda import Step
from schiltron.battle.setup.deployment import SetsUp
from schiltron.battle.state.event import Began
from schiltron.rulesets.book_of_war.state import Scene


class RollTerrain(Step, frozen=True, tag="book_of_war.roll_terrain"):
    """Sides still to roll, the first one next."""

    sides: tuple[str, ...]


class RollWeather(Step, frozen=True, tag="book_of_war.roll_weather"):
    """Right after the terrain is placed (BW-O1-01)."""


class Deploy(SetsUp, frozen=True, tag="book_of_war.deploy"):
    pass


class DeployHiding(SetsUp, frozen=True, tag="book_of_war.deploy_hiding"):
    """The set-up of a side of which some may hide (BW-A2-02, BW-A2-12)."""


def open_stage(scene: Scene) -> None:
    """Say which stage comes next, terrain or deployment; the first turn says so itself."""
    match scene.battle.agenda[:1]:
        case (RollTerrain(sides=sides),) if sides:
            scene.set(phase="terrain", active=sides[0])
            scene.tell(Began(what="terrain", rules=("BW-B1-01", "BW-B3-01")))
        case (Deploy(side=side) | DeployHiding(side=side),):
            scene.set(phase="deployment", active=side)
            scene.tell(Began(what="deployment", side=side, rules=("BW-B1-01", "BW-B4-03")))
