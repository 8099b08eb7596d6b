"""The weather before each turn: where it starts, how it changes, and the mud that hard rain leaves.

Its effects lie on the field, and the rules of movement and fatigue read them there; rain does nothing to missiles or
gunpowder (CM-WEATHER-06).
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from schiltron.battle.play.agenda import Step, rolls
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.battle.state.effects import Grant, OnField
from schiltron.battle.state.event import Ruled
from schiltron.rulesets.chainmail.field import prevails
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.state import Battle, Scene, Sky, Weather


class WeatherCheck(Step, frozen=True, tag="chainmail.weather_check"):
    """The prevailing weather on the first turn (CM-WEATHER-01), its change on even ones (CM-WEATHER-02)."""


EXCESS_HEAT: Final = "excess_heat"
HARD_RAIN: Final = "hard_rain"
NO_CHANGE: Final = "no_change"
MUD: Final = "mud"
UNTIL_MUD: Final = 3
"""Turns of hard rain that bring mud (CM-WEATHER-05)."""

_START: Final = LAW.sheet("CM-T-weather-start").records()
_CHANGE: Final = LAW.sheet("CM-T-weather").records()
_ARROWS: Final[dict[str, Sky]] = {"clears_to_clear": "clear", "to_cloudy": "cloudy", "rain_to_rainy": "rainy"}
"""Results that lead to another column (CM-WEATHER-03)."""
_SAID: Final = {
    NO_CHANGE: "no change",
    EXCESS_HEAT: "excess heat: everybody tires twice as fast",
    "light_rain": "light rain",
    HARD_RAIN: "hard rain",
    "clears_to_clear": "it clears up",
    "to_cloudy": "clouds",
    "rain_to_rainy": "rain sets in",
}
"""What a check brings: it is at work on the field until the next one (CM-WEATHER-05)."""
GRANTS: Final = {
    EXCESS_HEAT: (Grant("effort", times=(2, 1), rule="CM-WEATHER-04"),),
    MUD: (Grant("move", times=(1, 2), rule="CM-WEATHER-05"),),
}


def is_hot(battle: Battle) -> bool:
    """Whether excess heat makes fatigue come twice as fast (CM-WEATHER-04)."""
    return prevails(battle, EXCESS_HEAT)


# ---------------------------------------------------------------- asking


def _ask(battle: Battle, _step: WeatherCheck) -> Roll | None:
    if battle.own.options.weather == "none":
        return None
    if not battle.own.weather.sky:
        return _die("the weather", "CM-WEATHER-01") if battle.own.options.weather == "rolled" else None
    return _die("a change of the weather", "CM-WEATHER-02") if battle.turn % 2 == 0 else None


def _die(purpose: str, rule: str) -> Roll:
    return Roll(purpose=purpose, pools=(Pool(1, 6, SumOf(), "weather"),), rules=(rule,))


# ---------------------------------------------------------------- what comes of it


def _roll(scene: Scene, _step: WeatherCheck, pools: tuple[Thrown, ...]) -> None:
    battle, die = scene.battle, pools[0].total
    if not battle.own.weather.sky:
        _open(scene, starting_sky(die), "CM-WEATHER-01")
        return
    _soak(scene)
    _change(scene, die)


def _unasked(scene: Scene, _step: WeatherCheck) -> None:
    chosen = scene.battle.own.options.weather
    if chosen == "none":
        return
    if not scene.battle.own.weather.sky:
        assert chosen != "rolled"
        _open(scene, chosen, "CM-WEATHER-01")
    else:
        _soak(scene)


def starting_sky(die: int) -> Sky:
    row = next(row for row in _START if int(row["die_min"]) <= die <= int(row["die_max"]))
    return row["weather"]  # type: ignore[return-value]


def result_of(sky: Sky, die: int, season: str) -> str:
    """The cell of the table; there is no excess heat but in summer (CM-WEATHER-04)."""
    result = str(_CHANGE[die - 1][sky])
    return NO_CHANGE if result == EXCESS_HEAT and season != "summer" else result


def _open(scene: Scene, sky: Sky, rule: str) -> None:
    _set(scene, Weather(sky=sky))
    scene.tell(Ruled(what=f"the weather is {sky}", rules=(rule,)))


def _change(scene: Scene, die: int) -> None:
    """The result stands until the next check; one with an arrow leads to another column."""
    battle = scene.battle
    now = battle.own.weather
    result = result_of(now.sky, die, battle.own.options.season)
    sky = _ARROWS.get(result, now.sky)
    _set(scene, replace(now, sky=sky))
    for effect in battle.effects.on_field:
        if effect.kind in _SAID:
            scene.lift(effect)
    scene.begin(result, OnField(), grants=GRANTS.get(result, ()))
    rules = ("CM-WEATHER-02", *_further(result))
    scene.tell(Ruled(what=f"the weather is {sky}: {_SAID[result]}", rules=rules))


def _further(result: str) -> tuple[str, ...]:
    if result in _ARROWS:
        return ("CM-WEATHER-03",)
    if result == EXCESS_HEAT:
        return ("CM-WEATHER-04",)
    return ("CM-WEATHER-06",) if result.endswith("rain") else ()


def _soak(scene: Scene) -> None:
    """A turn of hard rain that is over is counted; after three there is mud for good (CM-WEATHER-05)."""
    if not prevails(scene.battle, HARD_RAIN):
        return
    now = scene.battle.own.weather
    rained = now.hard_rain + 1
    _set(scene, replace(now, hard_rain=rained))
    if rained >= UNTIL_MUD and not prevails(scene.battle, MUD):
        scene.begin(MUD, OnField(), grants=GRANTS[MUD])
        what = f"{rained} turns of hard rain have made mud: all move at half speed from now on"
        scene.tell(Ruled(what=what, rules=("CM-WEATHER-05",)))


def _set(scene: Scene, weather: Weather) -> None:
    scene.set(own=replace(scene.battle.own, weather=weather))


WEATHER_CHECK: Final = rolls(WeatherCheck, ask=_ask, roll=_roll, do=_unasked)
