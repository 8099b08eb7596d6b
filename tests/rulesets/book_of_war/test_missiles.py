"""Shooting: positions, orders, dice. Archers have shortbows (2 dice, 15 inches), crossbowmen 1 die and 18 inches."""

from __future__ import annotations

from random import Random

import pytest

from schiltron.battle.state.decision import FINISH, Aimed, Planned
from schiltron.battle.state.event import Declared, Ruled, Struck
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Reply
from schiltron.rulesets.book_of_war.attacks.choices import Volley
from schiltron.rulesets.book_of_war.attacks.missiles import aim, may_shoot, targets
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.attacks.sighting import line_of_sight, marksman
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.field import can_act
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.state import CORNERED, ROUTED, Battle, Unit
from schiltron.rulesets.book_of_war.troops import MEN
from schiltron.table.body import Wing
from schiltron.table.lengths import degrees, inches
from tests.rulesets.book_of_war.positions import (
    EAST,
    LAYOUTS,
    NORTH,
    SOUTH,
    Askew,
    Played,
    blue,
    choose,
    field,
    piece,
    plan,
    play,
    red,
    rules,
    shoot,
    stream,
)

SHOOTING = AttackPhase("blue")


def volley(position: Battle, shooter: str = "archers", target: str = "foe", **limits: int) -> Volley:
    """The shot, which must be a good one."""
    judged = aim(position, position.units[shooter], Aimed(target, **limits))
    assert isinstance(judged, Volley), judged
    return judged


def against(position: Battle, shooter: str = "archers", target: str = "foe", **limits: int) -> set[str]:
    """The rules that forbid the shot."""
    judged = aim(position, position.units[shooter], Aimed(target, **limits))
    assert not isinstance(judged, Volley), judged
    return rules(judged)


def dice_and_need(shot: Volley) -> tuple[int, int]:
    return shot.dice.total, shot.portions[0].blow.need.total


# ---------------------------------------------------------------- one target, one way of attack


def test_a_unit_shoots_with_all_its_missiles_at_one_target_and_the_hits_fell_figures() -> None:
    """BW-B2-23, BW-B2-25, BW-B2-29, BW-C3-02, BW-C3-04: six bows at rest, two dice each, leather is hit on 4."""
    position = field(
        blue("archers", 6, at=(24, 30)),
        red("light_infantry", 12, files=6, id="foe", at=(24, 25)),
        declare="measure_first",
    )
    played = play(position, SHOOTING, shoot("archers", at="foe"))
    assert played.dice == [(12, 4)]
    played = played.then("4 5 6 4 3 3 2 2 1 1 1 1")
    assert played.over
    assert (played.unit("foe").figures, played.unit("foe").fallen) == (8, 4)
    assert played.events_of(Declared)[0].target == "foe"
    assert played.events_of(Struck)[0].hits == 4


def test_a_unit_cannot_be_told_to_shoot_twice() -> None:
    """BW-B2-23, BW-B1-06."""
    foes = red("light_infantry", 6, id="foe", at=(20, 25)), red("light_infantry", 6, id="other", at=(28, 25))
    together = field(blue("archers", 6, at=(24, 30)), *foes)
    played = play(together, SHOOTING)
    refused = played.refusal(plan(shoot("archers", at="foe"), shoot("archers", at="other")))
    assert rules(refused) == {"BW-B2-23"}
    one_by_one = field(
        blue("archers", 6, at=(20, 30)),
        blue("archers", 6, id="more", at=(28, 30)),
        *foes,
        declare="measure_first",
    )
    played = play(one_by_one, SHOOTING, shoot("archers", at="foe"))
    assert played.decision.actors == ("more",)
    assert rules(played.refusal(shoot("archers", at="other"))) >= {"BW-B2-23"}


def test_a_unit_that_has_shot_shoots_no_more_this_turn() -> None:
    """BW-B2-23."""
    position = field(blue("archers", 6, at=(24, 30), shot=True), red("light_infantry", 6, id="foe", at=(24, 25)))
    assert against(position) == {"BW-B2-23"}
    assert play(position, SHOOTING).over


def test_units_without_missiles_are_not_asked_to_shoot() -> None:
    """BW-B2-23."""
    position = field(blue("light_infantry", 6, at=(24, 30)), red("light_infantry", 6, id="foe", at=(24, 25)))
    assert play(position, SHOOTING).over
    assert rules(may_shoot(position, position.units["light_infantry"])) == {"BW-B2-23"}


def test_only_the_active_side_shoots() -> None:
    """BW-B1-06."""
    position = field(blue("archers", 6, at=(24, 30)), red("archers", 6, id="foe", at=(24, 25)))
    assert play(position, SHOOTING).decision.actors == ("archers",)
    assert play(position, AttackPhase("red")).decision.actors == ("foe",)


def test_friends_are_no_targets() -> None:
    """BW-B1-06: only enemy units are attacked."""
    position = field(
        blue("archers", 6, at=(24, 30)),
        blue("light_infantry", 6, id="friend", at=(24, 24)),
        red("light_infantry", 6, id="foe", at=(24, 20)),
    )
    assert rules(play(position, SHOOTING).refusal(plan(shoot("archers", at="friend")))) == {"BW-B1-06"}


def test_the_core_game_has_no_missiles() -> None:
    """BW-C3-12."""
    position = field(blue("archers", 6, at=(24, 30)), red("light_infantry", 6, id="foe", at=(24, 25)), game="core")
    assert play(position, SHOOTING).over
    assert against(position) == {"BW-C3-12"}


# ---------------------------------------------------------------- arc of fire


