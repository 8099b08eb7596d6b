from typing import NamedTuple

import pytest

from schiltron.battle.movement.ground_costs import Going
from schiltron.table.lengths import TOLERANCE, Mil


class Ditch(NamedTuple):
    at: float
    loss: Mil


class Marsh(Going[Ditch, tuple[float, float]]):
    """Slow ground takes double."""

    grace = TOLERANCE

    def cost(self, far: float) -> Mil:
        slow = sum(min(end, far) - start for start, end in self.slow if start < far)
        return round(far + slow) + sum(ditch.loss for ditch in self.tolls if ditch.at < far)


class Exact(Marsh):
    grace = -TOLERANCE


def going(*, slow: tuple[tuple[float, float], ...] = (), ditches: tuple[Ditch, ...] = (), kind: type[Marsh] = Marsh):
    way = kind()
    way.slow, way.tolls = list(slow), list(ditches)
    return way


def test_over_clear_ground_the_move_is_the_way() -> None:
    assert going().reach(5_000, 9_000) == (5_000, 5_000, None)
    assert going().reach(12_000, 9_000) == (9_000, 9_000, None)


def test_slow_ground_ends_a_move_sooner() -> None:
    """Two inches clear, then slow: of 8 inches 6 are left for the slow, which is 3 of it."""
    assert going(slow=((2_000, 9_000),)).reach(12_000, 8_000) == (5_000, 8_000, None)


def test_what_cannot_be_paid_ends_the_way_before_it() -> None:
    ditch = Ditch(4_000, 3_000)
    assert going(ditches=(ditch,)).reach(8_000, 6_000) == (4_000, 4_000, ditch)
    assert going(ditches=(ditch,)).reach(8_000, 9_000) == (6_000, 9_000, None)
    assert going(ditches=(ditch,)).reach(8_000, 3_000) == (3_000, 3_000, None), "it does not come so far"


@pytest.mark.parametrize(("kind", "crosses"), [(Marsh, True), (Exact, False)])
def test_a_price_may_take_the_last_of_a_move_or_not(kind: type[Marsh], crosses: bool) -> None:
    halted = going(ditches=(Ditch(4_000, 3_000),), kind=kind).reach(8_000, 7_000)[2]
    assert (halted is None) is crosses


def test_rules_are_named_as_far_as_the_way_is_gone() -> None:
    way = going()
    way.rules = [(0.0, "A"), (2_000.0, "B"), (3_000.0, "A")]
    assert (way.met(1_000), way.met(5_000)) == (("A",), ("A", "B"))
