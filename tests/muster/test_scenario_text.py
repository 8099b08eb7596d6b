"""Scenarios as text: what is written is read again as the same, and stays readable."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.muster import MusterFault, Scenario, prepare, ready_armies, ready_scenarios
from schiltron.muster.library import gathered, scenario_as_written
from schiltron.muster.list_text import written
from schiltron.muster.reading import read
from schiltron.muster.scenario_text import written_scenario

READY = [f"{one.ruleset}/{one.id}" for one in ready_scenarios()]
EVERYTHING = '''
id = "every-thing"
title = "A \\"quoted\\" title"
ruleset = "book_of_war"
description = """
One line,
and a \\\\ second"""
follows = "open-field"

[table]
width = 60
depth = 48.5
measure = "inches"

[deployment]
depth = 10.25

[options]
game = "advanced"
turn_length = "ten"
friendly_gap = 0.5

[victory]
by = "points"
turn_limit = 12
objectives = ["Hump"]
conditions = [{ side = "red", does = "hold", what = "Hump" }, { side = "blue", does = "save", what = "Few" }]

[[terrain]]
form = "tile"
kind = "woods"
at = [20.125, 30]
heading = 45.5

[[terrain]]
form = "area"
kind = "hill"
name = "Hump"
outline = [[1, 1], [9, 1], [5, 7]]
contours = []

[[terrain]]
form = "wall"
name = "West"
course = [[30, 20], [30, 28]]
width = 1.5

[[terrain]]
form = "tower"
at = [30, 30]
room = 2
doors = [{ at = [30, 28.5], onto = "West" }]

[sides.blue]
edge = "south"
army = "harrow-levy"
extra_points = 20
defends = true

[sides.red]
edge = "north"
name = "Red"
colour = "teal"
zone = { left = 0, top = 0, right = 60, bottom = 9.5 }

[sides.red.creatures.frost-wolves]
price = 9
creature = { name = "Frost wolves", hit_dice = "2+1", armour_class = 5, move = 12, attacks = ["1d6", "1d4"] }

[sides.red.spells.ice_storm]
title = "Ice storm"
effect = "blast"
range = 12.5
area = 6
dice = 3
kinds = ["cold"]

[[sides.red.units]]
troop = "frost-wolves"
figures = 6
name = "Few"
at = [22, 5.5]
heading = 170

[[sides.red.units]]
troop = "longbowmen"
figures = 3
on = "West"
on_top = true

[[sides.red.reinforcements]]
troop = "pikemen"
figures = 12
files = 6
hedgehog = true
'''


@pytest.mark.parametrize("name", READY)
def test_a_ready_scenario_written_and_read_again_is_the_same(name: str) -> None:
    scenario = scenario_as_written(name)
    assert read(written_scenario(scenario), Scenario, name) == scenario


def test_a_scenario_that_says_everything_is_written_and_read_again() -> None:
    scenario = read(EVERYTHING, Scenario, "everything")
    assert scenario.terrain[1].contours == ()  # type: ignore[union-attr]
    again = written_scenario(scenario)
    assert read(again, Scenario, "again") == scenario
    assert list(scenario.sides) == list(read(again, Scenario, "again").sides)


def test_a_written_file_names_its_schema_first_and_is_for_people_to_read() -> None:
    lines = written_scenario(scenario_as_written("book_of_war/stream-crossing")).splitlines()
    assert lines[0] == "#:schema book_of_war-scenario.json"
    assert lines[1] == 'id = "stream-crossing"'
    assert "[table]" in lines
    assert lines.count("[[terrain]]") == len(scenario_as_written("book_of_war/stream-crossing").terrain)
    assert max(map(len, lines)) < 200


def test_a_file_for_no_book_names_no_schema_and_nothing_breaks_out_of_a_line() -> None:
    odd = replace(scenario_as_written("open-field"), ruleset='x"\n[table]', title='a"b #', description="a\nb\n")
    again = read(written_scenario(odd), Scenario, "odd")
    assert again == odd
    assert not written_scenario(odd).startswith("#")


def test_a_written_army_names_its_schema() -> None:
    army = next(iter(ready_armies().values()))
    assert written(army).splitlines()[0] == f"#:schema {army.ruleset}-army.json"


# ---------------------------------------------------------------- types of a side's own


def with_wolves(**more: object) -> Scenario:
    scenario = read(EVERYTHING, Scenario, "everything")
    red = replace(scenario.sides["red"], **{"units": scenario.sides["red"].units[:1], "spells": {}, **more})
    blue = replace(scenario.sides["blue"], extra_points=0, defends=False)
    sides = {"red": red, "blue": blue}
    return replace(
        scenario, follows="", victory=None, terrain=scenario.terrain[:2], options={}, sides=sides, deployment=None
    )


def test_a_side_brings_troop_types_of_its_own() -> None:
    """BW-A1-01"""
    whole, found = gathered(with_wolves())
    assert [str(one) for one in found] == []
    battle = prepare(whole)
    assert battle.units["red-1"].name == "Few (house)"
    assert whole.sides["red"].creatures == {}
    assert "Frost wolves" in whole.sides["red"].units[0].troop


def test_what_is_wrong_with_a_type_of_its_own_is_said_of_the_side() -> None:
    wolves = with_wolves().sides["red"].creatures["frost-wolves"]
    _, (fault,) = gathered(with_wolves(creatures={"frost-wolves": replace(wolves, like="ogre")}))
    assert fault.place == "sides.red.creatures.frost-wolves"
    assert "named once" in fault.wrong


def test_only_ready_armies_are_found_by_name_where_files_are_not_meant() -> None:
    blue = with_wolves().sides["blue"]
    scenario = replace(with_wolves(), sides={**with_wolves().sides, "blue": replace(blue, army="/etc/passwd.toml")})
    _, (fault,) = gathered(scenario, files=False)
    assert (fault.place, "no ready army" in fault.wrong) == ("sides.blue.army", True)


def test_an_army_by_name_and_types_of_its_own_are_two_armies() -> None:
    scenario = with_wolves(army="harrow-levy", units=(), reinforcements=())
    _, found = gathered(scenario, "mine")
    assert found[0].place == "sides.red.army"
    with pytest.raises(MusterFault):
        prepare(scenario)
