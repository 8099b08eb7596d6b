"""The weather of the day, and how it changes (chapter O1)."""

from __future__ import annotations

from typing import Final, Literal, get_args

from msgspec.structs import replace

from schiltron.battle.state.event import Ruled
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.options import Sky
from schiltron.rulesets.book_of_war.state import Battle, Scene

SKIES: Final[tuple[Sky, ...]] = get_args(Sky)
"""The line along which weather changes, a step at a time (BW-O1-02)."""
_ROWS: Final = LAW.sheet("BW-T-weather").records()
_EFFECTS: Final[dict[Sky, tuple[str, tuple[str, ...]]]] = {
    "sunny": ("orcs and goblins have −1 on morale checks", ("BW-O1-04",)),
    "cloudy": ("it changes nothing", ("BW-O1-05",)),
    "rainy": ("missiles have −1 to hit", ("BW-O1-06",)),
    "stormy": (
        "nobody shoots, moves cost twice, for horse four times as much, and horse strikes with one die",
        ("BW-O1-07", "BW-O1-08", "BW-O1-09"),
    ),
}


def effects_of(sky: Sky) -> tuple[str, tuple[str, ...]]:
    """What a kind of weather does, in words, and by which rules."""
    return _EFFECTS[sky]


def sky_of(total: int) -> Sky:
    """What two dice bring (BW-O1-01)."""
    found = next(row for row in _ROWS if int(row["roll_min"]) <= total <= int(row["roll_max"]))
    return next(sky for sky in SKIES if sky == found["weather"])


def set_weather(scene: Scene, sky: Sky) -> None:
    """The natural weather of the day (BW-O1-01)."""
    scene.set(own=replace(scene.battle.own, natural_weather=sky, weather=sky))
    _tell(scene, f"the weather is {sky}", "BW-O1-01")


def can_shift(battle: Battle, by: Literal[-1, 1]) -> bool:
    """Whether the weather can go a step towards the storm (1) or towards the sun (-1): it stays within a step of the
    natural weather, whoever works on it (BW-O1-02, BW-O1-03)."""
    own = battle.own
    if not own.weather or not own.natural_weather:
        return False
    there = SKIES.index(own.weather) + by
    return 0 <= there < len(SKIES) and abs(there - SKIES.index(own.natural_weather)) <= 1


def shift_weather(scene: Scene, by: Literal[-1, 1], *rules: str) -> None:
    """The weather goes a step that it can go. `rules` are those of whatever drives it."""
    assert can_shift(scene.battle, by), "the weather cannot go that way"
    own = scene.battle.own
    sky = SKIES[SKIES.index(own.weather) + by]
    scene.set(own=replace(own, weather=sky))
    _tell(scene, f"the weather turns {sky}", *rules, "BW-O1-02", "BW-O1-03")


def _tell(scene: Scene, what: str, *rules: str) -> None:
    sky = scene.battle.own.weather
    assert sky
    does, by = effects_of(sky)
    scene.tell(Ruled(what=f"{what}: {does}", rules=(*rules, *by)))
