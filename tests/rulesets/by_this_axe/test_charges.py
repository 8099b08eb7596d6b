"""Charges: into contact, face to face or onto a flank, under orders, and before those who do not wait."""

from __future__ import annotations

import pytest

from schiltron.battle.state.decision import FINISH, Aimed, Commanded, PathDrawn
from schiltron.battle.state.event import Compelled, Declared, Formed, Moved, Touched
from schiltron.battle.state.field import in_melee
from schiltron.battle.state.manoeuvre import Manoeuvre, Wheel
from schiltron.rulesets.by_this_axe.attacks.melee import arc_onto
from schiltron.rulesets.by_this_axe.field import arc_from
from schiltron.rulesets.by_this_axe.movement.phase import Moves
from schiltron.rulesets.by_this_axe.state import ROUTED
from schiltron.table.contact import touches
from schiltron.table.lengths import CONTACT, degrees, inches
from schiltron.table.outline import gap, overlapping
from tests.rulesets.by_this_axe.positions import (
    EAST,
    NORTH,
    WAYS,
    WEST,
    Ordered,
    Played,
    ahead,
    blue,
    card,
    choose,
    field,
    hero,
    locked,
    march,
    orders_of,
    piece,
    place,
    play,
    red,
    rules,
    seen,
    turn,
)

BLUE = Moves("blue")


def moving(*units, **more) -> Played:
    return play(field(*units, **{"phase": "movement", "turn": 3, **more}), BLUE)


def charge(actor: str, *legs: Manoeuvre) -> Commanded:
    return Commanded(actor, "charge", PathDrawn(legs))


def charge_at(actor: str, target: str) -> Commanded:
    return Commanded(actor, "charge", Aimed(target))


def to_charge(amount: float = 3, name: str = "D01", target: str = "") -> tuple[Ordered, ...]:
    return (Ordered("charge", f"TA-CMD-{name}", inches(amount), target),)


def face_to_face(played: Played, one: str, other: str) -> bool:
    """Whether their fronts lie along each other and nobody stands on anybody."""
    units = [unit for unit in played.battle.units.values() if unit.on_table]
    clear = not any(overlapping(a.outline, b.outline) for a in units for b in units if a.id < b.id)
    here, there = played.unit(one).outline, played.unit(other).outline
    return clear and any(touch.flush and touch.edge_a == touch.edge_b == "front" for touch in touches(here, there))


# ---------------------------------------------------------------- contact


def test_a_charge_is_a_move_into_contact_and_starts_a_melee() -> None:
    """TA-MOVE-12: no extra distance, test or reaction; a plain move does not do it."""
    start = moving(blue("axes", 6, at=(36, 40)), red("foe", 6, at=(36, 33)))
    met = start.then(charge("axes", ahead(9)))
    assert place(met.unit("axes")) == (36, 33, 0)
    assert met.events_of(Declared)[0].target == "foe"
    (event,) = met.events_of(Touched)
    assert (event.unit, event.other, event.edge) == ("axes", "foe", "front")
    assert {"TA-MOVE-12", "TA-MELEE-02"} <= set(event.rules)
    (one,) = met.battle.engagements
    assert (one.attacker, one.defender, one.edge, one.since) == ("axes", "foe", "front", 3)
    assert met.unit("axes").own.turn.charged
    assert not met.unit("foe").own.turn.charged
    assert in_melee(met.battle, met.unit("foe"))
    assert rules(start.refusal(charge("axes", ahead(5)))) == {"TA-MOVE-12"}
    assert rules(start.refusal(march("axes", ahead(7)))) == {"TA-MOVE-14"}
    assert rules(start.refusal(charge("axes", ahead(7), turn(10)))) == {"TA-MOVE-12"}


def test_a_charge_may_be_ordered_by_naming_the_enemy() -> None:
    """TA-MOVE-12: straight at him; what he stands out of reach of is refused."""
    start = moving(blue("axes", 6, at=(36, 40)), red("foe", 6, at=(30, 34)), red("far", 6, at=(60, 10)))
    met = start.then(charge_at("axes", "foe"))
    assert face_to_face(met, "axes", "foe")
    assert "TA-MOVE-04" in rules(start.refusal(charge_at("axes", "far")))
    assert rules(start.refusal(charge_at("axes", "axes"))) == {"TA-MOVE-12"}


