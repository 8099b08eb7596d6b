"""Wrapping and widening off-centre, askew and in mirrors; wings that grow; ground under wings."""

from __future__ import annotations

import pytest

from schiltron.battle.state.event import Moved
from schiltron.battle.state.manoeuvre import Expand, Wrap
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.field import formation
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.state import with_turn
from schiltron.table.lengths import inches
from schiltron.table.outline import overlapping
from schiltron.table.terrain import Area, Contour
from tests.rulesets.book_of_war.positions import LAYOUTS, Askew, Played, ahead, blue, field, march, play, red, rules

BLUE = MovementPhase("blue")
every_layout = pytest.mark.parametrize("lay", LAYOUTS, ids=str)


def both(lay: Askew, kind: type[Expand] | type[Wrap], left: int, right: int) -> Expand | Wrap:
    """So many files to the left and right as they are called in this lay-out."""
    return kind(right, left) if lay.mirrored else kind(left, right)


def wings(lay: Askew, played: Played, unit: str = "wide") -> tuple[int, int]:
    """The files of the left and the right wing as they are called in this lay-out."""
    body = formation(played.unit(unit))
    found = body.left.files if body.left else 0, body.right.files if body.right else 0
    return found[::-1] if lay.mirrored else found


def spent(played: Played) -> float:
    """To the hundredth of an inch."""
    return round(sum(moved.spent for moved in played.events_of(Moved)) / 1000, 2)


def fight(lay: Askew, figures: int, files: int, *, shift: float = 0.0, deep: int = 3, **more: object) -> Played:
    """A unit in contact with foes four wide and so many deep, its middle to one side of theirs."""
    wide = blue("light_infantry", figures, files=files, id="wide", at=lay.at(shift, 0), facing=lay.facing(0))
    foes = red("archers", 4 * deep, files=4, id="foes", at=lay.at(0, 0), facing=lay.facing(180))
    return play(field(wide, foes, declare="measure_first", **more), BLUE)


def fresh(played: Played) -> Played:
    """The same units with their move before them."""
    units = [
        with_turn(one, spent=0, moved=False) if one.side == "blue" else one for one in played.battle.units.values()
    ]
    return play(field(*units, declare="measure_first"), BLUE)


# ---------------------------------------------------------------- widening again


@every_layout
def test_a_wrapped_unit_may_widen_and_its_wings_grow(lay: Askew) -> None:
    """BW-B4-35, BW-B4-37: a file a side, then another, for half a move each; all now in contact attack."""
    once = fight(lay, 24, 4).then(march("wide", Expand(1, 1)))
    assert wings(lay, once) == (1, 1)
    twice = fresh(once).then(march("wide", Expand(1, 1)))
    assert wings(lay, twice) == (2, 2)
    assert formation(twice.unit("wide")).files == 8
    assert spent(twice) == 6
    assert lay.back(twice.unit("wide"))[:2] == (0, 0), "the main block has not stirred"
    assert not overlapping(twice.unit("wide").outline, twice.unit("foes").outline)
    assert play(twice.battle, AttackPhase("blue")).dice == [(8, 4)]


@every_layout
def test_one_wing_may_grow_alone_and_one_be_begun(lay: Askew) -> None:
    """BW-B4-35, BW-B4-36, BW-B4-37: unevenly, within one or three files a side."""
    left = fight(lay, 24, 4).then(march("wide", both(lay, Expand, 1, 0)))
    assert wings(lay, left) == (1, 0)
    grown = fresh(left).then(march("wide", both(lay, Expand, 1, 0)))
    assert wings(lay, grown) == (2, 0)
    begun = fresh(left).then(march("wide", both(lay, Expand, 0, 1)))
    assert wings(lay, begun) == (1, 1)
    uneven = fresh(left).then(march("wide", both(lay, Expand, 3, 1)))
    assert (wings(lay, uneven), spent(uneven)) == ((4, 1), 12)
    for played in (grown, begun, uneven):
        assert lay.back(played.unit("wide"))[:2] == (0, 0)


@every_layout
def test_wings_that_grow_hook_round_the_rear(lay: Askew) -> None:
    """BW-B4-36, BW-B4-38: three files more than the flank of two ranks is deep; those behind have +1."""
    once = fight(lay, 36, 4, deep=2).then(march("wide", Expand(1, 1)))
    round_them = fresh(once).then(march("wide", both(lay, Expand, 3, 0)))
    assert wings(lay, round_them) == (4, 1)
    body = formation(round_them.unit("wide"))
    assert [wing.hook for wing in (body.left, body.right) if wing is not None and wing.files == 4] == [2]
    assert sorted(play(round_them.battle, AttackPhase("blue")).dice) == [(2, 3), (7, 4)]


