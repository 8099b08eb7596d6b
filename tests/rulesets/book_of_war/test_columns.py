"""Bent columns: the tail follows, everybody faces in place, nobody slides."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Moved, Ruled, Touched
from schiltron.battle.state.manoeuvre import Face, Reform
from schiltron.rulesets.book_of_war.field import formation, is_routed
from schiltron.rulesets.book_of_war.morale.losses import ClearFallen
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.state import UnitPart
from schiltron.rulesets.book_of_war.steps import Check
from schiltron.table.lengths import inches
from schiltron.table.pose import Pose
from tests.rulesets.book_of_war.askew import View, moved_most, views
from tests.rulesets.book_of_war.positions import (
    Played,
    ahead,
    blue,
    field,
    march,
    moving,
    piece,
    plan,
    play,
    red,
    rules,
    wheel,
)


def spent(played: Played) -> float:
    (moved,) = played.events_of(Moved)
    return moved.spent / 1000


def column(view: View, at: tuple[float, float] = (36, 30), figures: int = 12, files: int = 2, **more: object):
    return blue("light_infantry", figures, files=files, at=view.at(*at), facing=view.facing(0), **more)


def gone_round(view: View, *others: object, angle: float = 90, on: float = 1.5, **more: object) -> Played:
    """A column of six ranks that has wheeled to the right and gone on."""
    start = moving(column(view, **more), *others)
    return start.then(march("light_infantry", wheel(view.side("right"), angle), ahead(on)))


def next_turn(played: Played) -> Played:
    """The same position with everybody fresh."""
    board = played.battle.board
    assert board is not None
    return moving(*(replace(one, own=UnitPart()) for one in played.battle.units.values()), *board.features)


# ---------------------------------------------------------------- the tail follows (BW-B4-27)


@views
@pytest.mark.parametrize("angle", [90, 40, 150])
def test_whoever_has_not_come_round_the_corner_yet_has_only_gone_straight_on(view: View, angle: float) -> None:
    """BW-B4-27: at whatever point the head stands, the figures behind the corner are in the lane they came by."""
    start = moving(column(view))
    lane = Pose(*(inches(one) for one in view.at(36, 30)), round(view.facing(0) * 1000))
    for on in (0.1, 0.4, 0.75, 1.1, 1.6, 2.3, 3.0):
        bent = start.then(march("light_infantry", wheel(view.side("right"), angle), ahead(on)))
        behind = [one for one in bent.unit("light_infantry").places if one.heading == lane.heading]
        assert len(behind) == 12 - 2 * (1 + int(on / 0.75))
        for figure in behind:
            across, forward = lane.local(figure.x, figure.y)
            assert abs(across) == pytest.approx(375, abs=3)
            assert forward <= -375 + 3, "nobody has gone past the corner without wheeling"


@views
def test_every_rank_wheels_where_the_first_did(view: View) -> None:
    """BW-B4-27: the corner stays put: the inner file goes round the point on which the front rank pivoted."""
    corner = [inches(one) for one in view.at(36.75, 30)]
    for ranks_on in range(1, 5):
        bent = gone_round(view, on=0.75 * ranks_on, angle=60).unit("light_infantry")
        round_it = [one for one in bent.places if one.heading == bent.pose.heading]
        assert len(round_it) == 2 * (ranks_on + 1)
        last = max(round_it, key=lambda one: (one.rank, one.file if view.side("right") == "right" else -one.file))
        front = last.rect.corners[1 if view.side("right") == "right" else 0]
        assert front == pytest.approx(corner, abs=3)


@views
def test_a_column_wheeling_past_a_friend_or_an_enemy_in_its_lane_does_not_swing_into_them(view: View) -> None:
    """BW-B4-27: others stand a little to the left of the tail, where it would have slid to; no contact, no refusal."""
    foe = red("archers", 4, files=1, at=view.at(35.2, 31.8), facing=view.facing(90))
    friend = blue("pikemen", 4, files=1, at=view.at(34.5, 33.5), facing=view.facing(0))
    played = gone_round(view, foe, friend, on=3)
    assert not played.events_of(Touched)
    assert played.battle.engagements == ()
    assert spent(played) == pytest.approx(5)


@views
def test_a_column_that_has_gone_all_the_way_round_is_straight_again(view: View) -> None:
    """BW-B4-27: six ranks are round the corner when the head has gone on by five, not before."""
    assert formation(gone_round(view, on=3.7).unit("light_infantry")).bends
    straight = gone_round(view, on=3.75).unit("light_infantry")
    assert formation(straight).bends == ()
    assert view.seen(straight) == pytest.approx((40.5, 29.25, 90), abs=0.003)


@views
def test_a_wheel_made_in_two_bends_the_column_once(view: View) -> None:
    """BW-B4-26, BW-B4-27: 40 and 50 degrees on one corner are 90."""
    start = moving(column(view))
    hand = view.side("right")
    whole = start.then(march("light_infantry", wheel(hand, 90), ahead(2)))
    parts = start.then(march("light_infantry", wheel(hand, 40), wheel(hand, 50), ahead(2)))
    assert parts.unit("light_infantry").body == whole.unit("light_infantry").body
    assert moved_most(whole.unit("light_infantry"), parts.unit("light_infantry")) < 0.003
    assert spent(parts) == pytest.approx(spent(whole), abs=0.002)


@views
def test_who_stands_at_the_corner_is_in_the_way_of_the_ranks_that_wheel_there(view: View) -> None:
    """BW-B4-13: the front rank has passed; since then a friend has come to stand outside the corner."""
    bent = next_turn(gone_round(view, on=0.75))
    friend = blue("pikemen", 3, files=1, at=view.at(35.6, 28.8), facing=view.facing(90))
    start = moving(bent.unit("light_infantry"), friend)
    (reason,) = start.refusal(march("light_infantry", ahead(3)))
    assert reason.rules == ("BW-B4-13",)
    assert "tail" in reason.text
    assert moving(bent.unit("light_infantry")).then(march("light_infantry", ahead(3)))


@views
def test_a_column_runs_neither_into_its_own_tail_nor_apart(view: View) -> None:
    """BW-B4-11: it stays connected, and nobody walks through himself."""
    hand, other = view.side("right"), view.side("left")
    start = moving(column(view, figures=40, files=2, id="snake"))
    circle = march("snake", wheel(hand, 90), ahead(2), wheel(hand, 90), ahead(0.4), wheel(hand, 90), ahead(3))
    assert rules(start.refusal(circle)) <= {"BW-B4-11", "BW-B4-13"}
    wide = moving(column(view, figures=30, files=5))
    torn = march("light_infantry", wheel(hand, 120), wheel(other, 77))
    assert rules(wide.refusal(torn)) == {"BW-B4-11"}
    assert wide.then(march("light_infantry", wheel(hand, 20), wheel(other, 20)))


def snake(view: View) -> Played:
    """A column of thirty ranks whose head has gone east, then south, and is about to turn west, where its own tail
    marches 5.6 inches off."""
    hand = view.side("right")
    start = moving(column(view, at=(36, 14), figures=60, id="snake"))
    for on in (5.6, 3):
        start = next_turn(start.then(march("snake", wheel(hand, 90), ahead(on))))
    return start


@views
def test_a_long_march_ends_where_the_tail_still_passes(view: View) -> None:
    """BW-B4-11, BW-B4-13: all of the way is looked at, also its last inch."""
    start, hand = snake(view), view.side("right")
    assert start.then(march("snake", wheel(hand, 90), ahead(5.5)))
    for far in (5.8, 6, 7, 10):
        (reason,) = start.refusal(march("snake", wheel(hand, 90), ahead(far)))
        assert (reason.rules, reason.measured, reason.leg) == (("BW-B4-13",), True, 1)


@views
def test_a_head_that_wheels_onto_its_own_tail_is_measured(view: View) -> None:
    """BW-B4-11, BW-B1-08: declared before measuring it is no fault of form, and the head stays where it is."""
    hand = view.side("right")
    wheeled = march("snake", wheel(hand, 90), ahead(4))
    near = next_turn(snake(view).then(wheeled))
    (reason,) = near.refusal(march("snake", wheel(hand, 120)))
    assert (reason.rules, reason.measured) == (("BW-B4-11",), True)
    declared = play(field(*near.battle.units.values(), declare="by_phase"), MovementPhase("blue"))
    stays = declared.then(plan(march("snake", wheel(hand, 120))))
    assert stays.unit("snake").pose == near.unit("snake").pose
    assert [one.rules for one in stays.events_of(Ruled)] == [("BW-B4-11",)]


def test_the_ground_under_the_tail_is_paid_for() -> None:
    """BW-B3-08, BW-B4-27: the head is out of the marsh, the tail is not; with nobody in it the going is free."""
    marsh = piece("marsh", 30, 30.2, 40, 40)
    bent = moving(blue("light_infantry", 12, files=2, at=(36, 30)), marsh)
    bent = next_turn(bent.then(march("light_infantry", wheel("right", 90))))
    assert spent(bent.then(march("light_infantry", ahead(2)))) == pytest.approx(6)
    assert spent(bent.then(march("light_infantry", ahead(3)))) == pytest.approx(9, abs=0.6)
    far = bent.then(march("light_infantry", ahead(4)))
    assert spent(far) < 12 - 0.2, "the last rank has left the marsh after some 3½ inches"


@views
def test_a_bent_column_bends_again_even_where_losses_have_made_it_as_wide_as_deep(view: View) -> None:
    """BW-B4-27: of nine in three files the last rank is behind the corner and keeps its lane when the head wheels."""
    bent = next_turn(gone_round(view, figures=12, files=3, on=0.75))
    fewer = replace(bent.unit("light_infantry"), figures=9)
    again = moving(fewer).then(march("light_infantry", wheel(view.side("right"), 20))).unit("light_infantry")
    assert len(formation(again).bends) == 2
    behind = [[one for one in unit.places if one.rank == 2] for unit in (fewer, again)]
    assert [one.heading for one in behind[0]] == [one.heading for one in behind[1]]


def test_a_square_of_files_and_ranks_wheels_as_a_whole() -> None:
    """BW-B4-27: only more ranks than files make a column."""
    whole = moving(blue("light_infantry", 9, files=3, at=(36, 30))).then(march("light_infantry", wheel("left", 20)))
    assert {figure.heading for figure in whole.unit("light_infantry").places} == {340_000}


def test_a_column_that_has_become_straight_pays_for_its_ground_like_any_other() -> None:
    """BW-B3-08: four ranks are round the corner after 2¼ inches; the marsh lies farther on."""
    start = moving(blue("light_infantry", 8, files=2, at=(36, 30)), piece("marsh", 41, 20, 60, 40))
    dry = start.then(march("light_infantry", wheel("right", 90), ahead(4)))
    assert spent(dry) == pytest.approx(6)
    wet = start.then(march("light_infantry", wheel("right", 90), ahead(5)))
    assert spent(wet) == pytest.approx(7 + 2 * (5 - 0.375 - 4.25), abs=0.01)


# ---------------------------------------------------------------- facing in place (BW-B4-17)


@views
@pytest.mark.parametrize("to", ["left", "right", "rear"])
@pytest.mark.parametrize(("angle", "on"), [(90, 0), (90, 1.5), (35, 2.2), (140, 1)])
def test_a_bent_column_faces_in_place(view: View, to, angle: float, on: float) -> None:
    """BW-B4-17: every figure turns where it stands, for half the move, whatever the bend."""
    legs = (wheel(view.side("right"), angle), *([ahead(on)] if on else []))
    bent = next_turn(moving(column(view)).then(march("light_infantry", *legs)))
    before = bent.unit("light_infantry")
    faced = bent.then(march("light_infantry", view.face(to)))
    after = faced.unit("light_infantry")
    assert moved_most(before, after) < 0.003
    assert moved_most(after, before) < 0.003
    assert spent(faced) == 6
    turn = {"left": -90, "right": 90, "rear": 180}[view.face(to).to] * 1000
    was = {(round(one.x / 100), round(one.y / 100)): one.heading for one in before.places}
    for one in after.places:
        near = min(was, key=lambda place: abs(place[0] - one.x / 100) + abs(place[1] - one.y / 100))
        assert (was[near] + turn - one.heading) % 360_000 == 0


@views
def test_facing_twice_about_is_standing_as_before(view: View) -> None:
    """BW-B4-17."""
    bent = next_turn(gone_round(view, angle=70, on=1))
    back = bent.then(march("light_infantry", Face("rear"), Face("rear"))).unit("light_infantry")
    before = bent.unit("light_infantry")
    assert moved_most(before, back) < 0.003
    assert (back.pose.x, back.pose.y) == pytest.approx((before.pose.x, before.pose.y), abs=3)
    assert back.pose.heading == before.pose.heading


@views
def test_a_column_faced_about_leads_back_round_the_same_corner(view: View) -> None:
    """BW-B4-17, BW-B4-27: its tail has become its head; those who came first follow last."""
    bent = next_turn(gone_round(view, on=1.5))
    back = bent.then(march("light_infantry", Face("rear"), ahead(3))).unit("light_infantry")
    assert view.seen(back) == pytest.approx((36, 30 + 3 * 0.75 + 3, 180), abs=0.003)
    lane = Pose(*(inches(one) for one in view.at(36, 30)), round(view.facing(0) * 1000))
    gone_back = [one for one in back.places if one.heading == back.pose.heading]
    assert [abs(lane.local(one.x, one.y)[0]) for one in gone_back] == pytest.approx([375] * len(gone_back), abs=3)
    straight = next_turn(bent.then(march("light_infantry", Face("rear"), ahead(6))))
    assert formation(straight.unit("light_infantry")).bends == ()


@views
def test_a_column_faced_aside_falls_into_line_when_it_moves(view: View) -> None:
    """BW-B4-17, BW-B4-39: until then it is a bent line; it squares on its longest leg, free of charge."""
    bent = next_turn(gone_round(view, on=1.5))
    aside = next_turn(bent.then(march("light_infantry", view.face("left"))))
    assert formation(aside.unit("light_infantry")).files == 6
    moved = aside.then(march("light_infantry", ahead(2)))
    unit = moved.unit("light_infantry")
    assert formation(unit).bends == ()
    assert {one.heading for one in unit.places} == {unit.pose.heading}
    assert spent(moved) == pytest.approx(2)


def test_horse_in_a_bent_column_turn_in_pairs() -> None:
    """BW-B4-19: two files of 1 x 2 bases cover the same ground, whichever way they look."""
    start = moving(blue("light_cavalry", 8, files=2, at=(36, 30)))
    bent = next_turn(start.then(march("light_cavalry", wheel("left", 90), ahead(2))))
    before = bent.unit("light_cavalry").outline
    after = bent.then(march("light_cavalry", Face("right"))).unit("light_cavalry").outline
    corners = [{(round(x), round(y)) for rect in shape.rects for x, y in rect.corners} for shape in (before, after)]
    assert corners[0] == corners[1]


def test_a_new_formation_straightens_a_bent_column_behind_its_head() -> None:
    """BW-B4-16: the middle of the front stays."""
    bent = next_turn(gone_round(View(0), on=0.75))
    formed = bent.then(march("light_infantry", Reform(4))).unit("light_infantry")
    assert formed.pose == bent.unit("light_infantry").pose
    assert {one.heading for one in formed.places} == {90_000}


@views
def test_a_bent_column_that_routs_turns_in_place(view: View) -> None:
    """BW-B5-05: no figure leaves its ground; the flight itself then goes back round the corner."""
    bent = gone_round(view, on=1.5).unit("light_infantry")
    foe = red("archers", 4, at=view.at(44, 29), facing=view.facing(270))
    routed = play(field(bent, foe), Check("light_infantry", "losses", 6), "1 1").unit("light_infantry")
    assert is_routed(routed)
    assert moved_most(bent, routed) < 0.003
    assert (view.seen(routed)[2]) == pytest.approx(180, abs=0.01)


# ---------------------------------------------------------------- losses


@views
@pytest.mark.parametrize("to", [None, "rear", "left", "right"])
def test_who_is_left_of_a_bent_column_stands_where_he_stood(view: View, to) -> None:
    """BW-B4-06, BW-B4-07: the fallen come off the back; nobody else leaves his place, faced or not."""
    bent = next_turn(gone_round(view, on=0.75))
    faced = bent.then(march("light_infantry", view.face(to))) if to else bent
    unit = faced.unit("light_infantry")
    for fallen in (2, 4, 6):
        lighter = replace(unit, figures=12 - fallen, fallen=fallen)
        cleared = play(field(lighter), ClearFallen("light_infantry")).unit("light_infantry")
        assert len(cleared.places) == 12 - fallen
        assert moved_most(unit, cleared) < 0.003


def test_a_column_of_which_nobody_is_left_behind_the_corner_is_straight() -> None:
    """BW-B4-27: four of twelve stand in two ranks, both of them round the corner."""
    bent = gone_round(View(0), on=0.75).unit("light_infantry")
    lighter = replace(bent, figures=4, fallen=8)
    cleared = play(field(lighter), ClearFallen("light_infantry")).unit("light_infantry")
    assert formation(cleared).bends == ()
    assert cleared.pose == bent.pose
