import dataclasses
import re
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import Point

from schiltron.drawing.paths import number, smooth_line, smooth_path, text_width, xml
from schiltron.drawing.svg import (
    Drawn,
    Zone,
    definitions,
    draw,
    draw_board,
    draw_body,
    draw_contacts,
    draw_label,
    label_spots,
    style,
    view_box,
)
from schiltron.drawing.symbols import MARKS, PICTOGRAMS
from schiltron.drawing.terrain import KINDS, STRIPS
from schiltron.muster import quartermaster
from schiltron.table.base import Base
from schiltron.table.body import Bend, Body, Formed, Scatter, Single, Spot, Wing
from schiltron.table.edges import Board
from schiltron.table.pose import Pose
from schiltron.table.shapes import Plot
from schiltron.table.terrain import Area, Contour, Feature, Strip
from tests.table.shapes import FOOT, HORSE, bodies, counts

SVG = "{http://www.w3.org/2000/svg}"
TABLE = Board(72_000, 48_000)
SQUARE = ((10_000, 10_000), (22_000, 10_000), (22_000, 20_000), (10_000, 20_000))
AREAS = (
    "hill",
    "gulley",
    "woods",
    "light_woods",
    "scrub",
    "pond",
    "marsh",
    "rough",
    "burning_brush",
    "burnt",
    "castle",
)
INNER = ((13_000, 13_000), (19_000, 13_000), (19_000, 17_000), (13_000, 17_000))


