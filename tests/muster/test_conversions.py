"""Creatures of the catalogue as figures of every book that can take them, and in a list of each."""

from __future__ import annotations

import pytest

from schiltron.muster.army import Army, HouseTroop, ListedUnit, check
from schiltron.muster.books import quartermaster, rulesets
from schiltron.muster.creature_entry import CreatureEntry
from schiltron.muster.creatures import ready_creatures, record
from schiltron.muster.house_troops import house_of
from schiltron.rulesets.conversion import Converted


def made(book: str, name: str) -> Converted[object]:
    return quartermaster(book).converted(record(ready_creatures()[name]), {})


@pytest.mark.parametrize("book", rulesets())
@pytest.mark.parametrize("name", ready_creatures())
def test_a_creature_is_a_figure_that_a_list_may_have_or_it_is_said_why_not(book: str, name: str) -> None:
    figure = made(book, name)
    assert figure.verdict.text
    if figure.line is None and figure.entry is None:
        assert figure.missing or figure.left_out
    if figure.entry is not None:
        assert not [one.place for one in _alone(book, figure) if "equipment" in one.place or "troop" in one.place]
    for one in figure.ratings:
        assert one.said
        assert one.tally.terms


def _alone(book: str, figure: Converted[object]) -> tuple[object, ...]:
    entry = figure.entry
    assert entry is not None
    unit = ListedUnit(entry.troop, entry.figures, name=entry.name, equipment=dict(entry.equipment))
    return check(Army(book, "", (unit,))).violations


def test_the_supplement_of_chainmail_knows_kinds_and_no_numbers() -> None:
    """CM-FANT-GEN-02, CM-FANT-GEN-03"""
    ogre = made("chainmail", "ogre")
    assert ogre.entry is not None
    assert (ogre.entry.troop, ogre.ratings[0].said) == ("ogres", "15")
    assert any("kinds are rated" in note.text for note in ogre.left_out)
    assert made("chainmail", "lizard-man").entry is None
    renowned = made("chainmail", "knight-commander")
    assert renowned.entry is not None
    assert renowned.entry.troop == "super_hero"
    assert renowned.missing


def test_battlesystem_rates_a_creature_by_its_own_numbers() -> None:
    """BS-2.2-01, BS-8.3-03, BS-8.3-04: five ogres to a figure, who need 15 and five more."""
    said = {one.key: one.said for one in made("battlesystem", "ogre").ratings}
    assert said == {"ratio": "5", "ac": "5", "hd": "20", "ar": "20", "mv": "9″"}
    goblin = {one.key: one.said for one in made("battlesystem", "goblin").ratings}
    assert goblin["ratio"] == "10"
    lizard = CreatureEntry("Marsh folk", 6, hit_dice="2+1", armour_class=3, alignment="chaotic")
    figure = quartermaster("battlesystem").converted(record(lizard), {})
    assert figure.entry is not None
    assert (figure.entry.equipment["hit_dice"], figure.entry.equipment["armour_class"]) == ("2+1", 3)


@pytest.mark.parametrize("book", ["battlesystem", "chainmail"])
def test_a_creature_is_brought_at_a_price_of_ones_own(book: str) -> None:
    army = Army(book, "Host", (ListedUnit("brutes", 4),), creatures={"brutes": HouseTroop(30, like="ogre")})
    report = check(house_of(army).within(army))
    assert report.points == 120
