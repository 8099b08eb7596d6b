"""The smaller decisions of a captain."""

from __future__ import annotations

from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.morale.checks import Recover
from schiltron.rulesets.book_of_war.morale.losses import ClearFallen, LeaveHedgehog
from schiltron.rulesets.book_of_war.state import CORNERED, ROUTED
from schiltron.table.body import Wing
from tests.captains.book_of_war.asking import chosen, shares
from tests.rulesets.book_of_war.positions import EAST, NORTH, WEST, blue, field, play, red


def test_figures_with_a_choice_fall_on_the_unit_they_can_break() -> None:
    """BW-C3-11: three archers rather than plate."""
    played = play(
        field(
            blue("medium_infantry", 6, at=(36.375, 30)),
            red("heavy_infantry", 10, files=5, at=(34.875, 30), id="plate"),
            red("archers", 3, at=(37.875, 30), id="bows"),
            declare="measure_first",
        ),
        AttackPhase("blue"),
    )
    assert {bin_ for _, bin_ in shares(played)} == {"bows"}


def test_a_thinning_rank_stays_opposite_its_enemy() -> None:
    """BW-B4-06: the fallen come off the end where nobody fights."""
    played = play(
        field(
            blue("light_infantry", 4, fallen=4, at=(36, 30)),
            red("medium_infantry", 4, at=(38.25, 30)),
        ),
        ClearFallen("light_infantry"),
    )
    assert chosen(played) == "left"


def test_without_an_enemy_it_closes_to_the_middle() -> None:
    played = play(
        field(blue("light_infantry", 4, fallen=4, at=(36, 30)), red("medium_infantry", 4, at=(36, 10))),
        ClearFallen("light_infantry"),
    )
    assert chosen(played) == "both"


def test_of_two_wings_alike_one_is_named() -> None:
    """BW-B4-06: evenly is not offered for an odd number."""
    wing = Wing(2, 90_000)
    line = blue("light_infantry", 6, fallen=3, at=(36, 30), left=wing, right=wing)
    played = play(field(line, red("medium_infantry", 4, at=(36, 10))), ClearFallen("light_infantry"))
    assert chosen(played) in ("more_left", "more_right")


def test_who_leaves_hedgehog_looks_at_the_nearest_enemy() -> None:
    """BW-B4-21."""
    played = play(
        field(
            blue("pikemen", 2, files=2, at=(36, 30), hedgehog=True),
            red("medium_cavalry", 4, at=(46, 31), facing=WEST),
            red("archers", 4, at=(36, 10)),
        ),
        LeaveHedgehog("pikemen"),
    )
    assert chosen(played) == "right"


def cornered(*others):
    return play(
        field(
            blue("light_infantry", 6, files=3, at=(36, 30), marks=(ROUTED, CORNERED)),
            red("medium_infantry", 6, at=(36, 10)),
            *others,
        ),
        Recover("light_infantry"),
    )


def test_the_cornered_fight_on_while_others_stand() -> None:
    """BW-B5-14: a failed try would destroy them."""
    assert chosen(cornered(blue("heavy_infantry", 6, at=(10, 40), facing=NORTH))) == "decline"


def test_the_last_unit_on_the_field_has_nothing_to_lose() -> None:
    """BW-B1-10: with all routed the battle is lost anyway."""
    assert chosen(cornered(blue("archers", 3, at=(10, 40), facing=EAST, marks=(ROUTED,)))) == "try"
