"""Ratings from games, and the ladder that ships."""

from math import log10

import pytest

from schiltron.captains.bradley_terry import FIRST, expected, ratings
from schiltron.captains.ladder import Ladder, Pairing, book_ladder, ranked, read_ladder, shipped_ladder, written
from schiltron.captains.roster import CAPTAIN, plays
from schiltron.muster import ready_scenarios
from schiltron.rulesets import NAMES


def test_two_players_differ_by_the_logarithm_of_their_wins() -> None:
    """With one drawn game added: 30½ to 10½."""
    found = ratings(["recruit", "captain"], {("recruit", "captain"): (10, 40)})
    assert found["recruit"] == (found["recruit"].__class__)(FIRST, None)
    assert found["captain"].rating == pytest.approx(FIRST + 400 * log10(30.5 / 10.5))
    # 1.96 · 400/ln 10 / sqrt(n p q), by hand.
    assert found["captain"].margin == pytest.approx(121.8, abs=0.1)


def test_games_that_fit_a_model_give_its_ratings_back() -> None:
    true = {"a": 1000.0, "b": 1150.0, "c": 1400.0}
    many = 1_000_000
    scores = {
        (one, other): (many * expected(true[one], true[other]), many) for one in true for other in true if one < other
    }
    found = ratings(list(true), scores)
    assert {name: one.rating for name, one in found.items()} == pytest.approx(true, abs=0.1)


def test_who_never_lost_is_not_infinitely_strong_and_more_games_tell_more() -> None:
    few, many = (ratings(["a", "b"], {("a", "b"): (0, number)})["b"] for number in (10, 1000))
    assert FIRST < few.rating < many.rating < 3000
    drawn_few, drawn_many = (ratings(["a", "b"], {("a", "b"): (number / 2, number)})["b"] for number in (10, 1000))
    assert drawn_few.rating == drawn_many.rating == FIRST
    assert drawn_few.margin is not None
    assert drawn_many.margin is not None
    assert drawn_many.margin < drawn_few.margin / 8


def test_it_does_not_matter_who_is_named_first_in_a_pairing() -> None:
    one = ratings(["a", "b", "c"], {("a", "b"): (3, 10), ("b", "c"): (4, 10)})
    other = ratings(["a", "b", "c"], {("b", "a"): (7, 10), ("c", "b"): (6, 10)})
    assert one["c"].rating == pytest.approx(other["c"].rating)


def test_who_has_played_nobody_has_no_rating() -> None:
    assert list(ratings(["a", "b", "c", "d"], {("a", "b"): (3, 10), ("c", "d"): (5, 10)})) == ["a", "b"]
    assert ratings(["a", "b"], {}) == {}


def test_a_ladder_counts_games_from_both_ends_and_is_read_as_written() -> None:
    pairings = [Pairing("a", "b", 10, 2, 3, 5), Pairing("b", "c", 4, 1, 0, 3), Pairing("a", "c", 0, 0, 0, 0)]
    made = ranked(["a", "b", "c"], pairings, scenarios=["ford"], program="1", seed=1, budget="")
    assert [one.captain for one in made.levels] == ["c", "b", "a"]
    level = made.level("b")
    assert level is not None
    assert (level.games, level.wins, level.draws, level.losses) == (14, 6, 3, 5)
    assert (made.games, len(made.pairings)) == (14, 2)
    assert made.level("d") is None
    ladder = Ladder({"book": made})
    assert read_ladder(written(ladder)) == ladder


@pytest.mark.parametrize("book", NAMES)
def test_the_ladder_that_ships_fits_what_is_here(book: str) -> None:
    ladder = book_ladder(book)
    assert ladder is not None
    assert all(plays(one.captain, book) for one in ladder.levels)
    assert set(ladder.scenarios) <= {one.id for one in ready_scenarios() if one.ruleset == book}
    assert ladder.games == sum(one.games for one in ladder.pairings)
    for one in ladder.pairings:
        assert one.games == one.wins + one.draws + one.losses
    again = ranked(
        sorted((one.captain for one in ladder.levels), key=lambda name: name != CAPTAIN),
        ladder.pairings,
        scenarios=ladder.scenarios,
        program=ladder.program,
        seed=ladder.seed,
        budget=ladder.budget,
    )
    assert again.levels == ladder.levels


def test_the_captain_of_every_book_is_the_one_from_whom_others_are_counted() -> None:
    for ladder in shipped_ladder().books.values():
        (fixed,) = [one for one in ladder.levels if one.margin is None]
        assert (fixed.captain, fixed.rating) == (CAPTAIN, FIRST)