@pytest.mark.parametrize(("x", "inside"), [(24, True), (30, True), (30.2, False), (18, True), (17.8, False)])
def test_the_target_figure_must_lie_within_45_degrees_of_the_front_corners(x: float, inside: bool) -> None:
    """BW-B2-24: the front ends at 23.25 and 24.75, and the target's middle is 5.375 inches ahead."""
    position = field(
        blue("archers", 2, at=(24, 30)),
        red("light_infantry", 1, id="foe", at=(x, 25)),
        declare="measure_first",
    )
    if inside:
        volley(position)
    else:
        assert against(position) == {"BW-B2-24"}


def test_nobody_shoots_backwards() -> None:
    """BW-B2-24."""
    position = field(blue("archers", 4, at=(24, 30), facing=SOUTH), red("light_infantry", 4, id="foe", at=(24, 25)))
    assert against(position) == {"BW-B2-24"}


@pytest.mark.parametrize(
    ("spot", "inside"),
    [
        ((24, 24), True),
        ((14, 32), True),
        ((14, 36), True),
        ((24, 42), True),
        ((28, 25), True),
        ((34, 32), False),
        ((34, 38), False),
    ],
)
def test_horse_archers_shoot_all_over_their_left_side(spot: tuple[float, float], inside: bool) -> None:
    """BW-B2-42: from straight ahead through the left to straight behind, and 45 degrees to the right."""
    position = field(
        blue("horse_archers", 4, at=(24, 30)),
        red("light_infantry", 1, id="foe", at=spot),
        declare="measure_first",
    )
    if inside:
        volley(position, "horse_archers")
    else:
        assert against(position, "horse_archers") == {"BW-B2-42"}


# ---------------------------------------------------------------- dice


def test_rate_of_fire_and_range_of_every_weapon() -> None:
    """BW-B2-28, BW-B2-45."""
    listed = {str(row["weapon"]): row for row in LAW.sheet("BW-T-missiles").records()}
    assert {name: (row["rate_of_fire"], row["range_in"]) for name, row in listed.items()} == {
        "sling": (1, 12),
        "shortbow": (2, 15),
        "composite_bow": (2, 18),
        "longbow": (2, 21),
        "light_crossbow": (1, 18),
        "heavy_crossbow": (1, 24),
    }
    carried = {
        kind: (troop.missile.rate, troop.missile.reach) for kind, troop in MEN.items() if troop.missile is not None
    }
    assert carried == {
        "archers": (2, inches(15)),
        "longbowmen": (2, inches(21)),
        "crossbowmen": (1, inches(18)),
        "heavy_crossbows": (1, inches(24)),
        "horse_archers": (2, inches(18)),
    }


def test_crossbows_at_rest_roll_one_die_each() -> None:
    """BW-B2-25, BW-B2-28."""
    position = field(blue("crossbowmen", 5, at=(24, 30)), red("medium_infantry", 5, id="foe", at=(24, 25)))
    assert dice_and_need(volley(position, "crossbowmen")) == (5, 5)


def test_half_the_dice_after_half_a_move_rounded_down() -> None:
    """BW-B2-26: five crossbows have two dice left. What counts is allowance spent, as for a change of face."""
    position = field(
        blue("crossbowmen", 5, at=(24, 30), spent=inches(6), moved=True),
        red("light_infantry", 5, id="foe", at=(24, 25)),
    )
    assert volley(position, "crossbowmen").dice.total == 2
    assert volley(position, "crossbowmen").dice.rules == ("BW-B2-25", "BW-B2-26")


def test_a_lone_crossbow_that_moved_has_no_shot() -> None:
    """BW-B2-26."""
    position = field(
        blue("crossbowmen", 1, at=(24, 30), spent=inches(1)), red("light_infantry", 5, id="foe", at=(24, 25))
    )
    assert against(position, "crossbowmen") == {"BW-B2-26"}
    assert play(position, SHOOTING).over
    more = field(blue("crossbowmen", 4, at=(24, 30), spent=inches(1)), red("light_infantry", 5, id="foe", at=(24, 25)))
    assert against(more, "crossbowmen", first_file=3) == {"BW-B2-26"}, "the others are left out"


def test_no_shot_after_more_than_half_a_move() -> None:
    """BW-B2-27: archers move 12."""
    foe = red("light_infantry", 5, id="foe", at=(24, 25))
    assert dice_and_need(volley(field(blue("archers", 5, at=(24, 30), spent=inches(6)), foe)))[0] == 5
    position = field(blue("archers", 5, at=(24, 30), spent=inches(6.1)), foe)
    assert against(position) == {"BW-B2-27"}
    assert play(position, SHOOTING).over


def test_horse_archers_in_a_split_move_shoot_with_half_dice() -> None:
    """BW-B2-43, BW-B2-45."""
    position = field(
        blue("horse_archers", 4, at=(24, 30), spent=inches(12), moved=True, split=True),
        red("light_infantry", 5, id="foe", at=(24, 25)),
    )
    assert dice_and_need(volley(position, "horse_archers")) == (4, 4)


def test_who_has_shot_is_known_for_the_second_half_of_a_split_move() -> None:
    """BW-B2-43: the unit must actually shoot."""
    position = field(
        blue("horse_archers", 4, at=(24, 30), spent=inches(12), split=True),
        red("light_infantry", 5, id="foe", at=(24, 25)),
    )
    assert play(position, SHOOTING, plan(shoot("horse_archers", at="foe"))).unit("horse_archers").own.turn.shot
    assert not play(position, SHOOTING, plan()).unit("horse_archers").own.turn.shot


# ---------------------------------------------------------------- range