def test_a_charger_may_turn_in_the_face_of_the_enemy() -> None:
    """TA-MOVE-12, TA-MOVE-14: the gap is kept from those who are not charged."""
    start = moving(blue("axes", 6, at=(36, 40)), red("foe", 6, at=(36, 38.8)))
    assert rules(start.refusal(march("axes", turn(20)))) == {"TA-MOVE-14"}
    assert face_to_face(start.then(charge("axes", turn(20), ahead(4))), "axes", "foe")


def test_who_has_no_room_to_turn_charges_as_it_stands() -> None:
    """TA-MOVE-12: shoulder to shoulder with friends it goes straight ahead, if that leads onto the enemy."""
    axes, friends = (blue(name, 18, files=6, at=(x, 40)) for name, x in (("axes", 36), ("friends", 42)))
    start = moving(axes, friends, red("foe", 6, at=(33, 34)))
    met = start.then(charge_at("axes", "foe"))
    assert [type(leg.manoeuvre).__name__ for leg in met.events_of(Moved)[0].legs] == ["Advance"]
    assert face_to_face(met, "axes", "foe")


def test_friends_and_other_enemies_stop_a_charge() -> None:
    """TA-MOVE-14."""
    start = moving(blue("axes", 4, at=(36, 40)), blue("friends", 4, at=(36, 37)), red("foe", 6, at=(36, 33)))
    assert rules(start.refusal(charge("axes", ahead(9)))) == {"TA-MOVE-14"}
    screened = moving(blue("axes", 4, at=(36, 40)), red("screen", 4, at=(36, 37)), red("foe", 6, at=(36, 33)))
    assert rules(screened.refusal(charge_at("axes", "foe"))) == {"TA-MOVE-14"}


@pytest.mark.parametrize("facing", [EAST, WEST, NORTH, 75, 290])
def test_the_first_two_of_a_melee_stand_face_to_face(facing: float) -> None:
    """TA-MELEE-02: who is charged from the side or behind turns to its first charger."""
    start = moving(blue("axes", 12, files=6, at=(36, 40)), red("foe", 10, files=5, at=(36, 33), facing=facing))
    met = start.then(charge("axes", ahead(10)))
    assert face_to_face(met, "axes", "foe")
    (one,) = met.battle.engagements
    assert one.edge == "front"
    assert met.unit("foe").pose.heading == 180_000
    formed = met.events_of(Formed)
    assert formed
    assert all("TA-MELEE-02" in event.rules for event in formed)


def test_an_oblique_charge_onto_a_front_is_squared_up() -> None:
    """TA-MELEE-02: the charger lines up with it, the charged unit stays."""
    start = moving(blue("axes", 6, at=(30, 38), facing=40), red("foe", 6, at=(36, 33)))
    met = start.then(charge("axes", ahead(10)))
    assert face_to_face(met, "axes", "foe")
    assert place(met.unit("foe")) == (36, 33, 180)
    assert met.unit("axes").pose.heading == 0


def test_without_room_to_turn_the_contact_is_as_it_lies() -> None:
    """TA-MELEE-02: hemmed in by its friends it stands as it stood, and yet the first charge is no flank attack."""
    start = moving(
        blue("axes", 3, files=1, at=(42, 33), facing=WEST),
        red("foe", 10, at=(34, 33.5)),
        red("before", 10, at=(34, 34.5)),
        red("behind", 10, at=(34, 32.5)),
    )
    met = start.then(charge_at("axes", "foe"))
    (one,) = [one for one in met.battle.engagements if one.defender == "foe"]
    assert one.edge == "front"
    assert arc_onto(met.battle, met.unit("axes"), met.unit("foe")) == "front"
    assert place(met.unit("foe")) == (34, 33.5, 180)


