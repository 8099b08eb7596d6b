"""`schiltron odds`."""

import json
from pathlib import Path

from tests.cli.conftest import Command


def test_two_army_lists_are_reckoned(schiltron: Command) -> None:
    out = schiltron("odds", "pikes-of-uhrwald", "host-of-vaire", "-o", "scale=1:20", "-s", "attacker=blue").out
    assert "The Host of Vaire (Ochre) attack: frontal assault" in out
    assert "Strengths of 1:1 [TA-ABS-80, TA-ABS-81]" in out
    assert "a stalemate" in out
    assert "█" in out
    assert "Weak centre" in out


def test_a_scenario_is_reckoned_and_drawn(schiltron: Command, tmp_path: Path) -> None:
    picture = tmp_path / "odds.svg"
    told = json.loads(schiltron("odds", "road-to-vaire", "--picture", picture, "--json").out)
    assert round(sum(bar["chance"] for bar in told["charts"][0]["bars"]), 9) == 1
    drawn = picture.read_text()
    assert drawn.count("<rect") == 1 + sum(len(chart["bars"]) for chart in told["charts"])
    assert drawn.startswith("<svg")


def test_what_cannot_be_reckoned_is_said(schiltron: Command) -> None:
    assert "only battles without a table" in schiltron("odds", "lily-field").err
    assert "name a scenario, or two army lists" in schiltron("odds", "a", "b", "c").err
    assert "of different books" in schiltron("odds", "host-of-vaire", "book_of_war/harrow-levy").err
    assert "a name and a value are needed" in schiltron("odds", "road-to-vaire", "-s", "attack").err
    said = schiltron("odds", "road-to-vaire", "-s", "attack=envelope")
    assert said.status == 2
    assert "[TA-ABS-70]" in said.err
