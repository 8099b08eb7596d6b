"""Who sees whom: arcs, ranks, fire over heads, cover.

Blue looks up the table from y = 30. Where nothing else is said the target is twenty light foot, who are unarmored.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH
from schiltron.battle.state.event import Struck
from schiltron.rulesets.chainmail.fire.aiming import aim
from schiltron.rulesets.chainmail.fire.cover import shelter
from schiltron.rulesets.chainmail.fire.phase import Missiles
from schiltron.rulesets.chainmail.fire.sighting import firing, front_of, sights
from schiltron.rulesets.chainmail.fire.volleys import Volley
from schiltron.rulesets.chainmail.fire.weapons import arc_of, reach
from schiltron.rulesets.chainmail.state import Battle, Unit
from schiltron.table.front import front_middle
from schiltron.table.lengths import degrees, inches
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.positions import EAST, WEST, Played, blue, field, piece, play, red, rules, shoot, strip

BLUE = Missiles(("blue",))


def volley(battle: Battle, unit: str = "bows", target: str = "enemy") -> Volley:
    fire = aim(battle, battle.units[unit], battle.units[target])
    assert isinstance(fire, Volley), fire
    return fire


def refused(battle: Battle, unit: str = "bows", target: str = "enemy") -> set[str]:
    fire = aim(battle, battle.units[unit], battle.units[target])
    assert isinstance(fire, list), fire
    return rules(fire)


def bows(figures: int = 8, *, troop: str = "archers", at: tuple[float, float] = (24, 30), **more: Any) -> Unit:
    return blue("bows", figures, at=at, troop=troop, **more)


def enemy(figures: int = 20, *, at: tuple[float, float] = (24, 20), troop: str = "light_foot", **more: Any) -> Unit:
    return red("enemy", figures, at=at, troop=troop, **{"files": 10, **more})


def killed(played: Played) -> Struck:
    return played.events_of(Struck)[-1]


# ---------------------------------------------------------------- arcs


@pytest.mark.parametrize(("x", "seen"), [(24, True), (35, True), (36, False), (13, True), (12, False)])
def test_footmen_fire_within_45_degrees(x: float, seen: bool) -> None:
    """CM-MISSILE-18: from the corners of a front that ends at 21 and 27; four in a rank are up to 6¾ inches ahead."""
    position = field(bows(), enemy(4, files=4, at=(x, 24)))
    if seen:
        assert volley(position).firing.total == 8
    else:
        assert refused(position) == {"CM-MISSILE-18"}


def farthest(troop: str, ahead: float, side: int, look: Look = LOOKS[0], **more: Any) -> float:
    """How far aside of the middle of eight archers' front a single man, so far ahead, is still in their arc."""
    seen = 0.0
    for step in range(60, 260):
        place = step / 10
        position = field(bows(troop=troop, at=(48, 30), **more), enemy(1, files=1, at=(48 + side * place, 30 - ahead)))
        if sights(look.at(position), *look.at(position).units.values()).direct:
            seen = place
    return seen


@pytest.mark.parametrize("look", [LOOKS[0], LOOKS[1], LOOKS[4]], ids=str)
@pytest.mark.parametrize("troop", ["archers", "longbowmen", "crossbowmen", "arquebusiers", "turk_archers"])
def test_the_arc_of_footmen_opens_by_an_inch_an_inch_ahead_to_either_side(look: Look, troop: str) -> None:
    """CM-MISSILE-18: 45 degrees from the corners of the front, which is 6 inches wide; a base is ¾ inch."""
    for ahead in (2, 5.5, 9):
        for side in (-1, 1):
            wanted = 3 + ahead + 0.75 + 0.375
            assert farthest(troop, ahead, side, look) == pytest.approx(wanted, abs=0.11)


