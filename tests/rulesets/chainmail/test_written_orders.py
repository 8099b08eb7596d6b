"""Simultaneous movement: orders written in secret, half moves made together, charges that answer charges."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.movement.clock import FULL, Course
from schiltron.battle.state.decision import FINISH, Aimed, Commanded, Plan, Planned
from schiltron.battle.state.event import Declared, Moved, Revealed, Touched
from schiltron.battle.state.illegal import Illegal
from schiltron.battle.state.manoeuvre import Face, Manoeuvre, Reform, Turn, Wheel
from schiltron.battle.state.order import Reply
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.state import FORMING, Battle
from schiltron.rulesets.chainmail.steps import BeginTurn
from schiltron.rulesets.chainmail.written.marching import Onward
from schiltron.rulesets.chainmail.written.movers import IF_CHARGED
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from schiltron.rulesets.chainmail.written.timed_way import Going
from schiltron.table.outline import outline
from tests.rulesets.chainmail.positions import (
    EAST,
    WEST,
    Played,
    ahead,
    blue,
    charge,
    commander,
    field,
    march,
    piece,
    place,
    play,
    red,
    rules,
    shoot,
    turn,
)

SIMULTANEOUS = {"turn_system": "simultaneous"}


def plan(*orders: Commanded) -> Planned:
    return Planned(orders)


def if_charged(actor: str, friend: str = "") -> Commanded:
    return Commanded(actor, IF_CHARGED, Aimed(friend or actor))


def written(battle, blue_plan: Planned, red_plan: Planned) -> Played:  # type: ignore[no-untyped-def]
    return play(battle, WriteOrders()).at_once(blue_plan, red_plan)


# ---------------------------------------------------------------- writing


def test_both_sides_are_asked_at_once_and_neither_sees_the_other() -> None:
    """CM-TURN-10: orders are written for every unit, and stay hidden until both are in."""
    battle = field(blue("foot", 12, files=6, at=(30, 40)), red("levy", 12, files=6, at=(30, 20)), **SIMULTANEOUS)
    begun = play(battle, BeginTurn())
    assert [decision.seat for decision in begun.battle.decisions] == ["blue", "red"]
    assert all(isinstance(decision, Plan) and decision.sealed for decision in begun.battle.decisions)
    first = begun.battle.decisions[0]
    half = CHAINMAIL.obey(begun.battle, Reply("blue", first.id, plan(march("foot", ahead(6)))))
    other = CHAINMAIL.view(half.battle, "red")  # type: ignore[union-attr]
    assert other.commitments[0].answer is None
    assert "6000" not in repr(other.commitments)


def test_among_several_orders_a_fault_says_whose_it_is() -> None:
    """One unit is ordered further than it can go, the other is not."""
    units = blue("foot", 12, files=6, at=(30, 40)), blue("guard", 12, files=6, at=(50, 40))
    battle = field(*units, red("levy", 12, files=6, at=(30, 8)), **SIMULTANEOUS)
    begun = play(battle, BeginTurn()).battle
    decision = begun.decisions[0]
    far = march("guard", ahead(30))
    alone, both = (
        CHAINMAIL.obey(begun, Reply("blue", decision.id, orders))
        for orders in (plan(far), plan(march("foot", ahead(6)), far))
    )
    assert isinstance(alone, Illegal)
    assert isinstance(both, Illegal)
    name = begun.units["guard"].name
    assert [reason.text for reason in both.reasons] == [f"{name}: {reason.text}" for reason in alone.reasons]


def test_orders_are_shown_together() -> None:
    """CM-TURN-10."""
    battle = field(blue("foot", 12, files=6, at=(30, 40)), red("levy", 12, files=6, at=(30, 20)), **SIMULTANEOUS)
    played = written(battle, plan(march("foot", ahead(6))), plan(march("levy", ahead(4))))
    assert played.events_of(Revealed)
    assert place(played.unit("foot"))[:2] == (30, 34)
    assert place(played.unit("levy"))[:2] == (30, 24)


def test_a_unit_without_an_order_stands_still() -> None:
    """CM-TURN-13: it may not act outside an order."""
    battle = field(blue("foot", 12, files=6, at=(30, 40)), red("levy", 12, files=6, at=(30, 20)), **SIMULTANEOUS)
    played = written(battle, plan(), plan())
    assert place(played.unit("foot"))[:2] == (30, 40)
    assert not played.unit("foot").own.turn.moved


def test_one_order_a_unit_and_only_legal_ones() -> None:
    """CM-TURN-13: an exact order for each; heavy foot go 9 inches and no farther (CM-MOVE-01)."""
    battle = field(blue("foot", 12, files=6, at=(30, 40)), red("levy", 12, files=6, at=(30, 20)), **SIMULTANEOUS)
    begun = play(battle, WriteOrders())
    twice = begun.refusal(plan(march("foot", ahead(3)), march("foot", ahead(4))), "blue")
    assert "CM-TURN-13" in rules(twice)
    assert begun.refusal(plan(march("foot", ahead(10))), "blue")
    assert begun.refusal(plan(march("levy", ahead(3))), "blue")


def test_friends_who_are_ordered_away_do_not_bar_an_order() -> None:
    """CM-TURN-11: all move at the same time, so those behind may follow those in front."""
    battle = field(
        blue("front", 12, files=6, at=(30, 40)),
        blue("rear", 12, files=6, at=(30, 42)),
        red("levy", 12, files=6, at=(80, 10)),
        **SIMULTANEOUS,
    )
    begun = play(battle, WriteOrders())
    assert begun.refusal(plan(march("rear", ahead(6))), "blue")
    both = plan(march("front", ahead(6)), march("rear", ahead(6)))
    (decision,) = [one for one in begun.battle.decisions if one.seat == "blue"]
    view = CHAINMAIL.view(begun.battle, "blue")
    assert not CHAINMAIL.preview(view, decision, march("rear", ahead(6))).legal
    shown = CHAINMAIL.preview(view, decision, both)
    assert (shown.legal, [leg.pose.y for leg in shown.legs]) == (True, [36_000])
    played = written(battle, both, plan())
    assert place(played.unit("rear"))[1] == 36
    assert {moved.unit for moved in played.events_of(Moved) if moved.together} == {"front", "rear"}


def test_the_turn_track_shows_the_system_that_is_played() -> None:
    """CM-TURN-01: written orders and movement, or initiative, move and counter move."""
    battle = field(blue("foot", 12, files=6, at=(30, 40)), **SIMULTANEOUS)
    other = field(blue("foot", 12, files=6, at=(30, 40)))
    names = [{entry.name for entry in CHAINMAIL.sequence(one) if entry.part == "turn"} for one in (battle, other)]
    assert names[0] - names[1] == {"orders", "movement"}
    assert names[1] - names[0] == {"initiative", "first_move", "last_move"}
    every = {entry.name for entry in CHAINMAIL.sequence() if entry.part == "turn"}
    assert every - names[0] - names[1] <= {"siege", "magic"}


# ---------------------------------------------------------------- half moves


def test_units_that_march_at_each_other_meet_half_way_by_their_pace() -> None:
    """CM-TURN-11: one half of the ordered move at the same time; contact by the enemy's movement stops a unit there."""
    battle = field(
        blue("foot", 20, files=10, at=(30, 40)),
        red("pikes", 20, files=10, at=(30, 28), troop="swiss_pikemen"),
        **SIMULTANEOUS,
    )
    played = written(battle, plan(march("foot", ahead(9))), plan(march("pikes", ahead(9))))
    (touched,) = played.events_of(Touched)
    assert {touched.unit, touched.other} == {"foot", "pikes"}
    assert abs(place(played.unit("foot"))[1] - 34) < 0.1
    assert abs(place(played.unit("pikes"))[1] - 34) < 0.1


