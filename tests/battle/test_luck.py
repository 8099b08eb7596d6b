"""What dice were expected to do, and what they did."""

from __future__ import annotations

import pytest

from schiltron.battle.record.luck import Luck, luck
from schiltron.battle.state.chance import AtLeast, Pool, Roll, SumOf, read
from schiltron.battle.state.event import AnyEvent, Began, Rolled


def rolled(side: str, need: int, *faces: int) -> Rolled:
    pool = Pool(len(faces), 6, AtLeast(need), "attack", side)
    return Rolled(roll=Roll("an attack", (pool,), ()), pools=(read(pool, faces),))


def test_hits_are_held_against_what_was_expected_side_by_side() -> None:
    events: list[AnyEvent] = [rolled("red", 5, 6, 6, 1), rolled("blue", 4, 1, 2), rolled("red", 4, 4, 4, 4)]
    blue, red = luck(events)
    assert (blue.side, blue.dice, blue.hits) == ("blue", 2, 0)
    assert blue.expected == pytest.approx(1.0)
    assert (red.side, red.dice, red.hits) == ("red", 6, 5)
    assert red.expected == pytest.approx(3 / 3 + 3 / 2)
    assert red.spread == pytest.approx((3 * 2 / 9 + 3 / 4) ** 0.5)
    assert blue.ahead < 0 < red.ahead


def test_luck_goes_on_from_turn_to_turn() -> None:
    first, second = [rolled("red", 5, 6, 6)], [rolled("red", 5, 1, 1)]
    assert luck(second, luck(first)) == luck([*first, *second])


def test_other_dice_do_not_count() -> None:
    """A total is neither good nor bad by itself, and a phase throws nothing."""
    pool = Pool(2, 6, SumOf(), "morale", "red")
    check = Rolled(roll=Roll("morale", (pool,), ()), pools=(read(pool, (6, 6)),))
    assert luck([check, Began(what="turn")]) == ()
    assert Luck("red").ahead == 0.0
