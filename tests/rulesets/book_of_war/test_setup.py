"""Before the first turn: initiative and the order of the stages."""

from __future__ import annotations

import pytest

from schiltron.battle.door.dice import typed
from schiltron.battle.setup.enrolment import usual_files
from schiltron.battle.state.decision import Laid, PlaceFeature, PlaceUnit, SetDown
from schiltron.battle.state.encoding import encode
from schiltron.battle.state.event import Began
from schiltron.battle.state.illegal import Illegal
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.setup.opening import enlisted
from schiltron.table.lengths import inches
from schiltron.table.pose import Pose
from tests.rulesets.book_of_war.mustering import BLUE_WINS, RED_WINS, first_suggestions, mustered


def test_setup_runs_initiative_then_terrain_then_deployment_then_the_first_turn() -> None:
    """BW-B1-01"""
    played = mustered(terrain_fixed=False, size=(24, 24))
    assert played.battle.phase == "initiative"
    played = played.then(RED_WINS, "3 3")
    assert isinstance(played.then("1 1").decision, PlaceFeature)
    played = first_suggestions(played.then("4 3"))
    stages = [(event.what, event.side) for event in played.events_of(Began)]
    assert stages == [
        ("terrain", ""),
        ("deployment", "red"),
        ("deployment", "blue"),
        ("turn", "red"),
        ("movement", "red"),
    ]


def test_the_phase_and_the_active_side_are_said_all_along() -> None:
    """BW-B1-01"""
    played = mustered(terrain_fixed=False, size=(48, 36)).then(BLUE_WINS)
    assert (played.battle.phase, played.battle.active) == ("terrain", "blue")
    played = played.then("3 4")
    assert (played.battle.phase, played.battle.active) == ("terrain", "red")
    played = played.then("6 6")
    assert (played.decision.seat, played.battle.active) == ("red", "red")
    played = played.then(Laid(next(iter(BOOK_OF_WAR.suggest(played.battle, played.decision))).feature))
    assert (played.battle.phase, played.battle.active) == ("terrain", "blue")
    played = played.then("3 4", "3 4", "3 4", "3 4")
    assert (played.battle.phase, played.battle.active) == ("deployment", "blue")


def test_each_player_rolls_two_dice_for_initiative() -> None:
    """BW-B1-02"""
    pools = mustered().roll.pools
    assert [(pool.count, pool.sides, pool.whose) for pool in pools] == [(2, 6, "red"), (2, 6, "blue")]


@pytest.mark.parametrize(("dice", "order"), [(RED_WINS, ("red", "blue")), (BLUE_WINS, ("blue", "red"))])
def test_the_higher_total_goes_first_in_each_stage_of_the_setup(dice: str, order: tuple[str, ...]) -> None:
    """BW-B1-02"""
    played = mustered().then(dice)
    assert played.battle.own.order == order
    assert played.decision.seat == order[0]


def test_a_tie_for_initiative_is_rolled_again() -> None:
    """BW-B1-02"""
    roll = mustered().roll
    assert roll.unequal
    refused = typed(roll, "3 4 | 6 1")
    assert isinstance(refused, Illegal)
    assert "tie" in str(refused)


@pytest.mark.parametrize(("dice", "winner"), [(RED_WINS, "red"), (BLUE_WINS, "blue")])
def test_the_winner_of_the_initiative_takes_the_first_turn(dice: str, winner: str) -> None:
    """BW-B1-03"""
    played = first_suggestions(mustered().then(dice))
    assert (played.battle.turn, played.battle.active, played.battle.phase) == (1, winner, "movement")


def test_units_that_stand_on_the_table_already_are_not_set_down_again() -> None:
    standing = Pose(inches(24), inches(6), 180_000)
    played = mustered(
        units=[
            enlisted("red-1", "red", "pikemen", 6, pose=standing),
            enlisted("blue-1", "blue", "pikemen", 6),
        ]
    ).then(RED_WINS)
    assert isinstance(played.decision, PlaceUnit)
    assert (played.decision.seat, played.battle.active) == ("blue", "blue")
    assert [event.side for event in played.events_of(Began)] == ["blue"]
    played = played.then(SetDown("blue-1", Pose(inches(24), inches(40), 0), 3))
    assert played.battle.turn == 1
    assert played.unit("red-1").pose == standing


def test_a_unit_without_a_formation_of_its_own_stands_in_two_ranks() -> None:
    assert [usual_files(figures) for figures in (1, 2, 3, 8, 15, 40)] == [1, 1, 2, 4, 8, 10]


def test_the_battle_can_be_saved_at_every_stage_of_the_setup() -> None:
    played = mustered(terrain_fixed=False, size=(48, 36))
    for part in (RED_WINS, "6 6"):
        assert BOOK_OF_WAR.decode(encode(played.battle)) == played.battle
        played = played.then(part)
    assert BOOK_OF_WAR.decode(encode(played.battle)) == played.battle