def test_a_faster_unit_gets_farther_before_they_meet() -> None:
    """CM-TURN-11: the clock is the same for all, so the longer move is made at a greater pace."""
    battle = field(
        blue("horse", 10, files=5, at=(30, 44), troop="light_horse", missile=""),
        red("foot", 20, files=10, at=(30, 26)),
        **SIMULTANEOUS,
    )
    played = written(battle, plan(march("horse", ahead(24))), plan(march("foot", ahead(8))))
    assert abs(place(played.unit("horse"))[1] - (44 - 18 * 24 / 32)) < 0.1


def test_a_unit_may_leave_before_the_charge_arrives() -> None:
    """CM-TURN-11: the target marched out of the way, and the charge meets nobody."""
    battle = field(
        blue("knights", 5, files=5, at=(30, 44), troop="heavy_horse"),
        red("bows", 5, files=5, at=(30, 28), troop="longbowmen", facing=EAST),
        **SIMULTANEOUS,
    )
    played = written(battle, plan(charge("knights", ahead(18))), plan(march("bows", ahead(12))))
    assert not played.events_of(Touched)
    assert place(played.unit("bows"))[0] == 42


def test_two_friends_on_one_spot_do_not_stand_on_each_other() -> None:
    """CM-TURN-11: of two friends who run into each other one halts."""
    battle = field(
        blue("left", 12, files=6, at=(30, 40), facing=EAST),
        blue("right", 12, files=6, at=(46, 40), facing=WEST),
        red("far", 6, at=(80, 10)),
        **SIMULTANEOUS,
    )
    played = written(battle, plan(march("left", ahead(9)), march("right", ahead(9))), plan())
    gap = place(played.unit("right"))[0] - place(played.unit("left"))[0]
    assert -0.1 < gap < 9


