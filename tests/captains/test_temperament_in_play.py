"""What a captain is like can be seen in his battles against an even-tempered one."""

from __future__ import annotations

from typing import Final, NamedTuple

import pytest

from tests.captains.contests import opening
from tests.captains.test_odd_moves import MARCHES, mounted
from tests.captains.watched import in_contact, watched

pytestmark = pytest.mark.slow

MIXED: Final = {
    "book_of_war": ("open-field", "hill-and-woods"),
    "by_this_axe": ("ashmere-causeway", "walled-orchard"),
}
SEEDS: Final = 2


class Habits(NamedTuple):
    """What a side did in some games: the turn of its first charge, added up, how often it charged and how often it
    shot; of its horse how often it charged and moved, and how often its foot moved."""

    first: int = 0
    charges: int = 0
    volleys: int = 0
    with_horse: int = 0
    rides: int = 0
    marches: int = 0

    @property
    def shooting(self) -> float:
        """The part of shots in what it did to the enemy."""
        return self.volleys / max(1, self.volleys + self.charges)

    @property
    def horse_before_foot(self) -> float:
        """How many times as often a move of its horse ended in blows as one of its foot."""
        return (self.with_horse / self.rides) / ((self.charges - self.with_horse) / self.marches)


def habits(book: str, name: str) -> Habits:
    games = [
        _habits(f"{book}/{one}", name, side, seed) for one in MIXED[book] for seed in range(SEEDS) for side in "rb"
    ]
    return Habits(*(sum(column) for column in zip(*games, strict=True)))


def _habits(scenario: str, name: str, side: str, seed: int) -> Habits:
    own, other = ("red", "blue") if side == "r" else ("blue", "red")
    first = charges = volleys = with_horse = rides = marches = turn = 0
    for seen in watched(opening(scenario), {own: name, other: "captain"}, seed):
        turn = seen.before.turn
        if seen.unit.side != own:
            continue
        volleys += seen.command.action == "shoot"
        if seen.command.action in MARCHES:
            met = not in_contact(seen.before, seen.unit) and in_contact(seen.after, seen.moved)
            horse = mounted(seen.before, seen.unit)
            rides, marches = rides + horse, marches + (not horse)
            charges, with_horse = charges + met, with_horse + (met and horse)
            first = first or (turn if met else 0)
    return Habits(first or turn, charges, volleys, with_horse, rides, marches)


@pytest.mark.parametrize("book", MIXED)
def test_the_bold_one_comes_to_blows_sooner_and_more_often_than_the_careful(book: str) -> None:
    even, bold, careful = (habits(book, name) for name in ("captain", "captain:bold", "captain:careful"))
    assert bold.first < careful.first
    assert bold.charges > 1.1 * careful.charges
    assert careful.charges < even.charges


def test_the_archer_would_rather_shoot() -> None:
    even, archer = (habits("by_this_axe", name) for name in ("captain", "captain:archer"))
    assert archer.shooting > 1.1 * even.shooting


def test_the_horseman_comes_to_blows_with_his_horse_rather_than_his_foot() -> None:
    even, horseman = (habits("book_of_war", name) for name in ("captain", "captain:horseman"))
    assert horseman.horse_before_foot > 1.1 * even.horse_before_foot
