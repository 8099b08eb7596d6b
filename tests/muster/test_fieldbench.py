"""A field in the making: what its book lays, what bars a battle on it, what may stand and would be otherwise."""

from __future__ import annotations

from time import process_time

import pytest
from msgspec.structs import replace

from schiltron.muster import MusterFault, prepare, ready_scenarios, rulesets
from schiltron.muster.fieldbench import chance_ground, examined_field, palette
from schiltron.muster.fieldbench.bench import Finding
from schiltron.muster.fieldbench.laid import moved
from schiltron.muster.library import gathered, scenario_as_written
from schiltron.muster.reading import read
from schiltron.muster.scenario import (
    CastleEntry,
    Course,
    DoorEntry,
    Patch,
    Rampart,
    Scenario,
    SideEntry,
    TableSize,
    Terrain,
    Tile,
    Tower,
)
from schiltron.muster.scenario_text import written_scenario

READY = [f"{one.ruleset}/{one.id}" for one in ready_scenarios()]


def field(*terrain: Terrain, book: str = "book_of_war") -> Scenario:
    """Two ready armies on 72 by 48 inches; of Book of War they set up in 12 inches."""
    armies = {"book_of_war": ("harrow-levy", "green-coats"), "chainmail": ("margraves-train", "pikes-of-gravenau")}[
        book
    ]
    return Scenario(
        "test",
        "A Test",
        book,
        {
            "red": SideEntry(edge="south", army=armies[0], colour="red"),
            "blue": SideEntry(edge="north", army=armies[1], colour="blue"),
        },
        TableSize(72, 48, "inches"),
        terrain=terrain,
    )


def found(scenario: Scenario, weight: str) -> list[Finding]:
    return [one for one in examined_field(scenario).findings if one.weight == weight]


def square(x: float, y: float, half: float = 3, kind: str = "woods") -> Patch:
    return Patch(kind, ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)))


# ---------------------------------------------------------------- ready fields


@pytest.mark.parametrize("name", READY)
def test_a_ready_field_may_begin_and_all_its_pieces_are_drawn(name: str) -> None:
    bench = examined_field(scenario_as_written(name))
    assert [one.text for one in bench.findings if one.weight == "fault"] == []
    assert bench.playable
    assert None not in bench.pieces
    assert all(side.units for side in bench.sides)


@pytest.mark.parametrize("name", READY)
def test_pieces_are_drawn_as_the_battle_has_them(name: str) -> None:
    scenario = scenario_as_written(name)
    battle = prepare(gathered(scenario)[0])
    drawn = examined_field(scenario).pieces
    if battle.board is None or scenario.ground != "fixed":
        assert drawn == ()
    else:
        assert drawn == battle.board.features[len(battle.board.features) - len(scenario.terrain) :]


def test_castles_stay_by_their_names_and_what_is_said_of_ground_counts_without_them() -> None:
    """CM-SIEGE-02: the pieces of a castle are on the table with it, and are not among those of the scenario."""
    castle = CastleEntry("dun-corrath", (36, 30), 180)
    over = replace(square(95, 24), name="Wood")
    scenario = field(over, square(10, 40), book="chainmail")
    scenario = replace(scenario, castles=(castle,), table=TableSize(8, 5))
    bench = examined_field(scenario)
    (fault,) = [one for one in bench.findings if one.weight == "fault"]
    assert (fault.place, fault.piece, fault.castle) == ("terrain[0].outline", 0, None)
    assert [one.piece for one in fault.mends] == [0]
    assert [piece and piece.name for piece in bench.pieces] == [None, "Woods"]
    mended = replace(scenario, terrain=(fault.mends[0].entry, scenario.terrain[1]))
    assert examined_field(mended).playable
    assert read(written_scenario(mended), Scenario, "").castles == (castle,)
    battle = prepare(gathered(mended)[0])
    assert battle.board is not None
    assert {one.name for one in battle.board.features} >= {"The Gate", "Raven Tower", "Wood"}

    (fault, *_) = found(replace(mended, castles=(castle, replace(castle, at=(12, 20)))), "fault")
    assert (fault.place, fault.piece, fault.castle, fault.mends) == ("castles[1]", None, 1, ())
    (fault,) = found(replace(mended, castles=(replace(castle, castle="camelot"),)), "fault")
    assert (fault.castle, "camelot" in fault.text) == (0, True)


