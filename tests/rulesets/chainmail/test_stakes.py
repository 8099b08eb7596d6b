"""Stakes of the English longbowmen."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.state.decision import FINISH, Aimed, Commanded, Planned
from schiltron.battle.state.event import Checked, Fell, Marked, Struck, Touched
from schiltron.rulesets.chainmail.melee.rounds import Melees
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.sequence import EndTurn
from schiltron.rulesets.chainmail.state import STAKED, Battle
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from tests.rulesets.chainmail.positions import Played, ahead, blue, charge, field, locked, march, play, red

ON: dict[str, Any] = {"stakes": "on"}


def waiting(still: int, troop: str = "english_longbowmen", **more: Any) -> Battle:
    return field(
        blue("bows", 8, files=8, at=(40, 40), troop=troop, turns_still=still),
        red("foe", 8, at=(40, 10)),
        turn_limit=1,
        **{**ON, **more},
    )


# ---------------------------------------------------------------- planting


@pytest.mark.parametrize(("still", "planted"), [(0, False), (1, True), (2, True)])
def test_two_complete_turns_in_one_position_plant_the_stakes(still: int, planted: bool) -> None:
    """CM-HIST-21: `still` counts the turns before this one."""
    played = play(waiting(still), EndTurn())
    assert played.unit("bows").has(STAKED) is planted
    assert any(told.rules == ("CM-HIST-21",) for told in played.events_of(Marked)) is planted


def test_only_english_longbowmen_bring_stakes_and_only_with_the_option() -> None:
    """CM-HIST-21."""
    assert not play(waiting(5, "longbowmen"), EndTurn()).unit("bows").has(STAKED)
    assert not play(waiting(5, stakes="off"), EndTurn()).unit("bows").has(STAKED)


def test_moving_abandons_the_stakes() -> None:
    """CM-HIST-21."""
    battle = field(
        blue("bows", 8, files=8, at=(40, 40), troop="english_longbowmen", turns_still=5, marks=(STAKED,)),
        red("foe", 8, at=(40, 10)),
        **ON,
    )
    played = play(battle, Moves("blue"), march("bows", ahead(1)))
    assert not played.unit("bows").has(STAKED)


# ---------------------------------------------------------------- horse comes on


def charged(**more: Any) -> Battle:
    facing = more.pop("facing", 0)
    troop = more.pop("troop", "medium_horse")
    return field(
        blue(
            "bows",
            8,
            files=8,
            at=(40, 40),
            facing=facing,
            troop="english_longbowmen",
            turns_still=5,
            marks=(STAKED,),
            moved=more.pop("moved", False),
        ),
        red("horse", 8, files=4, at=(40, 30), troop=troop),
        **{**ON, **more},
    )


def come(battle: Battle, action: Any = charge) -> Played:
    """The horse comes at the bows; pass-through fire is not given, and a check to stand is passed."""
    played = play(battle, Moves("red"), action("horse", ahead(10)))
    while played.battle.decisions and played.decision.seat == "blue":
        played = played.then(FINISH)
    while played.battle.roll is not None and "stakes" not in played.roll.purpose:
        played = played.then("6 6")
    return played


def test_horse_dices_for_every_figure_of_its_front_rank() -> None:
    """CM-HIST-22: 4 to 6 kills horse and rider, before they come to blows."""
    played = come(charged())
    assert played.dice == [(4, 4)]
    assert played.roll.rules == ("CM-HIST-22",)
    after = played.then("3 4 5 6")
    (fell,) = after.events_of(Fell)
    assert (fell.unit, fell.figures, fell.rules) == ("horse", 3, ("CM-HIST-22",))
    assert after.unit("horse").figures == 5
    assert after.events_of(Struck)[0].action == "impale"
    assert after.events.index(fell) < after.events.index(after.events_of(Touched)[0])


def test_a_normal_move_onto_the_stakes_is_an_attack_too() -> None:
    """CM-HIST-22."""
    assert come(charged(), march).dice == [(4, 4)]


@pytest.mark.parametrize(
    "more", [{"facing": 180}, {"facing": 90}, {"troop": "heavy_foot"}, {"moved": True}, {"stakes": "off"}]
)
def test_stakes_are_for_the_front_against_horse_and_while_they_stand(more: dict[str, Any]) -> None:
    """CM-HIST-22, CM-HIST-21: not from flank or rear, not foot, not once they have moved."""
    played = come(charged(**more))
    assert played.battle.roll is None
    assert not any(told.action == "impale" for told in played.events_of(Struck))


def test_a_front_rank_that_is_all_impaled_does_not_arrive() -> None:
    """CM-HIST-22: who is killed to the last man makes no contact."""
    battle = field(
        blue("bows", 8, files=8, at=(40, 40), troop="english_longbowmen", turns_still=5, marks=(STAKED,)),
        red("horse", 4, files=4, at=(40, 30), troop="medium_horse"),
        red("other", 4, at=(80, 10)),
        **ON,
    )
    played = come(battle).then("6 6 6 6")
    assert not played.unit("horse").on_table
    assert not played.battle.engagements


def test_horse_that_joins_a_melee_rides_onto_them_too() -> None:
    """CM-HIST-22, CM-MELEE-36."""
    bows = blue("bows", 12, files=12, at=(40, 40), troop="english_longbowmen", turns_still=5, marks=(STAKED,))
    foot = red("foot", 4, at=(37, 40))
    horse = red("horse", 4, files=2, at=(42, 38), troop="medium_horse")
    battle = field(bows, foot, horse, contacts=[locked("foot", "bows", since=0)], **ON)
    played = play(battle, Melees(), Commanded("horse", "join", Aimed("bows")))
    assert played.roll.rules == ("CM-HIST-22",)
    assert played.dice == [(2, 4)]


def test_in_written_orders_too() -> None:
    """CM-HIST-22, CM-TURN-11: who meets them by the clock rides onto the stakes, in front."""
    for facing, dice in ((0, [(4, 4)]), (180, [])):
        battle = charged(turn_system="simultaneous", facing=facing)
        orders = Planned(()), Planned((charge("horse", ahead(10)),))
        played = play(battle, WriteOrders()).at_once(*orders)
        while played.battle.decisions:
            played = played.then(FINISH)
        while played.battle.roll is not None and "stakes" not in played.roll.purpose:
            assert ("CM-MORALE-14" in played.then("6 6").events_of(Checked)[0].rules) is (facing == 180)
            played = played.then("6 6")
        assert (played.dice if played.battle.roll is not None else []) == dice
