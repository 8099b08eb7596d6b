"""The missile fire step: the table, groups, rate of fire, simultaneity.

Blue looks up the table from y = 30; red stands opposite and looks down. Figures on foot stand on three quarters of an
inch.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from schiltron.battle.state.battle import Seat
from schiltron.battle.state.decision import FINISH, Aimed, Command, Commanded, PathDrawn
from schiltron.battle.state.event import Checked, Declared, Fell, Removed, Struck
from schiltron.battle.state.order import Reply
from schiltron.battle.state.tally import Tally
from schiltron.rulesets.chainmail.book import CHAINMAIL
from schiltron.rulesets.chainmail.fire.phase import Missiles, Reload, TakeOff
from schiltron.rulesets.chainmail.fire.rates import has_fired, shots
from schiltron.rulesets.chainmail.fire.tables import grouped, kills_by_face
from schiltron.rulesets.chainmail.fire.weapons import reach
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.state import GUARDING, REORGANIZING, UNLOADED, Battle, Flight
from schiltron.table.lengths import inches
from tests.rulesets.chainmail.positions import (
    Played,
    blue,
    commander,
    field,
    locked,
    marked_by_effects,
    play,
    red,
    rules,
    shoot,
)
from tests.rulesets.parts import having

BOTH = Missiles(("blue", "red"))
BLUE = Missiles(("blue",))


def facing(figures: int = 8, *, troop: str = "archers", at: str = "light_foot", files: int | None = None) -> Battle:
    """Blue missile troops 10 inches from twenty of some troop."""
    return field(
        blue("bows", figures, at=(24, 30), files=files, troop=troop),
        red("enemy", 20, files=10, at=(24, 20), troop=at),
    )


def killed(played: Played) -> Tally:
    """How the last volley's kills came about."""
    return played.events_of(Struck)[-1].tallies[-1]


def with_own(battle: Battle, unit: str, **counters: Any) -> Battle:
    return battle.with_unit(having(battle.units[unit], **counters))


def unloaded(battle: Battle) -> Battle:
    return marked_by_effects(battle.with_unit(replace(battle.units["bows"], marks=(UNLOADED,))))


# ---------------------------------------------------------------- the table


@pytest.mark.parametrize(
    ("figures", "at", "faces"),
    [
        (8, "light_foot", (3, 3, 4, 4, 4, 4)),
        (2, "light_foot", (0, 0, 1, 1, 1, 1)),
        (4, "heavy_foot", (0, 0, 0, 1, 1, 1)),
        (8, "heavy_foot", (2, 2, 2, 3, 3, 3)),
        (4, "armored_foot", (0, 0, 0, 0, 1, 1)),
        (16, "armored_foot", (2, 2, 2, 2, 3, 3)),
    ],
)
def test_one_die_a_group_is_read_in_the_column_of_the_targets_armour(
    figures: int, at: str, faces: tuple[int, ...]
) -> None:
    """CM-MISSILE-01, CM-MISSILE-02: who stands for which category is the default table's."""
    for face, kills in enumerate(faces, start=1):
        played = play(facing(figures, at=at, files=min(figures, 8)), BLUE, shoot("bows", at="enemy"), FINISH, str(face))
        assert played.unit("enemy").figures == 20 - kills


def test_every_kill_is_explained() -> None:
    """CM-MISSILE-01: who fired, at which column, with which die."""
    played = play(facing(8), BLUE, shoot("bows", at="enemy"), FINISH, "5")
    (struck,) = played.events_of(Struck)
    assert [(term.label, term.value) for term in struck.tallies[0].terms] == [("front rank", 8)]
    (term,) = killed(played).terms
    assert (term.label, term.value, term.rule) == ("8 firing at unarmored, die 5", 4, "CM-MISSILE-01")
    assert played.events_of(Fell)[0].rules == ("CM-MISSILE-01",)


def test_sixteen_are_two_groups_of_eight_against_unarmored_and_one_against_full_armour() -> None:
    """CM-MISSILE-03 with its example, and CM-MISSILE-04: never more groups than there must be."""
    assert grouped(16, "unarmored") == (8, 8)
    assert grouped(16, "fully_armored") == (16,)
    assert grouped(10, "unarmored") == (10,)
    assert grouped(21, "half_armor_or_shield") == (7, 7, 7)
    assert grouped(25, "unarmored") == (9, 8, 8)
    assert grouped(23, "unarmored") == (8, 8, 7)
    played = play(facing(16, files=8), BLUE, shoot("bows", at="enemy"), FINISH)
    assert [pool.count for pool in played.roll.pools] == [1, 1]
    after = played.then("1 | 6")
    assert after.unit("enemy").figures == 20 - 3 - 4
    assert "CM-MISSILE-03" in killed(after).rules
    played = play(facing(16, files=8, at="armored_foot"), BLUE, shoot("bows", at="enemy"), FINISH)
    assert len(played.roll.pools) == 1


