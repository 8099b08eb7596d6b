"""Who moves first, how far, and past whom."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.battle import Seat, Side
from schiltron.battle.state.decision import FINISH, Aimed, Chosen, Commanded
from schiltron.battle.state.event import Began, Moved
from schiltron.battle.state.manoeuvre import (
    Advance,
    Expand,
    Face,
    FormHedgehog,
    FormUp,
    Oblique,
    Reform,
    SquareUp,
    Wheel,
    Wrap,
)
from schiltron.rulesets.by_this_axe.book import BY_THIS_AXE
from schiltron.rulesets.by_this_axe.law import LAW
from schiltron.rulesets.by_this_axe.movement.initiative import Initiative
from schiltron.rulesets.by_this_axe.movement.walk import rate
from schiltron.rulesets.by_this_axe.state import ROUTED
from schiltron.table.body import Formed
from schiltron.table.lengths import degrees, inches
from tests.rulesets.by_this_axe.positions import (
    EAST,
    Ordered,
    ahead,
    blue,
    card,
    choose,
    field,
    hero,
    locked,
    march,
    moving,
    place,
    play,
    red,
    rules,
    turn,
    unit,
)


def order(effect: str, name: str = "D01", amount: float = 0, target: str = "") -> Ordered:
    return Ordered(effect, f"TA-CMD-{name}", inches(amount), target)


# ---------------------------------------------------------------- who moves first


def test_the_higher_die_chooses_to_move_first_or_second() -> None:
    """TA-MOVE-01, TA-TURN-05: the winner picks his place in the order."""
    start = play(field(blue("axes", 4, at=(20, 40)), red("bows", 4, at=(20, 8))), Initiative())
    assert start.roll.unequal
    assert start.roll.rules == ("TA-MOVE-01", "TA-TURN-05")
    won = start.then("2 | 5")
    assert won.decision.seat == "red"
    assert won.decision.default == Chosen(("first",))
    second = won.then(choose("second"))
    assert second.battle.own.order == ("blue", "red")
    assert second.decision.seat == "blue"
    assert won.then(choose("first")).battle.own.order == ("red", "blue")
    assert rules(won.refusal(choose("third"))) == {"TA-MOVE-01"}


def test_a_path_has_twelve_legs_at_most() -> None:
    """TA-MOVE-04."""
    start = moving(blue("axes", 4, at=(36, 40)))
    assert place(start.then(march("axes", *[ahead(0.5)] * 12)).unit("axes")) == (36, 34, 0)
    assert rules(start.refusal(march("axes", *[ahead(0.5)] * 13))) == {"TA-MOVE-04"}


@pytest.mark.parametrize(
    ("where", "sequence"),
    [("first", ["red", "green", "blue"]), ("second", ["green", "red", "blue"]), ("third", ["green", "blue", "red"])],
)
def test_of_three_armies_the_highest_picks_his_place_and_the_others_follow_as_they_threw(
    where: str, sequence: list[str]
) -> None:
    """TA-UNIT-01, TA-MOVE-01."""
    green = unit("slings", 4, side="green", at=(50, 20), facing=270)
    two = field(blue("axes", 4, at=(20, 40)), red("bows", 4, at=(20, 8)), green)
    sides = (*two.sides, Side("green", "Green", "green"))
    start = play(replace(two, sides=sides, seats=tuple(Seat(side.id, side.id) for side in sides)), Initiative())
    won = start.then("2 | 6 | 4")
    assert won.decision.seat == "red"
    assert won.decision.rules == ("TA-MOVE-01", "TA-UNIT-01")
    assert won.decision.prompt == "You won the initiative: choose whether to move first, second or third."
    moved = won.then(choose(where), FINISH, FINISH, FINISH)
    assert [event.side for event in moved.events_of(Began)] == sequence


def test_one_side_completes_all_its_moves_before_the_other() -> None:
    """TA-MOVE-02: then the other side moves."""
    start = play(field(blue("axes", 4, at=(20, 40)), red("bows", 4, at=(20, 8))), Initiative(), "6 | 1")
    first = start.then(choose("first"))
    assert first.decision.actors == ("axes",)
    assert first.battle.active == "blue"
    then = first.then(march("axes", ahead(3)))
    assert then.decision.actors == ("bows",)
    assert then.battle.active == "red"
    over = then.then(FINISH)
    assert over.over
    assert [(event.what, event.side) for event in over.events_of(Began)] == [("moves", "blue"), ("moves", "red")]


def test_seized_initiative_is_added_before_ties_are_looked_for() -> None:
    """TA-MOVE-01, TA-CMD-43: equal dice do not tie where a card is added, equal sums do and are thrown again."""
    seized = field(blue("axes", 4, at=(20, 40)), red("bows", 4, at=(20, 8)), phase="movement", command="cards",
                   hands={"blue": ("C06",), "red": ()})  # fmt: skip
    asked = play(seized, Initiative())
    assert asked.decision.seat == "blue"
    rolled = asked.then(card("C06", "seize"))
    if rolled.battle.decisions:
        rolled = rolled.then(FINISH)
    assert not rolled.roll.unequal
    assert "TA-CMD-43" in rolled.roll.rules
    assert rolled.then("3 | 3").decision.seat == "blue"
    again = rolled.then("3 | 5")
    assert again.roll.purpose == "who moves first"
    won = again.then("1 | 6")
    assert won.decision.seat == "red"
    assert won.battle.own.seized == ()


def test_each_side_may_seize_the_initiative() -> None:
    """TA-CMD-43: both are asked before the dice, the bonuses are equal, so no tie is thrown."""
    cards = {"blue": ("C06",), "red": ("C07",)}
    both = field(
        blue("axes", 4, at=(20, 40)), red("bows", 4, at=(20, 8)), phase="movement", command="cards", hands=cards
    )
    asked = play(both, Initiative())
    assert asked.decision.seat == "blue"
    asked = asked.then(card("C06", "seize"))
    assert asked.decision.seat == "red"
    rolled = asked.then(card("C07", "seize"))
    assert rolled.roll.unequal
    assert [pool.label for pool in rolled.roll.pools] == ["Blue, +2", "Red, +2"]


# ---------------------------------------------------------------- how far


@pytest.mark.parametrize(
    ("mounted", "armour", "base", "rule"),
    [
        (True, "unarmored", 7, "TA-MOVE-06"),
        (True, "light", 7, "TA-MOVE-06"),
        (True, "medium", 6, "TA-MOVE-07"),
        (True, "heavy", 6, "TA-MOVE-07"),
        (False, "unarmored", 5, "TA-MOVE-08"),
        (False, "light", 5, "TA-MOVE-08"),
        (False, "medium", 4, "TA-MOVE-09"),
        (False, "heavy", 4, "TA-MOVE-09"),
    ],
)
def test_the_rate_comes_from_mount_and_armor_and_is_doubled_without_cards(
    mounted: bool, armour: str, base: int, rule: str
) -> None:
    """TA-UNIT-28, TA-MOVE-04, TA-MOVE-05, TA-MOVE-06 to TA-MOVE-09, TA-CMD-11."""
    unit = blue("men", 4, at=(36, 40), mounted=mounted, armour=armour)
    tally = rate(field(unit), unit)
    assert [(term.value, term.rule) for term in tally.terms] == [(inches(base), rule), (inches(base), "TA-MOVE-05")]
    start = moving(unit)
    assert place(start.then(march("men", ahead(2 * base))).unit("men")) == (36, 40 - 2 * base, 0)
    assert place(start.then(march("men", ahead(0.5))).unit("men")) == (36, 39.5, 0)
    (reason,) = start.refusal(march("men", ahead(2 * base + 0.1)))
    assert reason.rules[0] == "TA-MOVE-04"
    assert reason.leg == 0
    under_orders = field(unit, command="cards")
    assert rate(under_orders, unit).total == inches(base)


def test_a_character_alone_has_one_rate_with_and_without_cards() -> None:
    """TA-MOVE-10, TA-MOVE-05: 10 inches on foot, 14 mounted, never doubled."""
    for mounted, inch in ((False, 10), (True, 14)):
        kay = hero("kay", "blue", at=(36, 40), mounted=mounted)
        for command in ("none", "cards"):
            tally = rate(field(kay, command=command), kay)
            assert [(term.value, term.rule) for term in tally.terms] == [(inches(inch), "TA-MOVE-10")]
        assert place(moving(kay).then(march("kay", ahead(inch))).unit("kay")) == (36, 40 - inch, 0)


def test_a_musician_adds_an_inch_after_doubling() -> None:
    """TA-MOVE-11."""
    unit = blue("men", 4, at=(36, 40), armour="heavy", musician=True)
    assert LAW.sheet("TA-T-movement").row("musician_attached_to_unit_bonus")["base_in"] == 1
    assert rate(field(unit), unit).total == inches(9)
    assert rate(field(unit, command="cards"), unit).total == inches(5)
    assert "TA-MOVE-11" in rate(field(unit), unit).rules


@pytest.mark.parametrize(
    ("line", "name", "total"),
    [
        ({}, "H05", 11),
        ({"armour": "heavy"}, "H05", 9),
        ({"mounted": True}, "H07", 15),
        ({"mounted": True, "armour": "medium"}, "J01", 13),
    ],
)
def test_double_rate_doubles_no_musician(line: dict[str, Any], name: str, total: int) -> None:
    """TA-MOVE-11, TA-CMD-23, TA-CMD-24: twice the rate of the arm, and an inch; the unit goes as far and no farther."""
    unit = blue("men", 4, at=(36, 40), musician=True, orders=(order("double", name),), **line)
    tally = rate(field(unit, command="cards"), unit)
    assert tally.total == inches(total)
    assert [term.rule for term in tally.terms][1:] == ["TA-MOVE-11", "TA-CMD-24" if name == "H07" else "TA-CMD-23"]
    start = moving(unit, command="cards")
    assert place(start.then(march("men", ahead(total))).unit("men")) == (36, 40 - total, 0)
    assert rules(start.refusal(march("men", ahead(total + 0.1)))) == {"TA-MOVE-04", "TA-TERR-08"}
    plain = blue("men", 4, at=(36, 40), orders=(order("double", name),), **line)
    assert rate(field(plain, command="cards"), plain).total == inches(total - 1)


@pytest.mark.parametrize(
    ("orders", "total", "rule"),
    [
        ((order("march", "D01", 4),), 9, "TA-CMD-20"),
        ((order("double", "H05"),), 10, "TA-CMD-23"),
        ((order("double", "H07"),), 10, "TA-CMD-24"),
        ((order("farther", "H09", 3),), 8, "TA-CMD-25"),
        ((order("farther", "H11", 6),), 11, "TA-CMD-26"),
        ((order("farther", "H13", 1),), 6, "TA-CMD-27"),
        ((order("charge", "S01", 2),), 7, "TA-CMD-28"),
        ((order("charge", "S03", 5), Ordered("ferocious", "TA-CMD-S03", 2)), 10, "TA-CMD-29"),
        ((order("charge", "S05", 1), Ordered("frenzied", "TA-CMD-S05", 1)), 6, "TA-CMD-31"),
        ((order("double", "J01"),), 10, "TA-CMD-23"),
    ],
)
def test_cards_lengthen_the_move(orders: tuple[Ordered, ...], total: int, rule: str) -> None:
    """TA-CMD-20, TA-CMD-23 to TA-CMD-29, TA-CMD-31: named with the rule of the card that was played."""
    unit = blue("men", 4, at=(36, 40), orders=orders)
    tally = rate(field(unit, command="cards"), unit)
    assert tally.total == inches(total)
    assert tally.rules[-1] == rule


# ---------------------------------------------------------------- who may


def test_routed_locked_and_shooting_units_are_not_moved() -> None:
    """TA-MOVE-03, TA-RANGED-10, TA-MELEE-03, TA-RALLY-05, TA-CMD-34: each is told why."""
    start = moving(
        blue("free", 4, at=(10, 40)),
        blue("routed", 4, at=(20, 40), marks=(ROUTED,)),
        blue("fighting", 4, at=(30, 40)),
        blue("shot", 4, at=(40, 40), shot=True),
        blue("rallied", 4, at=(50, 40), rallied=True),
        blue("waiting", 4, at=(60, 40), orders=(order("reserve", "S07"),)),
        blue("gone", 4, at=(66, 40), moved=True),
        red("foe", 4, at=(30, 39)),
        contacts=(locked("foe", "fighting"),),
        command="cards",
    )
    assert start.decision.actors == ("free",)
    told = {
        name: rules(start.refusal(march(name, ahead(1))))
        for name in ("routed", "fighting", "shot", "rallied", "waiting", "gone", "foe")
    }
    assert told["routed"] == {"TA-MOVE-03", "TA-MORALE-26"}
    assert told["fighting"] == {"TA-MOVE-03", "TA-MELEE-03"}
    assert told["shot"] == {"TA-MOVE-03", "TA-RANGED-10"}
    assert told["rallied"] == {"TA-RALLY-05"}
    assert told["waiting"] == {"TA-CMD-34"}
    assert told["gone"] == {"TA-MOVE-04"}
    assert "TA-MOVE-02" in told["foe"]


def test_one_man_is_told_in_the_singular() -> None:
    """TA-MOVE-03, TA-MOVE-04, TA-CMD-12, TA-CMD-21."""
    start = moving(
        blue("bows", 4, at=(10, 40), moved=True),
        hero("kay", "blue", at=(20, 40), moved=True),
        hero("bors", "blue", at=(30, 40), shot=True),
        hero("lot", "blue", at=(40, 40)),
        hero("pelles", "blue", at=(50, 40), orders=(order("charge", "S01", 1),)),
        red("foe", 4, at=(40, 5)),
        command="cards",
    )
    why = {name: start.refusal(march(name, ahead(1)))[0].text for name in ("bows", "kay", "bors", "pelles")}
    assert why["bows"] == "Bows have moved this turn"
    assert why["kay"] == "Kay has moved this turn"
    assert why["bors"] == "Bors has shot this turn"
    assert why["pelles"] == "Pelles was ordered to charge and must try for contact"
    at_the_foe = Commanded("lot", "charge", Aimed("foe"))
    assert start.refusal(at_the_foe)[0].text == "Lot has no order to charge"


# ---------------------------------------------------------------- turning without cards


def test_turns_and_formations_are_free_without_cards_and_the_middle_is_measured() -> None:
    """TA-MOVE-13: as many as one likes, at no cost; a wheel costs what the middle of the body goes."""
    start = moving(blue("men", 12, files=6, at=(36, 30), armour="heavy"))
    moved = start.then(march("men", turn(90), ahead(4), turn(-170), ahead(4)))
    (event,) = moved.events_of(Moved)
    assert event.spent == inches(8)
    assert event.left == 0
    turned = start.then(march("men", turn(90)))
    assert place(turned.unit("men")) == (37, 31, 90)
    assert turned.events_of(Moved)[0].spent == 0
    wheeled = start.then(march("men", Wheel("right", degrees(30)))).events_of(Moved)[0]
    assert wheeled.spent == round(3.16228 * 0.5235988 * 1000)
    reformed = start.then(march("men", Reform(4), ahead(8))).unit("men")
    assert isinstance(reformed.body, Formed)
    assert reformed.body.files == 4
    assert place(reformed) == (36, 21.5, 0)
    faced = start.then(march("men", Face("right"), ahead(8))).unit("men")
    assert place(faced) == (47, 31, 90)
    assert faced.body.files == 2


def test_what_a_formation_cannot_be() -> None:
    """TA-MOVE-13, TA-UNIT-06: and manoeuvres of other books are not known here."""
    start = moving(blue("men", 12, files=6, at=(36, 30)))
    assert rules(start.refusal(march("men", Reform(13)))) == {"TA-UNIT-06"}
    assert rules(start.refusal(march("men", Reform(6)))) == {"TA-MOVE-13"}
    assert rules(start.refusal(march("men", Face("front")))) == {"TA-MOVE-13"}
    assert rules(start.refusal(march("men", turn(181)))) == {"TA-MOVE-13"}
    assert rules(start.refusal(march("men", Advance(-5)))) == {"TA-MOVE-04"}
    assert rules(start.refusal(march("men"))) == {"TA-MOVE-04"}
    assert rules(start.refusal(march("men", Wheel("left", degrees(-20))))) == {"TA-MOVE-13"}
    for leg in (
        FormHedgehog(),
        Wrap(1, 0),
        Expand(1, 0),
        SquareUp(),
        Oblique(degrees(30), 2000),
        FormUp("shield_wall"),
    ):
        assert rules(start.refusal(march("men", leg))) == {"TA-MOVE-13"}
    (reason,) = start.refusal(march("men", ahead(2), turn(10), Advance(0)))
    assert reason.leg == 2


def test_a_wheel_is_stopped_by_what_stands_in_its_way_and_by_the_move_that_is_left() -> None:
    """TA-MOVE-13, TA-MOVE-14."""
    start = moving(blue("men", 12, files=6, at=(36, 30)), blue("friends", 4, at=(33, 28)))
    assert rules(start.refusal(march("men", Wheel("right", degrees(60))))) == {"TA-MOVE-14"}
    short = moving(blue("men", 12, files=6, at=(36, 30), armour="heavy"))
    (reason,) = short.refusal(march("men", ahead(7), Wheel("left", degrees(90))))
    assert reason.rules == ("TA-MOVE-04", "TA-MOVE-13")
    assert reason.leg == 1


# ---------------------------------------------------------------- turning with cards


def test_without_an_order_a_unit_turns_once_by_45_degrees_at_the_start() -> None:
    """TA-CMD-11, TA-CMD-13."""
    start = moving(blue("men", 12, files=6, at=(36, 30)), command="cards")
    assert {"TA-CMD-11", "TA-CMD-13"} <= set(start.decision.rules)
    assert place(start.then(march("men", turn(45), ahead(5))).unit("men"))[2] == 45
    assert start.then(march("men", Wheel("left", degrees(20)), ahead(2))).unit("men").pose.heading == degrees(340)
    for path in (
        (turn(46),),
        (turn(20), turn(20)),
        (ahead(1), turn(20)),
        (Face("left"),),
        (Reform(4),),
        (Wheel("left", degrees(50)),),
    ):
        assert rules(start.refusal(march("men", *path))) == {"TA-CMD-13"}, path
    assert rules(start.refusal(march("men", ahead(5.1)))) == {"TA-MOVE-04", "TA-TERR-08"}


def test_a_maneuver_card_allows_two_turns_of_180_degrees() -> None:
    """TA-CMD-22."""
    start = moving(blue("men", 12, files=6, at=(36, 30), orders=(order("maneuver", "H01"),)), command="cards")
    moved = start.then(march("men", turn(180), ahead(2), turn(-120), ahead(3)))
    assert moved.unit("men").pose.heading == degrees(60)
    assert rules(start.refusal(march("men", turn(90), ahead(1), turn(90), ahead(1), turn(1)))) == {"TA-CMD-22"}


@pytest.mark.parametrize(
    ("effect", "name", "rule"), [("brace", "C08", "TA-CMD-45"), ("shieldwall", "C11", "TA-CMD-47")]
)
def test_units_that_stand_fast_may_only_turn(effect: str, name: str, rule: str) -> None:
    """TA-CMD-45, TA-CMD-47: no move, a turn of up to 45 degrees."""
    start = moving(
        blue("men", 12, files=6, at=(36, 30), orders=(Ordered(effect, f"TA-CMD-{name}", 2),)), command="cards"
    )
    assert start.decision.actors == ("men",)
    assert start.then(march("men", turn(-45))).unit("men").pose.heading == degrees(315)
    assert rules(start.refusal(march("men", ahead(1)))) == {rule}
    assert rules(start.refusal(march("men", turn(60)))) == {rule}
    assert rules(start.refusal(march("men", Wheel("left", degrees(30))))) == {rule}


# ---------------------------------------------------------------- past others


def test_nobody_passes_through_friends() -> None:
    """TA-MOVE-14: but they may touch."""
    start = moving(blue("men", 4, at=(36, 40)), blue("friends", 4, at=(37, 34)))
    assert place(start.then(march("men", ahead(5))).unit("men")) == (36, 35, 0)
    (reason,) = start.refusal(march("men", ahead(9)))
    assert reason.rules == ("TA-MOVE-14",)
    assert "after 5″" in reason.text
    assert rules(start.refusal(march("friends", turn(180), ahead(9)))) == {"TA-MOVE-14"}


def test_an_inch_is_kept_from_enemies_who_are_not_charged() -> None:
    """TA-MOVE-14: ahead, beside the way, and after a turn."""
    start = moving(blue("men", 4, at=(36, 40)), red("foe", 4, at=(36, 34)), red("aside", 2, at=(42, 38)))
    assert place(start.then(march("men", ahead(5))).unit("men")) == (36, 35, 0)
    assert rules(start.refusal(march("men", ahead(5.2)))) == {"TA-MOVE-14"}
    past = moving(blue("men", 4, at=(36, 40)), red("foe", 4, at=(40.5, 36)))
    assert rules(past.refusal(march("men", ahead(9)))) == {"TA-MOVE-14"}
    wide = moving(blue("men", 4, at=(36, 40)), red("foe", 4, at=(41.1, 36)))
    assert place(wide.then(march("men", ahead(9))).unit("men")) == (36, 31, 0)
    turning = moving(blue("men", 6, at=(36, 40)), red("foe", 4, at=(36, 37)))
    assert rules(turning.refusal(march("men", turn(90)))) == {"TA-MOVE-14"}
    agreed = moving(blue("men", 4, at=(36, 40)), red("foe", 4, at=(36, 34)), enemy_gap=inches(2))
    assert rules(agreed.refusal(march("men", ahead(5)))) == {"TA-MOVE-14"}


def test_who_stands_nearer_than_an_inch_may_go_away_or_along() -> None:
    """TA-MOVE-14: it need not back off, but comes no nearer."""
    start = moving(blue("men", 4, at=(36, 40)), red("foe", 4, at=(36, 39.5)))
    assert rules(start.refusal(march("men", ahead(0.3)))) == {"TA-MOVE-14"}
    assert place(start.then(march("men", Face("rear"), ahead(4))).unit("men")) == (36, 45, 180)


@pytest.mark.parametrize("between", [0, 0.01])
def test_nobody_walks_through_an_enemy_he_touches_without_fighting_him(between: float) -> None:
    """TA-MOVE-14: as one whose unit was destroyed before the enemy's front; he may go along it."""
    start = moving(hero("kay", "blue", at=(36, 40)), red("foe", 4, at=(36, 39.5 - between)))
    assert rules(start.refusal(march("kay", ahead(3)))) == {"TA-MOVE-14"}
    assert rules(start.refusal(march("kay", ahead(0.05)))) == {"TA-MOVE-14"}
    assert place(start.then(march("kay", turn(90), ahead(4))).unit("kay")) == (40, 40, 90)


