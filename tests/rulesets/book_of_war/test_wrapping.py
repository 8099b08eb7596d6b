"""Wrapping round a narrower enemy, widening in contact, becoming square again."""

from __future__ import annotations

import pytest

from schiltron.battle.state.event import Moved
from schiltron.battle.state.manoeuvre import Expand, Reform, SquareUp, Wrap
from schiltron.battle.words.grammar import counted
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.field import formation
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.movement.trial_moves import legal_beginning
from schiltron.table.body import Wing
from schiltron.table.lengths import inches
from tests.rulesets.book_of_war.positions import (
    LAYOUTS,
    Askew,
    Played,
    ahead,
    blue,
    field,
    march,
    moving,
    place,
    plan,
    play,
    red,
    rules,
    split,
)

BLUE = MovementPhase("blue")


def spent(played: Played) -> float:
    return sum(moved.spent for moved in played.events_of(Moved)) / 1000


def test_overlapping_files_wrap_on_contact() -> None:
    """BW-B4-33, BW-B4-34: 8 files meet 4; two files a side swing in for 2 inches, the larger wing paid once."""
    start = moving(blue("light_infantry", 8, at=(36, 30)), red("archers", 8, files=4, at=(36, 26)))
    wrapped = start.then(march("light_infantry", ahead(5), Wrap(2, 2)))
    assert spent(wrapped) == 4 + 2
    headings = [figure.heading for figure in wrapped.unit("light_infantry").places]
    assert headings == [90_000] * 2 + [0] * 4 + [270_000] * 2
    one_side = start.then(march("light_infantry", ahead(5), Wrap(1, 0)))
    assert spent(one_side) == 4 + 1


def test_only_files_that_overlap_can_wrap() -> None:
    """BW-B4-33: the enemy must be narrower; a wrap not to be had is not made."""
    start = moving(blue("light_infantry", 8, at=(36, 26)), red("archers", 8, files=4, at=(36, 26)))
    assert rules(start.refusal(march("light_infantry", Wrap(3, 0)))) == {"BW-B4-33"}
    alone = moving(blue("light_infantry", 8, at=(36, 26)))
    assert rules(alone.refusal(march("light_infantry", Wrap(1, 1)))) == {"BW-B4-33", "BW-B4-35"}


@pytest.mark.parametrize("files", [(-1, 2), (2, -1), (0, 0), (-1, -1), (3, -2)])
def test_a_wrap_names_files_that_there_are(files: tuple[int, int]) -> None:
    """BW-B4-33"""
    start = moving(blue("light_infantry", 8, at=(36, 26)), red("archers", 8, files=4, at=(36, 26)))
    (reason,) = start.refusal(march("light_infantry", Wrap(*files)))
    assert (reason.rules, reason.measured) == (("BW-B4-33",), False)
    (wider,) = start.refusal(march("light_infantry", Expand(-1, 2)))
    assert (wider.rules, wider.measured) == (("BW-B4-35", "BW-B4-36"), False)


@pytest.mark.parametrize("files", [(0, 0), (-1, 3), (3, -1)])
def test_a_wrap_on_contact_names_files_that_there_are_before_anything_is_measured(files: tuple[int, int]) -> None:
    """BW-B4-33, BW-B1-08: nobody has to measure to see that; too many files for the enemy's front are measured."""
    start = moving(blue("light_infantry", 8, at=(36, 30)), red("archers", 8, files=4, at=(36, 26)))
    (reason,) = start.refusal(march("light_infantry", ahead(5), Wrap(*files)))
    assert (reason.rules, reason.measured) == (("BW-B4-33",), False)
    assert all(measured.measured for measured in start.refusal(march("light_infantry", ahead(5), Wrap(3, 3))))