@every_layout
def test_wings_swung_on_contact_may_grow_too(lay: Askew) -> None:
    """BW-B4-33, BW-B4-35: two of seven files had no enemy before them on the one side, one on the other."""
    unit = blue("light_infantry", 21, files=7, id="wide", at=lay.at(-0.375, -3), facing=lay.facing(0))
    foes = red("archers", 12, files=4, id="foes", at=lay.at(0, 0), facing=lay.facing(180))
    wrapped = play(field(unit, foes, declare="measure_first"), BLUE).then(
        march("wide", ahead(4), both(lay, Wrap, 2, 1))
    )
    assert (wings(lay, wrapped), spent(wrapped)) == ((2, 1), 5)
    wider = fresh(wrapped).then(march("wide", Expand(1, 1)))
    assert wings(lay, wider) == (3, 2)
    assert lay.back(wider.unit("wide")) == lay.back(wrapped.unit("wide"))


@every_layout
def test_a_wrapped_unit_widens_by_no_more_than_its_rear_ranks_hold(lay: Askew) -> None:
    """BW-B4-35, BW-B4-36, BW-B4-37: never thinner than one rank, never more than three a side."""
    once = fight(lay, 8, 4).then(march("wide", Expand(1, 1)))
    second = fresh(once)
    assert rules(second.refusal(march("wide", Expand(3, 3)))) == {"BW-B4-35", "BW-B4-37"}
    assert rules(second.refusal(march("wide", Expand(4, 0)))) == {"BW-B4-35", "BW-B4-36"}
    assert wings(lay, second.then(march("wide", Expand(1, 1)))) == (2, 2)
    assert rules(second.refusal(march("wide", Wrap(1, 1)))) == {"BW-B4-33"}, "to wrap again it must be in line"


@every_layout
def test_who_widens_to_one_side_wraps_on_that_side_alone(lay: Askew) -> None:
    """BW-B4-35: six files over four, three deep; the other end overlaps as well and stays in line."""
    start = fight(lay, 18, 6)
    wider = start.then(march("wide", both(lay, Expand, 1, 0)))
    assert wings(lay, wider) == (1, 0)
    assert formation(wider.unit("wide")).files == 7


@every_layout
def test_files_beside_a_wider_enemy_stay_in_line(lay: Askew) -> None:
    """BW-B4-35: off to one side, a new file on the covered flank has nobody to swing round."""
    wider = fight(lay, 9, 3, shift=-0.9).then(march("wide", Expand(1, 1)))
    assert wings(lay, wider) == (1, 0)
    assert formation(wider.unit("wide")).files == 5


# ---------------------------------------------------------------- the ground under wings


def patch(lay: Askew, kind: str, left: float, near: float, right: float, far: float, rise: int = 0) -> Area:
    """A rectangle of terrain, laid out like the units."""
    ring = tuple(
        (inches(x), inches(y))
        for x, y in (lay.at(a, b) for a, b in ((left, near), (right, near), (right, far), (left, far)))
    )
    return Area(kind, kind, kind, ring, (Contour(ring, rise),) if rise else ())


def charge(lay: Askew, feature: Area, kind: str = "light_infantry", files: int = 8, **more: object) -> Played:
    """A wide unit three inches from foes four wide, off to one side of their middle; bad ground somewhere ahead."""
    unit = blue(kind, files, id="wide", at=lay.at(0, -3), facing=lay.facing(0))
    foes = red("heavy_infantry", 12, files=4, id="foes", at=lay.at(0, 0), facing=lay.facing(180))
    return play(field(unit, foes, features=[feature], declare="measure_first", **more), BLUE)


@every_layout
@pytest.mark.parametrize(("kind", "rate"), [("woods", 2), ("rough", 2), ("marsh", 3), ("stream", 4)])
def test_bad_ground_under_a_wing_makes_wrapping_dearer(lay: Askew, kind: str, rate: int) -> None:
    """BW-B4-34, BW-B4-26, BW-B3-08: where the left wing comes to stand; the way there and the right wing are open."""
    start = charge(lay, patch(lay, kind, -6, 0.1, -1.55, 3))
    assert spent(start.then(march("wide", ahead(4), both(lay, Wrap, 2, 0)))) == 3 + 2 * rate
    assert spent(start.then(march("wide", ahead(4), both(lay, Wrap, 0, 2)))) == 3 + 2, "not where nobody wheels"
    assert spent(start.then(march("wide", ahead(4), both(lay, Wrap, 1, 2)))) == 3 + 2 * rate, "both go at once"


