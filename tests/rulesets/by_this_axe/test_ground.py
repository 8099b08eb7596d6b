"""What ground takes off a move, and rivers."""

from __future__ import annotations

from math import hypot, radians

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import FINISH, Aimed, Commanded, PathDrawn
from schiltron.battle.state.event import Moved
from schiltron.battle.state.manoeuvre import Manoeuvre, Reform, Turn, Wheel
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.ground import AREAS, ROUGH, STRIPS
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.state import Unit, with_turn
from schiltron.table.lengths import degrees, inches
from tests.rulesets.by_this_axe.positions import (
    WAYS,
    Ordered,
    Played,
    ahead,
    blue,
    hero,
    march,
    moving,
    piece,
    place,
    red,
    rules,
    seen,
    seen_ground,
    strip,
    turn,
    with_orders,
)


def spent(played: Played) -> float:
    return sum(event.spent for event in played.events_of(Moved)) / 1000


def men(**more):
    """Four heavy foot in a rank: 8 inches without cards. Their middle is half an inch behind their front."""
    return blue("men", 4, at=(36, 40), armour="heavy", **more)


def riders(**more):
    """Four heavy horse: 12 inches without cards."""
    return blue("men", 4, at=(36, 40), armour="heavy", mounted=True, **more)


def test_climbing_costs_an_inch_a_level_and_going_down_or_along_nothing() -> None:
    """TA-TERR-01: two levels up are two inches."""
    start = moving(men(), piece("hill", 30, 28, 42, 38, levels=2))
    up = start.then(march("men", ahead(5)))
    assert spent(up) == 7
    assert "TA-TERR-01" in up.events_of(Moved)[0].rules
    assert place(start.then(march("men", ahead(6))).unit("men")) == (36, 34, 0)
    assert "TA-MOVE-04" in rules(start.refusal(march("men", ahead(6.2))))
    down = moving(blue("men", 4, at=(36, 33), armour="heavy"), piece("hill", 30, 31, 42, 40, levels=2))
    assert spent(down.then(march("men", ahead(8)))) == 8


@pytest.mark.parametrize(("angle", "mirrored"), WAYS)
@pytest.mark.parametrize("leg", [turn(90), turn(-75), Reform(2)])
def test_a_front_that_comes_uphill_by_a_turn_pays_for_it(leg: Manoeuvre, angle: float, *, mirrored: bool) -> None:
    """TA-TERR-01: an inch, also by another formation; and nothing where the front stands as high already."""
    line = blue("men", 6, at=(50, 50))
    for top, left in ((30, 9), (49.9, 10)):
        hill = seen_ground(piece("hill", 30, top, 70, 49.9 if top == 30 else 60), angle, mirrored=mirrored)
        start = moving(seen(line, angle, mirrored=mirrored), hill, size=(100, 100))
        way = Turn(-leg.angle) if mirrored and isinstance(leg, Turn) else leg
        turned = start.then(march("men", way))
        assert spent(turned) == 10 - left
        assert rules(start.refusal(march("men", way, ahead(left + 0.6)))) >= {"TA-MOVE-04"}


@pytest.mark.parametrize(("angle", "mirrored"), WAYS)
def test_a_front_that_comes_uphill_by_a_wheel_pays_for_it(angle: float, *, mirrored: bool) -> None:
    """TA-TERR-01, TA-TERR-08: besides the way of its middle; where both are more than the move it does not wheel."""
    side = "left" if mirrored else "right"
    crag = piece("hill", 51.2, 30, 70, 70)
    crag = replace(crag, contours=(replace(crag.contours[0], rise=2),))
    start = moving(
        seen(blue("men", 4, at=(49, 50), armour="heavy"), angle, mirrored=mirrored),
        seen_ground(crag, angle, mirrored=mirrored),
        size=(100, 100),
    )
    way = hypot(2, 0.5) * radians(1)
    assert spent(start.then(march("men", Wheel(side, degrees(90))))) == pytest.approx(90 * way, abs=0.002)
    assert spent(start.then(march("men", Wheel(side, degrees(150))))) == pytest.approx(150 * way + 2, abs=0.002)
    assert rules(start.refusal(march("men", Wheel(side, degrees(175))))) == {"TA-MOVE-13", "TA-TERR-08"}


