"""What a card says of every kind of ground of a book: true to its tables, and each with a rule that there is."""

from __future__ import annotations

import pytest

from schiltron.muster import quartermaster, rulesets
from schiltron.rulesets import ruleset
from schiltron.rulesets.battlesystem.ground.effects import OBSTACLE, ROAD_BONUS
from schiltron.rulesets.book_of_war.movement.ground import GROUND


def told(book: str, kind: str) -> dict[str, str]:
    return {one.what: one.effect for one in quartermaster(book).ground_notes(kind)}


@pytest.mark.parametrize("book", rulesets())
def test_every_kind_of_ground_says_what_it_does_and_by_which_rule(book: str) -> None:
    master = quartermaster(book)
    known = {rule.id for rule in ruleset(book).law.rules}
    for kind in (*master.areas, *master.strips, *(("castle_wall", "tower") if master.builds else ())):
        notes = master.ground_notes(kind)
        assert notes, kind
        assert {one.rule for one in notes} <= known
        assert len({one.what for one in notes}) == len(notes), kind
    assert set(master.habits.values()) <= known
    assert master.ground_notes("no such ground") == ()


def test_the_costs_are_those_of_the_tables() -> None:
    """BW-B3-08, BW-B3-09, BW-B3-11"""
    for kind, ground in GROUND.items():
        if kind != "open" and ground.foot is not None and not ground.climb_foot:
            assert told("book_of_war", kind)["An inch in it, on foot; mounted"] == f"{ground.foot}″; {ground.horse}″"
    assert told("book_of_war", "hill")["Up a contour, on foot; mounted"] == "2″; 4″"
    assert told("book_of_war", "pond")["To go in"] == "nobody who does not fly"


def test_parts_of_a_move_are_those_of_the_tables() -> None:
    """BS-11.8-01, BS-11.8-03"""
    assert (str(OBSTACLE), told("battlesystem", "hedge")["To cross it"]) == ("1/3", "−⅓ of MV")
    assert (str(ROAD_BONUS), told("battlesystem", "road")["To move on it"]) == ("1/3", "+⅓ of MV")


def test_what_stops_a_charge_says_so() -> None:
    """CM-TERR-03, CM-TERR-08, CM-TERR-11"""
    for kind in ("hill", "woods", "marsh", "rough", "wall", "stream", "gully"):
        assert told("chainmail", kind)["Charges"].startswith("none")
    assert "Charges" not in told("chainmail", "brush")
