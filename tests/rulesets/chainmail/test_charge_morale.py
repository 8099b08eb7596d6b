"""Standing a charge of pikes or of horse."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.decision import Planned
from schiltron.battle.state.event import Checked, Removed
from schiltron.rulesets.chainmail.melee.edges import struck_from
from schiltron.rulesets.chainmail.morale.reactions import React
from schiltron.rulesets.chainmail.movement.phase import Moves
from schiltron.rulesets.chainmail.state import RETREATING, Battle, Flight
from schiltron.rulesets.chainmail.steps import BeginTurn, Defend, StandCharge
from schiltron.rulesets.chainmail.written.orders import WriteOrders
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.positions import Played, ahead, blue, charge, field, place, play, red


def charged(troop: str, by: str, *, at: tuple[float, float] = (40, 30), facing: float = 180, **more: Any) -> Battle:
    """Red stands at 40, 30 looking down the table; blue has come up to it there from below."""
    return field(
        blue("chargers", 10, files=5, at=(40, 30), troop=by, charged=True),
        red("target", 12, files=6, at=at, facing=facing, troop=troop, **more),
    )


STAND = StandCharge("target", "chargers")


def needed(played: Played) -> int:
    """What the two dice must come to, as the roll says it."""
    return int(played.roll.purpose.rsplit(": ", 1)[1].split(" ", 1)[0])


# ---------------------------------------------------------------- horse


@pytest.mark.parametrize(
    ("troop", "scores"),
    [
        ("peasants", (9, 10, 11)),
        ("levies", (8, 9, 10)),
        ("archers", (8, 9, 10)),
        ("heavy_foot", (7, 8, 9)),
        ("elite_heavy_foot", (6, 7, 8)),
        ("armored_foot", (6, 7, 8)),
        ("light_horse", (5, 6, 7)),
        ("medium_horse", (4, 5, 6)),
        ("knights", (3, 4, 5)),
    ],
)
def test_the_score_is_by_class_against_class(troop: str, scores: tuple[int, int, int]) -> None:
    """CM-MORALE-11."""
    found = [needed(play(charged(troop, by), STAND)) for by in ("light_horse", "medium_horse", "heavy_horse")]
    assert tuple(found) == scores


def test_who_reaches_the_score_stands() -> None:
    """CM-MORALE-11: nine is enough for heavy foot against heavy horse."""
    played = play(charged("heavy_foot", "heavy_horse"), STAND, "4 5")
    (told,) = played.events_of(Checked)
    assert (told.tally.total, told.need, told.passed) == (9, 9, True)
    assert place(played.unit("target")) == (40, 30, 180)
    assert played.over


def test_who_fails_goes_back_a_move_and_a_half_and_has_to_be_rallied() -> None:
    """CM-MORALE-12."""
    played = play(charged("heavy_foot", "heavy_horse"), STAND, "4 4")
    target = played.unit("target")
    assert not played.events_of(Checked)[0].passed
    assert target.own.morale.flight == Flight("retreat", 1, 1500, 1)
    assert target.has(RETREATING)
    assert place(target) == (40, 30 - 1.5 - 13.5, 0)


def test_a_charge_from_the_flank_or_rear_takes_off_the_dice() -> None:
    """CM-MORALE-14: 1 in the flank, 2 in the rear."""
    flank = play(charged("heavy_foot", "heavy_horse", at=(40.75, 27.75), facing=90), STAND)
    rear = play(charged("heavy_foot", "heavy_horse", at=(40, 28.5), facing=0), STAND)
    assert (needed(flank), needed(rear)) == (10, 11)
    told = rear.then("6 4").events_of(Checked)[0]
    assert [(term.value, term.rule) for term in told.tally.terms] == [(10, ""), (-2, "CM-MORALE-14")]


def test_a_body_that_looks_all_ways_has_no_flank() -> None:
    """CM-MORALE-14."""
    square = charged("heavy_foot", "heavy_horse", at=(40, 28.5), facing=0, formation="square")
    assert needed(play(square, STAND)) == 9


def test_if_both_charge_both_check_with_something_added() -> None:
    """CM-MORALE-13: foot adds 1, horse 2; the other side's check is a step of its own."""
    foot = play(charged("heavy_foot", "heavy_horse", charged=True), STAND)
    assert needed(foot) == 8
    battle = field(
        blue("chargers", 10, files=5, at=(40, 30), troop="medium_horse", charged=True),
        red("target", 10, files=5, at=(40, 30), troop="heavy_horse", charged=True),
    )
    played = play(battle, StandCharge("target", "chargers"), StandCharge("chargers", "target"))
    assert played.roll.pools[0].whose == "blue", "4 less 2 cannot fail: only the other side throws"
    assert needed(played) == 6 - 2
    told = played.then("1 2").events_of(Checked)
    assert [one.passed for one in told] == [True, False]
    assert told[0].tally.verdict == "automatic"


