"""Charge moves, contact, and the balance of a charge that was won."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Planned
from schiltron.battle.state.event import Compelled, Declared, Moved, Touched
from schiltron.battle.state.manoeuvre import Wheel
from schiltron.battle.state.unit import OffTable, OnTable
from schiltron.rulesets.chainmail.melee.refusing import RefuseCombat
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.movement.contact import before_contact
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.sequence import EndTurn
from schiltron.rulesets.chainmail.state import CAUGHT, REORGANIZING, Flight, Unit, with_morale
from schiltron.rulesets.chainmail.steps import Contact, Walk
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from schiltron.table.lengths import inches
from schiltron.table.pose import Pose
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.positions import (
    EAST,
    NORTH,
    Played,
    ahead,
    blue,
    charge,
    field,
    locked,
    march,
    moving,
    place,
    play,
    red,
    rules,
    turn,
)


def knights(at: tuple[float, float] = (48, 45), **more: Any) -> Unit:
    return blue("knights", 8, files=8, at=at, troop="knights", **more)


# ---------------------------------------------------------------- may it charge


def test_a_charge_is_made_only_where_it_leads_to_contact() -> None:
    """CM-MELEE-11: the enemy lies within the charge move along the declared path."""
    foot = blue("men", 8, at=(20, 40))
    start = moving(foot, red("foe", 8, at=(20, 29)))
    met = start.then(charge("men", ahead(11)))
    assert met.events_of(Declared)[0].target == "foe"
    assert met.unit("men").own.turn.charged
    for far in (8, 11.9):
        assert rules(moving(foot, red("foe", 8, at=(50, 29))).refusal(charge("men", ahead(far)))) == {"CM-MELEE-11"}
    assert rules(start.refusal(charge("men", ahead(5)))) == {"CM-MELEE-11"}
    too_far = moving(foot, red("foe", 8, at=(20, 27.5)))
    assert rules(too_far.refusal(charge("men", ahead(12.5)))) == {"CM-MOVE-01"}


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize(("aside", "first"), [(1.5, "left"), (-1.5, "right")])
def test_of_two_who_are_met_at_once_it_comes_onto_the_one_before_most_of_its_front(
    look: Look, aside: float, first: str
) -> None:
    """CM-MELEE-11: two bodies side by side in one line; it is the wider part of the front that counts, and not who is
    named first."""
    foot = blue("men", 8, files=8, at=(48 - aside, 40))
    left = red("left", 8, files=8, at=(45, 34))
    right = red("right", 8, files=8, at=(51, 34))
    start = play(look.at(field(foot, left, right)), Moves("blue"))
    met = start.then(charge("men", *look.path(ahead(6.5))))
    assert met.events_of(Declared)[0].target == first


def test_no_two_charges_running() -> None:
    """CM-MELEE-12: after a charge a unit moves at normal speed, or stands."""
    foe = red("foe", 8, at=(48, 36))
    tired = moving(knights(last_charge=3), foe, turn=4)
    assert rules(tired.refusal(charge("knights", ahead(9)))) == {"CM-MELEE-12"}
    assert tired.then(march("knights", ahead(8)))
    assert moving(knights(last_charge=3), foe, turn=5).then(charge("knights", ahead(9)))
    noted = play(field(knights(charged=True, moved=True), turn=7), EndTurn())
    assert noted.unit("knights").own.past.last_charge == 7


def test_cavalry_charges_nearly_straight() -> None:
    """CM-MELEE-13: a curve of at most 45 degrees in all; foot is not bound."""
    foe = red("foe", 8, at=(57, 36))
    start = moving(knights(), foe)
    assert start.then(charge("knights", turn(40), ahead(12)))
    wide = red("foe", 8, at=(58, 45), facing=270)
    curved = moving(knights(), wide)
    assert "CM-MELEE-13" in rules(curved.refusal(charge("knights", turn(40), turn(40), ahead(6))))
    assert "CM-MELEE-13" in rules(curved.refusal(charge("knights", Wheel("right", 46_000), ahead(9))))
    foot = blue("men", 4, at=(48, 45))
    near = red("foe", 8, at=(55, 45), facing=270)
    assert moving(foot, near).then(charge("men", turn(90), ahead(7)))


# ---------------------------------------------------------------- contact


def test_who_comes_up_to_an_enemy_is_in_melee_and_lines_up() -> None:
    """CM-MELEE-11: flush with the edge he came onto; a normal move leads to melee as well."""
    start = moving(blue("men", 8, at=(20, 40)), red("foe", 8, at=(20, 33), facing=170))
    met = start.then(march("men", ahead(8)))
    (engagement,) = met.battle.engagements
    assert (engagement.attacker, engagement.defender, engagement.edge, engagement.since) == ("men", "foe", "front", 1)
    assert met.events_of(Touched)[0].edge == "front"
    assert place(met.unit("men"))[2] == 350
    assert not met.unit("men").own.turn.charged
    assert met.unit("men").own.turn.moved


def test_flank_and_rear_are_the_edges_one_comes_onto() -> None:
    """CM-MELEE-25, CM-MELEE-26: the edge is kept with the contact."""
    foe = red("foe", 12, files=6, at=(40, 30))
    flank = moving(blue("men", 4, at=(30, 29.2), facing=EAST), foe).then(march("men", ahead(9)))
    assert flank.battle.engagements[0].edge == "right"
    rear = moving(blue("men", 4, at=(40, 22), facing=180), foe).then(march("men", ahead(8)))
    assert rear.battle.engagements[0].edge == "rear"


def test_contact_ends_the_move() -> None:
    """CM-TURN-07: nothing is done after it."""
    start = moving(blue("men", 8, at=(20, 40)), red("foe", 8, at=(20, 35)))
    assert rules(start.refusal(march("men", ahead(5), turn(10)))) == {"CM-TURN-07"}


def test_other_enemies_along_the_front_are_in_the_melee() -> None:
    """CM-MELEE-11: who stands in line with the one that was charged."""
    start = moving(blue("men", 12, at=(20, 40)), red("one", 4, at=(18, 35)), red("two", 4, at=(21.5, 35)))
    met = start.then(charge("men", ahead(5)))
    assert {one.defender for one in met.battle.engagements} == {"one", "two"}


def test_what_goes_before_contact() -> None:
    """CM-MELEE-15, CM-MORALE-13: a charge is thrown at, refused, stood; a normal move may only be refused."""
    position = field(knights(), red("foe", 8, at=(48, 36), charged=True))
    walk = Walk("knights", (), "charge")
    names = [type(step).__name__ for step in before_contact(position, walk, "foe")]
    assert names == ["ThrowAtChargers", "RefuseCombat", "StandCharge", "StandCharge", "Contact"]
    assert before_contact(position, replace(walk, action="move"), "foe") == (
        RefuseCombat("foe", "knights"), Contact(replace(walk, action="move"), "foe"))  # fmt: skip


# ---------------------------------------------------------------- the balance of a charge


def halfway(*units: Unit, target: str = "foe", **more: Any) -> Played:
    """A charge of knights that has come 9 inches and finds out whether its enemy still stands there."""
    return play(field(knights((48, 36), spent=inches(9), charged=True, moved=True), *units, **more),
                Contact(Walk("knights", (), "charge", target), target))  # fmt: skip


def test_a_charger_whose_enemy_fails_to_stand_uses_up_the_rest_of_its_charge() -> None:
    """CM-MELEE-14: won before melee, straight on with what is left of 18 inches."""
    gone = halfway(red("foe", 8, at=(48, 10), flight=Flight("retreat", 1, 1500, 1)))
    assert place(gone.unit("knights")) == (48, 27, NORTH)
    assert gone.events_of(Compelled)[0].rules == ("CM-MELEE-14",)
    assert "CM-MELEE-14" in gone.events_of(Moved)[0].rules
    destroyed = halfway(replace(red("foe", 8, at=(48, 10)), figures=0, place=OffTable("destroyed")))
    assert place(destroyed.unit("knights")) == (48, 27, NORTH)


def test_the_balance_may_bring_a_new_enemy() -> None:
    """CM-MELEE-14: that melee is fought in the same turn."""
    foe = red("foe", 8, at=(80, 10), flight=Flight("retreat", 1, 1500, 1))
    second = red("second", 8, at=(48, 31), troop="swiss_pikemen")
    on = halfway(foe, second)
    assert [(one.attacker, one.defender) for one in on.battle.engagements] == [("knights", "second")]


def test_who_refused_combat_is_not_run_after() -> None:
    """CM-MELEE-15: he is no beaten enemy; the charge ends where it is."""
    refused = halfway(red("foe", 8, at=(48, 33), troop="archers"))
    assert place(refused.unit("knights")) == (48, 36, NORTH)
    assert not refused.battle.engagements


def test_a_normal_move_is_not_carried_on() -> None:
    """CM-MELEE-14: only a charge is."""
    men = blue("men", 8, at=(48, 36), spent=inches(4), moved=True)
    foe = red("foe", 8, at=(48, 10), flight=Flight("retreat", 1, 1500, 1))
    stayed = play(field(men, foe), Contact(Walk("men", (), "move"), "foe"))
    assert place(stayed.unit("men")) == (48, 36, NORTH)


def test_a_charger_that_has_broken_makes_no_contact() -> None:
    """CM-MORALE-13: who did not stand himself is gone."""
    ran = with_morale(knights((48, 36)), flight=Flight("retreat", 1, 1500, 1))
    over = play(field(ran, red("foe", 8, at=(48, 36))), Contact(Walk("knights", (), "charge", "foe"), "foe"))
    assert not over.battle.engagements
    assert isinstance(over.unit("knights").place, OnTable)


def test_who_charges_an_enemy_right_before_him_has_charged() -> None:
    """CM-MELEE-11, CM-MELEE-12: however short the way."""
    position = field(blue("men", 6, at=(30, 40)), red("foe", 6, at=(30, 40)))
    played = play(position, Moves("blue"), charge("men", ahead(1)))
    assert played.unit("men").own.turn.charged
    assert played.unit("men").own.turn.moved
    assert played.battle.engagements


def test_every_enemy_along_the_front_shows_whether_he_stands() -> None:
    """CM-MORALE-11, CM-MELEE-14: two are charged at once, each dices for himself, and only who stays is in melee."""
    horse = blue("horse", 8, files=8, at=(48, 45), troop="heavy_horse")
    start = moving(horse, red("left", 6, at=(45, 36)), red("right", 6, at=(51, 36)))
    first = start.then(charge("horse", ahead(9)))
    second = first.then("6 6")
    assert second.roll.purpose != first.roll.purpose
    assert "charged by horse" in second.roll.purpose
    both = second.then("6 6")
    assert {one.defender for one in both.battle.engagements} == {"left", "right"}
    one = second.then("1 1")
    assert len(one.battle.engagements) == 1
    assert not one.events_of(Compelled) or "use up" not in one.events_of(Compelled)[-1].action
    assert place(one.unit("horse"))[1] == 36, "the other one holds it"


def test_a_reorganizing_unit_beside_the_one_attacked_dices_too() -> None:
    """CM-MELEE-28, CM-HIST-03: whoever is come upon by a normal move."""
    foe = red("left", 6, at=(45, 36))
    beside = red("right", 6, at=(51, 36), marks=(REORGANIZING,))
    attacked = moving(blue("men", 12, at=(48, 40)), foe, beside).then(march("men", ahead(4)))
    assert set(attacked.roll.rules) == {"CM-MELEE-28", "CM-MELEE-29", "CM-HIST-03"}
    assert attacked.then("6").unit("right").own.turn.ordered == CAUGHT
    assert not attacked.then("1").unit("right").has(REORGANIZING)


def test_who_is_held_in_a_melee_is_charging_no_more() -> None:
    """CM-MORALE-13: the chargers of a unit that charged and is stopped need not fear it."""
    held = red("foe", 8, at=(48, 36), troop="heavy_horse", charged=True)
    other = blue("men", 8, at=(60, 36))
    walk = Walk("knights", (), "charge")
    free = before_contact(field(knights(), held, other), walk, "foe")
    locked_in = before_contact(field(knights(), held, other, contacts=[locked("men", "foe")]), walk, "foe")
    assert [type(step).__name__ for step in free].count("StandCharge") == 2
    assert [type(step).__name__ for step in locked_in].count("StandCharge") == 1


# ---------------------------------------------------------------- hedgehogs


def hedgehog(side: Any = red, **more: Any) -> Unit:
    return side(
        "hedgehog", 12, **{"files": 4, "at": (48, 36), "troop": "swiss_pikemen", "formation": "hedgehog", **more}
    )


def test_nobody_without_pole_arms_comes_onto_a_hedgehog() -> None:
    """CM-MELEE-53: neither by a charge nor by a normal move; he may go up to it."""
    start = moving(knights(), hedgehog(), hedgehog="on")
    assert "CM-MELEE-53" in rules(start.refusal(charge("knights", ahead(9))))
    assert "CM-MELEE-53" in rules(start.refusal(march("knights", ahead(9))))
    assert place(start.then(march("knights", ahead(8))).unit("knights"))[1] == 37
    pikes = blue("pikes", 8, at=(48, 45), troop="pikemen")
    assert moving(pikes, hedgehog(), hedgehog="on").then(charge("pikes", ahead(9))).battle.engagements


def test_a_charge_that_is_carried_on_halts_before_a_hedgehog() -> None:
    """CM-MELEE-53, CM-MELEE-14."""
    gone = red("foe", 8, at=(80, 10), flight=Flight("retreat", 1, 1500, 1))
    on = halfway(gone, hedgehog(at=(48, 31)), hedgehog="on")
    assert place(on.unit("knights")) == (48, 32, NORTH)
    assert not on.battle.engagements


def test_a_hedgehog_beside_the_one_attacked_stays_out_of_it() -> None:
    """CM-MELEE-53: it touches the front of who attacks its neighbour."""
    foe = red("foe", 4, at=(45, 36))
    met = moving(blue("men", 12, at=(46, 40)), foe, hedgehog(at=(48.5, 36)), hedgehog="on").then(march("men", ahead(4)))
    assert [one.defender for one in met.battle.engagements] == ["foe"]
    fought = play(met.battle, Melees())
    assert [one.defender for one in fought.battle.engagements] == ["foe"]


def test_a_hedgehog_on_the_move_is_the_attacker_of_who_runs_into_it() -> None:
    """CM-MELEE-53, CM-TURN-11: by written orders."""
    swiss = replace(hedgehog(at=(48, 30)), id="swiss")
    battle = field(knights(), swiss, hedgehog="on", turn_system="simultaneous")
    orders = Planned((march("knights", ahead(12)),)), Planned((march("swiss", ahead(3)),))
    met = play(battle, WriteOrders()).at_once(*orders)
    assert [(one.attacker, one.defender) for one in met.battle.engagements] == [("swiss", "knights")]


def test_a_hedgehog_that_stood_is_not_drawn_in_by_who_lies_along_it() -> None:
    """CM-MELEE-52: an enemy whose flank came to lie along it; if it has moved there itself, it attacks."""
    beside = blue("men", 4, at=(48, 36), facing=EAST, moved=True)
    for moved, contacts in ((False, 0), (True, 1)):
        lying = field(
            hedgehog(moved=moved), replace(beside, place=OnTable(Pose(48_375, 37_500, 90_000))), hedgehog="on"
        )
        assert len(play(lying, Melees()).battle.engagements) == contacts
