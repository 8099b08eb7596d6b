"""What is left of an army takes the field again in the next battle of a campaign."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.rulesets.by_this_axe.catalogue import check
from schiltron.rulesets.by_this_axe.options import Options
from schiltron.rulesets.by_this_axe.remnants import remustered
from schiltron.rulesets.quartermaster import Enlisted

OPTIONS = Options(scale="1:20", fantasy="supplement")
GENERAL = Enlisted("general", 1, name="Wat", equipment={"leadership": 3})


def troop(kind: str, figures: int, name: str, **equipment: Any) -> Enlisted:
    return Enlisted(kind, figures, name=name, equipment=equipment)


def leader(name: str, leadership: int, joins: str = "", **equipment: Any) -> Enlisted:
    return Enlisted("leader", 1, name=name, equipment={"leadership": leadership, **equipment}, joins=joins)


def left(*units: Enlisted) -> dict[str, int]:
    again = remustered(units, OPTIONS)
    assert not again or not check(again, None, {"fantasy": "supplement", "scale": "1:20"}).violations
    return {unit.name: unit.figures for unit in again}


def test_remnants_go_into_a_unit_of_their_kind() -> None:
    """TA-UNIT-03, TA-UNIT-04: two on foot and one on horse are no units."""
    spears, others = troop("spearmen", 5, "Spears"), troop("axemen", 3, "Axes")
    assert left(troop("spearmen", 2, "Few"), spears, others, GENERAL) == {"Spears": 7, "Axes": 3, "Wat": 1}
    riders = troop("knights", 2, "Riders"), troop("knights", 1, "Last")
    assert left(*riders, others, GENERAL) == {"Riders": 3, "Axes": 3, "Wat": 1}


def test_remnants_of_another_kind_stay_behind() -> None:
    """The same troops in other armour are of another kind."""
    spears = troop("spearmen", 5, "Spears"), troop("axemen", 4, "Axes")
    assert left(troop("spearmen", 2, "Few", shield=False), *spears, GENERAL) == {"Spears": 5, "Axes": 4, "Wat": 1}
    assert left(troop("knights", 1, "Last"), *spears, GENERAL) == {"Spears": 5, "Axes": 4, "Wat": 1}


def test_several_remnants_make_a_unit() -> None:
    few = [troop("spearmen", 2, "One"), troop("axemen", 2, "Other"), troop("spearmen", 1, "Two")]
    assert left(*few, troop("archers", 3, "Bows"), GENERAL) == {"Bows": 3, "One": 3, "Wat": 1}


def test_a_full_unit_takes_nobody_in() -> None:
    """TA-UNIT-03: twenty-five at most."""
    full, room = troop("spearmen", 25, "Full"), troop("spearmen", 24, "Room")
    assert left(troop("spearmen", 2, "Few"), full, room, GENERAL) == {"Full": 25, "Room": 24, "Wat": 1}
    assert left(troop("spearmen", 1, "Few"), full, room, GENERAL) == {"Full": 25, "Room": 25, "Wat": 1}


def test_whole_units_are_left_as_they_are() -> None:
    units = (troop("spearmen", 3, "One"), troop("spearmen", 3, "Two"), GENERAL)
    assert remustered(units, OPTIONS) == units


@pytest.mark.parametrize("fewer", [(), (troop("axemen", 2, "Axes"),)])
def test_fewer_than_two_units_are_no_army(fewer: tuple[Enlisted, ...]) -> None:
    """TA-UNIT-02"""
    assert remustered((troop("spearmen", 9, "Spears"), *fewer, GENERAL), OPTIONS) == ()


TWO = (troop("spearmen", 5, "Spears"), troop("axemen", 3, "Axes"))


def test_the_best_leader_follows_a_general_who_fell() -> None:
    """TA-CHAR-02: with whatever else he is and has."""
    weak, strong = leader("Odo", 1), leader("Ilse", 3, "Axes", roles=("leader", "hero"))
    *_, one, other = remustered((*TWO, weak, strong), OPTIONS)
    assert one == weak
    assert (other.name, other.joins, other.equipment["leadership"]) == ("Ilse", "Axes", 3)
    assert other.equipment["roles"] == ("general", "hero")
    assert set(left(*TWO, weak, strong)) == {"Spears", "Axes", "Odo", "Ilse"}


def test_where_nobody_is_left_to_lead_somebody_does() -> None:
    """TA-CHAR-02, TA-CHAR-09: uninspired."""
    hero = Enlisted("character", 1, name="Bram", equipment={"roles": ("hero",)})
    *_, last = remustered((*TWO, hero), OPTIONS)
    assert (last.troop, last.equipment["leadership"]) == ("general", 1)
    assert set(left(*TWO, hero)) == {"Spears", "Axes", "Bram", last.name}


def test_who_was_with_a_unit_that_is_no_more_stands_alone() -> None:
    few = troop("archers", 1, "Bows")
    *_, with_them, with_others = remustered(
        (*TWO, few, GENERAL, leader("Ilse", 1, "Bows"), leader("Odo", 1, "Axes")), OPTIONS
    )
    assert (with_them.joins, with_others.joins) == ("", "Axes")
