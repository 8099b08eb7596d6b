from itertools import pairwise
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, MultiPoint, Point, Polygon
from shapely.geometry.base import BaseGeometry

from schiltron.table.body import Formed, Scatter, Single, Spot, figures
from schiltron.table.ground import Climb, Stretch, crosses, march, onsets, open_ahead, standing
from schiltron.table.lengths import CONTACT, direction
from schiltron.table.outline import Outline, outline
from schiltron.table.pose import Pose
from schiltron.table.rings import Interval, joined
from schiltron.table.terrain import Area, Contour, Feature, Strip
from tests.table.shapes import FOOT, counts, formed, poses

LINE = Formed(FOOT, 5)
BLOCK = Single(FOOT)


def band(name: str, near: int, far: int, *, rise: int = 0) -> Area:
    """A band across the whole table from y = -near up to y = -far."""
    ring = ((-50_000, -near), (50_000, -near), (50_000, -far), (-50_000, -far))
    return Area(name, "woods", "", ring, (Contour(ring, rise),) if rise else ())


def told(stretches: tuple[Stretch, ...]) -> list[tuple[int, int, str]]:
    return [(round(part.start), round(part.end), " ".join(feature.id for feature in part.inside)) for part in stretches]


def ups(climbs: tuple[Climb, ...]) -> list[tuple[int, str, int]]:
    return [(round(climb.at), climb.feature.id, climb.rise) for climb in climbs]


def test_open_ground_is_one_stretch() -> None:
    for features in ((), (band("far", 20_000, 30_000),)):
        stretches, climbs = march(Pose(0, 0, 0), LINE, 10, 6_000, features)
        assert told(stretches) == [(0, 6_000, "")]
        assert climbs == ()


def test_no_march_crosses_nothing() -> None:
    assert march(Pose(0, 0, 0), LINE, 10, 0, (band("wood", -5_000, 5_000),)) == ((), ())


def test_a_body_is_in_the_wood_from_its_first_figure_to_its_last() -> None:
    # Front rank's centres stand half an inch behind the front edge, the second rank's an inch and a half.
    wood = band("wood", 2_000, 4_000)
    stretches, _ = march(Pose(0, 0, 0), LINE, 10, 9_000, (wood,))
    assert told(stretches) == [(0, 2_500, ""), (2_500, 5_500, "wood"), (5_500, 9_000, "")]


def test_ground_between_two_ranks_is_still_ground_to_cross() -> None:
    column = Formed(FOOT, 1, spacing=4_000)
    ditch = band("ditch", 2_000, 3_000)
    stretches, _ = march(Pose(0, 0, 0), column, 2, 10_000, (ditch,))
    assert told(stretches) == [
        (0, 2_500, ""),
        (2_500, 3_500, "ditch"),
        (3_500, 7_500, ""),
        (7_500, 8_500, "ditch"),
        (8_500, 10_000, ""),
    ]


def test_features_on_each_other_are_both_named() -> None:
    features = (band("hill", 1_000, 6_000), band("wood", 3_000, 4_000))
    stretches, _ = march(Pose(0, 0, 0), BLOCK, 1, 8_000, features)
    assert told(stretches) == [
        (0, 1_000, ""),
        (1_000, 3_000, "hill"),
        (3_000, 4_000, "hill wood"),
        (4_000, 6_000, "hill"),
        (6_000, 8_000, ""),
    ]


def test_only_the_files_that_meet_it_are_in_it() -> None:
    copse = Area("copse", "woods", "", ((1_600, -2_000), (3_000, -2_000), (3_000, -3_000), (1_600, -3_000)))
    stretches, _ = march(Pose(0, 0, 0), LINE, 5, 5_000, (copse,))
    assert told(stretches) == [(0, 2_500, ""), (2_500, 3_500, "copse"), (3_500, 5_000, "")]
    missed, _ = march(Pose(-500, 0, 0), LINE, 5, 5_000, (copse,))
    assert told(missed) == [(0, 5_000, "")]


def test_the_edge_of_a_feature_belongs_to_it() -> None:
    beside = Area("copse", "woods", "", ((2_000, -2_000), (3_000, -2_000), (3_000, -3_000), (2_000, -3_000)))
    assert told(march(Pose(0, 0, 0), LINE, 5, 5_000, (beside,))[0])[1] == (2_500, 3_500, "copse")
    mirrored = Area("copse", "woods", "", tuple((-x, y) for x, y in beside.ring))
    assert told(march(Pose(0, 0, 0), LINE, 5, 5_000, (mirrored,))[0])[1] == (2_500, 3_500, "copse")