@pytest.mark.parametrize("lay", LAYOUTS)
@pytest.mark.parametrize(("aside", "spare"), [(1.5, 0), (1.2, 0), (0.75, 1), (2.1, 0)])
def test_each_side_has_the_files_that_overlap_there(lay: Askew, aside: float, spare: int) -> None:
    """BW-B4-33: eight files before four that stand off the middle; the other side has what this one lacks."""
    line = blue("light_infantry", 8, at=lay.at(0, 0), facing=lay.facing(0))
    start = moving(line, red("archers", 8, files=4, at=lay.at(-aside, 0), facing=lay.facing(180)))

    def wrap(left: int, right: int) -> Wrap:
        return Wrap(right, left) if lay.mirrored else Wrap(left, right)

    (reason,) = start.refusal(march("light_infantry", wrap(spare + 1, 0)))
    assert reason.rules == ("BW-B4-33",)
    assert (
        f"there are {counted(spare, 'file')} beyond Archers on the {lay.hand('left')}, not {spare + 1}" in reason.text
    )
    there = int((1.5 + aside) / 0.75)
    assert start.then(march("light_infantry", wrap(spare, there)))
    assert rules(start.refusal(march("light_infantry", wrap(spare, there + 1)))) == {"BW-B4-33"}


@pytest.mark.parametrize("lay", LAYOUTS)
def test_only_a_unit_in_line_with_its_foe_squarely_before_it_wraps(lay: Askew) -> None:
    """BW-B4-33, BW-B4-35: not one with a wing, no hedgehog, nobody who has the enemy on a flank."""
    foe = red("archers", 8, files=4, at=lay.at(0, 0), facing=lay.facing(180))
    one_wing = {lay.hand("left"): Wing(1, 90_000, inset=750, reach=1500)}
    other_side = Wrap(1, 0) if lay.mirrored else Wrap(0, 1)
    for shape in (one_wing, {"hedgehog": True}):
        stands = blue("light_infantry", 14, files=7, at=lay.at(0.375, 0), facing=lay.facing(0), **shape)
        (reason,) = moving(stands, foe).refusal(march("light_infantry", other_side))
        assert (reason.text, reason.rules) == ("only a unit in line can wrap", ("BW-B4-33",))
    flanked = blue("light_infantry", 16, files=8, at=lay.at(-0.75, -3), facing=lay.facing(270))
    assert rules(moving(flanked, foe).refusal(march("light_infantry", other_side))) == {"BW-B4-33", "BW-B4-35"}


def test_who_looks_straight_back_re_forms_for_half_a_move() -> None:
    """BW-B4-40: all that the first half of a split move has; what is left of a whole one may be marched."""
    hooked = Wing(5, 90_000, hook=2, reach=4000)
    ring = blue("horse_archers", 10, at=(36, 30), facing=17, left=hooked)
    start = moving(ring)
    squared = start.then(split("horse_archers", SquareUp()))
    assert formation(squared.unit("horse_archers")).left is None
    assert (spent(squared), squared.events_of(Moved)[0].left) == (12, 0)
    assert rules(start.refusal(split("horse_archers", SquareUp(), ahead(1)))) == {"BW-C2-01"}
    assert spent(start.then(march("horse_archers", SquareUp(), ahead(12)))) == 24


@pytest.mark.parametrize("lay", LAYOUTS)
def test_wings_that_have_no_room_to_come_back_into_line_stay(lay: Askew) -> None:
    """BW-B4-39, BW-B4-13"""
    wing = Wing(3, 90_000)
    line = blue("light_infantry", 10, at=lay.at(0, 0), facing=lay.facing(0), left=wing, right=wing)
    shut_in = moving(line, blue("archers", 2, at=lay.at(2.6, 0), facing=lay.facing(0)))
    assert rules(shut_in.refusal(march("light_infantry", SquareUp()))) == {"BW-B4-13"}


