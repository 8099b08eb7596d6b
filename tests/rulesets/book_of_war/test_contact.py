"""Coming into contact and leaving it; pikes' points; what units remember of a fight."""

from __future__ import annotations

from math import atan2, cos, degrees, radians, sin

import pytest
from msgspec.structs import replace

from schiltron.battle.state.battle import Engagement
from schiltron.battle.state.event import Checked, Fell, Moved, Parted, Struck, Touched
from schiltron.battle.state.field import touching
from schiltron.battle.state.manoeuvre import Advance, Expand, Face, Reform, SquareUp, Wheel
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.field import before_pikes, is_routed
from schiltron.rulesets.book_of_war.morale.losses import ClearFallen
from schiltron.rulesets.book_of_war.movement.paths import walk
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.table.contact import Edge
from schiltron.table.lengths import inches
from schiltron.table.outline import gap
from tests.rulesets.book_of_war.askew import View, turned_piece, views
from tests.rulesets.book_of_war.positions import (
    EAST,
    NORTH,
    Played,
    ahead,
    blue,
    field,
    march,
    moving,
    piece,
    place,
    play,
    red,
    rules,
    split,
    wheel,
)

BLUE = MovementPhase("blue")


def edge_met(played: Played) -> str:
    (touched,) = played.events_of(Touched)
    return touched.edge


# ---------------------------------------------------------------- stopping and lining up


def test_contact_stops_the_whole_unit_at_once() -> None:
    """BW-B4-28: whatever was ordered beyond it."""
    start = moving(blue("light_infantry", 8, at=(36, 30)), red("archers", 6, at=(37, 25)))
    played = start.then(march("light_infantry", ahead(12)))
    assert place(played.unit("light_infantry")) == (36, 25, 0)
    assert rules(start.refusal(march("light_infantry", ahead(12), Face("rear")))) == {"BW-B4-28"}


def test_the_mover_lines_up_flush_and_the_other_stays() -> None:
    """BW-B4-29: the front comes parallel to the touched edge, free of charge."""
    start = moving(blue("light_infantry", 8, at=(36, 30)), red("archers", 8, at=(36, 24), facing=170))
    played = start.then(march("light_infantry", ahead(8)))
    assert place(played.unit("light_infantry"))[2] == 350
    assert place(played.unit("archers")) == (36, 24, 170)
    assert played.unit("light_infantry").own.turn.spent < inches(6)
    assert edge_met(played) == "front"


def test_a_blocked_lining_up_leaves_the_contact_as_it_is() -> None:
    """BW-B4-29: here a friend stands where the left wing would swing to."""
    friend = blue("pikemen", 3, files=1, at=(33.6, 23.6), facing=EAST)
    start = moving(blue("light_infantry", 8, at=(36, 30)), red("archers", 8, at=(36, 24), facing=200), friend)
    played = start.then(march("light_infantry", ahead(8)))
    assert place(played.unit("light_infantry"))[2] == 0
    assert played.battle.engagements[0].joins("light_infantry", "archers")


@pytest.mark.parametrize(("facing", "edge"), [(180, "front"), (0, "rear"), (90, "right"), (270, "left")])
def test_the_edge_that_is_touched_tells_front_flank_and_rear(facing: float, edge: str) -> None:
    """BW-B4-42: after squaring up it is the edge of the target's rectangle."""
    target = red("archers", 12, files=4, at=(36, 25), facing=facing)
    played = moving(blue("light_infantry", 6, at=(36, 32)), target).then(march("light_infantry", ahead(12)))
    assert edge_met(played) == edge


def test_a_corner_met_first_is_judged_by_where_the_mover_started() -> None:
    """BW-B4-42: lines at 45 degrees from the corners; here the enemy stands askew and shows a corner."""
    askew = red("archers", 12, files=4, at=(36, 25), facing=135)
    for start_x, edge in ((36.5, "front"), (33.5, "right")):
        start = moving(blue("light_infantry", 6, at=(start_x, 34)), askew)
        assert edge_met(start.then(march("light_infantry", ahead(12)))) == edge
    askew = red("archers", 12, files=4, at=(36, 25), facing=225)
    for start_x, edge in ((35.5, "front"), (38.5, "left")):
        start = moving(blue("light_infantry", 6, at=(start_x, 34)), askew)
        assert edge_met(start.then(march("light_infantry", ahead(12)))) == edge


# ---------------------------------------------------------------- leaving


def test_a_unit_held_in_front_must_face_about_to_leave() -> None:
    """BW-B4-31: half the move for the turn, the rest to go."""
    start = moving(blue("light_infantry", 8, at=(36, 30)), red("archers", 8, at=(36, 30)))
    assert rules(start.refusal(march("light_infantry", ahead(3)))) == {"BW-B4-28", "BW-B4-31"}
    assert rules(start.refusal(march("light_infantry", wheel("left", 30)))) == {"BW-B4-30", "BW-B4-31"}
    left = start.then(march("light_infantry", Face("rear"), ahead(6)))
    assert place(left.unit("light_infantry")) == (36, 36.75, 180)
    assert not left.events_of(Struck), "leaving contact provokes nothing"


def test_a_unit_touched_in_the_rear_marches_off_straight_ahead() -> None:
    """BW-B4-31: nothing hostile where it faces."""
    start = moving(blue("light_infantry", 8, at=(36, 30)), red("archers", 8, at=(36, 30.75), facing=NORTH))
    assert place(start.then(march("light_infantry", ahead(4))).unit("light_infantry")) == (36, 26, 0)


