"""Rolling for terrain and laying it out."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Chosen, Laid
from schiltron.battle.state.event import Placed, Ruled
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.setup.pieces import TILE_DEPTH, TILE_WIDTH
from schiltron.rulesets.book_of_war.setup.terrain_laying import rolls_each
from schiltron.table.edges import Board
from schiltron.table.lengths import degrees, inches
from schiltron.table.pieces import fits_tile
from schiltron.table.pose import Pose
from schiltron.table.terrain import Area, Feature, Strip, features_overlap, level_at
from tests.rulesets.book_of_war.mustering import BLUE_WINS, RED_WINS, mustered, zone
from tests.rulesets.book_of_war.positions import Played, piece, rules

HILL, WOODS, STREAM, POND, GULLEY = "2 2", "4 4", "5 6", "6 6", "1 1"
"""Dice that give these."""


def ground(*rolls: str, size: tuple[float, float] = (72, 48), **more: object) -> Played:
    """A table whose terrain is rolled for; red has the initiative."""
    return mustered(terrain_fixed=False, size=size, **more).then(RED_WINS, *rolls)


def tile(kind: str, x: float, y: float, *, wide: float = 8.5, deep: float = 11, turn: float = 0) -> Laid:
    """A rectangular piece about a point."""
    pose = Pose(inches(x), inches(y), degrees(turn))
    across, ahead = inches(wide) / 2, inches(deep) / 2
    corners = [
        pose.world(*corner) for corner in ((-across, ahead), (across, ahead), (across, -ahead), (-across, -ahead))
    ]
    return Laid(Area("", kind, "", tuple((round(px), round(py)) for px, py in corners)))


def stream(*course: tuple[float, float], width: float = 2) -> Laid:
    return Laid(Strip("", "stream", "", tuple((inches(x), inches(y)) for x, y in course), inches(width)))


def laid(played: Played) -> tuple[Feature, ...]:
    assert played.battle.board is not None
    return played.battle.board.features


# ---------------------------------------------------------------- rolling


def test_a_fixed_site_is_not_rolled_for() -> None:
    """BW-B3-01"""
    played = mustered(terrain_fixed=True).then(RED_WINS)
    assert played.battle.phase == "deployment"


@pytest.mark.parametrize(("winner", "first", "second"), [(RED_WINS, "red", "blue"), (BLUE_WINS, "blue", "red")])
def test_players_take_turns_rolling_for_terrain_from_the_winner_of_the_initiative(
    winner: str, first: str, second: str
) -> None:
    """BW-B3-01"""
    played = mustered(terrain_fixed=False, size=(48, 36)).then(winner)
    rollers = []
    while played.battle.roll is not None:
        (pool,) = played.roll.pools
        assert (pool.count, pool.sides) == (2, 6)
        rollers.append(pool.whose)
        played = played.then("3 4")
    assert rollers == [first, second] * 3


@pytest.mark.parametrize(
    ("feet", "rolls"), [((6, 4), 6), ((4, 4), 4), ((5, 3), 3), ((8, 5), 10), ((2.5, 2.5), 1), ((1.5, 2), 0)]
)
def test_each_player_has_a_roll_for_every_four_square_feet_rounded_down(feet: tuple[float, float], rolls: int) -> None:
    """BW-B3-02"""
    assert rolls_each(Board(inches(feet[0] * 12), inches(feet[1] * 12))) == rolls


def test_open_ground_uses_up_the_roll_and_lays_nothing() -> None:
    """BW-B3-02, BW-B3-05"""
    played = ground("3 3", "3 4", size=(48, 24), zones=(zone(0, 0, 48, 5), zone(0, 19, 48, 24)))
    assert [pool.whose for pool in played.roll.pools] == ["red"]
    assert "terrain for red, 1 roll left" in played.roll.purpose.lower()
    assert laid(played) == ()
    assert [told.what for told in played.events_of(Ruled)][1:] == ["open ground: nothing is laid"] * 2


def test_a_table_too_small_for_a_roll_goes_straight_to_deployment() -> None:
    """BW-B3-02"""
    assert ground(size=(18, 24)).battle.phase == "deployment"


@pytest.mark.parametrize(
    ("dice", "kind"),
    [
        ("1 1", "gulley"),
        ("1 2", "rough"),
        ("1 3", "hill"),
        ("1 4", "hill"),
        ("2 6", "woods"),
        ("3 6", "woods"),
        ("4 6", "marsh"),
        ("5 6", "stream"),
        ("6 6", "pond"),
    ],
)
def test_two_dice_say_which_terrain_it_is(dice: str, kind: str) -> None:
    """BW-B3-03"""
    assert ground(dice).decision.kind == kind


@pytest.mark.parametrize("dice", ["1 5", "1 6"])
def test_six_and_seven_are_open_ground(dice: str) -> None:
    """BW-B3-03"""
    assert ground(dice).battle.roll is not None


def test_what_was_rolled_is_laid_and_nothing_else() -> None:
    """BW-B3-03"""
    assert rules(ground(HILL).refusal(tile("woods", 36, 24))) == {"BW-B3-03"}


# ---------------------------------------------------------------- tiles


@pytest.mark.parametrize("turn", [0, 17, 45, 90, 133.3])
def test_a_tile_of_letter_paper_lies_at_any_angle(turn: float) -> None:
    """BW-B3-04"""
    played = ground(WOODS).then(tile("woods", 36, 24, turn=turn))
    (woods,) = laid(played)
    assert (woods.id, woods.kind) == ("woods-1", "woods")


@pytest.mark.parametrize("turn", [0, 17, 45, 90, 133.3])
@pytest.mark.parametrize(("wide", "deep"), [(8.6, 11), (8.5, 11.1), (10, 10)])
def test_a_piece_larger_than_the_tile_is_refused(wide: float, deep: float, turn: float) -> None:
    """BW-B3-04"""
    reasons = ground(WOODS).refusal(tile("woods", 36, 24, wide=wide, deep=deep, turn=turn))
    assert rules(reasons) == {"BW-B3-04"}


def test_the_outline_drawn_inside_the_tile_is_the_piece() -> None:
    """BW-B3-04"""
    diamond = ((36, 18.5), (40.25, 24), (36, 29.5), (31.75, 24))
    ring = tuple((inches(x), inches(y)) for x, y in diamond)
    played = ground(WOODS).then(Laid(Area("", "woods", "", ring)))
    assert laid(played)[0].ring == ring
    assert not laid(played)[0].contains(inches(40), inches(19))


def test_a_diamond_that_reaches_all_four_sides_of_a_slanting_tile_fits_it() -> None:
    """BW-B3-04"""
    pose = Pose(0, 0, degrees(23.7))
    halves = ((0, 5500), (4250, 0), (0, -5500), (-4250, 0))
    ring = tuple((round(x), round(y)) for x, y in (pose.world(*half) for half in halves))
    assert fits_tile(ring, TILE_WIDTH, TILE_DEPTH)


def test_a_piece_is_about_as_large_as_its_tile() -> None:
    """BW-B3-04"""
    assert rules(ground(POND).refusal(tile("pond", 36, 24, wide=3, deep=3))) == {"BW-B3-04"}


def test_an_outline_does_not_cross_itself() -> None:
    """BW-B3-04"""
    bow = ((30, 20), (38, 30), (38, 20), (30, 30))
    crossed = Laid(Area("", "woods", "", tuple((inches(x), inches(y)) for x, y in bow)))
    (reason,) = ground(WOODS).refusal(crossed)
    assert reason.text == "the outline crosses itself"


def test_an_outline_of_endless_points_is_refused() -> None:
    """BW-B3-04"""
    many = tuple((inches(30) + number * 10, inches(24) + number * number % 700) for number in range(200))
    assert rules(ground(WOODS).refusal(Laid(Area("", "woods", "", many)))) == {"BW-B3-04"}


def test_a_piece_lies_wholly_on_the_table() -> None:
    """BW-B3-06"""
    assert rules(ground(WOODS).refusal(tile("woods", 2, 24))) == {"BW-B3-06"}


def test_every_reason_is_given_at_once() -> None:
    """BW-B3-03, BW-B3-04, BW-B3-06, BW-B3-07"""
    played = ground(WOODS, features=[piece("marsh", 30, 12, 38, 20)])
    reasons = played.refusal(tile("hill", 36, 13, wide=14))
    assert rules(reasons) == {"BW-B3-03", "BW-B3-04", "BW-B3-06", "BW-B3-07"}


# ---------------------------------------------------------------- streams


@pytest.mark.parametrize("width", [1, 2])
def test_a_stream_is_a_strip_one_or_two_inches_wide_from_edge_to_edge(width: float) -> None:
    """BW-B3-05"""
    played = ground(STREAM).then(stream((0, 20), (30, 26), (72, 24), width=width))
    (beck,) = laid(played)
    assert isinstance(beck, Strip)
    assert beck.width == inches(width)


@pytest.mark.parametrize("width", [0.5, 1.5, 3])
def test_a_stream_of_another_width_is_refused(width: float) -> None:
    """BW-B3-05"""
    assert rules(ground(STREAM).refusal(stream((0, 24), (72, 24), width=width))) == {"BW-B3-05"}


@pytest.mark.parametrize(
    "course",
    [
        ((0, 24), (70, 24)),
        ((2, 24), (72, 24)),
        ((0, 20), (30, 24), (0, 28)),
        ((0, 24), (80, 24), (72, 24)),
        ((0, 20), (40, 28), (40, 20), (20, 28), (72, 30)),
    ],
    ids=["ends early", "begins late", "comes back to its edge", "leaves the table", "crosses itself"],
)
def test_a_stream_runs_from_one_table_edge_to_another(course: tuple[tuple[float, float], ...]) -> None:
    """BW-B3-05"""
    assert "BW-B3-05" in rules(ground(STREAM).refusal(stream(*course)))


def test_a_stream_is_no_tile_and_a_wood_no_strip() -> None:
    """BW-B3-04, BW-B3-05"""
    assert "BW-B3-05" in rules(ground(STREAM).refusal(tile("stream", 36, 24)))
    strip = Laid(Strip("", "woods", "", ((0, inches(24)), (inches(72), inches(24))), inches(2)))
    assert "BW-B3-04" in rules(ground(WOODS).refusal(strip))


# ---------------------------------------------------------------- placing


def test_who_rolled_a_piece_places_it() -> None:
    """BW-B3-06"""
    played = ground(WOODS)
    assert played.decision.seat == "red"
    played = played.then(tile("woods", 36, 24), POND)
    assert played.decision.seat == "blue"
    played = played.then(tile("pond", 60, 24))
    assert [(event.what, event.side) for event in played.events_of(Placed)] == [("woods-1", "red"), ("pond-1", "blue")]


def test_pieces_may_touch() -> None:
    """BW-B3-06"""
    played = ground(WOODS).then(tile("woods", 36, 24), WOODS, tile("woods", 44.5, 24))
    assert [feature.id for feature in laid(played)] == ["woods-1", "woods-2"]


def test_pieces_may_not_overlap() -> None:
    """BW-B3-06"""
    played = ground(WOODS).then(tile("woods", 36, 24), WOODS)
    assert rules(played.refusal(tile("woods", 44.4, 24))) == {"BW-B3-06"}
    played = ground(STREAM).then(stream((0, 24), (72, 24)), WOODS)
    assert rules(played.refusal(tile("woods", 36, 24))) == {"BW-B3-06"}


def test_a_piece_that_still_fits_may_not_be_dropped() -> None:
    """BW-B3-06"""
    assert rules(ground(WOODS).refusal(Laid(None))) == {"BW-B3-06"}


def test_something_must_be_laid() -> None:
    """BW-B3-06"""
    assert "BW-B3-06" in rules(ground(WOODS).refusal(Chosen(())))


def test_a_piece_that_no_longer_fits_is_dropped_and_uses_up_the_roll() -> None:
    """BW-B3-06"""
    full = [piece("rough", 0, 12, 72, 36)]
    played = ground(WOODS, features=full).then(Laid(None))
    assert laid(played) == tuple(full)
    assert [pool.whose for pool in played.roll.pools] == ["blue"]
    assert rules(played.events_of(Ruled)[-1:]) == {"BW-B3-06"}


def test_a_stream_that_finds_no_way_across_is_dropped() -> None:
    """BW-B3-06"""
    wall = [piece("rough", 30, 12, 34, 36)]
    played = ground(STREAM, features=wall)
    assert laid(played.then(Laid(None))) == tuple(wall)


def test_a_stream_that_can_wind_round_a_piece_is_not_dropped() -> None:
    """BW-B3-06"""
    wall = [piece("rough", 20, 12, 24, 32), piece("rough", 40, 16, 44, 36)]
    played = ground(STREAM, features=wall)
    assert rules(played.refusal(Laid(None))) == {"BW-B3-06"}
    found = BOOK_OF_WAR.sample(played.battle, played.decision, Random(1))
    assert len(laid(played.then(found))) == 3


@pytest.mark.parametrize("y", [17.4, 30.6])
def test_the_setup_zones_stay_open(y: float) -> None:
    """BW-B3-07"""
    assert rules(ground(WOODS).refusal(tile("woods", 36, y))) == {"BW-B3-07"}


@pytest.mark.parametrize("y", [17.5, 30.5])
def test_a_piece_may_lie_along_the_setup_zone(y: float) -> None:
    """BW-B3-07"""
    assert len(laid(ground(WOODS).then(tile("woods", 36, y)))) == 1


def test_players_may_set_another_depth_for_the_zones() -> None:
    """BW-B3-07"""
    shallow = (zone(0, 0, 72, 6), zone(0, 42, 72, 48))
    assert len(laid(ground(WOODS, zones=shallow).then(tile("woods", 36, 12)))) == 1


# ---------------------------------------------------------------- contours


@pytest.mark.parametrize(("dice", "kind", "rise"), [(HILL, "hill", 1), (GULLEY, "gulley", -1)])
def test_a_hill_has_a_step_at_its_outline_and_one_two_inches_inside(dice: str, kind: str, rise: int) -> None:
    """BW-B3-10"""
    played = ground(dice).then(tile(kind, 36, 24))
    levels = [level_at(laid(played), inches(x), inches(24)) for x in (31, 32, 33.5, 34, 36)]
    assert levels == [0, rise, rise, 2 * rise, 2 * rise]


@pytest.mark.parametrize(("steps", "lines"), [(1, 1), (3, 3), (4, 3)])
def test_the_number_of_steps_is_left_to_the_players(steps: int, lines: int) -> None:
    """BW-B3-10: steps that find no room on the piece are left out."""
    (hill,) = laid(ground(HILL, contour_steps=steps).then(tile("hill", 36, 24)))
    assert len(hill.contours) == lines


def test_contours_drawn_another_way_are_refused() -> None:
    """BW-B3-10"""
    played = ground(HILL)
    plain = tile("hill", 36, 24).feature
    assert isinstance(plain, Area)
    (right,) = laid(played.then(Laid(plain)))
    assert laid(played.then(Laid(replace(plain, contours=right.contours)))) == (right,)
    assert rules(played.refusal(Laid(replace(plain, contours=right.contours[:1])))) == {"BW-B3-10"}


def test_other_ground_is_level() -> None:
    """BW-B3-10"""
    (woods,) = laid(ground(WOODS).then(tile("woods", 36, 24)))
    assert woods.contours == ()


# ---------------------------------------------------------------- finding places


@pytest.mark.parametrize("seed", range(8))
def test_there_is_always_something_to_do_with_a_piece_however_full_the_table(seed: int) -> None:
    """BW-B3-06: random pieces are legal, and dropped only when the search finds no room."""
    random = Random(seed)
    played = mustered(terrain_fixed=False, size=(72, 48)).then(RED_WINS)
    dice = {"hill": HILL, "woods": WOODS, "stream": STREAM, "pond": POND, "gulley": GULLEY}
    count: Counter[str] = Counter()
    while played.battle.phase == "terrain":
        kind = random.choice(list(dice))
        played = played.then(dice[kind])
        answer = BOOK_OF_WAR.sample(played.battle, played.decision, random)
        assert isinstance(answer, Laid)
        count["dropped" if answer.feature is None else "laid"] += 1
        played = played.then(answer)
    features = laid(played)
    assert count["laid"] == len(features) >= 4
    assert count.total() == 12
    assert not any(
        features_overlap(one, other) for place, one in enumerate(features) for other in features[place + 1 :]
    )


@pytest.mark.parametrize("dice", [HILL, WOODS, STREAM, POND, GULLEY])
def test_suggested_places_are_legal(dice: str) -> None:
    """BW-B3-06"""
    played = ground(dice, features=[piece("rough", 32, 20, 40, 28)])
    found = list(BOOK_OF_WAR.suggest(played.battle, played.decision))
    assert len(found) > 1
    for answer in found:
        played.then(answer)


def test_where_there_is_no_room_dropping_is_suggested() -> None:
    """BW-B3-06"""
    played = ground(WOODS, features=[piece("rough", 0, 12, 72, 36)])
    assert list(BOOK_OF_WAR.suggest(played.battle, played.decision)) == [Laid(None)]
