"""When a side is beaten."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.ruleset import Obeyed
from schiltron.battle.state.battle import Seat, Side
from schiltron.battle.state.event import Ended
from schiltron.battle.state.order import Concede
from schiltron.battle.state.unit import OffTable
from schiltron.battle.words.sentences import tell
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.field import troop_units
from schiltron.rulesets.by_this_axe.sequence import EndPhase, EndTurn
from schiltron.rulesets.by_this_axe.state import Battle, Unit
from schiltron.rulesets.by_this_axe.victory import outcome, reckoning
from tests.rulesets.by_this_axe.positions import blue, field, hero, play, red


def gone(unit: Unit) -> Unit:
    return replace(unit, figures=0, place=OffTable("destroyed"))


def army(side: Any, units: int, *, routed: int = 0, lost: int = 0) -> list[Unit]:
    """So many units, of which the first are in rout and the last destroyed."""
    make, row = (blue, 30) if side == "blue" else (red, 10)
    found = [
        make(f"{side}_{place}", 4, at=(4 + 8 * place, row), marks=("routed",) if place < routed else ())
        for place in range(units)
    ]
    return [*found[: units - lost], *(gone(one) for one in found[units - lost :])]


@pytest.mark.parametrize(
    ("units", "routed", "lost", "over"),
    [(4, 1, 1, False), (4, 2, 1, True), (3, 0, 1, False), (3, 1, 1, True), (2, 0, 1, False), (5, 0, 3, True)],
)
def test_more_than_half_lost_or_in_rout_loses(units: int, routed: int, lost: int, *, over: bool) -> None:
    """TA-TURN-08: routed and destroyed units together, strictly more than half, at the end of any phase."""
    position = field(*army("blue", units, routed=routed, lost=lost), *army("red", 3))
    played = play(position, EndPhase("ranged"))
    assert (played.battle.outcome is not None) is over
    if over:
        (ended,) = played.events_of(Ended)
        assert (ended.outcome.winner, ended.outcome.how, ended.rules) == ("red", "beaten", ("TA-TURN-08",))
        assert dict(ended.outcome.reckoning)["blue"].total == routed + lost


def test_units_rallied_again_do_not_count() -> None:
    """TA-TURN-08: only who is in flight at that moment."""
    beaten = army("blue", 3, routed=2)
    assert outcome(field(*beaten, *army("red", 3))) is not None
    rallied = [replace(unit, marks=()) for unit in beaten]
    assert outcome(field(*rallied, *army("red", 3))) is None


def test_characters_are_no_units() -> None:
    """TA-TURN-08: neither lost ones nor living ones are counted."""
    dead = [gone(hero(f"knight_{number}", "blue", at=(60, 30))) for number in range(5)]
    position = field(*army("blue", 2, lost=1), *dead, *army("red", 2))
    assert outcome(position) is None
    assert reckoning(position, "blue").total == 1
    living = [hero(f"knight_{number}", "blue", at=(50 + 3 * number, 30)) for number in range(5)]
    assert outcome(field(*army("blue", 3, lost=2), *living, *army("red", 2))) is not None


@pytest.mark.parametrize(
    ("blues", "reds", "winner"), [((4, 3), (3, 2), "red"), ((5, 3), (4, 3), "blue"), ((3, 2), (3, 2), "")]
)
def test_of_two_beaten_sides_the_larger_share_loses(blues: Any, reds: Any, winner: str) -> None:
    """TA-TURN-08: three of four against two of three; equal shares are a draw."""
    position = field(*army("blue", blues[0], lost=blues[1]), *army("red", reds[0], routed=reds[1]))
    end = outcome(position)
    assert end is not None
    assert end.winner == winner


def test_a_turn_limit_goes_by_shares() -> None:
    """TA-TURN-08: where players have agreed on one, only when the last turn is over."""
    position = field(*army("blue", 4, lost=1), *army("red", 4), turn=6, turn_limit=6)
    assert play(position, EndPhase("melee")).battle.outcome is None
    end = play(position, EndTurn()).battle.outcome
    assert end is not None
    assert (end.winner, end.how) == ("red", "turn_limit")


def test_a_side_of_characters_alone_has_no_units_to_lose() -> None:
    """TA-TURN-08: nothing is not more than half of nothing."""
    assert outcome(field(hero("kay", "blue", at=(24, 30)), *army("red", 2))) is None


# ---------------------------------------------------------------- more than two sides (TA-UNIT-01)


def of_three(*greens: Unit, blues: int = 0, reds: int = 0) -> Battle:
    """Four units a side, of which blue and red have lost so many."""
    two = field(*army("blue", 4, lost=blues), *army("red", 4, lost=reds), *greens)
    sides = (*two.sides, Side("green", "Green", "ochre"))
    return replace(two, sides=sides, seats=tuple(Seat(side.id, side.id) for side in sides))


def greens(lost: int = 0) -> list[Unit]:
    return [replace(one, id=f"green_{one.id}", side="green", controller="green") for one in army("blue", 4, lost=lost)]


@pytest.mark.parametrize(
    ("blues", "reds", "green", "winner"),
    [(3, 1, 0, "green"), (3, 1, 2, "red"), (0, 3, 4, "blue"), (3, 0, 0, ""), (3, 3, 4, "")],
)
def test_of_three_sides_one_that_is_beaten_ends_play_and_the_smallest_share_wins(
    blues: int, reds: int, green: int, winner: str
) -> None:
    """TA-TURN-08, TA-UNIT-01: play goes on until one side has lost more than half."""
    end = outcome(of_three(*greens(green), blues=blues, reds=reds))
    assert end is not None
    assert (end.winner, end.how) == (winner, "beaten")
    assert {side for side, _ in end.reckoning} == {"blue", "red", "green"}


def test_on_the_three_hills_no_two_sides_lose_the_same_share_unless_they_lose_nothing() -> None:
    """TA-TURN-08: as many units to a side that equal shares of lost ones, which are a draw, do not come about."""
    battle = prepare(load_scenario("three-hills"))
    numbers = [len(list(troop_units(battle, side.id))) for side in battle.sides]
    assert sorted(numbers) == [3, 4, 5]
    shares = [{Fraction(lost, number) for lost in range(1, number)} for number in numbers]
    assert not any(one & other for one, other in combinations(shares, 2))


def test_while_no_side_of_three_is_beaten_it_goes_on() -> None:
    assert outcome(of_three(*greens(2), blues=2, reds=2)) is None


@pytest.mark.parametrize(("reds", "green", "winner"), [(1, 2, "red"), (2, 1, "green"), (1, 1, "")])
def test_who_gives_up_leaves_the_field_to_the_one_who_has_lost_less(reds: int, green: int, winner: str) -> None:
    """TA-TURN-08, TA-UNIT-01."""
    position = BY_THIS_AXE.begun(replace(of_three(*greens(green), reds=reds), agenda=(EndTurn(),))).battle
    ended = BY_THIS_AXE.obey(position, Concede("blue"))
    assert isinstance(ended, Obeyed)
    found = ended.battle.outcome
    assert found is not None
    assert (found.winner, found.how) == (winner, "conceded")
    told = tell(ended.events[-1], ended.battle)
    assert told is not None
    assert told.endswith(f"one side concedes (units lost or in rout: Blue 0; Red {reds}; Green (Ochre) {green}).")