def test_a_unit_cannot_fire_with_a_part_of_its_figures() -> None:
    """CM-MISSILE-04"""
    played = play(facing(16, files=8), BLUE)
    part = Commanded("bows", "shoot", Aimed("enemy", ranks=1))
    assert rules(played.refusal(part)) == {"CM-MISSILE-04"}


def test_fire_is_ordered_at_somebody_by_who_is_there() -> None:
    """CM-MISSILE-04: whatever is wrong with the order, the rules of the moment are named."""
    asked = play(facing(), BLUE)
    for order in (
        shoot("bows", at="nobody"),
        Commanded("bows", "shoot", PathDrawn(())),
        Commanded("nobody", "shoot", Aimed("enemy")),
        Commanded("bows", "sing", Aimed("enemy")),
        shoot("enemy", at="bows"),
    ):
        (reason,) = asked.refusal(order)
        assert reason.rules == asked.decision.rules


def test_units_that_fire_at_one_target_fire_as_groups_of_their_own() -> None:
    """CM-MISSILE-04: six and four of two units are not the ten of one."""
    position = field(
        blue("a", 6, at=(21, 30), troop="archers"),
        blue("b", 4, at=(27, 30), troop="archers"),
        red("enemy", 20, files=10, at=(24, 20), troop="light_foot"),
    )
    played = play(position, BLUE, shoot("a", at="enemy"), shoot("b", at="enemy"), FINISH, "1", "1")
    assert played.unit("enemy").figures == 20 - 2 - 1


def test_fewer_than_four_have_no_effect_on_full_armour() -> None:
    """CM-MISSILE-05: such fire is not even asked for, nor that of two at half armour."""
    for figures, at, rule in ((3, "armored_foot", "CM-MISSILE-05"), (2, "heavy_foot", "CM-MISSILE-01")):
        assert play(facing(figures, at=at), BLUE).over
        position = facing(figures, at=at)
        with_other = position.with_unit(red("others", 5, at=(30, 20), troop="light_foot"))
        assert rules(play(with_other, BLUE).refusal(shoot("bows", at="enemy"))) == {rule}


def test_no_die_is_thrown_where_none_can_change_anything() -> None:
    """CM-MISSILE-01: five or six at half armour kill two whatever the die shows, nine or ten three."""
    assert kills_by_face(6, "half_armor_or_shield") == (2,) * 6
    played = play(facing(6, at="heavy_foot"), BLUE, shoot("bows", at="enemy"), FINISH)
    assert played.over
    assert played.unit("enemy").figures == 18
    assert killed(played).terms[0].label == "6 firing at half armour or shield, no die needed"


def test_heavy_crossbows_add_one_to_the_die_and_seven_counts_as_six() -> None:
    """CM-MISSILE-14"""
    assert kills_by_face(8, "unarmored", 1) == (3, 4, 4, 4, 4, 4)
    played = play(facing(8, troop="heavy_crossbowmen"), BLUE, shoot("bows", at="enemy"), "2")
    assert played.unit("enemy").figures == 16
    bonus = killed(played).terms[1]
    assert (bonus.label, bonus.value, bonus.rule) == ("1 added to the die", 1, "CM-MISSILE-14")
    full = play(facing(8, troop="heavy_crossbowmen", at="armored_foot"), BLUE, shoot("bows", at="enemy"), "4")
    assert full.unit("enemy").figures == 19


# ---------------------------------------------------------------- ranges


@pytest.mark.parametrize(
    ("troop", "weapon", "printed", "rule"),
    [
        ("archers", "bows", 15, "CM-MOVE-01"),
        ("crossbowmen", "crossbows", 18, "CM-MOVE-01"),
        ("longbowmen", "longbows", 21, "CM-MOVE-01"),
        ("turk_archers", "composite bows", 21, "CM-MOVE-01"),
        ("heavy_crossbowmen", "heavy crossbows", 24, "CM-MOVE-01"),
        ("turcopoles", "bows", 15, "CM-MOVE-01"),
        ("horse_archers", "composite bows", 18, "CM-MOVE-01"),
        ("saracen_foot", "bows", 15, "CM-HIST-27"),
        ("vikings", "throwing axes or spears", 3, "CM-MOVE-04"),
    ],
)
def test_ranges_are_those_of_the_movement_table(troop: str, weapon: str, printed: int, rule: str) -> None:
    """CM-MOVE-04 for throwing axes and spears, CM-HIST-27 for the short bows of Saracen foot."""
    tally = reach(blue("firers", 8, at=(24, 30), troop=troop))
    assert tally.total == inches(printed)
    assert (tally.terms[0].label, tally.terms[0].rule) == (weapon, rule)
    assert printed in [row["missile_range"] for row in LAW.sheet("CM-T-movement").records()]


