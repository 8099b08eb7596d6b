"""One or many."""

import pytest

from schiltron.battle.words.grammar import counted, does, is_plural, listed


@pytest.mark.parametrize(
    ("many", "one"),
    [
        ("move", "moves"),
        ("are now shamed", "is now shamed"),
        ("have answered", "has answered"),
        ("try to flee from", "tries to flee from"),
        ("play dirty tricks on", "plays dirty tricks on"),
        ("pass", "passes"),
        ("go on", "goes on"),
        ("flee", "flees"),
    ],
)
def test_a_verb_is_said_of_many_and_of_one(many: str, one: str) -> None:
    assert (does(many, one=False), does(many, one=True)) == (many, one)


@pytest.mark.parametrize("name", ["The Wardens of Ashmere", "The Jarl's Axes", "Sons of the Grey Steppe"])
def test_names_of_armies_that_are_plurals(name: str) -> None:
    assert is_plural(name)


@pytest.mark.parametrize("name", ["Red", "The Host of Vaire", "The Unpaid Company", "The Abbess", "The Jarl's"])
def test_names_of_armies_that_are_not(name: str) -> None:
    assert not is_plural(name)


def test_counts_and_lists() -> None:
    assert (counted(0, "hit"), counted(1, "die", "dice"), counted(3, "die", "dice")) == ("no hits", "1 die", "3 dice")
    assert (listed([]), listed(["A"]), listed(["A", "B", "C"])) == ("", "A", "A, B and C")
