"""Chargers who have won use up the balance of their charge."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene, Step
from schiltron.battle.state.event import Compelled, Rolled
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.chainmail.melee.after import balance, carry_on
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.morale.reactions import React
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.state import Battle, Flight, Unit
from schiltron.rulesets.chainmail.steps import MeleeSide, PostMelee, Walk
from schiltron.table.lengths import degrees
from tests.rulesets.chainmail.fights import ours, theirs
from tests.rulesets.chainmail.positions import Played, ahead, blue, charge, field, locked, place, play, red, turn


def after(winner: Unit, *others: Unit, **more: Any) -> tuple[tuple[Step, ...], list[Any]]:
    """What follows when ours have won."""
    scene: Any = Scene(field(winner, *others, **more))
    carry_on(scene, ("ours",), ("theirs",))
    return scene.battle.agenda, scene.events


def test_victorious_chargers_go_straight_on_with_what_is_left() -> None:
    """CM-MELEE-14: heavy horse charge 18 inches; 10 are spent."""
    steps, events = after(ours("heavy_horse", 5, charged=True, spent=10000), theirs(at=(48, 20)))
    assert steps == (Walk("ours", (ahead(8),), "charge", paused=True, on=True),)
    assert isinstance(events[0], Compelled)
    assert events[0].rules == ("CM-MELEE-14",)


def test_foot_too() -> None:
    """CM-MELEE-14: heavy foot charge 12 inches."""
    unit = ours(charged=True, spent=9000)
    assert balance(field(unit), unit) == 3000


@pytest.mark.parametrize(
    "winner",
    [
        ours("heavy_horse", 5, charged=False, spent=10000),
        ours("heavy_horse", 5, charged=True, spent=18000),
        ours("heavy_horse", 5, charged=True, spent=10000, flight=Flight("rout", 1, 1500, 1)),
    ],
    ids=["did not charge", "nothing left", "in flight"],
)
def test_others_stay(winner: Unit) -> None:
    """CM-MELEE-14: it is for chargers, and in the first round."""
    assert after(winner) == ((), [])


def test_who_is_still_held_by_an_enemy_stays() -> None:
    """CM-MELEE-14: it has not won against all it met."""
    charger = ours("heavy_horse", 5, charged=True, spent=10000)
    steps, _ = after(charger, theirs(name="held"), contacts=(locked("ours", "held"),))
    assert steps == ()


def test_a_new_enemy_met_by_the_balance_is_fought_in_the_same_turn() -> None:
    """CM-MELEE-14, CM-TURN-07: the first is destroyed, the second stands, and both rounds are of this turn."""
    knights = ours("knights", 5, charged=True, moved=True, spent=9000)
    behind = red("behind", 10, at=(48, 26))
    position = field(knights, theirs("peasants", 2), behind, contacts=(locked("ours", "theirs"),))
    played = play(position, Melees()).then("6 6 " + "1 " * 18 + "| 1")
    assert not played.unit("theirs").on_table
    assert {event.rules for event in played.events_of(Compelled)} == {("CM-MELEE-14",)}
    played = played.then("6 6")
    assert locked("ours", "behind") in played.battle.engagements
    assert played.roll.purpose == "the melee of Ours against Behind"
    assert played.dice == [(15, 5), (2, 6)]
    played = played.then("1 " * 15 + "| 1 1")
    assert played.over
    assert len([event for event in played.events_of(Rolled) if "melee" in event.roll.purpose]) == 2


def test_the_balance_goes_the_way_the_charge_went() -> None:
    """CM-MELEE-14: also where the chargers have lined up with whom they met."""
    knights = ours("knights", 4, charged=True, moved=True, spent=9000, charge_bearing=degrees(20))
    scene: Any = Scene(field(knights, theirs(at=(48, 10))))
    carry_on(scene, ("ours",), ("theirs",))
    assert scene.unit("ours").pose.heading == degrees(20)
    assert scene.events[0].rules == ("CM-MELEE-14",)
    start = play(field(ours("knights", 4, at=(40, 40)), theirs(at=(44, 33))), Moves("blue"))
    came = start.then(charge("ours", turn(30), ahead(10)))
    assert came.unit("ours").own.melee.charge_bearing == degrees(30)


@pytest.mark.parametrize("reaction", ["back_good_order", "retreat", "rout", "surrender"])
def test_whose_enemy_fell_back_fled_or_surrendered_has_won(reaction: Any) -> None:
    """CM-MELEE-14: it goes on when the losers have done what they must."""
    position = field(
        ours("heavy_horse", 5, charged=True, moved=True, spent=6000),
        theirs("light_foot", 10),
        contacts=(locked("ours", "theirs"),),
    )
    played = play(position, React(("ours",), ("theirs",), reaction, 500))
    assert played.events_of(Compelled)[-1].action == "use up the charge"
    assert played.unit("ours").own.turn.spent > 6000


# ---------------------------------------------------------------- in a melee of many


def many(**foe: Any) -> Battle:
    """Our horse have charged one enemy; he and another fight our foot as well, who came up before."""
    return field(
        ours("heavy_horse", 5, at=(44, 30), charged=True, moved=True, spent=6000),
        blue("foot", 10, at=(52, 30)),
        red("near", 4, at=(46, 30), troop="light_foot", **foe),
        red("other", 18, files=9, at=(53, 30)),
        contacts=(locked("ours", "near"), locked("foot", "near", since=0), locked("foot", "other", since=0)),
    )


def round_of_many(near: int, other: int = 14) -> PostMelee:
    """A round that leaves both sides about even; `near` of the four fell, `other` figures of the other fought."""
    blows = (("ours", "near"), ("near", "ours"), ("foot", "near"), ("foot", "other"), ("other", "foot"))
    ours_ = MeleeSide("blue", ("foot", "ours"), (10, 5), (near, 0))
    return PostMelee((ours_, MeleeSide("red", ("near", "other"), (4, other), (near, 0))), blows)


def settled(battle: Battle, step: PostMelee) -> Played:
    played = play(battle, step)
    while played.battle.roll is not None:
        played = played.then("1")
    return played


def test_a_charger_whose_only_enemy_is_gone_goes_on_though_the_melee_does_not_end() -> None:
    """CM-MELEE-14: what the others fight out beside it does not hold it."""
    battle = many()
    gone = replace(battle.units["near"], figures=0, place=OffTable("destroyed"))
    left = replace(battle.with_unit(gone), engagements=(locked("foot", "other", since=0),))
    played = settled(left, round_of_many(4))
    assert [event.action for event in played.events_of(Compelled)] == ["use up the charge"]
    assert place(played.unit("ours"))[1] == 18
    assert played.unit("foot").pose == battle.units["foot"].pose


def test_who_was_caught_and_ran_on_is_gone_too() -> None:
    """CM-MELEE-14, CM-MELEE-29."""
    played = settled(many(flight=Flight("retreat", 1, 1500, 1)), round_of_many(0, other=18))
    assert not [event for event in played.events_of(Compelled) if "CM-MELEE-21" in event.rules], "the melee goes on"
    assert [event.unit for event in played.events_of(Compelled) if "CM-MELEE-14" in event.rules] == ["ours"]


def test_who_only_lost_touch_has_not_won() -> None:
    """CM-MELEE-14: the enemy it struck at still stands there, out of reach."""
    apart = replace(many(), engagements=(locked("foot", "near", since=0), locked("foot", "other", since=0)))
    assert not settled(apart, round_of_many(0)).events_of(Compelled)
