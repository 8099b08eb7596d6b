"""What is true of the field beyond the units themselves, in words: the weather, prisoners, tempers of hired men."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from schiltron.battle.grammar import cited, does, said
from schiltron.rulesets.chainmail.field import alive, is_commander
from schiltron.rulesets.chainmail.guide.words import TEMPERS, captives
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.weather.burning import piece_of
from schiltron.rulesets.chainmail.weather.changing import EXCESS_HEAT, HARD_RAIN
from schiltron.table.terrain import name_of

_SKIES: Final = {"clear": "The sky is clear", "cloudy": "It is cloudy", "rainy": "It rains"}
_RESULTS: Final = {
    EXCESS_HEAT: ("the heat tires everybody twice as fast", "CM-WEATHER-04"),
    HARD_RAIN: ("it rains hard", "CM-WEATHER-05"),
    "light_rain": ("there is light rain", "CM-WEATHER-06"),
}


def epithet(view: Battle, unit_id: str) -> str:
    """As in "army commander" (CM-HIST-32)."""
    unit = view.units.get(unit_id)
    return "army commander" if unit is not None and is_commander(unit) else ""


def held(view: Battle) -> Iterator[str]:
    """Prisoners, what hired men are up to, and pieces without a crew."""
    for unit in view.units.values():
        if unit.own.abandoned is not None:
            yield cited(f"{unit.name} stands without a crew", "CM-CATAPULT-07") + "."
        for some in unit.own.captives:
            if alive(unit):
                yield cited(f"{said(unit, 'hold')} {captives(view, some)}", "CM-MELEE-42") + "."
            else:
                count = does("are", one=some.figures == 1)
                yield cited(f"{captives(view, some)} {count} left behind by {unit.name}", "CM-MELEE-42") + "."
        if unit.own.temper and alive(unit):
            words, rule = TEMPERS[unit.own.temper]
            yield cited(said(unit, words), rule) + "."


def conditions(view: Battle) -> Iterator[str]:
    """The weather, and what it has made of the ground (CM-WEATHER-01 to CM-WEATHER-05)."""
    weather = view.own.weather
    if weather.sky:
        told, rule = _RESULTS.get(weather.result, ("", "CM-WEATHER-01"))
        yield cited(f"{_SKIES[weather.sky]}{', and ' if told else ''}{told}", rule) + "."
    for fire in view.own.fires:
        told = "burns: nobody may enter it, and whoever is in it must leave" if fire.ablaze else "smoulders somewhere"
        yield cited(f"{name_of(piece_of(view, fire))} {told}", "CM-WEATHER-04") + "."
    if weather.mud:
        yield cited("Mud slows everybody to half", "CM-WEATHER-05") + "."
