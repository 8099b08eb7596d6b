"""Dice sources: fair, provable, never reused, and honest about what does not fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from hmac import digest as hmac_digest
from itertools import product
from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schiltron.battle.door.dice import (
    EndlessContest,
    FastDice,
    ScriptedDice,
    ScriptError,
    SealedDice,
    typed,
    verify_commitment,
)
from schiltron.battle.state.chance import AtLeast, EachFace, Pool, Reading, Roll, SumOf, Thrown, faults, read
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.order import Dice

CHI_SQUARE_AT_0_0001 = {1: 15.14, 5: 25.74, 9: 33.72, 10: 35.56, 19: 50.8, 99: 161.3}


def roll_of(*pools: tuple[int, int, Reading], unequal: bool = False) -> Roll:
    return Roll(
        "a throw",
        tuple(Pool(count, sides, reading, f"pool {place}") for place, (count, sides, reading) in enumerate(pools)),
        ("TOY-6",),
        id="7",
        unequal=unequal,
    )


BLOWS = roll_of((24, 6, AtLeast(5)))
CONTEST = roll_of((1, 6, SumOf()), (1, 6, SumOf()), unequal=True)

rolls = st.lists(
    st.tuples(
        st.integers(0, 30),
        st.sampled_from([2, 4, 6, 8, 10, 12, 20, 100]),
        st.one_of(st.builds(AtLeast, st.integers(-1, 22)), st.just(SumOf()), st.just(EachFace())),
    ),
    min_size=1,
    max_size=3,
).map(lambda pools: roll_of(*pools))


def chi_square(seen: Sequence[int], expected: Sequence[float]) -> float:
    return sum((found - due) ** 2 / due for found, due in zip(seen, expected, strict=True))


# ---------------------------------------------------------------- sealed


def test_sealed_dice_are_fixed_by_seed_and_entry() -> None:
    assert SealedDice(b"seed").throw(BLOWS, 12) == SealedDice(b"seed").throw(BLOWS, 12)
    assert SealedDice(b"seed").throw(BLOWS, 12) != SealedDice(b"seed").throw(BLOWS, 13)
    assert SealedDice(b"seed").throw(BLOWS, 12) != SealedDice(b"other").throw(BLOWS, 12)


def test_anyone_can_work_out_sealed_dice_by_hand() -> None:
    """The recipe in the docstring, written out again."""
    stream = b"".join(hmac_digest(b"seed", f"12:{block}".encode(), "sha256") for block in range(3))
    faces = [byte % 6 + 1 for byte in stream if byte < 252][:24]
    assert SealedDice(b"seed").throw(BLOWS, 12).pools[0].faces == tuple(faces)


def test_the_commitment_is_published_first_and_proves_the_seed_later() -> None:
    dice = SealedDice.fresh()
    assert dice.commitment == sha256(dice.seed).hexdigest()
    assert len(dice.seed) == 32
    assert verify_commitment(dice.commitment, dice.seed)
    assert verify_commitment(dice.commitment.upper(), dice.seed)
    assert not verify_commitment(dice.commitment, dice.seed[:-1] + b"!")
    assert not verify_commitment("ü", dice.seed)
    assert SealedDice.fresh().seed != dice.seed


def test_a_number_gives_the_same_dice_everywhere() -> None:
    assert SealedDice.from_number(1066).throw(CONTEST, 1) == SealedDice.from_number(1066).throw(CONTEST, 1)
    assert SealedDice.from_number(-3).seed != SealedDice.from_number(3).seed
    assert SealedDice.from_number(1066).throw(BLOWS, 1).pools[0].faces[:6] == (6, 3, 1, 6, 4, 2)


@pytest.mark.parametrize("sides", [2, 6, 10, 20, 100])
def test_every_face_of_sealed_dice_is_equally_likely(sides: int) -> None:
    dice = SealedDice.from_number(sides)
    thrown = Counter[int]()
    for entry in range(200):
        thrown.update(dice.throw(roll_of((100, sides, EachFace())), entry).pools[0].faces)
    seen = [thrown[face] for face in range(1, sides + 1)]
    assert sum(seen) == 20_000
    assert chi_square(seen, [20_000 / sides] * sides) < CHI_SQUARE_AT_0_0001[sides - 1]


def test_dice_with_more_sides_than_a_byte_holds_reach_every_face() -> None:
    faces = SealedDice(b"big").throw(roll_of((5_000, 1_000, EachFace())), 1).pools[0].faces
    assert min(faces) >= 1
    assert max(faces) <= 1_000
    assert len(set(faces)) > 950


@given(rolls, st.integers(1, 10_000))
def test_sealed_dice_always_fit_the_roll(roll: Roll, entry: int) -> None:
    assert faults(roll, SealedDice(b"seed").throw(roll, entry).pools) == []


def test_contests_never_tie() -> None:
    sealed, fast = SealedDice(b"seed"), FastDice(Random(3))
    for entry in range(500):
        for dice in (sealed.throw(CONTEST, entry), fast.throw(CONTEST, entry)):
            one, other = dice.pools
            assert one.total != other.total
            assert dice.roll == "7"


def test_a_contest_no_dice_can_decide_fails_loudly() -> None:
    hopeless = roll_of((1, 1, SumOf()), (1, 1, SumOf()), unequal=True)
    with pytest.raises(EndlessContest, match="a throw"):
        SealedDice(b"seed").throw(hopeless, 1)
    with pytest.raises(EndlessContest):
        FastDice(Random(3)).throw(hopeless, 1)


# ---------------------------------------------------------------- fast


@given(rolls, st.integers(0, 2**32))
def test_fast_dice_always_fit_the_roll_and_have_no_faces(roll: Roll, seed: int) -> None:
    dice = FastDice(Random(seed)).throw(roll, 1)
    assert faults(roll, dice.pools) == []
    assert all(pool.faces == () for pool in dice.pools)


def test_fast_hits_are_spread_as_dice_are() -> None:
    dice = FastDice(Random(1972))
    seen = Counter(dice.throw(roll_of((10, 6, AtLeast(4))), 0).pools[0].hits for _ in range(50_000))
    expected = [50_000 * comb(10, hits) / 2**10 for hits in range(11)]
    assert chi_square([seen[hits] for hits in range(11)], expected) < CHI_SQUARE_AT_0_0001[10]


def test_fast_sums_are_spread_as_dice_are() -> None:
    dice = FastDice(Random(1972))
    seen = Counter(dice.throw(roll_of((2, 6, SumOf())), 0).pools[0].total for _ in range(50_000))
    ways = Counter(one + other for one, other in product(range(1, 7), repeat=2))
    expected = [50_000 * ways[total] / 36 for total in range(2, 13)]
    assert chi_square([seen[total] for total in range(2, 13)], expected) < CHI_SQUARE_AT_0_0001[10]


def test_fast_faces_are_spread_as_dice_are() -> None:
    dice = FastDice(Random(1972))
    seen = Counter[int]()
    for _ in range(5_000):
        for face, number in dice.throw(roll_of((10, 6, EachFace())), 0).pools[0].classes:
            seen[face] += number
    expected = [50_000 / 6] * 6
    assert chi_square([seen[face] for face in range(1, 7)], expected) < CHI_SQUARE_AT_0_0001[5]


def test_two_hundred_fast_dice_keep_their_mean() -> None:
    dice = FastDice(Random(1972))
    hits = [dice.throw(roll_of((200, 6, AtLeast(5))), 0).pools[0].hits for _ in range(5_000)]
    assert sum(hits) / 5_000 == pytest.approx(200 / 3, abs=0.5)


def test_sums_of_many_dice_keep_their_mean() -> None:
    dice = FastDice(Random(1972))
    totals = [dice.throw(roll_of((40, 6, SumOf())), 0).pools[0].total for _ in range(2_000)]
    assert sum(totals) / 2_000 == pytest.approx(140, abs=1.5)


@pytest.mark.parametrize(("need", "hits"), [(1, 5), (0, 5), (7, 0), (99, 0)])
def test_what_always_or_never_hits_leaves_nothing_to_chance(need: int, hits: int) -> None:
    dice = FastDice(Random(1972))
    roll = roll_of((5, 6, AtLeast(need)))
    assert {dice.throw(roll, 0).pools[0].hits for _ in range(1_000)} == {hits}


# ---------------------------------------------------------------- scripted


def test_scripted_dice_fall_pool_by_pool() -> None:
    roll = roll_of((3, 6, AtLeast(5)), (2, 6, SumOf()))
    with ScriptedDice([3, 5, 6, 2, 2]) as dice:
        blows, added = dice.throw(roll, 1).pools
    assert (blows.faces, blows.hits) == ((3, 5, 6), 2)
    assert (added.faces, added.total) == ((2, 2), 4)


def test_a_tie_in_a_script_is_thrown_again_from_the_script() -> None:
    with ScriptedDice([4, 4, 2, 2, 5, 3]) as dice:
        one, other = dice.throw(CONTEST, 1).pools
    assert (one.total, other.total) == (5, 3)


def test_missing_scripted_dice_name_the_roll() -> None:
    dice = ScriptedDice([3, 5])
    with pytest.raises(ScriptError, match=r"entry 9, a throw \(pool 0\): 24d6 are due, but only 2 of 2"):
        dice.throw(BLOWS, 9)


def test_impossible_scripted_dice_name_the_roll() -> None:
    with pytest.raises(ScriptError, match=r"entry 9, a throw.*cannot show the scripted 8"):
        ScriptedDice([8, 1]).throw(CONTEST, 9)


def test_scripted_dice_left_over_are_an_error() -> None:
    dice = ScriptedDice([6, 1, 2, 3])
    dice.throw(CONTEST, 1)
    assert dice.left == (2, 3)
    with pytest.raises(ScriptError, match="2 of 4 dice were never thrown: 2 3"):
        dice.finish()
    with pytest.raises(ScriptError, match="1 of 3"), ScriptedDice([6, 1, 2]) as context:
        context.throw(CONTEST, 1)


def test_a_failing_test_fails_for_its_own_reason_not_for_dice_left_over() -> None:
    with pytest.raises(ZeroDivisionError), ScriptedDice([1, 2, 3]):
        _ = 1 // 0


# ---------------------------------------------------------------- typed in


@pytest.mark.parametrize(
    "text",
    ["3 5 6 | 2 2", "3,5,6|2,2", "3 5 6\n2 2", " 3 5 6 / 2 2 ", "3 5 6 2 2", [3, 5, 6, 2, 2], [[3, 5, 6], [2, 2]]],
)
def test_real_dice_are_typed_in_as_people_type(text: str | Sequence[int] | Sequence[Sequence[int]]) -> None:
    roll = roll_of((3, 6, AtLeast(5)), (2, 6, SumOf()))
    dice = typed(roll, text)
    assert isinstance(dice, Dice)
    assert dice.roll == "7"
    assert dice.pools == (Thrown(((0, 1), (1, 2)), (3, 5, 6)), Thrown(((4, 1),), (2, 2)))


def why_not(roll: Roll, text: str | Sequence[Sequence[int]]) -> list[str]:
    refused = typed(roll, text)
    assert isinstance(refused, Illegal)
    assert all(reason.rules == ("TOY-6",) for reason in refused.reasons)
    return [reason.text for reason in refused.reasons]


def test_every_fault_of_typed_dice_is_explained() -> None:
    roll = roll_of((3, 6, AtLeast(5)), (2, 6, SumOf()))
    assert why_not(roll, "3 5 | 2 7") == [
        "pool 0: 3 dice are due, 2 were given",
        "pool 1: a d6 cannot show 7",
    ]
    assert why_not(roll, "| 0 2") == ["pool 0: 3 dice are due, none were given", "pool 1: a d6 cannot show 0"]
    assert why_not(roll, "") == ["no dice in 1 group; 3d6 pool 0 | 2d6 pool 1 are due"]
    assert why_not(roll, "1 2 3 4") == ["4 dice in 1 group; 3d6 pool 0 | 2d6 pool 1 are due"]
    assert why_not(roll, "six 5 4 | -1 2½") == ["'six', '-1', '2½': a die shows a whole number, as in 3 5 6"]
    assert why_not(roll, [[3, 5], [2, 2]]) == ["pool 0: 3 dice are due, 2 were given"]


def test_a_tie_in_a_contest_is_to_be_thrown_again() -> None:
    assert why_not(CONTEST, "4 4") == ["the totals tie: throw again"]
    assert isinstance(typed(CONTEST, "4 3"), Dice)


@given(rolls, st.text(max_size=40))
def test_whatever_is_typed_fits_or_is_explained(roll: Roll, text: str) -> None:
    answer = typed(roll, text)
    if isinstance(answer, Illegal):
        assert answer.reasons
    else:
        assert faults(roll, answer.pools) == []


# ---------------------------------------------------------------- answers that cannot be


@pytest.mark.parametrize(
    ("reading", "thrown"),
    [
        (AtLeast(5), Thrown(((0, 1), (1, 1)))),
        (AtLeast(5), Thrown(((1, 3), (1, 0)))),
        (AtLeast(5), Thrown(((0, -1), (1, 4)))),
        (AtLeast(7), Thrown(((0, 2), (1, 1)))),
        (AtLeast(1), Thrown(((0, 3), (1, 0)))),
        (AtLeast(5), Thrown(((0, 3), (1, 0)), (3, 5, 6))),
        (SumOf(), Thrown(((19, 1),))),
        (SumOf(), Thrown(((2, 1),))),
        (SumOf(), Thrown(())),
        (EachFace(), Thrown(((7, 3),))),
        (EachFace(), Thrown(((3, 1), (4, 1)))),
    ],
)
def test_results_three_dice_cannot_come_to_are_refused(reading: Reading, thrown: Thrown) -> None:
    assert len(faults(roll_of((3, 6, reading)), (thrown,))) == 1


def test_an_answer_has_as_many_pools_as_the_roll() -> None:
    assert faults(CONTEST, (read(CONTEST.pools[0], [3]),)) == ["the roll has 2 pools of dice, the answer 1"]


def test_faults_of_all_pools_are_found() -> None:
    roll = roll_of((1, 6, SumOf()), (1, 6, SumOf()))
    assert faults(roll, (Thrown(((9, 1),), (9,)), Thrown(((3, 1),), (4,)))) == [
        "pool 0: a d6 cannot show 9",
        "pool 1: the result does not follow from the faces",
    ]