def test_nobody_fires_farther_than_his_weapon_carries() -> None:
    """CM-MOVE-04: thrown 3 inches, and CM-MISSILE-22: from the front rank, whatever stands behind."""
    near = field(
        blue("axes", 16, files=8, at=(24, 30), troop="vikings"),
        red("enemy", 20, files=10, at=(24, 27), troop="light_foot"),
    )
    played = play(near, BLUE, shoot("axes", at="enemy"), "3 | 3")
    assert played.unit("enemy").figures == 12
    far = near.with_unit(red("enemy", 20, files=10, at=(24, 26.9), troop="light_foot"))
    assert play(far, BLUE).over
    asked = play(far.with_unit(red("close", 5, at=(28.5, 28.5), troop="light_foot")), BLUE)
    assert rules(asked.refusal(shoot("axes", at="enemy"))) == {"CM-MOVE-04", "CM-MISSILE-22"}


# ---------------------------------------------------------------- rate of fire


def test_archers_who_stood_fire_twice_at_one_target_or_two() -> None:
    """CM-MISSILE-07"""
    position = facing(8).with_unit(red("others", 10, at=(36, 20), troop="light_foot"))
    twice = play(position, BLUE, shoot("bows", at="enemy"), shoot("bows", at="enemy"))
    assert [pool.count for pool in twice.roll.pools] == [1, 1]
    assert twice.then("1 | 6").unit("enemy").figures == 20 - 3 - 4
    split = play(position, BLUE, shoot("bows", at="enemy"), shoot("bows", at="others"), "1", "6")
    assert split.unit("enemy").figures == 17
    assert split.unit("others").figures == 6
    assert split.unit("bows").own.turn.shots == 2
    assert split.unit("others").own.turn.fired_on_by == ("bows",)


def test_crossbowmen_fire_once_every_turn() -> None:
    """CM-MISSILE-06"""
    played = play(facing(8, troop="crossbowmen"), BLUE, shoot("bows", at="enemy"), "1")
    assert played.over
    assert not played.unit("bows").has(UNLOADED)
    assert shots(facing(8, troop="crossbowmen"), played.unit("bows")).rules == ("CM-MISSILE-06",)


def test_archers_who_moved_up_to_half_fire_once() -> None:
    """CM-MISSILE-08: light foot move 9 inches."""
    position = with_own(facing(8), "bows", moved=True, spent=inches(4.5))
    played = play(position, BLUE, shoot("bows", at="enemy"), "6")
    assert played.over
    assert played.unit("enemy").figures == 16
    assert "CM-MISSILE-08" in played.events_of(Declared)[0].rules


@pytest.mark.parametrize(("dice", "fires"), [("4 | 3", True), ("3 | 3", False), ("2 | 6", False)])
def test_archers_who_moved_farther_must_beat_the_opponents_die(dice: str, fires: bool) -> None:
    """CM-MISSILE-09: strictly higher, once a unit."""
    position = with_own(facing(8), "bows", moved=True, spent=inches(5))
    played = play(position, BLUE, shoot("bows", at="enemy"), dice)
    (checked,) = played.events_of(Checked)
    assert (checked.passed, checked.rules) == (fires, ("CM-MISSILE-09",))
    if fires:
        assert played.then("6").unit("enemy").figures == 16
    else:
        assert played.over
        assert not has_fired(played.unit("bows"))


def test_who_lost_the_die_roll_does_not_roll_again() -> None:
    """CM-MISSILE-09"""
    position = with_own(facing(8), "bows", moved=True, spent=inches(5))
    position = position.with_unit(blue("more", 8, at=(33, 30), troop="archers"))
    played = play(position, BLUE, shoot("bows", at="enemy"), "1 | 1")
    assert played.decision.actors == ("more",)
    assert rules(played.refusal(shoot("bows", at="enemy"))) == {"CM-MISSILE-09", "CM-MISSILE-13"}


def test_who_charged_does_not_fire() -> None:
    """CM-MISSILE-10"""
    position = with_own(facing(8), "bows", moved=True, charged=True, spent=inches(3))
    assert play(position, BLUE).over
    position = position.with_unit(blue("more", 8, at=(33, 30), troop="archers"))
    assert rules(play(position, BLUE).refusal(shoot("bows", at="enemy"))) == {"CM-MISSILE-10"}


