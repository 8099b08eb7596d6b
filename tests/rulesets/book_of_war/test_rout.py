"""Turning to flee, running, colliding, being cornered, leaving the table."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Checked, Compelled, Formed, Marked, Moved, Removed
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.field import fights_cornered, formation, is_routed
from schiltron.rulesets.book_of_war.morale.rout import Flights
from schiltron.rulesets.book_of_war.movement.phase import MovementPhase
from schiltron.rulesets.book_of_war.state import CORNERED, ROUTED
from schiltron.rulesets.book_of_war.steps import Check
from schiltron.table.body import Wing
from schiltron.table.lengths import inches
from schiltron.table.outline import gap
from tests.rulesets.book_of_war.positions import EAST, NORTH, SOUTH, WEST, Played, blue, field, piece, place, play, red

RUN = Flights("blue")


def running(*units_and_features, **options) -> Played:
    units = [one for one in units_and_features if hasattr(one, "figures")]
    features = [one for one in units_and_features if not hasattr(one, "figures")]
    return play(field(*units, features=features, **{"declare": "measure_first", **options}), RUN)


# ---------------------------------------------------------------- routing


def test_a_routing_unit_turns_about_at_once_and_is_marked() -> None:
    """BW-B5-04, BW-B5-05: free, on the spot, to face away from the enemy."""
    start = play(
        field(blue("pikemen", 8, files=4, at=(36, 30)), red("archers", 4, at=(36, 30))), Check("pikemen", "losses", 8)
    )
    routed = start.then("1 1")
    assert place(routed.unit("pikemen")) == (36, 31.5, 180)
    assert routed.events_of(Marked)[0].mark == "routed"
    assert routed.events_of(Formed)[0].rules == ("BW-B5-05",)


def test_a_unit_that_faces_away_already_keeps_its_facing() -> None:
    """BW-B5-05: it turns only if it has to."""
    start = play(
        field(blue("pikemen", 8, files=4, at=(36, 30), facing=SOUTH), red("archers", 4, at=(36, 20))),
        Check("pikemen", "losses", 8),
    )
    assert place(start.then("1 1").unit("pikemen")) == (36, 30, 180)


def test_hedgehogs_and_wrapped_units_are_redressed_as_they_rout() -> None:
    """BW-B5-05: to one facing, at the same moment."""
    for shape in ({"hedgehog": True}, {"left": Wing(2, 90_000)}):
        unit = blue("pikemen", 16, files=4, at=(36, 30), **shape)
        routed = play(field(unit, red("archers", 4, at=(36, 20))), Check("pikemen", "losses", 16)).then("1 1")
        body = formation(routed.unit("pikemen"))
        assert not body.hedgehog
        assert body.left is None
        assert place(routed.unit("pikemen"))[2] == 180


# ---------------------------------------------------------------- fleeing


def test_a_routed_unit_flees_at_its_full_move_away_from_the_enemy() -> None:
    """BW-B5-06: in its owner's movement phase, and the log says that the rule moved it."""
    run = running(blue("pikemen", 6, at=(36, 20), facing=SOUTH, marks=("routed",)), red("archers", 6, at=(36, 10)))
    assert place(run.unit("pikemen")) == (36, 32, 180)
    assert run.events_of(Compelled)[0].rules == ("BW-B5-06", "BW-B5-07")


def test_flight_ends_farthest_from_the_nearest_enemy() -> None:
    """BW-B5-06: with enemies north and west it runs off between east and south, paying for the wheel."""
    unit = blue("pikemen", 6, files=2, at=(30, 20), facing=SOUTH, marks=("routed",))
    foes = (red("archers", 6, at=(30, 12)), red("pikemen", 6, id="west", at=(21, 22), facing=EAST))
    run = running(unit, *foes)
    x, y, _ = place(run.unit("pikemen"))
    assert x > 33
    assert y > 25
    (moved,) = run.events_of(Moved)
    assert moved.spent == inches(12)


def test_in_a_turn_only_the_routed_of_that_side_run() -> None:
    """BW-B5-06: in its own turns; the enemy's run in theirs, and whoever stands is not compelled."""
    ran = running(
        blue("pikemen", 6, files=3, at=(30, 30), facing=197, marks=(ROUTED,)),
        blue("archers", 4, at=(60, 44)),
        red("light_infantry", 6, files=3, at=(33, 17), facing=213, marks=(ROUTED,)),
    )
    assert [event.unit for event in ran.events_of(Compelled)] == ["pikemen"]
    assert place(ran.unit("light_infantry")) == (33, 17, 213)
    assert place(ran.unit("archers")) == (60, 44, 0)


def test_routers_of_whom_nobody_is_left_do_not_run() -> None:
    """BW-B5-06, BW-B4-07: they lie where they fell until they are taken off."""
    fallen = blue("pikemen", 0, fallen=6, files=3, at=(30, 30), facing=17, marks=(ROUTED,))
    assert not running(fallen, red("archers", 4, at=(36, 20))).events_of(Compelled)


def test_flight_pays_for_the_ground() -> None:
    """BW-B5-06, BW-B3-08."""
    unit = blue("pikemen", 6, at=(36, 20), facing=SOUTH, marks=("routed",))
    run = running(unit, red("archers", 6, at=(36, 10)), piece("marsh", 0, 20, 72, 48))
    assert place(run.unit("pikemen"))[1] < 25


def test_a_routed_unit_that_can_flee_takes_no_orders_and_makes_no_attack() -> None:
    """BW-B5-07."""
    position = field(
        blue("archers", 6, at=(36, 20), marks=("routed",)), red("pikemen", 6, at=(36, 12)), declare="measure_first"
    )
    assert play(position, MovementPhase("blue")).over
    assert play(position, AttackPhase("blue")).over