def test_horse_met_by_charging_foot_does_not_check() -> None:
    """CM-MORALE-13: the table has no column for foot."""
    battle = field(
        blue("chargers", 10, files=5, at=(40, 30), troop="heavy_horse", charged=True),
        red("target", 12, files=6, at=(40, 30), charged=True),
    )
    played = play(battle, StandCharge("chargers", "target"))
    assert played.over
    assert not played.events_of(Checked)


def test_pikes_that_point_at_the_chargers_need_no_check() -> None:
    """CM-MORALE-15: Swiss and Landsknechte, but not from the flank, and no other pikemen."""
    played = play(charged("swiss_pikemen", "heavy_horse"), STAND)
    assert played.over
    (told,) = played.events_of(Checked)
    assert (told.passed, told.tally.verdict, told.rules) == (True, "automatic", ("CM-MORALE-15",))
    assert needed(play(charged("landsknechte", "heavy_horse", at=(40.75, 27.75), facing=90), STAND)) == 10
    assert needed(play(charged("pikemen", "heavy_horse"), STAND)) == 9


def test_the_tired_take_one_off_the_total() -> None:
    """CM-FATIGUE-07: off the total of the check, not off each die."""
    played = play(charged("heavy_foot", "heavy_horse", fatigued=True), STAND)
    assert needed(played) == 10
    told = played.then("5 5").events_of(Checked)[0]
    assert (told.tally.total, told.passed) == (9, True)
    assert "CM-FATIGUE-07" in told.rules


def test_a_check_that_cannot_be_made_needs_no_dice() -> None:
    """CM-MORALE-11: tired peasants charged from the rear by heavy horse would need 14."""
    battle = charged("peasants", "heavy_horse", at=(40, 28.5), facing=0, fatigued=True)
    played = play(battle, STAND)
    assert played.events_of(Checked)[0].tally.verdict == "impossible"
    assert played.unit("target").own.morale.flight is not None


# ---------------------------------------------------------------- pikes


@pytest.mark.parametrize(
    ("troop", "score"),
    [("heavy_foot", 7), ("archers", 8), ("armored_foot", 6), ("norman_knights", 6), ("knights", 4), ("mongols", 6)],
)
def test_a_pike_charge_is_stood_by_the_loss_table(troop: str, score: int) -> None:
    """CM-MORALE-07, CM-MORALE-06."""
    for people in ("swiss_pikemen", "landsknechte"):
        assert needed(play(charged(troop, people), STAND)) == score


def test_who_fails_before_pikes_flees_from_them() -> None:
    """CM-MORALE-08: not removed, but a move and a half away; the pikemen are remembered."""
    target = play(charged("heavy_foot", "swiss_pikemen"), STAND, "3 3").unit("target")
    assert target.own.morale.flight == Flight("retreat", 1, 1500, 1, "chargers")
    assert place(target) == (40, 15, 0)


def test_swiss_and_landsknechte_do_not_fear_each_other() -> None:
    """CM-MORALE-07: unless it is such troops itself."""
    assert not play(charged("landsknechte", "swiss_pikemen"), STAND).events_of(Checked)


@pytest.mark.parametrize(
    ("figures", "files", "checks"), [(10, 5, True), (9, 5, False), (20, 4, False), (12, 10, False)]
)
def test_only_a_mass_of_pikes_frightens(figures: int, files: int, checks: bool) -> None:
    """CM-MORALE-10: at least five by two."""
    battle = field(
        blue("chargers", figures, files=files, at=(40, 30), troop="swiss_pikemen", charged=True),
        red("target", 12, files=6, at=(40, 30)),
    )
    assert (play(battle, STAND).battle.roll is not None) is checks


def test_pikes_in_open_order_and_other_foot_frighten_nobody() -> None:
    """CM-MORALE-10, CM-MORALE-13."""
    battle = field(
        blue("chargers", 10, files=5, at=(40, 30), troop="swiss_pikemen", charged=True, formation="open"),
        red("target", 12, files=6, at=(40, 30)),
    )
    assert play(battle, STAND).over
    assert play(charged("heavy_foot", "armored_foot"), STAND).over


