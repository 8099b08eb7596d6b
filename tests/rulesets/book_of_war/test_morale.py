"""Morale checks, and taking the fallen off the table."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Chosen
from schiltron.battle.state.event import Checked, Formed, Marked, Removed
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.book_of_war.field import formation, is_routed
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.morale.checks import NEED, MoralePhase, morale_tally
from schiltron.rulesets.book_of_war.morale.losses import LeaveHedgehog
from schiltron.rulesets.book_of_war.steps import Check
from schiltron.table.body import Wing
from tests.rulesets.book_of_war.positions import LAYOUTS, Askew, Played, blue, field, place, play, red

BLUE = MoralePhase("blue")


def judging(*units, **options) -> Played:
    return play(field(*units, **options), BLUE)


# ---------------------------------------------------------------- who checks


def test_units_of_both_sides_that_lost_figures_check_once() -> None:
    """BW-B1-07, BW-B5-01: whoever lost figures in this player-turn; partial damage is no loss."""
    start = judging(
        blue("pikemen", 6, fallen=2, files=4, at=(20, 40), lost=2),
        blue("archers", 6, at=(40, 40)),
        blue("light_cavalry", 4, at=(60, 40), partial_hits=1),
        red("archers", 5, id="enemy", fallen=1, files=3, at=(20, 10), lost=1),
    )
    assert "Pikemen" in start.roll.purpose
    second = start.then("6 6")
    assert "Enemy" in second.roll.purpose
    assert second.then("6 6").over


def test_a_unit_with_nobody_left_does_not_check() -> None:
    """BW-B5-01: it is removed."""
    start = judging(blue("pikemen", 0, fallen=4, at=(20, 40), lost=4))
    assert start.over
    assert not start.unit("pikemen").on_table


def test_one_check_a_unit_whatever_the_number_of_attacks() -> None:
    """BW-B5-01: all losses of the player-turn count together."""
    start = judging(blue("pikemen", 6, fallen=3, files=3, at=(20, 40), lost=3))
    assert start.then("6 6").over
    assert len(start.then("6 6").events_of(Checked)) == 1


# ---------------------------------------------------------------- the check


@pytest.mark.parametrize(
    ("kind", "left", "lost", "dice", "passes"),
    [
        ("light_infantry", 8, 4, "3 4", True),
        ("light_infantry", 8, 4, "3 3", False),
        ("light_infantry", 4, 5, "4 5", True),
        ("light_infantry", 4, 5, "4 4", False),
        ("medium_cavalry", 5, 2, "3 3", True),
        ("medium_cavalry", 5, 2, "2 3", False),
    ],
)
def test_two_dice_and_hit_dice_and_rate_of_loss_must_reach_ten(kind, left, lost, dice, passes) -> None:
    """BW-B5-02, BW-B5-03: rate of loss is figures left by figures lost, rounded down, 0 if more were lost than stay."""
    start = judging(blue(kind, left, fallen=lost, at=(36, 40), lost=lost))
    played = start.then(dice)
    (checked,) = played.events_of(Checked)
    assert checked.passed is passes
    assert checked.need == NEED == LAW.sheet("BW-T-morale").row("target")["value"]
    assert is_routed(played.unit(kind)) is not passes


def test_the_tally_of_a_check_names_its_terms() -> None:
    """BW-B5-02, BW-B5-03: the number is explained by its rules."""
    horse = blue("medium_cavalry", 7, at=(1, 1))
    tally = morale_tally(field(horse), horse, 3, dice=8)
    assert [(term.value, term.rule) for term in tally.terms] == [(8, "BW-B5-02"), (2, "BW-B5-02"), (2, "BW-B5-03")]
    assert tally.total == 12


def test_light_losses_make_a_check_that_cannot_fail() -> None:
    """BW-B5-03: 20 left of 22: rate of loss 10. No dice are thrown for it."""
    start = judging(blue("light_infantry", 20, fallen=2, files=11, at=(36, 40), lost=2))
    (checked,) = start.events_of(Checked)
    assert checked.passed
    assert checked.tally.verdict == "automatic"
    assert start.over


def test_the_core_game_knows_no_morale() -> None:
    """BW-C3-12: the core rules alone are scale, movement and combat."""
    start = judging(blue("light_infantry", 2, fallen=6, at=(36, 40), lost=6), game="core")
    assert start.then(Chosen(("both",))).over
    assert not start.events_of(Checked)


# ---------------------------------------------------------------- recovery


def test_a_routed_unit_that_lost_nobody_may_recover_on_nine() -> None:
    """BW-B5-08, BW-B5-09: at a rate of loss of 0 a 1 HD unit needs 9 on 2d6; then the marker comes off."""
    start = judging(blue("pikemen", 6, at=(36, 40), marks=("routed",)))
    assert start.roll.purpose.endswith("9 or more on 2d6")
    recovered = start.then("4 5")
    assert not is_routed(recovered.unit("pikemen"))
    assert place(recovered.unit("pikemen")) == (36, 40, 0)
    assert recovered.events_of(Marked)[0].on is False
    assert is_routed(start.then("4 4").unit("pikemen"))


def test_no_recovery_for_those_that_lost_figures_or_routed_only_now() -> None:
    """BW-B5-08: not since the owner's last morale phase, and routed before the player-turn began."""
    assert judging(blue("pikemen", 6, at=(36, 40), marks=("routed",), lost_since=True)).over
    assert judging(blue("pikemen", 6, at=(36, 40), marks=("routed",), routed_since=1)).over
    assert judging(red("pikemen", 6, at=(36, 10), marks=("routed",))).over, "in the owner's morale phase"