def test_later_arrivals_strike_flank_and_rear() -> None:
    """TA-MELEE-04, TA-UNIT-32: by where the middle of the newcomer is when it makes contact."""
    units = (
        blue("first", 6, at=(36, 33)),
        red("foe", 12, files=6, at=(36, 33)),
        blue("flank", 4, at=(44, 32), facing=WEST),
        blue("rear", 4, at=(36, 26), facing=180),
        blue("corner", 4, at=(27.5, 26.6), facing=120),
    )
    start = moving(*units, contacts=(locked("first", "foe", since=2),))
    flank = start.then(charge("flank", ahead(10)))
    assert flank.battle.engagements[-1].edge == "left"
    assert set(flank.events_of(Touched)[0].rules) >= {"TA-MELEE-04", "TA-UNIT-32"}
    assert place(flank.unit("foe")) == (36, 33, 180)
    rear = start.then(charge("rear", ahead(10)))
    assert rear.battle.engagements[-1].edge == "rear"
    corner = start.then(charge("corner", ahead(10)))
    assert corner.battle.engagements[-1].edge == "rear"
    assert arc_from(inches(27.5), inches(26.6), start.unit("foe")) == "rear"


def test_units_face_to_face_do_not_break_off() -> None:
    """TA-MELEE-03: once in contact neither side moves them."""
    units = (blue("axes", 6, at=(36, 40)), blue("others", 4, at=(10, 40)), red("foe", 6, at=(36, 33)))
    met = moving(*units).then(charge("axes", ahead(9)))
    assert met.decision.actors == ("others",)
    assert "TA-MELEE-03" in rules(met.refusal(march("axes", turn(180), ahead(2))))


def test_a_unit_in_flight_is_caught_from_behind() -> None:
    """TA-MORALE-28 for TA-MELEE-02: it is not turned about."""
    start = moving(blue("axes", 6, at=(36, 40)), red("foe", 6, at=(36, 33), marks=(ROUTED,)))
    met = start.then(charge("axes", ahead(9)))
    assert met.battle.engagements[0].edge == "rear"
    assert place(met.unit("foe")) == (36, 33, 180)


def test_a_front_that_meets_two_fronts_has_charged_both() -> None:
    """TA-MOVE-12: two enemies shoulder to shoulder."""
    start = moving(blue("axes", 8, at=(36, 40)), red("one", 4, at=(34, 33)), red("two", 4, at=(38, 33)))
    met = start.then(charge("axes", ahead(9)))
    assert {one.defender for one in met.battle.engagements} == {"one", "two"}


# ---------------------------------------------------------------- under orders


def test_with_cards_only_an_order_sends_a_unit_into_contact() -> None:
    """TA-CMD-12: hearts speak of moving only, and a flank is contact too."""
    units = (blue("axes", 6, at=(36, 37)), red("foe", 6, at=(36, 33)))
    start = moving(*units, command="cards")
    assert "TA-CMD-12" in start.decision.rules
    assert rules(start.refusal(charge("axes", ahead(4)))) == {"TA-CMD-12"}
    marching = (Ordered("march", "TA-CMD-D01", inches(3)), Ordered("double", "TA-CMD-H05"))
    hurried = moving(blue("axes", 6, at=(36, 37), orders=marching), units[1], command="cards")
    assert rules(hurried.refusal(charge("axes", ahead(4)))) == {"TA-CMD-12"}
    ordered = moving(blue("axes", 6, at=(36, 40), orders=to_charge(3)), units[1], command="cards")
    met = ordered.then(charge("axes", ahead(8)))
    assert met.battle.engagements[0].attacker == "axes"
    assert "TA-CMD-20" in met.events_of(Moved)[0].rules


def test_a_charger_that_falls_short_goes_straight_at_its_target_with_all_it_has() -> None:
    """TA-CMD-21: and it may do nothing else."""
    start = moving(blue("axes", 6, at=(36, 42), orders=to_charge(1)), red("foe", 6, at=(36, 33)), command="cards")
    assert rules(start.refusal(march("axes", ahead(1)))) == {"TA-CMD-21"}
    assert "TA-MOVE-12" in rules(start.refusal(charge("axes", ahead(2))))
    short = start.then(charge_at("axes", "foe"))
    assert place(short.unit("axes")) == (36, 36, 0)
    assert not short.battle.engagements
    assert not short.unit("axes").own.turn.charged


