import pytest
from msgspec.structs import replace
from shapely import Polygon, union_all

from schiltron.battle.guide.answers import Preview
from schiltron.battle.guide.plotted_paths import (
    UNBOUNDED,
    brought_back,
    ground_in_reach,
    on_open_ground,
    overlay,
    preview_legs,
    preview_place,
)
from schiltron.battle.movement.walker import Walker
from schiltron.battle.state.decision import SetDown
from schiltron.battle.state.event import Leg
from schiltron.battle.state.manoeuvre import Advance, Face, Turn, Wheel
from schiltron.table.body import Bend, Formed
from schiltron.table.lengths import inches
from schiltron.table.pose import Pose
from schiltron.table.shapes import rings_of
from tests.battle.drawn_up import PlainUnit, drawn_up, hero, line


def square_inches(rings: tuple[tuple[tuple[int, int], ...], ...]) -> float:
    return union_all([Polygon(ring) for ring in rings]).area / 1e6


def ahead(unit: PlainUnit, distance: float) -> Leg:
    return Leg(Advance(inches(distance)), unit.pose.advanced(inches(distance)), unit.body, inches(distance))


@pytest.mark.parametrize(("unit", "covered"), [(line("blue", 24, 20), 5 * 5), (hero("blue hero", 24, 20), 1 * 4)])
def test_an_advance_covers_its_width_and_the_way(unit: PlainUnit, covered: float) -> None:
    [leg] = preview_legs(unit, [ahead(unit, 3)])
    assert square_inches(leg.swept) == pytest.approx(covered, abs=0.01)
    assert len(leg.figures) == unit.figures


def test_a_turn_sweeps_the_ground_about_the_middle_and_facing_none() -> None:
    unit = hero("blue hero", 24, 20)
    turned, faced = preview_legs(
        unit,
        [
            Leg(Turn(90_000), unit.pose.turned(90_000), unit.body, 0),
            Leg(Face("rear"), unit.pose.turned(270_000), unit.body, 0),
        ],
    )
    assert 1 < square_inches(turned.swept) < 1.6
    assert faced.swept == ()


def test_of_a_column_that_bends_only_the_first_rank_swings() -> None:
    unit = line("blue", 24, 20, figures=12, files=2)
    assert isinstance(unit.body, Formed)
    x, y = unit.pose.world(inches(1), 0)
    pose = unit.pose.pivoted(x, y, 45_000)
    stiff = Leg(Wheel("right", 45_000), pose, unit.body, 0)
    bent = Leg(Wheel("right", 45_000), pose, replace(unit.body, bends=(Bend(inches(1), 45_000),)), 0)
    [whole], [head] = preview_legs(unit, [stiff]), preview_legs(unit, [bent])
    assert square_inches(head.swept) < square_inches(whole.swept) / 2


def test_open_ground_holds_only_who_is_at_hand_and_has_no_edge_near() -> None:
    unit, near, far = line("blue", 24, 2), line("red", 24, 2), line("red far", 24, 20)
    battle = on_open_ground(drawn_up(unit, near, far), unit, [near])
    assert list(battle.units) == ["blue", "red"]
    there = battle.units["blue"]
    walk = Walker(battle, there, UNBOUNDED)
    walk.goes(Advance(inches(12)), walk.pose.advanced(inches(12)), walk.body, inches(12))
    assert walk.board.holds(walk.outline)
    [leg] = brought_back(walk.legs)
    assert leg.pose == Pose(inches(24), inches(-10), 0)


def test_a_place_is_shown_whether_or_not_it_may_be_taken() -> None:
    plain = Preview(legal=False)
    [leg] = preview_place(line("blue", 24, 20), SetDown("blue", Pose(0, 0, 0), 2), plain).legs
    assert (leg.manoeuvre, leg.pose, len(leg.figures)) == (None, Pose(0, 0, 0), 10)
    assert preview_place(hero("blue hero", 24, 20), SetDown("blue hero", Pose(0, 0, 0), 2), plain) == plain


def test_the_reach_of_a_unit_is_what_its_ways_cover_on_the_table() -> None:
    unit = line("blue", 24, 2)
    battle = drawn_up(unit)
    way = Walker(battle, unit, inches(4))
    way.legs.append(ahead(unit, 4))
    ground = ground_in_reach(unit, [way])
    assert ground is not None
    assert battle.board is not None
    shown = overlay("reach", "reach 4 inches", ground, battle.board, "X-1")
    assert square_inches(rings_of(shown.shape)) == pytest.approx(5 * 4, abs=0.01)
    assert ground_in_reach(unit, [Walker(battle, unit, inches(4))]) is None
