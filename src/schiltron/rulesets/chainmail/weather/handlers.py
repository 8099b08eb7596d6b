"""What the steps of the weather do."""

from __future__ import annotations

from typing import Final

from schiltron.battle.agenda import Handler
from schiltron.rulesets.chainmail.weather.burning import BURN, SPREAD
from schiltron.rulesets.chainmail.weather.changing import WEATHER_CHECK
from schiltron.rulesets.chainmail.weather.steps import Burn, Spread, WeatherCheck

WEATHER: Final[dict[type, Handler]] = {
    WeatherCheck: WEATHER_CHECK,
    Burn: BURN,
    Spread: SPREAD,
}
