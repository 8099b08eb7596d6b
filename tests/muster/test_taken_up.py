"""Which books take up what of a creature's sheet."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from schiltron.muster.books import quartermaster
from schiltron.muster.creature_entry import CreatureEntry
from schiltron.muster.creatures import ready_creatures, record
from schiltron.muster.taken_up import parts_taken
from schiltron.rulesets import NAMES
from schiltron.rulesets.conversion import Converted


def converted(entry: CreatureEntry) -> dict[str, Converted[Any]]:
    return {book: quartermaster(book).converted(record(entry), {}) for book in NAMES}


def taken(entry: CreatureEntry) -> dict[str, tuple[str, ...]]:
    return {one.place: one.books for one in parts_taken(entry, converted(entry))}


def test_a_breath_is_taken_up_where_a_book_has_breaths_and_a_bellow_nowhere() -> None:
    """BW-A1-16, TA-FANT-Z02"""
    dragon = taken(ready_creatures()["red-dragon"])
    assert dragon["magic[0]"] == ("book_of_war", "by_this_axe")
    assert set(dragon) >= {"fly", "infravision", "underworld"}
    ogre = taken(ready_creatures()["ogre-chief"])
    assert (ogre["abilities[0]"], ogre["abilities[1]"]) == ((), ())
    assert "battlesystem" in ogre["to_hit"]


def test_what_a_sheet_does_not_have_is_not_spoken_of() -> None:
    plain = CreatureEntry("Somebody", 12, hit_dice="1", armour_class=7)
    assert taken(plain) == {}
    assert list(taken(replace(plain, infravision=True))) == ["infravision"]


def test_whatever_is_taken_up_by_nobody_changes_no_number_of_any_book() -> None:
    for entry in ready_creatures().values():
        for place, books in taken(entry).items():
            if books or not place.startswith("abilities"):
                continue
            number = int(place.partition("[")[2][:-1])
            rest = replace(entry, abilities=entry.abilities[:number] + entry.abilities[number + 1 :])
            for book, made in converted(rest).items():
                assert made.ratings == converted(entry)[book].ratings, (entry.name, place, book)