@pytest.mark.parametrize("ranks", [1, 2, 3])
@pytest.mark.parametrize("files", [11, 12, 13, 16, 17])
def test_as_many_see_a_part_of_a_wide_target_past_friends_on_either_hand(files: int, ranks: int) -> None:
    """CM-MISSILE-23: a man or two who can be seen are found alike at either end of a line of which not every man is
    looked for."""
    counts = set()
    for aside in range(-30, 31):
        friend = blue("friends", 6, files=3, at=(48 + aside / 10, 25.2), facing=20)
        wood = piece("woods", 40.5 + aside / 7, 20, 45.5 + aside / 7, 23)
        target = enemy(files * ranks, files=files, at=(43, 18.9), facing=177)
        position = field(bows(16, files=8, at=(48, 30)), target, friend, features=[wood])
        here, there = (look.at(position) for look in (LOOKS[0], Look(0, mirrored=True)))
        seen = [len(sights(one, one.units["bows"], one.units["enemy"]).direct) for one in (here, there)]
        assert seen[0] == seen[1], aside
        counts.add(seen[0])
    assert len(counts) > 2


def test_nobody_level_or_behind_is_in_the_arc_of_footmen() -> None:
    """CM-MISSILE-18: straight to the side is 90 degrees; a square fires from all its edges."""
    for at in ((40, 30), (16, 31), (24, 34), (31, 33)):
        assert "CM-MISSILE-18" in refused(field(bows(), enemy(4, files=4, at=at)))
        square = bows(16, files=4, formation="square")
        assert volley(field(square, enemy(4, files=4, at=(at[0], at[1] + 4)))).firing.total


@pytest.mark.parametrize(
    ("troop", "rule"), [("archers", "CM-MISSILE-18"), ("arquebusiers", "CM-GUN-04"), ("horse_archers", "CM-MISSILE-19")]
)
def test_who_is_out_of_the_arc_is_told_by_which_rule(troop: str, rule: str) -> None:
    """CM-MISSILE-18, CM-MISSILE-19, CM-GUN-04: each kind of firer has its own."""
    assert refused(field(bows(troop=troop), enemy(4, files=4, at=(36, 30)))) == {rule}


def test_horsemen_fire_all_round_to_the_left_and_45_degrees_to_the_right() -> None:
    """CM-MISSILE-19"""
    assert arc_of(bows(troop="horse_archers").own.profile) == (degrees(180), degrees(45))
    left = field(bows(troop="horse_archers"), enemy(at=(10, 30), facing=EAST))
    behind_left = field(bows(troop="horse_archers"), enemy(at=(12, 40)))
    right = field(bows(troop="horse_archers"), enemy(at=(38, 30), facing=WEST, files=4))
    assert volley(left).firing.total == 8
    assert volley(behind_left).firing.total == 8
    assert refused(right) == {"CM-MISSILE-19"}


# ---------------------------------------------------------------- ranks


def test_two_ranks_fire() -> None:
    """CM-MISSILE-20"""
    fire = volley(field(bows(30, files=10), enemy()))
    assert [(term.label, term.value, term.rule) for term in fire.firing.terms] == [
        ("front rank", 10, "CM-MISSILE-20"),
        ("second rank", 10, "CM-MISSILE-20"),
    ]


def test_a_unit_behind_one_rank_of_missile_troops_is_their_second_rank() -> None:
    """CM-MISSILE-20: its front rank fires, no more; CM-MISSILE-22: ranges are taken from the first rank before it."""
    position = field(
        blue("front", 10, at=(24, 30), troop="archers"),
        bows(20, files=10, at=(24, 30.75)),
        enemy(at=(24, 15.1)),
    )
    fire = volley(position)
    assert fire.firing.total == 10
    assert fire.way == "direct"
    apart = position.with_unit(enemy(at=(24, 14.8)))
    assert refused(apart) == {"CM-MOVE-01", "CM-MISSILE-22"}


def test_nobody_fires_from_right_behind_troops_without_missiles() -> None:
    """CM-MISSILE-20: the first rank must be missile troops too."""
    position = field(blue("spears", 10, at=(24, 30)), bows(10, at=(24, 30.75)), enemy())
    assert "CM-MISSILE-20" in refused(position)


