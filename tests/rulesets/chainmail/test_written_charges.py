"""Charges by written orders: those that answer a charge, and those that meet half-way."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.state.decision import Aimed, Commanded, Planned
from schiltron.battle.state.event import Checked, Declared, Moved
from schiltron.rulesets.chainmail.melee.contact import charging
from schiltron.rulesets.chainmail.melee.dice import has_impetus
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.state import Battle, Flight
from schiltron.rulesets.chainmail.written.movers import IF_CHARGED
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from tests.rulesets.chainmail.crooked import LOOKS, Look, near
from tests.rulesets.chainmail.positions import Played, ahead, blue, charge, field, march, play, red, rules, turn

SIMULTANEOUS: dict[str, Any] = {"turn_system": "simultaneous"}


def written(battle: Battle, *orders: Commanded) -> Played:
    """Both sides' orders, each by whose unit it is; all dice of nerve are sixes."""
    asked = play(battle, WriteOrders())
    plans = [
        Planned(tuple(one for one in orders if battle.units[one.actor].side == decision.seat))
        for decision in asked.battle.decisions
    ]
    played = asked.at_once(*plans)
    while played.battle.roll is not None:
        played = played.then("6 6")
    return played


def if_charged(actor: str, friend: str = "") -> Commanded:
    return Commanded(actor, IF_CHARGED, Aimed(friend or actor))


def fights(played: Played, one: str, other: str) -> bool:
    return any(each.joins(one, other) for each in played.battle.engagements)


# ---------------------------------------------------------------- charge if charged


def supported(knights: tuple[float, float], facing: float, riders: tuple[float, float], ride: float) -> Battle:
    """Foot at 48, 39, blue horse that supports it, and red horse that charges it."""
    return field(
        blue("knights", 6, files=6, at=knights, facing=facing, troop="medium_horse"),
        blue("foot", 12, files=6, at=(48, 39)),
        red("riders", 6, files=6, at=riders, facing=ride, troop="medium_horse"),
        **SIMULTANEOUS,
    )


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize(
    ("knights", "facing"), [((58, 44), 330), ((58, 40), 300), ((60, 36), 290), ((38, 45), 30), ((62, 34), 270)]
)
def test_support_is_aimed_at_where_the_charger_comes(look: Look, knights: Any, facing: float) -> None:
    """CM-TURN-14, CM-TURN-15: at the half he is 11 inches before the foot; the support rides to where they meet."""
    battle = supported(knights, facing, (48, 16), 180)
    played = written(look.at(battle), if_charged("knights", "foot"), charge("riders", ahead(24)))
    assert fights(played, "knights", "riders")
    (declared,) = [event for event in played.events_of(Declared) if event.unit == "knights"]
    assert (declared.target, declared.rules) == ("riders", ("CM-TURN-14", "CM-TURN-15"))
    spent = sum(event.spent for event in played.events_of(Moved) if event.unit == "knights")
    assert 0 < spent <= 12_000


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize(("knights", "facing"), [((58, 44), 330), ((58, 40), 300), ((60, 36), 290), ((54, 46), 345)])
def test_so_it_is_where_he_comes_askew(look: Look, knights: Any, facing: float) -> None:
    """CM-TURN-14, CM-TURN-15: from 17 degrees aside."""
    battle = supported(knights, facing, (55, 17), 197)
    played = written(look.at(battle), if_charged("knights", "foot"), charge("riders", ahead(24)))
    assert fights(played, "knights", "riders")


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_support_of_narrow_and_wide_bodies(look: Look) -> None:
    """CM-TURN-14: light horse in a column of two, and chargers in one long line."""
    battle = field(
        blue("knights", 8, files=2, at=(58, 33), facing=288, troop="light_horse"),
        blue("foot", 12, files=6, at=(48, 39)),
        red("riders", 10, files=10, at=(47, 16), troop="heavy_horse"),
        **SIMULTANEOUS,
    )
    played = written(look.at(battle), if_charged("knights", "foot"), charge("riders", ahead(18)))
    assert not played.battle.engagements, "18 inches do not reach the foot, and nobody charges"
    near_foot = field(
        *(one for one in battle.units.values() if one.id != "riders"),
        red("riders", 10, files=10, at=(47, 22), troop="heavy_horse"),
        **SIMULTANEOUS,
    )
    answered = written(look.at(near_foot), if_charged("knights", "foot"), charge("riders", ahead(18)))
    assert fights(answered, "knights", "riders")


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize(("at", "ride"), [((48, 20), 180), ((56, 22), 203), ((36, 24), 144)])
def test_for_itself_it_rides_to_meet_him(look: Look, at: Any, ride: float) -> None:
    """CM-TURN-14: the charge at the cavalry itself, straight and askew; both have ridden when they meet."""
    battle = field(
        blue("knights", 6, files=6, at=(48, 40), troop="medium_horse"),
        red("riders", 6, files=6, at=at, facing=ride, troop="medium_horse"),
        **SIMULTANEOUS,
    )
    played = written(look.at(battle), if_charged("knights"), charge("riders", ahead(23)))
    assert fights(played, "knights", "riders")
    assert played.unit("knights").own.turn.charged
    assert played.unit("riders").own.turn.charged
    assert look.place(played.unit("knights"))[1] < 38


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize(("facing", "answered"), [(0, True), (180, False)])
def test_a_friend_on_the_march_is_reached_on_his_way_or_not_at_all(look: Look, facing: float, answered: bool) -> None:
    """CM-TURN-14: foot that marches at the charge is met by it, foot that marches off it does not reach."""
    battle = field(
        blue("knights", 6, files=6, at=(58, 40), facing=300, troop="medium_horse"),
        blue("foot", 12, files=6, at=(48, 34) if facing else (48, 47), facing=facing),
        red("riders", 6, files=6, at=(48, 16), troop="medium_horse"),
        **SIMULTANEOUS,
    )
    orders = if_charged("knights", "foot"), march("foot", ahead(9)), charge("riders", ahead(24))
    played = written(look.at(battle), *orders)
    declared = [event for event in played.events_of(Declared) if event.unit == "knights"]
    assert bool(declared) is answered
    assert fights(played, "knights", "riders") is answered


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_of_several_charges_it_answers_the_first(look: Look) -> None:
    """CM-TURN-14: whoever is written or listed first."""
    battle = field(
        blue("knights", 6, files=6, at=(58, 42), facing=320, troop="medium_horse"),
        blue("foot", 20, files=20, at=(48, 39)),
        red("a_late", 6, files=6, at=(42, 17), troop="medium_horse"),
        red("z_soon", 6, files=6, at=(52, 22), troop="medium_horse"),
        **SIMULTANEOUS,
    )
    orders = charge("a_late", ahead(24)), charge("z_soon", ahead(24)), if_charged("knights", "foot")
    played = written(look.at(battle), *orders)
    (declared,) = [event for event in played.events_of(Declared) if event.unit == "knights"]
    assert declared.target == "z_soon"


