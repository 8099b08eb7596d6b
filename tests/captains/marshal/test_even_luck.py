"""Dice of the battles he imagines: no luck in blows, and luck in the rest shared out among playouts."""

from __future__ import annotations

from math import isclose

import pytest

from schiltron.battle.state.chance import AtLeast, AtMost, EachFace, Pool, Reading, Roll, SumOf, faults
from schiltron.captains.marshal.even_luck import BLOCK, EvenLuck


def roll(reading: Reading, count: int, sides: int = 6, purpose: str = "bows at horse") -> Roll:
    return Roll(purpose, (Pool(count, sides, reading, "dice", "blue"),), ())


@pytest.mark.parametrize(("reading", "count", "expected"), [(AtLeast(5), 7, 7 / 3), (AtMost(2), 4, 4 / 3)])
def test_hits_come_to_what_may_be_expected_rounded_by_chance(reading: Reading, count: int, expected: float) -> None:
    found = [EvenLuck(f"a:{number}").throw(roll(reading, count), 1).pools[0].hits for number in range(400)]
    assert set(found) == {int(expected), int(expected) + 1}
    assert isclose(sum(found) / len(found), expected, abs_tol=0.03)


@pytest.mark.parametrize(("need", "hits"), [(1, 6), (7, 0), (4, 3)])
def test_what_is_sure_is_sure(need: int, hits: int) -> None:
    found = {EvenLuck(f"a:{number}").throw(roll(AtLeast(need), 6), 1).pools[0].hits for number in range(40)}
    assert found == {hits}


def test_of_four_playouts_each_quarter_of_the_throws_has_one() -> None:
    nerve = roll(SumOf(), 1, 100)
    for block in range(20):
        found = [EvenLuck(f"a:{BLOCK * block + one}").throw(nerve, 1).pools[0].total for one in range(BLOCK)]
        assert sorted((total - 1) // 25 for total in found) == [0, 1, 2, 3]


def test_quarters_of_one_throw_say_nothing_about_those_of_another() -> None:
    def quarters(purpose: str) -> list[int]:
        nerve = roll(SumOf(), 1, 100, purpose)
        return [(EvenLuck(f"a:{one}").throw(nerve, 1).pools[0].total - 1) // 25 for one in range(40)]

    assert 2 <= sum(a == b for a, b in zip(quarters("nerve"), quarters("arrows"), strict=True)) <= 20


def test_totals_are_as_frequent_as_with_dice() -> None:
    found = [EvenLuck(f"a:{one}").throw(roll(SumOf(), 2), 1).pools[0].total for one in range(2_000)]
    assert isclose(sum(found) / len(found), 7.0, abs_tol=0.1)
    assert isclose(found.count(12) / len(found), 1 / 36, abs_tol=0.01)


@pytest.mark.parametrize("reading", [EachFace(), SumOf(), AtLeast(3)])
@pytest.mark.parametrize("count", [1, 3])
def test_dice_fit_the_roll_and_a_contest_has_a_winner(reading: Reading, count: int) -> None:
    contest = Roll("who begins", (Pool(1, 6, SumOf(), "red"), Pool(1, 6, SumOf(), "blue")), (), unequal=True)
    for number in range(60):
        luck = EvenLuck(f"a:{number}")
        assert not faults(roll(reading, count), luck.throw(roll(reading, count), 1).pools)
        assert not faults(contest, luck.throw(contest, 1).pools)


def test_the_same_purpose_has_the_same_luck_whatever_was_thrown_between() -> None:
    bows, nerve = roll(AtLeast(4), 5), roll(SumOf(), 2, purpose="nerve")
    one, two = EvenLuck("a:3"), EvenLuck("a:3")
    plain = [one.throw(bows, 1).pools for _ in range(6)]
    mixed = []
    for _ in range(6):
        two.throw(nerve, 1)
        mixed.append(two.throw(bows, 1).pools)
    assert plain == mixed
    assert len(set(plain)) > 1, "each throw has its own luck"


def test_luck_without_a_number_is_one_luck() -> None:
    assert EvenLuck("a").throw(roll(SumOf(), 2), 1) == EvenLuck("a").throw(roll(SumOf(), 2), 1)
