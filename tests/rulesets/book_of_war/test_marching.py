"""Going straight ahead: distance, ground, what is in the way."""

from __future__ import annotations

import pytest

from schiltron.battle.state.decision import FINISH
from schiltron.battle.state.event import Moved, Ruled
from schiltron.battle.state.manoeuvre import Advance, Face, Manoeuvre
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.movement.ground import GROUND
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.troops import TROOPS
from schiltron.table.lengths import inches, show_inches
from tests.rulesets.book_of_war.positions import (
    Played,
    ahead,
    blue,
    field,
    march,
    moving,
    piece,
    place,
    plan,
    play,
    red,
    rules,
    stream,
    wheel,
)

BLUE = MovementPhase("blue")


def spent(played: Played) -> float:
    (moved,) = played.events_of(Moved)
    return moved.spent / 1000


@pytest.mark.parametrize(("kind", "move"), [("light_infantry", 12), ("medium_infantry", 9), ("heavy_infantry", 6)])
def test_a_unit_advances_any_distance_up_to_its_move_and_no_farther(kind: str, move: int) -> None:
    """BW-C2-01, BW-C2-02: light gear 12 inches, medium 9, heavy 6."""
    assert LAW.sheet("BW-T-gear-move").row(kind.split("_", maxsplit=1)[0])["move_in"] == move
    start = moving(blue(kind, 6, at=(36, 40)))
    assert place(start.then(march(kind, ahead(move))).unit(kind)) == (36, 40 - move, 0)
    assert place(start.then(march(kind, ahead(0.37))).unit(kind)) == (36, 39.63, 0)
    (reason,) = start.refusal(march(kind, ahead(move + 0.1)))
    assert reason.rules == ("BW-C2-01",)
    assert reason.leg == 0
    assert f"reaches {move}″" in reason.text


@pytest.mark.parametrize("facing", [0, 17, 213])
def test_a_march_is_told_leg_by_leg_as_it_was_ordered(facing: float) -> None:
    """BW-C2-01: three straight legs, through a wood; each with the place where it ends."""
    wood = piece("woods", 30, 20, 42, 38)
    start = moving(blue("light_infantry", 6, at=(36, 39), facing=facing), wood)
    moved = start.then(march("light_infantry", ahead(0.5), ahead(1.25), ahead(2)))
    (told,) = moved.events_of(Moved)
    assert [leg.manoeuvre for leg in told.legs] == [ahead(0.5), ahead(1.25), ahead(2)]
    assert sum(leg.cost for leg in told.legs) == told.spent
    here = start.unit("light_infantry").pose
    for leg, far in zip(told.legs, (500, 1750, 3750), strict=True):
        assert leg.pose.x == pytest.approx(here.advanced(far).x, abs=1)
        assert leg.pose.y == pytest.approx(here.advanced(far).y, abs=1)


@pytest.mark.parametrize("angle", [0, -30, 181])
def test_a_wheel_has_an_angle(angle: float) -> None:
    """BW-B4-25: more than nothing, and no more than half a turn; nothing is moved by any other."""
    (reason,) = moving(blue("light_infantry", 6, at=(36, 40))).refusal(march("light_infantry", wheel("left", angle)))
    assert (reason.rules, reason.leg) == (("BW-B4-25",), 0)


def test_movement_is_never_compulsory() -> None:
    """BW-C2-01, BW-B1-05: a player may move any of the units, or none."""
    start = moving(blue("archers", 6, at=(20, 40)), blue("pikemen", 6, at=(40, 40)))
    assert start.decision.actors == ("archers", "pikemen")
    moved = start.then(march("archers", ahead(3)))
    assert moved.decision.actors == ("pikemen",)
    assert moved.then(FINISH).over
    assert place(moved.then(FINISH).unit("pikemen")) == (40, 40, 0)