def test_wrapping_is_paid_from_the_move_that_is_left() -> None:
    """BW-B4-34: 11 of 12 inches are gone after the charge, so two files cannot swing."""
    start = moving(blue("light_infantry", 8, at=(36, 37)), red("archers", 8, files=4, at=(36, 26)))
    (reason,) = start.refusal(march("light_infantry", ahead(11.5), Wrap(2, 2)))
    assert (reason.rules, reason.leg) == (("BW-B4-34",), 1)
    one = start.then(march("light_infantry", ahead(11.5), Wrap(1, 1)))
    assert formation(one.unit("light_infantry")).left == Wing(1, 90_000, inset=750, reach=1500)


def test_a_wrap_declared_before_measuring_is_made_as_far_as_it_goes() -> None:
    """BW-B1-08, BW-B4-34: the charge is made, the wrap that cannot be paid is not."""
    units = blue("light_infantry", 8, at=(36, 37)), red("archers", 8, files=4, at=(36, 26))
    tired = play(field(*units, declare="by_phase"), BLUE, plan(march("light_infantry", ahead(11.5), Wrap(2, 2))))
    assert formation(tired.unit("light_infantry")).left is None
    assert tired.battle.engagements
    near = blue("light_infantry", 8, at=(36, 30)), red("archers", 8, files=4, at=(36, 26))
    eager = play(field(*near, declare="by_phase"), BLUE, plan(march("light_infantry", ahead(5), Wrap(3, 3))))
    assert formation(eager.unit("light_infantry")).left is None
    assert eager.battle.engagements


def test_wrapped_figures_fight_whatever_side_they_touch() -> None:
    """BW-B4-37, BW-B4-38: every figure now in contact attacks in the same turn; the flank gives no bonus."""
    start = moving(blue("light_infantry", 8, at=(36, 30)), red("archers", 8, files=4, at=(36, 26)))
    wrapped = start.then(march("light_infantry", ahead(5), Wrap(2, 2)))
    assert play(wrapped.battle, AttackPhase("blue")).dice == [(8, 4)]


def test_files_beyond_the_flank_hook_round_the_rear() -> None:
    """BW-B4-38, BW-B4-41: five spare files on 2 ranks: two along the flank, three at the rear, those with +1."""
    start = moving(blue("light_infantry", 12, at=(36, 30)), red("archers", 4, files=2, at=(36, 26)))
    wrapped = start.then(march("light_infantry", ahead(5), Wrap(5, 0)))
    headings = [figure.heading for figure in wrapped.unit("light_infantry").places]
    assert headings[:5] == [180_000] * 3 + [90_000] * 2
    assert spent(wrapped) == 4 + 5 + 3, "the hooked files wheel through 90 degrees twice"
    dice = play(wrapped.battle, AttackPhase("blue")).dice
    assert (2, 3) in dice, "two figures fit behind two files"
    plain = play(
        field(*wrapped.battle.units.values(), declare="measure_first", wrapped_rear_bonus="none"), AttackPhase("blue")
    )
    assert {need for _, need in plain.dice} == {4}


@pytest.mark.parametrize(("left", "right", "cost"), [(1, 1, 6), (0, 1, 6), (3, 3, 12), (2, 1, 12)])
def test_a_unit_in_contact_widens_from_its_rear_ranks(left: int, right: int, cost: float) -> None:
    """BW-B4-35, BW-B4-36, BW-B4-37: 1 file a side for half a move, up to 3 for a full one, and it still attacks."""
    start = moving(blue("light_infantry", 16, files=4, at=(36, 30)), red("archers", 12, files=4, at=(36, 30)))
    wider = start.then(march("light_infantry", Expand(left, right)))
    assert spent(wider) == cost
    body = formation(wider.unit("light_infantry"))
    assert body.files == 4 + left + right
    assert (body.left.files if body.left else 0, body.right.files if body.right else 0) == (left, right)
    (dice,) = play(wider.battle, AttackPhase("blue")).dice
    assert dice == (4 + left + right, 4)


