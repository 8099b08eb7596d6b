"""Setting up the armies."""

from __future__ import annotations

from random import Random

import pytest

from schiltron.battle.setup.deployment import NO_ROOM
from schiltron.battle.state.decision import Chosen, Laid, SetDown
from schiltron.battle.state.event import Placed, Removed
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.setup.opening import enlisted
from schiltron.table.body import Formed
from schiltron.table.lengths import degrees, inches
from schiltron.table.outline import gap
from schiltron.table.pose import Pose
from tests.rulesets.book_of_war.mustering import BLUE_WINS, RED_WINS, first_suggestions, mustered, zone
from tests.rulesets.book_of_war.positions import EAST, NORTH, SOUTH, WEST, Played, blue, piece, rules


def set_down(unit: str, x: float, y: float, *, files: int = 4, facing: float = SOUTH) -> SetDown:
    return SetDown(unit, Pose(inches(x), inches(y), degrees(facing)), files)


def two_each(**more: object) -> Played:
    """Red, who has the initiative, has two units to set down, and so has blue."""
    return mustered(
        units=[
            enlisted("red-1", "red", "medium_infantry", 8),
            enlisted("red-2", "red", "medium_cavalry", 4),
            enlisted("blue-1", "blue", "pikemen", 12),
            enlisted("blue-2", "blue", "archers", 6),
        ],
        **more,
    ).then(RED_WINS)


# ---------------------------------------------------------------- who and where


def test_the_winner_of_the_initiative_places_the_whole_army_first() -> None:
    """BW-B4-03"""
    played = two_each()
    asked = []
    while played.battle.turn == 0:
        asked.append((played.decision.seat, played.decision.units))
        played = played.then(next(iter(BOOK_OF_WAR.suggest(played.battle, played.decision))))
    assert [seat for seat, _ in asked] == ["red", "red", "blue", "blue"]
    assert set(asked[0][1]) == {"red-1", "red-2"}
    assert [event.side for event in played.events_of(Placed)] == ["red", "red", "blue", "blue"]


def test_only_ones_own_units_that_are_not_yet_placed_may_be_set_down() -> None:
    """BW-B4-03"""
    played = two_each()
    assert rules(played.refusal(set_down("blue-1", 24, 6))) == {"BW-B4-03"}
    played = played.then(set_down("red-1", 24, 6))
    assert rules(played.refusal(set_down("red-1", 10, 6))) == {"BW-B4-03"}
    assert "BW-B4-03" in rules(played.refusal(Laid(None)))


@pytest.mark.parametrize(
    ("x", "y"), [(24, 12.1), (24, 1.4), (1.4, 6), (46.6, 6), (24, 40)], ids=["front", "rear", "left", "right", "far"]
)
def test_armies_stand_wholly_in_their_own_zone_on_opposite_sides(x: float, y: float) -> None:
    """BW-B4-03: 8 figures in 4 files are 3 inches wide and 1½ deep; red looks south, its rear to the north."""
    assert rules(two_each().refusal(set_down("red-1", x, y))) == {"BW-B4-03", "BW-B3-07"}


@pytest.mark.parametrize(("x", "y"), [(24, 12), (24, 1.5), (1.5, 6), (46.5, 6)])
def test_a_unit_may_stand_right_up_to_the_edges_of_its_zone(x: float, y: float) -> None:
    """BW-B4-03"""
    assert two_each().then(set_down("red-1", x, y)).unit("red-1").on_table


@pytest.mark.parametrize("facing", [NORTH, EAST, SOUTH, WEST, 37.5])
def test_facing_is_free_and_all_figures_of_a_unit_face_one_way(facing: float) -> None:
    """BW-B4-04"""
    unit = two_each().then(set_down("red-1", 24, 6, facing=facing)).unit("red-1")
    assert {figure.heading for figure in unit.places} == {degrees(facing)}


def test_a_heading_is_less_than_a_full_turn() -> None:
    refused = two_each().refusal(set_down("red-1", 24, 6, facing=360))
    assert "heading" in refused[0].text