def parsed(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def fragment(inside: str) -> ElementTree.Element:
    return parsed(f'<svg xmlns="http://www.w3.org/2000/svg">{inside}</svg>')


def classes(root: ElementTree.Element) -> list[str]:
    return [name for element in root.iter() for name in element.get("class", "").split()]


def unit(body: Body, count: int, pose: Pose | None = None, **others: object) -> Drawn:
    return Drawn(pose or Pose(36_000, 24_000, 0), body, count, **others)  # type: ignore[arg-type]


def figures_of(drawn: Drawn) -> list[ElementTree.Element]:
    return [use for use in fragment(draw_body(drawn)).iter(f"{SVG}use") if "#base-" in use.get("href", "")]


# --- the whole picture --------------------------------------------------------------------------


def test_an_empty_table_has_a_frame_of_inches() -> None:
    root = parsed(draw(TABLE, []))
    assert root.get("viewBox") == "-2 -1.95 74.75 50.7"
    assert [text.text for text in root.iter(f"{SVG}text")][:3] == ["0″", "6", "12"]
    assert classes(root).count("cross") == 1
    assert root.get("aria-label") == "The table, 72 by 48 inches"


def test_a_table_that_is_no_multiple_of_six_ends_its_checks_at_the_edge() -> None:
    svg = draw(Board(20_500, 15_000), [])
    (checks,) = [path for path in parsed(svg).iter(f"{SVG}path") if path.get("class") == "check"]
    assert "M12 -.3h6v.3h-6Z" in checks.get("d", "")
    narrow = draw(Board(15_000, 15_000), [])
    assert "M12 -.3h3v.3h-3Z" in narrow


def test_the_size_in_pixels_keeps_the_shape_of_the_table() -> None:
    root = parsed(draw(TABLE, [], width_px=1_495))
    assert (root.get("width"), root.get("height")) == ("1495", "1014")


def test_whatever_is_used_is_defined() -> None:
    army = [unit(Formed(FOOT, 4), 8, symbol=symbol, marks=tuple(MARKS), strength=8) for symbol in PICTOGRAMS]
    root = parsed(draw(TABLE, army))
    known = {element.get("id") for element in root.iter()}
    used = {element.get("href", "")[1:] for element in root.iter() if element.get("href")}
    assert used <= known
    assert {f"figure-{symbol}" for symbol in PICTOGRAMS} <= known


def test_the_same_table_always_looks_the_same() -> None:
    board = Board(72_000, 48_000, (Area("w", "woods", "Hob Wood", SQUARE),))
    assert draw(board, []) == draw(board, [])
    twin = Board(72_000, 48_000, (Area("other", "woods", "Hob Wood", SQUARE),))
    assert draw(twin, []).replace("other", "w") != draw(board, [])


def test_all_text_is_escaped() -> None:
    board = Board(72_000, 48_000, (Area('a"<', "rough", "<script>&", SQUARE),))
    drawn = unit(Formed(FOOT, 4), 8, label='<b>"Guard" & Co</b>', strength=8, id='"><x', marks=("<mark>",))
    root = parsed(draw(board, [drawn], zones=[Zone(Plot((SQUARE,)), "near", "<7″ & more>")], title="A & B <"))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert {"<script>&", '<b>"Guard" & Co</b>', "<7″ & more>"} <= set(texts)
    assert root.find(f".//{SVG}script") is None
    assert root.get("aria-label") == "A & B <"


def test_control_characters_are_no_part_of_a_picture() -> None:
    assert xml("Red\x00 \ud800Guard\n") == "Red   Guard "


# --- units --------------------------------------------------------------------------------------


def test_every_figure_of_a_unit_is_drawn() -> None:
    assert len(figures_of(unit(Formed(FOOT, 5), 13))) == 13
    assert len(figures_of(unit(Formed(FOOT, 6, left=Wing(2, 90_000)), 12))) == 12
    assert len(figures_of(unit(Formed(FOOT, 2, bends=(Bend(2_000, 45_000),)), 11))) == 11
    assert len(figures_of(unit(Scatter(FOOT, (Spot(0, 0), Spot(2_000, 0, 30_000))), 2))) == 2
    assert len(figures_of(unit(Single(HORSE), 1))) == 1


def test_a_unit_is_one_group_moved_by_its_transform() -> None:
    drawn = unit(Formed(FOOT, 2), 2, Pose(12_250, 9_000, 45_500), id="u1")
    elsewhere = unit(Formed(FOOT, 2), 2, Pose(30_000, 20_000, 10_000), id="u1")
    (group,) = fragment(draw_body(drawn))
    (inside,) = group
    assert group.get("data-unit") == "u1"
    assert inside.get("transform") == "translate(12.25 9) rotate(45.5)"
    carried = draw_body(elsewhere).replace("translate(30 20) rotate(10)", "translate(12.25 9) rotate(45.5)")
    assert carried == draw_body(drawn)


def test_figures_stand_where_the_table_has_them() -> None:
    first, second = figures_of(unit(Formed(Base(750, 750), 2), 2))
    assert (first.get("x"), first.get("y")) == ("-.375", ".375")
    assert (second.get("x"), second.get("y")) == (".375", ".375")


def test_the_fallen_are_the_last_ones() -> None:
    uses = figures_of(unit(Formed(FOOT, 4), 8, fallen=3))
    assert [use.get("class") == "fallen" for use in uses] == [False] * 5 + [True] * 3


def test_sides_differ_by_more_than_colour() -> None:
    filled = unit(Formed(FOOT, 4), 8, strength=8, symbol="archers")
    outlined = unit(Formed(FOOT, 4), 8, strength=8, symbol="archers", open=True, colour="blue")
    assert {use.get("href") for use in figures_of(filled)} == {"#base-1000x1000-solid-archers"}
    assert {use.get("href") for use in figures_of(outlined)} == {"#base-1000x1000-open-archers"}
    square, round_ = fragment(draw_label(filled, (0, 0))), fragment(draw_label(outlined, (0, 0)))
    (chip,) = square.iter(f"{SVG}rect")
    (round_chip,) = round_.iter(f"{SVG}rect")
    assert chip.get("rx") is None
    assert round_chip.get("rx") == ".55"


@pytest.mark.parametrize(("pattern", "paint"), [("striped", 'opacity=".45"'), ("dotted", 'stroke-dasharray=".01 .17"')])
def test_a_third_side_and_a_fourth_have_patterns_and_pointed_chips(pattern: Any, paint: str) -> None:
    drawn = unit(Formed(FOOT, 4), 8, strength=8, symbol="archers", open=True, pattern=pattern, colour="ochre")
    assert {use.get("href") for use in figures_of(drawn)} == {f"#base-1000x1000-open-{pattern}-archers"}
    assert paint in definitions([drawn])
    label = fragment(draw_label(drawn, (0, 0)))
    assert [path.get("class") for path in label.iter(f"{SVG}path")] == ["chip"]
    ghost = dataclasses.replace(drawn, ghost=True)
    assert paint not in definitions([ghost])
    assert pattern not in str(figures_of(ghost)[0].get("href"))


def test_weapons_point_forward_and_heads_stay_upright() -> None:
    down = Pose(36_000, 24_000, 180_000)
    (horse,) = figures_of(unit(Single(HORSE), 1, down, symbol="heavy_cavalry"))
    (bow,) = figures_of(unit(Single(FOOT), 1, down, symbol="longbowmen"))
    assert horse.get("href") == "#base-1000x2000-solid-heavy_cavalry-turned"
    assert bow.get("href") == "#base-1000x1000-solid-longbowmen"


def test_an_unknown_symbol_is_a_plain_base() -> None:
    drawn = unit(Formed(FOOT, 2), 2, symbol='no"such')
    assert {use.get("href") for use in figures_of(drawn)} == {"#base-1000x1000-solid"}
    assert "such" not in definitions([drawn])


def test_an_unknown_colour_is_grey() -> None:
    assert "grey solid" in draw_body(unit(Formed(FOOT, 2), 2, colour="red;}"))


@pytest.mark.parametrize(
    ("drawn", "chevrons"),
    [
        (unit(Formed(FOOT, 4), 8), 1),
        (unit(Formed(FOOT, 4, hedgehog=True), 16), 4),
        (unit(Formed(FOOT, 4), 8, marks=("contact",)), 0),
        (unit(Single(FOOT), 1), 0),
        (unit(Scatter(FOOT, (Spot(0, 0), Spot(2_000, 0))), 2), 1),
    ],
)
def test_chevrons_show_where_a_unit_fronts(drawn: Drawn, chevrons: int) -> None:
    assert classes(fragment(draw_body(drawn))).count("chevron") == chevrons


def test_a_hedgehog_of_horse_has_bases_that_lie_across() -> None:
    drawn = unit(Formed(HORSE, 3, hedgehog=True), 9)
    assert {use.get("href") for use in figures_of(drawn)} == {
        "#base-1000x2000-solid",
        "#base-2000x1000-solid",
    }
    assert 'id="base-2000x1000-solid"' in definitions([drawn])


def test_routed_units_are_loose_within_a_broken_line() -> None:
    drawn = unit(Formed(FOOT, 4), 8, marks=("routed",))
    names = classes(fragment(draw_body(drawn)))
    assert {"plate-routed", "routed-figures", "chevron-hollow"} <= set(names)
    assert all(use.get("transform") for use in figures_of(drawn))


def test_a_ghost_is_hollow_and_has_no_label() -> None:
    drawn = unit(Formed(FOOT, 4), 8, ghost=True, symbol="archers", label="Plan", strength=8)
    assert {use.get("href") for use in figures_of(drawn)} == {"#base-1000x1000-ghost"}
    assert label_spots([drawn], TABLE) == [None]


def test_those_who_stand_alone_have_a_ring_and_a_flag() -> None:
    hero, general, engine, ghost = (
        classes(fragment(draw_body(drawn)))
        for drawn in (
            unit(Single(FOOT), 1, symbol="hero"),
            unit(Single(HORSE), 1, symbol="general"),
            unit(Single(FOOT), 1, symbol="artillery"),
            unit(Single(FOOT), 1, symbol="hero", ghost=True),
        )
    )
    assert (hero.count("ring"), hero.count("cloth")) == (1, 1)
    assert (general.count("ring"), general.count("cloth")) == (2, 1)
    assert not {"ring", "cloth"} & {*engine, *ghost}


def test_a_ring_goes_round_the_whole_base() -> None:
    (ring,) = [
        rect
        for rect in fragment(draw_body(unit(Single(HORSE), 1, symbol="hero"))).iter()
        if rect.get("class", "").startswith("ring")
    ]
    assert float(ring.get("width", "")) > HORSE.width / 1000
    assert float(ring.get("height", "")) > HORSE.depth / 1000


def test_the_flags_of_general_leader_and_hero_differ() -> None:
    cloths = {
        path.get("d")
        for symbol in ("general", "leader", "hero")
        for path in fragment(draw_body(unit(Single(FOOT), 1, symbol=symbol))).iter()
        if path.get("class") == "cloth"
    }
    assert len(cloths) == 3


def test_a_flag_flies_up_the_page_whichever_way_its_bearer_looks() -> None:
    up = draw_body(unit(Single(FOOT), 1, Pose(20_000, 20_000, 0), symbol="hero"))
    down = draw_body(unit(Single(FOOT), 1, Pose(20_000, 20_000, 180_000), symbol="hero"))
    assert '<g class="flag">' in up
    assert '<g class="flag" transform="rotate(180)">' in down


@pytest.mark.parametrize("heading", [0, 180_000])
def test_who_goes_with_a_unit_is_a_flag_over_it(heading: int) -> None:
    company = (("general", "Arthur"), ("hero", "Kay"))
    host = unit(
        Formed(FOOT, 5),
        10,
        Pose(36_000, 24_000, heading),
        label="Spears",
        strength=10,
        company=company,
        marks=("company",),
    )
    drawing = draw_body(host)
    assert classes(fragment(drawing)).count("cloth") == 2
    assert 'aria-label="Spears, red, 10 figures, with Arthur and Kay"' in drawing
    assert host.pictured_marks == (), "the flags say it"
    assert "cloth" in classes(fragment(draw_body(host, "blocks")))
    assert unit(Formed(FOOT, 5), 10, marks=("company",)).pictured_marks == ("company",)


def test_flags_keep_clear_of_the_chevron_and_of_an_enemy_in_front() -> None:
    def feet(*marks: str) -> list[tuple[float, float]]:
        drawn = unit(Formed(FOOT, 4), 8, company=(("hero", "A"), ("hero", "B"), ("hero", "C")), marks=marks)
        poles = [path.get("d", "") for path in fragment(draw_body(drawn)).iter() if path.get("class") == "pole"]
        found = [re.match(r"M(\S+) (\S+)V", pole) for pole in poles]
        return [(float(one[1]), float(one[2])) for one in found if one]

    assert all(abs(x) > 0.5 for x, _ in feet())
    assert len(feet()) == 3
    assert min(y for _, y in feet("contact")) > max(y for _, y in feet())


def test_a_label_keeps_off_flags() -> None:
    host = unit(
        Formed(FOOT, 5), 10, Pose(36_000, 24_000, 180_000), label="Spears", strength=10, company=(("hero", "Kay"),)
    )
    plain = unit(Formed(FOOT, 5), 10, Pose(36_000, 24_000, 180_000), label="Spears", strength=10)
    ((_, higher),), ((_, near),) = [[spot for spot in label_spots([one], TABLE) if spot] for one in (host, plain)]
    assert higher < near
    alone = unit(Single(FOOT), 1, Pose(36_000, 24_000, 180_000), label="Kay", strength=1, symbol="hero")
    (spot,) = label_spots([alone], TABLE)
    assert spot is not None
    assert spot[1] > 24, "named beneath, for the flag is above"


def test_a_unit_without_figures_is_an_empty_group() -> None:
    gone = unit(Formed(FOOT, 4), 0, label="Gone", strength=0)
    assert figures_of(gone) == []
    assert label_spots([gone], TABLE) == [None]
    parsed(draw(TABLE, [gone]))
    parsed(draw(TABLE, [gone], width_px=300))


def test_a_unit_is_told_in_words() -> None:
    drawn = unit(Formed(FOOT, 4), 8, fallen=2, label="Longbows", marks=("moved",))
    assert 'aria-label="Longbows, red, 6 figures, moved"' in draw_body(drawn)


# --- labels and contact -------------------------------------------------------------------------


def test_a_label_stands_behind_its_unit() -> None:
    up = unit(Formed(FOOT, 4), 8, label="Foot", strength=8)
    down = unit(Formed(FOOT, 4), 8, Pose(20_000, 24_000, 180_000), label="Foot", strength=8)
    below, above = label_spots([up, down], TABLE)
    assert below is not None
    assert above is not None
    assert below[0] == 36
    assert below[1] > 26
    assert above[1] < 22


def test_labels_keep_out_of_each_others_way() -> None:
    army = [
        unit(Formed(FOOT, 4), 8, Pose(20_000 + 4_200 * index, 24_000, 0), label="A long name", strength=8)
        for index in range(5)
    ]
    spots = [spot for spot in label_spots(army, TABLE) if spot]
    width = 1.3 + 0.3 + text_width("A long name", 0.86)
    for index, (x, y) in enumerate(spots):
        for other_x, other_y in spots[index + 1 :]:
            assert abs(x - other_x) >= width - 0.2 or abs(y - other_y) >= 1.09


def test_a_label_stays_on_the_table() -> None:
    corner = unit(Formed(FOOT, 4), 8, Pose(2_000, 46_000, 0), label="A very long name of a unit", strength=8)
    (spot,) = label_spots([corner], TABLE)
    assert spot is not None
    assert spot[0] - (1.6 + text_width("A very long name of a unit", 0.86)) / 2 >= 0
    assert spot[1] + 0.55 <= 48


def test_a_label_does_not_hide_a_name_on_the_map() -> None:
    wood = Board(72_000, 48_000, (Area("w", "woods", "Hob Wood", SQUARE),))
    above_the_name = unit(Formed(FOOT, 4), 8, Pose(16_000, 11_400, 0), label="Foot", strength=8)
    (open_ground,) = label_spots([above_the_name], TABLE)
    (in_the_wood,) = label_spots([above_the_name], wood)
    assert open_ground != in_the_wood


def test_marks_without_a_picture_are_left_out() -> None:
    label = fragment(draw_label(unit(Formed(FOOT, 4), 8, marks=("moved", "dancing", "contact")), (5, 5)))
    assert classes(label).count("mark") == 2
    assert classes(label).count("mark-grave") == 1


def test_ticks_of_ink_where_enemies_stand_edge_to_edge() -> None:
    red = unit(Formed(FOOT, 4), 8)
    blue = unit(Formed(FOOT, 6), 12, Pose(37_000, 24_000, 180_000), colour="blue", open=True)
    friend = unit(Formed(FOOT, 4), 8, Pose(40_000, 24_000, 0))
    afar = unit(Formed(FOOT, 6), 12, Pose(37_000, 23_900, 180_000), colour="blue", open=True)
    assert "contact" in draw_contacts([red, blue])
    assert draw_contacts([red, friend]) == ""
    assert draw_contacts([red, afar]) == ""


# --- from afar ----------------------------------------------------------------------------------


def test_a_small_picture_shows_blocks_and_a_tiny_one_chips() -> None:
    army = [
        unit(Formed(FOOT, 6), 18, symbol="archers", strength=18, label="Bows"),
        unit(
            Formed(FOOT, 6),
            18,
            Pose(20_000, 20_000, 215_000),
            symbol="archers",
            strength=18,
            marks=("routed",),
        ),
        unit(Scatter(FOOT, (Spot(0, 0), Spot(2_000, 0))), 2, symbol="slingers", strength=2),
        unit(Single(FOOT), 1, symbol="hero", strength=1),
        unit(Formed(FOOT, 6), 18, ghost=True),
    ]
    near, far, farthest = (draw(TABLE, army, width_px=pixels) for pixels in (1_000, 500, 300))
    assert near.count("#base-1000x1000-solid-archers") == 36
    assert far.count('<use href="#base-1000x1000-solid-archers"') == 0
    assert "unit-name" in classes(parsed(far))
    assert "unit-name" not in classes(parsed(farthest))
    assert classes(parsed(farthest)).count("strength") == 3, "a hero's chip shows his sign"


# --- the ground ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [*KINDS, "castle"])
def test_every_kind_of_ground_is_drawn_and_named(kind: str) -> None:
    if KINDS.get(kind) in STRIPS:
        feature: Feature = Strip("f", kind, "Name", ((-1_000, 20_000), (73_000, 24_000)), 1_500)
    else:
        feature = Area("f", kind, "Name", SQUARE)
    root = fragment(draw_board(Board(72_000, 48_000, (feature,))))
    assert "Name" in [text.text for text in root.iter()]
    assert [group.get("data-feature") for group in root.iter() if group.get("class") == "feature"] == ["f"]


def test_kinds_of_ground_look_different() -> None:
    drawings = {kind: draw_board(Board(72_000, 48_000, (Area("f", kind, "", SQUARE),))) for kind in AREAS}
    drawings |= {
        kind: draw_board(Board(72_000, 48_000, (Strip("f", kind, "", ((2_000, 9_000), (40_000, 12_000)), 1_500),)))
        for kind in STRIPS
    }
    assert len(set(drawings.values())) == len(drawings)


@pytest.mark.parametrize("book", ["book_of_war", "by_this_axe", "chainmail"])
def test_every_kind_of_ground_of_a_book_has_a_drawing(book: str) -> None:
    muster = quartermaster(book)
    assert {*muster.areas, *muster.strips} <= KINDS.keys()
    assert all(KINDS[kind] in STRIPS for kind in muster.strips)
    assert not any(KINDS[kind] in STRIPS for kind in muster.areas)


def crowns(board: Board) -> list[tuple[float, float, float]]:
    """The round crowns of the trees: left edge, height on the page, radius."""
    root = fragment(draw_board(board))
    data = "".join(path.get("d", "") for path in root.iter() if path.get("class") == "tree")
    return [(float(x), float(y), float(r)) for x, y, r in re.findall(r"M(\S+) (\S+?)a(\S+) \S+ 0 1 1", data)]


def test_light_woods_have_fewer_and_smaller_trees_than_woods() -> None:
    light, dense, scrub = (
        crowns(Board(72_000, 48_000, (Area("w", kind, "", SQUARE),))) for kind in ("light_woods", "woods", "scrub")
    )
    assert 0 < len(light) < len(dense)
    assert max(r for _, _, r in light) < min(r for _, _, r in dense)
    assert not scrub


def test_a_river_that_ends_on_the_table_has_a_bank_there() -> None:
    def banks(end: int) -> int:
        river = Strip("r", "river", "", ((-1_000, 20_000), (end, 24_000)), 2_000)
        return classes(fragment(draw_board(Board(72_000, 48_000, (river,))))).count("bank")

    assert banks(40_000) == banks(73_000) + 1


def test_the_stones_of_a_wall_lie_within_it() -> None:
    wall = Strip("w", "wall", "", ((10_000, 20_000), (20_000, 20_000)), 500)
    root = fragment(draw_board(Board(72_000, 48_000, (wall,))))
    (stones,) = [path.get("d", "") for path in root.iter() if path.get("class") == "wall-stone"]
    points = [(float(x), float(y)) for x, y in re.findall(r"[ML](\S+?) ([\d.]+)", stones)]
    assert len(points) > 80
    assert all(10 < x < 20 and 19.75 < y < 20.25 for x, y in points)


def test_what_lies_on_a_strip_follows_it_as_it_is_drawn() -> None:
    bend = [(0.0, 0.0), (10.0, 0.0), (20.0, 4.0), (30.0, 4.0)]
    line = smooth_line(bend)
    assert line.coords[0] == bend[0]
    assert line.coords[-1] == bend[-1]
    assert len(line.coords) > len(bend)
    assert all(line.distance(Point(at)) < 1e-9 for at in bend)
    assert list(smooth_line(bend[:2]).coords) == bend[:2]


def test_a_hill_shows_the_level_of_every_contour() -> None:
    hill = Area("h", "hill", "", SQUARE, (Contour(SQUARE, 1), Contour(INNER, 1)))
    gulley = Area("g", "gulley", "", SQUARE, (Contour(SQUARE, -1),))
    levels = {
        feature.id: [
            text.text
            for text in fragment(draw_board(Board(72_000, 48_000, (feature,)))).iter(f"{SVG}text")
            if text.get("class") == "level"
        ]
        for feature in (hill, gulley)
    }
    assert levels == {"h": ["1", "2"], "g": ["−1"]}


def test_hachures_run_downhill() -> None:
    """Outward from a hill, inward from the rim of a gulley."""
    for kind, outward in (("hill", True), ("gulley", False)):
        root = fragment(draw_board(Board(72_000, 48_000, (Area("f", kind, "", SQUARE),))))
        (hachures,) = [path.get("d", "") for path in root.iter() if path.get("class") == "hachure"]
        for x, y, dx, dy in re.findall(r"M(\S+) (\S+)l(\S+) (\S+?)(?=M|$)", hachures):
            end_x, end_y = float(x) + float(dx), float(y) + float(dy)
            inside = 10 <= end_x <= 22 and 10 <= end_y <= 20
            assert inside != outward


def test_trees_leave_the_name_of_their_wood_free() -> None:
    root = fragment(draw_board(Board(72_000, 48_000, (Area("w", "woods", "Hob Wood", SQUARE),))))
    (name,) = [text for text in root.iter(f"{SVG}text") if "name" in text.get("class", "").split()]
    x, y = float(name.get("x", "")), float(name.get("y", ""))
    trees = crowns(Board(72_000, 48_000, (Area("w", "woods", "Hob Wood", SQUARE),)))
    assert len(trees) > 20
    for left, tree_y, radius in trees:
        assert abs(left + radius - x) > 2 or abs(tree_y - (y - 0.34)) > 0.9


def test_a_road_through_a_stream_makes_a_ford() -> None:
    stream = Strip("s", "stream", "", ((20_000, -1_000), (20_000, 49_000)), 1_500)
    road = Strip("r", "road", "", ((-1_000, 20_000), (73_000, 22_000)), 960)
    bridgeless = fragment(draw_board(Board(72_000, 48_000, (stream, road))))
    assert classes(bridgeless).count("ford-stone") == 1
    assert "ford-stone" not in classes(fragment(draw_board(Board(72_000, 48_000, (stream,)))))


def test_odd_rings_are_drawn_all_the_same() -> None:
    bow_tie = ((10_000, 10_000), (20_000, 20_000), (20_000, 10_000), (10_000, 20_000))
    closed = (*SQUARE, SQUARE[0])
    sliver = ((10_000, 10_000), (20_000, 10_000), (20_000, 10_100))
    for kind in AREAS:
        for ring in (bow_tie, closed, sliver):
            svg = draw(Board(72_000, 48_000, (Area("f", kind, "A name too long for it", ring),)), [])
            assert "nan" not in svg
            parsed(svg)


# --- zones and style ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["deployment", "near", "far", "swept", "template", "reach"])
def test_zones_lie_over_the_map(kind: str) -> None:
    zone = Zone(Plot((SQUARE,)), kind, "6″", "blue")  # type: ignore[arg-type]
    root = parsed(draw(TABLE, [], zones=[zone]))
    assert f"zone-{kind}" in classes(root)
    assert "6″" in [text.text for text in root.iter(f"{SVG}text")]


def test_templates_lie_upon_the_figures_and_other_zones_beneath() -> None:
    drawn = unit(Formed(FOOT, 4), 8)
    svg = draw(TABLE, [drawn], zones=[Zone(Plot((SQUARE,)), "template"), Zone(Plot((SQUARE,)), "swept")])
    body = svg.index('class="body"')
    assert svg.index('class="zone-swept"') < body < svg.index('class="zone-template"')


def test_a_picture_that_stands_alone_has_no_variables() -> None:
    assert "var(" not in style("light")
    assert "var(" not in style("dark")
    assert style("light") != style("dark")


def test_a_page_gets_both_themes() -> None:
    css = style("both")
    assert "prefers-color-scheme:dark" in css
    used = set(re.findall(r"var\((--table-\w+)\)", css))
    declared = re.findall(r"(--table-\w+):", css)
    assert used <= set(declared)
    assert len(declared) == 3 * len(set(declared))


def test_every_class_drawn_is_painted() -> None:
    features: tuple[Feature, ...] = (
        *(Area(kind, kind, "Name", SQUARE) for kind in AREAS),
        *(Strip(kind, kind, "Name", ((5_000, 30_000), (30_000, 33_000)), 1_500) for kind in ("river", "wall", "hedge")),
        Strip("s", "stream", "Name", ((20_000, -1_000), (20_000, 49_000)), 1_500),
        Strip("r", "road", "Name", ((-1_000, 20_000), (73_000, 22_000)), 960),
    )
    army = [
        unit(Formed(FOOT, 4), 8, fallen=1, label="Foot", strength=7, marks=tuple(MARKS), company=(("hero", "Kay"),)),
        unit(Single(FOOT), 1, symbol="general", label="Arthur", strength=1),
    ]
    root = parsed(draw(Board(72_000, 48_000, features), army, zones=[Zone(Plot((SQUARE,)), "far", "21″")]))
    structure = {"table", "board", "feature", "unit", "body", "name-other", "label", "tag-side", "flag"}
    painted = set(re.findall(r"\.([a-z][\w-]*)", style("light")))
    assert set(classes(root)) - structure <= painted


def luminance(colour: str) -> float:
    channels = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("root", [r"\.table\{", r":root\.dark \.table,\.table\.dark\{"])
def test_names_can_be_read_and_signs_told_apart(root: str) -> None:
    declarations = re.search(root + r"([^}]*)\}", style("both"))
    assert declarations is not None
    colours = dict(re.findall(r"--table-([\w-]+):(#\w+)", declarations[1]))
    for name, ground in (
        ("ink", "paper"),
        ("hill-name", "hill-halo"),
        ("hill-name", "gulley-halo"),
        ("water-name", "marsh"),
        ("water-name", "water"),
        ("wood-name", "wood"),
        ("wood-name", "scrub"),
        ("ink2", "rough"),
    ):
        assert contrast(colours[name], colours[ground]) >= 4.5, (name, ground)
    for side in ("red", "blue", "ochre", "teal", "grey"):
        assert contrast(colours[f"{side}-glyph"], colours[side]) >= 4.5, side
        assert contrast(colours[side], colours[f"{side}-fill"]) >= 4.5, side
        assert contrast(colours[side], colours["paper"]) >= 3, side


# --- small tools --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "written"),
    [(0, "0"), (-0.0001, "0"), (1.5, "1.5"), (-0.25, "-.25"), (0.375, ".375"), (10, "10"), (-3.1004, "-3.1")],
)
def test_numbers_are_short(value: float, written: str) -> None:
    assert number(value) == written