def test_a_fleeing_unit_that_loses_figures_does_not_check_again() -> None:
    """BW-B5-10."""
    start = judging(blue("pikemen", 6, fallen=2, at=(36, 40), marks=("routed",), lost=2, lost_since=True))
    assert not start.events_of(Checked)


def test_a_cornered_unit_that_fails_another_check_is_destroyed() -> None:
    """BW-B5-14: by losses."""
    cornered = blue("pikemen", 6, fallen=3, files=3, at=(36, 40), marks=("routed", "cornered"), lost=3, lost_since=True)
    start = judging(cornered)
    destroyed = start.then("3 3")
    assert not destroyed.unit("pikemen").on_table
    assert destroyed.events_of(Removed)[0].rules == ("BW-B5-14",)
    stands = start.then("6 6")
    assert stands.unit("pikemen").figures == 6
    assert is_routed(stands.unit("pikemen"))


def test_a_cornered_unit_may_decline_the_attempt_to_recover() -> None:
    """BW-B5-14: a failed attempt would destroy it."""
    start = judging(blue("pikemen", 6, at=(36, 40), marks=("routed", "cornered")))
    assert start.decision.default == Chosen(("decline",))
    assert start.then(Chosen(("decline",))).over
    tried = start.then(Chosen(("try",)))
    assert not tried.then("2 2").unit("pikemen").on_table
    assert tried.then("6 6").unit("pikemen").marks == ()
    assert start.refusal(Chosen(("run",)))


# ---------------------------------------------------------------- the fallen


def test_the_fallen_lie_until_the_morale_phase_is_over() -> None:
    """BW-B4-07: until then they take up room; then they are removed."""
    start = judging(blue("pikemen", 9, fallen=3, files=4, at=(36, 40), lost=3))
    assert len(start.unit("pikemen").places) == 12
    cleared = start.then("6 6")
    assert len(cleared.unit("pikemen").places) == 9
    assert cleared.unit("pikemen").fallen == 0


def test_losses_come_off_the_back_rank() -> None:
    """BW-B4-06, BW-B4-05: the front keeps its width, only the last rank is short."""
    cleared = judging(blue("pikemen", 9, fallen=3, files=4, at=(36, 40), lost=3)).then("6 6")
    ranks = [figure.rank for figure in cleared.unit("pikemen").places]
    assert [ranks.count(rank) for rank in range(3)] == [4, 4, 1]
    assert place(cleared.unit("pikemen")) == (36, 40, 0)


@pytest.mark.parametrize(("end", "x"), [("left", 36.75), ("right", 35.25), ("both", 36)])
def test_from_the_only_rank_the_owner_chooses_the_end(end: str, x: float) -> None:
    """BW-B4-06: two of six fall; those who stay keep their places."""
    start = judging(blue("pikemen", 4, fallen=2, at=(36, 40)))
    cleared = start.then(Chosen((end,)))
    assert place(cleared.unit("pikemen")) == (x, 40, 0)
    assert formation(cleared.unit("pikemen")).files == 4


def test_files_come_off_wings_first() -> None:
    """BW-B4-06: from the ends of a wrapped line."""
    wing = Wing(2, 90_000)
    start = judging(blue("pikemen", 5, fallen=3, files=8, at=(36, 40), left=wing, right=wing))
    cleared = start.then(Chosen(("left",))).unit("pikemen")
    body = formation(cleared)
    assert body.left is None
    assert body.right == wing
    assert place(cleared)[0] == 36.375


