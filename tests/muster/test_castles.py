"""Walls, towers and who is posted there, in scenario files of Book of War (chapter O6)."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from schiltron.battle.state.unit import Upon
from schiltron.muster import MusterFault, load_scenario, prepare
from schiltron.table.lengths import inches
from schiltron.table.outline import overlapping

HEAD = """
id = "test"
title = "A Test"
ruleset = "book_of_war"
[table]
width = 6
depth = 4
[options]
game = "advanced"
[sides.blue]
edge = "south"
[[sides.blue.units]]
troop = "medium_infantry"
figures = 5
"""
WALL = """
[[terrain]]
form = "wall"
name = "Long Wall"
course = [[20, 20], [40, 20], [40, 30]]
"""
TOWER = """
[[terrain]]
form = "tower"
name = "Keep"
at = [50, 20]
heading = 30
room = 2
doors = [{ at = [50, 20] }]
"""
RED = """
[sides.red]
edge = "north"
"""


def posted(*units: str) -> str:
    return RED + "".join(f"[[sides.red.units]]\n{unit}\n" for unit in units)


def bows(figures: int, on: str = "Long Wall", **more: str) -> str:
    rest = "".join(f"\n{key} = {value}" for key, value in more.items())
    return f'troop = "archers"\nfigures = {figures}\nname = "Bows"\non = "{on}"{rest}'


def battle(tmp_path: Path, *parts: str) -> Any:
    file = tmp_path / "scenario.toml"
    file.write_text(HEAD + "".join(parts), encoding="utf-8")
    return prepare(load_scenario(file))


def faults(tmp_path: Path, *parts: str) -> list[str]:
    with pytest.raises(MusterFault) as raised:
        battle(tmp_path, *parts)
    return [f"{fault.place}: {fault.wrong}" for fault in raised.value.faults]


def singles(made: Any) -> list[Any]:
    return [unit for unit in made.units.values() if unit.level is not None]


# ---------------------------------------------------------------- where they stand


def test_who_is_posted_on_a_wall_stands_there_figure_by_figure_looking_out(tmp_path: Path) -> None:
    """BW-O6-02, BW-O6-06: evenly along it, round its corner too."""
    found = singles(battle(tmp_path, WALL, posted(bows(6))))
    assert {(one.figures, one.original, one.level) for one in found} == {(1, 1, Upon("castle_wall-1", 1))}
    assert [one.name for one in found] == ["Bows", "Bows 1", "Bows 2", "Bows 3", "Bows 4", "Bows 5"]
    assert not any(overlapping(one.outline, other.outline) for one, other in combinations(found, 2))
    ends = sorted((round(one.outline.x / 1000, 1), round(one.outline.y / 1000, 1)) for one in found)
    assert (ends[0], ends[-1]) == ((22.5, 20), (40, 27.5))
    assert {one.pose.heading for one in found} == {180_000, 270_000}


def test_in_a_tower_they_stand_side_by_side_inside_or_on_top(tmp_path: Path) -> None:
    """BW-O6-13"""
    door = TOWER.replace("[50, 20] }", "[49.25, 21.299] }")
    inside = singles(battle(tmp_path, door, posted(bows(2, "Keep"))))
    assert [(one.level, one.outline.x, one.outline.y) for one in inside] == [
        (Upon("tower-1", 1), 49_625, 20_000),
        (Upon("tower-1", 1), 50_375, 20_000),
    ]
    (top,) = singles(battle(tmp_path, door, posted(bows(1, "Keep", on_top="true"))))
    assert top.level == Upon("tower-1", 2)


@pytest.mark.parametrize(
    ("units", "wrong"),
    [
        ([bows(3, "Tall Wall")], "no wall or tower, or more than one, is called 'Tall Wall'"),
        ([bows(3, "Keep")], "3 mass figures are posted in Keep, which holds 2"),
        ([bows(50)], "Long Wall has no room for all who are posted there"),
        ([bows(39)], "Long Wall has no room for all who are posted there"),
        (
            [bows(4), 'troop = "barbarian_king"\nfigures = 1\njoins = "Bows"'],
            "heroes who join Bows cannot stand singly on Long Wall: post them there themselves",
        ),
    ],
)
def test_who_finds_no_room_at_his_post_is_refused(tmp_path: Path, units: list[str], wrong: str) -> None:
    """BW-O6-13; of 39 bases those at the corner would stand in each other."""
    door = TOWER.replace("[50, 20] }", "[49.25, 21.299] }")
    assert any(wrong in one for one in faults(tmp_path, WALL, door, posted(*units)))


def test_seven_heroes_do_not_stand_abreast_in_a_tower(tmp_path: Path) -> None:
    """BW-O6-13: heroes find room besides, where there is any."""
    kings = [f'troop = "barbarian_king"\nfigures = 1\nname = "King {n}"\non = "Keep"' for n in range(7)]
    door = TOWER.replace("[50, 20] }", "[49.25, 21.299] }")
    assert len(singles(battle(tmp_path, door, posted(*kings[:4])))) == 4
    assert any("too small" in one for one in faults(tmp_path, door, posted(*kings)))


# ---------------------------------------------------------------- how it is built


@pytest.mark.parametrize(
    ("terrain", "wrong"),
    [
        (WALL.replace("[40, 30]", "[40, 60]"), "is not on the table"),
        (WALL.replace("[40, 30]", "[30, 30], [30, 10]"), "crosses itself"),
        (TOWER, "the door at 50, 20 is not in the outline"),
        (TOWER.replace("heading = 30", "outline = [[1, 1], [4, 1], [1, 4]]"), "about a point or has an outline"),
        (TOWER.replace("at = [50, 20]\nheading = 30", "outline = [[1, 1], [4, 4], [4, 1], [1, 4]]"), "crosses itself"),
        (TOWER.replace("[50, 20] }", '[49.25, 21.299], onto = "Tall Wall" }'), "no wall, or more than one"),
    ],
)
def test_works_that_are_none_are_refused(tmp_path: Path, terrain: str, wrong: str) -> None:
    """BW-O6-01"""
    found = faults(tmp_path, terrain, posted('troop = "archers"\nfigures = 3'))
    assert any(wrong in one for one in found), found


def test_a_door_that_is_walled_up_is_refused(tmp_path: Path) -> None:
    """BW-O6-15: a door under a wall opens onto it, or is none."""
    keep = """
[[terrain]]
form = "tower"
name = "Keep"
at = [18.5, 20]
doors = [{ at = [20, 20] }]
"""
    reds = posted('troop = "archers"\nfigures = 3')
    assert any("is walled up by Long Wall" in one for one in faults(tmp_path, WALL, keep, reds))
    made = battle(tmp_path, WALL, keep.replace("[20, 20] }", '[20, 20], onto = "Long Wall" }'), reds)
    (door,) = made.board.features[1].build.doors
    assert (door.x, door.onto) == (inches(20), "castle_wall-1")
