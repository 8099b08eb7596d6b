"""The rating of a person, from battles against players who have one."""

import pytest

from schiltron.captains.bradley_terry import expected, ratings
from schiltron.captains.own_rating import Met, own_rating


def test_it_is_the_rating_that_the_ladder_would_give() -> None:
    """Against one opponent whose rating is fixed, both are the same sum."""
    of_ladder = ratings(["captain", "you"], {("you", "captain"): (4.5, 10)})["you"]
    found = own_rating([Met(1000, 0, 10, 4.5)])
    assert found is not None
    assert found.rating == pytest.approx(of_ladder.rating, abs=0.001)
    assert found.margin == pytest.approx(of_ladder.margin, abs=0.001)


def test_games_that_fit_a_strength_give_it_back() -> None:
    many = 1_000_000
    met = [Met(rating, 0, many, many * expected(1120, rating)) for rating in (600, 1000, 1250)]
    found = own_rating(met)
    assert found is not None
    assert found.rating == pytest.approx(1120, abs=0.1)


@pytest.mark.parametrize("score", [0, 5])
def test_who_has_lost_or_won_everything_is_not_infinitely_far_away(score: float) -> None:
    found = own_rating([Met(1000, 0, 5, score)])
    assert found is not None
    assert abs(found.rating - 1000) == pytest.approx(400 * 1.04139, abs=1)  # 5½ to ½
    assert found.margin is not None
    assert found.margin > 300


def test_what_is_not_known_of_the_opponents_makes_the_interval_wider() -> None:
    sure, unsure = own_rating([Met(1000, 0, 8, 4)]), own_rating([Met(1000, 300, 8, 4)])
    assert sure is not None
    assert unsure is not None
    assert sure.margin is not None
    assert unsure.rating == sure.rating
    assert unsure.margin == pytest.approx((sure.margin**2 + 300**2) ** 0.5)


def test_without_a_game_there_is_none() -> None:
    assert own_rating([]) is None
    assert own_rating([Met(1000, 0, 0, 0)]) is None
