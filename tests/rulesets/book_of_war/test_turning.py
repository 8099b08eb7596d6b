"""Wheels, faces, formation changes, hedgehogs and columns."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Moved
from schiltron.battle.state.manoeuvre import Face, FormHedgehog, Oblique, Reform, Turn
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.field import formation
from schiltron.rulesets.book_of_war.morale.losses import ClearFallen
from schiltron.rulesets.book_of_war.movement.ground import barred
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.movement.swinging import climbed
from schiltron.rulesets.book_of_war.movement.walking import Walker
from schiltron.rulesets.book_of_war.state import UnitPart
from schiltron.table.lengths import degrees, inches
from tests.rulesets.book_of_war.askew import Hand, View, turned_piece, views
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
    shoot,
    wheel,
)


def spent(played: Played) -> float:
    (moved,) = played.events_of(Moved)
    return moved.spent / 1000


# ---------------------------------------------------------------- wheeling


@pytest.mark.parametrize(("angle", "cost"), [(90, 3), (45, 1.5), (30, 1)])
def test_a_wheel_costs_an_inch_a_file_for_ninety_degrees(angle: float, cost: float) -> None:
    """BW-B4-26: the worked example: 3 files, 90 degrees cost 3 inches, 45 degrees 1½; other angles in proportion."""
    start = moving(blue("light_infantry", 9, files=3, at=(36, 30)))
    assert spent(start.then(march("light_infantry", wheel("right", angle)))) == pytest.approx(cost)


def test_files_are_counted_not_inches_of_front() -> None:
    """BW-B4-26: three files of horse wheel for the price of three files of foot."""
    start = moving(blue("light_cavalry", 6, files=3, at=(36, 30)))
    assert spent(start.then(march("light_cavalry", wheel("left", 90)))) == pytest.approx(3)


def test_a_wheel_pivots_on_an_outer_front_corner() -> None:
    """BW-B4-25: the right front corner of 4 files stays where it is in a wheel to the right."""
    start = moving(blue("light_infantry", 8, files=4, at=(36, 30)))
    x, y, heading = place(start.then(march("light_infantry", wheel("right", 90))).unit("light_infantry"))
    assert (x, y, heading) == (37.5, 28.5, 90)
    x, y, heading = place(start.then(march("light_infantry", wheel("left", 90))).unit("light_infantry"))
    assert (x, y, heading) == (34.5, 28.5, 270)


def test_a_wheel_is_multiplied_by_the_ground() -> None:
    """BW-B4-26, BW-B3-08: in marsh a wheel of 3 inches costs 9."""
    start = moving(blue("light_infantry", 9, files=3, at=(36, 25)), piece("marsh", 20, 10, 50, 40))
    assert spent(start.then(march("light_infantry", wheel("right", 90)))) == pytest.approx(9)
    (reason,) = start.refusal(march("light_infantry", wheel("right", 150)))
    assert reason.rules == ("BW-B4-26",)
    assert "120°" in reason.text


def test_a_wheel_is_stopped_by_friends_and_meets_enemies() -> None:
    """BW-B4-13, BW-B4-28: nobody swings through anybody."""
    friend = blue("archers", 4, at=(36, 26), facing=90)
    start = moving(blue("light_infantry", 8, at=(36, 30)), friend)
    assert rules(start.refusal(march("light_infantry", wheel("right", 90)))) == {"BW-B4-13"}
    foe = moving(blue("light_infantry", 8, at=(36, 30)), red("archers", 4, at=(34.5, 28)))
    met = foe.then(march("light_infantry", wheel("right", 90)))
    assert met.battle.engagements[0].defender == "archers"


def test_a_column_bends_at_the_pivot_and_straightens_as_it_advances() -> None:
    """BW-B4-11, BW-B4-27: the wheel is paid for the first rank; those behind follow round the corner."""
    start = moving(blue("light_infantry", 12, files=2, at=(36, 30)))
    bent = start.then(march("light_infantry", wheel("right", 90)))
    assert spent(bent) == pytest.approx(2)
    body = formation(bent.unit("light_infantry"))
    assert len(body.bends) == 1
    headings = [figure.heading for figure in bent.unit("light_infantry").places]
    assert headings.count(90_000) == 2
    assert headings.count(0) == 10
    further = start.then(march("light_infantry", wheel("right", 90), ahead(1.5)))
    headings = [figure.heading for figure in further.unit("light_infantry").places]
    assert headings.count(90_000) == 6
    straight = start.then(march("light_infantry", wheel("right", 90), ahead(4)))
    assert formation(straight.unit("light_infantry")).bends == ()


def test_a_unit_wider_than_deep_wheels_as_a_whole() -> None:
    """BW-B4-27 is for very deep units only."""
    start = moving(blue("light_infantry", 12, files=4, at=(36, 30)))
    wheeled = start.then(march("light_infantry", wheel("right", 30))).unit("light_infantry")
    assert {figure.heading for figure in wheeled.places} == {30_000}


# ---------------------------------------------------------------- wheels over ground


@views
@pytest.mark.parametrize(("angle", "files"), [(120, 8), (133, 8), (170, 4)])
def test_no_wheel_sweeps_through_a_pond(view: View, angle: float, files: int) -> None:
    """BW-B3-11: neither the front nor a corner swings through water, even where the wheel would end on dry land."""
    line = blue("light_infantry", 8, files=files, at=view.at(36, 30), facing=view.facing(0))
    half = files * 0.375
    pond = turned_piece(view, "pond", 36 + half - 0.4, 30 - 1.6 * half, 0.8, 0.8)
    start = moving(line, pond)
    (reason,) = start.refusal(march("light_infantry", wheel(view.side("right"), angle)))
    assert reason.rules == ("BW-B3-11",)
    assert reason.measured
    assert moving(line).then(march("light_infantry", wheel(view.side("right"), angle)))
    assert start.then(march("light_infantry", wheel(view.side("left"), 20))), "the other way is dry"
    assert moving(line, pond, game="core").then(march("light_infantry", wheel(view.side("right"), angle)))


def test_a_declared_wheel_ends_at_the_water() -> None:
    """BW-B1-08, BW-B3-11: announced before measuring, it stops short of the pond and stands dry."""
    pond = piece("pond", 38, 25, 40, 27)
    line = blue("light_infantry", 8, files=8, at=(36, 30))
    start = play(field(line, features=[pond], declare="by_phase"), MovementPhase("blue"))
    stopped = start.then(plan(march("light_infantry", wheel("right", 120)))).unit("light_infantry")
    assert 20_000 < stopped.pose.heading < 90_000
    assert barred((pond,), stopped.outline) is None


@pytest.mark.parametrize("hand", ["left", "right"])
@pytest.mark.parametrize(("deep", "angle"), [(1.0, 9.7), (2.2, 21.7), (0.35, 3.5)])
def test_a_declared_wheel_of_which_only_the_end_hangs_over_the_edge_is_made_up_to_there(
    hand: Hand, deep: float, angle: float
) -> None:
    """BW-B1-08, BW-B5-11: it is not given up for a hair too much."""
    line = blue("light_infantry", 8, files=8, at=(36, deep))
    assert rules(moving(line).refusal(march("light_infantry", wheel(hand, angle)))) == {"BW-B5-11"}
    declared = play(field(line, declare="by_phase"), MovementPhase("blue"))
    made = declared.then(plan(march("light_infantry", wheel(hand, angle)))).unit("light_infantry").pose.heading
    turned = made if hand == "right" else 360_000 - made
    assert degrees(angle - 0.6) < turned < degrees(angle)


def test_nobody_swings_over_the_edge_of_the_table() -> None:
    """BW-B4-25, BW-B5-11: also where the wheel would end on the table."""
    start = moving(blue("light_infantry", 8, files=8, at=(36, 5)))
    assert rules(start.refusal(march("light_infantry", wheel("right", 130)))) == {"BW-B5-11"}
    further = moving(blue("light_infantry", 8, files=8, at=(36, 6.1)))
    assert further.then(march("light_infantry", wheel("right", 130)))


@views
def test_each_part_of_a_wheel_is_paid_at_the_rate_of_its_ground(view: View) -> None:
    """BW-B3-08, BW-B4-26: the left end swings into a marsh half-way round; a wheel made in two costs the same."""
    marsh = turned_piece(view, "marsh", 33.2, 24.2, 2.2, 4)
    start = moving(blue("light_infantry", 6, files=6, at=view.at(36, 30), facing=view.facing(0)), marsh)
    hand = view.side("right")
    whole = start.then(march("light_infantry", wheel(hand, 60)))
    assert 4.1 < spent(whole) < 11.5
    halves = start.then(march("light_infantry", wheel(hand, 25), wheel(hand, 35)))
    assert spent(halves) == pytest.approx(spent(whole), abs=0.01)
    assert spent(start.then(march("light_infantry", wheel(hand, 15)))) == pytest.approx(1)


def test_a_wheel_pays_for_every_contour_its_front_rank_goes_up() -> None:
    """BW-B3-09, BW-B4-26: the left end swings onto the hill, 2 inches on foot and 4 mounted; down it costs nothing."""
    hill = piece("hill", 30, 20, 37.3, 28.5, steps=1)
    foot = moving(blue("light_infantry", 6, files=6, at=(38, 30)), hill)
    assert spent(foot.then(march("light_infantry", wheel("right", 45)))) == pytest.approx(3 + 2)
    assert spent(foot.then(march("light_infantry", wheel("left", 45)))) == pytest.approx(3)
    horse = moving(blue("light_cavalry", 6, files=6, at=(38, 30)), hill)
    assert spent(horse.then(march("light_cavalry", wheel("right", 45)))) == pytest.approx(3 + 4)
    gulley = moving(blue("light_infantry", 6, files=6, at=(38, 30)), piece("gulley", 30, 20, 37.3, 28.5, steps=1))
    assert spent(gulley.then(march("light_infantry", wheel("right", 45)))) == pytest.approx(3)
    sunk = moving(blue("light_infantry", 6, files=6, at=(38, 30)), piece("gulley", 30, 29, 36.5, 33, steps=1))
    assert spent(sunk.then(march("light_infantry", wheel("right", 45)))) == pytest.approx(3 + 2), "up out of the gulley"
    tired = moving(blue("heavy_infantry", 6, files=6, at=(38, 30)), hill)
    (reason,) = tired.refusal(march("heavy_infantry", wheel("right", 75)))
    assert set(reason.rules) == {"BW-B4-26", "BW-B3-09"}


def test_only_the_front_rank_of_a_wheel_climbs() -> None:
    """BW-B3-09: rear ranks that swing onto a hill pay nothing for the step, nor do they save it by standing there."""
    hill = piece("hill", 39.5, 27, 44, 29.9, steps=1)
    start = moving(blue("light_cavalry", 9, files=3, at=(37, 30)), hill)
    swung = start.then(march("light_cavalry", wheel("left", 90)))
    assert spent(swung) == pytest.approx(3)
    assert any(hill.contains(figure.x, figure.y) for figure in swung.unit("light_cavalry").places)
    (rear, front) = (blue("light_infantry", 6, files=3, at=at) for at in ((41, 26.5), (41, 28)))
    battle = field(rear, features=[hill], declare="measure_first")
    walker = Walker(battle, rear, "march", "illegal", inches(12))
    assert climbed(walker, rear.places, front.places) == inches(2)
    assert climbed(walker, front.places, rear.places) == 0


def test_a_declared_wheel_that_cannot_pay_for_a_step_up_ends_below_it() -> None:
    """BW-B1-08, BW-B3-09: heavy foot have 6 inches; the step comes after little more than 4, and costs 2."""
    hill = piece("hill", 30, 20, 39, 26.5, steps=1)
    start = play(
        field(blue("heavy_infantry", 6, files=6, at=(38, 30)), features=[hill], declare="by_phase"),
        MovementPhase("blue"),
    )
    wheeled = start.then(plan(march("heavy_infantry", wheel("right", 90))))
    unit = wheeled.unit("heavy_infantry")
    assert 55_000 < unit.pose.heading < 64_000
    assert not any(hill.contains(figure.x, figure.y) for figure in unit.places)
    assert spent(wheeled) < 6


# ---------------------------------------------------------------- changing face


@pytest.mark.parametrize(
    ("to", "expected"),
    [("rear", (36, 31.5, 180)), ("left", (33, 30.75, 270)), ("right", (39, 30.75, 90))],
)
def test_a_change_of_face_costs_half_the_move_and_keeps_the_ground(to, expected) -> None:
    """BW-B4-17: 8 files in 2 ranks turn on the spot, for 6 of 12 inches."""
    start = moving(blue("light_infantry", 16, files=8, at=(36, 30)))
    faced = start.then(march("light_infantry", Face(to)))
    assert place(faced.unit("light_infantry")) == expected
    assert spent(faced) == 6
    before, after = start.unit("light_infantry").outline, faced.unit("light_infantry").outline
    assert (before.x, before.y) == (after.x, after.y)


def test_facing_left_or_right_swaps_ranks_and_files() -> None:
    """BW-B4-17: 8 files of 2 become 2 files of 8."""
    start = moving(blue("light_infantry", 16, files=8, at=(36, 30)))
    assert formation(start.then(march("light_infantry", Face("left"))).unit("light_infantry")).files == 2


def test_two_changes_of_face_are_the_most_in_a_turn() -> None:
    """BW-B4-17: half of the full move each, whatever was spent before."""
    start = moving(blue("light_infantry", 8, files=4, at=(36, 30)))
    assert spent(start.then(march("light_infantry", Face("left"), Face("left")))) == 12
    assert "BW-B4-17" in rules(start.refusal(march("light_infantry", Face("left"), Face("left"), Face("left"))))
    assert "BW-B4-17" in rules(start.refusal(march("light_infantry", ahead(6.5), Face("rear"))))


def test_ground_does_not_change_the_cost_of_a_change_of_face() -> None:
    """BW-B4-18."""
    start = moving(blue("light_infantry", 8, files=4, at=(36, 25)), piece("marsh", 20, 10, 50, 40))
    assert spent(start.then(march("light_infantry", Face("rear")))) == 6


def test_horses_turn_in_pairs_so_the_outline_stays() -> None:
    """BW-B4-19: 4 files of 2 ranks on 1 x 2 bases cover 4 by 4 inches, facing right as before."""
    start = moving(blue("medium_cavalry", 8, files=4, at=(36, 30)))
    faced = start.then(march("medium_cavalry", Face("right"))).unit("medium_cavalry")
    before = start.unit("medium_cavalry").outline
    assert formation(faced).files == 4
    assert (faced.outline.x, faced.outline.y) == (before.x, before.y)
    corners = sorted((round(x), round(y)) for x, y in faced.outline.main.corners)
    assert corners == sorted((round(x), round(y)) for x, y in before.main.corners)


# ---------------------------------------------------------------- formation


def test_changing_formation_takes_the_whole_move_about_the_middle_of_the_front() -> None:
    """BW-B4-14, BW-B4-16: front centre and facing stay; nothing else can be done in the move."""
    start = moving(blue("light_infantry", 16, files=8, at=(36, 30)))
    reformed = start.then(march("light_infantry", Reform(4)))
    assert place(reformed.unit("light_infantry")) == (36, 30, 0)
    assert formation(reformed.unit("light_infantry")).files == 4
    assert spent(reformed) == 12
    assert rules(start.refusal(march("light_infantry", ahead(1), Reform(4)))) == {"BW-B4-14"}


def test_troops_that_changed_formation_cannot_shoot() -> None:
    """BW-B4-14, BW-B2-27: it is the full move."""
    start = moving(blue("archers", 12, files=6, at=(36, 30)), red("pikemen", 6, at=(36, 24)))
    played = start.then(march("archers", Reform(12)))
    assert play(played.battle, AttackPhase("blue")).over
    assert play(start.battle, AttackPhase("blue"), shoot("archers", at="pikemen")).battle


def test_only_the_last_rank_may_be_short() -> None:
    """BW-B4-04, BW-B4-05: a rectangle of files and ranks, all facing one way."""
    start = moving(blue("light_infantry", 14, files=7, at=(36, 30)))
    ranks = [figure.rank for figure in start.then(march("light_infantry", Reform(4))).unit("light_infantry").places]
    assert [ranks.count(rank) for rank in range(4)] == [4, 4, 4, 2]
    assert rules(start.refusal(march("light_infantry", Reform(15)))) == {"BW-B4-05", "BW-B4-14"}
    assert rules(start.refusal(march("light_infantry", Reform(0)))) == {"BW-B4-05", "BW-B4-14"}


def test_no_change_of_formation_in_contact_or_an_inch_from_pikes() -> None:
    """BW-B4-15."""
    line = blue("light_infantry", 16, files=8, at=(36, 30))
    touching = moving(line, red("archers", 8, at=(36, 30)))
    assert rules(touching.refusal(march("light_infantry", Reform(4)))) == {"BW-B4-15"}
    near_pikes = moving(line, red("pikemen", 8, at=(36, 29.2)))
    assert rules(near_pikes.refusal(march("light_infantry", Reform(4)))) == {"BW-B4-15"}
    clear = moving(line, red("pikemen", 8, at=(36, 28.9)))
    assert formation(clear.then(march("light_infantry", Reform(4))).unit("light_infantry")).files == 4


def test_a_new_formation_must_fit() -> None:
    """BW-B4-14, BW-B4-13."""
    start = moving(blue("light_infantry", 16, files=4, at=(36, 30)), blue("archers", 4, at=(39.5, 30)))
    assert rules(start.refusal(march("light_infantry", Reform(8)))) == {"BW-B4-13"}


@views
def test_no_new_formation_stands_in_a_pond(view: View) -> None:
    """BW-B3-11; the core game has no ponds (BW-C3-12)."""
    line = blue("light_infantry", 16, files=4, at=view.at(36, 30), facing=view.facing(0))
    pond = turned_piece(view, "pond", 38, 29, 3, 3)
    assert rules(moving(line, pond).refusal(march("light_infantry", Reform(8)))) == {"BW-B3-11"}
    assert moving(line, pond, game="core").then(march("light_infantry", Reform(8)))


@views
def test_the_formation_it_has_is_no_new_one(view: View) -> None:
    """BW-B4-14: who stands in so many files is not told to spend a turn on them; a hedgehog may break up into them."""
    line = blue("light_infantry", 14, files=4, at=view.at(36, 30), facing=view.facing(0))
    assert rules(moving(line).refusal(march("light_infantry", Reform(4)))) == {"BW-B4-14"}
    hedgehog = moving(replace(line, body=replace(line.body, hedgehog=True)))
    assert not hedgehog.then(march("light_infantry", Reform(4))).unit("light_infantry").body.hedgehog


def test_units_are_neither_split_nor_merged() -> None:
    """BW-B4-12: no order exists for it; the number of units never changes but by loss."""
    start = moving(blue("light_infantry", 16, files=4, at=(36, 30)), blue("archers", 4, at=(50, 30)))
    assert start.decision.actions == ("move",)
    assert set(start.then(march("light_infantry", Reform(8))).battle.units) == {"light_infantry", "archers"}


# ---------------------------------------------------------------- hedgehog


def test_forming_hedgehog_costs_half_a_move_and_faces_outward() -> None:
    """BW-B4-20: every outermost figure looks away from the centre."""
    start = moving(blue("pikemen", 16, files=4, at=(36, 30)))
    formed = start.then(march("pikemen", FormHedgehog()))
    assert spent(formed) == 6
    facing = {(figure.rank, figure.file): figure.heading for figure in formed.unit("pikemen").places}
    assert facing[0, 1] == 0
    assert facing[3, 2] == 180_000
    assert facing[1, 0] == 270_000
    assert facing[2, 3] == 90_000


@pytest.mark.parametrize("facing", [0, 213])
def test_a_hedgehog_needs_two_files_and_two_ranks(facing: float) -> None:
    """BW-B4-21: the last rank may be short, so three figures in two files are the fewest."""
    for figures, files in ((2, 2), (3, 3), (4, 4), (8, 8), (3, 1), (6, 1)):
        start = moving(blue("pikemen", figures, files=files, at=(36, 30), facing=facing))
        assert rules(start.refusal(march("pikemen", FormHedgehog()))) == {"BW-B4-21"}
    for figures, files in ((3, 2), (4, 2), (5, 2), (4, 3), (5, 4), (7, 4), (15, 4)):
        start = moving(blue("pikemen", figures, files=files, at=(36, 30), facing=facing))
        assert formation(start.then(march("pikemen", FormHedgehog())).unit("pikemen")).hedgehog


@pytest.mark.parametrize(
    ("figures", "files", "stays"),
    [
        (7, 4, True),
        (5, 4, True),
        (4, 4, False),
        (3, 4, False),
        (4, 3, True),
        (3, 3, False),
        (3, 2, True),
        (2, 2, False),
    ],
)
def test_a_hedgehog_is_left_when_too_few_stand_in_it(figures: int, files: int, stays: bool) -> None:
    """BW-B4-21: a short last rank will do."""
    ring = blue("pikemen", figures, files=files, at=(36, 30), facing=17, hedgehog=True, fallen=1)
    cleared = play(field(ring), ClearFallen("pikemen"))
    assert bool(cleared.battle.decisions) != stays
    assert formation(cleared.unit("pikemen")).hedgehog


def test_a_bent_column_draws_up_behind_its_head_as_it_forms_hedgehog() -> None:
    """BW-B4-20."""
    start = moving(blue("pikemen", 12, files=2, at=(36, 30)))
    bent = start.then(march("pikemen", wheel("right", 90), ahead(1)))
    formed = moving(replace(bent.unit("pikemen"), own=UnitPart())).then(march("pikemen", FormHedgehog()))
    body = formation(formed.unit("pikemen"))
    assert body.hedgehog
    assert body.bends == ()
    assert formed.unit("pikemen").pose == bent.unit("pikemen").pose


def test_a_hedgehog_may_not_move_until_it_faces_one_way() -> None:
    """BW-B4-24: facing one way costs half a move, and the rest may then be used."""
    start = moving(blue("pikemen", 16, files=4, at=(36, 30), hedgehog=True))
    assert rules(start.refusal(march("pikemen", ahead(1)))) == {"BW-B4-24"}
    assert rules(start.refusal(march("pikemen", wheel("left", 5)))) == {"BW-B4-24"}
    moved = start.then(march("pikemen", Face("front"), ahead(6)))
    assert place(moved.unit("pikemen")) == (36, 24, 0)
    assert spent(moved) == 12
    turned = start.then(march("pikemen", Face("rear"), ahead(2)))
    assert place(turned.unit("pikemen")) == (36, 35, 180)
    assert not formation(turned.unit("pikemen")).hedgehog
    assert inches(33) == start.unit("pikemen").outline.main.corners[2][1]


def test_nobody_turns_about_the_middle_or_goes_slantwise() -> None:
    """BW-B4-17, BW-B4-25: a unit wheels or changes face."""
    start = moving(blue("light_infantry", 12, files=6, at=(24, 30)))
    assert rules(start.refusal(march("light_infantry", Turn(degrees(30))))) == {"BW-B4-17", "BW-B4-25"}
    assert rules(start.refusal(march("light_infantry", Oblique(degrees(30), 2000)))) == {"BW-B4-17", "BW-B4-25"}