def test_who_is_reached_by_the_pikes_it_fled_from_is_eliminated() -> None:
    """CM-MORALE-09: before it has rallied, and only by those pikemen."""
    flight = Flight("retreat", 1, 1500, 1, "chargers")
    battle = charged("heavy_foot", "swiss_pikemen", at=(40, 28.5), facing=0, flight=flight, marks=(RETREATING,))
    played = play(battle, STAND)
    assert played.over
    assert not played.unit("target").on_table
    assert played.events_of(Removed)[0].rules == ("CM-MORALE-09",)
    others = charged(
        "heavy_foot", "swiss_pikemen", at=(40, 28.5), facing=0, flight=Flight("retreat", 1, 1500, 1, "other pikes")
    )
    assert play(others, STAND).battle.roll is not None, "it may still rally against others (CM-MELEE-28)"


def test_a_schiltron_stands_pikes_too() -> None:
    """CM-HIST-23, CM-MORALE-15: any charge, without dice."""
    battle = field(
        blue("chargers", 20, files=10, at=(40, 30), troop="swiss_pikemen", charged=True),
        red("target", 16, files=4, at=(40, 30), troop="scots_pikemen", formation="schiltron"),
        schiltrons="on",
    )
    played = play(battle, STAND)
    assert played.over
    (told,) = played.events_of(Checked)
    assert (told.passed, told.rules) == (True, ("CM-HIST-23",))


def test_the_edge_that_is_met_counts_also_where_a_hair_is_between() -> None:
    """CM-MORALE-14: a wide line reaches the front of a narrow one with its wing, its middle far to the side."""
    narrow = red("target", 2, at=(40, 30))
    for hair in (0, 0.021):
        wing = blue("chargers", 8, at=(44, 30 + hair), troop="heavy_horse", charged=True)
        assert struck_from(narrow, wing) == "front"


# ---------------------------------------------------------------- one charge, one check


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("offset", [-1.5, 0, 2])
def test_of_several_who_are_met_at_one_moment_each_checks_once(look: Look, offset: float) -> None:
    """CM-MORALE-11: by written orders a charge comes onto two units of one line at the same time."""
    battle = field(
        blue("chargers", 10, files=5, at=(48 + offset, 42), troop="heavy_horse"),
        red("left", 8, files=4, at=(49.6, 30)),
        red("right", 12, files=6, at=(45.7, 30)),
        turn_system="simultaneous",
    )
    asked = play(look.at(battle), WriteOrders())
    played = asked.at_once(Planned((charge("chargers", ahead(13)),)), Planned(()))
    rolls = []
    while played.battle.roll is not None:
        rolls.append(played.roll.purpose)
        played = played.then("6 6")
    assert sorted(purpose.split(" ")[0] for purpose in rolls) == ["Left", "Right"]
    assert {one.defender for one in played.battle.engagements} == {"left", "right"}


@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("by", ["heavy_horse", "swiss_pikemen"])
@pytest.mark.parametrize("offset", [-3, 0, 1.6])
def test_who_stood_a_charge_and_is_reached_again_by_its_balance_does_not_check_again(
    look: Look, by: str, offset: float
) -> None:
    """CM-MORALE-07, CM-MORALE-11 with CM-MELEE-14: beaten in the first round the target falls back half a move, and the
    chargers, carried on, come onto it again."""
    battle = field(
        blue("chargers", 20, files=10, at=(48 + offset, 34), troop=by),
        red("target", 40, files=10, at=(48, 30), troop="armored_foot"),
    )
    stood = play(look.at(battle), Moves("blue"), charge("chargers", ahead(5)), "6 6")
    (told,) = stood.events_of(Checked)
    assert told.passed
    assert stood.unit("target").own.turn.stood_against == ("chargers",)
    back = play(stood.battle, React(("chargers",), ("target",), "back_good_order", 500))
    assert not back.events_of(Checked), "it has been asked once"
    assert any(one.joins("chargers", "target") for one in back.battle.engagements), "and is in melee again"


def test_another_charge_and_another_turn_ask_again() -> None:
    """CM-MORALE-11: it is the one charge that it need not stand twice."""
    battle = charged("heavy_foot", "heavy_horse", stood_against=("others",))
    assert not play(battle, STAND).over
    again = charged("heavy_foot", "heavy_horse", stood_against=("chargers",))
    assert play(again, STAND).over
    begun = play(again, BeginTurn())
    assert begun.unit("target").own.turn.stood_against == ()


def test_peasants_dice_once_whoever_charges_them() -> None:
    """CM-HIST-11: their own dice stand for the check against pikes as for that against horse."""
    for by in ("swiss_pikemen", "heavy_horse"):
        battle = charged("peasants", by)
        switched = replace(battle, own=replace(battle.own, options=replace(battle.own.options, peasants="on")))
        assert play(switched, STAND).over
        assert play(switched, STAND, Defend("target", "chargers")).roll.rules == ("CM-HIST-11", "CM-HIST-12")
        assert not play(battle, STAND).over, "without the option they check as others do"
