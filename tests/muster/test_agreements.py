"""What a scenario says about its sides and its victory, for books that have a use for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from schiltron.muster import Fault, MusterFault, Scenario, load_scenario, prepare
from schiltron.rulesets.quartermaster import Condition

HEAD = """
id = "test"
title = "A Test"
ruleset = "{book}"
[table]
width = {width}
depth = 4
[options]
{options}
"""
SIDES = """
[sides.red]
edge = "north"
{red}
[[sides.red.units]]
troop = "archers"
figures = 10
name = "Bows"
[sides.blue]
edge = "south"
[[sides.blue.units]]
troop = "archers"
figures = 10
name = "Fowlers"
"""
HILL = """
[[terrain]]
form = "area"
kind = "hill"
name = "The Knoll"
outline = [[40, 20], [50, 20], [50, 26], [40, 26]]
"""
GOALS = """
[victory]
by = "{by}"
objectives = ["The Knoll"]
[[victory.conditions]]
side = "red"
does = "destroy"
what = "{unit}"
[[victory.conditions]]
side = "blue"
does = "hold"
what = "The Knoll"
[[victory.conditions]]
side = "blue"
does = "save"
what = "Fowlers"
"""


def load(
    tmp_path: Path,
    *more: str,
    book: str = "chainmail",
    width: int = 8,
    red: str = "",
    options: str = "",
) -> Scenario:
    file = tmp_path / "scenario.toml"
    text = HEAD.format(book=book, width=width, options=options) + SIDES.format(red=red) + "".join(more)
    file.write_text(text, encoding="utf-8")
    return load_scenario(file)


def faults(tmp_path: Path, *more: str, **how: object) -> list[Fault]:
    with pytest.raises(MusterFault) as caught:
        load(tmp_path, *more, **how)  # type: ignore[arg-type]
    return list(caught.value.faults)


def test_objectives_and_conditions_name_ground_and_units(tmp_path: Path) -> None:
    """CM-SETUP-07, CM-SETUP-08"""
    own = prepare(load(tmp_path, HILL, GOALS.format(by="history", unit="Fowlers"))).own
    assert own.objectives == ("hill-1",)
    assert own.conditions == (
        Condition("red", "destroy", "blue-1"),
        Condition("blue", "hold", "hill-1"),
        Condition("blue", "save", "blue-1"),
    )


def test_a_goal_nobody_knows_names_the_nearest(tmp_path: Path) -> None:
    """CM-SETUP-08: the enemy's unit is to be destroyed, not one's own."""
    (fault,) = faults(tmp_path, HILL, GOALS.format(by="history", unit="Fowler"))
    assert (fault.place, fault.right) == ("victory.conditions[0].what", "did you mean Fowlers?")
    places = [one.place for one in faults(tmp_path, GOALS.format(by="points", unit="Fowlers"))]
    assert places == ["victory.objectives[0]", "victory.conditions[1].what"]
    twice = faults(tmp_path, HILL, HILL, GOALS.format(by="points", unit="Fowlers"))
    assert [one.place for one in twice] == ["victory.objectives[0]", "victory.conditions[1].what"]


def test_the_table_of_a_scenario_has_the_size_the_book_wants(tmp_path: Path) -> None:
    """CM-SETUP-01"""
    (fault,) = faults(tmp_path, width=6)
    assert (fault.place, fault.wrong, fault.rules) == ("table", "the table is 72 inches long", ("CM-SETUP-01",))
    assert prepare(load(tmp_path, width=9)).board.width == 108_000


def test_points_given_and_taken(tmp_path: Path) -> None:
    """CM-SETUP-02, CM-SETUP-03, CM-SETUP-04: ten archers are 35 points."""
    assert load(tmp_path, options="points = 35")
    (fault,) = faults(tmp_path, options="points = 35", red="chose_ground = true")
    assert (fault.place, fault.rules) == ("sides.red.units", ("CM-SETUP-02", "CM-SETUP-04"))
    assert load(tmp_path, options="points = 35", red="chose_ground = true\nextra_points = 6")
    assert prepare(load(tmp_path, red="defends = true")).own.defender == "red"


@pytest.mark.parametrize("field", ["extra_points = 5", "chose_ground = true", "defends = true"])
def test_other_books_know_no_such_agreements(tmp_path: Path, field: str) -> None:
    (fault,) = faults(tmp_path, book="book_of_war", red=field)
    assert fault.place == f"sides.red.{field.split(maxsplit=1)[0]}"


def test_other_books_know_no_objectives(tmp_path: Path) -> None:
    found = faults(tmp_path, HILL, GOALS.format(by="points", unit="Fowlers"), book="book_of_war")
    assert [one.place for one in found] == ["victory.objectives", "victory.conditions"]
