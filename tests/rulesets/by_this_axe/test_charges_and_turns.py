"""Turns, wheels and changes of formation are free, but carry no charge beyond the move (TA-MOVE-04, TA-MOVE-13)."""

from __future__ import annotations

from collections.abc import Iterator
from math import radians, sin
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Aimed, Commanded, PathDrawn
from schiltron.battle.state.event import Moved
from schiltron.battle.state.manoeuvre import Face, Manoeuvre, Reform, Turn, Wheel
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.state import Unit
from schiltron.table.lengths import degrees, inches
from tests.rulesets.by_this_axe.positions import (
    WAYS,
    Ordered,
    Played,
    ahead,
    blue,
    choose,
    march,
    moving,
    piece,
    place,
    red,
    rules,
    seen,
    seen_ground,
    turn,
    with_orders,
)

BEYOND = {"TA-MOVE-04", "TA-MOVE-13"}


def legs(path: tuple[Manoeuvre, ...], *, mirrored: bool) -> Iterator[Manoeuvre]:
    other: dict[Any, Any] = {"left": "right", "right": "left", "rear": "rear"}
    for leg in path:
        match leg:
            case Turn(angle=angle) if mirrored:
                yield Turn(-angle)
            case Wheel(side=side, angle=angle) if mirrored:
                yield Wheel(other[side], angle)
            case Face(to=to) if mirrored:
                yield Face(other[to])
            case _:
                yield leg


def charged(axes: Unit, foe: Unit, *path: Manoeuvre, way: tuple[float, bool] = (0, False), **more: Any) -> Played:
    """Axes and foe from an odd angle, with the charge along a path made or refused; the foe is first on the roster."""
    angle, mirrored = way
    start = moving(*(seen(one, angle, mirrored=mirrored) for one in (foe, axes)), size=(100, 100), **more)
    return start.then(charge("axes", *legs(path, mirrored=mirrored)))


def refused(axes: Unit, foe: Unit, *path: Manoeuvre, way: tuple[float, bool] = (0, False), **more: Any) -> set[str]:
    angle, mirrored = way
    start = moving(*(seen(one, angle, mirrored=mirrored) for one in (foe, axes)), size=(100, 100), **more)
    return rules(start.refusal(charge("axes", *legs(path, mirrored=mirrored))))


def charge(actor: str, *path: Manoeuvre) -> Commanded:
    return Commanded(actor, "charge", PathDrawn(path))


def line(figures: int = 12, files: int = 0, **more: Any) -> Unit:
    """Axes who go 10 inches, in one line with its middle at (50, 50.5) unless told otherwise."""
    return blue("axes", figures, files=files or figures, **{"at": (50, 50), **more})


# ---------------------------------------------------------------- turns


@pytest.mark.parametrize("way", WAYS)
def test_a_line_that_turns_to_its_flank_has_its_far_wing_to_bring_up(way: tuple[float, bool]) -> None:
    """TA-MOVE-13: the last of 12 stands 5½″ behind the middle, so the front goes 4½″ after a quarter turn, not 10″."""
    right = {"facing": 270, "files": 2}
    near, far = (red("foe", 4, at=(50.5 + gap, 50.5), **right) for gap in (4.4, 4.6))
    assert charged(line(), near, turn(90), ahead(8), way=way).battle.engagements
    assert refused(line(), far, turn(90), ahead(8), way=way) == BEYOND


@pytest.mark.parametrize("way", WAYS)
def test_a_narrow_unit_loses_little_by_its_turn(way: tuple[float, bool]) -> None:
    """TA-MOVE-13: of three in line the last stands an inch behind the middle."""
    right = {"facing": 270, "files": 2}
    near, far = (red("foe", 4, at=(50.5 + gap, 50.2), **right) for gap in (8.9, 9.1))
    assert charged(line(3), near, turn(90), ahead(10), way=way).battle.engagements
    assert refused(line(3), far, turn(90), ahead(10), way=way) == BEYOND


@pytest.mark.parametrize("way", WAYS)
def test_who_turns_about_has_the_whole_move(way: tuple[float, bool]) -> None:
    """TA-MOVE-13: figures are alike, and every place behind is as near as the one in front was."""
    near, far = (red("foe", 4, at=(51.7, 51 + gap), facing=0) for gap in (10, 10.1))
    for about in (turn(180), Face("rear")):
        assert charged(line(), near, about, ahead(12), way=way).battle.engagements
        assert "TA-MOVE-04" in refused(line(), far, about, ahead(12), way=way)


