"""How a battle ends: the last with a figure on the field."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.battle import Outcome, Side
from schiltron.battle.state.event import Ended
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.battlesystem.losses import DESTROYED, ROUTED_OFF
from schiltron.rulesets.battlesystem.sequence import EndRound
from schiltron.rulesets.battlesystem.state import Battle, Rout, Unit, with_morale
from schiltron.rulesets.battlesystem.victory import hopeless, outcome, reckoning
from tests.rulesets.battlesystem.positions import blue, field, person, play, red


def gone(unit: Unit, why: str = DESTROYED) -> Unit:
    return replace(unit, figures=0, place=OffTable(why))


def running(unit: Unit) -> Unit:
    return with_morale(unit, rout=Rout(0, 1))


MEN, ORCS = blue("men", 12, files=6, at=(24, 30)), red("orcs", 12, files=6, at=(24, 10))


def end(*units: Unit, **options: Any) -> Outcome | None:
    return outcome(field(*units, **options))


def won(*units: Unit, **options: Any) -> tuple[str, str]:
    found = end(*units, **options)
    assert found is not None
    return found.winner, found.how


def test_as_long_as_both_have_figures_on_the_field_it_goes_on() -> None:
    """BS-S0-14"""
    assert end(MEN, ORCS) is None


@pytest.mark.parametrize("why", [DESTROYED, ROUTED_OFF])
def test_the_last_side_with_a_figure_on_the_field_has_won(why: str) -> None:
    """BS-S0-14, BS-S1-05, BS-S2-05: killed or routed away is the same."""
    assert won(MEN, gone(ORCS, why)) == ("blue", "beaten")
    assert won(gone(MEN, why), ORCS) == ("red", "beaten")


def test_heroes_and_commanders_count_as_figures() -> None:
    """BS-S0-14"""
    hero = person("grik", "red", at=(40, 10))
    assert end(MEN, gone(ORCS), hero) is None
    assert reckoning(field(MEN, gone(ORCS), hero), "red").total == 1


def test_a_side_that_only_runs_and_has_nobody_to_rally_it_is_beaten() -> None:
    """BS-S0-14"""
    assert won(MEN, running(ORCS)) == ("blue", "beaten")
    two = red("goblins", 12, files=6, at=(60, 10))
    assert end(MEN, running(ORCS), two) is None


@pytest.mark.parametrize(
    ("rank", "with_", "over"),
    [("unit", "orcs", False), ("army", "orcs", False), ("hero", "orcs", True), ("member", "orcs", True)],
)
def test_a_commander_who_could_rally_it_keeps_it_in_the_battle(rank: str, with_: str, *, over: bool) -> None:
    """BS-S0-14: whoever goes with a unit that runs is running with it."""
    battle = field(MEN, running(ORCS), person("grik", "red", with_=with_, rank=rank))
    assert hopeless(battle, "red") is over
    assert (outcome(battle) is not None) is over


def test_a_commander_of_another_unit_does_not_help() -> None:
    """BS-S0-14, BS-4.10-01"""
    others = running(red("goblins", 12, files=6, at=(60, 10)))
    chief = person("grik", "red", with_="goblins", rank="unit")
    assert end(MEN, running(ORCS), others, chief) is None
    assert won(MEN, running(ORCS), gone(others), replace(chief, figures=0, place=OffTable(DESTROYED))) == (
        "blue",
        "beaten",
    )


@pytest.mark.parametrize(("tie", "winner"), [("draw", ""), ("blue", "blue"), ("red", "red")])
def test_a_field_on_which_nobody_is_left_goes_to_whom_the_scenario_says(tie: str, winner: str) -> None:
    """BS-S0-14, BS-S1-05 (good), BS-S2-05 (evil)"""
    assert won(gone(MEN), gone(ORCS), tie=tie) == (winner, "annihilated")
    assert won(running(MEN), running(ORCS), tie=tie) == (winner, "annihilated")


def test_who_still_has_figures_beats_who_has_none_even_if_they_run() -> None:
    """BS-S0-14"""
    assert won(gone(MEN), running(ORCS)) == ("red", "beaten")


def test_it_is_looked_for_at_the_end_of_every_round() -> None:
    """BS-S0-14, BS-1.0-06, BS-1.7-01"""
    played = play(field(MEN, gone(ORCS)), EndRound())
    (ended,) = played.events_of(Ended)
    assert ended.outcome.winner == "blue"
    assert "BS-S0-14" in ended.rules


def test_a_limit_of_rounds_ends_it_undecided() -> None:
    """BS-1.0-06"""
    battle: Battle = field(MEN, ORCS, turn=12, turn_limit=12)
    assert outcome(battle) == Outcome("", "turn_limit", ("BS-1.0-06",), (*_reckoned(battle),))
    assert end(MEN, ORCS, turn=11, turn_limit=12) is None


def _reckoned(battle: Battle) -> Any:
    return ((side.id, reckoning(battle, side.id)) for side in battle.sides)


def test_the_reckoning_says_who_has_routed() -> None:
    """BS-S0-14"""
    tally = reckoning(field(MEN, running(ORCS)), "red")
    assert [(term.label, term.value) for term in tally.terms] == [("Orcs, routed", 12)]


def test_of_three_sides_two_fight_on_when_one_is_gone() -> None:
    """BS-S0-14, BS-1.1-03: the last that is not beaten has won, and one whose men all run is."""
    elves = replace(blue("elves", 12, files=6, at=(48, 30)), side="green", controller="green")

    def ended(*units: Unit) -> Outcome | None:
        two = field(*units)
        return outcome(replace(two, sides=(*two.sides, Side("green", "Green", "teal"))))

    assert ended(MEN, ORCS, elves) is None
    assert ended(gone(MEN), ORCS, elves) is None
    last = ended(gone(MEN), running(ORCS), elves)
    assert last is not None
    assert (last.winner, last.how) == ("green", "beaten")