def test_animals_keep_the_move_the_role_playing_game_gives_them() -> None:
    """BW-C2-03, BW-B2-08: horses move at their own listed rate, already in the list of unit types."""
    assert [TROOPS[kind].move // 1000 for kind in ("light_cavalry", "medium_cavalry", "heavy_cavalry")] == [24, 18, 12]
    start = moving(blue("light_cavalry", 4, at=(36, 40)))
    assert place(start.then(march("light_cavalry", ahead(24))).unit("light_cavalry")) == (36, 16, 0)


def test_there_is_no_step_backward_and_none_aside() -> None:
    """BW-C2-04: movement goes straight ahead; other directions need a manoeuvre."""
    start = moving(blue("pikemen", 6, at=(36, 30)))
    assert rules(start.refusal(march("pikemen", Advance(-1000)))) == {"BW-C2-04"}
    turned = start.then(march("pikemen", Face("right"), ahead(4)))
    x, y, heading = place(turned.unit("pikemen"))
    assert heading == 90
    assert x > 36
    assert y == pytest.approx(30.375)


@pytest.mark.parametrize(
    ("kind", "ground", "rate"),
    [
        ("light_infantry", "rough", 2),
        ("light_cavalry", "rough", 4),
        ("light_infantry", "woods", 2),
        ("light_cavalry", "woods", 4),
        ("light_infantry", "marsh", 3),
        ("light_cavalry", "marsh", 6),
    ],
)
def test_bad_ground_costs_a_multiple_for_the_inches_spent_in_it(kind: str, ground: str, rate: int) -> None:
    """BW-B3-08, BW-B2-07: the worked example is rough, where 1 inch costs 2 on foot and 4 mounted."""
    half_depth = TROOPS[kind].base.depth / 2000
    start = moving(blue(kind, 4, at=(36, 31 - half_depth)), piece(ground, 20, 10, 50, 30))
    # The centres of the only rank go 1 inch to the edge and 1 inch into the piece.
    assert spent(start.then(march(kind, ahead(2)))) == pytest.approx(1 + rate, abs=0.002)


def test_a_stream_costs_four_inches_an_inch_and_eight_for_horse() -> None:
    """BW-B3-08, BW-B2-07: crossing a stream 1 inch wide."""
    water = stream((0, 29.5), (72, 29.5), width=1)
    foot = moving(blue("light_infantry", 4, at=(36, 31)), water).then(march("light_infantry", ahead(4)))
    assert spent(foot) == pytest.approx(3 + 4, abs=0.002)
    horse = moving(blue("light_cavalry", 4, at=(36, 31)), water).then(march("light_cavalry", ahead(4)))
    assert spent(horse) == pytest.approx(3 + 8, abs=0.002)


def test_a_unit_pays_the_highest_rate_of_any_ground_a_figure_moves_through() -> None:
    """BW-B3-08: one file in the marsh slows the whole unit, even where others walk in the wood or the open."""
    line = blue("light_infantry", 8, at=(36, 30))
    marsh, wood = piece("marsh", 10, 10, 34, 40), piece("woods", 38, 10, 60, 40)
    assert spent(moving(line, wood).then(march("light_infantry", ahead(2)))) == pytest.approx(4)
    assert spent(moving(line, marsh, wood).then(march("light_infantry", ahead(2)))) == pytest.approx(6)


def test_each_contour_upward_costs_two_inches_more_and_four_for_horse() -> None:
    """BW-B3-09, BW-B2-07: paid once when the front rank crosses; down and level are free."""
    hill = piece("hill", 20, 10, 50, 30)
    up = moving(blue("light_infantry", 12, files=6, at=(36, 31)), hill)
    assert spent(up.then(march("light_infantry", ahead(2)))) == pytest.approx(2 + 2)
    assert spent(up.then(march("light_infantry", ahead(5)))) == pytest.approx(5 + 4)
    horse = moving(blue("light_cavalry", 4, at=(36, 31)), hill)
    assert spent(horse.then(march("light_cavalry", ahead(5)))) == pytest.approx(5 + 8)
    down = moving(blue("light_infantry", 12, files=6, at=(36, 20), facing=180), hill)
    assert spent(down.then(march("light_infantry", ahead(12)))) == pytest.approx(12)


@pytest.mark.parametrize(
    ("kind", "steps", "reaches"), [("light_infantry", 1, 10), ("light_infantry", 2, 8), ("heavy_infantry", 1, 4.5)]
)
def test_a_step_up_is_taken_off_what_a_march_reaches(kind: str, steps: int, reaches: float) -> None:
    """BW-B3-09: the front rank comes to the foot of the hill after 4½ inches, and to the second step after 6½.

    Heavy foot have 6 inches: what is left there does not pay for the step, so it is not made.
    """
    start = moving(blue(kind, 6, at=(36, 35.125)), piece("hill", 20, 10, 50, 31, steps=steps))
    (reason,) = start.refusal(march(kind, ahead(12)))
    assert {"BW-C2-01", "BW-B3-09"} <= set(reason.rules)
    assert f"reaches {show_inches(inches(reaches))}" in reason.text
    assert start.then(march(kind, ahead(reaches)))
    assert start.refusal(march(kind, ahead(reaches + 0.1)))


def test_horse_short_of_move_in_bad_ground_are_told_why() -> None:
    """BW-B2-07, BW-B3-08: foot by the one rule, horse by both."""
    rough = piece("rough", 20, 10, 50, 40)
    for kind, told in (("light_cavalry", {"BW-C2-01", "BW-B3-08", "BW-B2-07"}), ("archers", {"BW-C2-01", "BW-B3-08"})):
        assert rules(moving(blue(kind, 3, at=(36, 35)), rough).refusal(march(kind, ahead(20)))) == told


def test_only_who_does_nothing_else_may_always_go_an_inch() -> None:
    """BW-B3-13: after a wheel what is left of the move decides."""
    water = stream((0, 30.4), (72, 30.4), width=2)
    start = moving(blue("heavy_cavalry", 3, at=(36, 30)), water)
    assert start.then(march("heavy_cavalry", ahead(1)))
    assert "BW-B3-08" in rules(start.refusal(march("heavy_cavalry", wheel("left", 40), ahead(1))))


@pytest.mark.parametrize(("top", "deep"), [(24.0, 0.9), (26.3, 0.3), (21.5, 2.0)])
def test_a_pond_on_the_way_ends_it_also_where_dry_land_lies_beyond(top: float, deep: float) -> None:
    """BW-B3-11: the whole way is looked at; declared before measuring, the march halts at the bank."""
    pond = piece("pond", 34, top, 35, top + deep)
    line = blue("light_infantry", 8, at=(36, 30))
    (reason,) = moving(line, pond).refusal(march("light_infantry", ahead(12)))
    assert reason.rules == ("BW-B3-11",)
    declared = play(field(line, features=[pond], declare="by_phase"), BLUE)
    halted = declared.then(plan(march("light_infantry", ahead(12)))).unit("light_infantry")
    assert halted.pose.y == pytest.approx(inches(top + deep), abs=30)
    core = moving(line, pond, game="core")
    assert place(core.then(march("light_infantry", ahead(12))).unit("light_infantry")) == (36, 18, 0)


def test_climbing_out_of_a_gulley_is_what_costs() -> None:
    """BW-B3-09: a gulley falls going in and rises going out."""
    gulley = piece("gulley", 20, 20, 50, 30, steps=1)
    start = moving(blue("light_infantry", 6, at=(36, 31)), gulley)
    assert spent(start.then(march("light_infantry", ahead(5)))) == pytest.approx(5)
    assert rules(start.refusal(march("light_infantry", ahead(12)))) == {"BW-C2-01", "BW-B3-08", "BW-B3-09"}
    assert GROUND["gulley"].climb_foot == inches(2)


def test_ponds_cannot_be_entered() -> None:
    """BW-B3-11."""
    start = moving(blue("light_infantry", 6, at=(36, 31)), piece("pond", 30, 20, 42, 28))
    (reason,) = start.refusal(march("light_infantry", ahead(6)))
    assert reason.rules == ("BW-B3-11",)
    assert start.then(march("light_infantry", ahead(2.9))).unit("light_infantry").pose.y == inches(28.1)


def test_a_unit_that_does_nothing_else_may_always_advance_one_inch() -> None:
    """BW-B3-13: heavy foot crossing contours in a marsh still gets its inch, but not into a pond."""
    stuck = piece("marsh", 20, 20, 50, 40)
    start = moving(blue("heavy_cavalry", 3, at=(36, 29)), stuck, piece("hill", 20, 20, 50, 28))
    cavalry = start.then(march("heavy_cavalry", ahead(1)))
    assert place(cavalry.unit("heavy_cavalry")) == (36, 28, 0)
    stream_of_hills = [piece("hill", 20, 20 + step / 100, 50, 28.6, steps=1) for step in range(6)]
    heavy = moving(blue("heavy_infantry", 3, at=(36, 29)), *stream_of_hills)
    assert place(heavy.then(march("heavy_infantry", ahead(1))).unit("heavy_infantry")) == (36, 28, 0)
    assert rules(heavy.refusal(march("heavy_infantry", ahead(1.1)))) >= {"BW-C2-01"}


def test_no_unit_moves_through_another() -> None:
    """BW-B4-13: neither through friends nor, without stopping, through enemies."""
    start = moving(
        blue("pikemen", 6, at=(36, 40)), blue("archers", 6, at=(36, 36)), red("light_infantry", 6, at=(50, 10))
    )
    (reason,) = start.refusal(march("pikemen", ahead(8)))
    assert reason.rules == ("BW-B4-13",)
    assert "Archers" in reason.text
    through = moving(blue("pikemen", 6, at=(36, 40)), red("light_infantry", 6, at=(36, 36)))
    stopped = through.then(march("pikemen", ahead(12)))
    assert stopped.unit("pikemen").pose.y == inches(36)


def test_friends_keep_a_gap_at_the_end_of_a_move() -> None:
    """BW-B4-10: a quarter of an inch, unless another gap was agreed."""
    units = blue("pikemen", 4, at=(30, 40)), blue("archers", 4, at=(33.1, 36))
    start = moving(*units)
    (reason,) = start.refusal(march("pikemen", ahead(4)))
    assert reason.rules == ("BW-B4-10",)
    assert start.then(march("pikemen", ahead(2.9))).unit("pikemen").pose.y == inches(37.1)
    agreed = moving(*units, friendly_gap=inches(0.1))
    assert agreed.then(march("pikemen", ahead(4))).unit("pikemen").pose.y == inches(36)


def test_only_routed_units_leave_the_table() -> None:
    """BW-B5-11: an ordered move ends at the edge."""
    start = moving(blue("light_infantry", 4, at=(36, 5)))
    (reason,) = start.refusal(march("light_infantry", ahead(6)))
    assert reason.rules == ("BW-B5-11",)
    assert place(start.then(march("light_infantry", ahead(5))).unit("light_infantry")) == (36, 0, 0)


# ---------------------------------------------------------------- declaring before measuring (BW-B1-08)


def test_declared_moves_that_fall_short_end_where_the_allowance_ends() -> None:
    """BW-B1-08: all moves of the phase are announced at once; a shortfall is an outcome, not an illegality."""
    start = play(
        field(blue("heavy_infantry", 4, at=(36, 40)), blue("archers", 4, at=(10, 40)), declare="by_phase"), BLUE
    )
    played = start.then(plan(march("heavy_infantry", ahead(9)), march("archers", ahead(4))))
    assert place(played.unit("heavy_infantry")) == (36, 34, 0)
    assert place(played.unit("archers")) == (10, 36, 0)
    assert played.over


def test_the_form_of_a_declared_move_is_still_judged() -> None:
    """BW-B1-08: what needs no ruler is illegal as ever, all of it at once."""
    start = play(field(blue("pikemen", 6, files=3, at=(36, 40), hedgehog=True), declare="by_phase"), BLUE)
    refused = start.refusal(plan(march("pikemen", ahead(2)), march("pikemen", ahead(2))))
    assert rules(refused) == {"BW-B4-24", "BW-B1-08"}
    assert "ordered twice" in str([reason.text for reason in refused])


def test_a_declared_move_stops_short_of_friends() -> None:
    """BW-B1-08, BW-B4-10, BW-B4-13: it may neither run through them nor end too close."""
    start = play(field(blue("pikemen", 6, at=(36, 40)), blue("archers", 6, at=(36, 34)), declare="by_phase"), BLUE)
    played = start.then(plan(march("pikemen", ahead(12))))
    assert inches(34.75 + 0.25) <= played.unit("pikemen").pose.y <= inches(35.5)


@pytest.mark.parametrize("side", [1, -1])
def test_a_declared_move_keeps_its_distance_from_friends_beside_its_way(side: int) -> None:
    """BW-B1-08, BW-B4-10: nobody bars the way, but its end is too close to them: it ends before, and says why."""
    beside = blue("archers", 4, at=(30 + 3.1 * side, 36))
    start = play(field(blue("pikemen", 4, at=(30, 40)), beside, declare="by_phase"), BLUE)
    played = start.then(plan(march("pikemen", ahead(4))))
    assert place(played.unit("pikemen")) == (30, 37, 0)
    assert [one.rules for one in played.events_of(Ruled)] == [("BW-B4-10",)]


def test_measuring_first_gives_the_same_moves_one_by_one() -> None:
    """BW-B1-08: the switch for casual players."""
    start = moving(blue("heavy_infantry", 4, at=(36, 40)))
    assert start.decision.rules == ("BW-B1-05", "BW-C2-01")
    assert rules(start.refusal(march("heavy_infantry", ahead(9)))) == {"BW-C2-01"}


def test_a_reason_names_the_leg_it_belongs_to() -> None:
    """BW-C2-01, BW-C2-04: of legs that make one march the one on which it ends."""
    start = moving(blue("light_infantry", 8, files=4, at=(36, 40), facing=17))

    def leg(*path: Manoeuvre) -> int | None:
        (reason,) = start.refusal(march("light_infantry", *path))
        return reason.leg

    assert leg(ahead(13)) == 0
    assert leg(ahead(13), ahead(1)) == 0
    assert leg(ahead(5), ahead(8)) == 1
    assert leg(ahead(5), ahead(5), ahead(5)) == 2
    assert leg(wheel("left", 45), ahead(3), ahead(8)) == 2
    assert leg(ahead(1), ahead(0)) == 1
    assert leg(wheel("left", 45), ahead(1), ahead(1), ahead(0)) == 3
