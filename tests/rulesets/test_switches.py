from __future__ import annotations

from typing import Literal

import pytest
from msgspec import Struct

from schiltron.battle.illegal import Reason
from schiltron.battle.law import Law, Rule
from schiltron.rulesets.switches import Switchboard
from schiltron.table.lengths import Mil, inches


class Options(Struct, frozen=True):
    weather: Literal["fair", "foul"] = "fair"
    zone: Mil = inches(6)
    turns: int = 0


def rule(name: str) -> Rule:
    return Rule(id=name, section="", tier="core", kind="procedure", rule=f"the rule {name}")


BOARD = Switchboard(
    Options,
    Law("none", "None", tuple(rule(name) for name in ("X-1", "X-2", "X-3")), ()),
    rule_of={"weather": "X-1", "zone": "X-2", "turns": "X-3"},
    limits={"zone": (inches(1), inches(12)), "turns": (0, 20)},
    measures={"zone": "inches", "turns": "turns"},
)


def test_switches_are_listed_as_players_say_them() -> None:
    weather, zone, turns = BOARD.listed
    assert (weather.default, weather.choices, weather.range, weather.measure) == ("fair", ("fair", "foul"), None, "")
    assert (zone.default, zone.choices, zone.range, zone.measure) == ("6", (), (1, 12), "inches")
    assert (turns.default, turns.range, turns.measure) == ("0", (0, 20), "turns")
    assert (zone.rule, zone.text) == ("X-2", "the rule X-2")


def test_lengths_are_said_in_inches() -> None:
    assert BOARD.set(Options(), "zone", "2.5") == Options(zone=2_500)
    assert BOARD.set(Options(), "turns", "8") == Options(turns=8)
    assert BOARD.set(Options(), "weather", "foul") == Options(weather="foul")


@pytest.mark.parametrize(
    ("switch", "value", "text"),
    [
        ("wether", "fair", "there is no switch 'wether'; the switches are weather, zone, turns"),
        ("weather", "windy", "weather takes fair or foul, not 'windy'"),
        ("zone", "0.5", "zone takes 1 to 12, not 0.5"),
        ("turns", "many", "turns takes a number, not 'many'"),
    ],
)
def test_a_wrong_switch_says_what_would_be_right(switch: str, value: str, text: str) -> None:
    wrong = BOARD.set(Options(), switch, value)
    assert isinstance(wrong, Reason)
    assert wrong.text == text


def test_a_scenario_hears_of_every_wrong_switch_and_keeps_the_right_ones() -> None:
    options, wrong = BOARD.read({"turns": 9, "wether": "foul", "weather": "fou"})
    assert options == Options(turns=9)
    assert [(one.place, one.right) for one in wrong] == [
        ("wether", "did you mean weather?"),
        ("weather", "did you mean foul?"),
    ]
