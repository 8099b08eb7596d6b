"""The check that nobody compares the sides of units finds the ways in which it could be done."""

import pytest

from tools.relations import faults, main


@pytest.mark.parametrize(
    "comparison",
    [
        "return one.side != other.side",
        "return [unit for unit in units if unit.side == side]",
        "return body.unit.side == situation.side",
        "return battle.units[key].side in sides",
        "return step.side in ('', unit.side)",
        "side = unit.side\n    return side == battle.active",
        "here, side = unit.outline, unit.side\n    return side != battle.active",
        "strength[unit.side == side] += 1",
        "return Choose(seat=battle.seats_of(side)[0])",
    ],
)
def test_a_comparison_of_sides_is_found(comparison: str) -> None:
    assert list(faults(f"def of(battle):\n    {comparison}"))


@pytest.mark.parametrize(
    "harmless",
    [
        "return hostile(battle, one, other)",
        "return 'left' if leg.side == 'left' else 'right'",
        "return turn.side == 'right'",
        "return [camp for camp in camps if camp.side == side]",
        "side = unit.side\n    return troops(battle, side)",
        "return seat in battle.seats_of(side)",
    ],
)
def test_what_has_a_side_and_is_no_unit_may_be_compared(harmless: str) -> None:
    assert not list(faults(f"def of(battle):\n    {harmless}"))


def test_the_program_asks_the_battle() -> None:
    assert main() == 0
