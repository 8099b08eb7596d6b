"""Steps of the weather."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class WeatherCheck(Struct, frozen=True, tag="chainmail.weather_check"):
    """The prevailing weather on the first turn (CM-WEATHER-01), its change on even ones (CM-WEATHER-02)."""


WeatherStep: TypeAlias = WeatherCheck