# ---------------------------------------------------------------- the half


def test_pass_through_fire_is_given_at_the_half_of_the_move() -> None:
    """CM-TURN-11, CM-MISSILE-17: stationary archers fire when the enemy is half way."""
    battle = field(
        blue("foot", 12, files=6, at=(30, 44)),
        red("bows", 12, files=6, at=(30, 26), troop="longbowmen"),
        **SIMULTANEOUS,
    )
    played = written(battle, plan(march("foot", ahead(9))), plan())
    assert played.decision.seat == "red"
    assert played.decision.window
    assert abs(place(played.unit("foot"))[1] - 39.5) < 0.01


def test_horse_archers_split_their_move_at_the_half() -> None:
    """CM-TURN-11, CM-MISSILE-15."""
    battle = field(
        blue("riders", 6, files=6, at=(30, 44), troop="horse_archers"),
        red("foot", 12, files=6, at=(30, 26)),
        **SIMULTANEOUS,
    )
    split = Commanded("riders", "split", march("riders", ahead(8)).form)
    played = written(battle, plan(split), plan())
    assert played.decision.seat == "blue"
    assert played.decision.actors == ("riders",)
    assert abs(place(played.unit("riders"))[1] - 40) < 0.01


# ---------------------------------------------------------------- charge if charged


def cavalry(**more: object):  # type: ignore[no-untyped-def]
    return field(
        blue("knights", 6, files=6, at=(30, 40), troop="medium_horse"),
        red("riders", 6, files=6, at=(30, 18), troop="medium_horse"),
        red("foot", 12, files=6, at=(50, 18)),
        **SIMULTANEOUS,
        **more,  # type: ignore[arg-type]
    )


def test_cavalry_told_to_charge_if_charged_does_so_from_the_half_with_half_its_charge() -> None:
    """CM-TURN-14, CM-TURN-15: medium horse charge 24 inches, so 12 in the second half of the turn."""
    played = written(cavalry(), plan(if_charged("knights")), plan(charge("riders", ahead(23))))
    declared = [event for event in played.events_of(Declared) if event.unit == "knights"]
    assert declared
    assert "CM-TURN-15" in declared[0].rules
    assert played.unit("knights").own.turn.charged
    moved = [event for event in played.events_of(Moved) if event.unit == "knights"]
    riders = [event for event in played.events_of(Moved) if event.unit == "riders"]
    assert riders[0].unit == "riders"
    assert sum(event.spent for event in moved) <= 12_000
    # The riders are half way at 29.  From there both ride: 11 and a half inches against 12, and 11 between them.
    assert 29 < place(played.unit("riders"))[1] < 40


def test_they_wait_if_nobody_charges() -> None:
    """CM-TURN-14."""
    played = written(cavalry(), plan(if_charged("knights")), plan(march("riders", ahead(4))))
    assert place(played.unit("knights"))[1] == 40
    assert not played.unit("knights").own.turn.charged


def test_they_answer_for_a_friend_who_is_near() -> None:
    """CM-TURN-14: in support of a friend within half of the charge move; not of one farther off."""
    battle = field(
        blue("knights", 6, files=6, at=(42, 42), troop="medium_horse"),
        blue("archers", 12, files=6, at=(30, 40), troop="longbowmen", shots=1),
        blue("far", 12, files=6, at=(80, 40)),
        red("riders", 6, files=6, at=(30, 18), troop="medium_horse"),
        **SIMULTANEOUS,
    )
    begun = play(battle, WriteOrders())
    assert "CM-TURN-14" in rules(begun.refusal(plan(if_charged("knights", "far")), "blue"))
    played = written(battle, plan(if_charged("knights", "archers")), plan(charge("riders", ahead(23))))
    assert played.unit("knights").own.turn.charged