def test_rear_ranks_a_contour_higher_fire_as_a_second_rank() -> None:
    """CM-MISSILE-21: of four ranks the third stands over the edge of the hill, the fourth level with it."""
    hill = piece("hill", 10, 31.6, 40, 40)
    position = field(bows(40, files=10), enemy(), features=[hill])
    fire = volley(position)
    assert [(term.label, term.value, term.rule) for term in fire.firing.terms][2:] == [
        ("ranks on higher ground", 10, "CM-MISSILE-21")
    ]
    assert volley(field(bows(40, files=10), enemy())).firing.total == 20


def test_a_square_fires_from_the_edge_that_looks_at_the_enemy() -> None:
    """CM-MISSILE-20: two ranks of that edge."""
    position = field(bows(25, files=5, formation="square"), enemy(at=(35, 31.8), facing=WEST, files=5))
    assert volley(position).firing.total == 3 + 3


# ---------------------------------------------------------------- over heads


def screened(firers: str, gap: float, target: float = 12, **more: Any) -> Battle:
    """Missile troops with friendly foot before them, so far away, and an enemy behind those."""
    return field(
        bows(10, troop=firers),
        blue("friends", 20, files=20, at=(24, 30 - gap - 0.75)),
        enemy(at=(24, 30 - target), **more),
    )


def test_archers_fire_over_troops_more_than_3_inches_away() -> None:
    """CM-MISSILE-23, over friend and enemy alike."""
    assert volley(screened("longbowmen", 3.1)).way == "indirect"
    assert "CM-MISSILE-23" in refused(screened("longbowmen", 3))
    foes = screened("longbowmen", 4)
    foes = foes.with_unit(replace(foes.units["friends"], side="red", owner="red", controller="red"))
    assert volley(foes).way == "indirect"


@pytest.mark.parametrize(
    ("troop", "rule"),
    [
        ("crossbowmen", "CM-MISSILE-24"),
        ("heavy_crossbowmen", "CM-MISSILE-24"),
        ("arquebusiers", "CM-GUN-05"),
    ],
)
def test_crossbows_and_arquebuses_are_not_fired_over_heads(troop: str, rule: str) -> None:
    """CM-MISSILE-24, CM-GUN-05"""
    assert refused(screened(troop, 4)) == {rule}


def test_axes_are_not_thrown_over_heads() -> None:
    """CM-MISSILE-33: even over men more than 3 inches away, could they be thrown so far."""
    position = screened("vikings", 4)
    assert "CM-MISSILE-33" in refused(position)


@pytest.mark.parametrize(("troop", "direct", "indirect"), [("longbowmen", 21, 14), ("archers", 15, 10)])
def test_fire_over_heads_carries_a_third_less(troop: str, direct: int, indirect: int) -> None:
    """CM-MISSILE-25 with its examples."""
    unit = bows(troop=troop)
    assert (reach(unit).total, reach(unit, "indirect").total) == (inches(direct), inches(indirect))
    assert volley(screened(troop, 4, target=indirect)).way == "indirect"
    assert "CM-MISSILE-25" in refused(screened(troop, 4, target=indirect + 0.1))


@pytest.mark.parametrize(("troop", "column"), [("light_foot", "half_armor_or_shield"), ("heavy_foot", "fully_armored")])
def test_fire_over_heads_finds_better_armour(troop: str, column: str) -> None:
    """CM-MISSILE-26"""
    fire = volley(screened("longbowmen", 4, troop=troop))
    assert fire.column == column
    assert "CM-MISSILE-26" in [note.rule for note in fire.notes]


def test_full_armour_is_arrow_proof_against_fire_over_heads() -> None:
    """CM-MISSILE-26"""
    assert "CM-MISSILE-26" in refused(screened("longbowmen", 4, troop="armored_foot"))