def test_widening_needs_contact_and_rear_ranks() -> None:
    """BW-B4-35, BW-B4-37: never thinner than one rank."""
    apart = moving(blue("light_infantry", 8, files=4, at=(36, 30)), red("archers", 4, at=(36, 26)))
    assert rules(apart.refusal(march("light_infantry", Expand(1, 1)))) == {"BW-B4-33", "BW-B4-35"}
    assert rules(apart.refusal(march("light_infantry", ahead(4), Expand(1, 1)))) == {"BW-B4-28"}
    thin = moving(blue("light_infantry", 4, at=(36, 30)), red("archers", 4, at=(36, 30)))
    assert rules(thin.refusal(march("light_infantry", Expand(1, 1)))) == {"BW-B4-35", "BW-B4-37"}
    four = moving(blue("light_infantry", 16, files=4, at=(36, 30)), red("archers", 4, at=(36, 30)))
    assert rules(four.refusal(march("light_infantry", Expand(4, 0)))) == {"BW-B4-35", "BW-B4-36"}


def test_a_wrapped_unit_becomes_square_again_for_free() -> None:
    """BW-B4-39: when the combat is over, by itself as it moves forward."""
    wing = Wing(2, 90_000)
    start = moving(blue("light_infantry", 16, files=8, at=(36, 30), left=wing, right=wing))
    squared = start.then(march("light_infantry", SquareUp()))
    assert spent(squared) == 0
    assert formation(squared.unit("light_infantry")).left is None
    onward = start.then(march("light_infantry", ahead(12)))
    assert place(onward.unit("light_infantry")) == (36, 18, 0)
    lopsided = moving(blue("light_infantry", 16, files=8, at=(36, 30), left=wing))
    assert place(lopsided.then(march("light_infantry", SquareUp())).unit("light_infantry")) == (35.25, 30, 0)


def test_of_a_path_that_cannot_be_made_the_wings_falling_in_is_a_move_of_its_own() -> None:
    """BW-B4-39, BW-B4-14: whoever draws moves by chance keeps it, and leaves it out where more of the path is left."""
    wing = Wing(2, 90_000)
    start = moving(blue("light_infantry", 16, files=8, at=(36, 30), left=wing, right=wing))
    unit = start.unit("light_infantry")
    for path, kept in (
        ((SquareUp(), Reform(4)), (SquareUp(),)),
        ((ahead(3), Reform(4)), (ahead(3),)),
        ((Reform(17),), ()),
    ):
        assert legal_beginning(start.battle, unit, path, "march", inches(12)) == kept


def test_re_forming_costs_half_a_move_if_a_figure_looks_straight_back() -> None:
    """BW-B4-40: files hooked round the enemy's rear face exactly opposite to the movement."""
    hooked = Wing(3, 90_000, hook=1, reach=1500)
    start = moving(blue("light_infantry", 16, files=8, at=(36, 30), left=hooked))
    assert spent(start.then(march("light_infantry", SquareUp()))) == 6
    assert rules(start.refusal(march("light_infantry", ahead(7)))) == {"BW-C2-01"}


def test_no_squaring_up_while_the_combat_lasts() -> None:
    """BW-B4-39."""
    wing = Wing(2, 90_000, inset=0)
    start = moving(
        blue("light_infantry", 8, files=8, at=(36, 30), left=wing, right=wing), red("archers", 8, files=4, at=(36, 30))
    )
    assert rules(start.refusal(march("light_infantry", SquareUp()))) == {"BW-B4-39"}


def test_a_unit_that_is_wider_still_stands_in_base_contact() -> None:
    """BW-B4-09: the wings touch the main block, figure to figure."""
    start = moving(blue("light_infantry", 8, at=(36, 30)), red("archers", 8, files=4, at=(36, 26)))
    places = start.then(march("light_infantry", ahead(5), Wrap(2, 2))).unit("light_infantry").places
    for one in places:
        nearest = min(abs(one.x - other.x) + abs(one.y - other.y) for other in places if other is not one)
        assert nearest <= inches(0.75) * 2
