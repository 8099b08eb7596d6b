"""Whom a captain shoots at."""

from __future__ import annotations

import pytest

from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from tests.captains.book_of_war.asking import answer, volleys
from tests.rulesets.book_of_war.positions import blue, field, play, red, shoot

DECLARE = pytest.mark.parametrize("declare", ["measure_first", "by_phase"])


@DECLARE
def test_leather_before_plate(declare: str) -> None:
    """BW-C3-03: a mark that is hit on 4 rather than one that is hit on 6."""
    shot = volleys(
        field(
            blue("longbowmen", 6, at=(36, 34)),
            red("heavy_infantry", 10, files=5, at=(31, 25)),
            red("light_infantry", 10, files=5, at=(42, 25)),
            declare=declare,
        )
    )
    assert shot == {"longbowmen": "light_infantry"}


def test_a_small_unit_that_may_break_before_a_large_one_that_will_not() -> None:
    """BW-B5-03: three fallen of eight are likely a rout, three of twenty hardly ever."""
    shot = volleys(
        field(
            blue("archers", 3, at=(36, 32)),
            red("light_infantry", 20, files=5, at=(31, 26), id="many"),
            red("light_infantry", 8, files=4, at=(41, 26), id="few"),
            declare="measure_first",
        )
    )
    assert shot == {"archers": "few"}


def test_not_where_half_the_arrows_would_fall_on_friends() -> None:
    """BW-B2-38: friends within 3 inches of the target figure share the dice."""
    shot = volleys(
        field(
            blue("longbowmen", 6, at=(36, 34)),
            blue("light_infantry", 8, files=4, at=(31, 26.5), id="friends"),
            red("light_infantry", 10, files=5, at=(31, 25), id="pressed"),
            red("light_infantry", 10, files=5, at=(42, 25), id="free"),
            declare="measure_first",
        )
    )
    assert shot == {"longbowmen": "free"}


def test_no_shot_is_better_than_one_that_hurts_friends_more() -> None:
    """Plate can hardly be hit; the friends beside it wear leather."""
    shot = volleys(
        field(
            blue("longbowmen", 6, at=(36, 34)),
            blue("light_infantry", 4, at=(36, 27.5), id="friends"),
            red("heavy_infantry", 10, files=5, at=(36, 27)),
            declare="measure_first",
        )
    )
    assert shot == {}


def test_a_second_volley_is_not_wasted_on_those_whom_the_first_will_kill() -> None:
    """BW-C3-11: hits beyond the last figure are lost."""
    shot = volleys(
        field(
            blue("archers", 8, files=4, at=(34, 32), id="first"),
            blue("archers", 8, files=4, at=(38, 32), id="second"),
            red("light_infantry", 6, files=3, at=(33, 26), id="left"),
            red("light_infantry", 6, files=3, at=(39, 26), id="right"),
            declare="by_phase",
        )
    )
    assert set(shot.values()) == {"left", "right"}


def test_left_over_dice_never_go_to_friends() -> None:
    """BW-B2-39."""
    played = play(
        field(
            blue("archers", 4, at=(36, 32)),
            blue("light_infantry", 4, at=(40.5, 27), id="friends"),
            red("light_infantry", 6, files=3, at=(36, 26), id="foe"),
            red("light_infantry", 6, files=3, at=(33, 26), id="other"),
            declare="measure_first",
        ),
        AttackPhase("blue"),
        shoot("archers", at="foe"),
    )
    assert {option.key for option in played.decision.options} == {"foe", "other", "friends"}
    assert set(answer(played).keys) == {"foe", "other"}, "8 dice among three leave two, one for each enemy"
