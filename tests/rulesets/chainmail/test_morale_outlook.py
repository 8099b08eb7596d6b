"""Exact chances of nerve, against the checks themselves."""

from __future__ import annotations

import pytest

from schiltron.rulesets.chainmail.morale.outlook import aftermath, rallies, remains, remains_by, stands
from schiltron.rulesets.chainmail.state import Battle, Flight
from schiltron.rulesets.chainmail.steps import MeleeSide
from tests.rulesets.chainmail.positions import blue, field, locked, red


def position(**more: object) -> Battle:
    return field(
        blue("horse", 10, files=5, at=(40, 30), troop="heavy_horse"),
        red("foot", 20, files=10, at=(40, 30), **more),
        contacts=[locked("horse", "foot")],
    )


def sides(blue_lost: int, red_lost: int) -> tuple[MeleeSide, MeleeSide]:
    return MeleeSide("blue", ("horse",), (10,), (blue_lost,)), MeleeSide("red", ("foot",), (20,), (red_lost,))


def test_the_chance_to_stand_a_charge() -> None:
    """CM-MORALE-11: nine or more on two dice."""
    battle = position()
    horse, foot = battle.units["horse"], battle.units["foot"]
    assert stands(battle, foot, horse) == pytest.approx(10 / 36)
    assert stands(battle, horse, foot) == 1


def test_the_chance_of_who_flees_to_rally() -> None:
    """CM-MELEE-28, CM-MELEE-30, CM-MORALE-09."""
    for turns, chance in ((1, 1), (2, 4 / 6), (3, 1 / 6)):
        battle = position(flight=Flight("rout", turns, 1500, 0))
        assert rallies(battle, battle.units["foot"]) == pytest.approx(chance)
        assert stands(battle, battle.units["foot"], battle.units["horse"]) == pytest.approx(2 / 6)
    pikes = position(flight=Flight("rout", 1, 1500, 0, "horse"))
    assert stands(pikes, pikes.units["foot"], pikes.units["horse"]) == 0


def test_the_chance_to_remain() -> None:
    """CM-MORALE-01, CM-MORALE-03: seven of twenty are more than a third, fourteen more than two."""
    battle = position()
    foot = battle.units["foot"]
    assert [remains(battle, foot, more) for more in (0, 6, 14, 20)] == [1, 1, 0, 0]
    assert remains(battle, foot, 7) == pytest.approx(21 / 36)
    assert remains_by(battle, foot, (0.5, *(0.0,) * 6, 0.5)) == pytest.approx(0.5 + 0.5 * 21 / 36)


def test_what_may_come_of_the_worked_example() -> None:
    """CM-MELEE-20: a die of 1 goes on, 2 to 4 is half a move back, 5 and 6 a whole one; both are one reaction."""
    found = aftermath(position(), sides(2, 8))
    assert found == pytest.approx({("", "melee_continues"): 1 / 6, ("red", "back_good_order"): 5 / 6})
