"""Hand to hand: who strikes whom. Foot stand on 3/4 inch, horse on 1 by 2 inches."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Struck
from schiltron.rulesets.book_of_war.attacks import melee
from schiltron.rulesets.book_of_war.attacks.melee import fighters
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.attacks.ratings import converted_modifier
from schiltron.rulesets.book_of_war.attacks.to_hit import to_hit
from schiltron.rulesets.book_of_war.book import BOOK_OF_WAR
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.state import CORNERED, ROUTED, Battle
from schiltron.rulesets.book_of_war.troops import MEN
from schiltron.table.body import Wing
from schiltron.table.lengths import degrees, inches
from tests.rulesets.book_of_war.positions import (
    EAST,
    LAYOUTS,
    NORTH,
    WEST,
    Askew,
    Played,
    blue,
    field,
    pick,
    piece,
    plan,
    play,
    red,
    rules,
    shoot,
    stream,
)

MELEE = AttackPhase("blue")


def dice(position: Battle) -> list[tuple[int, int]]:
    """The dice of the one melee of the position."""
    return play(position, MELEE).dice


def every_roll(played: Played) -> list[tuple[int, int]]:
    """All dice that still fall, each a miss."""
    thrown = []
    while not played.over:
        thrown += played.dice
        played = played.then(" ".join("1" for count, _ in played.dice for _ in range(count)))
    return thrown


# ---------------------------------------------------------------- who strikes


def test_every_figure_touching_an_enemy_strikes_with_one_die_and_rear_ranks_do_not() -> None:
    """BW-C3-01, BW-C3-02, BW-C3-10: four files, three ranks deep, against chain."""
    position = field(
        blue("light_infantry", 12, files=4, at=(24, 24)),
        red("medium_infantry", 12, files=4, id="foe", at=(24, 24)),
    )
    played = play(position, MELEE)
    assert played.dice == [(4, 5)]
    played = played.then("5 6 4 1")
    assert played.over
    assert played.unit("foe").figures == 10


def test_only_the_active_side_strikes() -> None:
    """BW-B1-06, BW-C3-01."""
    position = field(
        blue("light_infantry", 4, at=(24, 24)), red("medium_infantry", 4, id="foe", at=(24, 24)), active="red"
    )
    assert play(position, AttackPhase("red")).roll.purpose.startswith("Foe strike")
    assert [event.unit for event in play(position, AttackPhase("red"), "1 1 1 1").events_of(Struck)] == ["foe"]


@pytest.mark.parametrize(
    ("own", "foes", "striking"), [(6, 3, 3), (3, 6, 3), (5, 5, 5), (7, 3, 3)], ids=["wider", "narrower", "equal", "odd"]
)
def test_in_line_as_many_strike_as_the_narrower_front_lets(own: int, foes: int, striking: int) -> None:
    """BW-C3-10: fronts of foot whose files stand against each other."""
    shift = 0.375 * ((own - foes) % 2)
    position = field(
        blue("light_infantry", own, at=(24 + shift, 24)), red("light_infantry", foes, id="foe", at=(24, 24))
    )
    assert dice(position) == [(striking, 4)]


def test_a_partly_overlapping_figure_counts_whole() -> None:
    """BW-C3-10: three horse cover 3 inches; four foot touch them, the outer two by half."""
    horse = red("light_cavalry", 1, id="foe", at=(24, 24))
    assert dice(field(blue("light_infantry", 4, at=(24, 24)), horse)) == [(2, 4)]
    assert dice(field(blue("light_infantry", 3, at=(24, 24)), horse)) == [(3, 4)]


def test_a_bare_corner_is_no_contact() -> None:
    """BW-C3-10: end to end of a line, corner against corner."""
    position = field(blue("light_infantry", 4, at=(24, 24)), red("light_infantry", 4, id="foe", at=(27, 24)))
    assert play(position, MELEE).over
    apart = field(blue("light_infantry", 4, at=(24, 24)), red("light_infantry", 4, id="foe", at=(24, 23.9)))
    assert play(apart, MELEE).over


def test_a_corner_that_could_not_be_squared_up_counts_where_nothing_is_flush() -> None:
    """BW-C3-10, BW-B4-29: one corner of the enemy rests on the front."""
    foe = red("light_infantry", 4, id="foe", at=(24, 24), facing=180 + 30)
    corner_x, corner_y = max(foe.outline.main.corners, key=lambda corner: corner[1])
    aside = red(
        "light_infantry",
        4,
        id="foe",
        at=(24 + (24_200 - corner_x) / 1000, 24 + (24_000 - corner_y) / 1000),
        facing=180 + 30,
    )
    resting = field(blue("light_infantry", 4, at=(24, 24)), aside)
    assert dice(resting) == [(1, 4)]


def test_figures_touched_on_flank_or_rear_strike_back() -> None:
    """BW-C3-10: contact is asked, not facing. Two ranks of two stand with their right flank against an enemy."""
    flank = field(
        blue("light_infantry", 4, files=2, at=(24, 24)),
        red("light_infantry", 4, id="foe", at=(24.75, 24.75), facing=WEST),
    )
    assert dice(flank) == [(2, 4)]
    rear = field(
        blue("light_infantry", 4, files=2, at=(24, 24)),
        red("light_infantry", 2, id="foe", at=(24, 25.5), facing=NORTH),
    )
    assert dice(rear) == [(2, 4)]


def test_missile_troops_fight_with_hand_weapons_at_one_die_each() -> None:
    """BW-B2-41."""
    position = field(blue("longbowmen", 4, at=(24, 24)), red("heavy_infantry", 4, id="foe", at=(24, 24)))
    assert dice(position) == [(4, 6)]


def test_arms_and_charges_bring_nothing() -> None:
    """BW-B2-09: lancers that have just charged fight as any heavy horse."""
    foe = red("light_infantry", 8, id="foe", at=(24, 24))
    charging = field(blue("medium_cavalry", 3, at=(24, 24), spent=inches(15), moved=True), foe)
    standing = field(blue("medium_cavalry", 3, at=(24, 24)), foe)
    assert dice(charging) == dice(standing) == [(6, 4)]


def test_units_that_shot_do_not_melee() -> None:
    """BW-B1-06: one kind of attack a turn."""
    position = field(blue("archers", 4, at=(24, 24), shot=True), red("light_infantry", 4, id="foe", at=(24, 24)))
    assert play(position, MELEE).over


def test_no_melee_in_a_turn_with_a_split_move() -> None:
    """BW-B2-44."""
    position = field(blue("horse_archers", 3, at=(24, 24), split=True), red("light_infantry", 4, id="foe", at=(24, 24)))
    assert play(position, MELEE).over


def test_routers_do_not_strike_unless_cornered_and_then_at_minus_one() -> None:
    """BW-B5-07, BW-B5-13."""
    foe = red("light_infantry", 4, id="foe", at=(24, 24))
    assert play(field(blue("light_infantry", 4, at=(24, 24), marks=(ROUTED,)), foe), MELEE).over
    assert dice(field(blue("light_infantry", 4, at=(24, 24), marks=(ROUTED, CORNERED)), foe)) == [(4, 5)]


def test_the_fallen_do_not_strike() -> None:
    """BW-B2-19, BW-B4-07: two of a single rank were knocked over before."""
    position = field(
        blue("light_infantry", 2, fallen=2, files=4, at=(24, 24)), red("light_infantry", 4, id="foe", at=(24, 24))
    )
    assert dice(position) == [(2, 4)]


def test_the_fallen_still_count_as_touched() -> None:
    """BW-B4-07: the attacker makes all his attacks."""
    position = field(
        blue("light_infantry", 4, at=(24, 24)), red("light_infantry", 1, fallen=3, files=4, id="foe", at=(24, 24))
    )
    assert dice(position) == [(4, 4)]


# ---------------------------------------------------------------- cavalry


def test_horse_on_open_ground_strike_with_two_dice_each() -> None:
    """BW-B2-05, BW-B2-45: horse archers as light cavalry."""
    for kind in ("light_cavalry", "medium_cavalry", "heavy_cavalry", "horse_archers"):
        position = field(blue(kind, 3, at=(24, 24)), red("light_infantry", 8, id="foe", at=(24, 24)))
        assert dice(position) == [(6, 4)], kind


@pytest.mark.parametrize("kind", ["gulley", "rough", "hill", "woods", "marsh", "pond"])
def test_horse_on_any_other_ground_strike_with_one(kind: str) -> None:
    """BW-B2-06, BW-B3-12: it is the ground under the horse that counts."""
    horse, foot = blue("light_cavalry", 3, at=(24, 24)), red("light_infantry", 8, id="foe", at=(24, 24))
    assert dice(field(horse, foot, features=[piece(kind, 18, 24, 30, 32, steps=1)])) == [(3, 4)]
    assert dice(field(horse, foot, features=[piece(kind, 18, 16, 30, 24, steps=1)])) == [(6, 4)]


def test_the_ground_is_judged_figure_by_figure() -> None:
    """BW-B2-06: the centre of the base decides. Of three horse one stands in the rough, one with a corner only."""
    horse, foot = blue("light_cavalry", 3, at=(24, 24)), red("light_infantry", 8, id="foe", at=(24, 24))
    assert dice(field(horse, foot, features=[piece("rough", 18, 24, 23.75, 32)])) == [(5, 4)]


def test_a_stream_takes_the_second_die_and_a_road_does_not() -> None:
    """BW-B2-06, BW-B3-12."""
    horse, foot = blue("light_cavalry", 3, at=(24, 24)), red("light_infantry", 8, id="foe", at=(24, 24))
    water = stream((0, 25), (72, 25), width=2)
    assert dice(field(horse, foot, features=[water])) == [(3, 4)]
    assert dice(field(horse, foot, features=[replace(water, kind="road")])) == [(6, 4)]


def test_the_core_game_gives_everyone_one_die_and_knows_no_rear() -> None:
    """BW-C3-12, BW-C3-01."""
    position = field(
        blue("light_cavalry", 3, at=(24, 24)),
        red("light_infantry", 8, id="foe", at=(24, 23.25), facing=NORTH),
        game="core",
    )
    assert dice(position) == [(3, 4)]


# ---------------------------------------------------------------- bonuses


def test_the_bonus_of_big_attackers_is_one_for_each_full_three_hit_dice() -> None:
    """BW-C3-06: 1 to 2, 3 to 5, 6 to 8, 9 to 11; on melee and missiles alike, since both need the same tally."""
    for row in LAW.sheet("BW-T-hd-bonus").records():
        for hit_dice in range(int(row["hd_min"]), int(row["hd_max"]) + 1):
            assert row["attack_bonus"] == hit_dice // 3
    assert {kind for kind, troop in MEN.items() if troop.attack_bonus} == set(), "normal men have none"
    tally = to_hit("ogres", "heavy_infantry", ("beyond_half_range",))
    assert (tally.total, tally.rules) == (6, ("BW-C3-02", "BW-C3-06", "BW-B2-31"))


def test_other_modifiers_are_divided_by_three_toward_zero() -> None:
    """BW-C3-07."""
    assert [converted_modifier(one) for one in (0, 2, 3, 5, 6)] == [0, 0, 1, 1, 2]
    assert [converted_modifier(one) for one in (-2, -3, -4, -6)] == [0, -1, -1, -2]


@pytest.mark.parametrize(
    ("spot", "facing", "need"),
    [((24, 23.25), NORTH, 3), ((24, 24), 180, 4), ((23.25, 23.625), WEST, 4), ((24.75, 23.625), EAST, 4)],
    ids=["rear", "front", "flank", "other flank"],
)
def test_an_attack_on_the_rear_has_plus_one_and_on_flanks_nothing(
    spot: tuple[float, float], facing: float, need: int
) -> None:
    """BW-B4-41, BW-B4-42."""
    files = 4 if facing in (NORTH, 180) else 1
    figures = 4 if files == 4 else 2
    position = field(
        blue("light_infantry", 8, at=(24, 24)),
        red("light_infantry", figures, files=files, id="foe", at=spot, facing=facing),
    )
    assert {needed for _, needed in dice(position)} == {need}


def test_only_figures_that_touch_the_rear_edge_have_the_bonus() -> None:
    """BW-B4-38, BW-B4-41: three in front, one on the flank, one hooked round the rear; two throws of like dice."""
    around = Wing(files=2, turn=degrees(90), hook=1, reach=750)
    position = field(
        blue("light_infantry", 5, files=5, right=around, at=(24, 24)), red("light_infantry", 3, id="foe", at=(24, 24))
    )
    assert sorted(dice(position)) == [(1, 3), (4, 4)]


def test_by_agreement_wrapped_figures_have_no_bonus_on_the_rear() -> None:
    """BW-B4-38: the switch. They still fight."""
    around = Wing(files=2, turn=degrees(90), hook=1, reach=750)
    position = field(
        blue("light_infantry", 5, files=5, right=around, at=(24, 24)),
        red("light_infantry", 3, id="foe", at=(24, 24)),
        wrapped_rear_bonus="none",
    )
    assert dice(position) == [(5, 4)]


def test_a_hedgehog_has_no_rear() -> None:
    """BW-B4-22."""
    position = field(
        blue("light_infantry", 4, at=(24, 24)),
        red("light_infantry", 16, files=4, hedgehog=True, id="foe", at=(24, 21), facing=NORTH),
    )
    assert dice(position) == [(4, 4)]


def test_nor_has_a_hedgehog_where_its_last_rank_is_short() -> None:
    """BW-B4-22: five in three files; nobody stands behind the last figure of the first rank."""
    position = field(
        blue("light_infantry", 1, at=(24.75, 24.75)),
        red("light_infantry", 5, files=3, hedgehog=True, id="foe", at=(24, 24), facing=NORTH),
    )
    assert dice(position) == [(1, 4)]


# ---------------------------------------------------------------- pikes in their own turn


@pytest.mark.parametrize(("gap", "strikes"), [(0, True), (0.5, True), (1, True), (1.1, False)])
def test_pikes_strike_an_enemy_up_to_an_inch_away(gap: float, strikes: bool) -> None:
    """BW-B2-22, BW-B2-14: with one die each, without bonus; the enemy cannot strike back unless it touches."""
    position = field(blue("pikemen", 8, files=4, at=(24, 24)), red("light_infantry", 4, id="foe", at=(24, 24 - gap)))
    if strikes:
        assert dice(position) == [(4, 4)]
    else:
        assert play(position, MELEE).over
    assert play(position, AttackPhase("red")).over == (gap > 0)


def test_pikes_reach_straight_ahead_only() -> None:
    """BW-B2-22: not beside their front, not from flank or rear; a figure the enemy half covers strikes."""
    pikes = blue("pikemen", 4, at=(24, 24))
    assert dice(field(pikes, red("light_infantry", 2, id="foe", at=(25.5, 23.5)))) == [(1, 4)]
    assert play(field(pikes, red("light_infantry", 2, id="foe", at=(26.5, 23.5))), MELEE).over
    assert play(field(pikes, red("light_infantry", 2, id="foe", at=(24, 25.25), facing=NORTH)), MELEE).over


def test_a_hedgehog_of_pikes_reaches_to_all_sides() -> None:
    """BW-B2-22, BW-B4-22: three by three, an enemy half an inch off its right side."""
    pikes = blue("pikemen", 9, files=3, hedgehog=True, at=(24, 24))
    beside = field(pikes, red("light_infantry", 3, id="foe", at=(24 + 1.125 + 0.5, 25.125), facing=WEST))
    assert dice(beside) == [(3, 4)]
    behind = field(pikes, red("light_infantry", 3, id="foe", at=(24, 26.25 + 0.5), facing=NORTH))
    assert dice(behind) == [(3, 4)]


@pytest.mark.parametrize("lay", LAYOUTS)
@pytest.mark.parametrize(
    ("spot", "facing", "need"),
    [((1.5, 0), 180, 4), ((1.5, 1.5), 0, 3), ((1.5, 1.5), 90, 4), ((0, 1.5), 270, 4)],
    ids=["front", "rear", "flank", "other flank"],
)
def test_whatever_way_the_lines_run_those_edge_to_edge_strike(
    lay: Askew, spot: tuple[float, float], facing: float, need: int
) -> None:
    """BW-C3-10, BW-B4-41: two of four files have the enemy before them, a third only his corner."""
    line = blue("medium_infantry", 4, id="us", at=lay.at(0, 0), facing=lay.facing(0))
    foe = red("light_infantry", 8, files=4, id="foe", at=lay.at(*spot), facing=lay.facing(facing))
    assert dice(field(line, foe)) == [(2, need)]


@pytest.mark.parametrize("lay", LAYOUTS)
def test_a_wing_of_pikes_reaches_the_way_it_looks(lay: Askew) -> None:
    """BW-B2-22: two files swung forward; the outer one has an enemy half an inch before it, the main front none."""
    wing = {lay.hand("right"): Wing(2, 90_000)}
    pikes = blue("pikemen", 6, at=lay.at(0, 0), facing=lay.facing(0), **wing)
    foe = red("light_infantry", 1, id="foe", at=lay.at(1, 1.5), facing=lay.facing(90))
    assert dice(field(pikes, foe)) == [(1, 4)]
    before_main = red("light_infantry", 1, id="foe", at=lay.at(-0.5, 0.5), facing=lay.facing(180))
    assert dice(field(pikes, before_main)) == [(2, 4)]
    beyond = red("light_infantry", 1, id="foe", at=lay.at(1.875, 2), facing=lay.facing(180))
    assert play(field(pikes, beyond), MELEE).over, "before the end of the wing nobody looks that way"


def test_by_agreement_the_second_rank_of_pikes_strikes_too() -> None:
    """BW-B2-14: the switch; three ranks, the third is out of it."""
    units = blue("pikemen", 12, files=4, at=(24, 24)), red("light_infantry", 4, id="foe", at=(24, 24))
    assert dice(field(*units)) == [(4, 4)]
    assert dice(field(*units, pike_ranks="second")) == [(8, 4)]
    far = units[0], red("light_infantry", 4, id="foe", at=(24, 23.5))
    assert dice(field(*far, pike_ranks="second")) == [(4, 4)]


def test_pikes_keep_their_reach_in_broken_ground_and_when_cornered() -> None:
    """BW-B2-22, BW-B5-13."""
    position = field(
        blue("pikemen", 4, at=(24, 24), marks=(ROUTED, CORNERED)),
        red("light_infantry", 4, id="foe", at=(24, 23.5)),
        features=[piece("rough", 16, 16, 32, 32)],
    )
    assert dice(position) == [(4, 5)]


def test_the_core_game_knows_no_reach_of_pikes() -> None:
    """BW-C3-12."""
    position = field(blue("pikemen", 4, at=(24, 24)), red("light_infantry", 4, id="foe", at=(24, 23.5)), game="core")
    assert play(position, MELEE).over


# ---------------------------------------------------------------- a choice of foes


def torn(**options: str) -> Battle:
    """Four files; the second from the left touches both enemies, whose fronts meet before it."""
    return field(
        blue("light_infantry", 4, at=(24, 24)),
        red("heavy_infantry", 2, id="heavy", at=(24 - 0.375 - 0.75, 24)),
        red("light_infantry", 2, id="light", at=(24 - 0.375 + 0.75, 24)),
        **options,
    )


def test_a_figure_that_touches_two_enemies_strikes_the_one_its_owner_names() -> None:
    """BW-C3-11: figure 1 has the choice; all its dice go one way."""
    played = play(torn(), MELEE)
    assert [(item.key, item.bins) for item in played.decision.items] == [("1", ("heavy", "light"))]
    assert played.decision.default == pick({1: "light"})
    assert every_roll(played.then(pick({1: "heavy"}))) == [(2, 6), (2, 4)]
    assert every_roll(played.then(pick({1: "light"}))) == [(1, 6), (3, 4)]


def test_a_figure_must_strike_somebody_it_touches() -> None:
    """BW-C3-11."""
    played = play(torn(), MELEE)
    assert rules(played.refusal(pick({}))) == {"BW-C3-11"}
    assert rules(played.refusal(pick({0: "light", 1: "light"}))) == {"BW-C3-11"}
    assert rules(played.refusal(pick({1: "light_infantry"}))) == {"BW-C3-11"}


def test_foes_are_named_before_any_attack_of_the_phase_is_rolled() -> None:
    """BW-C3-11, BW-B1-06: though another melee and a shot need no choice."""
    position = torn()
    more = (
        blue("light_infantry", 2, id="a_second", at=(40, 24)),
        red("light_infantry", 2, id="foe", at=(40, 24)),
        blue("archers", 2, at=(50, 30)),
        red("light_infantry", 2, id="target", at=(50, 24)),
    )
    position = replace(position, units={**position.units, **{one.id: one for one in more}})
    played = play(position, MELEE, plan(shoot("archers", at="target")))
    assert played.decision.rules == ("BW-C3-11",)
    assert every_roll(played.then(pick({1: "light"}))) == [(4, 4), (2, 4), (1, 6), (3, 4)]


def test_random_and_suggested_choices_are_legal() -> None:
    """What is sampled or suggested passes the judge."""
    played = play(torn(), MELEE)
    random = Random(3)
    for _ in range(5):
        played.then(BOOK_OF_WAR.sample(played.battle, played.decision, random))
    for suggestion in BOOK_OF_WAR.suggest(played.battle, played.decision):
        played.then(suggestion)


def test_pikes_that_touch_one_enemy_and_reach_another_have_the_choice_too() -> None:
    """BW-B2-22, BW-C3-11."""
    position = field(
        blue("pikemen", 1, at=(24, 24)),
        red("light_infantry", 1, id="touched", at=(24.375, 24)),
        red("light_infantry", 1, id="reached", at=(23.5, 23.5)),
    )
    assert [sorted(one.foes) for one in fighters(position, position.units["pikemen"])] == [["reached", "touched"]]


# ---------------------------------------------------------------- all at once


def test_attacks_of_a_phase_are_simultaneous() -> None:
    """BW-B1-06: two units strike one enemy; what the first knocks over does not take dice from the second."""
    position = field(
        blue("light_infantry", 3, id="one", at=(24, 24)),
        blue("light_infantry", 3, id="two", at=(24, 23.25), facing=180),
        red("light_infantry", 3, id="foe", at=(24, 24)),
    )
    played = play(position, MELEE)
    assert played.dice == [(3, 4)]
    played = played.then("6 6 1")
    assert played.unit("foe").figures == 1
    assert played.dice == [(3, 3)]


def test_own_arrows_do_not_stop_a_melee_declared_in_the_same_phase() -> None:
    """BW-B1-06, BW-B2-38: the friends in contact with the target are wiped out, and still strike."""
    position = field(
        blue("archers", 4, at=(24, 30)),
        blue("light_infantry", 2, id="friend", at=(24, 24)),
        red("light_infantry", 8, files=4, id="foe", at=(24, 24)),
    )
    played = play(position, MELEE, plan(shoot("archers", at="foe")), "1 1 1 1", "6 6 6 6")
    assert played.unit("friend").figures == 0
    assert played.dice == [(2, 4)]


def test_nothing_within_reach_needs_no_answer_and_no_dice() -> None:
    """BW-B1-06."""
    position = field(blue("light_infantry", 6, at=(24, 30)), red("light_infantry", 6, id="foe", at=(24, 10)))
    assert play(position, MELEE).over
    assert melee.fighters(position, position.units["foe"]) == []