# ---------------------------------------------------------------- half-way


def opposed(apart: float = 30, offset: float = 0, **more: Any) -> Battle:
    """Heavy horse, who charge 18 inches, so far from each other."""
    options = {**SIMULTANEOUS, **more.pop("options", {})}
    return field(
        blue("ours", 8, files=4, at=(48, 30 + apart / 2), troop="heavy_horse"),
        red("theirs", 12, files=6, at=(48 + offset, 30 - apart / 2), **{"troop": "heavy_horse", **more}),
        **options,
    )


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("offset", [-4.5, 0, 2])
@pytest.mark.parametrize("apart", [19, 30, 35.5])
def test_charges_may_be_written_that_can_only_meet_half_way(look: Look, offset: float, apart: float) -> None:
    """CM-MELEE-11: 30 inches are farther than either charges, but not than both; each checks, and each has charged."""
    battle = look.at(opposed(apart, offset, options={"impetus": "on"}))
    played = written(battle, charge("ours", ahead(18)), charge("theirs", ahead(18)))
    assert fights(played, "ours", "theirs")
    assert look.place(played.unit("ours"))[1] == pytest.approx(30, abs=0.02)
    assert sorted(told.unit for told in played.events_of(Checked)) == ["ours", "theirs"]
    for one, other in (("ours", "theirs"), ("theirs", "ours")):
        assert charging(played.battle, played.unit(one), played.unit(other))
        assert has_impetus(played.unit(one))
    assert {event.target for event in played.events_of(Declared)} == {"ours", "theirs"}


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_nobody_comes_and_the_charge_has_been_made_all_the_same(look: Look) -> None:
    """CM-MELEE-11, CM-MELEE-12: it goes its whole length into the open."""
    played = written(look.at(opposed()), charge("ours", ahead(18)))
    assert look.place(played.unit("ours")) == near(48, 27, 0)
    assert played.unit("ours").own.turn.charged
    assert not played.battle.engagements


@pytest.mark.parametrize(
    "battle",
    [
        opposed(36.2),
        opposed(30, 8),
        opposed(30, -8),
        opposed(30, troop="wagon"),
        opposed(30, last_charge=1, options={"turn": 2}),
        opposed(30, flight=Flight("rout", 1, 1500, 1)),
        opposed(24, troop="armored_foot", formation="square"),
    ],
    ids=["too far", "aside", "on the other side", "no charge move", "charged last turn", "in flight", "in square"],
)
def test_a_charge_that_nobody_can_meet_is_refused(battle: Battle) -> None:
    """CM-MELEE-11."""
    order = Planned((charge("ours", ahead(18)),))
    assert "CM-MELEE-11" in rules(play(battle, WriteOrders()).refusal(order, "blue"))


def test_moving_one_after_the_other_it_takes_an_enemy_in_reach() -> None:
    """CM-MELEE-11: there nobody comes to meet a charge."""
    asked = play(field(*opposed().units.values()), Moves("blue"))
    assert "CM-MELEE-11" in rules(asked.refusal(charge("ours", ahead(18))))


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_who_is_struck_in_the_flank_on_his_way_is_not_the_attacker(look: Look) -> None:
    """CM-TURN-11, CM-MELEE-25: two charges cross; the one whose front comes onto the other's side attacks it."""
    battle = field(
        blue("a_crossing", 8, files=2, at=(36, 30), facing=90, troop="heavy_horse"),
        red("z_coming", 8, files=8, at=(48, 18), troop="heavy_horse"),
        red("quarry", 6, files=6, at=(53.5, 30), facing=270),
        blue("prey", 12, files=6, at=(48, 34)),
        **SIMULTANEOUS,
    )
    played = written(look.at(battle), charge("a_crossing", ahead(18)), charge("z_coming", ahead(18)))
    (met,) = [one for one in played.battle.engagements if one.joins("a_crossing", "z_coming")]
    assert met.attacker == "z_coming"
    assert met.edge in ("left", "right")


def test_a_march_is_no_charge_and_needs_nobody_ahead() -> None:
    """CM-MELEE-11: a normal move may end anywhere."""
    played = written(opposed(), march("ours", turn(10), ahead(5)))
    assert not played.unit("ours").own.turn.charged