# ---------------------------------------------------------------- formation


@pytest.mark.parametrize(("files", "ranks"), [(1, [1] * 8), (3, [3, 3, 2]), (5, [5, 3]), (8, [8])])
def test_only_the_last_rank_may_be_short(files: int, ranks: list[int]) -> None:
    """BW-B4-05"""
    unit = two_each().then(set_down("red-1", 24, 8, files=files)).unit("red-1")
    places = [figure.rank for figure in unit.places]
    assert [places.count(rank) for rank in sorted(set(places))] == ranks


@pytest.mark.parametrize("files", [0, -1, 9])
def test_a_unit_has_no_more_files_than_figures(files: int) -> None:
    """BW-B4-05"""
    assert rules(two_each().refusal(set_down("red-1", 24, 6, files=files))) == {"BW-B4-05"}


def test_the_figures_of_a_unit_stand_base_to_base() -> None:
    """BW-B4-09"""
    unit = two_each().then(set_down("red-1", 24, 6, files=4, facing=30)).unit("red-1")
    for figure in unit.places:
        near = min(
            (figure.x - other.x) ** 2 + (figure.y - other.y) ** 2 for other in unit.places if other is not figure
        )
        assert near**0.5 == pytest.approx(750, abs=1)


@pytest.mark.parametrize(
    ("figures", "fallen", "files", "last"),
    [(8, 0, 3, (0, 1)), (7, 0, 3, (1,)), (7, 0, 4, (0, 1, 2)), (10, 0, 4, (1, 2)), (6, 2, 4, (0, 1)), (5, 2, 4, (0,))],
)
def test_a_short_rank_keeps_to_whole_files_near_the_middle(
    figures: int, fallen: int, files: int, last: tuple[int, ...]
) -> None:
    """BW-B4-05: the odd place that is empty is at its right end, and so are the fallen until they are taken off."""
    unit = blue("archers", figures, fallen=fallen, files=files, at=(36, 30), facing=213)
    standing = unit.places[:figures]
    back = max(figure.rank for figure in standing)
    assert tuple(figure.file for figure in standing if figure.rank == back) == last
    front = {figure.file: figure for figure in standing if figure.rank == 0}
    for figure in standing:
        right, behind = unit.pose.local(figure.x, figure.y)
        assert right == pytest.approx(unit.pose.local(front[figure.file].x, front[figure.file].y)[0], abs=1)
        assert behind == pytest.approx(-750 * figure.rank - 375, abs=1)


@pytest.mark.parametrize(
    ("figures", "files", "possible"),
    [(3, 2, True), (4, 2, True), (12, 6, True), (3, 3, False), (8, 1, False), (8, 8, False)],
)
def test_a_unit_listed_as_hedgehog_needs_two_files_and_two_ranks(figures: int, files: int, possible: bool) -> None:
    """BW-B4-04, BW-B4-21"""
    pikes = enlisted("red-1", "red", "pikemen", figures, files=2, hedgehog=True)
    played = mustered(units=[pikes, enlisted("blue-1", "blue", "archers", 4)]).then(RED_WINS)
    answer = set_down("red-1", 24, 8, files=files)
    if possible:
        body = played.then(answer).unit("red-1").body
        assert isinstance(body, Formed)
        assert body.hedgehog
    else:
        assert rules(played.refusal(answer)) == {"BW-B4-21"}


# ---------------------------------------------------------------- neighbours


@pytest.mark.parametrize(("between", "allowed"), [(0.25, True), (1, True), (0.2, False), (0, False), (-1, False)])
def test_friendly_units_keep_a_quarter_inch_apart(between: float, allowed: bool) -> None:
    """BW-B4-10: 3 inches of foot beside 4 inches of horse."""
    played = two_each().then(set_down("red-1", 24, 6))
    answer = set_down("red-2", 24 + 1.5 + between + 2, 6)
    if allowed:
        assert played.then(answer).unit("red-2").on_table
    else:
        assert rules(played.refusal(answer)) == {"BW-B4-10"}