def test_a_bank_of_two_levels_costs_two_inches() -> None:
    """TA-TERR-01: an inch for each level gone up."""
    crag = piece("hill", 30, 28, 42, 38)
    crag = replace(crag, contours=(replace(crag.contours[0], rise=2),))
    assert spent(moving(men(), crag).then(march("men", ahead(5)))) == 7


def test_a_level_that_cannot_be_paid_for_is_not_climbed() -> None:
    """TA-TERR-01, TA-TERR-08: it stops at the contour."""
    start = moving(men(), piece("hill", 30, 20, 42, 33))
    (reason,) = start.refusal(march("men", ahead(8)))
    assert reason.rules == ("TA-TERR-01", "TA-TERR-08")


@pytest.mark.parametrize("kind", ["scrub", "light_woods"])
def test_scrub_and_light_woods_take_an_inch_once_a_turn(kind: str) -> None:
    """TA-TERR-02: however often it is entered."""
    start = moving(men(), piece(kind, 30, 36, 42, 38), piece(kind, 30, 33, 42, 34))
    moved = start.then(march("men", ahead(3), ahead(4)))
    assert spent(moved) == 8
    assert "TA-TERR-02" in moved.events_of(Moved)[0].rules
    assert "TA-MOVE-04" in rules(start.refusal(march("men", ahead(3), ahead(4.2))))
    inside = moving(men(), piece(kind, 30, 36, 42, 44))
    assert spent(inside.then(march("men", ahead(1)))) == 2


@pytest.mark.parametrize(("die", "lost"), [(1, 1), (3, 1), (4, 2), (6, 2)])
def test_woods_take_one_or_two_inches_off_foot(die: int, lost: int) -> None:
    """TA-TERR-03, TA-UNIT-11: rolled once where it enters; 1 to 3 is one inch, 4 to 6 two."""
    start = moving(men(), piece("woods", 30, 30, 42, 37))
    halted = start.then(march("men", ahead(7)))
    assert place(halted.unit("men")) == (36, 36.5, 0)
    assert halted.roll.rules == ("TA-TERR-03", "TA-UNIT-11")
    on = halted.then(str(die))
    assert place(on.unit("men")) == (36, 32 + lost, 0)
    assert on.unit("men").own.turn.lost_to_woods == inches(lost)
    assert on.over


@pytest.mark.parametrize(("die", "reached"), [(1, 29), (4, 32), (6, 34), (5, 33)])
def test_woods_take_a_die_of_inches_off_horse(die: int, reached: int) -> None:
    """TA-TERR-04: a loss greater than what is left ends the move where it is."""
    start = moving(riders(), piece("woods", 30, 20, 42, 37))
    halted = start.then(march("men", ahead(11)))
    assert place(halted.unit("men")) == (36, 36, 0)
    assert halted.roll.rules[0] == "TA-TERR-04"
    assert place(halted.then(str(die)).unit("men")) == (36, reached, 0)


def test_a_loss_in_woods_greater_than_the_rest_ends_the_move_at_the_edge() -> None:
    """TA-TERR-04, TA-TERR-08: the move never drops below nothing."""
    start = moving(riders(), piece("woods", 30, 10, 42, 31))
    halted = start.then(march("men", ahead(11)))
    assert place(halted.unit("men")) == (36, 30, 0)
    stopped = halted.then("6")
    assert place(stopped.unit("men")) == (36, 30, 0)
    assert stopped.unit("men").own.turn.spent == inches(12)
    (reason,) = moving(riders(), piece("woods", 30, 10, 42, 29.5)).refusal(march("men", ahead(12)))
    assert reason.rules == ("TA-TERR-04", "TA-TERR-08")