def test_fire_goes_the_way_that_does_more() -> None:
    """CM-MISSILE-23 is an option: whoever sees past the friends fires directly, unless all do more over their heads."""

    def past(friends: int) -> Battle:
        """Friends cover the line from its left end on, so many of them."""
        return field(
            bows(10, troop="longbowmen"),
            blue("friends", friends, at=(10 + friends * 0.375, 25)),
            enemy(10, at=(24, 19)),
        )

    most_see, few_see = past(12), past(22)
    seen = sights(most_see, most_see.units["bows"], most_see.units["enemy"])
    assert len(seen.direct) == len(seen.indirect) == 10
    assert volley(most_see).way == "direct"
    seen = sights(few_see, few_see.units["bows"], few_see.units["enemy"])
    assert 0 < len(seen.direct) < len(seen.indirect) == 10
    assert firing(few_see, few_see.units["bows"], seen.direct).total == len(seen.direct)
    assert volley(few_see).way == "indirect"


@pytest.mark.parametrize("kind", ["woods", "building"])
def test_woods_and_houses_hide_what_is_beyond_them(kind: str) -> None:
    """CM-MISSILE-23: only troops are fired over."""
    between = piece(kind, 5, 23, 45, 26)
    assert refused(field(bows(troop="longbowmen"), enemy(), features=[between])) == {"CM-MISSILE-23"}


def test_the_crest_of_a_hill_hides_what_is_beyond_it() -> None:
    """CM-MISSILE-23"""
    hill = piece("hill", 5, 22, 45, 28)
    assert refused(field(bows(troop="longbowmen"), enemy(), features=[hill])) == {"CM-MISSILE-23"}
    on_top = field(bows(troop="longbowmen", at=(24, 24)), enemy(at=(24, 14)), features=[hill])
    assert volley(on_top).way == "direct"


# ---------------------------------------------------------------- cover


@pytest.mark.parametrize("kind", ["wall", "fence", "barricade"])
def test_low_cover_halves_losses_and_drops_fractions(kind: str) -> None:
    """CM-MISSILE-27 with its example: 3 kills become 1."""
    low = strip(kind, (10, 20.3), (40, 20.3), width=0.5)
    played = play(field(bows(8, troop="crossbowmen"), enemy(), features=[low]), BLUE, shoot("bows", at="enemy"), "1")
    assert played.unit("enemy").figures == 19
    last = killed(played).tallies[-1].terms[-1]
    assert (last.value, last.rule) == (-2, "CM-MISSILE-27")


@pytest.mark.parametrize("kind", ["woods", "brush"])
def test_who_stands_in_woods_or_brush_has_soft_cover(kind: str) -> None:
    """CM-MISSILE-27"""
    cover = piece(kind, 10, 10, 40, 21)
    played = play(field(bows(8, troop="crossbowmen"), enemy(), features=[cover]), BLUE, shoot("bows", at="enemy"), "6")
    assert played.unit("enemy").figures == 18


def test_kills_of_all_groups_of_one_unit_are_added_before_they_are_halved() -> None:
    """CM-MISSILE-27: 3 and 4 of two groups make 3, not 1 and 2."""
    wall = strip("wall", (10, 20.3), (40, 20.3), width=0.5)
    position = field(bows(16, files=8, troop="crossbowmen"), enemy(), features=[wall])
    played = play(position, BLUE, shoot("bows", at="enemy"), "1 | 6")
    assert played.unit("enemy").figures == 17


def test_two_shots_of_one_unit_are_one_source_of_fire() -> None:
    """CM-MISSILE-27: three kills twice make 3."""
    brush = piece("brush", 10, 10, 40, 21)
    roof = piece("building", 10, 10, 40, 21)
    position = field(bows(8), enemy(), features=[brush, roof])
    played = play(position, BLUE, shoot("bows", at="enemy"), shoot("bows", at="enemy"), "1 | 1")
    assert played.unit("enemy").figures == 17