def test_who_was_ordered_to_charge_is_sent_when_his_side_finishes() -> None:
    """TA-CMD-21: the duty stands, if there is anybody it can turn to."""
    units = (red("foe", 6, at=(36, 33)), red("far", 6, at=(50, 10)))
    start = moving(blue("axes", 6, at=(36, 40), orders=to_charge(3)), *units, command="cards")
    sent = start.then(FINISH)
    assert [(event.unit, event.rules) for event in sent.events_of(Compelled)] == [("axes", ("TA-CMD-21",))]
    assert sent.battle.engagements[0].defender == "foe"
    away = moving(blue("axes", 6, at=(36, 40), facing=180, orders=to_charge(3)), *units, command="cards")
    assert place(away.then(FINISH).unit("axes")) == (36, 40, 180)


def test_a_charge_under_orders_turns_by_45_degrees_at_most() -> None:
    """TA-CMD-13 for a charge: who stands too far to the side cannot be gone straight at."""
    start = moving(blue("axes", 6, at=(36, 40), orders=to_charge(6)), red("aside", 4, at=(46, 40.5)), command="cards")
    assert rules(start.refusal(charge_at("axes", "aside"))) == {"TA-CMD-13"}


def test_a_coordinated_attack_is_at_one_enemy_and_the_first_is_face_to_face() -> None:
    """TA-CMD-28: the others may go in on flank or rear."""
    orders = to_charge(4, "S01", "foe")
    start = moving(
        blue("front", 6, at=(36, 40), orders=orders),
        blue("flank", 4, at=(44, 32), facing=WEST, orders=orders),
        red("foe", 12, files=6, at=(36, 33)),
        red("other", 4, at=(28, 35)),
        command="cards",
    )
    assert rules(start.refusal(charge_at("front", "other"))) == {"TA-CMD-28"}
    both = start.then(charge_at("front", "foe"), charge("flank", ahead(9)))
    assert [one.edge for one in both.battle.engagements] == ["front", "left"]


@pytest.mark.parametrize(
    ("effect", "name", "rule"), [("ferocious", "S03", "TA-CMD-29"), ("frenzied", "S05", "TA-CMD-31")]
)
def test_ferocious_and_frenzied_charges_go_farther(effect: str, name: str, rule: str) -> None:
    """TA-CMD-29, TA-CMD-31: and what the card lends them in the first round stays with them."""
    orders = (*to_charge(4, name), Ordered(effect, f"TA-CMD-{name}", 2))
    met = moving(blue("axes", 6, at=(36, 42), orders=orders), red("foe", 6, at=(36, 33)), command="cards").then(
        charge("axes", ahead(9))
    )
    assert rule in met.events_of(Moved)[0].rules
    assert any(order.effect == effect for order in orders_of(met.battle, "axes"))
    assert met.battle.engagements[0].since == met.battle.turn


def test_who_is_about_to_be_charged_may_answer_with_a_card() -> None:
    """TA-CMD-44, TA-CMD-45: between the declaration and the contact."""
    start = moving(
        blue("axes", 6, at=(36, 40), orders=to_charge(3)),
        red("foe", 6, at=(36, 33)),
        hero("captain", "red", with_="foe", roles=("leader",), leadership=3),
        command="cards",
        hands={"blue": (), "red": ("C08",)},
    )
    declared = start.then(charge("axes", ahead(8)))
    assert declared.decision.seat == "red"
    assert "TA-CMD-44" in declared.decision.rules
    assert place(declared.unit("axes")) == (36, 40, 0)
    braced = declared.then(card("C08", "brace", "foe"))
    met = braced if not braced.battle.decisions else braced.then(FINISH)
    assert any(order.effect == "brace" for order in orders_of(met.battle, "foe"))
    assert place(met.unit("axes")) == (36, 33, 0)


# ---------------------------------------------------------------- skirmishers


def skirmish(die: str, **more) -> Played:
    start = moving(
        blue("axes", 6, at=(36, 40), orders=to_charge(3)),
        red("slingers", 6, at=(36, 34), ranged=("sling",), **more),
        command="cards",
    )
    return start.then(charge("axes", ahead(8)), choose("retreat"), die)


def test_skirmishers_may_retreat_before_a_charge() -> None:
    """TA-CMD-16: on 1 to 3 straight away by their own rate, still facing; the charger goes on with all he has."""
    gone = skirmish("3")
    assert place(gone.unit("slingers")) == (36, 29, 180)
    assert place(gone.unit("axes")) == (36, 32, 0)
    assert not gone.battle.engagements
    assert gone.unit("slingers").own.turn.moved
    caught = skirmish("4")
    assert place(caught.unit("slingers")) == (36, 34, 180)
    assert face_to_face(caught, "axes", "slingers")


