"""The two roster sheets (cases 3.1 to 3.3): every field of the book's forms, from the ratings themselves."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.rulesets.battlesystem.law import LAW
from schiltron.rulesets.battlesystem.options import Options
from schiltron.rulesets.battlesystem.sheets import roster_sheets
from schiltron.rulesets.battlesystem.troops import TROOPS
from schiltron.rulesets.quartermaster import Enlisted
from schiltron.rulesets.sheets import RosterSheet

OPTIONS = Options(special_units="on")


def listed(troop: str, figures: int | None = None, **more: Any) -> Enlisted:
    names = {key: more.pop(key) for key in ("name", "joins") if key in more}
    return Enlisted(troop=troop, figures=figures or TROOPS[troop].figures, equipment=more, **names)


def sheet(troop: str, figures: int | None = None, options: Options = OPTIONS, **more: Any) -> RosterSheet:
    (one,) = roster_sheets([listed(troop, figures, **more)], options)
    return one


def value(one: RosterSheet, field: str) -> str:
    return next(entry.value for entry in (*one.ratings, *one.facts) if entry.field == field)


def scores(one: RosterSheet) -> list[str]:
    return [entry.value for entry in one.ratings if entry.field == "s_i_w_d_co_ch"]


def fields(one: RosterSheet) -> set[str]:
    """Those that have a place, with the four that are parts of the form itself."""
    found = {entry.field for entry in (*one.ratings, *one.facts, *one.saves)}
    found |= {"unit_name", "unit_type"} if one.form == "unit" else {"name"}
    return found | ({"weapon_damage_attacks"} if one.arms else set())


@pytest.mark.parametrize("troop", TROOPS.values(), ids=lambda troop: troop.id)
def test_every_field_of_the_forms_is_filled(troop: Any) -> None:
    """BS-3.1-01, BS-3.2-01: whatever the troops, all the fields of the book's sheet."""
    one = roster_sheets([Enlisted(troop=troop.id, figures=troop.figures)], OPTIONS)[0]
    form = "BS-T-roster-hero-fields" if one.form == "person" else "BS-T-roster-unit-fields"
    assert {str(row["field"]) for row in LAW.sheet(form).records()} <= fields(one)
    assert one.name
    assert all(entry.value for entry in one.ratings)
    assert all(arm.small and arm.rate for arm in one.arms)


def test_a_unit_s_ratings_are_those_of_its_roster_with_their_terms() -> None:
    """BS-3.1-01, BS-4.1-12: print counts, and the sheet says what the formula gives."""
    one = sheet("twin_blades")
    known = {entry.head: entry for entry in one.ratings}
    assert {head: entry.value for head, entry in known.items()} == {
        "AC": "4", "HD/Fig": "10", "MV": "6″", "AR": "20", "ML": "13", "DL": "14", "Fig": "12", "Ratio": "10:1",
        "Size": "M", "MR": "0%",
    }  # fmt: skip
    assert known["ML"].terms[0] == "11 every unit"
    assert known["ML"].terms[-1] == "−1 as printed"
    assert known["ML"].remark == "formula 14"
    assert [entry.value for entry in one.saves] == ["11", "12", "13", "13", "14"]
    by_formula = sheet("twin_blades", options=replace(OPTIONS, rosters="formula"))
    assert value(by_formula, "ml") == "14"


def test_modifiers_stand_in_the_signs_of_attack_ratings() -> None:
    """BS-3.1-08: a minus helps the attacker; ranges are always a penalty."""
    dwarves = sheet("twin_blades")
    assert value(dwarves, "ar_modifiers") == "−1 against orcs, goblins and hobgoblins"
    assert "AC −4 against ogres" in value(dwarves, "special")
    archers = sheet("twisted_claw")
    assert value(archers, "ar_modifiers") == "+1 in daylight; range 0/+2/+5"
    assert "in daylight" not in value(sheet("twisted_claw", options=replace(OPTIONS, light="sunset")), "ar_modifiers")
    assert "−2 charging" in value(sheet("plainsriders"), "ar_modifiers")


def test_boxes_show_the_losses_that_call_for_a_check() -> None:
    """BS-4.4-01: at a quarter, at a half and with every figure after it; the last one leaves nobody to check."""
    figures = sheet("twin_blades").boxes[0]
    assert figures.count == 12
    assert figures.checks == (3, 6, 7, 8, 9, 10, 11)
    assert figures.halves, "two wounds kill a figure (BS-8.7-04)"
    (_, volleys) = sheet("human_skirmishers", options=replace(OPTIONS, volleys=3)).boxes
    assert (volleys.head, volleys.count) == ("Volleys", 3)


def test_weapons_with_damage_and_attacks() -> None:
    """BS-3.1-01: each weapon, the mount besides, missiles with rate and ranges, and pieces of artillery."""
    lance, sword, horse = sheet("human_knights").arms
    assert (lance.name, lance.note) == ("heavy lance", "double damage in a charge")
    assert (sword.small, sword.large) == ("1d8", "1d12")
    assert horse.name == "heavy warhorse"
    dagger, bow = sheet("archers_of_lairn").arms
    assert dagger.name == "dagger"
    assert (bow.rate, bow.ranges) == ("2", "7″ / 14″ / 21″")
    assert sheet("human_pikemen").arms[0].note == "3 rows fight when closed"
    assert sheet("light_catapult").arms[-1].rate == "1 in 2"


def test_a_hero_s_sheet() -> None:
    """BS-3.2-01, BS-3.3-01: AR, CR and CB are reckoned before play."""
    one = sheet("grange_rarrack")
    assert one.form == "person"
    assert one.kind == "Army Commander"
    wanted = {"class_level": "fighter 10", "hp": "48", "thac0": "8", "ar": "23", "cr": "16″", "cb": "+2", "mv": "15″"}
    assert {field: value(one, field) for field in wanted} == wanted
    assert [entry.value for entry in one.ratings if entry.field == "s_i_w_d_co_ch"] == [
        "16",
        "10",
        "11",
        "9",
        "14",
        "17",
    ]
    assert one.boxes[0].count == 48
    assert one.arms[0].rate == "3/2"


def test_scores_that_are_rolled_leave_room_and_creatures_need_none() -> None:
    """BS-3.2-02."""
    fighter = sheet("fighter", scores="rolled")
    assert set(scores(fighter)) == {""}
    assert set(scores(sheet("ember"))) == {"—"}


def test_commanders_deputies_and_heroes_are_named() -> None:
    """BS-3.1-01, BS-3.2-01: a unit names its commander and his deputy, a person his rank."""
    army = [
        listed("human_pikemen", name="Pikes"),
        listed("fighter", name="Radd", joins="Pikes", rank="unit", charisma=17),
        listed("paladin", name="Gareth", joins="Pikes", deputy_to="Radd"),
        listed("orc_foot", name="Orcs", commander="Red Orcall"),
    ]
    pikes, orcs, radd, gareth = roster_sheets(army, OPTIONS)
    assert value(pikes, "unit_commander_deputy") == "Radd (CR 14″), Gareth"
    assert "+2 under its commander" in value(pikes, "ml_modifiers")
    assert value(orcs, "unit_commander_deputy") == "Red Orcall (CR 6″), no deputy"
    assert radd.kind == "Unit Commander of Pikes"
    assert gareth.kind == "Hero, with Pikes, deputy to Radd"


def test_magic_resistance_of_creatures_that_have_it() -> None:
    """BS-3.1-06."""
    assert value(sheet("23rd_draconian"), "mr") == "20%"
    assert value(sheet("human_pikemen"), "mr") == "0%"