def test_corners_stay_corners_and_bends_become_curves() -> None:
    assert "C" not in smooth_path([(0, 0), (10, 0), (10, 10), (0, 10)])
    assert "C" in smooth_path([(0, 0), (5, 0), (10, 1), (15, 3)], closed=False)


@settings(max_examples=60)
@given(
    body=bodies,
    count=counts,
    heading=st.integers(0, 359_999),
    fallen=st.integers(0, 30),
    marks=st.sets(st.sampled_from([*MARKS, "other"])).map(lambda found: tuple(sorted(found))),
    symbol=st.sampled_from([*PICTOGRAMS, "", "unheard of"]),
    label=st.text(max_size=30),
    switches=st.tuples(st.booleans(), st.booleans()),
    pixels=st.sampled_from([300, 500, 1_400]),
)
def test_any_unit_makes_a_sound_picture(
    body: Body,
    count: int,
    heading: int,
    fallen: int,
    marks: tuple[str, ...],
    symbol: str,
    label: str,
    switches: tuple[bool, bool],
    pixels: int,
) -> None:
    drawn = Drawn(
        Pose(30_000, 20_000, heading),
        body,
        count,
        fallen=min(fallen, count),
        open=switches[0],
        ghost=switches[1],
        label=label,
        strength=count,
        marks=marks,
        symbol=symbol,
    )
    svg = draw(TABLE, [drawn], width_px=pixels)
    root = parsed(svg)
    known = {element.get("id") for element in root.iter()}
    assert {element.get("href", "")[1:] for element in root.iter() if element.get("href")} <= known
    assert not re.search(r"\b(nan|inf)\b", re.sub(r"<style>.*</style>|<text.*?</text>|aria-label=\".*?\"", "", svg))


def test_the_view_holds_the_table_and_its_numbers() -> None:
    left, top, width, height = view_box(TABLE)
    assert left < -1
    assert top < -1
    assert left + width > 72
    assert top + height > 48