@pytest.mark.parametrize(("front", "legal"), [(15, True), (14.9, False)])
def test_no_missile_goes_beyond_its_range(front: float, legal: bool) -> None:
    """BW-B2-30: from a front at 30 to one at 15 inches."""
    position = field(
        blue("archers", 1, at=(24, 30)),
        red("light_infantry", 3, id="foe", at=(24, front)),
        declare="measure_first",
    )
    if legal:
        assert volley(position).distance == inches(15)
    else:
        assert against(position) == {"BW-B2-30", "BW-B2-33"}
        assert play(position, SHOOTING).over


@pytest.mark.parametrize(("gap", "need"), [(7, 4), (7.5, 4), (7.6, 5), (15, 5)])
def test_beyond_half_range_it_is_one_harder(gap: float, need: int) -> None:
    """BW-B2-31: a shortbow carries 15 inches; 7.5 still counts as near."""
    position = field(blue("archers", 1, at=(24, 30)), red("light_infantry", 1, id="foe", at=(24, 30 - gap)))
    assert dice_and_need(volley(position)) == (2, need)


def test_range_is_measured_from_the_farthest_shooter_to_the_nearest_target() -> None:
    """BW-B2-33: three ranks deep the rear one stands 1.5 inches farther off."""
    deep = field(blue("archers", 3, files=1, at=(24, 30)), red("light_infantry", 4, files=1, id="foe", at=(24, 23)))
    assert volley(deep).distance == inches(8.5)
    assert dice_and_need(volley(deep)) == (6, 5)
    assert volley(deep, ranks=1).distance == inches(7)
    assert dice_and_need(volley(deep, ranks=1)) == (2, 4)
    wide = field(blue("archers", 9, at=(24, 30)), red("light_infantry", 1, id="foe", at=(24, 26)))
    assert volley(wide).distance == round(1000 * (4**2 + 2.25**2) ** 0.5)


def test_ranks_and_files_may_be_left_out() -> None:
    """BW-B2-33: ranks count from the front, files from the left, beginning with 0."""
    position = field(blue("archers", 18, files=6, at=(24, 30)), red("light_infantry", 6, id="foe", at=(24, 25)))
    assert volley(position).dice.total == 36
    assert volley(position, ranks=2).dice.total == 24
    assert volley(position, first_file=1, last_file=4).dice.total == 24
    assert volley(position, ranks=1, first_file=5).dice.total == 2
    assert against(position, ranks=0) == {"BW-B2-33"}
    assert against(position, first_file=3, last_file=2) == {"BW-B2-33"}
    assert against(position, first_file=9) == {"BW-B2-33"}


def test_who_measures_first_leaves_out_those_out_of_range_unasked() -> None:
    """BW-B2-33, BW-B1-08: the third rank stands 15.25 inches off."""
    units = blue("archers", 18, files=6, at=(24, 30)), red("light_infantry", 6, id="foe", at=(24, 16.25))
    measured = volley(field(*units, declare="measure_first"))
    assert measured.shot.ranks == 2
    assert measured.dice.total == 24
    assert inches(14.5) <= measured.distance <= inches(15)
    assert against(field(*units, declare="by_phase")) == {"BW-B2-30", "BW-B2-33"}


def test_files_out_of_range_are_left_out_where_that_keeps_more_shooting() -> None:
    """BW-B2-33: a long thin line before a target off its right end."""
    position = field(
        blue("archers", 20, at=(24, 30)),
        red("light_infantry", 1, id="foe", at=(33, 22)),
        declare="measure_first",
    )
    shot = volley(position)
    assert (shot.shot.ranks, shot.shot.last_file) == (1, 19)
    assert shot.shot.first_file is not None
    assert 0 < shot.shot.first_file < 10
    assert shot.dice.total == 2 * (20 - shot.shot.first_file)
    assert shot.distance <= inches(15)


def test_a_declared_shot_out_of_range_is_wasted() -> None:
    """BW-B1-08, BW-B2-30: nothing is rolled, and the unit has used its attack."""
    position = field(
        blue("archers", 12, files=6, at=(24, 30)), red("light_infantry", 6, id="foe", at=(24, 15.3)), declare="by_phase"
    )
    played = play(position, SHOOTING, plan(shoot("archers", at="foe")))
    assert played.over
    assert not played.events_of(Struck)
    (wasted,) = played.events_of(Ruled)
    assert "BW-B2-30" in wasted.rules
    assert "BW-B1-08" in wasted.rules
    assert played.unit("archers").own.turn.shot
    assert play(position, SHOOTING, plan(shoot("archers", at="foe", ranks=1))).dice == [(12, 5)]


def test_measuring_first_makes_the_same_shot_illegal() -> None:
    """BW-B1-08: a shooter with one enemy in range asks for another that is not."""
    position = field(
        blue("archers", 4, at=(24, 30)),
        red("light_infantry", 6, id="foe", at=(24, 14)),
        red("light_infantry", 6, id="near", at=(24, 22)),
        declare="measure_first",
    )
    assert "BW-B2-30" in rules(play(position, SHOOTING).refusal(shoot("archers", at="foe")))


# ---------------------------------------------------------------- ranks


def test_only_the_first_three_ranks_shoot() -> None:
    """BW-B2-32."""
    position = field(blue("archers", 20, files=4, at=(24, 30)), red("light_infantry", 4, id="foe", at=(24, 25)))
    assert volley(position).dice.total == 3 * 4 * 2
    assert volley(position, ranks=5).dice.total == 3 * 4 * 2