@every_layout
def test_ground_swept_half_way_counts(lay: Askew) -> None:
    """BW-B4-34, BW-B4-26: a strip that the wing only passes through."""
    start = charge(lay, patch(lay, "marsh", -2.7, 0.35, -2.0, 0.9))
    assert spent(start.then(march("wide", ahead(4), both(lay, Wrap, 2, 0)))) == 3 + 2 * 3


@every_layout
def test_ground_under_the_middle_of_the_unit_does_not_count(lay: Askew) -> None:
    """BW-B4-34: only the files that wheel are moving; the middle has paid for its way there."""
    start = charge(lay, patch(lay, "rough", -1.3, -1.0, 1.3, -0.1))
    straight = spent(start.then(march("wide", ahead(4))))
    assert straight > 3
    assert spent(start.then(march("wide", ahead(4), Wrap(2, 2)))) == pytest.approx(straight + 2)


@every_layout
@pytest.mark.parametrize("side", [-1, 1])
def test_ground_under_the_end_that_does_not_wheel_does_not_count(lay: Askew, side: int) -> None:
    """BW-B4-34: the outermost file of the other end stands in rough, and stays there."""
    edges = sorted((side * 2.3, side * 4))
    start = charge(lay, patch(lay, "rough", edges[0], -1.0, edges[1], -0.1))
    straight = spent(start.then(march("wide", ahead(4))))
    there, other = ((2, 0), (0, 2)) if side < 0 else ((0, 2), (2, 0))
    assert spent(start.then(march("wide", ahead(4), both(lay, Wrap, *other)))) == pytest.approx(straight + 2)
    assert spent(start.then(march("wide", ahead(4), both(lay, Wrap, *there)))) == pytest.approx(straight + 4)


@every_layout
def test_a_wrap_that_the_ground_makes_too_dear_is_refused(lay: Askew) -> None:
    """BW-B4-34, BW-B4-26, BW-B3-08: nine inches are left, four files through marsh cost twelve."""
    start = charge(lay, patch(lay, "marsh", -9, 0.1, -1.55, 3), files=12)
    (reason,) = start.refusal(march("wide", ahead(4), both(lay, Wrap, 4, 0)))
    assert (set(reason.rules), reason.leg) == ({"BW-B4-34", "BW-B4-26", "BW-B3-08"}, 1)
    assert spent(start.then(march("wide", ahead(4), both(lay, Wrap, 3, 0)))) == 12


@every_layout
def test_horse_pays_double_and_hills_cost_a_step(lay: Askew) -> None:
    """BW-B4-26 with BW-B2-07 and BW-B3-09."""
    horse = charge(lay, patch(lay, "rough", -9, 0.1, -1.55, 3), kind="light_cavalry")
    assert spent(horse.then(march("wide", ahead(4), both(lay, Wrap, 2, 0)))) == 3 + 2 * 4
    hill = charge(lay, patch(lay, "hill", -9, 0.1, -1.55, 3, rise=1))
    assert spent(hill.then(march("wide", ahead(4), both(lay, Wrap, 2, 0)))) == 3 + 2 + 2
    assert spent(hill.then(march("wide", ahead(4), both(lay, Wrap, 0, 2)))) == 3 + 2


@every_layout
def test_the_core_game_has_no_bad_ground(lay: Askew) -> None:
    """BW-C3-12."""
    start = charge(lay, patch(lay, "marsh", -6, 0.1, -1.55, 3), game="core")
    assert spent(start.then(march("wide", ahead(4), both(lay, Wrap, 2, 0)))) == 3 + 2


@every_layout
def test_widening_costs_a_part_of_the_move_whatever_the_ground(lay: Askew) -> None:
    """BW-B4-35, BW-B4-36, BW-B4-18: half a move is half a move."""
    start = fight(lay, 16, 4, features=[patch(lay, "marsh", -6, -6, 6, 6)])
    assert spent(start.then(march("wide", Expand(1, 1)))) == 6
