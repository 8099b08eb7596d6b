"""The weather, turn by turn."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Ruled
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.weather.changing import WeatherCheck, is_hot, result_of, starting_sky
from tests.rulesets.chainmail.positions import Played, Weather, blue, field, play, red, weather_of


def sky(turn: int = 1, now: Weather | None = None, **switches: Any) -> Battle:
    """A turn in which the weather is this; its switches are set apart, since the battle has a part of the same name."""
    position = field(blue("foot", 8, at=(24, 30)), red("bows", 8, at=(24, 20)), turn=turn, weather=now or Weather())
    options = replace(position.own.options, **{"weather": "rolled", **switches})
    return replace(position, own=replace(position.own, options=options))


def after(battle: Battle, *dice: str) -> Weather:
    return weather_of(play(battle, WeatherCheck(), *dice).battle)


def through(battle: Battle, turns: int, *dice: str) -> Played:
    """So many turns of weather and nothing else; dice are thrown on even ones."""
    script = list(dice)
    played = Played(battle, ())
    for turn in range(battle.turn, battle.turn + turns):
        played = play(replace(played.battle, turn=turn), WeatherCheck())
        if played.battle.roll is not None:
            played = played.then(script.pop(0))
    assert not script
    return played


@pytest.mark.parametrize(
    ("die", "wanted"), [(1, "clear"), (2, "clear"), (3, "clear"), (4, "cloudy"), (5, "cloudy"), (6, "rainy")]
)
def test_a_die_gives_the_weather_at_the_start(die: int, wanted: str) -> None:
    """CM-WEATHER-01"""
    assert starting_sky(die) == wanted
    played = play(sky(), WeatherCheck(), str(die))
    assert weather_of(played.battle) == Weather(sky=wanted)  # type: ignore[arg-type]
    (told,) = played.events_of(Ruled)
    assert (told.what, told.rules) == (f"the weather is {wanted}", ("CM-WEATHER-01",))


def test_the_dice_of_the_weather_are_said() -> None:
    """CM-WEATHER-01, CM-WEATHER-02: one die of six sides."""
    for battle, purpose, rule in (
        (sky(), "the weather", "CM-WEATHER-01"),
        (sky(2, Weather(sky="clear")), "a change of the weather", "CM-WEATHER-02"),
    ):
        roll = play(battle, WeatherCheck()).roll
        assert (roll.purpose, roll.rules) == (purpose, (rule,))
        assert [(pool.count, pool.sides, pool.label) for pool in roll.pools] == [(1, 6, "weather")]


def test_weather_that_is_set_needs_no_die_and_none_is_none() -> None:
    """CM-WEATHER-01"""
    assert play(sky(weather="rainy"), WeatherCheck()).events_of(Ruled)[0].rules == ("CM-WEATHER-01",)
    assert after(sky(weather="rainy")) == Weather(sky="rainy")
    nothing = play(sky(weather="none"), WeatherCheck())
    assert nothing.over
    assert weather_of(nothing.battle) == Weather()


def test_the_die_is_thrown_on_even_turns() -> None:
    """CM-WEATHER-02"""
    cloudy = Weather(sky="cloudy")
    assert play(sky(3, cloudy), WeatherCheck()).over
    due = play(sky(4, cloudy), WeatherCheck())
    assert due.roll.rules == ("CM-WEATHER-02",)


@pytest.mark.parametrize("column", ["clear", "cloudy", "rainy"])
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_die_is_read_in_the_column_of_the_present_weather(column: Any, die: int) -> None:
    """CM-WEATHER-02"""
    wanted = LAW.sheet("CM-T-weather").records()[die - 1][column]
    assert after(sky(2, Weather(sky=column)), str(die)).result == wanted


@pytest.mark.parametrize(
    ("before", "die", "then"),
    [
        ("clear", 6, "cloudy"),
        ("cloudy", 3, "clear"),
        ("cloudy", 6, "rainy"),
        ("rainy", 3, "cloudy"),
        ("rainy", 4, "cloudy"),
        ("clear", 3, "clear"),
        ("rainy", 5, "rainy"),
    ],
)
def test_a_result_with_an_arrow_leads_to_another_column(before: Any, die: int, then: str) -> None:
    """CM-WEATHER-03"""
    played = play(sky(2, Weather(sky=before)), WeatherCheck(), str(die))
    assert weather_of(played.battle).sky == then
    (told,) = played.events_of(Ruled)
    assert ("CM-WEATHER-03" in told.rules) is (before != then)
    assert ("CM-WEATHER-06" in told.rules) is (weather_of(played.battle).result == "hard_rain")


def test_there_is_excess_heat_in_summer_only_and_until_the_next_result() -> None:
    """CM-WEATHER-04: it is what fatigue asks for."""
    clear = Weather(sky="clear")
    hot = play(sky(2, clear), WeatherCheck(), "1")
    assert is_hot(hot.battle)
    assert hot.events_of(Ruled)[0].rules == ("CM-WEATHER-02", "CM-WEATHER-04")
    assert is_hot(through(hot.battle, 2, "1").battle)
    assert not is_hot(through(replace(hot.battle, turn=3), 2, "2").battle)
    mild = play(sky(2, clear, season="other"), WeatherCheck(), "1")
    assert (is_hot(mild.battle), weather_of(mild.battle).result) == (False, "no_change")
    assert result_of("clear", 1, "summer") == "excess_heat"


def test_three_turns_of_hard_rain_bring_mud_for_good() -> None:
    """CM-WEATHER-05: a result lasts until the next check, so it rains on turns 2 and 3, and again on 4."""
    rainy = sky(2, Weather(sky="rainy"))
    wet = weather_of(through(rainy, 3, "5", "6").battle)
    assert (wet.hard_rain, wet.mud, wet.result) == (2, False, "hard_rain")
    first = play(replace(through(rainy, 1, "5").battle, turn=3), WeatherCheck())
    assert (weather_of(first.battle).hard_rain, first.events) == (1, ()), "nothing is told until there is mud"
    played = through(rainy, 4, "5", "6")
    assert (weather_of(played.battle).hard_rain, weather_of(played.battle).mud) == (3, True)
    assert [(event.what, event.rules) for event in played.events_of(Ruled)] == [
        ("3 turns of hard rain have made mud: all move at half speed from now on", ("CM-WEATHER-05",))
    ]
    dry = weather_of(through(replace(played.battle, turn=6), 7, "3", "3", "2", "2").battle)
    assert (dry.sky, dry.mud) == ("clear", True)


def test_rain_in_between_ends_a_hard_rain() -> None:
    """CM-WEATHER-05"""
    weather = weather_of(through(sky(2, Weather(sky="rainy")), 6, "5", "1", "1").battle)
    assert (weather.hard_rain, weather.mud) == (2, False)


def test_rain_says_nothing_about_missiles() -> None:
    """CM-WEATHER-06: light rain and hard rain are told, and nothing follows from them for those who shoot."""
    played = play(sky(2, Weather(sky="rainy")), WeatherCheck(), "1")
    (told,) = played.events_of(Ruled)
    assert (told.what, told.rules) == ("the weather is rainy: light rain", ("CM-WEATHER-02", "CM-WEATHER-06"))
    before = sky(2, Weather(sky="rainy"))
    assert played.battle.units == before.units


def test_rain_is_seen_on_the_table() -> None:
    """CM-WEATHER-01."""
    assert [CHAINMAIL.sky(sky(now=Weather(sky=one))).falls for one in ("clear", "cloudy", "rainy")] == ["", "", "rain"]
