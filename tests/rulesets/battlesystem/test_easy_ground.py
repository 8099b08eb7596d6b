"""A mob takes the easiest ground within 45 degrees of where it is sent (BS-2.10-11), in tidy and crooked positions."""

from __future__ import annotations

import pytest

from schiltron.battle.state.event import Moved
from schiltron.battle.state.manoeuvre import Wheel
from schiltron.rulesets.battlesystem.movement.phase import BeginMovement
from schiltron.rulesets.battlesystem.state import Unit
from schiltron.table.lengths import signed
from schiltron.table.terrain import Feature
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked, askew_in_a_mirror, mirrored
from tests.rulesets.battlesystem.positions import blue, field, piece, play, red


def mob(figures: int = 16, *, files: int = 4, at=(48, 34), **more) -> Unit:
    return blue("mob", figures, files=files, at=at, kind="mob", **{"order": "move_forward", "dl": 20, **more})


def turned_by(crooked: Crooked, *ground: Feature, unit: Unit | None = None, foe=(90, 3)) -> float:
    """By how many degrees it turns to its right, as in the position that is not crooked."""
    position = crooked(field(unit or mob(), red("orcs", 6, at=foe), features=ground))
    went = play(position, BeginMovement("blue"))
    (moved,) = (event for event in went.events_of(Moved) if event.unit == "mob")
    turn = signed(went.unit("mob").pose.heading - position.units["mob"].pose.heading) / 1000
    assert all(leg.cost for leg in moved.legs)
    return -turn if crooked in (mirrored, askew_in_a_mirror) else turn


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("kind", ["woods", "rough", "swamp"])
def test_it_goes_round_slow_ground_where_it_can(crooked: Crooked, kind: str) -> None:
    """BS-2.10-11: a patch somewhat to the left of its way is left to the left, as slightly as may be."""
    beside = turned_by(crooked, piece(kind, 41, 24, 47.4, 28))
    assert 0 < beside < 45
    assert turned_by(crooked, piece(kind, 48.6, 24, 55, 28)) == -beside
    assert turned_by(crooked, piece(kind, 52, 20, 70, 40)) == 0


@pytest.mark.parametrize("crooked", CROOKED)
def test_a_wheel_is_no_fault_of_the_ground(crooked: Crooked) -> None:
    """BS-2.10-11: a mob twice as wide pays more for turning and turns all the same."""
    wide = mob(64, files=8)
    assert turned_by(crooked, piece("swamp", 36, 22, 46.4, 28), unit=wide) > 0


@pytest.mark.parametrize("crooked", CROOKED)
def test_slow_everywhere_it_goes_straight(crooked: Crooked) -> None:
    """BS-2.10-11: otherwise as straight as it can."""
    assert turned_by(crooked, piece("woods", -60, -60, 160, 120)) == 0
    assert turned_by(crooked) == 0


@pytest.mark.parametrize("crooked", CROOKED)
def test_closed_ground_is_the_hardest(crooked: Crooked) -> None:
    """BS-2.10-11: a pond right before it costs the rest of the move, trees beside it only a third."""
    pond = piece("pond", 44, 25, 52, 31)
    trees = piece("woods", 52, 20, 70, 40)
    assert turned_by(crooked, pond, trees) != 0
    assert turned_by(crooked, piece("pond", 30, 22, 48.5, 28), piece("rough", 50, 20, 70, 29)) > 0


@pytest.mark.parametrize("crooked", CROOKED)
def test_of_two_ways_round_it_takes_the_straighter(crooked: Crooked) -> None:
    """BS-2.10-11: ties are broken by the smallest deviation."""
    fitting = turned_by(crooked, piece("swamp", 41, 24, 47, 27))
    wider = turned_by(crooked, piece("swamp", 41, 24, 48, 27))
    assert 0 < fitting < wider < 45


def test_more_than_45_degrees_it_does_not_turn() -> None:
    """BS-2.10-11: swamp everywhere but far to the right."""
    position = field(mob(), red("orcs", 6, at=(90, 3)), features=[piece("swamp", 0, 0, 56, 60)])
    went = play(position, BeginMovement("blue"))
    wheels = [
        leg.manoeuvre for event in went.events_of(Moved) for leg in event.legs if isinstance(leg.manoeuvre, Wheel)
    ]
    assert all(one.angle <= 45_000 for one in wheels)


@pytest.mark.parametrize("crooked", CROOKED)
def test_of_two_ways_alike_it_takes_the_one_to_an_enemy_by_up_to_45_degrees(crooked: Crooked) -> None:
    """BS-2.10-11: the patch lies square before it; only with an enemy straight ahead right is right in a mirror too."""
    mirror = -1 if crooked in (mirrored, askew_in_a_mirror) else 1
    for kind, ground, turn in (("swamp", (46, 24, 50, 28), 35), ("rough", (46, 26, 50, 30), 45)):
        assert turned_by(crooked, piece(kind, *ground)) == turn
        assert turned_by(crooked, piece(kind, *ground), foe=(51, 3)) == turn
        assert turned_by(crooked, piece(kind, *ground), foe=(6, 3)) == -turn
        assert turned_by(crooked, piece(kind, *ground), foe=(48, 3)) == turn * mirror