def test_skirmishers_who_cannot_get_far_are_caught_face_to_face() -> None:
    """TA-CMD-16: their friends stand behind them."""
    start = moving(
        blue("axes", 6, at=(36, 40), orders=to_charge(3)),
        red("slingers", 6, at=(36, 34), ranged=("sling",)),
        red("wall", 6, at=(36, 31)),
        command="cards",
    )
    caught = start.then(charge("axes", ahead(8)), choose("retreat"), "1")
    assert place(caught.unit("slingers"))[1] < 32.1
    assert face_to_face(caught, "axes", "slingers")


@pytest.mark.parametrize(
    "more",
    [
        {"armour": "medium"},
        {"ranged": ()},
        {"shot": True},
        {"orders": (Ordered("brace", "TA-CMD-C08", 2),)},
        {"marks": (ROUTED,)},
    ],
)
def test_only_light_troops_with_missiles_who_are_free_may_retreat(more: dict[str, object]) -> None:
    """TA-CMD-16, TA-RANGED-10: others receive the charge without being asked."""
    start = moving(
        blue("axes", 6, at=(36, 40), orders=to_charge(3)),
        red("slingers", 6, at=(36, 34), **{"ranged": ("sling",), **more}),
        command="cards",
    )
    assert start.then(charge("axes", ahead(8))).battle.engagements
    if not more.get("marks"):
        free = moving(blue("axes", 6, at=(36, 40)), red("slingers", 6, at=(36, 34), ranged=("sling",)))
        assert free.then(charge("axes", ahead(8))).battle.engagements


def test_skirmishers_in_melee_and_characters_on_their_own_do_not_retreat() -> None:
    """TA-CMD-16: the first are locked, the others are no unit."""
    slingers = red("slingers", 6, at=(36, 34), ranged=("sling",))
    axes, first = blue("axes", 4, at=(43, 33.5), facing=WEST, orders=to_charge(3)), blue("first", 6, at=(36, 34))
    held = moving(axes, first, slingers, contacts=(locked("first", "slingers", since=2),), command="cards")
    assert held.then(charge_at("axes", "slingers")).battle.engagements[-1].attacker == "axes"
    archer = hero("archer", "red", at=(36, 34), ranged=("short_bow",))
    alone = moving(blue("axes", 6, at=(36, 40), orders=to_charge(3)), archer, command="cards")
    assert alone.then(charge_at("axes", "archer")).battle.engagements[-1].defender == "archer"


def test_a_coordinated_attack_follows_skirmishers_who_got_away() -> None:
    """TA-CMD-16, TA-CMD-28: the second charger goes at them where they are now."""
    orders = to_charge(6, "S01", "slingers")
    start = moving(
        blue("axes", 6, at=(36, 40), orders=orders),
        blue("riders", 4, at=(50, 26.5), facing=WEST, mounted=True, orders=orders),
        red("slingers", 6, at=(36, 34), ranged=("sling",)),
        command="cards",
    )
    gone = start.then(charge_at("axes", "slingers"), choose("retreat"), "1")
    assert place(gone.unit("slingers"))[1] == 29
    assert place(gone.unit("axes"))[1] == 29, "eleven inches carry it onto them"
    assert gone.battle.engagements[0].attacker == "axes"
    both = gone.then(charge("riders", ahead(12)))
    assert [(one.attacker, one.edge) for one in both.battle.engagements] == [("axes", "front"), ("riders", "rear")]


@pytest.mark.parametrize(("angle", "mirrored"), WAYS)
@pytest.mark.parametrize("beside", ["flank to front", "front to flank"])
def test_who_stands_beside_with_a_flank_to_the_charger_is_not_charged(
    beside: str, angle: float, *, mirrored: bool
) -> None:
    """TA-MELEE-02: only fronts that lie along each other are charged together."""
    axes, foe = blue("axes", 8, at=(50, 50)), red("foe", 4, at=(48, 44))
    other = {
        "flank to front": red("other", 3, at=(53.4, 43.5), facing=90, files=1),
        "front to flank": red("other", 1, at=(54.01, 44.5), facing=270),
    }[beside]
    units = [seen(one, angle, mirrored=mirrored) for one in (other, foe, axes)]
    met = moving(*units, size=(100, 100)).then(charge("axes", ahead(8)))
    assert [(one.defender, one.edge) for one in met.battle.engagements] == [("foe", "front")]
    assert gap(met.unit("axes").outline, met.unit("other").outline) <= CONTACT


