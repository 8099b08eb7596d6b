"""House rules by themselves, looked at before anybody takes them in."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.muster.army import HouseTroop, OwnItem, OwnTroop
from schiltron.muster.house_check import house_faults
from schiltron.muster.house_file import HouseFile
from schiltron.muster.list_text import written_rules
from schiltron.muster.reading import read
from schiltron.muster.scenario import OwnGround
from schiltron.parent_game.spell import SpellEntry

SOUND = HouseFile(
    "chainmail",
    "The Rules of Holm",
    troops={"huscarls": OwnTroop("heavy_foot", "Huscarls", 5)},
    items={"horn": OwnItem("Horn of Holm", 3)},
    kinds={"fen": OwnGround("marsh", "Black fen")},
)


def places(rules: HouseFile) -> list[str]:
    return [one.place for one in house_faults(rules)]


def test_rules_that_may_be_taken_in_have_no_fault_and_are_written_as_they_are() -> None:
    assert places(SOUND) == []
    assert read(written_rules(SOUND), HouseFile, "") == SOUND


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ({"troops": {"huscarls": OwnTroop("heavy_fot", "Huscarls")}}, "troops.huscarls.like"),
        ({"kinds": {"fen": OwnGround("bog", "Fen")}}, "kinds.fen.like"),
        ({"kinds": {"marsh": OwnGround("hill", "Fen")}}, "kinds.marsh"),
        ({"creatures": {"who": HouseTroop(5)}}, "creatures.who"),
    ],
)
def test_what_is_wrong_comes_with_its_place_and_what_would_be_right(wrong: dict[str, object], place: str) -> None:
    found = house_faults(replace(SOUND, **wrong))
    assert place in [one.place for one in found]
    assert all(one.right for one in found)


def test_several_faults_are_told_at_once_and_a_book_nobody_knows() -> None:
    both = replace(SOUND, troops={"a": OwnTroop("nobody")}, kinds={"fen": OwnGround("bog", "Fen")})
    assert {one.partition(".")[0] for one in places(both)} == {"troops", "kinds"}
    assert places(replace(SOUND, ruleset="draughts")) == ["ruleset"]


def test_a_spell_of_ones_own_is_looked_at_by_its_book() -> None:
    spell = SpellEntry("Ice storm", "blast", range=24, area=6, dice=6, price=15)
    assert places(HouseFile("book_of_war", "Frost", spells={"ice_storm": spell})) == []
    assert places(HouseFile("book_of_war", "Frost", spells={"ice_storm": replace(spell, dice=0)})) != []
