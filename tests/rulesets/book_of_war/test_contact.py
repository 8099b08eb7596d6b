"""Coming into contact and leaving it; pikes' points; what units remember of a fight."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.event import Checked, Fell, Parted, Struck, Touched
from schiltron.battle.manoeuvre import Face, SquareUp
from schiltron.battle.state import Engagement
from schiltron.rulesets.book_of_war.field import is_routed
from schiltron.rulesets.book_of_war.state import AttackPhase, MovementPhase
from schiltron.table.lengths import inches
from tests.rulesets.book_of_war.positions import (
    EAST,
    NORTH,
    Played,
    ahead,
    blue,
    field,
    march,
    moving,
    piece,
    place,
    play,
    red,
    rules,
    wheel,
)

BLUE = MovementPhase("blue")


def edge_met(played: Played) -> str:
    (touched,) = played.events_of(Touched)
    return touched.edge


# ---------------------------------------------------------------- stopping and lining up


def test_contact_stops_the_whole_unit_at_once() -> None:
    """BW-B4-28: whatever was ordered beyond it."""
    start = moving(blue("light_infantry", 8, at=(36, 30)), red("archers", 6, at=(37, 25)))
    played = start.then(march("light_infantry", ahead(12)))
    assert place(played.unit("light_infantry")) == (36, 25, 0)
    assert rules(start.refusal(march("light_infantry", ahead(12), Face("rear")))) == {"BW-B4-28"}


def test_the_mover_lines_up_flush_and_the_other_stays() -> None:
    """BW-B4-29: the front comes parallel to the touched edge, free of charge."""
    start = moving(blue("light_infantry", 8, at=(36, 30)), red("archers", 8, at=(36, 24), facing=170))
    played = start.then(march("light_infantry", ahead(8)))
    assert place(played.unit("light_infantry"))[2] == 350
    assert place(played.unit("archers")) == (36, 24, 170)
    assert played.unit("light_infantry").own.spent < inches(6)
    assert edge_met(played) == "front"


def test_a_blocked_lining_up_leaves_the_contact_as_it_is() -> None:
    """BW-B4-29: here a friend stands where the left wing would swing to."""
    friend = blue("pikemen", 3, files=1, at=(33.6, 23.6), facing=EAST)
    start = moving(blue("light_infantry", 8, at=(36, 30)), red("archers", 8, at=(36, 24), facing=200), friend)
    played = start.then(march("light_infantry", ahead(8)))
    assert place(played.unit("light_infantry"))[2] == 0
    assert played.battle.engagements[0].joins("light_infantry", "archers")


@pytest.mark.parametrize(("facing", "edge"), [(180, "front"), (0, "rear"), (90, "right"), (270, "left")])
def test_the_edge_that_is_touched_tells_front_flank_and_rear(facing: float, edge: str) -> None:
    """BW-B4-42: after squaring up it is the edge of the target's rectangle."""
    target = red("archers", 12, files=4, at=(36, 25), facing=facing)
    played = moving(blue("light_infantry", 6, at=(36, 32)), target).then(march("light_infantry", ahead(12)))
    assert edge_met(played) == edge


def test_a_corner_met_first_is_judged_by_where_the_mover_started() -> None:
    """BW-B4-42: lines at 45 degrees from the corners; here the enemy stands askew and shows a corner."""
    askew = red("archers", 12, files=4, at=(36, 25), facing=135)
    for start_x, edge in ((36.5, "front"), (33.5, "right")):
        start = moving(blue("light_infantry", 6, at=(start_x, 34)), askew)
        assert edge_met(start.then(march("light_infantry", ahead(12)))) == edge
    askew = red("archers", 12, files=4, at=(36, 25), facing=225)
    for start_x, edge in ((35.5, "front"), (38.5, "left")):
        start = moving(blue("light_infantry", 6, at=(start_x, 34)), askew)
        assert edge_met(start.then(march("light_infantry", ahead(12)))) == edge


# ---------------------------------------------------------------- leaving


def test_a_unit_held_in_front_must_face_about_to_leave() -> None:
    """BW-B4-31: half the move for the turn, the rest to go."""
    start = moving(blue("light_infantry", 8, at=(36, 30)), red("archers", 8, at=(36, 30)))
    assert rules(start.refusal(march("light_infantry", ahead(3)))) == {"BW-B4-28", "BW-B4-31"}
    assert rules(start.refusal(march("light_infantry", wheel("left", 30)))) == {"BW-B4-30", "BW-B4-31"}
    left = start.then(march("light_infantry", Face("rear"), ahead(6)))
    assert place(left.unit("light_infantry")) == (36, 36.75, 180)
    assert not left.events_of(Struck), "leaving contact provokes nothing"