@pytest.mark.parametrize(("angle", "mirrored"), WAYS)
def test_by_name_who_may_turn_about_charges_behind_him(angle: float, *, mirrored: bool) -> None:
    """TA-CMD-13, TA-CMD-22: a lone character, and a unit with a Maneuver order; another unit turns by 45 degrees."""
    foe = red("foe", 4, at=(51, 56), facing=0)
    maneuver = (*to_charge(3), Ordered("maneuver", "TA-CMD-J01"))
    for axes, reached in (
        (hero("axes", "blue", at=(50, 50), orders=to_charge(3)), True),
        (blue("axes", 4, at=(50, 50), orders=maneuver), True),
        (blue("axes", 4, at=(50, 50), orders=to_charge(3)), False),
    ):
        units = [seen(one, angle, mirrored=mirrored) for one in (foe, axes)]
        start = moving(*units, size=(100, 100), command="cards")
        if reached:
            assert start.then(charge_at("axes", "foe")).battle.engagements
        else:
            assert rules(start.refusal(charge_at("axes", "foe"))) == {"TA-CMD-13"}


# ---------------------------------------------------------------- fire held back


def test_fire_held_back_meets_an_enemy_where_it_comes_into_range() -> None:
    """TA-CMD-34: the move halts, the shots fall, and it goes on."""
    reserve = (Ordered("reserve", "TA-CMD-S07"),)
    start = moving(
        blue("axes", 6, at=(36, 40), orders=to_charge(6)),
        red("bows", 4, at=(36, 31), ranged=("javelin",), armour="medium", orders=reserve),
        command="cards",
    )
    shot = start.then(charge("axes", ahead(9)))
    assert place(shot.unit("axes"))[1] == pytest.approx(37, abs=0.26)
    assert shot.dice[0][0] == 4
    on = shot.then("6 6 6 6")
    assert on.battle.engagements[0].attacker == "axes"
    assert on.unit("bows").own.turn.shot
    assert "TA-CMD-34" in on.events_of(Declared)[-1].rules


@pytest.mark.parametrize("how", ["destroyed", "routed"])
def test_who_does_not_survive_the_fire_held_back_makes_no_contact(how: str) -> None:
    """TA-CMD-34, TA-MORALE-26: the rest of the charge is not gone, and the enemy waits in vain."""
    reserve = (Ordered("reserve", "TA-CMD-S07"),)
    start = moving(
        blue("axes", 4 if how == "destroyed" else 8, files=4, at=(36, 40), orders=to_charge(6)),
        blue("others", 4, at=(10, 40)),
        red("bows", 4, at=(36, 31), ranged=("javelin",), armour="medium", orders=reserve),
        command="cards",
    )
    shot = start.then(charge("axes", ahead(9)), "1 1 1 1")
    if how == "routed":
        shot = shot.then(choose("rear"))
        assert shot.roll.rules[0] == "TA-MORALE-01"
        shot = shot.then("6", "1")
        assert ROUTED in shot.unit("axes").marks
        assert len(shot.events_of(Moved)) == 2, "towards the enemy, and away from him"
    else:
        assert not shot.unit("axes").on_table
    assert not shot.battle.engagements
    assert shot.decision.actors == ("others",)


def test_a_charge_that_starts_in_range_is_shot_at_at_once() -> None:
    """TA-CMD-34: a move that starts there is not."""
    bows = red(
        "bows", 4, at=(36, 31), ranged=("short_bow",), armour="medium", orders=(Ordered("reserve", "TA-CMD-S07"),)
    )
    start = moving(blue("axes", 6, at=(36, 38), orders=to_charge(6)), bows, command="cards")
    shot = start.then(charge("axes", ahead(9)))
    assert place(shot.unit("axes")) == (36, 38, 0)
    assert shot.dice[0][0] == 4
    walking = moving(blue("axes", 6, at=(36, 38)), bows, command="cards")
    assert walking.then(march("axes", ahead(2))).over