@pytest.mark.parametrize("way", WAYS)
def test_who_faces_to_a_side_in_place_has_the_whole_move(way: tuple[float, bool]) -> None:
    """TA-MOVE-13: nobody has left his place, though the front is 6″ nearer to the foe."""
    near, far = (red("foe", 2, at=(56 + gap, 50.5), facing=270) for gap in (10, 10.1))
    assert charged(line(), near, Face("right"), ahead(12), way=way).battle.engagements
    assert "TA-MOVE-04" in refused(line(), far, Face("right"), ahead(12), way=way)


@pytest.mark.parametrize("angle", [11, 33, -33, 58])
@pytest.mark.parametrize("way", WAYS)
def test_a_skew_turn_counts_for_the_wing_it_brings_forward(angle: float, way: tuple[float, bool]) -> None:
    """TA-MOVE-13: whatever is legal, nobody stands farther than his move from where somebody stood."""
    axes = line(10)
    swung = axes.pose.pivoted(50_000, 50_500, degrees(angle))
    reached = []
    for gap in (5, 6, 7, 8, 9, 9.9):
        there = swung.advanced(inches(gap))
        foe = red("foe", 4, at=(there.x / 1000, there.y / 1000), facing=angle + 180)
        start = moving(*(seen(one, way[0], mirrored=way[1]) for one in (foe, axes)), size=(100, 100))
        order = charge("axes", *legs((turn(angle), ahead(10)), mirrored=way[1]))
        if BY_THIS_AXE.preview(start.battle, start.decision, order).legal:
            reached.append(gap)
            before, after = start.unit("axes").places, start.then(order).events_of(Moved)[0].legs[-1].pose
            moved = replace(start.unit("axes"), place=replace(start.unit("axes").place, pose=after)).places
            nearest = [min((old.x - new.x) ** 2 + (old.y - new.y) ** 2 for old in before) for new in moved]
            assert max(nearest) <= 10_010**2
    assert reached == {11: [5, 6, 7, 8, 9], 33: [5, 6, 7], -33: [5, 6, 7], 58: [5, 6]}[angle]


# ---------------------------------------------------------------- formations and wheels


@pytest.mark.parametrize("way", WAYS)
def test_a_column_that_forms_line_has_its_wings_to_bring_up(way: tuple[float, bool]) -> None:
    """TA-MOVE-13, TA-UNIT-06: twelve in two files go into one rank about their middle before they charge."""
    column = line(12, 2)
    near, far = (red("foe", 6, at=(49, 52.5 - gap), facing=180) for gap in (5, 8.5))
    assert charged(column, near, Reform(12), ahead(10), way=way).battle.engagements
    assert refused(column, far, Reform(12), ahead(10), way=way) == BEYOND
    assert charged(column, replace(far, id="foe"), ahead(10), way=way).battle.engagements


@pytest.mark.parametrize("way", WAYS)
def test_a_wheel_counts_for_its_outer_end(way: tuple[float, bool]) -> None:
    """TA-MOVE-13: the middle goes 3.2″ in a wheel of 30 degrees, the last man of 12 twice as far."""
    axes = line()
    wheeled = axes.pose.pivoted(56_000, 50_000, degrees(30))
    near, far = (wheeled.advanced(inches(gap)) for gap in (4, 5.5))
    foes = [red("foe", 4, at=(one.x / 1000, one.y / 1000), facing=210) for one in (near, far)]
    path = (Wheel("right", degrees(30)), ahead(6.6))
    assert charged(axes, foes[0], *path, way=way).battle.engagements
    assert refused(axes, foes[1], *path, way=way) == BEYOND