def test_ranks_count_from_the_side_that_shoots() -> None:
    """BW-B2-32, BW-B2-42: five files of horse archers, three ranks, an enemy on their left: three files shoot."""
    position = field(
        blue("horse_archers", 15, files=5, at=(30, 30)),
        red("light_infantry", 4, id="foe", at=(20, 33), facing=EAST),
    )
    assert volley(position, "horse_archers").dice.total == 3 * 3 * 2
    assert volley(position, "horse_archers").distance < inches(10), "the three files on the left"
    behind = field(
        blue("horse_archers", 10, files=2, at=(30, 20)),
        red("light_infantry", 4, id="foe", at=(30, 34), facing=NORTH),
    )
    assert volley(behind, "horse_archers").dice.total == 3 * 2 * 2


def test_wings_do_not_shoot_along() -> None:
    """BW-B2-24: bent back, they look another way."""
    bent = Wing(files=2, turn=degrees(-45))
    position = field(blue("archers", 6, right=bent, at=(24, 30)), red("light_infantry", 4, id="foe", at=(24, 25)))
    assert volley(position).dice.total == 4 * 2


def test_shooters_on_higher_ground_ignore_the_limit_of_three_ranks() -> None:
    """BW-B2-35: on a hill above the target; not when the target stands as high."""
    hill = piece("hill", 18, 28, 32, 44, steps=1)
    archers = blue("archers", 20, files=4, at=(24, 30))
    below = red("light_infantry", 4, id="foe", at=(24, 25))
    assert volley(field(archers, below, features=[hill])).dice.total == 20 * 2
    level = piece("hill", 18, 16, 32, 44, steps=1)
    assert volley(field(archers, below, features=[level])).dice.total == 3 * 4 * 2


# ---------------------------------------------------------------- indirect fire


@pytest.mark.parametrize("screen", [blue, red])
def test_any_unit_in_between_makes_the_fire_indirect(screen: object) -> None:
    """BW-B2-34, BW-B2-37: friend or enemy; it does not stop the shot."""
    between = (blue if screen is blue else red)("light_infantry", 4, id="screen", at=(24, 26))
    position = field(
        blue("archers", 4, at=(24, 30)), between, red("light_infantry", 4, id="foe", at=(24, 20)), declare="by_phase"
    )
    shot = volley(position, ranks=1, first_file=1, last_file=2)
    assert shot.portions[0].blow.need.total == 4 + 1 + 1, "beyond half range as well: penalties add up"
    aside = field(
        blue("archers", 4, at=(24, 30)),
        (blue if screen is blue else red)("light_infantry", 4, id="screen", at=(29, 26)),
        red("light_infantry", 4, id="foe", at=(24, 23)),
    )
    assert volley(aside).portions[0].blow.need.total == 4


def test_indirect_fire_at_short_range_is_at_minus_one() -> None:
    """BW-B2-34."""
    position = field(
        blue("archers", 2, at=(24, 30)),
        red("light_infantry", 4, id="screen", at=(24, 28)),
        red("light_infantry", 4, id="foe", at=(24, 23)),
    )
    assert dice_and_need(volley(position)) == (4, 5)


def test_shooters_above_everyone_in_between_shoot_directly() -> None:
    """BW-B2-35: the screen on the plain is looked over, one on the same step is not."""
    archers = blue("archers", 2, at=(24, 32))
    foe = red("light_infantry", 2, id="foe", at=(24, 25))
    screen = red("light_infantry", 2, id="screen", at=(24, 29.5))
    behind_the_hill = piece("hill", 16, 30.5, 32, 44, steps=1)
    assert volley(field(archers, foe, screen, features=[behind_the_hill])).portions[0].blow.need.total == 4
    under_both = piece("hill", 16, 28, 32, 44, steps=1)
    assert volley(field(archers, foe, screen, features=[under_both])).portions[0].blow.need.total == 5


# ---------------------------------------------------------------- line of sight


def test_high_terrain_in_between_prevents_the_shot() -> None:
    """BW-B2-36: woods, hills and gulleys do; rough, marsh, streams and ponds do not."""
    units = blue("archers", 4, at=(24, 34)), red("light_infantry", 4, id="foe", at=(24, 24))
    for kind in ("woods", "hill", "gulley"):
        assert against(field(*units, features=[piece(kind, 20, 26, 28, 32)])) == {"BW-B2-36"}, kind
    for kind in ("rough", "marsh", "pond"):
        assert volley(field(*units, features=[piece(kind, 20, 26, 28, 32)])), kind
    assert volley(field(*units, features=[stream((0, 29), (72, 29))]))
    assert volley(field(*units, features=[piece("woods", 30, 27, 38, 31)]))


def test_a_declared_shot_through_woods_is_wasted() -> None:
    """BW-B2-36, BW-B1-08."""
    units = blue("archers", 4, at=(24, 34)), red("light_infantry", 4, id="foe", at=(24, 24))
    position = field(*units, features=[piece("woods", 20, 27, 28, 31)], declare="by_phase")
    played = play(position, SHOOTING, plan(shoot("archers", at="foe")))
    assert "BW-B2-36" in played.events_of(Ruled)[0].rules


@pytest.mark.parametrize(("edge", "legal"), [(34, True), (33.1, True), (32.9, False)])
def test_troops_at_the_edge_of_a_wood_shoot_out_of_it(edge: float, legal: bool) -> None:
    """BW-B2-36: the line may cross one inch of the wood the shooter stands in. The front is at 34."""
    position = field(
        blue("archers", 4, at=(24, 34)),
        red("light_infantry", 4, id="foe", at=(24, 26)),
        features=[piece("woods", 18, edge, 30, 44)],
    )
    if legal:
        volley(position)
    else:
        assert against(position) == {"BW-B2-36"}