def test_a_palette_has_the_works_and_the_castles_of_its_book() -> None:
    works = {book: [one.kind for one in palette(book).kinds if one.form in ("wall", "tower")] for book in rulesets()}
    assert works["book_of_war"] == ["castle_wall", "tower"]
    assert {"gate", "palisade", "round_tower", "gatehouse"} < set(works["chainmail"])
    assert works["by_this_axe"] == works["battlesystem"] == []
    assert {book: [one.id for one in palette(book).castles] for book in rulesets()} == {
        "chainmail": ["dun-corrath", "harl-tower"],
        "battlesystem": [],
        "book_of_war": [],
        "by_this_axe": [],
    }
    assert all(one.notes for one in palette("chainmail").kinds)


# ---------------------------------------------------------------- what is said of the ground


def test_a_piece_in_a_set_up_zone_may_stand_and_is_moved_out_by_one_press() -> None:
    """BW-B3-07: the southern zone begins 36 inches down; the wood reaches 1½ inches into it."""
    scenario = field(replace(square(30, 34.5), name="Crake Holt"))
    (caution,) = found(scenario, "caution")
    assert (caution.place, caution.rules) == ("terrain[0]", ("BW-B3-07",))
    assert "Crake Holt lies 1½″ inside the set-up zone" in caution.text
    (mend,) = caution.mends
    assert mend.words == "Move it out 1½″"
    mended = replace(scenario, terrain=(mend.entry,))
    assert found(mended, "caution") == []
    assert mend.entry.outline[0] == (27, 30)  # type: ignore[union-attr]
    assert examined_field(scenario).playable


def test_touching_a_zone_or_a_piece_is_not_reaching_into_it() -> None:
    """BW-B3-06, BW-B3-07"""
    assert found(field(square(30, 33), square(36, 33)), "caution") == []


def test_of_two_pieces_that_overlap_the_later_is_moved_off() -> None:
    """BW-B3-06"""
    scenario = field(square(30, 20), square(34, 20, kind="hill"), square(20, 20, kind="marsh"))
    (caution,) = found(scenario, "caution")
    assert (caution.place, caution.rules) == ("terrain[1]", ("BW-B3-06",))
    mend = caution.mends[0]
    assert found(replace(scenario, terrain=(scenario.terrain[0], mend.entry, scenario.terrain[2])), "caution") == []


def test_walls_towers_and_roads_lie_where_they_will() -> None:
    """BW-O6-13"""
    tower = Tower((30, 40), doors=(), name="Keep")
    wall = Rampart(((31.5, 40), (44, 40)))
    road = Course("road", ((30, 0), (30, 48)), 1.5)
    assert found(field(tower, wall, road, square(40, 20)), "caution") == []


def test_a_stream_runs_from_edge_to_edge_though_a_ford_parts_it() -> None:
    """BW-B3-05"""
    west, east = Course("stream", ((0, 24), (30, 24)), 2, "Mirk"), Course("stream", ((34, 24), (72, 23)), 2, "Mirk")
    assert found(field(west, east), "caution") == []
    assert "Water runs from edge to edge" in [one.text for one in found(field(west, east), "sound")]
    (caution,) = found(field(west), "caution")
    assert (caution.text, caution.rules) == ("Mirk begins or ends on the table", ("BW-B3-05",))


def test_a_book_without_such_habits_says_nothing_of_them() -> None:
    scenario = scenario_as_written("by_this_axe/lily-field")
    over = replace(scenario, terrain=(square(30, 30), square(32, 30)))
    assert [one for one in found(over, "caution") if one.place.startswith("terrain")] == []


def test_a_piece_over_the_edge_bars_the_battle_until_it_lies_on_the_table() -> None:
    scenario = field(square(70, 20), square(20, 20))
    bench = examined_field(scenario)
    (fault,) = [one for one in bench.findings if one.weight == "fault"]
    assert (fault.place, fault.piece, fault.side) == ("terrain[0].outline", 0, "")
    assert [piece is None for piece in bench.pieces] == [True, False]
    mended = replace(scenario, terrain=(fault.mends[0].entry, scenario.terrain[1]))
    assert examined_field(mended).playable


def test_everything_of_a_piece_moves_with_it() -> None:
    tower = Tower((71, 20), size=4, doors=(DoorEntry((69, 20)),))
    there = moved(tower, -2, 1.5)
    assert (there.at, there.doors[0].at) == ((69, 21.5), (67, 21.5))  # type: ignore[union-attr]
    hill = replace(square(10, 10, kind="hill"), contours=(square(10, 10, 1).outline,))
    assert moved(hill, 1, 0).contours[0][0] == (10, 9)  # type: ignore[union-attr, index]
    assert moved(Tile("woods", (10, 10), 45), 0.5, 0.25) == Tile("woods", (10.5, 10.25), 45)


# ---------------------------------------------------------------- what is said of the armies