@pytest.mark.parametrize("way", WAYS)
def test_what_was_gone_before_a_wheel_counts_as_gone(way: tuple[float, bool]) -> None:
    """TA-MOVE-13: four in line go 4″, wheel a little and go on: nothing was lost, so they have their whole move."""
    axes = line(4)
    wheeled = axes.pose.advanced(inches(4)).pivoted(52_000, 46_000, degrees(10))
    near, far = (wheeled.advanced(inches(gap)) for gap in (5, 6.2))
    foes = [red("foe", 4, at=(one.x / 1000, one.y / 1000), facing=190) for one in (near, far)]
    path = (ahead(4), Wheel("right", degrees(10)))
    assert charged(axes, foes[0], *path, ahead(5.6), way=way).battle.engagements
    assert "TA-MOVE-04" in refused(axes, foes[1], *path, ahead(6.5), way=way)


# ---------------------------------------------------------------- what it leaves alone


def test_a_plain_move_is_measured_at_the_middle() -> None:
    """TA-MOVE-13."""
    start = moving(line(), size=(100, 100))
    assert place(start.then(march("axes", turn(90), ahead(10))).unit("axes")) == (60.5, 50.5, 90)


def test_ground_takes_off_what_a_figure_may_go() -> None:
    """TA-TERR-02, TA-MOVE-13: an inch lost in scrub is an inch less for the far wing too."""
    scrub = piece("scrub", 52, 40, 53, 60)
    foes = [red("foe", 4, at=(50.5 + gap, 50.5), facing=270, files=2) for gap in (3.4, 3.6)]
    assert charged(line(), foes[0], turn(90), ahead(8), features=[scrub]).battle.engagements
    assert refused(line(), foes[1], turn(90), ahead(8), features=[scrub]) == BEYOND


def test_by_name_a_unit_turns_no_more_than_its_charge_can_bear() -> None:
    """TA-MOVE-12, TA-MOVE-13: the whole turn would bring its wing too far, half of it leads there as well."""
    foe = red("foe", 8, at=(55, 43), facing=200)
    start = moving(line(), foe, size=(100, 100))
    met = start.then(Commanded("axes", "charge", Aimed("foe")))
    first = met.events_of(Moved)[0].legs[0].manoeuvre
    assert met.battle.engagements
    assert not isinstance(first, Turn) or first.angle < degrees(25)
    assert refused(line(), foe, turn(35.54), ahead(9)) == BEYOND


@pytest.mark.parametrize("way", WAYS)
def test_only_the_end_of_a_charge_is_measured(way: tuple[float, bool]) -> None:
    """TA-MOVE-13: there and back again, nobody is farther from where he stood than after the turn alone."""
    foe = red("foe", 4, at=(49.2, 50.5), facing=90, files=2)
    path = (turn(90), ahead(4.8), turn(180), ahead(5.2))
    assert charged(line(), foe, *path, way=way).battle.engagements


@pytest.mark.parametrize("cut", [0.3, 1.9, 4.2])
@pytest.mark.parametrize("way", WAYS)
def test_a_charge_cut_in_two_is_measured_as_in_one(cut: float, way: tuple[float, bool]) -> None:
    """TA-MOVE-13."""
    foes = [red("foe", 4, at=(50.5 + gap, 50.5), facing=270, files=2) for gap in (4.4, 4.6)]
    path = (turn(90), ahead(cut), ahead(8 - cut))
    assert charged(line(), foes[0], *path, way=way).battle.engagements
    assert refused(line(), foes[1], *path, way=way) == BEYOND


# ---------------------------------------------------------------- under orders


def test_a_charge_whose_quarry_has_run_goes_no_farther_either() -> None:
    """TA-CMD-16, TA-CMD-21, TA-MOVE-13: it runs on past them into the open with all its figures have."""
    axes = line(14, orders=(Ordered("charge", "TA-CMD-D01", inches(3)),))
    foe = red("foe", 2, files=1, at=(58.4, 49.2), facing=265, armour="light", ranged=("sling",), mounted=True)
    start = moving(axes, foe, size=(100, 100), command="cards")
    ran = start.then(Commanded("axes", "charge", Aimed("foe")), choose("retreat"), "1")
    assert not ran.battle.engagements
    assert ran.unit("axes").pose.heading == degrees(45)
    assert 0 < ran.unit("axes").own.turn.spent < inches(4)