@pytest.mark.parametrize(("edge", "legal"), [(26, True), (26.9, True), (27.1, False)])
def test_troops_at_the_edge_of_a_wood_may_be_shot(edge: float, legal: bool) -> None:
    """BW-B2-36: the target's front is at 26, the wood reaches to its edge."""
    position = field(
        blue("archers", 4, at=(24, 34)),
        red("light_infantry", 4, id="foe", at=(24, 26)),
        features=[piece("woods", 18, 14, 30, edge)],
    )
    if legal:
        volley(position)
    else:
        assert against(position) == {"BW-B2-36"}


def test_by_agreement_nobody_in_woods_shoots_or_is_shot() -> None:
    """BW-B2-36: the switch."""
    units = blue("archers", 4, at=(24, 34)), red("light_infantry", 4, id="foe", at=(24, 26))
    for wood in (piece("woods", 18, 34, 30, 44), piece("woods", 18, 14, 30, 26)):
        assert volley(field(*units, features=[wood]))
        assert against(field(*units, features=[wood], wood_edge_fire="none")) == {"BW-B2-36"}


def test_the_hill_a_unit_stands_on_blocks_only_where_it_rises_above_both() -> None:
    """BW-B2-36: from its top one shoots down; across its top nobody does."""
    hill = piece("hill", 16, 20, 32, 34)
    on_top = field(blue("archers", 2, at=(24, 24)), red("light_infantry", 2, id="foe", at=(24, 16)), features=[hill])
    assert volley(on_top)
    from_below = field(
        blue("archers", 2, at=(24, 36)), red("light_infantry", 2, id="foe", at=(24, 31)), features=[hill]
    )
    assert volley(from_below), "up at a target on the upper step"
    over_the_top = field(
        blue("archers", 2, at=(24, 33)), red("light_infantry", 2, id="foe", at=(24, 19)), features=[hill]
    )
    assert against(over_the_top) == {"BW-B2-36"}


def test_nobody_shoots_out_of_a_gulley_or_into_it() -> None:
    """BW-B2-36: but within it they do."""
    gulley = piece("gulley", 18, 20, 30, 29, steps=1)
    outside, inside = red("light_infantry", 2, id="foe", at=(24, 17)), red("light_infantry", 2, id="foe", at=(24, 23))
    archers_in, archers_out = blue("archers", 2, at=(24, 27)), blue("archers", 2, at=(24, 31))
    assert against(field(archers_in, outside, features=[gulley])) == {"BW-B2-36"}
    assert against(field(archers_out, inside, features=[gulley])) == {"BW-B2-36"}
    assert volley(field(archers_in, inside, features=[gulley]))


# ---------------------------------------------------------------- dice divided among those near the target


def test_dice_are_divided_evenly_among_units_near_the_target_figure_each_by_its_own_armour() -> None:
    """BW-B2-38: friend and foe alike; the dice of six bows make three shares of four."""
    position = field(
        blue("archers", 6, at=(24, 30)),
        red("light_infantry", 2, id="foe", at=(24, 24)),
        red("heavy_infantry", 2, id="heavy", at=(27, 24)),
        blue("medium_infantry", 2, id="friend", at=(20.5, 24)),
    )
    shot = volley(position)
    assert [(one.target, one.blow.dice, one.blow.need.total) for one in shot.portions] == [
        ("foe", 4, 4),
        ("heavy", 4, 6),
        ("friend", 4, 5),
    ]
    played = play(position, SHOOTING, plan(shoot("archers", at="foe")), "6 6 1 1", "6 6 1 1", "6 1 1 1")
    assert played.unit("foe").figures == 0
    assert played.unit("friend").figures == 1
    assert played.unit("friend").own.lost == 1
    assert played.unit("heavy").figures == 0


@pytest.mark.parametrize(("gap", "shares"), [(3, 2), (3.1, 1)])
def test_near_means_within_three_inches_of_the_target_figure(gap: float, shares: int) -> None:
    """BW-B2-38: base to base, from the nearest figure of the target unit and not from its rear."""
    position = field(
        blue("archers", 6, at=(24, 30)),
        red("light_infantry", 6, files=1, id="foe", at=(24, 24)),
        red("light_infantry", 1, id="other", at=(24 + 0.75 + gap, 24)),
        red("light_infantry", 1, id="rear", at=(27, 19.5)),
    )
    assert len(volley(position).portions) == shares


def test_a_unit_near_the_target_by_its_fallen_only_takes_no_share() -> None:
    """BW-B2-38, BW-B4-07: two stand 3.5 inches off, two lie nearer."""
    archers, foe = blue("archers", 6, at=(24, 30)), red("light_infantry", 1, id="foe", at=(24, 24))
    column = red("light_infantry", 4, files=1, id="other", at=(24.375 + 5, 23.625), facing=EAST)
    assert len(volley(field(archers, foe, column)).portions) == 2
    thinned = red("light_infantry", 2, fallen=2, files=1, id="other", at=(24.375 + 5, 23.625), facing=EAST)
    assert len(volley(field(archers, foe, thinned)).portions) == 1
    nearer = red("light_infantry", 3, fallen=1, files=1, id="other", at=(24.375 + 5, 23.625), facing=EAST)
    assert len(volley(field(archers, foe, nearer)).portions) == 2, "the third of them stands 2.75 inches off"


def test_the_shooting_unit_takes_no_share_of_its_own_dice() -> None:
    """BW-B2-38: at two inches."""
    position = field(blue("archers", 6, at=(24, 30)), red("light_infantry", 6, id="foe", at=(24, 28)))
    assert [portion.target for portion in volley(position).portions] == ["foe"]


