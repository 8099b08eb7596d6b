"""What an advantage is worth: how often a side with such a share wins, learned from results."""

from __future__ import annotations

from math import isclose
from random import Random

import pytest

from schiltron.captains.chances import (
    Chances,
    Learned,
    Position,
    advantage_in,
    chance,
    fitted,
    loss,
    positions,
    read_chances,
    shipped_chances,
    written,
)
from schiltron.rulesets import NAMES
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from tests.rulesets.book_of_war.positions import blue, field, red


def invented(advantage: float, games: int, seed: int = 1) -> list[Position]:
    """Games of which each has three positions, won as often as such an advantage wins."""
    random = Random(seed)
    found = []
    for game in range(games):
        share = random.uniform(0.2, 0.8)
        won = random.random() < chance(share, advantage)
        found += [Position(game, share, float(won))] * 3
    return found


@pytest.mark.parametrize("advantage", [1.0, 2.0, 4.0])
def test_a_chance_is_that_of_the_share_and_the_other_side_has_the_rest(advantage: float) -> None:
    assert chance(0.5, advantage) == 0.5
    assert (chance(0.0, advantage), chance(1.0, advantage)) == (0.0, 1.0)
    assert isclose(chance(2 / 3, advantage), 2**advantage / (2**advantage + 1))
    assert isclose(chance(0.3, advantage) + chance(0.7, advantage), 1.0)


def test_as_it_stands_a_share_is_the_chance() -> None:
    assert [chance(share, 1.0) for share in (0.1, 0.5, 0.8)] == [0.1, 0.5, 0.8]


@pytest.mark.parametrize("advantage", [0.5, 1.0, 3.0])
def test_what_results_were_made_with_is_found_again(advantage: float) -> None:
    learned = fitted(invented(advantage, 3_000))
    assert abs(learned.advantage - advantage) < 3 * learned.error
    assert learned.error < 0.15
    assert (learned.games, learned.positions) == (3_000, 9_000)
    assert learned.loss <= learned.plain


def test_positions_of_one_game_are_one() -> None:
    """Telling the same thrice makes nobody surer."""
    thrice = invented(2.0, 400)
    once = [one for place, one in enumerate(thrice) if place % 3 == 0]
    assert isclose(fitted(thrice).error, fitted(once).error, rel_tol=0.1)


def test_who_wins_whatever_he_has_makes_advantages_count_little() -> None:
    found = [Position(game, 0.3, 1.0) for game in range(200)]
    assert fitted(found).advantage < 0.0
    assert fitted([]).advantage == 1.0, "of nothing nothing is learned"
    assert loss(found, 1.0) > 0.693


def test_positions_are_the_share_of_the_first_side_with_the_result() -> None:
    battle = field(red("heavy_infantry", 2, at=(20, 10), id="few"), blue("heavy_infantry", 6, at=(20, 30), id="many"))
    first = battle.sides[0].id
    share = {"red": 0.25, "blue": 0.75}[first]
    other = battle.sides[1].id
    for winner, result in ((first, 1.0), (other, 0.0), ("", 0.5)):
        assert list(positions(BOOK_OF_WAR, 7, [battle], winner)) == [Position(7, share, result)]


def test_what_ships_can_be_read_and_names_only_books() -> None:
    chances = shipped_chances()
    assert read_chances(written(chances)) == chances
    assert set(chances.books) <= set(NAMES)
    for book, learned in chances.books.items():
        assert advantage_in(book) == learned.advantage
        assert learned.loss < learned.plain
        assert learned.games >= 50
    assert advantage_in("no such book") == 1.0
    assert read_chances(written(Chances({"book_of_war": Learned(2.0)}))).books["book_of_war"].advantage == 2.0
