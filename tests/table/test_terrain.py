import msgspec
import pytest
from hypothesis import given
from shapely import LineString, Point

from schiltron.table.terrain import Area, Contour, Feature, Strip, features_overlap, inset_ring, kinds_at, level_at
from tests.table.shapes import places

RING = ((0, 0), (6_000, 0), (6_000, 6_000), (0, 6_000))
INNER = ((2_000, 2_000), (4_000, 2_000), (4_000, 4_000), (2_000, 4_000))
HILL = Area("hill", "hill", "Long Hill", RING, (Contour(RING, 1), Contour(INNER, 1)))
STREAM = Strip("stream", "stream", "the Beck", ((-5_000, 3_000), (0, 3_000), (5_000, 8_000)), 1_000)
GULLEY = Area("gulley", "gulley", "", RING, (Contour(RING, -1),))


def wood(*ring: tuple[int, int]) -> Area:
    return Area("wood", "woods", "", ring)


def test_levels_add_up_contour_by_contour() -> None:
    assert [level_at([HILL], x, 3_000) for x in (-10, 0, 1_000, 2_000, 3_000)] == [0, 1, 1, 2, 2]
    assert level_at([GULLEY], 3_000, 3_000) == -1
    assert level_at([GULLEY, HILL], 3_000, 3_000) == 1


def test_a_strip_is_as_wide_as_it_says_and_cut_off_square() -> None:
    assert STREAM.contains(-2_500, 3_500)
    assert not STREAM.contains(-2_500, 3_501)
    assert STREAM.contains(-5_000, 3_000)
    assert not STREAM.contains(-5_002, 3_000)
    assert STREAM.bounds[0] == -5_000


def test_a_strip_that_closes_on_itself_keeps_its_inside_dry() -> None:
    moat = Strip("moat", "moat", "", ((0, 0), (6_000, 0), (6_000, 6_000), (0, 6_000), (0, 0)), 1_000)
    assert not moat.contains(3_000, 3_000)
    assert moat.contains(3_000, 100)
    assert len(moat.rings) == 2


def test_what_holds_a_point() -> None:
    assert kinds_at([HILL, STREAM], 1_000, 4_000) == (HILL, STREAM)
    assert kinds_at([HILL, STREAM], 5_000, 1_000) == (HILL,)
    assert kinds_at([HILL, STREAM], 9_000, 0) == ()


def test_the_bounds_of_a_hill_hold_its_contours() -> None:
    spread = Area("h", "hill", "", INNER, (Contour(RING, 1),))
    assert spread.bounds == (0.0, 0.0, 6_000.0, 6_000.0)
    assert not spread.contains(1_000, 1_000)


def test_features_may_touch_but_not_overlap() -> None:
    assert not features_overlap(HILL, wood((6_000, 0), (9_000, 0), (9_000, 6_000), (6_000, 6_000)))
    assert not features_overlap(HILL, wood((5_985, 0), (9_000, 0), (9_000, 6_000), (5_985, 6_000)))
    assert features_overlap(HILL, wood((5_900, 0), (9_000, 0), (9_000, 6_000), (5_900, 6_000)))
    assert features_overlap(HILL, wood(*INNER))
    assert features_overlap(HILL, STREAM)
    assert not features_overlap(wood((20_000, 0), (21_000, 0), (21_000, 900)), STREAM)


def test_the_second_contour_of_a_hill() -> None:
    assert set(inset_ring(RING, 1_000) or ()) == {(1_000, 1_000), (5_000, 1_000), (5_000, 5_000), (1_000, 5_000)}
    assert inset_ring(RING, 3_100) is None


def test_features_survive_json_and_their_caches_stay_behind() -> None:
    for feature in (HILL, STREAM):
        before = msgspec.json.encode(feature)
        assert feature.polygon.area > 0
        assert feature.contains(1_000, 3_500) in (True, False)
        assert msgspec.json.encode(feature) == before
        assert msgspec.json.decode(before, type=Feature) == feature


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"area","id":"a","kind":"woods","name":"","ring":[[0,0],[1,1]]}',
        '{"type":"area","id":"a","kind":"woods","name":"","ring":[]}',
        '{"type":"strip","id":"a","kind":"road","name":"","course":[[0,0],[0,0]],"width":500}',
        '{"type":"strip","id":"a","kind":"road","name":"","course":[[0,0],[9,0]],"width":0}',
    ],
)
def test_impossible_features_are_refused(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Feature)


@given(places, places)
def test_a_strip_holds_what_is_near_its_course(x: int, y: int) -> None:
    from_course = LineString(STREAM.course).distance(Point(x, y))
    if from_course > 502:
        assert not STREAM.contains(x, y)
    # Round the bend the ring has flat facets, and beyond the ends it is cut off.
    elif from_course < 480 and x >= -5_000 and x + y <= 13_000:
        assert STREAM.contains(x, y)