def test_a_unit_that_flees_over_the_edge_is_lost_for_good() -> None:
    """BW-B5-11: as soon as any figure crosses it."""
    runners = blue("pikemen", 6, fallen=2, at=(36, 44), facing=SOUTH, marks=("routed",))
    run = running(runners, red("archers", 6, at=(36, 34)))
    assert run.unit("pikemen").place == OffTable("fled off the table", "south")
    assert run.events_of(Removed)[0].rules == ("BW-B5-11",)
    assert run.unit("pikemen").bodies == 0


# ---------------------------------------------------------------- cornered


def boxed_in() -> list:
    """Routed pikes with enemies close on all four sides."""
    return [
        blue("pikemen", 4, files=2, at=(36, 30), marks=("routed",)),
        red("archers", 4, id="north", at=(36, 29.9)),
        red("archers", 4, id="south", at=(36, 31.6), facing=NORTH),
        red("archers", 4, id="west", at=(35.15, 30.75), facing=EAST),
        red("archers", 4, id="east", at=(36.85, 30.75), facing=WEST),
    ]


def test_a_routed_unit_with_no_way_out_may_act_normally() -> None:
    """BW-B5-12, BW-B5-13: it is marked cornered and may be ordered; its attacks are at -1."""
    run = running(*boxed_in())
    assert fights_cornered(run.unit("pikemen"))
    ordered = play(run.battle, MovementPhase("blue"))
    assert ordered.decision.actors == ("pikemen",)
    touching = [blue("pikemen", 4, at=(36, 30), marks=("routed", "cornered")), red("archers", 4, at=(36, 30))]
    assert play(field(*touching), AttackPhase("blue")).dice == [(4, 5)]


def test_who_has_run_already_is_not_cornered_where_he_can_run_no_farther() -> None:
    """BW-B5-12: that is looked at when its movement phase begins."""
    closed_in = boxed_in()
    ran = [replace(one, own=replace(one.own, turn=replace(one.own.turn, moved=True))) for one in closed_in]
    assert fights_cornered(running(*closed_in).unit("pikemen"))
    assert not fights_cornered(running(*ran).unit("pikemen"))


def test_as_soon_as_a_way_opens_it_must_flee() -> None:
    """BW-B5-12: looked at afresh each turn; the table edge closes nobody in."""
    run = running(*boxed_in())
    opened = {key: unit for key, unit in run.battle.units.items() if key != "south"}
    again = play(replace(run.battle, units=opened), RUN)
    assert again.unit("pikemen").marks == (ROUTED,)
    assert [(event.mark, event.on) for event in again.events_of(Marked)] == [(CORNERED, False)]
    assert again.events_of(Compelled)
    at_the_edge = running(
        blue("pikemen", 6, at=(36, 47.2), facing=SOUTH, marks=("routed",)), red("archers", 6, at=(36, 40))
    )
    assert not at_the_edge.unit("pikemen").on_table


# ---------------------------------------------------------------- running into friends


def stampede(**friend) -> Played:
    """Six routed pikes run into twelve archers right behind them."""
    return running(
        blue("pikemen", 6, at=(36, 20), facing=SOUTH, marks=("routed",)),
        blue("archers", 12, **{"at": (36, 24), "facing": NORTH, **friend}),
        red("light_infantry", 20, at=(36, 17)),
        red("heavy_infantry", 10, at=(26, 24), facing=EAST),
        red("medium_infantry", 10, at=(46, 24), facing=WEST),
    )


def test_friends_run_into_check_as_if_they_had_lost_the_routers_number() -> None:
    """BW-B5-15, BW-B5-16: 12 // 6 = 2, so 2d6 + 1 + 2 must reach 10."""
    hit = stampede()
    assert "Archers check morale (run into): 7 or more" in hit.roll.purpose
    assert hit.roll.rules == ("BW-B5-15", "BW-B5-16", "BW-B5-02")


def test_if_the_friends_stand_the_routers_stop_there() -> None:
    """BW-B5-17: nobody passes through."""
    stood = stampede().then("6 6")
    assert stood.over
    assert not is_routed(stood.unit("archers"))
    assert gap(stood.unit("pikemen").outline, stood.unit("archers").outline) <= 20
    assert stood.unit("pikemen").own.turn.spent < inches(12)


def test_if_the_friends_rout_they_flee_first_and_then_the_routers_go_on() -> None:
    """BW-B5-15, BW-B5-17: at once, if they have not moved yet."""
    both = stampede().then("1 1")
    assert is_routed(both.unit("archers"))
    fled = [moved.unit for moved in both.events_of(Moved)]
    assert fled == ["pikemen", "archers", "pikemen"]
    assert place(both.unit("archers"))[1] > 30
    assert place(both.unit("pikemen"))[1] > 26


def test_friends_that_are_routed_already_are_not_affected() -> None:
    """BW-B5-15."""
    hit = stampede(marks=("routed",), moved=True, spent=inches(12), at=(36, 24), facing=SOUTH)
    assert not [checked for checked in hit.events_of(Checked) if checked.unit == "archers"]


@pytest.mark.parametrize("dice", ["6 6", "1 1"])
def test_a_friend_is_run_into_once_by_each_router_in_a_turn(dice: str) -> None:
    """BW-B5-15: the chain of collisions ends."""
    played = stampede().then(dice)
    assert len([one for one in played.events_of(Checked) if one.why == "run into"]) == 1
