"""How a captain finds his way past ground that stops him, and when he goes to ground that must be held in the end."""

from __future__ import annotations

import pytest

from schiltron.captains.chainmail.expectations import hold
from schiltron.captains.chainmail.objectives import GROUND, HOLDER, LATE, Stakes
from schiltron.captains.chainmail.situation import FERRY, ROOM, SLOW, Situation, Way
from schiltron.rulesets.chainmail.state import Battle
from schiltron.rulesets.chainmail.walking.ground import FORDING
from schiltron.rulesets.quartermaster import Condition
from schiltron.table.lengths import inches
from schiltron.table.terrain import Feature
from tests.rulesets.chainmail.positions import blue, field, piece, red

START = (inches(40), inches(60))
GOAL = (inches(40), inches(20))
MOVE = inches(9)
WOODS = piece("woods", 25, 38, 45, 42)


def way(*features: Feature) -> Way:
    position = field(blue("foot", 12, at=(40, 60)), red("others", 12, at=(40, 5)), features=features)
    return Situation(position, "blue").way(*START, GOAL, MOVE)


def test_over_open_ground_the_way_is_straight() -> None:
    beside = piece("woods", 50, 38, 70, 42)
    assert [way(), way(beside)] == [Way(0, GOAL)] * 2


def test_the_way_goes_round_woods_on_the_shorter_side() -> None:
    found = way(WOODS)
    assert found.first == (inches(45) + ROOM, inches(42) + ROOM)
    assert 0 < found.cost < SLOW["woods"] * inches(4)


def test_the_way_goes_through_what_takes_longer_to_go_round() -> None:
    found = way(piece("marsh", 5, 38, 75, 42))
    assert found.cost == pytest.approx(SLOW["marsh"] * inches(4))
    assert found.first == GOAL


def test_of_two_pieces_of_ground_the_nearer_is_gone_round_first() -> None:
    behind = piece("woods", 35, 26, 55, 30)
    assert way(behind, WOODS).first == way(WOODS, behind).first == way(WOODS).first


def test_water_that_runs_across_the_table_cannot_be_gone_round() -> None:
    """CM-TERR-12."""
    assert way(piece("river", 0, 38, 96, 42)) == Way(FERRY * MOVE, GOAL)
    assert way(piece("stream", 0, 38, 96, 39)) == Way(FORDING, GOAL)


# ---------------------------------------------------------------- ground to be held in the end


def gate(turn: int, at: tuple[float, float] = (40, 55)) -> Battle:
    return field(
        blue("foot", 12, files=6, at=at),
        red("others", 12, files=6, at=(5, 5)),
        features=[piece("rough", 60, 40, 70, 50)],
        conditions=(Condition(side="blue", does="hold", what="rough 60"),),
        victory="history",
        turn_limit=12,
        turn=turn,
    )


def held(turn: int, at: tuple[float, float] = (40, 55)) -> float:
    situation = Situation(gate(turn, at), "blue")
    return hold(situation, situation.body(situation.battle, situation.battle.units["foot"]))


def test_ground_draws_the_more_the_less_time_is_left_to_reach_it() -> None:
    """CM-SETUP-08: only who stands there in the end holds it."""
    assert held(2) < held(5) < held(7)


def test_ground_that_cannot_be_reached_in_time_draws_less_and_less() -> None:
    assert held(11) < held(10) < held(8)


def test_who_stands_on_it_at_the_end_has_all_of_it() -> None:
    there = (65, 46)
    assert held(11, there) == GROUND
    assert held(11, there) > held(6, there) > held(2, there)


def test_when_time_runs_out_every_part_of_a_unit_that_must_be_destroyed_counts() -> None:
    def toll(turn: int) -> float:
        position = field(
            blue("foot", 12, at=(40, 55)),
            red("others", 12, at=(40, 5)),
            conditions=(Condition(side="blue", does="destroy", what="others"),),
            victory="history",
            turn_limit=12,
            turn=turn,
        )
        return Stakes(position).toll(position.units["others"], 0.5)

    assert toll(12 - LATE - 1) < toll(12 - LATE)


def test_when_time_runs_out_much_depends_on_who_stands_on_the_ground() -> None:
    """CM-SETUP-08: nobody holds it alone while an enemy is there."""

    def worth(turn: int, at: tuple[float, float]) -> float:
        battle = gate(turn, at)
        return Stakes(battle).worth(battle.units["foot"])

    there = (65, 46)
    assert worth(12 - LATE, there) == pytest.approx(worth(12 - LATE, (40, 55)) + HOLDER * GROUND)
    assert worth(12 - LATE - 1, there) == worth(12 - LATE - 1, (40, 55))