def test_heavy_crossbows_fire_every_other_turn() -> None:
    """CM-MISSILE-11: loaded at first, then unloaded until a turn without fire has passed."""
    first = play(facing(8, troop="heavy_crossbowmen"), BLUE, shoot("bows", at="enemy"), "1")
    assert first.unit("bows").has(UNLOADED)
    assert first.unit("bows").has(UNLOADED)
    second = with_own(first.battle, "bows", shots=0)
    more = second.with_unit(blue("more", 8, at=(33, 30), troop="archers"))
    assert rules(play(more, BLUE).refusal(shoot("bows", at="enemy"))) == {"CM-MISSILE-11"}
    reloaded = play(second, BLUE)
    assert reloaded.over
    assert not reloaded.unit("bows").has(UNLOADED)
    assert not reloaded.unit("bows").has(UNLOADED)
    assert play(reloaded.battle, BLUE, shoot("bows", at="enemy"), "1").unit("enemy").figures == 14


def test_heavy_crossbows_move_up_to_half_and_fire_or_reload() -> None:
    """CM-MISSILE-12, CM-MISSILE-13: they move 9 inches; farther, they need the die to fire and cannot reload."""
    position = facing(8, troop="heavy_crossbowmen")
    half = with_own(position, "bows", moved=True, spent=inches(4.5))
    farther = with_own(position, "bows", moved=True, spent=inches(6))
    assert play(half, BLUE, shoot("bows", at="enemy"), "1").unit("enemy").figures == 17
    assert not play(unloaded(half), Reload()).unit("bows").has(UNLOADED)
    contest = play(farther, BLUE, shoot("bows", at="enemy"), "1 | 1")
    assert contest.events_of(Checked)[0].rules == ("CM-MISSILE-13",)
    assert play(unloaded(farther), Reload()).unit("bows").has(UNLOADED)


def test_throwing_axes_are_thrown_once_a_turn() -> None:
    """CM-MISSILE-31"""
    position = field(
        blue("axes", 8, at=(24, 30), troop="vikings"),
        red("enemy", 20, files=10, at=(24, 28), troop="light_foot"),
    )
    played = play(position, BLUE, shoot("axes", at="enemy"), "6")
    assert played.over
    assert shots(position, position.units["axes"]).total == 1
    assert shots(position, position.units["axes"]).rules == ("CM-MISSILE-31",)


# ---------------------------------------------------------------- who may not


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ({"flight": Flight("rout", 1, 1500, 1)}, "CM-MELEE-27"),
        ({"temper": "stands"}, "CM-HIST-17"),
    ],
)
def test_who_flees_or_does_not_obey_does_not_fire(state: dict[str, Any], rule: str) -> None:
    """CM-MISSILE-06 has exceptions."""
    position = with_own(facing(8), "bows", **state).with_unit(blue("more", 8, at=(33, 30), troop="archers"))
    played = play(position, BLUE)
    assert played.decision.actors == ("more",)
    assert rule in rules(played.refusal(shoot("bows", at="enemy")))


@pytest.mark.parametrize(("mark", "rule"), [(GUARDING, "CM-MELEE-42"), (REORGANIZING, "CM-HIST-02")])
def test_who_guards_prisoners_or_reorganizes_does_not_fire(mark: str, rule: str) -> None:
    position = facing(8).with_unit(blue("more", 8, at=(33, 30), troop="archers"))
    position = position.with_unit(replace(position.units["bows"], marks=(mark,)))
    assert rule in rules(play(position, BLUE).refusal(shoot("bows", at="enemy")))


def test_missiles_are_not_fired_into_a_melee_nor_out_of_one() -> None:
    """CM-MELEE-34, and CM-MISSILE-07: nobody fires who is in melee at the end of the turn."""
    position = field(
        blue("bows", 8, at=(24, 30), troop="archers"),
        blue("archers_in_melee", 8, at=(40, 21.5), files=4, troop="archers"),
        red("enemy", 20, files=10, at=(40, 20), troop="light_foot"),
        red("others", 8, at=(24, 20), troop="light_foot"),
        contacts=[locked("archers_in_melee", "enemy")],
    )
    played = play(position, BLUE)
    assert played.decision.actors == ("bows",)
    assert rules(played.refusal(shoot("bows", at="enemy"))) == {"CM-MELEE-34"}
    assert "CM-MISSILE-07" in rules(played.refusal(shoot("archers_in_melee", at="others")))


