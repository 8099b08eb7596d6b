"""The state of the battle in words, beyond the units: the weather (rules WEATHER), prisoners, moods of mercenaries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec.structs import replace

from schiltron.battle.guide.sky import SkyShown
from schiltron.battle.words.grammar import Note, cited, does, said
from schiltron.rulesets.chainmail.fantasy.light import Light, light_over_the_field
from schiltron.rulesets.chainmail.field import alive, is_commander, prevails
from schiltron.rulesets.chainmail.guide.siege import siege_conditions
from schiltron.rulesets.chainmail.guide.tilt_yard import score
from schiltron.rulesets.chainmail.guide.words import TEMPERS, captives
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.terrain import SMOULDERING
from schiltron.rulesets.chainmail.weather.burning import piece_of
from schiltron.rulesets.chainmail.weather.changing import EXCESS_HEAT, HARD_RAIN, MUD
from schiltron.table.edges import Board
from schiltron.table.terrain import name_of

_SKIES: Final = {"clear": "The sky is clear", "cloudy": "It is cloudy", "rainy": "It rains"}
_LIGHTS: Final[dict[Light, Literal["day", "dusk", "night"]]] = {"bright": "day", "dim": "dusk", "dark": "night"}
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
        if unit.own.engine.abandoned is not None:
            yield str(cited(f"{unit.name} stands without a crew", "CM-CATAPULT-07")) + "."
        for some in unit.own.captives:
            if alive(unit):
                yield str(cited(f"{said(unit, 'hold')} {captives(view, some)}", "CM-MELEE-42")) + "."
            else:
                count = does("are", one=some.figures == 1)
                yield str(cited(f"{captives(view, some)} {count} left behind by {unit.name}", "CM-MELEE-42")) + "."
        if unit.own.hire.temper and alive(unit):
            words, rule = TEMPERS[unit.own.hire.temper]
            yield str(cited(said(unit, words), rule)) + "."


def drawn(view: Battle) -> Board | None:
    """The table with the fires that have been set and have not spread (CM-WEATHER-04)."""
    board = view.board
    lit = {fire.piece for fire in view.own.fires if not fire.ablaze}
    if board is None or not lit:
        return board
    features = (replace(one, kind=SMOULDERING[one.kind]) if one.id in lit else one for one in board.features)
    return replace(board, features=tuple(features))


def sky(view: Battle) -> SkyShown:
    """How light it is (CM-FANT-GEN-10), and whether it rains (CM-WEATHER-01)."""
    return SkyShown(_LIGHTS[light_over_the_field(view)], "rain" if view.own.weather.sky == "rainy" else "")


def conditions(view: Battle) -> Iterator[Note]:
    """The weather, and what it has made of the ground (CM-WEATHER-01 to CM-WEATHER-05); in the lists the score."""
    if view.board is None:
        yield from score(view)
    weather = view.own.weather
    if weather.sky:
        brought = (_RESULTS[one.kind] for one in view.effects.on_field if one.kind in _RESULTS)
        told, rule = next(brought, ("", "CM-WEATHER-01"))
        yield cited(f"{_SKIES[weather.sky]}{', and ' if told else ''}{told}", rule)
    for fire in view.own.fires:
        told = "burns: nobody may enter it, and whoever is in it must leave" if fire.ablaze else "smoulders somewhere"
        yield cited(f"{name_of(piece_of(view, fire))} {told}", "CM-WEATHER-04")
    yield from siege_conditions(view)
    if prevails(view, MUD):
        yield cited("Mud slows everybody to half", "CM-WEATHER-05")