def test_only_cavalry_charges_if_charged() -> None:
    """CM-TURN-14."""
    battle = field(blue("foot", 12, files=6, at=(30, 40)), red("levy", 12, files=6, at=(30, 20)), **SIMULTANEOUS)
    begun = play(battle, WriteOrders())
    assert "CM-TURN-14" in rules(begun.refusal(plan(if_charged("foot")), "blue"))


def test_a_turned_march_is_made_by_the_clock_too() -> None:
    """CM-TURN-10: an order gives direction and facing."""
    battle = field(blue("foot", 12, files=6, at=(30, 40)), red("levy", 12, files=6, at=(80, 10)), **SIMULTANEOUS)
    played = written(battle, plan(march("foot", turn(45), ahead(4))), plan())
    assert place(played.unit("foot"))[2] == 45


def test_artillery_missiles_and_melees_follow_in_that_order() -> None:
    """CM-TURN-12, CM-TURN-01: the same steps as in the other system come after the moves."""
    battle = field(blue("foot", 12, files=6, at=(30, 40)), red("levy", 12, files=6, at=(80, 10)), **SIMULTANEOUS)
    begun = play(battle, BeginTurn())
    names = [type(step).__name__ for step in begun.battle.agenda]
    assert names.index("Artillery") < names.index("Missiles") < names.index("Melees")
    assert "Initiative" not in names


# ---------------------------------------------------------------- the second half


def test_a_charge_that_answers_one_is_half_of_a_charge_all_told() -> None:
    """CM-TURN-15, CM-MELEE-14: heavy horse charge 18 inches; who drives the chargers off carries on with 9 in all."""
    battle = field(
        blue("knights", 6, files=6, at=(30, 40), troop="heavy_horse"),
        red("riders", 6, files=6, at=(30, 22), troop="light_horse"),
        **SIMULTANEOUS,
    )
    begun = written(battle, plan(if_charged("knights")), plan(charge("riders", ahead(24))))
    played = begun.then("1 1" if begun.roll.purpose.startswith("Riders") else "6 6")
    assert not played.battle.engagements
    moved = [event.spent for event in played.events_of(Moved) if event.unit == "knights"]
    assert sum(moved) == 9_000
    assert place(played.unit("knights"))[1] == 31


def test_who_turns_to_answer_a_charge_pays_for_it_out_of_that_half() -> None:
    """CM-TURN-15, CM-FORM-04: the turn and the ride together are half of the charge move."""
    battle = field(
        blue("knights", 6, files=6, at=(30, 40), troop="medium_horse"),
        blue("archers", 12, files=6, at=(44, 40), troop="longbowmen", ordered="fired"),
        red("riders", 6, files=6, at=(44, 16), troop="medium_horse"),
        **SIMULTANEOUS,
    )
    played = written(battle, plan(if_charged("knights", "archers")), plan(charge("riders", ahead(24)))).then(FINISH)
    moved = [event for event in played.events_of(Moved) if event.unit == "knights"]
    assert isinstance(moved[0].legs[0].manoeuvre, Turn)
    assert 0 < sum(event.spent for event in moved) <= 12_000


def test_who_has_fired_at_the_chargers_stays() -> None:
    """CM-TURN-14, CM-MISSILE-17: horse archers who gave pass-through fire do not charge in the same turn."""
    battle = field(
        blue("turks", 6, files=6, at=(30, 40), troop="turkish_horse"),
        red("riders", 6, files=6, at=(30, 18), troop="medium_horse"),
        **SIMULTANEOUS,
    )
    orders = plan(if_charged("turks")), plan(charge("riders", ahead(23)))
    played = written(battle, *orders).then(shoot("turks", at="riders"))
    assert not played.unit("turks").own.turn.charged
    assert written(battle, *orders).then(FINISH).unit("turks").own.turn.charged


def test_cavalry_answers_for_a_friend_whom_the_charge_has_reached() -> None:
    """CM-TURN-14: marching at each other they met before the half; the support begins at the half all the same."""
    battle = field(
        blue("knights", 6, files=6, at=(44, 40), troop="medium_horse"),
        blue("foot", 12, files=6, at=(34, 36)),
        red("riders", 6, files=6, at=(34, 24), troop="medium_horse"),
        **SIMULTANEOUS,
    )
    orders = plan(if_charged("knights", "foot"), march("foot", ahead(9)))
    played = written(battle, orders, plan(charge("riders", ahead(24)))).then("6 6")
    assert ("riders", "foot") in [(one.attacker, one.defender) for one in played.battle.engagements]
    declared = [(event.unit, event.target) for event in played.events_of(Declared)]
    assert ("knights", "riders") in declared


