from __future__ import annotations

from typing import Literal

import pytest
from msgspec import Struct

from schiltron.battle.state.illegal import Reason
from schiltron.battle.state.law import Law, Rule
from schiltron.muster.books import quartermaster
from schiltron.rulesets import NAMES
from schiltron.rulesets.quartermaster import Choice
from schiltron.rulesets.switches import Said, Switchboard, Wording
from schiltron.table.lengths import Mil, inches


class Options(Struct, frozen=True):
    weather: Literal["fair", "foul"] = "fair"
    zone: Mil = inches(6)
    turns: int = 0


def rule(name: str) -> Rule:
    return Rule(id=name, section="", tier="core", kind="procedure", rule=f"the rule {name}")


LAW = Law("none", "None", tuple(rule(name) for name in ("X-1", "X-2", "X-3")), ())
WORDING = {
    "weather": Wording(
        "The sky", "How it looks.", {"fair": Said("Fair", "Blue."), "foul": Said("Foul", "Grey.", "X-3")}
    ),
    "zone": Wording("Zones", "How deep they are."),
    "turns": Wording("Turns", "How many there are."),
}


def board(wording: dict[str, Wording]) -> Switchboard[Options]:
    return Switchboard(
        Options,
        LAW,
        rule_of={"weather": "X-1", "zone": "X-2", "turns": "X-3"},
        wording=wording,
        limits={"zone": (inches(1), inches(12)), "turns": (0, 20)},
        measures={"zone": "inches", "turns": "turns"},
    )


BOARD = board(WORDING)


def test_switches_are_listed_as_players_say_them() -> None:
    weather, zone, turns = BOARD.listed
    assert (weather.default, weather.range, weather.measure) == ("fair", None, "")
    assert weather.choices == (Choice("fair", "Fair", "Blue."), Choice("foul", "Foul", "Grey.", "X-3"))
    assert (zone.default, zone.choices, zone.range, zone.measure) == ("6", (), (1, 12), "inches")
    assert (turns.default, turns.range, turns.measure) == ("0", (0, 20), "turns")
    assert (zone.rule, zone.label, zone.text) == ("X-2", "Zones", "How deep they are.")


@pytest.mark.parametrize(
    "changed",
    [
        {"zone": None},
        {"wind": Wording("Wind", "How it blows.")},
        {"weather": Wording("The sky", "How it looks.", {"fair": Said("Fair", "Blue.")})},
    ],
)
def test_every_switch_and_every_word_of_it_is_said_and_no_other(changed: dict[str, Wording | None]) -> None:
    wording = {name: one for name, one in {**WORDING, **changed}.items() if one is not None}
    with pytest.raises(ValueError, match="differ from the options"):
        board(wording)


@pytest.mark.parametrize("book", NAMES)
def test_switches_are_told_in_whole_sentences(book: str) -> None:
    for switch in quartermaster(book).switches:
        for said in (switch, *switch.choices):
            assert said.text.endswith("."), said
            assert "_" not in said.label + said.text, said
            assert said.label, said
        labels = [choice.label for choice in switch.choices]
        assert len(labels) == len(set(labels)), switch


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