@pytest.mark.parametrize("distance", [0.1, 1, 5, 12])
@pytest.mark.parametrize("middle", [28.4, 30.75, 33.5])
def test_no_scraping_along_an_enemy(distance: float, middle: float) -> None:
    """BW-B4-30, BW-B4-31: touched on a flank it may not slide along the enemy's front, however far it would go on.

    The archers lie against its right flank, reach beyond its front, its middle or its rear.
    """
    foe = red("archers", 8, at=(37.5, middle), facing=270)
    start = moving(blue("light_infantry", 8, files=4, at=(36, 30)), foe)
    assert rules(start.refusal(march("light_infantry", ahead(distance)))) == {"BW-B4-30", "BW-B4-31"}
    mirrored = moving(blue("light_infantry", 8, files=4, at=(36, 30)), red("archers", 8, at=(34.5, middle), facing=90))
    assert rules(mirrored.refusal(march("light_infantry", ahead(distance)))) == {"BW-B4-30", "BW-B4-31"}


@views
@pytest.mark.parametrize(("x", "files", "heading", "edge"), [(39, 4, 180, "right"), (38.25, 2, 0, "left")])
def test_who_is_touched_by_a_bare_corner_besides_is_met_from_where_the_mover_stands(
    view: View, x: float, files: int, heading: float, edge: Edge
) -> None:
    """BW-B4-28, BW-B4-42: the front comes flush onto one enemy, its corner onto the corner of the next."""
    line = blue("light_infantry", 4, at=view.at(36, 30), facing=view.facing(0))
    foe = red("archers", 4, at=view.at(36, 26), facing=view.facing(180))
    depth = 26 if heading == 180 else 25.25
    beside = red("pikemen", files, id="beside", at=view.at(x, depth), facing=view.facing(heading))
    met = moving(line, foe, beside).then(march("light_infantry", ahead(5)))
    touched = {one.other: one.edge for one in met.events_of(Touched)}
    assert touched == {"archers": "front", "beside": view.side(edge)}


@views
def test_a_touch_in_the_rear_or_at_a_corner_is_no_scraping(view: View) -> None:
    """BW-B4-31: nothing is slid along; also where the enemy behind stands off to one side or touches by a corner."""
    for x, y in ((37.2, 31.5), (34.1, 31.5), (38.615, 31.51)):
        line = blue("light_infantry", 8, files=4, at=view.at(36, 30), facing=view.facing(0))
        foe = red("archers", 3, at=view.at(x, y), facing=view.facing(0))
        start = moving(line, foe)
        assert touching(start.battle, start.unit("light_infantry"), start.unit("archers"))
        left = start.then(march("light_infantry", ahead(4))).unit("light_infantry")
        assert left.pose == start.unit("light_infantry").pose.advanced(4000)


@views
@pytest.mark.parametrize("distance", [0.3, 3, 12])
def test_a_corner_that_rests_against_a_flank_is_scraped_along_too(view: View, distance: float) -> None:
    """BW-B4-30: the enemy stands askew, one corner against the right flank."""
    line = blue("light_infantry", 16, files=4, at=view.at(36, 30), facing=view.facing(0))
    foe = red("archers", 4, files=2, at=view.at(37.88, 31.9), facing=view.facing(300))
    start = moving(line, foe)
    assert touching(start.battle, start.unit("light_infantry"), start.unit("archers"))
    assert rules(start.refusal(march("light_infantry", ahead(distance)))) == {"BW-B4-30", "BW-B4-31"}


@views
def test_nobody_lines_up_into_a_pond(view: View) -> None:
    """BW-B4-29, BW-B3-11: water where the turn would end leaves the mover as he came; the core game has none."""
    line = blue("light_infantry", 8, at=view.at(36, 30), facing=view.facing(0))
    foe = red("archers", 8, at=view.at(36, 24), facing=view.facing(170))
    pond = turned_piece(view, "pond", 38.2, 23.9, 3, 0.45)
    dry = moving(line, foe).then(march("light_infantry", ahead(8)))
    wet = moving(line, foe, pond).then(march("light_infantry", ahead(8)))
    core = moving(line, foe, pond, game="core").then(march("light_infantry", ahead(8)))
    assert view.seen(dry.unit("light_infantry"))[2] == pytest.approx(350, abs=0.1)
    assert view.seen(wet.unit("light_infantry"))[2] == pytest.approx(0, abs=0.1)
    assert edge_met(wet) == "front"
    assert core.unit("light_infantry").pose == dry.unit("light_infantry").pose


@views
@pytest.mark.parametrize("names", [("Asps", "Wasps"), ("Wasps", "Asps")])
@pytest.mark.parametrize(("facing", "spot", "edge"), [(0, (38.6, 25.5), "rear"), (90, (40.1, 26.25), "right")])
def test_of_several_met_at_once_each_is_met_on_its_own_edge(
    view: View, names: tuple[str, str], facing: float, spot: tuple[float, float], edge: str
) -> None:
    """BW-B4-42: side by side in one line, one shows its front, the other its rear or a flank."""
    line = blue("light_infantry", 12, at=view.at(36, 32), facing=view.facing(0))
    front = red("archers", 4, id="a", at=view.at(34, 27), facing=view.facing(180))
    other = red("longbowmen", 4, files=2, id="b", at=view.at(spot[0], spot[1]), facing=view.facing(facing))
    front, other = (replace(unit, name=name) for unit, name in zip((front, other), names, strict=True))
    met = moving(line, front, other).then(march("light_infantry", ahead(8)))
    swapped = {"left": "right", "right": "left"} if view.mirrored else {}
    assert {one.defender: one.edge for one in met.battle.engagements} == {"a": "front", "b": swapped.get(edge, edge)}


