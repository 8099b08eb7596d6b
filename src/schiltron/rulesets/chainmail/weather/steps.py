"""Steps of the weather, and of fires in dry cover."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct


class WeatherCheck(Struct, frozen=True, tag="chainmail.weather_check"):
    """The prevailing weather on the first turn (CM-WEATHER-01), its change on even ones (CM-WEATHER-02)."""


class Burn(Struct, frozen=True, tag="chainmail.burn"):
    """Cover that is ablaze kills who is still in it, burns out, or is put out by hard rain (CM-WEATHER-04)."""


class Spread(Struct, frozen=True, tag="chainmail.spread"):
    """Dice show whether fires take hold of their piece of cover and of those beside it (CM-WEATHER-04)."""


WeatherStep: TypeAlias = WeatherCheck | Burn | Spread
