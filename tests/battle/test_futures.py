"""Every throw of a roll, and every battle that follows from it."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from schiltron.battle.door.futures import TooWide, by_default, chances_of, futures, throws
from schiltron.battle.state.chance import AtLeast, EachFace, Pool, Roll, SumOf, faults, tied
from schiltron.battle.state.decision import Choose, Chosen, Option
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.steps import Check
from tests.rulesets.book_of_war.positions import blue, field, play, red

READINGS = [AtLeast(1), AtLeast(4), AtLeast(7), SumOf(), EachFace()]


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("dice", [1, 3])
def test_every_throw_comes_once_with_its_chance(reading: AtLeast | SumOf | EachFace, dice: int) -> None:
    roll = Roll(purpose="a test", pools=(Pool(dice, 6, reading, "test"),), rules=(), id="7")
    wanted: dict[object, float] = {}
    for faces in product(range(1, 7), repeat=dice):
        classes = reading.classes(faces)
        wanted[classes] = wanted.get(classes, 0.0) + 6**-dice
    found = {answer.pools[0].classes: chance for chance, answer in throws(roll)}
    assert found == pytest.approx(wanted)
    assert all(not faults(roll, answer.pools) for _, answer in throws(roll))


def test_a_contest_has_no_ties_and_is_fair() -> None:
    pools = (Pool(2, 6, SumOf(), "red", "red"), Pool(2, 6, SumOf(), "blue", "blue"))
    found = throws(Roll(purpose="initiative", pools=pools, rules=(), unequal=True))
    assert not any(tied(answer.pools) for _, answer in found)
    assert sum(chance for chance, _ in found) == pytest.approx(1.0)
    red_wins = sum(chance for chance, answer in found if answer.pools[0].total > answer.pools[1].total)
    assert red_wins == pytest.approx(0.5)


def test_a_morale_check_of_ten() -> None:
    """One hit die and a rate of loss of 3 leave 6 or more to throw: 26 of 36 (BW-B5-02, BW-B5-03)."""
    start = play(
        field(blue("light_infantry", 6, at=(36, 40)), red("pikemen", 8, at=(36, 10))),
        Check("light_infantry", "losses", 2),
    )
    found = futures(BOOK_OF_WAR, start.battle, until=lambda battle: not battle.agenda)
    assert len(found) == 2, "ten throws, but two ways for it to end"
    chances = chances_of(found, lambda battle: "routed" in battle.units["light_infantry"].marks)
    assert chances == pytest.approx({False: 26 / 36, True: 10 / 36})


def test_what_is_too_wide_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schiltron.battle.door.futures.MOST_ORDERS", 5)
    start = play(field(blue("light_infantry", 6, at=(36, 40))), Check("light_infantry", "losses", 2))
    with pytest.raises(TooWide):
        futures(BOOK_OF_WAR, start.battle, until=lambda battle: not battle.agenda)


def test_what_waits_for_nothing_is_its_own_future() -> None:
    start = play(field(blue("light_infantry", 6, at=(36, 40))), Check("light_infantry", "losses", 2))
    over = replace(start.battle, roll=None, agenda=())
    assert futures(BOOK_OF_WAR, over, until=lambda battle: False) == [(1.0, over)]


def test_a_decision_without_a_default_must_be_decided() -> None:
    asked = Choose(seat="blue", prompt="Which way?", rules=(), options=(Option("left", "Left"),))
    with pytest.raises(LookupError, match="Which way"):
        by_default(field(), asked)
    assert by_default(field(), replace(asked, default=Chosen(("left",)))) == Chosen(("left",))