@views
@pytest.mark.parametrize("names", [("Asps", "Wasps"), ("Wasps", "Asps")])
def test_who_widens_into_another_enemy_is_in_contact_with_both(view: View, names: tuple[str, str]) -> None:
    """BW-B4-28, BW-B4-35: an old contact first or last by name."""
    wide = blue("light_infantry", 12, files=4, id="wide", at=view.at(36, 30), facing=view.facing(0))
    old = red("archers", 8, files=4, id="old", at=view.at(36.4, 30), facing=view.facing(180))
    new = red("archers", 4, files=2, id="new", at=view.at(38.7, 30), facing=view.facing(180))
    old, new = (replace(unit, name=name) for unit, name in zip((old, new), names, strict=True))
    begun = Engagement("wide", "old", "front", 1)
    position = replace(field(wide, old, new, declare="measure_first"), engagements=(begun,))
    files = (1, 0) if view.mirrored else (0, 1)
    wider = play(position, BLUE).then(march("wide", Expand(*files)))
    assert {one.defender for one in wider.battle.engagements} == {"old", "new"}
    assert begun in wider.battle.engagements, "the old one is no new contact"
    assert [event.other for event in wider.events_of(Touched)] == ["new"]


@views
def test_half_a_move_widens_by_one_file_a_side_and_no_more(view: View) -> None:
    """BW-B4-35, BW-B4-36, BW-B2-43: two files are a whole move, and the first part of a split move is half of one."""
    horse = blue("horse_archers", 12, files=4, at=view.at(36, 30), facing=view.facing(0))
    foe = red("archers", 8, files=4, at=view.at(36.4, 30), facing=view.facing(180))
    start = moving(horse, foe)
    assert rules(start.refusal(split("horse_archers", Expand(2, 0)))) == {"BW-B4-36"}
    assert start.then(split("horse_archers", Expand(1, 0)))
    assert start.then(march("horse_archers", Expand(2, 0)))


@pytest.mark.parametrize("order", [("far", "near"), ("near", "far")])
def test_a_contact_that_ends_leaves_the_others_as_they_were(order: tuple[str, str]) -> None:
    """BW-B4-08: whichever came first; the one that still touches is not told to have parted."""
    line = blue("light_infantry", 7, fallen=1, files=4, id="line", at=(36, 30), facing=17)
    dx, dy = sin(radians(17)), -cos(radians(17))
    near = red("archers", 4, files=4, id="near", at=(36, 30), facing=197)
    far = red("archers", 4, id="far", at=(36 + 12 * dx, 30 + 12 * dy), facing=197)
    begun = tuple(Engagement("line", name, "front", 1) for name in order)
    cleared = play(replace(field(line, near, far), engagements=begun), ClearFallen("line"))
    assert cleared.battle.engagements == (Engagement("line", "near", "front", 1),)
    assert [event.other for event in cleared.events_of(Parted)] == ["far"]


@views
def test_a_single_pikeman_has_his_free_attack(view: View) -> None:
    """BW-B2-10, BW-B2-12"""
    alone = red("pikemen", 1, at=view.at(36.4, 26), facing=view.facing(180))
    start = moving(blue("light_infantry", 4, at=view.at(36, 30), facing=view.facing(0)), alone)
    assert start.then(march("light_infantry", ahead(6))).dice == [(2, 3)]


# ---------------------------------------------------------------- brushing past (BW-B4-28)


@views
@pytest.mark.parametrize(("facing", "edge"), [(180, "right"), (90, "rear"), (0, "left"), (270, "front")])
def test_a_flank_brushed_with_nothing_between_is_contact(view: View, facing: float, edge: str) -> None:
    """BW-B4-28: it stops as soon as edge lies along edge, is not turned, and the two are in contact from now on."""
    front = {180: (38.25, 28), 0: (38.25, 25), 90: (39, 26.5), 270: (37.5, 26.5)}[facing]
    files = 2 if facing in (0, 180) else 4
    foe = red("archers", 8, files=files, at=view.at(*front), facing=view.facing(facing))
    start = moving(blue("light_infantry", 8, files=4, at=view.at(36, 32), facing=view.facing(0)), foe)
    met = start.then(march("light_infantry", ahead(10)))
    assert view.seen(met.unit("light_infantry"))[:2] == pytest.approx((36, 28), abs=0.03)
    assert met.unit("light_infantry").pose.heading == start.unit("light_infantry").pose.heading
    swapped = {"left": "right", "right": "left"} if view.mirrored else {}
    assert edge_met(met) == swapped.get(edge, edge)
    assert touching(met.battle, met.unit("light_infantry"), met.unit("archers"))
    (fight,) = met.battle.engagements
    assert fight.touching


