"""Chances of dice, against every throw there is."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from schiltron.battle.guide.probability import (
    NONE,
    Chances,
    at_least,
    below,
    capped,
    expected,
    grouped,
    mixed,
    successes,
    sums,
    together,
)


def counted(values: list[int]) -> list[float]:
    """The chances of 0, 1, 2 … among equally likely values."""
    times = Counter(values)
    return [times[number] / len(values) for number in range(max(values) + 1)]


def same(found: Chances, wanted: list[float]) -> bool:
    longest = max(len(found), len(wanted))
    padded = [*found, *[0.0] * (longest - len(found))], [*wanted, *[0.0] * (longest - len(wanted))]
    return padded[0] == pytest.approx(padded[1], abs=1e-12)


@pytest.mark.parametrize("need", [0, 1, 2, 5, 6, 7, 9])
@pytest.mark.parametrize("dice", [0, 1, 4])
def test_hits_of_some_dice(dice: int, need: int) -> None:
    throws = [sum(face >= need for face in faces) for faces in product(range(1, 7), repeat=dice)]
    assert same(successes(dice, at_least(need, 6)), counted(throws))


def test_hits_of_dice_with_two_numbers_are_added_up() -> None:
    throws = [
        sum(face >= 5 for face in faces[:3]) + sum(face >= 3 for face in faces[3:])
        for faces in product(range(1, 7), repeat=5)
    ]
    assert same(together(successes(3, at_least(5, 6)), successes(2, at_least(3, 6))), counted(throws))


@pytest.mark.parametrize(("dice", "sides"), [(1, 6), (2, 6), (3, 6), (2, 10)])
def test_totals_of_some_dice(dice: int, sides: int) -> None:
    totals = [sum(faces) for faces in product(range(1, sides + 1), repeat=dice)]
    assert same(sums(dice, sides), counted(totals))
    for number in range(-1, dice * sides + 3):
        assert below(sums(dice, sides), number) == pytest.approx(sum(one < number for one in totals) / len(totals))


@pytest.mark.parametrize("spare", [0, 1, 2])
@pytest.mark.parametrize("most", [1, 2, 5])
def test_so_many_hits_a_figure_and_never_more_figures_than_there_are(spare: int, most: int) -> None:
    throws = [sum(face >= 4 for face in faces) for faces in product(range(1, 7), repeat=5)]
    fallen = [min((spare + hits) // 3, most) for hits in throws]
    assert same(grouped(successes(5, 0.5), 3, spare, most), counted(fallen))
    assert expected(grouped(successes(5, 0.5), 3, spare, most)) == pytest.approx(sum(fallen) / len(fallen))


def test_a_count_that_hangs_on_something_else() -> None:
    """Heads: two dice hit on a 4. Tails: none is thrown."""
    throws = [sum(face >= 4 for face in faces) * heads for heads in (0, 1) for faces in product(range(1, 7), repeat=2)]
    assert same(mixed([(0.5, successes(2, 0.5)), (0.5, NONE)]), counted(throws))


def test_no_more_than_there_are() -> None:
    chances = successes(3, 0.5)
    assert capped(chances, 1) == (chances[0], pytest.approx(1 - chances[0]))
    assert capped(chances, 5) == chances
