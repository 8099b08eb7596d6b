"""The weather is rolled for as soon as the terrain lies, or is given (chapter O1)."""

from __future__ import annotations

from typing import Final

from schiltron.battle.play.agenda import rolls
from schiltron.battle.state.chance import Pool, Roll, SumOf, Thrown
from schiltron.rulesets.book_of_war.setup.stages import RollWeather, open_stage
from schiltron.rulesets.book_of_war.state import Battle, Scene
from schiltron.rulesets.book_of_war.weather import SKIES, set_weather, sky_of


def _ask(battle: Battle, _step: RollWeather) -> Roll | None:
    """Two dice, unless the weather is given (BW-O1-01)."""
    if battle.own.options.weather != "rolled":
        return None
    return Roll(purpose="the weather of the day", pools=(Pool(2, 6, SumOf(), "weather"),), rules=("BW-O1-01",))


def _roll(scene: Scene, _step: RollWeather, pools: tuple[Thrown, ...]) -> None:
    set_weather(scene, sky_of(pools[0].total))
    open_stage(scene)


def _given(scene: Scene, _step: RollWeather) -> None:
    chosen = scene.battle.own.options.weather
    set_weather(scene, next(sky for sky in SKIES if sky == chosen))
    open_stage(scene)


ROLL_WEATHER: Final = rolls(RollWeather, ask=_ask, roll=_roll, do=_given)
