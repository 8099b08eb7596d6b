"""Histories of moving and fighting, and rest."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.state.event import Marked
from schiltron.rulesets.chainmail.sequence import EndTurn
from schiltron.rulesets.chainmail.state import FATIGUED, Effort, Unit, with_turn
from tests.rulesets.chainmail.positions import Played, Weather, blue, field, locked, play, red

MOVE = {"moved": True}
UP = {"moved": True, "uphill": True}
CHARGE = {"moved": True, "charged": True}
CHARGE_AND_FIGHT = {"moved": True, "charged": True, "fought": True}
FIGHT = {"fought": True}
MOVE_AND_FIGHT = {"moved": True, "fought": True}
REST: dict[str, bool] = {}
_FRESH = {"moved": False, "charged": False, "uphill": False, "fought": False}


def lived(*turns: dict[str, bool], troop: str = "heavy_foot", weather: Weather | None = None) -> Unit:
    """A unit after some turns, in each of which it did these things."""
    return last_of(*turns, troop=troop, weather=weather).unit("men")


def last_of(*turns: dict[str, bool], troop: str = "heavy_foot", weather: Weather | None = None) -> Played:
    """The end of the last of these turns."""
    more: dict[str, Any] = {"weather": weather} if weather is not None else {}
    unit = blue("men", 12, at=(40, 40), troop=troop)
    for number, did in enumerate(turns, 1):
        unit = with_turn(unit, **{**_FRESH, **did})
        ended = play(field(unit, turn=number, **more), EndTurn())
        unit = ended.unit("men")
    return ended


@pytest.mark.parametrize(
    ("turns", "rule"),
    [
        ((MOVE,) * 5, "CM-FATIGUE-01"),
        ((MOVE, MOVE, CHARGE_AND_FIGHT), "CM-FATIGUE-02"),
        ((MOVE, MOVE, CHARGE, FIGHT), "CM-FATIGUE-02"),
        ((MOVE, CHARGE_AND_FIGHT, FIGHT), "CM-FATIGUE-03"),
        ((FIGHT, FIGHT, FIGHT), "CM-FATIGUE-04"),
        ((CHARGE_AND_FIGHT, FIGHT, FIGHT), "CM-FATIGUE-04"),
        ((FIGHT, FIGHT, MOVE, FIGHT), "CM-FATIGUE-04"),
        ((MOVE, CHARGE_AND_FIGHT, MOVE, MOVE_AND_FIGHT), "CM-FATIGUE-03"),
        ((UP, UP, MOVE), "CM-FATIGUE-01"),
        ((UP, CHARGE_AND_FIGHT), "CM-FATIGUE-02"),
    ],
)
def test_what_tires(turns: tuple[dict[str, bool], ...], rule: str) -> None:
    """CM-FATIGUE-01, CM-FATIGUE-02, CM-FATIGUE-03, CM-FATIGUE-04, CM-FATIGUE-08: fresh until the last turn of it."""
    assert not lived(*turns[:-1]).own.past.fatigued
    tired = last_of(*turns)
    assert tired.unit("men").own.past.fatigued
    assert tired.unit("men").has(FATIGUED)
    assert rule in tired.events_of(Marked)[0].rules


@pytest.mark.parametrize(
    "turns",
    [
        (MOVE,) * 4,
        (MOVE, MOVE, CHARGE),
        (MOVE, MOVE, FIGHT),
        (MOVE, CHARGE_AND_FIGHT),
        (CHARGE_AND_FIGHT, FIGHT),
        (FIGHT, FIGHT, REST, FIGHT),
        (FIGHT, MOVE, MOVE, CHARGE),
        (MOVE, MOVE, CHARGE, REST, FIGHT),
        (MOVE, CHARGE_AND_FIGHT, REST, FIGHT),
        (MOVE, MOVE, REST, MOVE, MOVE, MOVE),
        (MOVE, MOVE, REST, CHARGE_AND_FIGHT),
        (UP, UP),
    ],
)
def test_what_does_not_tire(turns: tuple[dict[str, bool], ...]) -> None:
    """CM-FATIGUE-01 to CM-FATIGUE-04, CM-FATIGUE-10: in the order move, charge, melee; rest wipes all of it."""
    assert not lived(*turns).own.past.fatigued


def test_the_event_says_by_which_rule() -> None:
    """CM-FATIGUE-01: the mark is told with it."""
    unit = blue("men", 12, at=(40, 40), effort=Effort(moves=4), moved=True)
    (event,) = play(field(unit), EndTurn()).events_of(Marked)
    assert (event.mark, event.on, event.rules) == (FATIGUED, True, ("CM-FATIGUE-01",))


def test_a_turn_without_moving_restores() -> None:
    """CM-FATIGUE-10: completely; the counters are at nothing."""
    rested = lived(*(MOVE,) * 6, REST)
    assert not rested.own.past.fatigued
    assert not rested.has(FATIGUED)
    assert rested.own.past.effort == Effort()
    assert lived(*(MOVE,) * 6, FIGHT).own.past.fatigued


def test_who_is_in_melee_does_not_rest() -> None:
    """CM-FATIGUE-10: nor does standing in contact restore."""
    tired = blue("men", 12, at=(40, 40), fatigued=True, marks=(FATIGUED,))
    position = field(tired, red("foe", 12, at=(40, 40)), contacts=(locked("men", "foe"),))
    assert play(position, EndTurn()).unit("men").own.past.fatigued


@pytest.mark.parametrize("troop", ["swiss_pikemen", "landsknechte"])
def test_swiss_and_landsknechte_double_the_numbers(troop: str) -> None:
    """CM-FATIGUE-09: ten turns of moving, or six rounds of melee."""
    for turns in (
        (MOVE,) * 10,
        (FIGHT,) * 6,
        (*(MOVE,) * 4, CHARGE_AND_FIGHT),
        (MOVE, MOVE, CHARGE_AND_FIGHT, *(FIGHT,) * 3),
    ):
        assert not lived(*turns[:-1], troop=troop).own.past.fatigued
        assert lived(*turns, troop=troop).own.past.fatigued


def test_in_great_heat_everything_counts_twice() -> None:
    """CM-WEATHER-04: while the result stands."""
    heat = Weather("clear", "excess_heat")
    assert not lived(MOVE, MOVE, weather=heat).own.past.fatigued
    assert lived(MOVE, MOVE, MOVE, weather=heat).own.past.fatigued
    assert lived(FIGHT, FIGHT, weather=heat).own.past.fatigued
    assert not lived(MOVE, MOVE, MOVE, weather=Weather("clear", "no_change")).own.past.fatigued


def test_the_turn_that_tires_says_why_it_counted_twice() -> None:
    """CM-FATIGUE-08, CM-WEATHER-04"""
    heat = Weather("clear", "excess_heat")
    for turns, weather, told in (
        ((MOVE, UP, UP), Weather(), {"CM-FATIGUE-01", "CM-FATIGUE-08"}),
        ((UP, UP, MOVE), Weather(), {"CM-FATIGUE-01"}),
        ((MOVE, MOVE, MOVE), heat, {"CM-FATIGUE-01", "CM-WEATHER-04"}),
        ((MOVE, UP), heat, {"CM-FATIGUE-01", "CM-FATIGUE-08", "CM-WEATHER-04"}),
    ):
        assert set(last_of(*turns, weather=weather).events_of(Marked)[0].rules) == told


def test_turns_on_one_spot_are_counted() -> None:
    """CM-CATAPULT-05, CM-HIST-21: complete turns in one position."""
    assert lived(REST, REST, REST).own.past.turns_still == 3
    assert lived(REST, REST, MOVE).own.past.turns_still == 0
    assert lived(REST, MOVE, FIGHT).own.past.turns_still == 1