def test_who_lost_files_at_the_half_goes_on_as_it_stands() -> None:
    """CM-TURN-11, CM-TURN-08: the fallen are gone before the rest of the move."""
    battle = field(
        blue("foot", 6, files=6, at=(30, 44), troop="light_foot"),
        red("bows", 5, files=5, at=(30, 26), troop="longbowmen"),
        **SIMULTANEOUS,
    )
    played = written(battle, plan(march("foot", ahead(9))), plan()).then(shoot("bows", at="foot"), "1")
    foot = played.unit("foot")
    assert (foot.figures, foot.body.files) == (4, 4)
    assert place(foot)[:2] == (30, 35)
    wider = field(
        blue("foot", 12, files=3, at=(30, 44), troop="light_foot"),
        red("bows", 10, files=5, at=(30, 26), troop="longbowmen"),
        **SIMULTANEOUS,
    )
    played = written(wider, plan(march("foot", Reform(12))), plan()).then(shoot("bows", at="foot"), "1")
    assert played.unit("foot").body.files == 3


def test_who_is_met_while_changing_formation_is_caught_at_it() -> None:
    """CM-FORM-03, CM-TURN-11: half way through the change it is still in the old formation, and shown as forming."""
    battle = field(
        blue("foot", 20, files=10, at=(30, 44)),
        red("pikes", 20, files=10, at=(30, 35), troop="swiss_pikemen"),
        **SIMULTANEOUS,
    )
    played = written(battle, plan(march("foot", Reform(4))), plan(charge("pikes", ahead(15)))).then("6 6")
    foot = played.unit("foot")
    assert foot.body.files == 10
    assert foot.own.forming is not None
    assert 0 < foot.own.forming.paid < foot.own.forming.due
    assert foot.has(FORMING)
    done = written(battle, plan(march("foot", Reform(4))), plan())
    assert (done.unit("foot").body.files, done.unit("foot").own.forming) == (4, None)


def test_only_who_has_come_to_the_slope_has_gone_uphill() -> None:
    """CM-FATIGUE-08, CM-TURN-11: a march that was stopped before the hill was none uphill."""
    hill = (piece("hill", 20, 20, 40, 34),)
    orders = plan(march("foot", ahead(7))), plan(march("foe", ahead(4)))
    stopped = field(blue("foot", 12, files=6, at=(30, 40)), red("foe", 6, at=(30, 35)), features=hill, **SIMULTANEOUS)
    assert written(stopped, *orders).battle.engagements
    assert not written(stopped, *orders).unit("foot").own.turn.uphill
    free = field(blue("foot", 12, files=6, at=(30, 40)), red("foe", 6, at=(80, 35)), features=hill, **SIMULTANEOUS)
    assert written(free, *orders).unit("foot").own.turn.uphill


def test_the_target_of_a_charge_is_named_though_a_friend_stands_before_it_now() -> None:
    """CM-MELEE-11, CM-TURN-10: he is ordered away; the rules of a move are told as in the other system."""
    battle = field(
        blue("knights", 6, files=6, at=(30, 40), troop="medium_horse"),
        blue("screen", 6, files=6, at=(30, 36), troop="light_horse", facing=EAST),
        red("foot", 12, files=6, at=(30, 20)),
        **SIMULTANEOUS,
    )
    played = written(battle, plan(charge("knights", ahead(20)), march("screen", ahead(20))), plan())
    declared = [(event.unit, event.target) for event in played.events_of(Declared)]
    assert declared == [("knights", "foot")]
    told = {rule for event in played.events_of(Moved) if event.unit == "knights" for rule in event.rules}
    assert told >= {"CM-TURN-11", "CM-MOVE-01", "CM-MELEE-11"}


def test_who_could_not_stir_has_not_moved() -> None:
    """CM-TURN-13, CM-FATIGUE-01: an order that comes to nothing tires nobody and leaves both shots."""
    battle = field(
        blue("bows", 6, files=6, at=(30, 40), troop="archers"),
        red("foe", 6, at=(30, 39.9)),
        red("far", 6, at=(80, 10)),
        **SIMULTANEOUS,
    )
    marches = Going("bows", "move", Course("bows", battle.units["bows"].pose, battle.units["bows"].body, ()), ())
    played = play(battle, Onward(0, (marches,)))
    assert not played.unit("bows").own.turn.moved