def test_who_starts_in_woods_rolls_before_it_moves_and_only_once() -> None:
    """TA-TERR-03: the same roll serves for the whole turn, also for a wheel."""
    start = moving(men(), piece("woods", 30, 34, 42, 44), piece("woods", 30, 20, 42, 33))
    halted = start.then(march("men", ahead(7)))
    assert place(halted.unit("men")) == (36, 40, 0)
    assert place(halted.then("1").unit("men")) == (36, 33, 0)
    wheeled = start.then(march("men", Wheel("left", degrees(20)), ahead(2)))
    assert wheeled.roll.rules[0] == "TA-TERR-03"
    assert wheeled.then("2").unit("men").pose.heading == degrees(340)
    assert start.then(march("men", turn(30))).over


@pytest.mark.parametrize("kind", ["wall", "hedge"])
def test_crossing_a_wall_costs_an_inch(kind: str) -> None:
    """TA-TERR-05: when the front rank goes over it, and not again for those behind."""
    start = moving(men(), strip(kind, (20, 37), (60, 37), width=0.5))
    assert spent(start.then(march("men", ahead(2)))) == 2
    over = start.then(march("men", ahead(7)))
    assert spent(over) == 8
    assert "TA-TERR-05" in over.events_of(Moved)[0].rules
    deep = moving(blue("men", 12, files=4, at=(36, 40), armour="heavy"), strip(kind, (20, 41), (60, 41), width=0.5))
    assert spent(deep.then(march("men", ahead(8)))) == 8
    slanted = moving(blue("men", 8, at=(36, 43), armour="heavy"), strip(kind, (30, 36), (42, 42), width=0.5))
    assert spent(slanted.then(march("men", ahead(3), ahead(1), ahead(1)))) == 6


def test_losses_add_up_and_are_not_doubled() -> None:
    """TA-TERR-08: scrub, a wall and a level of a hill are three inches, with and without cards."""
    ground = (
        piece("scrub", 30, 37, 42, 38),
        strip("wall", (20, 36), (60, 36), width=0.5),
        piece("hill", 30, 20, 42, 35),
    )
    for command, most in (("none", 8), ("cards", 7)):
        order = (Ordered("march", "TA-CMD-D01", inches(3)),) if command == "cards" else ()
        start = moving(blue("men", 4, at=(36, 38), armour="heavy", orders=order), *ground, command=command)
        moved = start.then(march("men", ahead(most - 3)))
        assert spent(moved) == most
        assert {"TA-TERR-01", "TA-TERR-02", "TA-TERR-05"} <= set(moved.events_of(Moved)[0].rules)
        assert "TA-TERR-08" in rules(start.refusal(march("men", ahead(most - 2.8))))


def test_a_unit_that_reaches_a_river_stops_and_crosses_in_the_next_turn() -> None:
    """TA-TERR-06, TA-TERR-07: the crossing is the whole move and ends on the far bank."""
    river = strip("river", (0, 36), (72, 36), width=2)
    start = moving(men(), river)
    (reason,) = start.refusal(march("men", ahead(5)))
    assert reason.rules == ("TA-TERR-06", "TA-TERR-07")
    assert "after 3″" in reason.text
    assert rules(start.refusal(march("men", ahead(3), turn(90), ahead(2)))) == {"TA-TERR-06", "TA-TERR-07"}
    there = start.then(march("men", ahead(3)))
    assert place(there.unit("men")) == (36, 37, 0)
    assert "TA-TERR-06" in there.events_of(Moved)[0].rules
    assert there.unit("men").own.bank == ("river", 1)
    same_turn = moving(_fresh(there.unit("men")), river)
    assert rules(same_turn.refusal(march("men", ahead(1)))) == {"TA-TERR-06", "TA-TERR-07"}
    following = moving(_fresh(there.unit("men")), river, turn=2)
    over = following.then(march("men", ahead(1)))
    assert place(over.unit("men")) == (36, 34, 0)
    assert "TA-TERR-07" in over.events_of(Moved)[0].rules
    assert over.events_of(Moved)[0].left == 0
    assert over.unit("men").own.bank is None
    assert rules(following.refusal(march("men", ahead(1), ahead(1)))) == {"TA-TERR-06", "TA-TERR-07"}


def _fresh(unit: Unit) -> Unit:
    """As it is when the next turn begins."""
    return with_turn(unit, moved=False, spent=0)