@views
@pytest.mark.parametrize(("facing", "edge"), [(220, "front"), (40, "rear")])
def test_a_corner_brushed_is_contact_and_the_start_of_the_march_tells_its_side(
    view: View, facing: float, edge: str
) -> None:
    """BW-B4-28, BW-B4-42: an enemy askew shows a corner to the flank."""
    foe = red("archers", 6, files=3, at=view.at(39.35, 25.6), facing=view.facing(facing))
    nearest = min(seen_x for seen_x, _ in view.seen_corners(foe))
    start = moving(blue("light_infantry", 8, files=4, at=view.at(nearest - 1.5, 34), facing=view.facing(0)), foe)
    met = start.then(march("light_infantry", ahead(12)))
    assert edge_met(met) == edge
    assert met.unit("light_infantry").pose.heading == start.unit("light_infantry").pose.heading


@views
@pytest.mark.parametrize(
    ("facing", "near", "far"),
    [(85, "rear", "right"), (175, "right", "front"), (265, "front", "left"), (355, "left", "rear")],
)
def test_a_corner_that_rests_upon_a_flank_is_no_edge_that_lies_along_it(
    view: View, facing: float, near: str, far: str
) -> None:
    """BW-B4-42: five degrees askew; it is the side before which the march began, from close by or from far off."""
    swapped = {"left": "right", "right": "left"} if view.mirrored else {}
    foe = red("archers", 6, files=3, at=view.at(39.35, 25.6), facing=view.facing(facing))
    corner = min(view.seen_corners(foe))
    for back, edge in ((2, near), (9, far)):
        at = view.at(corner[0] - 1.5, corner[1] + back)
        start = moving(blue("light_infantry", 8, files=4, at=at, facing=view.facing(0)), foe)
        met = start.then(march("light_infantry", ahead(12)))
        assert edge_met(met) == swapped.get(edge, edge)


@views
@pytest.mark.parametrize("apart", [0.04, 0.3])
def test_who_passes_at_a_distance_does_not_brush(view: View, apart: float) -> None:
    """BW-B4-28: a hair of daylight is enough, on either side."""
    foes = [
        red("archers", 8, files=2, id=side, at=view.at(36 + sign * (2.25 + apart), 28), facing=view.facing(180))
        for side, sign in (("left", -1), ("right", 1))
    ]
    start = moving(blue("light_infantry", 8, files=4, at=view.at(36, 32), facing=view.facing(0)), *foes)
    passed = start.then(march("light_infantry", ahead(12)))
    assert not passed.events_of(Touched)
    assert passed.unit("light_infantry").pose == start.unit("light_infantry").pose.advanced(12_000)


@views
def test_pikes_whose_front_is_brushed_strike(view: View) -> None:
    """BW-B2-10, BW-B4-28: it came into contact with their front, if only by its flank."""
    pikes = red("pikemen", 8, files=4, at=view.at(37.5, 26.5), facing=view.facing(270))
    start = moving(blue("light_infantry", 8, files=4, at=view.at(36, 32), facing=view.facing(0)), pikes)
    assert start.then(march("light_infantry", ahead(10))).dice


@views
@pytest.mark.parametrize(
    ("files", "at", "facing", "hand"),
    [(4, (34.5, 28), 180, "right"), (6, (38.2, 27.6), 213, "left"), (2, (39.9, 28.3), 80, "left")],
    ids=["before it", "askew", "with its flank"],
)
def test_a_wheel_that_ends_just_against_an_enemy_meets_him(
    view: View, files: int, at: tuple[float, float], facing: float, hand: str
) -> None:
    """BW-B4-28, BW-B4-25: as far as it is clear and not a hair farther, it is the wheel that he stops."""
    foe = red("archers", 6, files=files, at=view.at(*at), facing=view.facing(facing))
    start = moving(blue("light_infantry", 8, at=view.at(36, 30), facing=view.facing(0)), foe)
    stopped = start.then(march("light_infantry", wheel(view.side(hand), 90)))
    (moved,) = stopped.events_of(Moved)
    turned = moved.legs[0].manoeuvre
    assert isinstance(turned, Wheel)
    assert turned.angle < 90_000
    ended = start.then(march("light_infantry", turned))
    assert ended.events_of(Touched) == stopped.events_of(Touched) != []
    assert ended.unit("light_infantry").pose == stopped.unit("light_infantry").pose
    assert [one.defender for one in ended.battle.engagements] == ["archers"]
    short = start.then(march("light_infantry", replace(turned, angle=turned.angle - 1500)))
    assert not short.battle.engagements
    assert gap(short.unit("light_infantry").outline, short.unit("archers").outline) > 50


@views
def test_pikes_strike_who_wheels_just_up_to_their_front(view: View) -> None:
    """BW-B2-10, BW-B4-28; and who splits his move may not come so near (BW-B2-44)."""
    for kind, order in (("light_infantry", march), ("horse_archers", split)):
        mover = blue(kind, 6, at=view.at(36, 30), facing=view.facing(0))
        pikes = red("pikemen", 8, files=4, at=view.at(34, 28), facing=view.facing(180))
        start = moving(mover, pikes)
        free = walk(start.battle, start.unit(kind), (wheel(view.side("right"), 60),), "march", "illegal", inches(12))
        turned = free.legs[0].manoeuvre
        if order is march:
            assert start.then(march(kind, turned)).dice
        else:
            assert rules(start.refusal(split(kind, turned))) == {"BW-B2-44"}