def test_going_up_a_hill_is_climbed_once_by_the_front_rank() -> None:
    hill = band("hill", 2_000, 5_000, rise=1)
    _, climbs = march(Pose(0, 0, 0), LINE, 15, 9_000, (hill,))
    assert ups(climbs) == [(2_500, "hill", 1)]


def test_going_down_is_no_climb() -> None:
    hill = band("hill", -2_000, 2_000, rise=1)
    assert march(Pose(0, 0, 0), LINE, 10, 9_000, (hill,))[1] == ()


def test_coming_out_of_a_gulley_is_a_climb() -> None:
    gulley = band("gulley", 2_000, 5_000, rise=-1)
    assert ups(march(Pose(0, 0, 0), LINE, 10, 9_000, (gulley,))[1]) == [(5_500, "gulley", 1)]
    assert march(Pose(0, 0, 0), LINE, 10, 4_000, (gulley,))[1] == ()


def test_each_contour_is_climbed_on_its_own() -> None:
    outer, inner = band("hill", 1_000, 9_000, rise=1).ring, band("hill", 3_000, 7_000).ring
    hill = Area("hill", "hill", "", outer, (Contour(outer, 1), Contour(inner, 1)))
    assert [at for at, _, _ in ups(march(Pose(0, 0, 0), BLOCK, 1, 9_000, (hill,))[1])] == [1_000, 3_000]


@pytest.mark.parametrize("rise", [1, -1])
@pytest.mark.parametrize("halt", [1_000, 2_499, 2_500, 2_501, 3_500])
def test_a_halt_on_the_contour_neither_saves_the_climb_nor_pays_it_twice(rise: int, halt: int) -> None:
    near, far = (2_000, 30_000) if rise > 0 else (-30_000, 2_000)
    hill = band("hill", near, far, rise=rise)
    start = Pose(0, 0, 0)
    first = march(start, LINE, 10, halt, (hill,))[1]
    second = march(start.advanced(halt), LINE, 10, 6_000, (hill,))[1]
    assert len(first) + len(second) == 1
    assert len(second) == (halt <= 2_500)


def test_a_slanting_contour_is_still_climbed_once() -> None:
    ring = ((-20_000, 3_000), (20_000, -9_000), (20_000, -30_000), (-20_000, -30_000))
    hill = Area("hill", "hill", "", ring, (Contour(ring, 1),))
    _, climbs = march(Pose(4_000, 2_000, 0), LINE, 10, 9_000, (hill,))
    assert len(climbs) == 1


def test_figures_stand_in_what_holds_their_centres() -> None:
    wood, marsh = band("wood", -700, 900), band("marsh", -1_300, -1_100)
    assert standing(figures(Pose(0, 0, 0), LINE, 10), (wood, marsh)) == (wood,)
    assert standing((), (wood,)) == ()


def test_a_line_through_features_knows_its_length_inside() -> None:
    road = Strip("road", "road", "", ((-5_000, -5_000), (5_000, -5_000)), 1_000)
    found = crosses(0, 0, 0, -8_000, (band("wood", 2_000, 4_000), road, band("far", 9_000, 9_500)))
    assert [(feature.id, length) for feature, length in found] == [("wood", 2_000), ("road", 1_000)]
    assert crosses(0, -3_000, 0, -3_000, (band("wood", 2_000, 4_000),)) == []


