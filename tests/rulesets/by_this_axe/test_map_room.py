"""Both armies of a battle off the table as a seat may know them, and its postures against those of the enemy."""

from __future__ import annotations

from msgspec.structs import replace

from schiltron.battle.guide.map_room import MapRoom
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from tests.rulesets.by_this_axe.positions import blue, field, red
from tests.rulesets.by_this_axe.test_off_table import Day, day, general, unit

ARMIES = (
    unit("red", "riders", 100, fc=4, armour="heavy", shield=True, mounted=True),
    unit("red", "bows", 200, fc=3, armour="light", ranged=("longbow",), abilities=("camouflage",)),
    general("red"),
    unit("blue", "axes", 300, fc=2, abilities=("tough",)),
    unit("blue", "spears", 150, fc=3),
    general("blue"),
)


def room(one: Day, seat: str) -> MapRoom:
    found = BY_THIS_AXE.map_room(BY_THIS_AXE.view(one.battle, seat))
    assert found is not None
    return found


def lines(one: Day, seat: str, side: str) -> dict[str, tuple[str, str, float, float]]:
    (roll,) = (roll for roll in room(one, seat).rolls if roll.side == side)
    return {line.unit.partition("-")[2]: (line.text, line.worth, line.left, line.whole) for line in roll.lines}


def total(one: Day, seat: str, side: str) -> tuple[str, list[str]]:
    (roll,) = (roll for roll in room(one, seat).rolls if roll.side == side)
    return roll.total, [note.text for note in roll.notes]


def test_ones_own_army_is_known_with_its_strength_and_what_it_is_made_of() -> None:
    """TA-ABS-13, TA-ABS-14"""
    one = day(*ARMIES)
    assert lines(one, "red", "red") == {
        "riders": ("100, FC 4, AS 5(S)", "10", 10 / 12, 10 / 12),
        "bows": ("200, FC 3, AS 1, camouflage", "12", 1, 1),
        "general": ("FC 3, AS -", "0.03", 0, 0),
    }
    assert total(one, "red", "red") == (
        "22.03",
        ["301 strong", "33% mounted or flying", "66% with missiles", "66% with special abilities"],
    )


def test_of_the_enemy_nothing_is_known_but_what_he_states() -> None:
    """TA-ABS-16: numbers and quality, numbers alone, or nothing yet; abilities never."""
    one = day(*ARMIES)
    assert lines(one, "red", "blue")["axes"] == ("not stated yet", "", 0, 0)
    assert total(one, "red", "blue") == ("", [])
    guarded = one.then("none", "none", "guarded", "guarded")
    assert lines(guarded, "red", "blue")["axes"] == ("300", "", 1, 1)
    assert lines(guarded, "red", "blue")["spears"] == ("150", "", 0.5, 0.5)
    assert total(guarded, "red", "blue") == ("", [])
    stated = day(*ARMIES).then("none", "none", "guarded", "open")
    assert lines(stated, "red", "blue")["axes"][:2] == ("300, FC 2, AS -", "6")
    assert total(stated, "red", "blue")[0] == "10.53"
    assert total(stated, "blue", "blue")[0] == "13.53"


def test_lies_are_shown_as_they_are_told() -> None:
    """TA-ABS-41"""
    one = day(*ARMIES[:5], general("blue", leadership=5)).then("none", "deceptive_deployment", "6 6", "none")
    told = one.then("guarded", "half")
    assert lines(told, "red", "blue")["axes"][0] == "150, FC 1, AS -"
    assert lines(told, "blue", "blue")["axes"][0] == "300, FC 2, AS -, tough"


def test_what_has_fallen_is_gone_from_the_bar() -> None:
    battle = day(*ARMIES).battle
    hurt = replace(battle, units={**battle.units, "red-bows": replace(battle.units["red-bows"], figures=50)})
    gone = replace(battle, units={**battle.units, "red-riders": replace(battle.units["red-riders"], figures=0)})
    text, worth, left, whole = lines(Day(hurt), "red", "red")["bows"]
    assert (text, worth) == ("50 of 200, FC 3, AS 1, camouflage", "3")
    assert left == whole / 4
    assert lines(Day(gone), "red", "red")["riders"] == ("gone", "", 0, 10 / 12)


def test_postures_are_weighed_for_the_seat_that_chooses() -> None:
    """TA-ABS-68, TA-ABS-82: as the attacker's die has it; with chances only where the enemy's quality is known."""
    asked = day(*ARMIES).then("none", "none", "open", "guarded", "offensive", "defensive")
    assert room(day(*ARMIES), "red").choices is None
    mine, theirs = room(asked, "red").choices, room(asked, "blue").choices
    assert mine is not None
    assert theirs is not None
    assert mine.columns[0] == "Stand and hold"
    assert [name for name, _ in mine.rows][:2] == ["Frontal assault", "Attack on the right"]
    assert dict(mine.rows)["Attack on the right"] == ("+1", "+0", "+0", "+2", "+0")
    assert theirs.columns[0] == "Frontal assault"
    cells = dict(theirs.rows)["Weak centre"]
    assert cells[0].startswith("-2, ")
    assert cells[0].count("%") == 2
    assert BY_THIS_AXE.map_room(BY_THIS_AXE.view(asked.battle, None)).choices is None, "who looks on chooses nothing"


def test_a_stratagem_of_ones_own_counts_and_another_does_not() -> None:
    """TA-ABS-36"""
    tricked = day(*ARMIES[:2], general("red", leadership=3), *ARMIES[3:])
    asked = tricked.then("flank_march", "none", "6 6", "none", "open", "guarded", "offensive", "defensive")
    assert dict(room(asked, "red").choices.rows)["Attack on the right"][0] == "+3"
    assert dict(room(asked, "blue").choices.rows)["Stand and hold"][1].startswith("+1")


def test_on_a_table_there_is_no_map_room() -> None:
    battle = field(blue("axes", 6, at=(24, 24)), red("orcs", 6, at=(24, 10)))
    assert BY_THIS_AXE.map_room(BY_THIS_AXE.view(battle, "blue")) is None


def test_days_are_those_of_the_scenario_or_a_week() -> None:
    """TA-ABS-62"""
    assert room(day(*ARMIES), "red").days == 7
    assert room(day(*ARMIES, turn_limit=4), "red").days == 4