def test_dice_left_over_go_where_the_shooting_player_chooses() -> None:
    """BW-B2-39: seven crossbow dice among three units leave one."""
    position = field(
        blue("crossbowmen", 7, at=(24, 30)),
        red("light_infantry", 4, id="foe", at=(24, 24)),
        red("heavy_infantry", 1, id="heavy", at=(27, 24)),
        red("medium_infantry", 1, id="medium", at=(21, 24)),
        declare="measure_first",
    )
    played = play(position, SHOOTING, shoot("crossbowmen", at="foe"))
    assert played.decision.default == choose("foe")
    assert rules(played.refusal(choose("foe", "heavy"))) == {"BW-B2-38", "BW-B2-39"}
    assert rules(played.refusal(choose("crossbowmen"))) == {"BW-B2-38", "BW-B2-39"}
    assert thrown_at(played.then(choose("heavy"))) == {"foe": 2, "heavy": 3, "medium": 2}


def thrown_at(played: Played) -> dict[str, int]:
    """How many dice each unit gets, as they are thrown."""
    while not played.over:
        played = played.then(" ".join("1" * played.dice[0][0]))
    return {struck.target: struck.dice for struck in played.events_of(Struck)}


def crowded(*units: Unit, archers: int = 8) -> Played:
    """Crossbowmen shoot at a foe with others about it."""
    shooters = blue("crossbowmen", archers, at=(24, 30))
    position = field(shooters, red("light_infantry", 5, id="foe", at=(24, 24)), *units, declare="measure_first")
    return play(position, SHOOTING, shoot("crossbowmen", at="foe"))


@pytest.mark.parametrize("mirrored", [1, -1])
def test_two_dice_left_over_go_to_two_units(mirrored: int) -> None:
    """BW-B2-38, BW-B2-39: eight dice among three are three, three and two; nobody gets four."""
    heavy = red("heavy_infantry", 1, id="heavy", at=(24 + mirrored * 3, 24))
    medium = red("medium_infantry", 1, id="medium", at=(24 - mirrored * 3.5, 23), facing=213)
    for others in ((heavy, medium), (medium, heavy)):
        played = crowded(*others)
        assert (played.decision.least, played.decision.most) == (2, 2)
        assert played.decision.prompt.endswith("which 2 get one more?")
        assert played.decision.default == choose("foe", "heavy"), "the heavy infantry stand nearer"
        assert rules(played.refusal(choose("foe"))) == {"BW-B2-38", "BW-B2-39"}
        assert rules(played.refusal(choose("foe", "foe"))) == {"BW-B2-38", "BW-B2-39"}
        assert thrown_at(played.then(choose("heavy", "medium"))) == {"foe": 2, "heavy": 3, "medium": 3}
        assert thrown_at(played.then(choose("foe", "medium"))) == {"foe": 3, "heavy": 2, "medium": 3}


def test_fewer_dice_than_units_are_one_each() -> None:
    """BW-B2-38, BW-B2-39: two dice among three; enemies are listed before friends, however near those are."""
    friends = blue("light_infantry", 1, id="friends", at=(25.5, 26), facing=17)
    other = red("medium_infantry", 1, id="medium", at=(20.6, 23))
    played = crowded(friends, other, archers=2)
    assert [option.key for option in played.decision.options] == ["foe", "medium", "friends"]
    assert played.decision.prompt.endswith("by the 2 dice of Crossbowmen: which of them get one each?")
    assert rules(played.refusal(choose("foe", "foe"))) == {"BW-B2-38", "BW-B2-39"}
    assert thrown_at(played.then(played.decision.default)) == {"foe": 1, "medium": 1}
    assert thrown_at(played.then(choose("friends", "medium"))) == {"medium": 1, "friends": 1}


def test_a_single_die_is_not_called_left_over() -> None:
    """BW-B2-39: one crossbowman, two units close together."""
    played = crowded(red("medium_infantry", 1, id="medium", at=(27.2, 23)), archers=1)
    assert played.decision.prompt == (
        "Any of 2 units may be hit by the one die of Crossbowmen: which of them is it for?"
    )
    assert thrown_at(played.then(choose("medium"))) == {"medium": 1}


def test_left_over_dice_are_placed_before_any_die_falls() -> None:
    """BW-B2-39, BW-B1-06: two shots with a die to place each; the second is asked before the first is rolled."""
    position = field(
        blue("crossbowmen", 5, id="left", at=(20, 30)),
        blue("crossbowmen", 5, id="right", at=(28, 30)),
        red("light_infantry", 4, id="foe", at=(24, 24)),
        red("light_infantry", 4, id="other", at=(24, 22)),
    )
    played = play(position, SHOOTING, plan(shoot("left", at="foe"), shoot("right", at="foe")))
    played = played.then(choose("foe"), choose("other"))
    assert played.dice == [(3, 4)]


# ---------------------------------------------------------------- melee range


@pytest.mark.parametrize("declare", ["by_phase", "measure_first"])
def test_no_shooting_in_contact_with_the_enemy(declare: str) -> None:
    """BW-B2-40, BW-B2-41: they are not even asked, and fight hand to hand instead, one die each."""
    position = field(
        blue("archers", 4, at=(24, 24)),
        red("light_infantry", 4, id="foe", at=(24, 24)),
        red("light_infantry", 4, id="far", at=(24, 18)),
        declare=declare,
    )
    assert against(position, target="far") == {"BW-B2-40"}
    assert play(position, SHOOTING).dice == [(4, 4)]