def test_players_may_agree_on_another_gap_but_friends_never_touch() -> None:
    """BW-B4-10"""
    wide = two_each(friendly_gap=inches(1)).then(set_down("red-1", 24, 6))
    assert rules(wide.refusal(set_down("red-2", 24 + 3.5 + 0.9, 6))) == {"BW-B4-10"}
    none = two_each(friendly_gap=0).then(set_down("red-1", 24, 6))
    assert rules(none.refusal(set_down("red-2", 24 + 3.5, 6))) == {"BW-B4-10"}
    none.then(set_down("red-2", 24 + 3.5 + 0.1, 6))


def test_nobody_is_set_down_on_an_enemy() -> None:
    """BW-B4-03"""
    outpost = enlisted("blue-1", "blue", "archers", 4, pose=Pose(inches(24), inches(6), 0))
    played = mustered(units=[outpost, enlisted("red-1", "red", "pikemen", 8)]).then(RED_WINS)
    assert rules(played.refusal(set_down("red-1", 24, 6))) == {"BW-B4-03"}
    assert played.then(set_down("red-1", 24, 4)).battle.turn == 1


def test_nobody_is_set_down_in_a_pond_unless_only_the_core_rules_are_played() -> None:
    """BW-B3-11, BW-C3-12"""
    pond = [piece("pond", 20, 2, 28, 10)]
    assert rules(two_each(features=pond).refusal(set_down("red-1", 19, 6))) == {"BW-B3-11"}
    two_each(features=pond).then(set_down("red-1", 18, 6))
    two_each(features=pond, game="core").then(set_down("red-1", 24, 6))


def test_other_ground_may_be_stood_in() -> None:
    """BW-B4-03: a fixed site may have woods in a set-up zone."""
    two_each(features=[piece("woods", 20, 2, 28, 10)]).then(set_down("red-1", 24, 6))


def test_every_reason_is_given_at_once() -> None:
    """BW-B3-11, BW-B4-03, BW-B4-10"""
    played = two_each(features=[piece("pond", 26, 2, 34, 11)]).then(set_down("red-1", 24, 12))
    found = rules(played.refusal(set_down("red-2", 26, 12.5)))
    assert found == {"BW-B3-11", "BW-B4-03", "BW-B3-07", "BW-B4-10"}


# ---------------------------------------------------------------- finding places


@pytest.mark.parametrize("seed", range(5))
def test_random_places_are_legal_and_there_is_always_one(seed: int) -> None:
    """BW-B4-03, BW-B4-10: ten units in a zone hardly larger than they are."""
    random = Random(seed)
    crowd = [enlisted(f"red-{number}", "red", "light_infantry", 8, files=4) for number in range(1, 11)]
    cramped = (zone(10, 0, 28, 4.5), zone(0, 36, 48, 48))
    units = [*crowd, enlisted("blue-1", "blue", "pikemen", 8)]
    played = mustered(units=units, zones=cramped).then(RED_WINS)
    while played.battle.turn == 0:
        answer = BOOK_OF_WAR.sample(played.battle, played.decision, random)
        played = played.then(answer)
    standing = [unit for unit in played.battle.standing() if unit.side == "red"]
    assert len(standing) >= 7
    for place, unit in enumerate(standing):
        for other in standing[place + 1 :]:
            assert gap(unit.outline, other.outline) >= inches(0.245)


def test_the_only_place_there_is_is_found() -> None:
    """BW-B4-03: eight figures in one rank just fill the zone."""
    slot = (zone(20, 3, 26, 3.75), zone(0, 36, 48, 48))
    units = [enlisted("red-1", "red", "light_infantry", 8), enlisted("blue-1", "blue", "pikemen", 8)]
    played = mustered(units=units, zones=slot).then(RED_WINS)
    answer = BOOK_OF_WAR.sample(played.battle, played.decision, Random(3))
    assert isinstance(answer, SetDown)
    assert answer.files == 8
    assert played.then(answer).unit("red-1").on_table