@pytest.mark.parametrize("lost", [1, 3])
@pytest.mark.parametrize("view", LAYOUTS)
def test_an_odd_one_comes_off_the_longer_wing(view: Askew, lost: int) -> None:
    """BW-B4-06: evenly, as nearly as can be."""
    wings = {view.hand("left"): Wing(2, 90_000), view.hand("right"): Wing(3, 90_000)}
    line = blue("pikemen", 9 - lost, fallen=lost, files=9, at=view.at(0, -8), facing=view.facing(0), **wings)
    start = judging(line)
    assert [option.key for option in start.decision.options] == ["both", "left", "right"]
    assert start.decision.default == Chosen(("both",))
    body = formation(start.then(Chosen(("both",))).unit("pikemen"))
    assert getattr(body, view.hand("left")) == Wing(2 - lost // 2, 90_000)
    assert getattr(body, view.hand("right")) == Wing(2 - lost // 2, 90_000)


@pytest.mark.parametrize("view", LAYOUTS)
def test_of_two_wings_alike_the_owner_names_the_one_that_loses_the_odd_one(view: Askew) -> None:
    """BW-B4-06: the program prefers neither hand."""
    wings = {"left": Wing(2, 90_000), "right": Wing(2, 90_000)}
    for lost, ways in ((1, {"left", "right"}), (3, {"more_left", "more_right", "left", "right"})):
        line = blue("pikemen", 9 - lost, fallen=lost, files=9, at=view.at(0, -8), facing=view.facing(0), **wings)
        start = judging(line)
        assert {option.key for option in start.decision.options} == ways
        assert start.decision.default is None
        assert "BW-B4-06" in start.decision.rules
        way = view.hand("left") if lost == 1 else f"more_{view.hand('left')}"
        cleared = start.then(Chosen((way,))).unit("pikemen")
        kept = {hand: getattr(formation(cleared), view.hand(hand)) for hand in ("left", "right")}
        assert kept == {
            "left": Wing(1, 90_000) if lost == 1 else None,
            "right": Wing(2, 90_000) if lost == 1 else Wing(1, 90_000),
        }
        assert view.back(cleared) == (0, -8, 0)


@pytest.mark.parametrize("view", LAYOUTS)
def test_an_only_wing_is_the_longer_one(view: Askew) -> None:
    """BW-B4-06: two off the wing, one off the other end; those who stay keep their places."""
    wing = {view.hand("left"): Wing(3, 90_000)}
    line = blue("pikemen", 6, fallen=3, files=9, at=view.at(0, -8), facing=view.facing(0), **wing)
    cleared = judging(line).then(Chosen(("both",))).unit("pikemen")
    assert getattr(formation(cleared), view.hand("left")) == Wing(1, 90_000)
    assert getattr(formation(cleared), view.hand("right")) is None
    assert view.back(cleared) == (pytest.approx(-0.375, abs=0.01), -8, 0)


@pytest.mark.parametrize("view", LAYOUTS)
@pytest.mark.parametrize(("wings", "lost", "left"), [(2, 3, 2), (1, 2, 1)])
def test_with_nothing_left_between_the_wings_the_rest_stand_in_line(
    view: Askew, wings: int, lost: int, left: int
) -> None:
    """BW-B4-06: a wing and the file between the wings are gone."""
    both = {"left": Wing(wings, 90_000), "right": Wing(wings, 90_000)}
    line = blue("pikemen", left, fallen=lost, at=view.at(0, -8), facing=view.facing(0), **both)
    cleared = judging(line).then(Chosen((view.hand("left"),))).unit("pikemen")
    body = formation(cleared)
    assert (body.files, body.left, body.right) == (left, None, None)
    assert view.back(cleared) == (0, -8, 0)


@pytest.mark.parametrize("view", LAYOUTS)
@pytest.mark.parametrize(("lost", "kept"), [(1, (4, 1)), (2, (3, 0)), (3, (2, 0))])
def test_the_outermost_of_a_wing_hooked_round_the_rear_come_off_first(
    view: Askew, lost: int, kept: tuple[int, int]
) -> None:
    """BW-B4-06"""
    hooked = {view.hand("left"): Wing(5, 90_000, hook=2, reach=2250)}
    line = blue("pikemen", 9 - lost, fallen=lost, at=view.at(0, -8), facing=view.facing(0), **hooked)
    start = judging(line)
    come = "1 fallen comes" if lost == 1 else f"{lost} fallen come"
    assert start.decision.prompt == f"Pikemen: {come} off the only rank left. From which end?"
    cleared = start.then(Chosen((view.hand("left"),)))
    wing = getattr(formation(cleared.unit("pikemen")), view.hand("left"))
    assert (wing.files, wing.hook) == kept
    (told,) = cleared.events_of(Formed)
    assert (told.body, told.rules) == (cleared.unit("pikemen").body, ("BW-B4-05",))


def test_who_keeps_his_front_is_not_told_to_close_up() -> None:
    """BW-B4-05"""
    assert not judging(blue("pikemen", 5, fallen=2, files=4, at=(36, 40))).events_of(Formed)
    assert not judging(blue("pikemen", 4, fallen=2, files=4, at=(36, 40))).events_of(Formed)


def test_an_even_number_comes_off_two_wings_alike() -> None:
    """BW-B4-06"""
    wing = Wing(2, 90_000)
    start = judging(blue("pikemen", 7, fallen=2, files=9, at=(36, 40), facing=17, left=wing, right=wing))
    assert start.decision.default == Chosen(("both",))
    body = formation(start.then(Chosen(("both",))).unit("pikemen"))
    assert (body.left, body.right) == (Wing(1, 90_000), Wing(1, 90_000))


def test_an_odd_one_less_closes_up_to_the_middle() -> None:
    """BW-B4-06: neither end loses more than the other."""
    start = judging(blue("pikemen", 3, fallen=3, at=(36, 40), facing=213))
    cleared = start.then(Chosen(("both",))).unit("pikemen")
    assert place(cleared) == (36, 40, 213)
    assert formation(cleared).files == 3


def test_a_hedgehog_too_small_breaks_up_facing_as_its_owner_likes() -> None:
    """BW-B4-21: to one rank."""
    start = judging(blue("pikemen", 2, fallen=2, files=2, at=(36, 40), hedgehog=True))
    faced = start.then(Chosen(("rear",)))
    assert place(faced.unit("pikemen")) == (36, 40.75, 180)
    assert not formation(faced.unit("pikemen")).hedgehog
    assert faced.events_of(Formed)[-1].rules == ("BW-B4-21",)
    whole = judging(blue("pikemen", 3, fallen=1, files=2, at=(36, 40), hedgehog=True))
    assert formation(whole.unit("pikemen")).hedgehog


@pytest.mark.parametrize("view", LAYOUTS)
def test_only_facings_with_room_are_offered_to_who_leaves_hedgehog(view: Askew) -> None:
    """BW-B4-21: the odd one of three horses is pushed out as they turn; the way they were drawn up is always free."""
    ring = blue("light_cavalry", 3, files=3, at=view.at(0, 0), facing=view.facing(0), hedgehog=True)
    beside = blue("pikemen", 2, files=1, at=view.at(1.9, -0.5), facing=view.facing(0))
    shut_in = play(field(ring, beside), LeaveHedgehog("light_cavalry"))
    sides = {option.key for option in shut_in.decision.options}
    free = {option.key for option in play(field(ring), LeaveHedgehog("light_cavalry")).decision.options}
    assert free == {"front", "left", "right", "rear"}
    assert sides == {"front", "rear", view.hand("right")}
    assert shut_in.decision.default == Chosen(("front",))
    assert (shut_in.decision.seat, shut_in.decision.rules) == ("blue", ("BW-B4-21",))
    assert {option.key: option.label for option in shut_in.decision.options}["rear"] == "Face rear"
    turned = shut_in.then(Chosen(("rear",)))
    unit = turned.unit("light_cavalry")
    (told,) = turned.events_of(Formed)
    assert (told.unit, told.pose, told.body, told.rules) == (unit.id, unit.pose, unit.body, ("BW-B4-21",))
    assert view.back(unit) == (0, -2, 180)


def test_a_unit_that_stands_no_longer_in_hedgehog_is_not_asked() -> None:
    """BW-B4-21"""
    assert play(field(blue("pikemen", 2, at=(36, 40))), LeaveHedgehog("pikemen")).over
    gone = replace(blue("pikemen", 2, at=(36, 40), hedgehog=True), place=OffTable("destroyed"))
    assert play(field(gone), LeaveHedgehog("pikemen")).over


def test_a_check_that_cannot_fail_needs_no_dice() -> None:
    """BW-B5-02, BW-B5-03: seven left over one lost need 2 or more, six left need 3."""
    sure = judging(blue("pikemen", 7, fallen=1, files=4, at=(36, 40), lost=1))
    (checked,) = sure.events_of(Checked)
    assert (checked.passed, checked.tally.verdict) == (True, "automatic")
    assert [term.label for term in checked.tally.terms] == ["hit dice", "rate of loss: 7 left, 1 lost"]
    doubtful = judging(blue("pikemen", 6, fallen=1, files=4, at=(36, 40), lost=1))
    assert [(pool.count, pool.sides) for pool in doubtful.roll.pools] == [(2, 6)]
    assert "3 or more on 2d6" in doubtful.roll.purpose
    tally = morale_tally(sure.battle, sure.unit("pikemen"), 0)
    assert [term.label for term in tally.terms] == ["hit dice", "rate of loss"]


def test_whoever_lost_nobody_has_nothing_taken_off() -> None:
    """BW-B4-06, BW-B4-07"""
    assert not judging(blue("pikemen", 6, files=4, at=(36, 40), facing=17)).events


def test_nobody_is_left_to_check() -> None:
    """BW-B5-01"""
    fallen = blue("pikemen", 0, fallen=6, files=3, at=(36, 40))
    assert not play(field(fallen), Check("pikemen", "losses", 6)).events_of(Checked)