def test_the_table_ends_a_move() -> None:
    """TA-MOVE-04: nobody walks off it by his own will."""
    start = moving(blue("men", 4, at=(36, 3)))
    assert place(start.then(march("men", ahead(3))).unit("men")) == (36, 0, 0)
    assert rules(start.refusal(march("men", ahead(4)))) == {"TA-MOVE-04"}
    assert rules(moving(blue("men", 8, at=(36, 0.2))).refusal(march("men", turn(90)))) == {"TA-MOVE-04"}


def test_movement_is_never_compulsory() -> None:
    """TA-MOVE-04: any of the units, any distance, or none."""
    start = moving(blue("one", 4, at=(20, 40)), blue("two", 4, at=(40, 40)))
    moved = start.then(march("one", ahead(1)))
    assert moved.decision.actors == ("two",)
    assert moved.decision.default == FINISH
    assert moved.then(FINISH).over


# ---------------------------------------------------------------- random and sensible


def test_random_and_suggested_moves_are_legal() -> None:
    """TA-MOVE-04: whatever is drawn is obeyed, and the phase comes to an end."""
    for seed in range(6):
        random = Random(seed)
        played = moving(
            blue("one", 8, files=4, at=(20, 30)),
            blue("two", 12, files=6, at=(34, 30), mounted=True, facing=EAST),
            hero("kay", "blue", with_="one", roles=("leader",), leadership=2),
            red("foe", 8, files=4, at=(24, 22)),
            red("bows", 8, files=4, at=(44, 22)),
        )
        for _ in range(20):
            if played.over:
                break
            for answer in BY_THIS_AXE.suggest(played.battle, played.decision):
                played.then(answer)
            played = played.then(BY_THIS_AXE.sample(played.battle, played.decision, random))
        assert played.over