def test_a_charge_under_orders_ends_where_its_wing_has_gone_its_move() -> None:
    """TA-CMD-21, TA-MOVE-13: it is tried and falls short, by less than what the middle could have gone."""
    ordered = (Ordered("charge", "TA-CMD-D01", inches(3)),)
    axes = line(14, orders=ordered)
    foe = red("foe", 4, at=(62, 40), facing=225)
    start = moving(axes, foe, size=(100, 100), command="cards")
    short = start.then(Commanded("axes", "charge", Aimed("foe")))
    assert not short.battle.engagements
    (event,) = [one for one in short.events if isinstance(one, Moved)]
    assert event.spent < inches(8) - inches(2)
    before, after = axes.places, short.unit("axes").places
    farthest = max(min((old.x - new.x) ** 2 + (old.y - new.y) ** 2 for old in before) for new in after) ** 0.5
    assert farthest <= 8_010


def test_a_halt_under_fire_does_not_set_the_measure_anew() -> None:
    """TA-CMD-34, TA-MOVE-13: the charge goes on from its halt, measured from where the figures stood at first."""
    axes = line(14, orders=(Ordered("charge", "TA-CMD-D01", inches(3)),))
    foe = red("foe", 4, at=(62, 40), facing=225)
    bows = red("bows", 4, at=(50, 28), ranged=("sling",), orders=(Ordered("reserve", "TA-CMD-S07"),))
    order = Commanded("axes", "charge", Aimed("foe"))
    quiet = moving(axes, foe, size=(100, 100), command="cards").then(order)
    shot = moving(axes, foe, bows, size=(100, 100), command="cards").then(order)
    assert 0 < shot.unit("axes").own.turn.spent < quiet.unit("axes").own.turn.spent
    shot = shot.then("6 6 6 6")
    there, here = shot.unit("axes").pose, quiet.unit("axes").pose
    assert abs(there.x - here.x) <= 15
    assert abs(there.y - here.y) <= 15
    assert there.heading == here.heading


@pytest.mark.parametrize("way", WAYS)
def test_a_charge_is_neither_shot_at_nor_in_woods_where_its_figures_do_not_come(way: tuple[float, bool]) -> None:
    """TA-CMD-34, TA-TERR-03, TA-MOVE-13: its wing has gone its move before the middle comes to either."""
    angle, mirrored = way
    axes = line(14, orders=(Ordered("charge", "TA-CMD-D01", inches(3)),))
    foe = red("foe", 4, at=(59.2, 41.3), facing=225, ranged=("javelin",), armour="medium")
    holding = with_orders(foe, (Ordered("reserve", "TA-CMD-S07"),))
    woods = piece("woods", 54, 45.3, 55.2, 46.5)
    ends = [
        moving(
            *(seen(one, angle, mirrored=mirrored) for one in (enemy, axes)),
            *(seen_ground(one, angle, mirrored=mirrored) for one in ground),
            size=(100, 100),
            command="cards",
        ).then(Commanded("axes", "charge", Aimed("foe")))
        for enemy, ground in ((foe, ()), (holding, ()), (foe, (woods,)))
    ]
    assert all(end.over for end in ends)
    assert [end.unit("axes").own.turn.spent for end in ends] == pytest.approx([inches(3.4)] * 3, abs=15)


# ---------------------------------------------------------------- over a river


@pytest.mark.parametrize("way", WAYS)
def test_a_river_is_crossed_whole_whatever_the_figures_go(way: tuple[float, bool]) -> None:
    """TA-TERR-07, TA-MOVE-13: from one corner on the bank to the other and 9″ over, though their move is 8″."""
    angle, mirrored = way
    river = piece("river", 0, 33, 100, 40)
    axes = line(6, at=(50, 40 + 3 * sin(radians(20))), facing=20, armour="heavy", bank=(river.id, 1))
    foe = red("foe", 6, at=(50, 31), facing=160)
    units = [seen(one, angle, mirrored=mirrored) for one in (foe, axes)]
    start = moving(*units, seen_ground(river, angle, mirrored=mirrored), size=(100, 100), turn=2)
    met = start.then(charge("axes", *legs((turn(-40), ahead(9)), mirrored=mirrored)))
    assert met.battle.engagements[0].defender == "foe"
    (moved,) = met.events_of(Moved)
    here, there = start.unit("axes").pose, moved.legs[-1].pose
    assert (here.x - there.x) ** 2 + (here.y - there.y) ** 2 > 9_000**2
    assert moved.spent == inches(8)