def test_the_last_gap_between_other_units_is_found() -> None:
    """BW-B4-10: room for three files between two units, and for two ranks before a pond."""
    left = enlisted("red-1", "red", "pikemen", 8, files=8, pose=Pose(inches(17), inches(10), 180_000))
    right = enlisted("red-2", "red", "pikemen", 8, files=8, pose=Pose(inches(26), inches(10), 180_000))
    late = enlisted("red-3", "red", "light_infantry", 6, files=6)
    cramped = (zone(14, 9, 29, 12), zone(0, 36, 48, 48))
    ponds = [piece("pond", 14, 10.6, 29, 12)]
    units = [left, right, late, enlisted("blue-1", "blue", "pikemen", 8)]
    played = mustered(units=units, zones=cramped, features=ponds).then(RED_WINS)
    assert rules(played.refusal(Chosen(()))) == {"BW-B4-03"}
    answer = BOOK_OF_WAR.sample(played.battle, played.decision, Random(3))
    unit = played.then(answer).unit("red-3")
    assert 20_000 < unit.pose.x < 23_000


def test_units_for_which_there_is_no_room_stay_off_the_table_but_only_those() -> None:
    """BW-B4-03"""
    tiny = (zone(20, 0, 23.2, 1.5), zone(0, 36, 48, 48))
    units = [
        enlisted("red-1", "red", "light_infantry", 8),
        enlisted("red-2", "red", "light_infantry", 8),
        enlisted("blue-1", "blue", "pikemen", 8),
    ]
    played = mustered(units=units, zones=tiny).then(RED_WINS)
    assert rules(played.refusal(Chosen(()))) == {"BW-B4-03"}
    played = played.then(BOOK_OF_WAR.sample(played.battle, played.decision, Random(0)))
    assert BOOK_OF_WAR.sample(played.battle, played.decision, Random(0)) == Chosen(())
    played = played.then(Chosen(()))
    (left_out,) = played.events_of(Removed)
    assert played.unit(left_out.unit).place == OffTable(NO_ROOM)
    assert played.decision.seat == "blue"


def test_suggestions_make_a_battle_line_that_faces_the_enemy() -> None:
    """BW-B4-03: foot in the middle, horse on both wings, everybody at the front of the zone."""
    army = [("heavy_infantry", 12), ("light_cavalry", 4), ("archers", 8), ("pikemen", 12), ("heavy_cavalry", 4)]
    units = [
        enlisted(f"{side}-{number}", side, kind, figures)
        for side in ("red", "blue")
        for number, (kind, figures) in enumerate(army, 1)
    ]
    battle = first_suggestions(mustered(units=units, size=(72, 48)).then(BLUE_WINS)).battle
    red = [unit for unit in battle.standing() if unit.side == "red"]
    blue = [unit for unit in battle.standing() if unit.side == "blue"]
    assert {(unit.pose.y, unit.pose.heading) for unit in red} == {(inches(12), 180_000)}
    assert {(unit.pose.y, unit.pose.heading) for unit in blue} == {(inches(36), 0)}
    by_place = [unit.kind for unit in sorted(blue, key=lambda unit: unit.pose.x)]
    assert {by_place[0], by_place[-1]} == {"light_cavalry", "heavy_cavalry"}
    assert battle.units["blue-1"].pose.x == inches(36)


def test_armies_may_face_each_other_across_the_width_of_the_table() -> None:
    """BW-B4-03: zones along the west and east edges."""
    played = mustered(zones=(zone(0, 0, 12, 48), zone(36, 0, 48, 48))).then(RED_WINS)
    battle = first_suggestions(played).battle
    assert battle.units["red-1"].pose == Pose(inches(12), inches(24), degrees(EAST))
    assert battle.units["blue-1"].pose == Pose(inches(36), inches(24), degrees(WEST))
