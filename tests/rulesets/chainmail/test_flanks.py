"""Attacks on flank and rear, and on who is changing formation."""

from __future__ import annotations

import pytest

from schiltron.rulesets.chainmail.melee.classes import attacks_as
from schiltron.rulesets.chainmail.state import Forming
from tests.rulesets.chainmail.fights import fight, met, ours, struck, theirs, thrown, values
from tests.rulesets.chainmail.positions import NORTH, SOUTH, blue, field, locked

HIGHER = [
    ("light_foot", "heavy_foot"),
    ("heavy_foot", "armored_foot"),
    ("light_horse", "medium_horse"),
    ("medium_horse", "heavy_horse"),
]


@pytest.mark.parametrize(("troop", "higher"), HIGHER)
def test_onto_a_flank_a_unit_fights_as_the_next_higher_class(troop: str, higher: str) -> None:
    """CM-MELEE-25."""
    position = met(ours(troop, 4), theirs(), edge="left")
    fighting = attacks_as(position, position.units["ours"], position.units["theirs"])
    assert (fighting.troop, fighting.better) == (higher, 0)
    assert "CM-MELEE-25" in struck(position).dice.rules


@pytest.mark.parametrize(("troop", "dice"), [("heavy_horse", (12, 4)), ("armored_foot", (4, 4))])
def test_the_highest_classes_add_one_to_each_die(troop: str, dice: tuple[int, int]) -> None:
    """CM-MELEE-25: 5 or 6 becomes 4 to 6."""
    position = met(ours(troop, 4), theirs(), edge="right")
    assert thrown(position) == dice
    assert values(struck(position).need)["CM-MELEE-25"] == -1


def test_the_flanked_strike_back_as_what_they_are() -> None:
    """CM-MELEE-25: the bonus is the attacker's."""
    assert thrown(met(ours("armored_foot", 4), theirs(), edge="left"), "theirs", "ours") == (5, 6)


def test_the_flank_bonus_lasts_as_long_as_the_flank_is_held() -> None:
    """CM-MELEE-25: rounds later too."""
    assert thrown(met(ours(), theirs(), edge="left", since=0)) == (10, 5)


def test_from_the_rear_casualties_are_inflicted_without_any_in_return() -> None:
    """CM-MELEE-26: and with the bonus of a flank attack."""
    position = met(ours(), theirs(), edge="rear")
    assert fight(position).dice == [(10, 5)]
    assert "CM-MELEE-26" in struck(position).dice.rules
    back = struck(position, "theirs", "ours")
    assert (back.dice.verdict, back.dice.rules) == ("impossible", ("CM-MELEE-26",))


def test_in_the_second_round_those_taken_in_the_rear_have_turned() -> None:
    """CM-MELEE-26: they fight back, and the attackers have lost their bonus."""
    position = met(ours(), theirs(), edge="rear", since=0)
    assert thrown(position) == (10, 6)
    assert thrown(position, "theirs", "ours") == (10, 6)


def test_the_bonus_stays_while_they_are_engaged_in_front_too() -> None:
    """CM-MELEE-26: but they strike back, each rank at those who are near it."""
    behind = ours(at=(48, 28.5), facing=SOUTH)
    before = blue("before", 10, at=(48, 30), facing=NORTH)
    contacts = (locked("before", "theirs", since=0), locked("ours", "theirs", "rear", since=0))
    position = field(behind, before, theirs(figures=20, files=10), contacts=contacts)
    assert thrown(position) == (10, 5)
    assert thrown(position, "before") == (10, 6)
    assert thrown(position, "theirs", "ours") == (10, 6)
    assert thrown(position, "theirs", "before") == (10, 6)


def test_a_unit_taken_in_the_rear_still_strikes_those_before_it() -> None:
    """CM-MELEE-26: nothing in return is for those behind."""
    behind = ours(at=(48, 28.5), facing=SOUTH)
    before = blue("before", 10, at=(48, 30), facing=NORTH)
    contacts = (locked("before", "theirs", since=0), locked("ours", "theirs", "rear", since=1))
    position = field(behind, before, theirs(figures=20, files=10), contacts=contacts)
    assert not struck(position, "theirs", "ours").dice.total
    assert struck(position, "theirs", "before").dice.total == 10


@pytest.mark.parametrize("edge", ["left", "rear"])
def test_a_square_has_neither_flank_nor_rear(edge: str) -> None:
    """CM-MELEE-25, CM-MELEE-26."""
    position = met(ours(), theirs(figures=9, files=3, formation="square"), edge=edge)
    assert struck(position).need.total == 6
    assert struck(position, "theirs", "ours").dice.total


def test_a_unit_caught_while_changing_formation_is_flanked() -> None:
    """CM-FORM-03: whoever came onto whom."""
    forming = Forming("square", 5, 1000, 2000)
    position = met(ours(), theirs(forming=forming))
    assert thrown(position) == (10, 5)
    assert "CM-FORM-03" in struck(position).dice.rules
    assert thrown(met(ours(forming=forming), theirs()), "theirs", "ours") == (10, 5)


def test_pikes_caught_while_changing_formation_are_no_front() -> None:
    """CM-FORM-03, CM-MELEE-09, CM-MELEE-08: swords come at them, and Swiss are light foot."""
    pikes = theirs("swiss_pikemen", 10, files=5, forming=Forming("hedgehog", 5, 500, 1000))
    assert thrown(met(ours(), pikes)) == (10, 4)