def test_who_has_an_order_to_move_is_not_stationary() -> None:
    """CM-MISSILE-17, CM-TURN-13: the commander rides first; archers who will march do not fire at him."""
    battle = field(
        commander("prince", "blue", at=(30, 40)),
        red("bows", 12, files=6, at=(30, 26), troop="longbowmen"),
        **SIMULTANEOUS,
    )
    ride = march("prince", ahead(4))
    assert written(battle, plan(ride), plan()).decision.actors == ("bows",)
    played = written(battle, plan(ride), plan(march("bows", ahead(3))))
    assert place(played.unit("prince"))[1] == 36
    assert place(played.unit("bows"))[1] == 29


def test_nearby_is_half_of_the_charge_move() -> None:
    """CM-TURN-14: of medium horse 12 inches, from figure to figure."""
    for apart, near in ((11.9, True), (12.1, False)):
        battle = field(
            blue("knights", 2, at=(30, 40), troop="medium_horse"),
            blue("archers", 2, at=(31 + apart + 0.75, 40), troop="longbowmen"),
            red("riders", 2, at=(80, 10)),
            **SIMULTANEOUS,
        )
        begun = play(battle, WriteOrders())
        obeyed = CHAINMAIL.obey(
            begun.battle, Reply("blue", begun.battle.decisions[0].id, plan(if_charged("knights", "archers")))
        )
        assert isinstance(obeyed, Illegal) is not near


def test_who_is_drawn_into_a_contact_beside_it_goes_no_farther() -> None:
    """CM-TURN-11: the chargers' line reaches the unit next to the one they meet; its facing about ends there.

    It met nobody on its own way, since facing about it stays on its ground: only being in melee holds it.
    """
    battle = field(
        blue("first", 6, at=(28, 30)),
        blue("next", 6, at=(32.5, 30.01)),
        red("chargers", 12, at=(30.25, 20)),
        **SIMULTANEOUS,
    )
    orders = plan(march("next", Face("rear")))
    played = written(battle, orders, plan(charge("chargers", ahead(10))))
    assert {one.defender for one in played.battle.engagements} == {"first", "next"}
    assert place(played.unit("next"))[2] == 0
    assert place(written(battle, orders, plan()).unit("next"))[2] == 180


# ---------------------------------------------------------------- swings at the half


def halted(battle: Battle, *orders: Commanded) -> Played:
    """The written moves up to the half, where archers far behind are asked whether they fire."""
    return written(battle, plan(*orders), plan())


SWINGS: dict[str, tuple[Manoeuvre, dict[str, Any]]] = {
    "turn": (turn(180), {"at": (45, 0.8), "facing": 180}),
    "wheel": (Wheel("right", 90_000), {"at": (45.35, 4.35), "facing": 45}),
}


@pytest.mark.parametrize("swing", SWINGS)
def test_nobody_swings_over_the_table_edge(swing: str) -> None:
    """CM-SETUP-01, CM-TURN-11: where the table ends in the middle of a turn they stand as before until it is done."""
    leg, where = SWINGS[swing]
    unit = blue("men", 10, troop="swiss_pikemen", **where)
    start = field(unit, red("bows", 8, at=(47, 14), facing=0, troop="archers"), **SIMULTANEOUS)
    at_half = halted(start, march("men", leg))
    assert at_half.decision.seat == "red"
    assert at_half.unit("men").pose == unit.pose
    done = at_half.then(FINISH)
    assert done.unit("men").pose.heading != unit.pose.heading
    told = [event.legs for event in done.events_of(Moved) if event.unit == "men"]
    assert [each.manoeuvre for legs in told for each in legs] == [leg]
    middle = Course("men", unit.pose, unit.body, told[-1]).at(FULL // 2)[0]
    assert start.board is not None
    assert not start.board.holds(outline(middle, unit.body, unit.bodies)), "or there is nothing to prove"


def test_nobody_stands_in_a_house_in_the_middle_of_a_turn() -> None:
    """CM-TERR-15, CM-TURN-11; in the open the half of a turn is half a turn, about the middle of the body."""
    unit = blue("men", 10, at=(48, 40))
    bows = red("bows", 8, at=(48, 28), troop="archers")
    house = piece("building", 47, 36, 49, 38)
    inside = halted(field(unit, bows, features=(house,), **SIMULTANEOUS), march("men", turn(180)))
    assert inside.unit("men").pose == unit.pose
    free = halted(field(unit, bows, **SIMULTANEOUS), march("men", turn(180))).unit("men")
    assert place(free)[2] == 90
    assert (free.outline.x, free.outline.y) == pytest.approx((unit.outline.x, unit.outline.y), abs=2)
