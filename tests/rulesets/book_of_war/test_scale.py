"""What figures, inches and turns stand for, wherever a player would look for it."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from schiltron.battle.guide.answers import Stat
from schiltron.battle.state.event import Ruled
from schiltron.battle.state.unit import OffTable
from schiltron.battle.words.beats import beats
from schiltron.herald.describing import table
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.scale import feet, length_of_time, men, room_for_a_man, seconds
from schiltron.rulesets.book_of_war.sequence import EndTurn
from schiltron.rulesets.book_of_war.setup.opening import RollInitiative
from schiltron.rulesets.book_of_war.state import Unit
from schiltron.table.body import Wing
from schiltron.table.lengths import inches
from tests.rulesets.book_of_war.positions import blue, field, play, red

SCALE = {"BW-C1-01", "BW-C1-02", "BW-C1-03", "BW-C3-07", *(f"BW-D-0{number}" for number in range(1, 6))}


def stats(unit: Unit, **more: object) -> dict[str, Stat]:
    card = BOOK_OF_WAR.card(field(unit, red("longbowmen", 4, at=(36, 10)), **more), unit.id)  # type: ignore[arg-type]
    assert card is not None
    return {stat.label: stat for stat in card.stats}


def shown(stat: Stat) -> tuple[str, str]:
    return stat.value, stat.rule


# ---------------------------------------------------------------- the card


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        (
            blue("pikemen", 13, files=6, at=(36, 30), facing=17),
            {"Men": "130", "Front": "90 feet", "Array": "30 men abreast, 6 deep", "Room": "3 feet a man"},
        ),
        (
            blue("heavy_cavalry", 4, files=4, at=(36, 30), facing=213),
            {"Men": "40", "Front": "80 feet", "Array": "20 men abreast, 2 deep", "Room": "4 feet a man"},
        ),
        (
            blue("archers", 16, files=8, at=(36, 30), left=Wing(2, 90_000)),
            {"Men": "160", "Front": "90 feet", "Array": "30 men abreast, 4 deep", "Room": "3 feet a man"},
        ),
        (
            blue("archers", 3, fallen=3, files=3, at=(36, 30)),
            {"Men": "30", "Front": "45 feet", "Array": "15 men abreast, 4 deep", "Room": "3 feet a man"},
        ),
    ],
)
def test_a_card_says_what_the_figures_stand_for(unit: Unit, expected: dict[str, str]) -> None:
    """BW-C1-01, BW-C1-02, BW-D-01, BW-D-04: those who stand, the main front, five men across a base and two deep."""
    found = stats(unit)
    of = {"Men": "BW-C1-01", "Front": "BW-C1-02", "Array": "BW-D-01", "Room": "BW-D-04"}
    assert {label: shown(found[label]) for label in expected} == {
        label: (value, of[label]) for label, value in expected.items()
    }


@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        (1, "1 sergeant"),
        (4, "4 sergeants"),
        (5, "5 sergeants, 1 lieutenant"),
        (9, "9 sergeants, 1 lieutenant"),
        (10, "10 sergeants, 2 lieutenants, 1 captain"),
        (24, "24 sergeants, 4 lieutenants, 1 captain"),
    ],
)
def test_a_card_says_who_leads_the_men(figures: int, expected: str) -> None:
    """BW-D-06, BW-D-07: of those who stand; none of them is a figure of his own."""
    unit = blue("archers", figures, fallen=3, files=figures, at=(36, 30), facing=213)
    assert shown(stats(unit)["Officers"]) == (f"{expected} in the ranks", "BW-D-06")
    assert len(unit.places) == figures + 3


@pytest.mark.parametrize(
    ("kind", "pace"), [("heavy_infantry", 120), ("medium_infantry", 180), ("pikemen", 240), ("horse_archers", 480)]
)
def test_a_card_says_how_far_a_move_is_on_the_ground_and_how_long_it_takes(kind: str, pace: int) -> None:
    """BW-C1-03, BW-C1-02."""
    found = stats(blue(kind, 4, at=(36, 30)))
    assert shown(found["Pace"]) == (f"{pace} feet in 30 seconds", "BW-C1-03")


def test_the_core_game_has_the_same_scale() -> None:
    """BW-C3-12 takes nothing of it away."""
    assert shown(stats(blue("archers", 4, at=(36, 30)), game="core")["Men"]) == ("40", "BW-C1-01")


# ---------------------------------------------------------------- beside the table


def at_turn(turn: int, **more: object) -> list[str]:
    position = field(blue("archers", 4, at=(36, 30)), red("longbowmen", 4, at=(36, 10)), **more)  # type: ignore[arg-type]
    return [f"{one}." for one in BOOK_OF_WAR.conditions(replace(position, turn=turn))]


def test_the_scale_stands_beside_the_table() -> None:
    """BW-C1-01 to BW-C1-03, BW-D-01 to BW-D-05, BW-C3-07: each said with its rule."""
    told = at_turn(1, size=(72, 48))
    assert told[0] == "An inch is 20 feet: the field is 1440 by 960 feet [BW-C1-02, BW-D-04]."
    assert told[1] == "A figure is 10 men, 5 abreast and 2 deep [BW-C1-01, BW-D-01]."
    assert told[2] == "A turn is 30 seconds, 3 rounds of 10 seconds in single combat [BW-C1-03, BW-D-02, BW-D-03]."
    assert told[3] == "Moves are as in single combat, over 3 times the time and 4 times the distance [BW-D-05]."
    assert told[4] == (
        "A third of a role-playing modifier to hit counts, rounded towards zero: +3 as +1, +5 as +1, "
        "-4 as -1 [BW-C3-07]."
    )
    assert len(told) == 5
    assert set(re.findall(r"BW-[A-Z0-9]+-\d+", " ".join(told))) == SCALE


@pytest.mark.parametrize(
    ("turn", "fought"), [(2, "30 seconds"), (3, "1 minute"), (4, "1 minute 30 seconds"), (7, "3 minutes")]
)
def test_the_time_fought_is_counted(turn: int, fought: str) -> None:
    """BW-C1-03, BW-B1-04: whole game turns that are over."""
    assert at_turn(turn)[0] == f"{fought} of battle so far [BW-C1-03, BW-B1-04]."


def test_the_herald_tells_the_scale_with_the_table() -> None:
    """BW-C1-02: on another table."""
    position = field(blue("archers", 4, at=(36, 30)), red("longbowmen", 4, at=(36, 10)), size=(96, 60))
    assert "An inch is 20 feet: the field is 1920 by 1200 feet [BW-C1-02, BW-D-04]." in list(
        table(BOOK_OF_WAR, position)
    )


# ---------------------------------------------------------------- the report


def test_a_report_begins_with_the_scale() -> None:
    """BW-C1-01 to BW-C1-03, BW-D-01 to BW-D-05, BW-C3-07: as initiative has been rolled."""
    position = field(blue("archers", 4, at=(36, 30)), red("longbowmen", 4, at=(36, 10)))
    played = play(position, RollInitiative(), "6 6 | 1 1")
    told = next(event for event in played.events_of(Ruled) if "BW-C1-01" in event.rules)
    assert set(told.rules) == SCALE
    assert told.what.startswith("an inch is 20 feet: the field is 1440 by 960 feet; a figure is 10 men")
    told_of = beats(played.events, played.battle)
    said = [line.text for beat in told_of for line in (beat.line, *beat.decided, *beat.more)]
    assert any("a figure is 10 men, 5 abreast and 2 deep" in text for text in said)
    assert any("a third of a role-playing modifier to hit counts" in text for text in said)


def test_a_report_ends_with_the_men_that_are_left_and_the_time_it_took() -> None:
    """BW-C1-01, BW-C1-03: those destroyed or run off the table are gone; the fallen are none."""
    fled = replace(red("longbowmen", 4, at=(36, 10)), figures=0, place=OffTable("fled off the table", "north"))
    position = field(blue("pikemen", 7, fallen=5, files=4, at=(36, 30)), fled)
    played = play(replace(position, turn=5), EndTurn("blue"))
    (told,) = played.events_of(Ruled)
    assert told.rules == ("BW-C1-01", "BW-C1-03")
    assert told.what == (
        "after 2 minutes 30 seconds of battle these are left on the field: Blue 70 of 120 men; Red 0 of 40 men"
    )
    assert played.battle.outcome is not None
    going_on = field(blue("pikemen", 7, at=(36, 30)), red("longbowmen", 4, at=(36, 10)))
    assert not play(going_on, EndTurn("blue")).events_of(Ruled)


# ---------------------------------------------------------------- the numbers agree with each other


def test_the_design_notes_add_up() -> None:
    """BW-D-01 to BW-D-05: men, feet and seconds of the notes make the scale of the book."""
    notes = {str(row["quantity"]): int(row["value"]) for row in LAW.sheet("BW-T-design-scale").records()}
    assert men(1) == notes["men_per_figure"] == notes["men_across_figure"] * notes["ranks_of_men_in_figure"]
    assert seconds(1) == notes["dnd_rounds_per_turn"] * notes["seconds_per_dnd_round"]
    assert feet(inches(1)) == notes["feet_per_inch"]
    assert room_for_a_man(inches(0.75)) == notes["frontage_per_man"]
    assert notes["time_multiplier_to_dnd"] == notes["dnd_rounds_per_turn"]
    assert feet(inches(1)) == 5 * notes["distance_multiplier_to_dnd_at_5_feet_per_inch"]
    assert length_of_time(0) == "no seconds"