def test_a_unit_touched_in_the_rear_marches_off_straight_ahead() -> None:
    """BW-B4-31: nothing hostile where it faces."""
    start = moving(blue("light_infantry", 8, at=(36, 30)), red("archers", 8, at=(36, 30.75), facing=NORTH))
    assert place(start.then(march("light_infantry", ahead(4))).unit("light_infantry")) == (36, 26, 0)


@pytest.mark.parametrize("distance", [0.1, 1, 5, 12])
@pytest.mark.parametrize("middle", [28.4, 30.75, 33.5])
def test_no_scraping_along_an_enemy(distance: float, middle: float) -> None:
    """BW-B4-30, BW-B4-31: touched on a flank it may not slide along the enemy's front, however far it would go on.

    The archers lie against its right flank, reach beyond its front, its middle or its rear.
    """
    foe = red("archers", 8, at=(37.5, middle), facing=270)
    start = moving(blue("light_infantry", 8, files=4, at=(36, 30)), foe)
    assert rules(start.refusal(march("light_infantry", ahead(distance)))) == {"BW-B4-30", "BW-B4-31"}
    mirrored = moving(blue("light_infantry", 8, files=4, at=(36, 30)), red("archers", 8, at=(34.5, middle), facing=90))
    assert rules(mirrored.refusal(march("light_infantry", ahead(distance)))) == {"BW-B4-30", "BW-B4-31"}


def test_a_unit_an_inch_from_pikes_must_face_about_before_it_moves_away() -> None:
    """BW-B4-32: it may charge them, or turn; nothing else."""
    start = moving(blue("light_infantry", 8, at=(36, 30)), red("pikemen", 8, at=(36, 29.5)))
    assert rules(start.refusal(march("light_infantry", wheel("left", 30)))) == {"BW-B4-32"}
    away = start.then(march("light_infantry", Face("rear"), ahead(6)))
    assert place(away.unit("light_infantry"))[1] == 36.75
    charged = start.then(march("light_infantry", ahead(1)))
    assert charged.dice == [(16, 3)]
    passing = moving(blue("light_infantry", 4, at=(33, 30)), red("pikemen", 8, at=(36.9, 29.5)))
    assert rules(passing.refusal(march("light_infantry", ahead(0.2)))) == {"BW-B4-32"}


# ---------------------------------------------------------------- running onto pikes


def test_pikes_strike_at_once_what_comes_onto_their_front() -> None:
    """BW-B2-10, BW-B1-09: in the enemy's movement phase, before its own attack."""
    start = moving(blue("heavy_cavalry", 6, at=(36, 36)), red("pikemen", 16, files=8, at=(36, 28)))
    charged = start.then(march("heavy_cavalry", ahead(12)))
    assert charged.battle.phase == start.battle.phase
    assert charged.roll.rules[0].startswith("BW-B2-1")
    assert charged.dice == [(32, 4)]


def test_the_free_attack_comes_once_an_engagement() -> None:
    """BW-B2-10, BW-B4-08: contact made again counts as first only when more than an inch lay between."""
    remembered = Engagement("light_infantry", "pikemen", "front", 0, touching=False, used=("free attack",))
    near_by = field(blue("light_infantry", 8, at=(36, 30)), red("pikemen", 8, at=(36, 29.5)), declare="measure_first")
    again = play(replace(near_by, engagements=(remembered,)), BLUE, march("light_infantry", ahead(2)))
    assert again.over, "no dice are due"
    fresh = play(near_by, BLUE, march("light_infantry", ahead(2)))
    assert fresh.dice == [(16, 3)]


def test_only_the_front_of_pikes_is_dangerous() -> None:
    """BW-B2-11: flank and rear are not."""
    for facing in (0, 90, 270):
        start = moving(blue("light_infantry", 6, at=(36, 34)), red("pikemen", 12, files=4, at=(36, 26), facing=facing))
        assert start.then(march("light_infantry", ahead(12))).over


def test_a_pike_hedgehog_is_dangerous_on_every_side() -> None:
    """BW-B2-11, BW-B4-22."""
    for facing in (0, 90, 180, 270):
        pikes = red("pikemen", 16, files=4, at=(36, 26), facing=facing, hedgehog=True)
        start = moving(blue("light_infantry", 6, at=(36, 36)), pikes)
        assert start.then(march("light_infantry", ahead(12))).dice