@views
def test_a_new_formation_that_ends_against_an_enemy_is_in_contact_with_him(view: View) -> None:
    """BW-B4-14, BW-B4-28: two files of four become four of two, and lie along an enemy's rear."""
    foe = red("archers", 6, files=3, at=view.at(39, 31), facing=view.facing(90))
    start = moving(blue("light_infantry", 8, files=2, at=view.at(36, 30), facing=view.facing(0)), foe)
    assert not start.battle.engagements
    formed = start.then(march("light_infantry", Reform(4)))
    assert gap(formed.unit("light_infantry").outline, formed.unit("archers").outline) <= 20
    (touched,) = formed.events_of(Touched)
    assert (touched.unit, touched.other) == ("light_infantry", "archers")


def test_a_split_move_may_not_brush_an_enemy() -> None:
    """BW-B2-44, BW-B4-28."""
    start = moving(blue("horse_archers", 3, at=(36, 32)), red("archers", 8, files=2, at=(38.25, 28)))
    assert rules(start.refusal(split("horse_archers", ahead(10)))) == {"BW-B2-44"}
    assert start.then(split("horse_archers", ahead(3.9)))


def test_the_edge_met_is_that_of_the_ranks_the_front_ran_onto() -> None:
    """BW-B4-42: behind the one figure of a short rank, or past it onto the full one: the rear in either case."""
    foe = red("archers", 5, files=4, at=(36, 24), facing=NORTH)
    for x, y in ((35.25, 25.5), (38.4, 24.75)):
        played = moving(blue("light_infantry", 3, at=(x, 32)), foe).then(march("light_infantry", ahead(12)))
        assert edge_met(played) == "rear"
        assert place(played.unit("light_infantry")) == (x, y, 0)


@views
@pytest.mark.parametrize(
    ("start", "edge"),
    [((42.7, 24.6), "front"), ((45.3, 23.1), "left"), ((32.3, 30.6), "front"), ((29.7, 32.1), "right")],
)
def test_the_lines_that_part_the_sides_run_out_from_the_corners_of_a_wide_unit(
    view: View, start: tuple[float, float], edge: str
) -> None:
    """BW-B4-42: not from its middle. Twelve files askew show their near corner; only the start decides."""
    foe = red("archers", 12, files=12, at=view.at(36, 25), facing=view.facing(150))
    x, y = view.nearest_corner(foe, *start)
    facing = degrees(atan2(x - start[0], start[1] - y)) % 360
    charge = moving(
        blue("light_infantry", 3, at=view.at(*start), facing=view.facing(facing)), foe, declare="measure_first"
    )
    played = charge.then(march("light_infantry", ahead(12)))
    swapped = {"left": "right", "right": "left"} if view.mirrored else {}
    assert edge_met(played) == swapped.get(edge, edge)


def test_friends_are_passed_flank_to_flank() -> None:
    """BW-B4-28 is about the enemy; friends keep apart at the end of a move alone (BW-B4-10)."""
    friend = blue("archers", 8, files=2, at=(38.25, 28))
    start = moving(blue("light_infantry", 8, files=4, at=(36, 32)), friend)
    assert place(start.then(march("light_infantry", ahead(12))).unit("light_infantry")) == (36, 20, 0)


# ---------------------------------------------------------------- an inch from pikes


def test_who_is_held_by_pikes_runs_onto_them_and_nobody_else() -> None:
    """BW-B4-32: archers stand a little nearer beside them."""
    line = blue("light_infantry", 8, at=(36, 30))
    start = moving(line, red("pikemen", 4, at=(34.4, 29.5)), red("archers", 3, at=(38, 29.8)))
    assert rules(start.refusal(march("light_infantry", ahead(3)))) == {"BW-B4-32"}
    stopped = walk(start.battle, start.unit("light_infantry"), (Advance(3000),), "march", "stops", inches(12))
    assert stopped.legs == []
    assert moving(line, red("archers", 3, at=(38, 29.8))).then(march("light_infantry", ahead(3)))


def test_a_unit_an_inch_from_pikes_must_face_about_before_it_moves_away() -> None:
    """BW-B4-32: it may charge them, or turn; nothing else."""
    start = moving(blue("light_infantry", 8, at=(36, 30)), red("pikemen", 8, at=(36, 29.5)))
    assert rules(start.refusal(march("light_infantry", wheel("left", 30)))) == {"BW-B4-32"}
    away = start.then(march("light_infantry", Face("rear"), ahead(6)))
    assert place(away.unit("light_infantry"))[1] == 36.75
    charged = start.then(march("light_infantry", ahead(1)))
    assert charged.dice == [(16, 3)]
    passing = moving(blue("light_infantry", 4, at=(33, 30)), red("pikemen", 8, at=(36.9, 29.5)))
    assert rules(passing.refusal(march("light_infantry", ahead(0.2)))) == {"BW-B4-32"}


@views
@pytest.mark.parametrize(("x", "facing"), [(40.5, 180), (31.4, 180), (38.6, 185), (33.5, 176)])
def test_the_inch_is_measured_from_the_whole_front_of_the_pikes(view: View, x: float, facing: float) -> None:
    """BW-B4-32: off-centre and askew, however far away the middle of the pikes is."""
    line = blue("light_infantry", 8, files=4, at=view.at(36, 30), facing=view.facing(0))
    pikes = red("pikemen", 28, files=14, at=view.at(x, 29.3), facing=view.facing(facing))
    start = moving(line, pikes)
    assert rules(start.refusal(march("light_infantry", wheel("left", 10)))) == {"BW-B4-32"}
    away = start.then(march("light_infantry", Face("rear"), ahead(3))).unit("light_infantry")
    assert view.seen(away)[1] == pytest.approx(34.5, abs=0.003)
    assert start.then(march("light_infantry", ahead(6))).dice, "it may run onto them"