def test_unlike_armies_are_told_unless_it_is_agreed() -> None:
    scenario = scenario_as_written("book_of_war/kell-keep")
    (caution,) = found(scenario, "caution")
    assert "points more than" in caution.text
    defended = replace(scenario_as_written("chainmail/beacon-ridge"))
    assert not [one for one in found(defended, "caution") if "points more" in one.text]


def test_what_bars_a_battle_is_told_with_what_would_be_right() -> None:
    bad = replace(field(square(30, 20, kind="wods")), options={"victory": "wealth"})
    faults = found(bad, "fault")
    assert {one.place for one in faults} == {"terrain[0].kind", "options.victory"}
    assert all(one.right for one in faults)
    assert not examined_field(bad).playable


def test_no_file_of_the_machine_is_read() -> None:
    scenario = replace(field(), sides={**field().sides, "blue": SideEntry("north", army="/etc/hostname.toml")})
    (fault,) = found(scenario, "fault")
    assert (fault.place, fault.piece, fault.side) == ("sides.blue.army", None, "blue")
    assert "no ready army" in fault.text


def test_a_book_nobody_knows_is_told() -> None:
    assert "ruleset" in {one.place for one in found(replace(field(), ruleset="book_of_peace"), "fault")}


def test_two_hundred_pieces_are_looked_at_in_time() -> None:
    pieces = [square(4 + 7 * (n % 10), 3 + 2.2 * (n // 10), 3.5) for n in range(200)]
    began = process_time()
    bench = examined_field(field(*pieces))
    assert process_time() - began < 3
    assert len(bench.findings) < 200


# ---------------------------------------------------------------- the palette


@pytest.mark.parametrize("book", rulesets())
def test_every_kind_of_the_palette_may_be_laid(book: str) -> None:
    name = next(name for name in READY if name.startswith(book) and scenario_as_written(name).table is not None)
    scenario = scenario_as_written(name)
    table = scenario.table
    assert table is not None
    width, depth = (12 * side if table.measure == "feet" else side for side in (table.width, table.depth))
    for kind in palette(book).kinds:
        x, y = width / 2, depth / 2
        pieces: dict[str, Terrain] = {
            "area": Patch(kind.kind, tuple((x + a, y + b) for a, b in kind.outline or ((0, 0), (1, 0), (0, 1)))),
            "strip": Course(kind.kind, ((x - 5, y), (x + 5, y)), kind.width or 1),
            "wall": Rampart(((x - 5, y), (x + 5, y)), kind.width or 1),
            "tower": Tower((x, y), kind.width or 1),
        }
        bench = examined_field(replace(scenario, terrain=(pieces[kind.form],), victory=None, ground="fixed"))
        assert bench.pieces[0] is not None, kind.kind
        assert {one.rise for one in getattr(bench.pieces[0], "contours", ())} == ({kind.rise} if kind.rise else set())
        assert not [one for one in bench.findings if one.weight == "fault" and one.place.startswith("terrain")]


def test_goals_are_offered_where_the_book_has_a_use_for_them() -> None:
    assert {"objectives", "conditions", "defends"} <= set(palette("chainmail").agreements)
    assert palette("book_of_war").agreements == ()


# ---------------------------------------------------------------- ground by chance


@pytest.mark.parametrize(
    "name", ["book_of_war/random-ground", "chainmail/ground-by-cards", "book_of_war/horse-and-pikes"]
)
def test_chance_lays_ground_by_the_book_and_it_stays_as_a_file_says_it(name: str) -> None:
    """BW-B3-01 to BW-B3-07, CM-TERR-13 to CM-TERR-15"""
    scenario = replace(scenario_as_written(name), ground="fixed", victory=None)
    pieces = chance_ground(scenario, 3)
    assert pieces == chance_ground(scenario, 3)
    assert pieces != chance_ground(scenario, 4)
    laid = replace(scenario, terrain=pieces)
    assert examined_field(laid).playable
    assert not [one for one in found(laid, "caution") if one.place.startswith("terrain")]
    assert read(written_scenario(laid), Scenario, "laid") == laid


def test_two_square_feet_in_eight_bring_a_roll_each() -> None:
    """BW-B3-02: 24 square feet are six rolls a player; open ground lays nothing."""
    assert 1 <= len(chance_ground(field(), 1)) <= 12


def test_a_book_that_rolls_for_no_ground_says_so() -> None:
    with pytest.raises(MusterFault, match="does not roll"):
        chance_ground(scenario_as_written("battlesystem/lairn"), 1)


def test_ground_is_rolled_for_a_field_that_is_not_done_yet() -> None:
    bare = replace(field(square(70, 20)), sides={"red": SideEntry("south"), "blue": SideEntry("north")})
    assert chance_ground(bare, 1)