def test_a_charge_that_comes_into_sight_with_its_last_step_is_shot_at_and_still_made() -> None:
    """TA-CMD-34, TA-MOVE-12: a javelin's throw away beside the enemy that is charged."""
    reserve = (Ordered("reserve", "TA-CMD-S07"),)
    bows = red("bows", 3, at=(42.4, 27.43), facing=WEST, ranged=("javelin",), armour="medium", orders=reserve)
    units = (blue("axes", 4, at=(36, 43.2), orders=to_charge(6)), red("foe", 2, at=(35, 33)))
    start = moving(*units, bows, command="cards")
    shot = start.then(charge("axes", ahead(10.2)))
    assert place(shot.unit("axes"))[1] == pytest.approx(33, abs=0.01)
    assert not shot.battle.engagements
    dice = " ".join("6" for pool in shot.roll.pools for _ in range(pool.count))
    assert shot.then(dice).battle.engagements[0].defender == "foe"


@pytest.mark.parametrize(("angle", "mirrored"), WAYS)
def test_fire_held_back_meets_who_comes_into_range_by_a_wheel(angle: float, *, mirrored: bool) -> None:
    """TA-CMD-34: where the wheel ends, whether or not he goes on; who stood in range before is left alone."""
    reserve = (Ordered("reserve", "TA-CMD-S07"),)
    axes = blue("axes", 6, at=(50, 50), orders=(Ordered("maneuver", "TA-CMD-H01"),))
    wheel = Wheel("left" if mirrored else "right", degrees(45))
    for far, halted in ((8.5, True), (5.6, False)):
        bows = red("bows", 4, at=(48.5, 50 - far), facing=171, ranged=("javelin",), armour="medium", orders=reserve)
        seen_so = [seen(one, angle, mirrored=mirrored) for one in (bows, axes)]
        for path in ((wheel,), (wheel, ahead(0.5))):
            gone = moving(*seen_so, size=(100, 100), command="cards").then(march("axes", *path))
            assert bool(gone.events_of(Declared)) == halted
            assert (gone.battle.roll is not None) == halted
            if halted:
                assert [leg.manoeuvre for event in gone.events_of(Moved) for leg in event.legs] == [wheel]
                gone = gone.then("6 6 6 6")
                assert gone.unit("bows").own.turn.shot
            legs = [leg for event in gone.events_of(Moved) for leg in event.legs]
            assert tuple(leg.manoeuvre for leg in legs) == path


@pytest.mark.parametrize(("angle", "mirrored"), WAYS)
def test_a_charge_that_wheels_in_range_is_shot_at_too(angle: float, *, mirrored: bool) -> None:
    """TA-CMD-34: a wheel at its start takes it through no gap in the rule."""
    reserve = (Ordered("reserve", "TA-CMD-S07"),)
    axes = blue("axes", 4, at=(50, 50), orders=to_charge(6))
    there = axes.pose.pivoted(52_000, 50_000, degrees(20)).advanced(inches(4))
    bows = red(
        "bows", 4, at=(there.x / 1000, there.y / 1000), facing=200, ranged=("sling",), armour="medium", orders=reserve
    )
    start = moving(*(seen(one, angle, mirrored=mirrored) for one in (bows, axes)), size=(100, 100), command="cards")
    shot = start.then(charge("axes", Wheel("left" if mirrored else "right", degrees(20)), ahead(6)))
    assert shot.dice[0][0] == 4
    assert not shot.battle.engagements
    assert shot.then("6 6 6 6").battle.engagements[0].attacker == "axes"


def test_a_charge_through_woods_may_fall_short() -> None:
    """TA-TERR-03, TA-MOVE-12: what the dice take off is not held against the order."""
    units = (blue("axes", 6, at=(36, 40), armour="heavy"), red("foe", 6, at=(36, 33)))
    battle = field(*units, features=[piece("woods", 30, 35, 42, 38)], phase="movement", turn=3)
    halted = play(battle, BLUE, charge("axes", ahead(7)))
    assert halted.then("2").battle.engagements
    short = halted.then("5")
    assert not short.battle.engagements
    assert place(short.unit("axes")) == (36, 34, 0)