@st.composite
def patches(draw: st.DrawFn) -> Feature:
    name = draw(st.sampled_from(["a", "b", "c"]))
    x, y = draw(st.integers(-9_000, 9_000)), draw(st.integers(-9_000, 9_000))
    reaches = draw(st.lists(st.integers(800, 5_000), min_size=3, max_size=8))
    if len(reaches) == 3:
        return Strip(name, "road", "", ((x, y), (x + reaches[0], y + reaches[1])), reaches[2])
    spokes = [Pose(x, y, index * 360_000 // len(reaches)).advanced(far) for index, far in enumerate(reaches)]
    ring = tuple((spoke.x, spoke.y) for spoke in spokes)
    return Area(name, "hill", "", ring, (Contour(ring, draw(st.sampled_from([1, -1]))),))


@given(poses, formed, counts, st.integers(1, 12_000), st.lists(patches(), max_size=3))
def test_each_stretch_names_just_the_features_under_the_figures(
    pose: Pose, body: Formed, count: int, distance: int, features: list[Feature]
) -> None:
    stretches, climbs = march(pose, body, count, distance, features)
    assert stretches[0].start == 0
    assert stretches[-1].end == distance
    fx, fy = pose.forward
    start = figures(pose, body, count)
    for before, after in pairwise(stretches):
        assert before.end == after.start
        assert before.inside != after.inside
    for part in stretches:
        for share in (0.1, 0.5, 0.9):
            gone = part.start + share * (part.end - part.start)
            # Near a border what was rounded away and what is half a mil off may differ, however long it is followed.
            if any(
                feature.polygon.boundary.distance(Point(figure.x + fx * gone, figure.y + fy * gone)) < 2
                for feature in features
                for figure in start
            ):
                continue
            exact = [
                {feature for feature in features for figure in start
                 if feature.contains(figure.x + fx * far, figure.y + fy * far)}
                for far in (gone - 1.5, gone, gone + 1.5)
            ]  # fmt: skip
            if exact[0] == exact[1] == exact[2] and not _skimming(pose, body, count, features):
                assert set(part.inside) == exact[1]
    assert all(0 <= climb.at < distance for climb in climbs)


def _skimming(pose: Pose, body: Formed, count: int, features: list[Feature]) -> bool:
    """Whether a figure's line runs within a mil of some corner of a ring."""
    return any(
        abs(pose.local(x, y)[0] - pose.local(figure.x, figure.y)[0]) < 1
        for feature in features
        for ring in feature.rings
        for x, y in ring
        for figure in figures(pose, body, count)
    )


def paths_inside(pose: Pose, body: Formed, count: int, distance: float, ring: Polygon) -> list[Interval]:
    """When the front rank has a figure in a ring, by laying shapely's lines through it."""
    fx, fy = pose.forward
    inside: list[Interval] = []
    for figure in figures(pose, body, count):
        if figure.rank == 0:
            path = LineString(
                [(figure.x, figure.y), (figure.x + fx * distance, figure.y + fy * distance)]
            ).intersection(ring)
            for part in getattr(path, "geoms", [path]):
                reached = [(x - figure.x) * fx + (y - figure.y) * fy for x, y in part.coords]
                inside += [(min(reached), max(reached))] if reached else []
    return joined(inside)


@given(poses, formed, counts, st.integers(1, 12_000), patches())
def test_climbs_are_where_the_front_rank_comes_in_or_is_out(
    pose: Pose, body: Formed, count: int, distance: int, feature: Feature
) -> None:
    climbs = [climb.at for climb in march(pose, body, count, distance, [feature])[1]]
    for contour in feature.contours:
        spans = paths_inside(pose, body, count, distance, Polygon(contour.ring))
        ends = [0.0, *(end for span in spans for end in span), float(distance)]
        if any(0 < after - before < 2 for before, after in pairwise(ends)):
            continue
        if _skimming(pose, body, count, [feature]):
            continue
        if contour.rise > 0:
            expected = [start for start, _ in spans if start > 0]
        else:
            expected = [end for _, end in spans if end < distance]
        assert climbs == pytest.approx(expected, abs=0.01)


def test_skirmishers_march_each_on_his_own_line() -> None:
    body = Scatter(FOOT, (Spot(0, 0), Spot(2_000, -3_000)))
    stretches, _ = march(Pose(0, 0, 0), body, 2, 9_000, (band("wood", 2_000, 3_000),))
    assert told(stretches) == [
        (0, 2_000, ""),
        (2_000, 3_000, "wood"),
        (3_000, 5_000, ""),
        (5_000, 6_000, "wood"),
        (6_000, 9_000, ""),
    ]


def test_a_wide_line_goes_onto_a_slanting_wall_once_however_the_way_is_cut() -> None:
    wall = Strip("wall", "wall", "wall", ((-20_000, 10_000), (20_000, -14_000)), 200)
    wide = Formed(FOOT, 8, spacing=2_000)
    start, far = Pose(0, 12_000, 0), 26_000
    ((first, _),) = onsets(start, wide, 8, far, (wall,))
    for cut in range(500, far, 700):
        parts = [*onsets(start, wide, 8, cut, (wall,))]
        parts += [(at + cut, on) for at, on in onsets(start.advanced(cut), wide, 8, far - cut, (wall,))]
        assert [round(at) for at, _ in parts] == [round(first)]


@pytest.mark.parametrize("heading", [0, 17_000, 300_000])
@pytest.mark.parametrize("past", [-2, -1, 0, 1, 2, 3, 4])
def test_who_halts_on_the_very_bank_goes_onto_the_strip_when_he_goes_on(heading: int, past: int) -> None:
    wall = Strip("wall", "wall", "wall", ((-90_000, 10_000), (90_000, -14_000)), 200)
    body, far = Formed(FOOT, 4), 26_000
    start = Pose(0, 0, heading).advanced(-far // 2)
    ((first, _),) = onsets(start, body, 4, far, (wall,))
    bank = int(first) + past
    assert onsets(start, body, 4, bank, (wall,)) == []
    assert len(onsets(start.advanced(bank), body, 4, far - bank, (wall,))) == 1


def test_a_bent_brook_is_gone_onto_each_time_it_is_reached_anew() -> None:
    brook = Strip("brook", "brook", "brook", ((-9_000, 0), (9_000, 0), (9_000, -8_000), (-9_000, -8_000)), 500)
    block = Formed(FOOT, 2)
    found = [round(at) for at, _ in onsets(Pose(0, 2_000, 0), block, 4, 20_000, (brook,))]
    assert len(found) == 2
    assert found[1] - found[0] == 8_000


# ---------------------------------------------------------------- closed ground ahead


def lanes(body: Outline, ux: float, uy: float, distance: float) -> list[BaseGeometry]:
    """What each rectangle of a body comes onto on so much of its way, less a hair on either hand."""
    found = []
    for rect in body.rects:
        corners = rect.corners
        across = [y * ux - x * uy for x, y in corners]
        lead = [x * ux + y * uy for x, y in corners]
        box = [
            (u * ux - v * uy, u * uy + v * ux)
            for u, v in (
                (min(lead) - 1, min(across) + CONTACT),
                (max(lead) + distance + 1, min(across) + CONTACT),
                (max(lead) + distance + 1, max(across) - CONTACT),
                (min(lead) - 1, max(across) - CONTACT),
            )
        ]
        swept = MultiPoint([*corners, *((x + ux * distance, y + uy * distance) for x, y in corners)]).convex_hull
        found.append(swept.difference(Polygon(corners)).intersection(Polygon(box)))
    return found


def wet(feature: Feature, body: Outline, ux: float, uy: float, distance: float) -> float:
    return max(feature.polygon.intersection(lane).area for lane in lanes(body, ux, uy, distance))


@given(poses, formed, counts, patches(), st.just(0) | st.integers(-45_000, 45_000))
def test_a_body_goes_on_until_a_side_that_leads_comes_onto_closed_ground(
    pose: Pose, body: Formed, count: int, feature: Feature, slant: int
) -> None:
    ux, uy = direction(pose.heading + slant)
    here = outline(pose, body, count)
    free = open_ahead(feature.rings, here, ux, uy)
    far = min(free, 60_000.0)
    if far >= 1:
        assert wet(feature, here, ux, uy, far - 1) < 1
    if free < inf:
        assert wet(feature, here, ux, uy, free + 2) > 0


@pytest.mark.parametrize("heading", [0, 17_000, 213_456])
def test_a_graze_is_no_coming_onto_closed_ground(heading: int) -> None:
    """Side by side it may touch by a fiftieth of an inch, as bodies do; and what lies behind is no hindrance."""
    pose = Pose(0, 0, heading)
    house = outline(pose.shifted(5_000, 4_000), Single(FOOT), 1)
    rings = [tuple(rect.corners) for rect in house.rects]
    half = FOOT.width / 2
    for right, free in ((5_000 + 2 * half - CONTACT + 2, inf), (5_000 + 2 * half - CONTACT - 2, 4_000 - FOOT.depth)):
        for ahead in (0, 1_500, 2_500):
            mover = outline(pose.shifted(round(right), ahead), Single(FOOT), 1)
            assert open_ahead(rings, mover, *pose.forward) == pytest.approx(free - ahead, abs=2)
    gone_past = outline(pose.shifted(5_000, 4_000 + FOOT.depth), Single(FOOT), 1)
    assert open_ahead(rings, gone_past, *pose.forward) == inf


def test_who_stands_in_closed_ground_goes_out_of_it_and_no_farther_in() -> None:
    pond = Area("pond", "pond", "", ((-2_000, -2_000), (2_000, -2_000), (2_000, 500), (-2_000, 500)))
    body = outline(Pose(0, 0, 0), Single(FOOT), 1)
    assert open_ahead(pond.rings, body, 0.0, -1.0) == 0.0, "with its head in the water"
    wading = outline(Pose(0, 500, 0), Single(FOOT), 1)
    assert open_ahead(pond.rings, wading, 0.0, 1.0) == inf
    assert open_ahead(pond.rings, wading, 0.0, -1.0) == 0.0
    isle = (*pond.rings, ((-1_500.0, -1_500.0), (1_500.0, -1_500.0), (1_500.0, 400.0), (-1_500.0, 400.0)))
    assert open_ahead(isle, body, 0.0, -1.0) == 1_500 - FOOT.depth / 2, "on an island in it"