@views
def test_pikes_whose_middle_lies_far_behind_hold_who_has_their_points_beside_him(view: View) -> None:
    """BW-B4-32: one end of a long line, askew, reaches up to the right flank."""
    line = blue("light_infantry", 8, files=4, at=view.at(36, 30), facing=view.facing(0))
    start = moving(line, red("pikemen", 18, files=18, at=view.at(39.3, 36), facing=view.facing(260)))
    assert rules(start.refusal(march("light_infantry", ahead(1)))) == {"BW-B4-32"}
    assert rules(start.refusal(march("light_infantry", wheel(view.side("left"), 10)))) == {"BW-B4-32"}


@views
def test_who_has_the_points_of_pikes_on_a_flank_may_not_go_along_them(view: View) -> None:
    """BW-B4-30, BW-B4-32: the same as for an enemy that is touched; turned away from them it may go."""
    line = blue("light_infantry", 8, files=4, at=view.at(36, 30), facing=view.facing(0))
    pikes = red("pikemen", 12, files=6, at=view.at(38.1, 31.9), facing=view.facing(270))
    start = moving(line, pikes)
    assert rules(start.refusal(march("light_infantry", ahead(5)))) == {"BW-B4-32"}
    assert start.then(march("light_infantry", view.face("left"), ahead(5)))
    behind = moving(line, red("pikemen", 12, files=6, at=view.at(37, 32.1), facing=view.facing(0)))
    assert behind.then(march("light_infantry", ahead(5)))


@views
def test_who_goes_away_slantwise_from_the_points_behind_him_is_not_held(view: View) -> None:
    """BW-B4-32: the pikes stand askew behind his right; each step takes him farther from their front."""
    line = blue("light_infantry", 8, files=4, at=view.at(36, 30), facing=view.facing(0))
    start = moving(line, red("pikemen", 6, files=3, at=view.at(37.82, 31.88), facing=view.facing(320)))
    assert before_pikes(start.battle, start.unit("light_infantry"), start.unit("pikemen"))
    assert start.then(march("light_infantry", ahead(3)))


@views
@pytest.mark.parametrize(("x", "y", "files"), [(39.8, 29.4, 6), (32.2, 29.4, 6), (36, 28.9, 6), (38.1, 33.6, 3)])
def test_beside_the_end_of_their_front_beyond_an_inch_or_beside_pikes_nobody_is_held(
    view: View, x: float, y: float, files: int
) -> None:
    """BW-B4-32, BW-B2-22: the points reach straight ahead of the front and no farther."""
    line = blue("light_infantry", 8, files=4, at=view.at(36, 30), facing=view.facing(0))
    pikes = red("pikemen", 6, files=files, at=view.at(x, y), facing=view.facing(180))
    start = moving(line, pikes)
    assert gap(start.unit("light_infantry").outline, start.unit("pikemen").outline) <= inches(1.2)
    assert start.then(march("light_infantry", wheel(view.side("left"), 3)))


@pytest.mark.parametrize(
    ("x", "y", "facing"), [(36, 26.25, 0), (38.75, 28.6, 90), (33.25, 29.7, 270), (35, 31.75, 180)]
)
def test_a_hedgehog_of_pikes_reaches_out_on_every_side(x: float, y: float, facing: float) -> None:
    """BW-B4-22, BW-B4-32: whoever stands an inch from a side with his back to it may go, but not along it."""
    pikes = red("pikemen", 16, files=4, at=(36, 27.5), facing=NORTH, hedgehog=True)
    start = moving(blue("light_infantry", 2, files=2, at=(x, y), facing=facing), pikes)
    assert before_pikes(start.battle, start.unit("light_infantry"), start.unit("pikemen"))
    assert rules(start.refusal(march("light_infantry", Face("left"), ahead(2)))) == {"BW-B4-32"}
    assert start.then(march("light_infantry", ahead(2)))


def test_a_march_past_the_points_of_pikes_is_free() -> None:
    """BW-B4-32: who neither begins nor ends his march there is not held."""
    line = blue("light_infantry", 4, files=2, at=(28, 30), facing=EAST)
    start = moving(line, red("pikemen", 12, files=6, at=(34, 29), facing=180))
    assert place(start.then(march("light_infantry", ahead(12))).unit("light_infantry")) == (40, 30, 90)


@views
@pytest.mark.parametrize(("x", "y", "facing"), [(38.2, 31, 270), (33.8, 31, 90), (37.2, 32.3, 0), (34.6, 29.2, 180)])
def test_no_new_formation_within_an_inch_of_a_pike_front_on_whatever_side(
    view: View, x: float, y: float, facing: float
) -> None:
    """BW-B4-15: right flank, left flank, rear or front."""
    line = blue("light_infantry", 8, files=4, at=view.at(36, 30), facing=view.facing(0))
    pikes = red("pikemen", 9, files=3, at=view.at(x, y), facing=view.facing(facing))
    assert rules(moving(line, pikes).refusal(march("light_infantry", Reform(3)))) == {"BW-B4-15"}
    turned = red("pikemen", 9, files=3, at=view.at(*_behind(x, y, facing, 2.25)), facing=view.facing(facing + 180))
    assert moving(line, turned).then(march("light_infantry", Reform(3))), "their rear is harmless"


