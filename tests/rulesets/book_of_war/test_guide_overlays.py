"""The arcs, ranges, reaches and targets that are shown are those that are judged."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from shapely import Point, Polygon

from schiltron.battle.guide.answers import Overlay
from schiltron.battle.state.decision import Aimed, Commanded
from schiltron.battle.state.manoeuvre import Advance
from schiltron.rulesets.book_of_war.attacks.firing_line import nearest_mark
from schiltron.rulesets.book_of_war.attacks.missiles import aim
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.movement.trial_moves import random_path
from schiltron.rulesets.book_of_war.state import ROUTED, Unit
from schiltron.table.shapes import rings_of
from tests.rulesets.book_of_war.guided import moving, shooting
from tests.rulesets.book_of_war.positions import ahead, blue, field, march, red, rules, shoot
from tests.rulesets.guided import preview

# ---------------------------------------------------------------- overlays


def region(overlays: tuple[Overlay, ...], *kinds: str) -> Any:
    """The ground of some overlays, by the even-odd rule."""
    ground = Polygon()
    for overlay in overlays:
        if overlay.kind in kinds:
            shape = Polygon()
            for ring in rings_of(overlay.shape):
                shape = shape.symmetric_difference(Polygon(ring).buffer(0))
            ground = ground.union(shape)
    return ground


@pytest.mark.parametrize(
    "shooters",
    [
        blue("longbowmen", 22, files=8, at=(36, 26), facing=25),
        blue("horse_archers", 9, files=4, at=(36, 26), facing=310),
        blue("archers", 16, files=4, at=(36, 26), facing=70, hedgehog=True),
    ],
    ids=["45 degrees", "the left too", "all round"],
)
def test_the_arc_shown_is_the_arc_that_is_judged(shooters: Unit) -> None:
    """BW-B2-24, BW-B2-42, BW-B4-23: whoever stands in it can be aimed at, and nobody else."""
    random = Random(1346)
    start = moving(shooters, red("pikemen", 8, at=(36, 4)))
    ground = region(BOOK_OF_WAR.overlays(start.battle, shooters.id), "near", "far")
    seen = {True: 0, False: 0}
    for _ in range(300):
        target = red("pikemen", 3, at=(random.uniform(4, 68), random.uniform(4, 44)), facing=random.uniform(0, 359))
        battle = field(shooters, target, declare="measure_first")
        mark = nearest_mark(shooters, target)
        if ground.boundary.distance(Point(mark.x, mark.y)) < 500:
            continue
        judged = aim(battle, shooters, Aimed(target.id))
        outside = isinstance(judged, list) and bool(rules(judged) & {"BW-B2-24", "BW-B2-42", "BW-B2-30"})
        touching = isinstance(judged, list) and bool(rules(judged) & {"BW-B2-40"})
        if not touching:
            assert ground.contains(Point(mark.x, mark.y)) is not outside
            seen[outside] += 1
    assert min(seen.values()) > 20


def test_near_ends_at_half_range_and_far_at_the_whole() -> None:
    """BW-B2-31."""
    start = moving(blue("longbowmen", 8, files=8, at=(36, 40)), red("pikemen", 8, at=(36, 10)))
    shown = BOOK_OF_WAR.overlays(start.battle, "longbowmen")
    near, far = region(shown, "near"), region(shown, "far")
    assert near.bounds[1] == pytest.approx(40_000 - 10_500)
    assert far.bounds[1] == pytest.approx(40_000 - 21_000)
    assert near.intersection(far).area < 1000
    assert [one.label for one in shown[:2]] == ["10½″ near", "21″ far −1"]
    moved = BOOK_OF_WAR.overlays(start.battle, "longbowmen", (ahead(3),))
    assert region(moved, "near").bounds[1] == pytest.approx(37_000 - 10_500)


def test_the_reach_is_where_a_unit_gets_and_ends_at_what_is_in_its_way() -> None:
    """BW-C2-01, BW-B4-13."""
    start = moving(
        blue("medium_infantry", 8, files=4, at=(36, 40)),
        blue("archers", 8, files=4, at=(36, 35), id="friend"),
        red("pikemen", 8, at=(36, 10)),
    )
    reach = region(BOOK_OF_WAR.overlays(start.battle, "medium_infantry"), "reach")
    assert reach.intersection(Polygon(_corners(start.unit("friend")))).area < 1000
    free = moving(blue("medium_infantry", 8, files=4, at=(36, 40)), red("pikemen", 8, at=(36, 10)))
    open_reach = region(BOOK_OF_WAR.overlays(free.battle, "medium_infantry"), "reach")
    assert open_reach.bounds[1] == pytest.approx(31_000)
    assert open_reach.contains(reach.buffer(-10))
    random = Random(5)
    for _ in range(40):
        path = random_path(free.battle, free.unit("medium_infantry"), random)
        if all(type(leg) is Advance for leg in path):
            shown = preview(free, march("medium_infantry", *path))
            assert all(open_reach.buffer(20).contains(Polygon(ring)) for leg in shown.legs for ring in leg.swept)


def _corners(unit: Unit) -> Any:
    return unit.outline.main.corners


def test_who_cannot_move_or_shoot_shows_nothing() -> None:
    start = moving(
        blue("longbowmen", 8, at=(36, 40), marks=(ROUTED,)),
        blue("medium_infantry", 8, files=4, at=(20, 40), moved=True),
        blue("pikemen", 8, files=4, at=(60, 40), hedgehog=True),
        blue("archers", 8, at=(50, 40)),
        red("pikemen", 8, at=(36, 10), id="foe"),
    )
    for who in ("longbowmen", "medium_infantry", "pikemen", "nobody"):
        assert BOOK_OF_WAR.overlays(start.battle, who) == ()
    assert {one.kind for one in BOOK_OF_WAR.overlays(start.battle, "archers")} == {"near", "far", "reach"}


# ---------------------------------------------------------------- targets


def test_targets_are_those_the_door_would_take() -> None:
    start = shooting(
        blue("archers", 9, files=3, at=(36, 30)),
        red("pikemen", 8, files=4, at=(36, 20)),
        red("light_infantry", 8, files=4, at=(36, 5)),
        red("heavy_infantry", 8, files=4, at=(60, 32)),
    )
    found = BOOK_OF_WAR.targets(start.battle, start.decision, "archers")
    assert [target.unit for target in found] == ["pikemen", "heavy_infantry", "light_infantry"], "the nearest first"
    for target in found:
        order = Commanded("archers", "shoot", target.form)
        shown = preview(start, order)
        assert shown.reasons == target.reasons
        assert shown.legal is (target.odds is not None)
        if not shown.legal:
            assert start.refusal(order) == target.reasons


def test_a_target_comes_with_the_best_way_to_shoot_at_it() -> None:
    """Plate cannot be hit beyond half range (BW-B2-31, BW-C3-09): better with the front rank alone (BW-B2-33)."""
    start = shooting(blue("archers", 9, files=3, at=(36, 30)), red("heavy_infantry", 8, files=4, at=(36, 22.6)))
    (target,) = BOOK_OF_WAR.targets(start.battle, start.decision, "archers")
    assert target.form is not None
    assert target.form.ranks == 1
    assert target.odds is not None
    assert (target.odds.dice, target.odds.expected_losses) == (6, pytest.approx(1.0))
    everybody = preview(start, shoot("archers", at="heavy_infantry")).odds
    assert everybody is not None
    assert (everybody.dice, everybody.expected_losses) == (18, 0.0)
    assert everybody.needs.verdict == "impossible"


def test_targets_from_the_end_of_a_path() -> None:
    """What the longbows could shoot at after 5 inches, with half their dice (BW-B2-26)."""
    start = moving(blue("longbowmen", 12, files=6, at=(36, 40)), red("light_infantry", 8, files=4, at=(36, 15)))
    (standing,) = BOOK_OF_WAR.targets(start.battle, start.decision, "longbowmen")
    assert standing.odds is None, "25 inches are too far"
    (moved,) = BOOK_OF_WAR.targets(start.battle, start.decision, "longbowmen", (ahead(5),))
    assert moved.odds is not None
    assert moved.odds.dice == 12
    played = start.then(march("longbowmen", ahead(5)))
    (then,) = BOOK_OF_WAR.targets(played.battle, played.decision, "longbowmen")
    assert then == moved
