"""Scenario files, and the battle that comes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Zone
from schiltron.battle.state.unit import Aboard, OffTable, OnTable
from schiltron.muster import Fault, MusterFault, Scenario, check_scenario, load_scenario, prepare
from schiltron.rulesets.book_of_war.options import Options
from schiltron.rulesets.book_of_war.setup.opening import RollInitiative
from schiltron.table.lengths import inches
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Strip, level_at

HEAD = """
id = "test"
title = "A Test"
ruleset = "book_of_war"
[table]
width = 6
depth = 4
"""
RED = """
[sides.red]
edge = "north"
name = "The Reds"
[[sides.red.units]]
troop = "pikemen"
figures = 12
files = 6
name = "Bristle"
[[sides.red.units]]
troop = "archers"
figures = 6
"""
BLUE = """
[sides.blue]
edge = "south"
[[sides.blue.units]]
troop = "medium_cavalry"
figures = 5
"""
PLAIN = HEAD + RED + BLUE


def load(tmp_path: Path, text: str) -> Scenario:
    file = tmp_path / "scenario.toml"
    file.write_text(text, encoding="utf-8")
    return load_scenario(file)


def battle(tmp_path: Path, text: str) -> Any:
    return prepare(load(tmp_path, text))


def faults(tmp_path: Path, text: str) -> tuple[Fault, ...]:
    with pytest.raises(MusterFault) as raised:
        load(tmp_path, text)
    return raised.value.faults


# ---------------------------------------------------------------- what a scenario says


def test_a_scenario_becomes_a_battle_that_waits_for_initiative(tmp_path: Path) -> None:
    """BW-B1-01, BW-B3-01, BW-B3-07"""
    made = battle(tmp_path, PLAIN)
    assert (made.ruleset, made.title, made.turn) == ("book_of_war", "A Test", 0)
    assert made.agenda == (RollInitiative(),)
    assert (made.board.width, made.board.depth) == (inches(72), inches(48))
    assert [(side.id, side.name, side.colour) for side in made.sides] == [
        ("red", "The Reds", "red"),
        ("blue", "Blue", "blue"),
    ]
    assert [(seat.id, seat.side) for seat in made.seats] == [("red", "red"), ("blue", "blue")]
    assert made.own.zones == (
        ("red", Zone(0, 0, inches(72), inches(12))),
        ("blue", Zone(0, inches(36), inches(72), inches(48))),
    )
    assert made.own.options == Options()
    assert made.own.terrain_fixed


def test_units_are_numbered_within_their_side_and_wait_to_be_set_down(tmp_path: Path) -> None:
    """BW-B4-01, BW-B4-04"""
    made = battle(tmp_path, PLAIN)
    assert sorted(made.units) == ["blue-1", "red-1", "red-2"]
    bristle = made.units["red-1"]
    assert (bristle.name, bristle.kind, bristle.figures, bristle.body.files) == ("Bristle", "pikemen", 12, 6)
    assert (bristle.owner, bristle.side, bristle.controller) == ("red", "red", "red")
    assert isinstance(bristle.place, OffTable)
    assert (made.units["red-2"].name, made.units["red-2"].body.files) == ("Archers", 3)


def test_a_table_may_be_measured_in_inches(tmp_path: Path) -> None:
    made = battle(
        tmp_path,
        PLAIN.replace("depth = 4", 'depth = 4\nmeasure = "inches"').replace("= 6\ndepth = 4", "= 60\ndepth = 40"),
    )
    assert (made.board.width, made.board.depth) == (inches(60), inches(40))


def test_an_army_comes_from_a_file_beside_the_scenario_and_lends_name_and_colour(tmp_path: Path) -> None:
    (tmp_path / "host.toml").write_text(
        'ruleset = "book_of_war"\nname = "The Host"\ncolour = "ochre"\n[[units]]\ntroop = "archers"\nfigures = 4\n',
        encoding="utf-8",
    )
    scenario = load(tmp_path, HEAD + RED + '[sides.blue]\nedge = "south"\narmy = "host.toml"\n')
    assert scenario.sides["blue"].army is None
    made = prepare(scenario)
    assert (made.sides[1].name, made.sides[1].colour) == ("The Host", "ochre")
    assert made.units["blue-1"].figures == 4


def test_a_ready_army_is_named_by_its_book_and_name(tmp_path: Path) -> None:
    text = HEAD + RED + '[sides.blue]\nedge = "south"\nname = "Mine"\narmy = "book_of_war/green-coats"\n'
    scenario = load(tmp_path, text)
    assert check_scenario(scenario)["blue"].points == 200
    assert prepare(scenario).sides[1].name == "Mine"


def test_units_may_stand_on_the_table_from_the_start(tmp_path: Path) -> None:
    """BW-B4-03: looking from their own edge unless the scenario says otherwise."""
    text = PLAIN.replace("figures = 12", "figures = 12\nat = [36, 10.5]").replace(
        "figures = 5", "figures = 5\nat = [30, 40]\nheading = 45.5"
    )
    made = battle(tmp_path, text)
    assert made.units["red-1"].place == OnTable(Pose(inches(36), inches(10.5), 180_000))
    assert made.units["blue-1"].place == OnTable(Pose(inches(30), inches(40), 45_500))
    assert isinstance(made.units["red-2"].place, OffTable)


def test_zones_are_as_deep_as_the_scenario_says_or_rectangles_of_their_own(tmp_path: Path) -> None:
    """BW-B3-07"""
    made = battle(tmp_path, PLAIN + "[deployment]\ndepth = 8\n")
    assert made.own.zone("blue") == Zone(0, inches(40), inches(72), inches(48))
    made = battle(tmp_path, PLAIN + "[options]\nsetup_depth = 9\n")
    assert made.own.zone("red") == Zone(0, 0, inches(72), inches(9))
    drawn = RED.replace('edge = "north"', 'edge = "north"\nzone = {left = 20, top = 4, right = 50.5, bottom = 14}')
    made = battle(tmp_path, HEAD + drawn + BLUE)
    assert made.own.zone("red") == Zone(inches(20), inches(4), inches(50.5), inches(14))


def test_armies_may_come_from_west_and_east(tmp_path: Path) -> None:
    """BW-B4-03"""
    made = battle(tmp_path, PLAIN.replace('"north"', '"east"').replace('"south"', '"west"'))
    assert made.own.zone("red") == Zone(inches(60), 0, inches(72), inches(48))


def test_options_and_victory_are_switches_of_the_book(tmp_path: Path) -> None:
    """BW-B1-08, BW-B1-10, BW-B4-10"""
    text = (
        PLAIN + '[options]\ndeclare = "measure_first"\nfriendly_gap = 0.5\n[victory]\nby = "points"\nturn_limit = 20\n'
    )
    options = battle(tmp_path, text).own.options
    assert options == Options(declare="measure_first", friendly_gap=500, victory="points", turn_limit=20)


def test_ground_may_be_rolled_for(tmp_path: Path) -> None:
    """BW-B3-01"""
    assert not battle(tmp_path, 'ground = "rolled"\n' + PLAIN).own.terrain_fixed


TERRAIN = """
[[terrain]]
form = "tile"
kind = "hill"
name = "Crow Law"
at = [36, 24]
heading = 90
[[terrain]]
form = "area"
kind = "woods"
outline = [[4, 4], [10, 4], [10, 10.5]]
[[terrain]]
form = "strip"
kind = "stream"
width = 2
course = [[0, 40], [72, 41]]
[[terrain]]
form = "area"
kind = "woods"
outline = [[14, 4], [20, 4], [20, 10.5]]
[[terrain]]
form = "area"
kind = "hill"
outline = [[54, 14], [64, 14], [64, 24], [54, 24]]
contours = [
    [[54, 14], [64, 14], [64, 24], [54, 24]],
    [[55, 15], [63, 15], [63, 23], [55, 23]],
    [[56, 16], [62, 16], [62, 22], [56, 22]],
]
"""


def test_terrain_is_laid_as_tiles_areas_and_strips(tmp_path: Path) -> None:
    """BW-B3-04, BW-B3-05"""
    features = battle(tmp_path, PLAIN + TERRAIN).board.features
    assert [(feature.id, feature.name) for feature in features] == [
        ("hill-1", "Crow Law"),
        ("woods-1", "Woods"),
        ("stream-1", "Stream"),
        ("woods-2", "Woods"),
        ("hill-2", "Hill"),
    ]
    law, woods, stream = features[:3]
    assert isinstance(law, Area)
    assert law.bounds == (inches(30.5), inches(19.75), inches(41.5), inches(28.25))
    assert woods.ring == ((4000, 4000), (10000, 4000), (10000, 10500))
    assert isinstance(stream, Strip)
    assert stream.width == inches(2)


def test_hills_have_the_books_contours_unless_they_are_drawn(tmp_path: Path) -> None:
    """BW-B3-10"""
    features = battle(tmp_path, PLAIN + TERRAIN).board.features
    assert level_at(features, inches(36), inches(24)) == 2
    assert level_at(features, inches(59), inches(19)) == 3
    steeper = battle(tmp_path, PLAIN + TERRAIN + "[options]\ncontour_steps = 1\n").board.features
    assert level_at(steeper, inches(36), inches(24)) == 1


AXE = """
id = "test"
title = "A Test"
ruleset = "by_this_axe"
[table]
width = 6
depth = 4
[sides.red]
edge = "north"
[[sides.red.units]]
troop = "squires"
figures = 5
name = "Riders"
[[sides.red.units]]
troop = "levy"
figures = 10
[[sides.red.units]]
troop = "general"
figures = 1
joins = "Riders"
[sides.blue]
edge = "south"
[[sides.blue.units]]
troop = "spearmen"
figures = 8
[[sides.blue.units]]
troop = "archers"
figures = 5
[[sides.blue.units]]
troop = "general"
figures = 1
"""


def test_a_character_starts_with_the_unit_he_joins(tmp_path: Path) -> None:
    """TA-CHAR-11, TA-TURN-01"""
    made = battle(tmp_path, AXE)
    assert made.units["red-3"].place == Aboard("red-1")
    assert isinstance(made.units["blue-3"].place, OffTable)
    assert made.own.zone("red") == Zone(0, 0, inches(72), inches(12))


def test_a_scenario_may_say_how_long_it_lasts_and_leave_the_rest_to_the_book(tmp_path: Path) -> None:
    """TA-TURN-08: there is but one way to win."""
    assert battle(tmp_path, AXE + "[victory]\nturn_limit = 12\n").own.options.turn_limit == 12
    (fault,) = faults(tmp_path, AXE + '[victory]\nby = "points"\n')
    assert (fault.place, "no switch 'victory'" in fault.wrong) == ("victory.by", True)


def test_what_an_army_costs_depends_on_the_switches_of_its_scenario(tmp_path: Path) -> None:
    """TA-POINTS-12"""
    plain = check_scenario(load(tmp_path, AXE))["red"].points
    agreed = check_scenario(load(tmp_path, AXE + '[options]\nsurcharge = "agreed"\n'))["red"].points
    assert agreed == plain + 5 * 4


def test_a_book_that_does_not_roll_for_terrain_says_so(tmp_path: Path) -> None:
    (fault,) = faults(tmp_path, 'ground = "rolled"\n' + AXE)
    assert (fault.place, fault.right) == ("ground", 'ground = "fixed"')


def test_a_tile_of_by_this_axe_is_an_oval_and_its_hill_one_level_high(tmp_path: Path) -> None:
    """TA-TERR-01"""
    tile = '[[terrain]]\nform = "tile"\nkind = "hill"\nat = [36, 24]\nheading = 90\n'
    (hill,) = battle(tmp_path, AXE + tile).board.features
    assert hill.bounds == (inches(32), inches(19), inches(40), inches(29))
    assert level_at((hill,), inches(36), inches(24)) == 1


def test_units_who_stand_on_each_other_are_named_by_their_place_in_the_list(tmp_path: Path) -> None:
    more = "".join(f'[[sides.red.units]]\ntroop = "archers"\nfigures = 3\nat = [{4 + 4 * n}, 9]\n' for n in range(9))
    text = HEAD + RED + more + '[[sides.red.units]]\ntroop = "archers"\nfigures = 3\nat = [36, 9]\n' + BLUE
    (fault,) = faults(tmp_path, text)
    assert fault.place == "sides.red.units[11].at"


# ---------------------------------------------------------------- what can be wrong


@pytest.mark.parametrize(
    ("old", "new", "place", "wrong", "right"),
    [
        ("width = 6", 'width = "6"', "table.width", "the text '6'", "a number"),
        ("width = 6", "width = -6", "table.width", "the number -6", "a number from more than 0 to 600"),
        ("width = 6", "width = nan", "table.width", "the number nan", "a number"),
        ('"book_of_war"', '"book of war"', "ruleset", "no ruleset 'book of war'", "did you mean book_of_war?"),
        ("[sides.red]", "[sides.Red]", "sides.Red", "the text 'Red'", "a short name in small letters"),
        ('edge = "south"', 'edge = "down"', "sides.blue.edge", "the text 'down'", "one of east, north, south, west"),
        ('edge = "south"', 'edge = "west"', "sides.blue.edge", "blue on the west edge", "opposite edges: south"),
        ('edge = "south"', 'edge = "south"\ncolour = "red"', "sides.blue.colour", "both sides are red", "two colours"),
        (
            'edge = "south"',
            'edge = "south"\narmy = "green-coats"',
            "sides.blue.army",
            "units of its own",
            "either army",
        ),
        ('troop = "archers"', 'troop = "archer"', "sides.red.units[1].troop", "'archer'", "did you mean archers?"),
        ("figures = 6", "figures = 2\nfiles = 3", "sides.red.units[1].files", "3 files", "1 to 2"),
        ("figures = 6", "figures = 6\nat = [5]", "sides.red.units[1].at", "a list of 1", "a list of 2"),
        ("figures = 6", "figures = 6\nheading = 9", "sides.red.units[1].heading", "without a place", "at = "),
        (
            "figures = 6",
            "figures = 6\nat = [1, 9]",
            "sides.red.units[1].at",
            "over the west edge",
            "wholly on the table",
        ),
        (
            "figures = 6",
            "figures = 6\nat = [5, 9]\nheading = 400",
            "sides.red.units[1].heading",
            "400",
            "from 0 to less than 360",
        ),
    ],
)
def test_a_broken_scenario_names_the_place_and_the_cure(
    tmp_path: Path, old: str, new: str, place: str, wrong: str, right: str
) -> None:
    assert old in PLAIN
    found = faults(tmp_path, PLAIN.replace(old, new))
    (fault,) = [one for one in found if one.place == place]
    assert fault.file.endswith("scenario.toml")
    assert wrong in fault.wrong
    assert right in fault.right


@pytest.mark.parametrize(
    ("added", "place", "wrong", "right"),
    [
        ("[options]\nfriendly_gapp = 1", "options.friendly_gapp", "no switch", "did you mean friendly_gap?"),
        ('[options]\ndeclare = "by_phases"', "options.declare", "not 'by_phases'", "did you mean by_phase?"),
        ('[options]\ngame = "zzz"', "options.game", "not 'zzz'", "one of basic, core"),
        ('[options]\ncontour_steps = "many"', "options.contour_steps", "not 'many'", "a number"),
        ("[options]\ncontour_steps = 9", "options.contour_steps", "1 to 4, not 9", "within those bounds"),
        ("[options]\ndeclare = [1]", "options.declare", "a list of 1", "a text in quotes"),
        ('[victory]\nby = "point"', "victory.by", "not 'point'", "did you mean points?"),
        ("[victory]\nturns = 5", "victory.turns", "turns means nothing", "one of by, turn_limit"),
        ("[options]\nturn_limit = 5\n[victory]\nturn_limit = 9", "options.turn_limit", "says this too", "not both"),
        ("[deployment]\ndepth = 25", "deployment.depth", "overlap", "zones that lie apart"),
        ("[deployment]\ndepth = 60", "deployment.depth", "not a rectangle of the table", "0 to 48 down"),
        ('[[terrain]]\nkind = "hill"', "terrain[0].form", "form is missing", "one of tile, area, strip"),
        ("[[terrain]]\nform = { a = 1 }", "terrain[0].form", "a table", "one of tile, area, strip"),
        ("[[terrain]]\nform = [1]", "terrain[0].form", "a list of 1", "one of tile, area, strip"),
        ('[[terrain]]\nform = "blob"', "terrain[0].form", "the text 'blob'", "one of tile, area, strip"),
        ('[[terrain]]\nform = "tile"\nkind = "wood"\nat = [9, 9]', "terrain[0].kind", "'wood'", "did you mean woods?"),
        ('[[terrain]]\nform = "tile"\nkind = "stream"\nat = [9, 9]', "terrain[0].kind", "no area", "one of gulley"),
        (
            '[[terrain]]\nform = "tile"\nkind = "hill"\nat = [2, 9]',
            "terrain[0].at",
            "not on the table",
            "0 to 72 across",
        ),
        ('[[terrain]]\nform = "tile"\nkind = "hill"', "terrain[0].at", "at is missing", "a list of 2"),
        (
            '[[terrain]]\nform = "area"\nkind = "marsh"\noutline = [[1, 1], [9, 9]]',
            "terrain[0].outline",
            "2 entries",
            "at least 3",
        ),
        (
            '[[terrain]]\nform = "area"\nkind = "marsh"\noutline = [[1, 1], [9, 9], [9, 1], [1, 9]]',
            "terrain[0].outline",
            "crosses itself",
            "in order round the piece",
        ),
        (
            '[[terrain]]\nform = "area"\nkind = "marsh"\noutline = [[1, 1], [9, "x"], [9, 1]]',
            "terrain[0].outline[1][1]",
            "the text 'x'",
            "a number",
        ),
        (
            '[[terrain]]\nform = "strip"\nkind = "road"\nwidth = 1\ncourse = [[0, 50], [72, 20]]',
            "terrain[0].course",
            "the point 0, 50 is not on the table",
            "0 to 48 down",
        ),
        (
            '[[terrain]]\nform = "strip"\nkind = "road"\nwidth = 0\ncourse = [[0, 5], [72, 20]]',
            "terrain[0].width",
            "the number 0",
            "more than 0",
        ),
        (
            '[[terrain]]\nform = "strip"\nkind = "stream"\nwidth = 1\ncourse = [[0, 5], [40, 5], [40, 9], [20, 0]]',
            "terrain[0].course",
            "crosses itself",
            "in order of the flow",
        ),
        ("zone = 5", "zone", "zone means nothing here", "one of"),
    ],
)
def test_a_broken_addition_names_the_place_and_the_cure(
    tmp_path: Path, added: str, place: str, wrong: str, right: str
) -> None:
    text = added + "\n" + PLAIN if added.startswith("zone") else PLAIN + added + "\n"
    (fault,) = [one for one in faults(tmp_path, text) if one.place == place]
    assert wrong in fault.wrong
    assert right in fault.right


def test_terrain_cannot_be_fixed_and_rolled_for(tmp_path: Path) -> None:
    """BW-B3-01"""
    (fault,) = faults(tmp_path, 'ground = "rolled"\n' + PLAIN + TERRAIN)
    assert fault.place == "terrain"


def test_units_may_not_stand_on_each_other(tmp_path: Path) -> None:
    text = PLAIN.replace("figures = 12", "figures = 12\nat = [36, 10]").replace(
        "figures = 6", "figures = 6\nat = [38, 10]"
    )
    (fault,) = faults(tmp_path, text)
    assert (fault.place, fault.wrong) == ("sides.red.units[1].at", "Archers stands on Bristle")


def test_a_fault_in_an_army_file_is_named_with_that_file_beside_those_of_the_scenario(tmp_path: Path) -> None:
    (tmp_path / "host.toml").write_text(
        'ruleset = "book_of_war"\nname = "Host"\n[[units]]\ntroop = "wizard"\nfigures = 4\n', encoding="utf-8"
    )
    text = (
        HEAD
        + RED.replace("figures = 6", "figures = 6\nfiles = 7")
        + '[sides.blue]\nedge = "south"\narmy = "host.toml"\n'
    )
    found = {(Path(fault.file).name, fault.place, fault.rules) for fault in faults(tmp_path, text)}
    assert found == {
        ("host.toml", "units[0].troop", ("BW-B2-02",)),
        ("scenario.toml", "sides.red.units[1].files", ("BW-B4-05",)),
    }


@pytest.mark.parametrize(
    ("army", "wrong"),
    [("green-cots", "nothing called 'green-cots'"), ("nowhere.toml", "there is no file")],
)
def test_an_army_that_cannot_be_found_is_named_where_it_is_asked_for(tmp_path: Path, army: str, wrong: str) -> None:
    (fault,) = faults(tmp_path, HEAD + RED + f'[sides.blue]\nedge = "south"\narmy = "{army}"\n')
    assert fault.place == "sides.blue.army"
    assert fault.file.endswith("scenario.toml")
    assert wrong in fault.wrong


def test_a_scenario_put_together_in_code_is_checked_as_well(tmp_path: Path) -> None:
    scenario = load(tmp_path, PLAIN)
    with pytest.raises(MusterFault, match=r"test: ruleset: there is no ruleset 'chess'"):
        prepare(replace(scenario, ruleset="chess"))


def test_a_scenario_nobody_knows_names_the_nearest() -> None:
    with pytest.raises(MusterFault, match=r"did you mean open-field\?"):
        load_scenario("open-feild")


# ---------------------------------------------------------------- more than two sides

AXES = """
id = "three"
title = "Three"
ruleset = "by_this_axe"
[table]
width = 5
depth = 5
"""
UNITS = """
[[sides.{side}.units]]
troop = "spearmen"
figures = 4
name = "Spears"
[[sides.{side}.units]]
troop = "axemen"
figures = 4
name = "{name}"
[[sides.{side}.units]]
troop = "general"
figures = 1
joins = "Spears"
"""
ZONES = {
    "red": "left = 15, top = 0, right = 45, bottom = 10",
    "blue": "left = 0, top = 25, right = 10, bottom = 55",
    "wolves": "left = 50, top = 25, right = 60, bottom = 55",
}
EDGES = {"red": "north", "blue": "west", "wolves": "east"}


def a_side(side: str, more: str = "") -> str:
    head = f'[sides.{side}]\nedge = "{EDGES[side]}"\nzone = {{ {ZONES[side]} }}\n{more}'
    return head + UNITS.format(side=side, name=f"{side} axes")


WOLVES = a_side("wolves", 'colour = "teal"\n')
THREE = AXES + WOLVES + a_side("blue") + a_side("red")


def test_three_sides_fight_under_names_of_their_own(tmp_path: Path) -> None:
    """TA-UNIT-01: red and blue come first, whatever the file has first."""
    made = battle(tmp_path, THREE)
    assert [(side.id, side.title, side.colour) for side in made.sides] == [
        ("red", "Red", "red"),
        ("blue", "Blue", "blue"),
        ("wolves", "Wolves (Teal)", "teal"),
    ]
    assert [(seat.id, seat.side) for seat in made.seats] == [(side, side) for side in ("red", "blue", "wolves")]
    assert {unit.side: unit.controller for unit in made.units.values()} == {side: side for side in EDGES}
    assert dict(made.own.zones)["wolves"] == Zone(inches(50), inches(25), inches(60), inches(55))


def test_two_sides_may_have_other_names_as_well(tmp_path: Path) -> None:
    made = battle(tmp_path, PLAIN.replace("sides.red", "sides.grey").replace("sides.blue", "sides.teal"))
    assert [side.id for side in made.sides] == ["grey", "teal"]


@pytest.mark.parametrize(
    ("text", "place", "wrong", "right"),
    [
        (PLAIN + WOLVES.replace("spearmen", "archers"), "sides", "3 sides fight each other", "for two"),
        (HEAD + RED, "sides", "says 1 thing", "at least 2"),
        (THREE.replace('colour = "teal"', ""), "sides.wolves.colour", "wolves is no colour", "one of red, blue, ochre"),
        (THREE.replace('"teal"', '"blue"'), "sides.wolves.colour", "blue and wolves are both blue", "a colour for"),
        (THREE.replace("top = 25, right = 60", "top = 5, right = 60").replace("left = 50", "left = 40"),
         "sides.wolves.zone", "the set-up zones of red and wolves overlap", "lie apart"),
        (THREE + '[[victory.conditions]]\nside = "green"\ndoes = "save"\nwhat = "Spears"\n',
         "victory.conditions[0].side", "no side 'green'", "one of red, blue, wolves"),
        (THREE + '[[victory.conditions]]\nside = "red"\ndoes = "destroy"\nwhat = "Spears"\n',
         "victory.conditions[0].what", "nothing there is called 'Spears'", "one of blue axes, wolves axes"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_more_sides_is_named(tmp_path: Path, text: str, place: str, wrong: str, right: str) -> None:
    (fault,) = [one for one in faults(tmp_path, text) if one.place == place]
    assert wrong in fault.wrong
    assert right in fault.right