@views
@pytest.mark.parametrize(("x", "y", "facing"), [(38.2, 31, 270), (34.6, 32.3, 0)])
def test_only_the_points_of_enemy_pikes_forbid_a_new_formation(view: View, x: float, y: float, facing: float) -> None:
    """BW-B4-15: neither those of friends nor spears of other foot."""
    line = blue("light_infantry", 8, files=4, at=view.at(36, 30), facing=view.facing(0))
    for others in (
        blue("pikemen", 9, files=3, at=view.at(x, y), facing=view.facing(facing)),
        red("medium_infantry", 9, files=3, at=view.at(x, y), facing=view.facing(facing)),
    ):
        start = moving(line, others)
        assert start.then(march("light_infantry", Reform(5)))
        assert start.then(march("light_infantry", wheel(view.side("left"), 20)))


def _behind(x: float, y: float, facing: float, distance: float) -> tuple[float, float]:
    return x - sin(radians(facing)) * distance, y + cos(radians(facing)) * distance


def test_the_core_game_knows_no_points() -> None:
    """BW-C3-12: an inch from pikes everybody goes and re-forms as he likes."""
    units = blue("light_infantry", 8, files=4, at=(36, 30)), red("pikemen", 8, at=(36, 29.5))
    start = moving(*units, game="core")
    assert start.then(march("light_infantry", wheel("left", 30)))
    assert start.then(march("light_infantry", Reform(2)))
    assert rules(moving(*units).refusal(march("light_infantry", wheel("left", 30)))) == {"BW-B4-32"}


# ---------------------------------------------------------------- running onto pikes


def test_pikes_strike_at_once_what_comes_onto_their_front() -> None:
    """BW-B2-10, BW-B1-09: in the enemy's movement phase, before its own attack."""
    start = moving(blue("heavy_cavalry", 6, at=(36, 36)), red("pikemen", 16, files=8, at=(36, 28)))
    charged = start.then(march("heavy_cavalry", ahead(12)))
    assert charged.battle.phase == start.battle.phase
    assert charged.roll.rules[0].startswith("BW-B2-1")
    assert charged.dice == [(32, 4)]


def test_the_free_attack_comes_once_an_engagement() -> None:
    """BW-B2-10, BW-B4-08: contact made again counts as first only when more than an inch lay between."""
    remembered = Engagement("light_infantry", "pikemen", "front", 0, touching=False, used=("free attack",))
    near_by = field(blue("light_infantry", 8, at=(36, 30)), red("pikemen", 8, at=(36, 29.5)), declare="measure_first")
    again = play(replace(near_by, engagements=(remembered,)), BLUE, march("light_infantry", ahead(2)))
    assert again.over, "no dice are due"
    fresh = play(near_by, BLUE, march("light_infantry", ahead(2)))
    assert fresh.dice == [(16, 3)]


def test_only_the_front_of_pikes_is_dangerous() -> None:
    """BW-B2-11: flank and rear are not."""
    for facing in (0, 90, 270):
        start = moving(blue("light_infantry", 6, at=(36, 34)), red("pikemen", 12, files=4, at=(36, 26), facing=facing))
        assert start.then(march("light_infantry", ahead(12))).over


def test_a_pike_hedgehog_is_dangerous_on_every_side() -> None:
    """BW-B2-11, BW-B4-22."""
    for facing in (0, 90, 180, 270):
        pikes = red("pikemen", 16, files=4, at=(36, 26), facing=facing, hedgehog=True)
        start = moving(blue("light_infantry", 6, at=(36, 36)), pikes)
        assert start.then(march("light_infantry", ahead(12))).dice


def test_pikes_that_move_into_contact_have_no_free_attack_themselves() -> None:
    """BW-B2-10: onto other pikes, only the contacted unit has it."""
    start = moving(blue("pikemen", 8, at=(36, 32)), red("light_infantry", 8, at=(36, 26)))
    assert start.then(march("pikemen", ahead(12))).over
    both = moving(blue("pikemen", 8, id="ours", at=(36, 32)), red("pikemen", 8, id="theirs", at=(36, 26)))
    played = both.then(march("ours", ahead(12)))
    assert played.roll.pools[0].whose == "red"
    assert played.then("6 " * 16).over


def test_routed_pikes_and_pikes_in_bad_ground_have_no_free_attack() -> None:
    """BW-B2-20, BW-B2-21, BW-B3-12: not even when cornered."""
    for marks in (("routed",), ("routed", "cornered")):
        start = moving(blue("light_infantry", 6, at=(36, 34)), red("pikemen", 8, at=(36, 26), marks=marks))
        assert start.then(march("light_infantry", ahead(12))).over
    rough = moving(
        blue("light_infantry", 6, at=(36, 34)), red("pikemen", 8, at=(36, 26)), piece("rough", 20, 20, 50, 26)
    )
    assert rough.then(march("light_infantry", ahead(12))).over


def test_the_struck_unit_checks_morale_at_once_by_those_losses_alone() -> None:
    """BW-B2-17: 12 foot lose 4 to the pikes: 8 // 4 = 2, 2d6 + 1 + 2 must reach 10; no second check follows."""
    start = moving(blue("light_infantry", 12, files=6, at=(36, 34)), red("pikemen", 8, at=(36, 26)))
    struck = start.then(march("light_infantry", ahead(12)), "3 3 3 3 1 1 1 1 1 1 2 2")
    assert struck.events_of(Fell)[0].figures == 4
    assert struck.roll.purpose.endswith("7 or more on 2d6")
    passed = struck.then("3 4")
    assert passed.events_of(Checked)[0].passed
    assert passed.unit("light_infantry").own.lost == 0
    attack = play(passed.battle, AttackPhase("blue"))
    assert attack.dice == [(6, 4)], "BW-B2-19: the survivors in contact attack at full width"


