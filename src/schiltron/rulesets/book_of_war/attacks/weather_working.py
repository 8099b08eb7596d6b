"""Storm giants work on the weather of the whole field (chapter A3)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from schiltron.battle.state.event import Declared, Ruled
from schiltron.battle.state.illegal import Reason
from schiltron.rulesets.book_of_war.embedded import in_play
from schiltron.rulesets.book_of_war.field import troop
from schiltron.rulesets.book_of_war.state import Battle, Scene, Unit
from schiltron.rulesets.book_of_war.weather import can_shift, shift_weather

WAYS: Final[dict[str, Literal[-1, 1]]] = {"stir_weather": 1, "calm_weather": -1}
"""A step towards the storm, or towards the sun."""
_POWER: Final = "weather"


class Stirred(Struct, frozen=True):
    """What was declared: who works on the weather, and which way."""

    unit: str
    way: str


def weather_ways(battle: Battle, unit: Unit) -> tuple[str, ...]:
    """The ways in which one can turn the weather now: once in a battle, and within a step of the natural weather
    (BW-A3-35, BW-O1-03)."""
    hero = troop(unit).hero
    if hero is None or not hero.weather or not in_play(unit) or unit.own.uses(_POWER) or unit.own.turn.shot:
        return ()
    return tuple(way for way, by in WAYS.items() if can_shift(battle, by))


def judge_weather(view: Battle, unit: Unit, way: str) -> list[Reason]:
    if way in weather_ways(view, unit):
        return []
    if unit.own.uses(_POWER):
        return [Reason(f"{unit.name} has turned the weather once already", ("BW-A3-35",))]
    return [Reason(f"{unit.name} cannot turn the weather that way", ("BW-A3-35", "BW-O1-03"))]


def declare(scene: Scene, one: Stirred) -> None:
    """He works on the weather instead of attacking (BW-A3-35)."""
    unit = scene.unit(one.unit)
    own = replace(unit.own, used=(*unit.own.used, (_POWER, 1)), turn=replace(unit.own.turn, busy=True))
    scene.change(replace(unit, own=own))
    scene.tell(Declared(unit=unit.id, action=one.way, rules=("BW-A3-35",)))


def turn_weather(scene: Scene, one: Stirred) -> None:
    """The weather turns, once all attacks of the phase are settled; each who works on it turns it by a step of his own
    (BW-O1-03)."""
    if can_shift(scene.battle, WAYS[one.way]):
        shift_weather(scene, WAYS[one.way], "BW-A3-35")
    else:
        name = scene.unit(one.unit).name
        scene.tell(Ruled(what=f"{name} works in vain: the weather cannot go that way", rules=("BW-A3-35", "BW-O1-03")))