@pytest.mark.parametrize(("gap", "legal"), [(0.9, False), (1.2, True)])
def test_no_shooting_within_an_inch_of_the_front_of_pikes(gap: float, legal: bool) -> None:
    """BW-B2-40: an inch before their front; behind them it does not matter."""
    archers = blue("archers", 4, at=(24, 24))
    front = field(archers, red("pikemen", 4, id="foe", at=(24, 24 - gap)), declare="measure_first")
    if legal:
        volley(front)
    else:
        assert against(front) == {"BW-B2-40"}
    back = field(archers, red("pikemen", 4, id="foe", at=(24, 24 - gap - 0.75), facing=NORTH))
    assert volley(back)


@pytest.mark.parametrize("gap", [0.1, 0.5, 0.9])
def test_before_foot_without_pikes_archers_shoot_until_they_touch(gap: float) -> None:
    """BW-B2-40: only pikes reach across an inch."""
    archers = blue("archers", 4, at=(24, 24), facing=0)
    for aside in (0, -1.3, 2):
        assert volley(field(archers, red("medium_infantry", 4, id="foe", at=(24 + aside, 24 - gap)))).dice.total == 8


def test_a_unit_of_which_all_have_fallen_does_nothing() -> None:
    """BW-B4-07: they lie there until the morale phase is over."""
    fallen = blue("archers", 0, fallen=4, at=(24, 24), facing=17)
    enemy = red("light_infantry", 4, at=(24, 20))
    assert play(field(fallen, enemy, declare="measure_first"), SHOOTING).over
    assert play(field(fallen, enemy, declare="measure_first"), MovementPhase("blue")).over
    assert not can_act(fallen)


# ---------------------------------------------------------------- hedgehogs, routers


def test_half_of_a_hedgehog_shoots_and_in_any_direction() -> None:
    """BW-B4-23: of nine figures four; backwards too."""
    hedgehog = blue("archers", 9, files=3, hedgehog=True, at=(24, 30))
    for foe in (
        red("light_infantry", 3, id="foe", at=(24, 26)),
        red("light_infantry", 3, id="foe", at=(24, 36), facing=NORTH),
        red("light_infantry", 3, id="foe", at=(29, 31), facing=270),
    ):
        shot = volley(field(hedgehog, foe))
        assert dice_and_need(shot) == (8, 4)


@pytest.mark.parametrize(
    ("x", "y", "figures", "files", "shooting"),
    [
        (24, 22, 32, 4, 12),  # eight ranks deep: three ranks of four, not sixteen
        (24, 40, 32, 4, 12),
        (30.5, 33, 32, 4, 16),  # from the side it is four deep, and half is less than three ranks
        (17.5, 33, 32, 4, 16),
        (24, 22, 24, 4, 12),  # six ranks: three of them are the half
        (24, 22, 16, 4, 8),
        (24, 22, 27, 4, 12),  # a short last rank
        (24, 38.5, 27, 4, 11),
    ],
)
def test_a_deep_hedgehog_shoots_with_half_but_no_more_than_three_ranks(
    x: float, y: float, figures: int, files: int, shooting: int
) -> None:
    """BW-B4-23, BW-B2-32: ranks are counted from the side toward the target."""
    hedgehog = blue("longbowmen", figures, files=files, hedgehog=True, at=(24, 30))
    shot = volley(field(hedgehog, red("light_infantry", 3, id="foe", at=(x, y))), shooter="longbowmen")
    assert shot.dice.total == 2 * shooting


@pytest.mark.parametrize("lay", LAYOUTS)
@pytest.mark.parametrize(
    ("far", "all_six", "need"),
    [(6.7, True, 4), (6.8, True, 5), (14.2, True, 5), (14.3, False, 5)],
    ids=["within half range", "half beyond it", "in range", "half in range"],
)
def test_a_hedgehog_shoots_as_far_as_the_farthest_of_its_half_stands(
    lay: Askew, far: float, all_six: bool, need: int
) -> None:
    """BW-B4-23, BW-B2-31, BW-B2-33: of twelve six shoot, and the last of them stand ¾ of an inch behind the first."""
    ring = blue("archers", 12, files=4, hedgehog=True, at=lay.at(0, 0), facing=lay.facing(0))
    for right, front, heading, foremost in (
        (0, far, 180, 4),
        (0, -2.25 - far, 0, 4),
        (-1.5 - far, -1.125, 90, 3),
        (1.5 + far, -1.125, 270, 3),
    ):
        foe = red("light_infantry", 1, id="foe", at=lay.at(right, front), facing=lay.facing(heading))
        shot = volley(field(ring, foe, declare="measure_first"))
        assert dice_and_need(shot) == (2 * (6 if all_six else foremost), need)


def test_a_hedgehog_that_has_moved_has_half_of_that() -> None:
    """BW-B4-23, BW-B2-26: forming it costs half a move."""
    hedgehog = blue("archers", 9, files=3, hedgehog=True, at=(24, 30), spent=inches(6))
    assert volley(field(hedgehog, red("light_infantry", 3, id="foe", at=(24, 26)))).dice.total == 4


def test_routers_do_not_shoot_unless_cornered_and_then_at_minus_one() -> None:
    """BW-B5-07, BW-B5-13."""
    foe = red("light_infantry", 3, id="foe", at=(24, 26))
    running = field(blue("archers", 4, at=(24, 30), marks=(ROUTED,)), foe)
    assert against(running) == {"BW-B5-07"}
    assert play(running, SHOOTING).over
    cornered = field(blue("archers", 4, at=(24, 30), marks=(ROUTED, CORNERED)), foe)
    assert dice_and_need(volley(cornered)) == (8, 5)


# ---------------------------------------------------------------- captains