def test_a_unit_that_fails_the_check_makes_no_attack() -> None:
    """BW-B2-18: it is routed like any unit that fails."""
    start = moving(blue("light_infantry", 12, files=6, at=(36, 34)), red("pikemen", 8, at=(36, 26)))
    failed = start.then(march("light_infantry", ahead(12)), "3 3 3 3 1 1 1 1 1 1 2 2", "3 3")
    assert is_routed(failed.unit("light_infantry"))
    assert play(failed.battle, AttackPhase("blue")).over


def test_a_unit_that_loses_nobody_to_the_pikes_does_not_check() -> None:
    """BW-B2-17: only if at least one figure fell."""
    start = moving(blue("heavy_cavalry", 4, at=(36, 34)), red("pikemen", 6, at=(36, 26)))
    charged = start.then(march("heavy_cavalry", ahead(12)))
    assert not charged.then("1 " * charged.dice[0][0]).events_of(Checked)


# ---------------------------------------------------------------- gaps that losses leave


def test_units_parted_by_losses_may_close_up_for_free() -> None:
    """BW-B4-08: the contact is broken; the free squaring-up closes it again without a new free attack."""
    parted = Engagement("light_infantry", "pikemen", "front", 0, touching=False, used=("free attack",))
    near_by = field(blue("light_infantry", 8, at=(36, 30)), red("pikemen", 8, at=(36, 29.25)), declare="measure_first")
    closed = play(replace(near_by, engagements=(parted,)), BLUE, march("light_infantry", SquareUp()))
    assert place(closed.unit("light_infantry")) == (36, 29.25, 0)
    assert closed.unit("light_infantry").own.turn.spent == 0
    assert closed.battle.engagements[0].touching
    stranger = play(near_by, BLUE)
    assert rules(stranger.refusal(march("light_infantry", SquareUp()))) == {"BW-B4-08"}


@views
def test_nobody_closes_up_for_free_to_an_enemy_whom_others_fought(view: View) -> None:
    """BW-B4-08: his neighbour's fight is none of his."""
    fought = Engagement("archers", "pikemen", "front", 0, touching=False)
    units = (
        blue("light_infantry", 4, at=view.at(36, 30), facing=view.facing(0)),
        blue("archers", 4, at=view.at(39.3, 30), facing=view.facing(0)),
        red("pikemen", 8, at=view.at(37.5, 29.25), facing=view.facing(180)),
    )
    start = play(replace(field(*units, declare="measure_first"), engagements=(fought,)), BLUE)
    assert rules(start.refusal(march("light_infantry", SquareUp()))) == {"BW-B4-08"}
    assert start.then(march("archers", SquareUp())).battle.engagements[0].touching


def test_a_fight_is_forgotten_once_more_than_an_inch_lies_between() -> None:
    """BW-B4-08."""
    fought = Engagement("light_infantry", "archers", "front", 0)
    start = replace(
        field(blue("light_infantry", 8, at=(36, 30)), red("archers", 8, at=(36, 30)), declare="measure_first"),
        engagements=(fought,),
    )
    left = play(start, BLUE, march("light_infantry", Face("rear"), ahead(6)))
    assert left.events_of(Parted)
    assert left.battle.engagements == ()


@views
@pytest.mark.parametrize(("gap_left", "closes"), [(0.3, True), (0.95, True), (1.3, False), (1.9, False)])
@pytest.mark.parametrize(("facing", "edge"), [(180, "front"), (0, "rear")])
def test_a_gap_is_closed_up_to_an_inch_and_onto_the_edge_that_is_there(
    view: View, gap_left: float, closes: bool, facing: float, edge: str
) -> None:
    """BW-B4-08: straight ahead, free, whatever side the enemy shows; not past strangers who stand nearer."""
    line = blue("light_infantry", 4, id="line", at=view.at(36, 30), facing=view.facing(0))
    spot = 30 - gap_left - (0.75 if facing == 0 else 0)
    foe = red("archers", 4, id="foe", at=view.at(37, spot), facing=view.facing(facing))
    stranger = red("archers", 2, id="a stranger", at=view.at(34, 30 - gap_left - 0.3), facing=view.facing(180))
    parted = Engagement("line", "foe", edge, 1, touching=False)
    start = play(replace(field(line, foe, stranger, declare="measure_first"), engagements=(parted,)), BLUE)
    if not closes:
        assert rules(start.refusal(march("line", SquareUp()))) == {"BW-B4-08"}
        return
    closed = start.then(march("line", SquareUp()))
    assert view.seen(closed.unit("line"))[:2] == pytest.approx((36, 30 - gap_left), abs=0.02)
    assert closed.unit("line").own.turn.spent == 0
    (fight,) = closed.battle.engagements
    assert (fight.defender, fight.edge, fight.touching) == ("foe", edge, True)
    nearer = red("archers", 2, id="a stranger", at=view.at(34.8, 30 - gap_left / 2), facing=view.facing(180))
    before = play(replace(field(line, foe, nearer, declare="measure_first"), engagements=(parted,)), BLUE)
    assert rules(before.refusal(march("line", SquareUp()))) == {"BW-B4-08"}
