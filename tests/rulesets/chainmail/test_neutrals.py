"""Neutral creatures for whom both sides throw a die before the battle."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.unit import Aboard, OffTable
from schiltron.rulesets.chainmail.setup.neutrals import DiceNeutrals, neutrals
from schiltron.rulesets.chainmail.state import Unit
from schiltron.rulesets.chainmail.victory import strength
from tests.rulesets.chainmail.positions import Played, blue, field, play, red
from tests.whole_battles.recruits import opening

ON: dict[str, Any] = {"fantasy": "on", "neutrals": "diced"}


def elves(side: Any = red) -> Unit:
    return side("elves", 6, at=(30, 10), troop="elves")  # type: ignore[no-any-return]


def sprites() -> Unit:
    return blue("sprites", 4, at=(60, 50), troop="sprites")


def diced(*units: Unit, dice: str) -> Played:
    both = (blue("men", 6, at=(48, 50)), red("foe", 6, at=(48, 10)))
    return play(field(*both, *units, **ON), DiceNeutrals(), dice)


def test_the_higher_die_has_them() -> None:
    """CM-FANT-LINEUP-03: they stand in the lists of the other side, are set up by it, and count for it."""
    played = diced(elves(), sprites(), dice="2 | 4 | 5 | 3")
    there = played.unit("elves")
    assert (there.side, there.owner, there.controller) == ("blue", "blue", "blue")
    assert played.unit("sprites").side == "red"
    assert strength(played.battle, "blue").total == 6 + 6
    assert strength(played.battle, "red").total == 6 + 4


def test_a_tie_keeps_them_out_of_it() -> None:
    """CM-FANT-LINEUP-03: nobody's, and nowhere."""
    played = diced(sprites(), dice="4 | 4")
    there = played.unit("sprites")
    assert there.place == OffTable("stays neutral")
    assert (there.owner, there.controller) == ("", "")
    assert strength(played.battle, "blue").total == 6


@pytest.mark.parametrize(
    ("troop", "joins"), [("elves", "blue"), ("roc", "blue"), ("sprites", "")], ids=["elves", "roc", "sprites"]
)
def test_some_lean_to_law(troop: str, joins: str) -> None:
    """CM-FANT-LINEUP-04: with dwarves on one side the die of that side has 1 more for elves and rocs."""
    dwarves = blue("dwarves", 6, at=(30, 50), troop="dwarves")
    unit = red("them", 1, at=(30, 10), troop=troop)
    played = diced(dwarves, unit, dice="3 | 3")
    assert played.unit("them").owner == joins
    orcs = blue("orcs", 6, at=(60, 50), troop="orcs")
    assert diced(dwarves, orcs, unit, dice="3 | 3").unit("them").owner == ""


def test_who_is_not_diced_for() -> None:
    """CM-FANT-LINEUP-02, CM-FANT-LINEUP-03: nobody of two lists, nobody with a hero in his ranks, and no army that is
    nothing but neutral."""
    men = blue("men", 6, at=(48, 50))
    hero = replace(blue("hero", 1, at=(0, 0), troop="hero"), place=Aboard("sprites"))
    giant = blue("giant", 1, at=(20, 50), troop="giant")
    assert [one.id for one in neutrals(field(men, sprites(), giant, elves(), **ON))] == ["sprites"]
    assert neutrals(field(men, sprites(), hero, **ON)) == []
    assert play(field(men, giant, elves(), **ON), DiceNeutrals()).over


def test_a_scenario_begins_with_it() -> None:
    """CM-FANT-LINEUP-03: before anybody is set up, where the players want it."""
    for switch, first in (({"neutrals": "diced"}, True), ({}, False)):
        battle = opening("wizards-noon", **switch)
        assert (battle.roll is not None and battle.roll.purpose.startswith("whom ")) is first