def test_who_waits_at_a_river_keeps_the_right_to_cross() -> None:
    """TA-TERR-07: also a unit that did not move, and a unit before which the far bank is taken cannot."""
    river = strip("river", (0, 36), (72, 36), width=2)
    at_bank = blue("men", 4, at=(36, 37), armour="heavy")
    waited = moving(at_bank, river).then(FINISH).unit("men")
    assert waited.own.bank == ("river", 1)
    later = moving(waited, river, turn=3)
    assert later.then(FINISH).unit("men").own.bank == ("river", 1)
    blocked = moving(waited, blue("friends", 4, at=(36, 34)), river, turn=3)
    assert rules(blocked.refusal(march("men", ahead(3)))) == {"TA-TERR-07"}
    away = later.then(march("men", turn(180), ahead(4)))
    assert away.unit("men").own.bank is None


def test_who_has_gone_along_the_bank_does_not_cross_in_that_turn() -> None:
    """TA-TERR-07: a crossing takes the whole move."""
    river = strip("river", (0, 36), (72, 36), width=2)
    start = moving(hero("kay", "blue", at=(36, 37.5), bank=("river", 1)), river, turn=2)
    assert place(start.then(march("kay", ahead(1))).unit("kay"))[1] == 34.5
    assert rules(start.refusal(march("kay", turn(90), ahead(2), turn(-90), ahead(1)))) == {"TA-TERR-07"}


def test_nobody_wheels_or_turns_into_the_water() -> None:
    """TA-TERR-06."""
    start = moving(blue("men", 6, at=(36, 37.2)), strip("river", (0, 36), (72, 36), width=2))
    assert rules(start.refusal(march("men", turn(90)))) == {"TA-TERR-06"}


def test_rough_ground_is_woods_scrub_and_what_is_called_so() -> None:
    """TA-TERR-09: not hills, walls or rivers; and as such it takes nothing off a move."""
    assert set(AREAS) == {"hill", "woods", "scrub", "light_woods", "rough"}
    assert set(STRIPS) == {"wall", "hedge", "river", "road"}
    assert set(ROUGH) == {"woods", "scrub", "light_woods", "rough"}
    start = moving(men(), piece("rough", 30, 30, 42, 42), strip("road", (36, 48), (36, 0)))
    assert spent(start.then(march("men", ahead(8)))) == 8


def test_the_losses_are_those_of_the_table() -> None:
    """TA-TERR-01, TA-TERR-02, TA-TERR-05: an inch each."""
    sheet = LAW.sheet("TA-T-terrain")
    for row in ("hill", "scrub_or_light_woods", "wall_or_hedge"):
        assert sheet.row(row)["foot_loss_in"] == sheet.row(row)["mounted_loss_in"] == "1"


def test_an_enemy_on_the_far_bank_can_be_reached() -> None:
    """TA-TERR-07: contact only with one who stands on the bank itself."""
    river = strip("river", (0, 36), (72, 36), width=1)
    waiting = blue("men", 4, at=(36, 36.5), armour="heavy", bank=("river", 1))
    onto = moving(waiting, red("foe", 4, at=(36, 35.5)), river, turn=2)
    met = onto.then(Commanded("men", "charge", PathDrawn((ahead(3),))))
    assert [one.defender for one in met.battle.engagements] == ["foe"]
    behind = moving(waiting, red("foe", 4, at=(36, 33)), river, turn=2)
    assert rules(behind.refusal(Commanded("men", "charge", PathDrawn((ahead(4),))))) == {"TA-MOVE-12"}


def charge_at(target: str) -> Commanded:
    return Commanded("men", "charge", Aimed(target))