def test_a_wall_before_the_firers_or_far_from_the_target_is_no_cover() -> None:
    """CM-MISSILE-27: cover is what one stands behind."""
    for line in (29.7, 25):
        wall = strip("wall", (10, line), (40, line), width=0.5)
        assert not volley(field(bows(troop="crossbowmen"), enemy(), features=[wall])).covered


def test_half_of_a_unit_in_cover_is_not_in_cover() -> None:
    """CM-MISSILE-27: more than half must be."""
    for right, covered in ((24, False), (25, True)):
        position = field(bows(troop="crossbowmen"), enemy(), features=[piece("brush", 10, 10, right, 21)])
        assert volley(position).covered is covered


def test_no_fire_over_heads_reaches_into_woods_or_under_a_roof() -> None:
    """CM-MISSILE-28"""
    for kind in ("woods", "building"):
        position = screened("longbowmen", 4)
        board = position.board
        assert board is not None
        cover = piece(kind, 10, 8, 40, 19)
        assert "CM-MISSILE-28" in refused(replace(position, board=replace(board, features=(cover,))))


def test_low_cover_is_no_help_against_fire_over_heads() -> None:
    """CM-MISSILE-29"""
    position = screened("longbowmen", 4)
    board = position.board
    assert board is not None
    wall = strip("wall", (10, 18.3), (40, 18.3), width=0.5)
    position = replace(position, board=replace(board, features=(wall,)))
    fire = volley(position)
    assert (fire.way, fire.covered) == ("indirect", False)
    assert "CM-MISSILE-29" in [note.rule for note in fire.notes]
    played = play(position, BLUE, shoot("bows", at="enemy"), FINISH)
    assert played.unit("enemy").figures == 17


@pytest.mark.parametrize("kind", ["mantlets", "arrow_slits"])
def test_mantlets_and_arrow_slits_are_arrow_proof_but_for_fire_over_heads(kind: str) -> None:
    """CM-MISSILE-30"""
    screen = strip(kind, (10, 20.3), (40, 20.3), width=0.5)
    assert refused(field(bows(troop="crossbowmen"), enemy(), features=[screen])) == {"CM-MISSILE-30"}
    assert volley(field(bows(troop="longbowmen"), enemy(), features=[screen])).way == "indirect"
    far = field(bows(troop="longbowmen"), enemy(at=(24, 14)), features=[strip(kind, (10, 14.3), (40, 14.3), width=0.5)])
    assert refused(far) == {"CM-MISSILE-30", "CM-MOVE-01", "CM-MISSILE-25", "CM-MISSILE-22"}


def test_who_fires_through_arrow_slits_is_arrow_proof_himself() -> None:
    """CM-MISSILE-30: he is not hindered by them."""
    slits = strip("arrow_slits", (10, 29.7), (40, 29.7), width=0.5)
    position = field(bows(troop="crossbowmen"), enemy(troop="crossbowmen"), features=[slits])
    assert volley(position).way == "direct"
    assert refused(position, "enemy", "bows") == {"CM-MISSILE-30"}


def test_shelter_in_the_open_is_none() -> None:
    position = field(bows(), enemy())
    start = front_middle(front_of(position.units["bows"]))
    assert not any(shelter(position, position.units["bows"], start, position.units["enemy"]))


@pytest.mark.parametrize(("y", "reached"), [(45.5, True), (50, False)])
def test_riders_who_fire_behind_them_measure_from_their_front_rank(y: float, reached: bool) -> None:
    """CM-MISSILE-22, CM-MISSILE-19: 18 inches from the front; four ranks behind it bring the target no nearer."""
    riders = bows(8, troop="horse_archers", files=2)
    position = field(riders, enemy(4, files=4, at=(18, y), facing=0))
    if reached:
        assert volley(position).firing.total
    else:
        assert refused(position) == {"CM-MOVE-01", "CM-MISSILE-22"}
