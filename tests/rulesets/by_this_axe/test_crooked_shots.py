"""Who has a clear shot, in positions that are turned, mirrored, off-centre and of unequal width.

TA-RANGED-07, TA-RANGED-08, TA-RANGED-10.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Aimed, Commanded
from schiltron.rulesets.by_this_axe.attacks.fire import Fire
from schiltron.rulesets.by_this_axe.attacks.shooting import aim, candidates
from schiltron.rulesets.by_this_axe.attacks.strikes import Strike
from schiltron.rulesets.by_this_axe.movement.phase import Moves
from schiltron.rulesets.by_this_axe.state import ROUTED, Battle, Unit
from schiltron.rulesets.by_this_axe.steps import Flights
from schiltron.table.terrain import Area
from tests.rulesets.by_this_axe.positions import (
    WAYS,
    ahead,
    blue,
    field,
    hero,
    march,
    piece,
    play,
    red,
    rules,
    seen,
    seen_ground,
    shoot,
)
from tests.rulesets.positions import sloped

Way = tuple[float, bool]
BARRED = {"TA-RANGED-08"}


def bows(figures: int = 6, files: int = 0, **more: Any) -> Unit:
    return blue("bows", figures, files=files or figures, **{"at": (50, 60), "ranged": ("longbow",), **more})


def foe(figures: int = 6, name: str = "foe", **more: Any) -> Unit:
    return red(name, figures, **{"at": (50, 50), **more})


def position(way: Way, *units_and_ground: Unit | Area) -> Battle:
    """Units and ground from an odd angle, the last unit first on the roster."""
    angle, mirrored = way
    units = [seen(one, angle, mirrored=mirrored) for one in units_and_ground if not isinstance(one, Area)]
    ground = [seen_ground(one, angle, mirrored=mirrored) for one in units_and_ground if isinstance(one, Area)]
    return field(*reversed(units), features=ground, phase="ranged", size=(100, 100))


def dice(way: Way, *units_and_ground: Unit | Area) -> int | set[str]:
    """How many dice the bows have against the foe, or the rules against the shot."""
    battle = position(way, *units_and_ground)
    shot = aim(battle, battle.units["bows"], battle.units["foe"])
    return sum(blow.dice for blow in shot.blows) if isinstance(shot, Strike) else rules(shot)


# ---------------------------------------------------------------- ranks


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("figures", "files", "number"),
    [
        (6, 6, 6),
        (15, 5, 10),  # half of ten, not twice half of five
        (14, 5, 9),  # half of nine, rounded down
        (20, 5, 10),  # a fourth rank never shoots
        (9, 7, 8),
        (8, 7, 7),
        (3, 1, 2),  # one file of three
        (4, 1, 2),
    ],
)
def test_half_of_ranks_two_and_three_together(way: Way, figures: int, files: int, number: int) -> None:
    """TA-RANGED-07."""
    assert dice(way, bows(figures, files), foe(4, facing=197)) == number


@pytest.mark.parametrize("way", WAYS)
def test_rear_ranks_shoot_where_the_front_man_of_their_file_can(way: Way) -> None:
    """TA-RANGED-07, TA-RANGED-08: friends close before three files leave two of five, and half of those behind."""
    friends = blue("friends", 3, at=(48.9, 58.9))
    narrow = foe(1, at=(52.3, 50))
    assert dice(way, bows(5), friends, narrow) == 2
    assert dice(way, bows(15, 5), friends, narrow) == 4


# ---------------------------------------------------------------- the arc


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("side", [1, -1])
def test_the_arc_opens_45_degrees_from_either_end_of_the_front(way: Way, side: int) -> None:
    """TA-RANGED-08: the inner corner of the target, 11″ ahead, lies just inside the ray from the front, or outside."""
    for off, expected in ((10.9, 6), (11.1, BARRED)):
        target = foe(1, at=(50 + side * (3 + off + 0.5), 50))
        assert dice(way, bows(), target) == expected
    assert dice(way, bows(), foe(at=(50 + side * 2, 64))) == BARRED


@pytest.mark.parametrize("way", WAYS)
def test_the_arc_turns_with_the_unit(way: Way) -> None:
    """TA-RANGED-08: turned 40 degrees to one side it sees nothing on the other any more."""
    right, left = foe(at=(60, 48)), foe(at=(40, 48))
    assert (dice(way, bows(facing=40), right), dice(way, bows(facing=40), left)) == (6, BARRED)
    assert (dice(way, bows(facing=320), left), dice(way, bows(facing=320), right)) == (6, BARRED)


# ---------------------------------------------------------------- what lies between


@pytest.mark.parametrize("way", WAYS)
def test_woods_between_are_added_up(way: Way) -> None:
    """TA-RANGED-08: two pieces of an inch and a little are more than two inches."""
    near, far = piece("woods", 30, 57, 70, 58.1), piece("woods", 29, 52, 70, 53.1)
    one, other = piece("woods", 30, 57, 70, 57.9), piece("woods", 29, 52, 70, 52.9)
    assert dice(way, bows(2), foe(2), near) == 2
    assert dice(way, bows(2), foe(2), near, far) == BARRED
    assert dice(way, bows(2), foe(2), one, other) == 2


@pytest.mark.parametrize("way", WAYS)
def test_every_file_looks_past_the_woods_for_itself(way: Way) -> None:
    """TA-RANGED-08: two of eight look through too much of the woods; behind them nobody sees the one man."""
    woods = piece("woods", 40, 51, 50, 59)
    assert dice(way, bows(8), foe(1, at=(54, 50)), woods) == 6
    assert dice(way, bows(4, at=(46, 60)), foe(1, at=(46, 50)), woods) == BARRED
    some = dice(way, bows(8), foe(2, at=(49.5, 50)), woods)
    assert some == dice((0, False), bows(8), foe(2, at=(49.5, 50)), woods)
    assert some in range(1, 8)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("under_us", "between", "under_them", "expected"),
    [
        (0, 1, 0, BARRED),
        (1, 1, 0, 2),
        (0, 1, 1, 2),
        (2, 1, 0, 2),
        (1, 2, 1, BARRED),
        (1, 2, 0, BARRED),
        (2, 2, 0, 2),
        (0, 2, 2, 2),
    ],
)
def test_a_crest_hides_what_lies_lower_on_both_sides(
    way: Way, under_us: int, between: int, under_them: int, expected: Any
) -> None:
    """TA-RANGED-08: whoever stands as high as the crest looks over it, and is seen over it."""
    hills = [
        sloped("hill", left, top, 110 - left, bottom, rise=rise, levels=1)
        for left, top, bottom, rise in ((30, 59, 63, under_us), (31, 53, 56, between), (32, 46, 51, under_them))
        if rise
    ]
    assert dice(way, bows(2), foe(2), *hills) == expected


@pytest.mark.parametrize("way", WAYS)
def test_bodies_between_hide_whoever_they_are_of_and_single_men_nobody(way: Way) -> None:
    """TA-RANGED-06, TA-RANGED-08: off-centre and askew they hide what they cover; enemies nearer come first anyway."""
    friends = blue("friends", 12, at=(50.4, 55), facing=7)
    alone = hero("kay", "blue", at=(50, 55))
    assert dice(way, bows(2), friends, foe(2)) == {"TA-RANGED-06", "TA-RANGED-08"}
    assert dice(way, bows(2), alone, foe(2)) == 2
    assert dice(way, bows(2), blue("friends", 12, at=(57.2, 55)), foe(2)) == 2
    screen = foe(12, "screen", at=(50.4, 53), facing=173)
    assert dice(way, bows(2), screen, foe(2)) == BARRED


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("shooter", "left", "right"),
    [
        (48, 48.85, 49.3),  # the man in the middle of three can be seen, and nothing else of them
        (49.5, 49.4, 49.6),  # only the nearest point of their front
        (46, 46.5, 46.58),  # nothing
    ],
)
def test_any_part_of_the_target_will_do(way: Way, shooter: float, left: float, right: float) -> None:
    """TA-RANGED-08: through a gap between friends, of whom one ends and the other begins there."""
    one, other = blue("one", 4, at=(left - 2, 54)), blue("other", 6, at=(right + 3, 54))
    expected: Any = 1 if shooter > 46 else {"TA-RANGED-06", "TA-RANGED-08"}
    assert dice(way, bows(1, at=(shooter, 60)), one, other, foe(3)) == expected


@pytest.mark.parametrize("way", WAYS)
def test_a_shot_begins_at_the_front_of_the_base(way: Way) -> None:
    """TA-RANGED-08: of the woods they stand in only what is before them counts."""
    assert dice(way, bows(2), foe(2), piece("woods", 30, 58, 70, 61)) == 2
    assert dice(way, bows(2), foe(2), piece("woods", 30, 57.9, 70, 61)) == BARRED


# ---------------------------------------------------------------- the closest


@pytest.mark.parametrize("way", [*WAYS, (31, False), (58, True), (123, False)])
@pytest.mark.parametrize(("nearer", "expected"), [(0, {"TA-RANGED-04"}), (0.1, 4), (-0.1, {"TA-RANGED-04"})])
def test_a_lone_character_is_nearer_than_a_unit_by_more_than_a_hair(way: Way, nearer: float, expected: Any) -> None:
    """TA-RANGED-04: as near as a unit he is not nearest, from wherever the table is seen."""
    kay = hero("foe", "red", at=(52, 49.5 + nearer), facing=180)
    units = foe(2, "left", at=(48, 50)), foe(3, "behind", at=(46.5, 44))
    assert dice(way, bows(8), kay, *units) == expected
    battle = position(way, bows(8), kay, *units)
    named = [one.id for one in candidates(battle, battle.units["bows"])]
    assert named == (["foe", "left"] if expected == 4 else ["left"])


@pytest.mark.parametrize("way", WAYS)
def test_of_units_equally_near_either_is_the_closest(way: Way) -> None:
    """TA-RANGED-03: two lone men before them may be shot at too, one behind not."""
    units = foe(2, "left", at=(47, 50)), foe(3, "right", at=(53, 50))
    men = [
        hero(name, "red", at=at, facing=180) for name, at in (("one", (50, 52)), ("two", (51.5, 54)), ("far", (50, 47)))
    ]
    battle = position(way, bows(8), *units, *men)
    assert {one.id for one in candidates(battle, battle.units["bows"])} == {"left", "right", "one", "two"}
    alone = position(way, bows(8), *men)
    assert {one.id for one in candidates(alone, alone.units["bows"])} == {"one", "two", "far"}


# ---------------------------------------------------------------- who has shot stays where he is


def test_a_unit_that_shoots_neither_moves_nor_charges_nor_lets_its_marksman_go() -> None:
    """TA-RANGED-10: a man in the ranks who did not shoot may leave; who breaks runs all the same."""
    battle = field(
        bows(),
        hero("robin", "blue", with_="bows", ranged=("longbow",)),
        hero("kay", "blue", with_="bows"),
        blue("spears", 6, at=(58, 60)),
        foe(),
        phase="ranged",
        size=(100, 100),
    )
    shot = play(battle, Fire(("blue", "red")), shoot("bows", at="foe"), "6 | 6 6 6 6 6 6")
    assert {name for name, unit in shot.battle.units.items() if unit.own.turn.shot} == {"bows", "robin"}
    moves = play(shot.battle, Moves("blue"))
    assert moves.decision.actors == ("kay", "spears")
    told = {"TA-MOVE-03", "TA-RANGED-10"}
    assert rules(moves.refusal(march("bows", ahead(1)))) == told
    assert rules(moves.refusal(Commanded("bows", "charge", Aimed("foe")))) == told
    assert rules(moves.refusal(Commanded("robin", "join", Aimed("spears")))) == told
    assert rules(moves.refusal(march("robin", ahead(1)))) == told
    assert moves.then(Commanded("kay", "join", Aimed("spears"))).unit("kay").host == "spears"
    bows_now = shot.unit("bows")
    broken = replace(bows_now, marks=(ROUTED,), own=replace(bows_now.own, flight=180_000))
    fled = play(shot.battle.with_unit(broken), Flights("ranged"), "4")
    assert fled.unit("bows").pose != bows_now.pose


def test_a_marksman_among_men_without_bows_pins_them_too() -> None:
    """TA-RANGED-10: he is one of the unit, and it is the unit that shoots."""
    battle = field(
        blue("spears", 6, at=(50, 60)),
        hero("robin", "blue", with_="spears", ranged=("longbow",)),
        foe(),
        phase="ranged",
        size=(100, 100),
    )
    shot = play(battle, Fire(("blue", "red")), shoot("spears", at="foe"))
    assert shot.dice == [(1, 5)]
    assert shot.unit("spears").own.turn.shot
    assert shot.unit("robin").own.turn.shot