def test_a_charge_over_a_river_that_reaches_nobody_is_made_only_under_orders() -> None:
    """TA-TERR-06, TA-TERR-07, TA-CMD-21: up to the water, and in the next turn over to the far bank."""
    river, foe = strip("river", (0, 36), (72, 36), width=1), red("foe", 4, at=(36, 30))
    waiting = blue("men", 4, at=(36, 36.5), bank=("river", 1))
    assert rules(moving(waiting, foe, river, turn=2).refusal(charge_at("foe"))) == {"TA-MOVE-12", "TA-TERR-07"}
    order = (Ordered("charge", "TA-CMD-D01", inches(6)),)
    coming = moving(blue("men", 4, at=(36, 40), orders=order), foe, river, command="cards").then(charge_at("foe"))
    assert place(coming.unit("men")) == (36, 36.5, 0)
    assert coming.unit("men").own.bank == ("river", 1)
    ordered = with_orders(waiting, order)
    over = moving(ordered, foe, river, turn=2, command="cards").then(charge_at("foe"))
    assert place(over.unit("men")) == (36, 34.5, 0)
    assert not over.battle.engagements


@pytest.mark.parametrize(
    ("second", "reached", "against"),
    [(6.5, 6.5, {"TA-TERR-05", "TA-TERR-08"}), (7.5, 7, {"TA-MOVE-04", "TA-TERR-08"})],
)
def test_what_the_first_hedge_took_is_not_there_for_the_second(
    second: float, reached: float, against: set[str]
) -> None:
    """TA-TERR-05, TA-TERR-08: of 8 inches one is lost at once; then the second is not crossed, or not come to."""
    hedges = [strip("hedge", (0, 40.45 - at), (72, 40.45 - at), width=0.1) for at in (3, second)]
    start = moving(men(), *(replace(one, id=f"hedge {at}") for at, one in enumerate(hedges)))
    (reason,) = start.refusal(march("men", ahead(7.8)))
    assert set(reason.rules) == against
    shown = BY_THIS_AXE.preview(start.battle, start.decision, march("men", ahead(7.8)))
    assert [leg.pose.y for leg in shown.legs] == pytest.approx([40_000 - 1000 * reached], abs=20)
    assert place(start.then(march("men", ahead(reached - 0.2))).unit("men"))[1] == pytest.approx(40.2 - reached)


def test_woods_take_nothing_from_who_has_no_move_left_at_their_edge() -> None:
    """TA-TERR-03, TA-CMD-21: no die is thrown for an ordered charge that ends there."""
    order = (Ordered("charge", "TA-CMD-D01", inches(3)),)
    woods, foe = piece("woods", 30, 26, 42, 32.5), red("foe", 4, at=(36, 29))
    start = moving(blue("men", 4, at=(36, 40), orders=order), foe, woods, command="cards")
    halted = start.then(charge_at("foe"))
    assert halted.over
    assert place(halted.unit("men")) == (36, 32, 0)
    assert halted.unit("men").own.turn.lost_to_woods == 0
    nearer = moving(blue("men", 4, at=(36, 39.5), orders=order), foe, woods, command="cards").then(charge_at("foe"))
    assert nearer.roll.rules == ("TA-TERR-03", "TA-UNIT-11")


def test_who_wades_through_a_river_is_shot_at_where_he_comes_into_range() -> None:
    """TA-CMD-34, TA-TERR-07: and then goes on to the far bank, or onto the enemy there."""
    river = strip("river", (0, 34), (72, 34), width=5)
    waiting = blue("men", 4, at=(36, 36.5), bank=("river", 1))
    bows = red("bows", 4, at=(36, 28), ranged=("javelin",), orders=(Ordered("reserve", "TA-CMD-S07"),))
    shot = moving(waiting, bows, river, turn=2, command="cards").then(march("men", ahead(1)))
    assert place(shot.unit("men"))[1] == pytest.approx(34, abs=0.26)
    over = shot.then("6 6 6 6")
    assert place(over.unit("men")) == (36, 30.5, 0)
    assert over.unit("men").own.bank is None
    assert not over.battle.agenda
    order = (Ordered("charge", "TA-CMD-D01", inches(6)),)
    charging = with_orders(waiting, order)
    near = red("bows", 4, at=(36, 31), ranged=("javelin",), orders=(Ordered("reserve", "TA-CMD-S07"),))
    met = moving(charging, near, river, turn=2, command="cards").then(charge_at("bows"), "6 6 6 6")
    assert [one.defender for one in met.battle.engagements] == ["bows"]
