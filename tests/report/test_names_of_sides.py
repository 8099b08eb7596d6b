"""A side goes by one name: its army with its colour; where room is short, by its colour."""

import re
from random import Random

import pytest

from schiltron.battle.door.dice import FastDice
from schiltron.battle.record.journal import Journal
from schiltron.battle.state.battle import Side
from schiltron.battle.words.grammar import is_plural
from schiltron.battle.words.names import side_name, unit_and_side
from schiltron.battle.words.text import words
from schiltron.captains.play import play_on
from schiltron.captains.recruit import Recruit
from schiltron.herald.describing import table
from schiltron.herald.log import spoken
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets import ruleset


@pytest.mark.parametrize(
    ("side", "title", "short"),
    [
        (Side("red", "The Pikes of Uhrwald", "teal"), "The Pikes of Uhrwald (Teal)", "Teal"),
        (Side("blue", "Blue", "blue"), "Blue", "Blue"),
        (Side("red", "The Host", ""), "The Host (Red)", "Red"),
        (Side("red", "The Host", "#000000"), "The Host (Red)", "Red"),
    ],
)
def test_a_side_is_called_by_army_and_colour(side: Side, title: str, short: str) -> None:
    assert (side.title, side.short) == (title, short)


def test_a_colour_does_not_make_one_of_many() -> None:
    assert is_plural("The Jarl's Axes (Red)")
    assert not is_plural("The Host of Vaire (Ochre)")


@pytest.mark.slow
@pytest.mark.parametrize(
    "scenario", ["open-field", "lily-field", "three-parishes", "powder-and-stones", "field-of-wagers"]
)
def test_no_army_is_named_without_its_colour(scenario: str) -> None:
    """Every sentence of a battle, and the table as it is told."""
    battle = prepare(load_scenario(scenario))
    book = ruleset(battle.ruleset)
    journal = Journal.start(book, battle, "fast")
    captains = {seat.id: Recruit(book, place) for place, seat in enumerate(battle.seats)}
    told = spoken(journal.events_at(0), journal.battle_at(0))

    def after(played: Journal) -> None:  # type: ignore[type-arg]
        told.extend(spoken(played.events_at(len(played.entries)), played.battle))

    play_on(journal, captains, FastDice(Random(3)), after=after)
    told += table(book, journal.battle)
    one_of_many = re.compile(r"(?<![\d.½¼¾] )(?<!\d)\b1 (figures|files|ranks|units|dice|hits|cards|turns|points|men)\b")
    assert [line for line in told if one_of_many.search(line)] == []
    for side in battle.sides:
        alone = re.compile(rf"{re.escape(side.name)}(?! \({side.short}\))")
        assert [line for line in told if alone.search(line)] == []
        assert any(side.title in line for line in told)
        assert side_name(battle, side.id) == side.title
    unit = next(iter(battle.units.values()))
    assert words(unit_and_side(battle, unit.id)) == f"{unit.name} ({battle.side_named(unit.side).short})"