def test_nobody_fires_at_friends_or_at_a_commander_among_his_men() -> None:
    """CM-MISSILE-01, CM-HIST-38"""
    position = facing(8)
    position = position.with_unit(blue("friends", 8, at=(33, 30))).with_unit(commander("king", "red", with_="enemy"))
    played = play(position, BLUE)
    assert rules(played.refusal(shoot("bows", at="friends"))) == {"CM-MISSILE-01"}
    assert rules(played.refusal(shoot("bows", at="king"))) == {"CM-HIST-38"}


def test_mercenaries_who_march_to_join_the_enemy_may_be_fired_on_by_either_side() -> None:
    """CM-HIST-19: if the player chooses."""
    position = facing(8).with_unit(blue("traitors", 8, at=(33, 22), troop="light_foot", temper="bribed"))
    played = play(position, BLUE, shoot("bows", at="traitors"), FINISH, "6")
    assert played.unit("traitors").figures == 4


def test_each_seat_of_a_side_orders_its_own_units() -> None:
    """CM-TURN-06"""
    position = facing(8).with_unit(replace(blue("hired", 8, at=(33, 30), troop="archers"), controller="captain"))
    position = replace(position, seats=(*position.seats, Seat("captain", "blue")))
    played = play(position, BLUE)
    assert (played.decision.seat, played.decision.actors) == ("blue", ("bows",))
    assert played.refusal(shoot("hired", at="enemy"))
    other = played.then(FINISH)
    assert (other.decision.seat, other.decision.actors) == ("captain", ("hired",))
    assert other.then(shoot("hired", at="enemy"), FINISH, "1").unit("enemy").figures == 17


# ---------------------------------------------------------------- together


def test_a_unit_that_is_destroyed_has_still_fired() -> None:
    """CM-TURN-06, CM-TURN-09: both sides fire from the strengths at the end of movement."""
    position = field(
        blue("bows", 4, at=(24, 30), troop="archers"),
        red("enemy", 4, at=(24, 20), troop="archers"),
    )
    played = play(
        position,
        BOTH,
        TakeOff(),
        *(shoot("bows", at="enemy"), shoot("bows", at="enemy")),
        *(shoot("enemy", at="bows"), shoot("enemy", at="bows")),
        *("6 | 6", "6 | 6"),
    )
    assert played.over
    assert [event.unit for event in played.events_of(Fell)] == ["enemy", "bows"]
    assert {event.unit for event in played.events_of(Removed)} == {"enemy", "bows"}
    assert played.events_of(Removed)[0].rules == ("CM-TURN-09",)
    assert not played.unit("bows").on_table
    assert not played.unit("enemy").on_table


def test_nobody_is_taken_off_before_all_dice_have_fallen() -> None:
    """CM-TURN-09: those whom artillery has struck in the same step fire as well."""
    position = facing(8)
    position = position.with_unit(replace(position.units["bows"], figures=2, fallen=6))
    played = play(position, BLUE, TakeOff(), shoot("bows", at="enemy"), FINISH)
    assert played.roll.pools[0].label == "8 of Bows"
    after = played.then("6")
    assert after.unit("enemy").figures == 16
    assert after.unit("bows").bodies == 2


def test_a_volley_at_nobody_is_not_rolled_for() -> None:
    """CM-TURN-09: what a target can no longer lose is lost."""
    position = field(
        blue("a", 8, at=(20, 30), troop="archers"),
        blue("b", 8, at=(28, 30), troop="archers"),
        red("enemy", 3, at=(24, 20), troop="light_foot"),
    )
    played = play(position, BLUE, shoot("a", at="enemy"), shoot("b", at="enemy"), FINISH, "6")
    assert played.over
    assert len(played.events_of(Struck)) == 1


# ---------------------------------------------------------------- playing at random


def test_random_fire_is_legal_and_the_best_is_suggested_first() -> None:
    position = facing(8).with_unit(red("plate", 20, files=10, at=(34, 20), troop="armored_foot"))
    played = play(position, BLUE)
    decision = played.decision
    assert isinstance(decision, Command)
    assert decision.default == FINISH
    for seed in range(20):
        answer = CHAINMAIL.sample(played.battle, decision, Random(seed))
        assert not CHAINMAIL.reasons(played.battle, Reply("blue", decision.id, answer))
    suggested = list(CHAINMAIL.suggest(played.battle, decision))
    assert suggested == [shoot("bows", at="enemy"), shoot("bows", at="plate"), FINISH]


def test_a_battle_in_the_middle_of_declaring_can_be_saved() -> None:
    """What is frozen is plain data."""
    played = play(facing(8), BLUE, shoot("bows", at="enemy"))
    assert CHAINMAIL.decode(msgspec.json.encode(played.battle)) == played.battle