def test_targets_leave_out_ranks_to_come_within_half_range_where_that_promises_more() -> None:
    """BW-B2-31, BW-B2-33: plate cannot be hit beyond half range (BW-C3-09)."""
    position = field(blue("archers", 18, files=6, at=(24, 30)), red("heavy_infantry", 6, id="foe", at=(24, 23)))
    (prospect,) = targets(position, position.units["archers"])
    assert prospect.aimed.ranks == 1
    assert prospect.hits > 0
    assert isinstance(aim(position, position.units["archers"], prospect.aimed), Volley)


def test_targets_tell_what_the_own_side_would_suffer() -> None:
    """BW-B2-38."""
    position = field(
        blue("crossbowmen", 6, at=(24, 30)),
        blue("light_infantry", 4, id="friend", at=(24, 24)),
        red("medium_infantry", 4, id="foe", at=(24, 24)),
    )
    (prospect,) = targets(position, position.units["crossbowmen"])
    assert prospect.own_hits > prospect.hits > 0


@pytest.mark.parametrize("declare", ["by_phase", "measure_first"])
def test_random_and_suggested_shots_are_legal(declare: str) -> None:
    """What is sampled or suggested passes the judge."""
    position = field(
        blue("archers", 12, files=4, at=(20, 30)),
        blue("crossbowmen", 12, files=6, at=(30, 30)),
        red("light_infantry", 8, files=4, id="foe", at=(22, 18)),
        red("medium_infantry", 8, files=4, id="other", at=(29, 22)),
        declare=declare,
    )
    random = Random(1)
    for _ in range(20):
        played = play(position, SHOOTING)
        while played.battle.decisions:
            decision = played.decision
            for candidate in BOOK_OF_WAR.suggest(played.battle, decision):
                answer = Planned((candidate,)) if declare == "by_phase" and hasattr(candidate, "actor") else candidate
                reply = Reply(decision.seat, decision.id, answer)
                assert not isinstance(BOOK_OF_WAR.obey(played.battle, reply), Illegal)
            played = played.then(BOOK_OF_WAR.sample(played.battle, decision, random))


def test_who_does_not_wish_to_shoot_need_not() -> None:
    """BW-B2-23: a unit may shoot."""
    position = field(
        blue("archers", 6, at=(24, 30)), red("light_infantry", 6, id="foe", at=(24, 25)), declare="measure_first"
    )
    played = play(position, SHOOTING, FINISH)
    assert played.over
    assert not played.unit("archers").own.turn.shot


# ---------------------------------------------------------------- the line of sight, askew


@pytest.mark.parametrize("lay", LAYOUTS)
@pytest.mark.parametrize(
    ("target", "on_it", "off_it"),
    [((0, 5), (0, 3), (1.6, 3)), ((0, -7.25), (0, -5), (1.6, -5)), ((-6, -1.125), (-4, -1.1), (-4, 1.0))],
    ids=["front", "rear", "left"],
)
def test_a_hedgehog_is_screened_on_the_line_from_the_middle_of_that_side(
    lay: Askew, target: tuple[float, float], on_it: tuple[float, float], off_it: tuple[float, float]
) -> None:
    """BW-B2-34, BW-B4-23: one figure on that line makes the fire indirect, one beside it does not."""
    ring = blue("archers", 12, files=4, hedgehog=True, at=lay.at(0, 0), facing=lay.facing(0))
    heading = 90 if target[0] else 180 if target[1] > 0 else 0
    foe = red("light_infantry", 1, id="foe", at=lay.at(*target), facing=lay.facing(heading))
    for spot, need in ((on_it, 5), (off_it, 4)):
        screen = blue("heavy_infantry", 1, id="screen", at=lay.at(*spot), facing=lay.facing(heading))
        near = field(ring, foe, screen, declare="measure_first")
        assert {one.blow.need.total for one in volley(near).portions[:1]} == {need}


@pytest.mark.parametrize("lay", LAYOUTS)
def test_the_line_begins_in_the_middle_of_the_side_that_shoots(lay: Askew) -> None:
    """BW-B2-34, BW-B2-36: and he who stands there looks along it; of two as near the one nearer to the target."""
    ring = blue("archers", 12, files=4, hedgehog=True, at=lay.at(0, 0), facing=lay.facing(0))
    mark = red("light_infantry", 1, at=lay.at(5, 9), facing=lay.facing(180)).places[0]
    sides = {"front": (0, 0), "left": (-1.5, -1.125), "right": (1.5, -1.125), "rear": (0, -2.25)}
    for side, start in sides.items():
        called = lay.hand(side) if side in ("left", "right") else side
        line = line_of_sight(ring, called, mark)
        assert (line.ax / 1000, line.ay / 1000) == pytest.approx(lay.at(*start), abs=0.002)
    odd = blue("archers", 10, files=5, at=lay.at(0, 0), facing=lay.facing(0))
    seer = marksman(odd.places, line_of_sight(odd, "front", mark))
    assert (seer.rank, seer.file) == (0, 2)
    even = blue("archers", 8, files=4, at=lay.at(0, 0), facing=lay.facing(0))
    seer = marksman(even.places, line_of_sight(even, "front", mark))
    assert (seer.rank, seer.file) == (0, 1 if lay.mirrored else 2)


def test_who_is_not_there_cannot_be_shot_at() -> None:
    """BW-B2-23: told by the name that was given."""
    start = play(
        field(blue("archers", 6, at=(24, 30)), red("pikemen", 6, at=(24, 20)), declare="measure_first"),
        AttackPhase("blue"),
    )
    (reason,) = start.refusal(shoot("archers", at="ghosts"))
    assert reason.rules == ("BW-B2-23",)
    assert "'ghosts'" in reason.text