def test_pikes_that_move_into_contact_have_no_free_attack_themselves() -> None:
    """BW-B2-10: onto other pikes, only the contacted unit has it."""
    start = moving(blue("pikemen", 8, at=(36, 32)), red("light_infantry", 8, at=(36, 26)))
    assert start.then(march("pikemen", ahead(12))).over
    both = moving(blue("pikemen", 8, id="ours", at=(36, 32)), red("pikemen", 8, id="theirs", at=(36, 26)))
    played = both.then(march("ours", ahead(12)))
    assert played.roll.pools[0].whose == "red"
    assert played.then("6 " * 16).over


def test_routed_pikes_and_pikes_in_bad_ground_have_no_free_attack() -> None:
    """BW-B2-20, BW-B2-21, BW-B3-12: not even when cornered."""
    for marks in (("routed",), ("routed", "cornered")):
        start = moving(blue("light_infantry", 6, at=(36, 34)), red("pikemen", 8, at=(36, 26), marks=marks))
        assert start.then(march("light_infantry", ahead(12))).over
    rough = moving(
        blue("light_infantry", 6, at=(36, 34)), red("pikemen", 8, at=(36, 26)), piece("rough", 20, 20, 50, 26)
    )
    assert rough.then(march("light_infantry", ahead(12))).over


def test_the_struck_unit_checks_morale_at_once_by_those_losses_alone() -> None:
    """BW-B2-17: 12 foot lose 4 to the pikes: 8 // 4 = 2, 2d6 + 1 + 2 must reach 10; no second check follows."""
    start = moving(blue("light_infantry", 12, files=6, at=(36, 34)), red("pikemen", 8, at=(36, 26)))
    struck = start.then(march("light_infantry", ahead(12)), "3 3 3 3 1 1 1 1 1 1 2 2")
    assert struck.events_of(Fell)[0].figures == 4
    assert struck.roll.purpose.endswith("7 or more on 2d6")
    passed = struck.then("3 4")
    assert passed.events_of(Checked)[0].passed
    assert passed.unit("light_infantry").own.lost == 0
    attack = play(passed.battle, AttackPhase("blue"))
    assert attack.dice == [(6, 4)], "BW-B2-19: the survivors in contact attack at full width"


def test_a_unit_that_fails_the_check_makes_no_attack() -> None:
    """BW-B2-18: it is routed like any unit that fails."""
    start = moving(blue("light_infantry", 12, files=6, at=(36, 34)), red("pikemen", 8, at=(36, 26)))
    failed = start.then(march("light_infantry", ahead(12)), "3 3 3 3 1 1 1 1 1 1 2 2", "3 3")
    assert is_routed(failed.unit("light_infantry"))
    assert play(failed.battle, AttackPhase("blue")).over


def test_a_unit_that_loses_nobody_to_the_pikes_does_not_check() -> None:
    """BW-B2-17: only if at least one figure fell."""
    start = moving(blue("heavy_cavalry", 4, at=(36, 34)), red("pikemen", 6, at=(36, 26)))
    charged = start.then(march("heavy_cavalry", ahead(12)))
    assert not charged.then("1 " * charged.dice[0][0]).events_of(Checked)


# ---------------------------------------------------------------- gaps that losses leave


def test_units_parted_by_losses_may_close_up_for_free() -> None:
    """BW-B4-08: the contact is broken; the free squaring-up closes it again without a new free attack."""
    parted = Engagement("light_infantry", "pikemen", "front", 0, touching=False, used=("free attack",))
    near_by = field(blue("light_infantry", 8, at=(36, 30)), red("pikemen", 8, at=(36, 29.25)), declare="measure_first")
    closed = play(replace(near_by, engagements=(parted,)), BLUE, march("light_infantry", SquareUp()))
    assert place(closed.unit("light_infantry")) == (36, 29.25, 0)
    assert closed.unit("light_infantry").own.spent == 0
    assert closed.battle.engagements[0].touching
    stranger = play(near_by, BLUE)
    assert rules(stranger.refusal(march("light_infantry", SquareUp()))) == {"BW-B4-08"}


def test_a_fight_is_forgotten_once_more_than_an_inch_lies_between() -> None:
    """BW-B4-08."""
    fought = Engagement("light_infantry", "archers", "front", 0)
    start = replace(
        field(blue("light_infantry", 8, at=(36, 30)), red("archers", 8, at=(36, 30)), declare="measure_first"),
        engagements=(fought,),
    )
    left = play(start, BLUE, march("light_infantry", Face("rear"), ahead(6)))
    assert left.events_of(Parted)
    assert left.battle.engagements == ()
