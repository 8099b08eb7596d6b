"""Melee by the Combat Tables. Foot stand on squares of three quarters of an inch, horse on 1 by 1½."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.chance import Thrown
from schiltron.battle.state.event import Fell, Formed, Parted, Removed, Rolled, Struck
from schiltron.rulesets.chainmail.law import LAW
from schiltron.rulesets.chainmail.melee.involved import involved, melees
from schiltron.rulesets.chainmail.melee.rounds import ROUND, NextMelee, round_of
from schiltron.rulesets.chainmail.movement.initiative import BeginMoves
from schiltron.rulesets.chainmail.state import Flight, Written
from schiltron.rulesets.chainmail.steps import PostMelee
from schiltron.rulesets.chainmail.troops import TROOPS
from tests.rulesets.chainmail.crooked import LOOKS, Look
from tests.rulesets.chainmail.fights import fight, met, ours, struck, theirs, thrown, values
from tests.rulesets.chainmail.positions import EAST, WEST, ahead, blue, charge, commander, field, locked, play, red

# ---------------------------------------------------------------- a round


def test_both_sides_roll_at_once_and_then_casualties_are_removed() -> None:
    """CM-TURN-07, CM-MELEE-01: one roll for the melee, dice of both sides from their strength at its start."""
    played = fight(met(ours("armored_foot", 4), theirs("heavy_foot", 6)))
    assert played.dice == [(4, 5), (3, 6)]
    assert [pool.whose for pool in played.roll.pools] == ["blue", "red"]
    assert played.roll.purpose == "the melee of Ours against Theirs"
    played = played.then("5 6 4 1 | 6 6 5")
    assert (played.unit("theirs").figures, played.unit("ours").figures) == (4, 2)
    assert [(event.unit, event.figures) for event in played.events_of(Fell)] == [("ours", 2), ("theirs", 2)]
    assert {event.unit for event in played.events_of(Removed)} == {"ours", "theirs"}
    assert all(played.unit(key).own.turn.fought for key in ("ours", "theirs"))


def test_who_is_killed_has_struck_too() -> None:
    """CM-MELEE-01: casualties are simultaneous, so two single figures may kill each other."""
    played = fight(met(ours(figures=1), theirs(figures=1))).then("6 | 6")
    assert not played.unit("ours").on_table
    assert not played.unit("theirs").on_table
    assert not played.battle.engagements


def test_the_log_shows_how_dice_and_number_came_about() -> None:
    """CM-MELEE-01, CM-MELEE-02: every strike is told with its tallies."""
    played = fight(met(ours(), theirs("light_foot"))).then("6 " * 10 + "| 1 1 1 1 1")
    first, second = played.events_of(Struck)[:2]
    assert (first.unit, first.dice, first.hits) == ("ours", 10, 10)
    assert (second.unit, second.dice, second.hits) == ("theirs", 5, 0)
    assert [tally.total for tally in first.tallies] == [10, 5]
    assert {"CM-MELEE-01", "CM-MELEE-02", "CM-MELEE-03"} <= set(first.rules)
    assert first.tallies[0].terms[0].label == "10 as heavy foot, 1 die each"
    assert second.tallies[0].terms[0].label == "10 as light foot, 1 die for 2"


@pytest.mark.parametrize(
    "row", LAW.sheet("CM-T-combat").records(), ids=lambda row: f"{row['attacker']}-{row['defender']}"
)
def test_the_combat_tables(row: dict[str, Any]) -> None:
    """CM-MELEE-01, CM-MELEE-02: every class against every other, one rank deep and so all within reach."""
    position = met(ours(row["attacker"], 6, arms="hand"), theirs(row["defender"], 6, arms="hand"), since=0)
    assert thrown(position) == (6 * row["dice"] // row["per_men"], row["kill_on_min"])


def test_fractions_are_dropped_but_one_die_is_always_rolled() -> None:
    """CM-MELEE-01: 7 light foot against armored foot have 2 dice, 2 of them still one."""
    assert thrown(met(ours("light_foot", 7), theirs("armored_foot", 7)))[0] == 2
    assert thrown(met(ours("light_foot", 2), theirs("armored_foot", 7)))[0] == 1


# ---------------------------------------------------------------- who is in it


def test_every_figure_within_three_inches_of_an_enemy_is_involved() -> None:
    """CM-MELEE-03: in one file the fifth man is 3 inches away, the sixth is not."""
    position = met(ours(figures=8, files=1), theirs(figures=5, files=5), since=0)
    assert involved(position, position.units["ours"], [position.units["theirs"]]) == {"theirs": 5}


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_the_fallen_are_not_involved(look: Look) -> None:
    """CM-MELEE-01, CM-MELEE-03: of ten in a rank four lie where they fell until the dead are taken off; six strike."""
    position = met(ours(figures=10, files=10), theirs(figures=10, files=10))
    hit = position.with_unit(replace(position.units["ours"], figures=6, fallen=4))
    battle = look.at(hit)
    ours_, theirs_ = battle.units["ours"], battle.units["theirs"]
    assert involved(battle, ours_, [theirs_]) == {"theirs": 6}


def test_the_reach_of_a_melee_is_a_switch() -> None:
    """CM-MELEE-03."""
    position = met(ours(figures=8, files=1), theirs(figures=5, files=5), melee_reach=1000)
    assert involved(position, position.units["ours"], [position.units["theirs"]]) == {"theirs": 2}


def test_no_more_fall_than_are_in_the_melee() -> None:
    """CM-MELEE-01, CM-MELEE-03: eight kills find the five who are within reach."""
    played = fight(met(ours("armored_foot", 8), theirs(figures=8, files=1)))
    assert [pool.count for pool in played.roll.pools] == [8, 2]
    assert played.then("6 " * 8 + "| 1 1").unit("theirs").figures == 3


def test_a_unit_divides_its_figures_among_the_enemies_it_touches() -> None:
    """CM-MELEE-03: each against the nearest enemy figure."""
    left, right = red("left", 5, at=(46.125, 30)), red("right", 5, at=(49.875, 30))
    contacts = (locked("ours", "left", since=0), locked("ours", "right", since=0))
    played = fight(field(ours(), left, right, contacts=contacts))
    assert [(pool.label, pool.count) for pool in played.roll.pools] == [
        ("Ours against Left", 5),
        ("Ours against Right", 5),
        ("Left against Ours", 5),
        ("Right against Ours", 5),
    ]


def test_units_that_do_not_hang_together_fight_melees_of_their_own() -> None:
    """CM-MELEE-03, CM-TURN-07: all melees are resolved, one after the other, one round each."""
    far = (blue("aside", 4, at=(20, 30)), red("against", 4, at=(20, 30)))
    contacts = (locked("ours", "theirs", since=0), locked("aside", "against", since=0))
    played = fight(field(ours(figures=4), theirs(figures=4), *far, contacts=contacts))
    assert played.roll.purpose == "the melee of Aside against Against"
    played = played.then("1 1 1 1 | 1 1 1 1")
    assert played.roll.purpose == "the melee of Ours against Theirs"
    played = played.then("1 1 1 1 | 1 1 1 1")
    assert len(played.events_of(Rolled)) == 2
    assert len(melees(played.battle)) == 2


def test_a_pair_that_has_fought_does_not_fight_again_this_turn() -> None:
    """CM-TURN-07: one round a turn; a new enemy met in it is fought (CM-MELEE-14)."""
    contacts = (locked("ours", "theirs"), locked("ours", "fresh"))
    fresh = red("fresh", 4, at=(44.25, 30))
    position = field(ours(figures=10), theirs(figures=4, at=(50, 30)), fresh, contacts=contacts)
    played = play(position, NextMelee(fought=(("ours", "theirs"),)))
    assert {pool.label for pool in played.roll.pools} == {"Ours against Fresh", "Fresh against Ours"}
    assert play(position, NextMelee(fought=(("ours", "fresh"), ("ours", "theirs")))).over


def test_bodies_that_lie_against_each_other_fight_though_nobody_aimed_at_them() -> None:
    """CM-MELEE-03: ours came up to theirs and stand along the next one too; who moved is the attacker."""
    second = red("beside", 3, at=(51, 30))
    position = field(
        ours(moved=True), theirs(figures=5, at=(46, 30)), second, red("corner", 2, at=(54, 28)), contacts=()
    )
    played = fight(position)
    assert set(played.battle.engagements) == {locked("ours", "theirs"), locked("ours", "beside")}
    aside = field(ours(moved=True), theirs(figures=4, files=4, at=(51.75, 30.375), facing=WEST), contacts=())
    assert fight(aside).battle.engagements == (locked("theirs", "ours", "right"),)


@pytest.mark.parametrize("turned_round", [False, True])
@pytest.mark.parametrize(
    ("ours_moved", "theirs_moved", "attacker"),
    [(True, False, "ours"), (False, True, "theirs"), (True, True, "ours"), (False, False, "ours")],
)
def test_of_two_fronts_the_one_that_moved_is_the_attackers(
    ours_moved: bool, theirs_moved: bool, attacker: str, turned_round: bool
) -> None:
    """CM-MELEE-03: where both did, or neither, the same one whoever is listed first."""
    units = [ours(moved=ours_moved, at=(49.1, 30)), theirs(figures=5, moved=theirs_moved)]
    played = fight(field(*(units[::-1] if turned_round else units), contacts=()))
    defender = "theirs" if attacker == "ours" else "ours"
    assert played.battle.engagements == (locked(attacker, defender),)


def test_a_crew_fights_about_its_engine() -> None:
    """CM-MELEE-02, CM-MELEE-03: crews are light foot, and all of them are in it."""
    position = met(ours(figures=3), theirs("light_catapult", 4, at=(48, 28.75)))
    assert thrown(position) == (3, 5)
    assert thrown(position, "theirs", "ours") == (2, 6)


def test_the_commander_with_a_unit_has_no_dice_of_his_own() -> None:
    """CM-MELEE-01: he fights as its figures do, and on his own as what he is."""
    position = met(ours(), theirs())
    with_him = field(*position.units.values(), commander("duke", "blue", with_="ours"), contacts=position.engagements)
    assert len(round_of(with_him, melees(with_him)[0]).blows) == 2
    alone = field(commander("ours", "blue", at=(48, 30.75)), theirs("light_foot"), contacts=(locked("ours", "theirs"),))
    assert thrown(alone) == (4, 5)


# ---------------------------------------------------------------- after the dice


def test_post_melee_morale_gets_the_numbers_of_the_round() -> None:
    """CM-MELEE-01: by side, the figures involved at its start and those lost."""
    position = met(ours("heavy_horse", 10), theirs("heavy_foot", 20, files=10))
    frozen = round_of(position, melees(position)[0])
    scene: Any = Scene(position)
    ROUND.roll(scene, frozen, (Thrown(((0, 22), (1, 8))), Thrown(((0, 3), (1, 2)))))  # type: ignore[misc]
    (step,) = scene.battle.agenda
    assert isinstance(step, PostMelee)
    assert step.blows == (("ours", "theirs"), ("theirs", "ours"))
    one, other = step.sides
    assert (one.side, one.units, one.involved, one.lost) == ("blue", ("ours",), (10,), (2,))
    assert (other.side, other.units, other.involved, other.lost) == ("red", ("theirs",), (20,), (8,))


def test_attackers_close_up_when_a_rank_they_touch_is_gone() -> None:
    """CM-MELEE-03: two ranks lose the rear one; who stands behind them follows."""
    behind = ours(figures=4, files=2, at=(48, 28.5), facing=180)
    position = met(behind, theirs(figures=4, files=2, at=(48, 30)), edge="rear", since=0)
    played = fight(position).then("6 6 1 1 | 1 1 1 1")
    assert played.unit("theirs").figures == 2
    moved = [event for event in played.events_of(Formed) if event.unit == "ours"]
    assert moved
    assert moved[0].pose.y == 29250
    assert played.battle.engagements


def test_who_cannot_follow_and_no_longer_reaches_them_has_parted() -> None:
    """CM-MELEE-03: a rank of one man is left far from the flank that was attacked."""
    flanker = ours(figures=2, files=2, at=(44.25, 29.625), facing=EAST)
    held = blue("wall", 2, at=(43, 29.625), facing=WEST)
    position = field(
        flanker,
        theirs(figures=10),
        held,
        red("other", 1, at=(42.99, 20)),
        contacts=(locked("ours", "theirs", "right", since=0), locked("ours", "other", since=0)),
    )
    narrow = replace(position.units["theirs"], figures=1, fallen=9)
    scene: Any = Scene(position.with_unit(narrow))
    frozen = round_of(position, melees(position)[0])
    misses = tuple(Thrown(((0, blow.dice.total), (1, 0))) for blow in frozen.blows if blow.dice.total)
    ROUND.roll(scene, frozen, misses)  # type: ignore[misc]
    assert any(isinstance(event, Parted) for event in scene.events)


# ---------------------------------------------------------------- fatigue


def test_the_fatigued_strike_as_the_next_lower_class() -> None:
    """CM-FATIGUE-05: heavy foot as light foot."""
    position = met(ours(fatigued=True), theirs())
    assert thrown(position) == (5, 6)
    assert "CM-FATIGUE-05" in struck(position).dice.rules


def test_fatigued_light_foot_have_half_their_dice() -> None:
    """CM-FATIGUE-05: fractions dropped."""
    assert thrown(met(ours("light_foot", 5, fatigued=True), theirs("light_foot"))) == (2, 6)
    assert thrown(met(ours("light_foot", 1, fatigued=True), theirs("light_foot"))) == (1, 6)


def test_fatigued_light_horse_strike_as_armored_foot() -> None:
    """CM-FATIGUE-05: 2 dice each at heavy foot become 1, of 5 or more."""
    assert thrown(met(ours("light_horse", 4, fatigued=True), theirs())) == (4, 5)


def test_the_fatigued_are_struck_as_the_next_lower_class() -> None:
    """CM-FATIGUE-06: armored foot as heavy foot; light foot stay what they are."""
    position = met(ours("armored_foot"), theirs("armored_foot", fatigued=True))
    assert thrown(position) == (10, 5)
    assert "CM-FATIGUE-06" in struck(position).need.rules
    assert thrown(met(ours(), theirs("light_foot", fatigued=True))) == (10, 5)


def test_the_fatigued_on_a_flank_strike_as_what_they_are() -> None:
    """CM-FATIGUE-05, CM-MELEE-25: one step down and one up."""
    assert thrown(met(ours("light_horse", 4, fatigued=True), theirs(), edge="left")) == (8, 6)


# ---------------------------------------------------------------- peasants, levies, those in flight


def test_peasants_fight_as_light_foot() -> None:
    """CM-HIST-07."""
    assert TROOPS["peasants"].profile.fights_as == "light_foot"
    position = met(ours("peasants"), theirs())
    assert thrown(position) == (5, 6)
    assert "CM-HIST-07" in struck(position).dice.rules


def test_levies_fight_as_heavy_foot_and_italians_as_armored() -> None:
    """CM-HIST-13."""
    position = met(ours("levies"), theirs())
    assert thrown(position) == (10, 6)
    assert "CM-HIST-13" in struck(position).dice.rules
    assert thrown(met(ours("italian_city_levies"), theirs())) == (10, 5)


def test_who_is_caught_in_flight_does_not_strike_back() -> None:
    """CM-MELEE-29, CM-MELEE-01: only the attacker rolls."""
    position = met(ours(), theirs(flight=Flight("rout", 1, 1500, 0)))
    assert fight(position).dice == [(10, 6)]
    assert struck(position, "theirs", "ours").dice.verdict == "impossible"


# ---------------------------------------------------------------- impetus


def test_a_charge_adds_a_die_to_the_entry() -> None:
    """CM-MELEE-44: heavy horse 3 dice each at heavy foot become 4; 1 die for two men becomes 2 for two."""
    position = met(ours("heavy_horse", 5, charged=True), theirs(), impetus="on")
    assert values(struck(position).dice) == {"CM-MELEE-01": 15, "CM-MELEE-44": 5}
    against = met(ours(figures=5, charged=True), theirs("armored_foot"), impetus="on")
    assert values(struck(against).dice) == {"CM-MELEE-01": 2, "CM-MELEE-44": 3}


def test_impetus_is_an_option_of_the_first_round_and_not_for_light_foot() -> None:
    """CM-MELEE-44."""
    knights = ours("heavy_horse", 5, charged=True)
    assert thrown(met(knights, theirs()))[0] == 15
    assert thrown(met(knights, theirs(), impetus="on", since=0))[0] == 15
    assert thrown(met(ours("light_foot", charged=True), theirs("light_foot"), impetus="on"))[0] == 10
    assert thrown(met(ours("heavy_horse", 5), theirs(), impetus="on"))[0] == 15
    assert thrown(met(ours("heavy_horse", 5, charged=True, uphill=True), theirs(), impetus="on"))[0] == 15


def test_who_is_charged_has_no_impetus_but_both_have_who_charge_at_once() -> None:
    """CM-MELEE-44."""
    both = ours("heavy_horse", 5, charged=True), theirs("medium_horse", 5, charged=True)
    assert thrown(met(*both, impetus="on"), "theirs", "ours")[0] == 2
    assert thrown(met(*both, impetus="on", turn_system="simultaneous"), "theirs", "ours")[0] == 5


# ---------------------------------------------------------------- standing horse


def test_standing_horse_strike_back_one_class_lower_and_are_struck_as_they_are() -> None:
    """CM-MELEE-45, CM-MELEE-48: red moves first and did not move these."""
    position = met(ours(), theirs("heavy_horse", 4), standing_horse="on", order=("red", "blue"))
    assert thrown(position, "theirs", "ours") == (8, 5)
    assert {"CM-MELEE-45", "CM-MELEE-48"} <= set(struck(position, "theirs", "ours").dice.rules)
    assert thrown(position) == (2, 6)


@pytest.mark.parametrize(
    ("troop", "dice"), [("heavy_horse", (8, 5)), ("medium_horse", (8, 6)), ("light_horse", (4, 5))]
)
def test_the_steps_of_standing_horse(troop: str, dice: tuple[int, int]) -> None:
    """CM-MELEE-45: heavy as medium, medium as light, light as armored foot."""
    position = met(ours(), theirs(troop, 4), standing_horse="on", order=("red", "blue"))
    assert thrown(position, "theirs", "ours") == dice


def test_the_penalty_of_standing_ends_with_the_first_round() -> None:
    """CM-MELEE-46."""
    position = met(ours(), theirs("heavy_horse", 4), standing_horse="on", order=("red", "blue"), since=0)
    assert thrown(position, "theirs", "ours") == (12, 5)


def test_horse_that_moved_this_turn_does_not_stand() -> None:
    """CM-MELEE-48."""
    position = met(ours(), theirs("heavy_horse", 4, moved=True), standing_horse="on", order=("red", "blue"))
    assert thrown(position, "theirs", "ours") == (12, 5)


def test_horse_met_before_it_could_move_stands_if_it_stood_last_turn() -> None:
    """CM-MELEE-48: blue moves first; whether red moved in the turn before decides."""
    came_up = met(ours(), theirs("heavy_horse", 4, turns_still=0), standing_horse="on", turn=2, since=2)
    assert thrown(came_up, "theirs", "ours") == (12, 5)
    stood = met(ours(), theirs("heavy_horse", 4, turns_still=1), standing_horse="on", turn=2, since=2)
    assert thrown(stood, "theirs", "ours") == (8, 5)


def test_horse_without_an_order_to_move_stands_in_simultaneous_movement() -> None:
    """CM-MELEE-47."""
    horse = theirs("heavy_horse", 4)
    idle = met(ours(), horse, standing_horse="on", turn_system="simultaneous")
    assert thrown(idle, "theirs", "ours") == (8, 5)
    assert "CM-MELEE-47" in struck(idle, "theirs", "ours").dice.rules
    written = (Written("theirs", charge("theirs", ahead(6))),)
    ordered = met(ours(), horse, standing_horse="on", turn_system="simultaneous", written=written)
    assert thrown(ordered, "theirs", "ours") == (12, 5)


def test_horse_that_could_have_moved_stands_whoever_moves_first() -> None:
    """CM-MELEE-48: the move of its side found it free; a charge that was carried on reached it in the melee phase."""
    for free, dice in ((True, (8, 5)), (False, (12, 5))):
        horse = theirs("heavy_horse", 4, out_of_melee=free)
        assert thrown(met(ours(), horse, standing_horse="on", turn=2, since=2), "theirs", "ours") == dice
    begun = play(
        field(ours(), theirs("heavy_horse", 4), red("idle", 4, at=(20, 20)), turn=2), BeginMoves("red", "last_move")
    )
    assert begun.unit("idle").own.turn.out_of_melee
    held = field(ours(), theirs("heavy_horse", 4), contacts=(locked("ours", "theirs"),), turn=2)
    assert not play(held, BeginMoves("red", "last_move")).unit("theirs").own.turn.out_of_melee


def test_in_the_first_turn_nobody_has_moved_before() -> None:
    """CM-MELEE-48: horse met before it could move stands."""
    assert thrown(met(ours(), theirs("heavy_horse", 4), standing_horse="on"), "theirs", "ours") == (8, 5)


def test_bodies_that_came_to_lie_against_each_other_show_what_they_must() -> None:
    """CM-MELEE-28, CM-HIST-03, CM-HIST-11: also where nobody moved into contact by an order."""
    lying = fight(field(ours(moved=True), theirs(flight=Flight("rout", 1, 1500, 0), facing=0, at=(48, 29.25)), turn=2))
    assert set(lying.roll.rules) == {"CM-MELEE-28", "CM-MELEE-29"}
    villagers = fight(field(ours(moved=True), theirs("peasants"), peasants="on"))
    assert "CM-HIST-11" in villagers.roll.rules


def test_horse_already_in_a_melee_is_past_its_first_round() -> None:
    """CM-MELEE-46: another enemy who comes onto it finds no standing horse."""
    beside = blue("beside", 4, at=(51, 30))
    contacts = (locked("ours", "theirs", since=1), locked("beside", "theirs", since=2))
    horse = theirs("heavy_horse", 8, files=8, at=(49, 30), turns_still=3)
    position = field(ours(figures=4, at=(46, 30)), horse, beside, contacts=contacts, standing_horse="on", turn=2)
    assert "CM-MELEE-45" not in struck(position, "theirs", "beside").dice.rules
    fresh = field(*position.units.values(), contacts=contacts[1:], standing_horse="on", turn=2)
    assert {"CM-MELEE-45", "CM-MELEE-46", "CM-MELEE-48"} <= set(struck(fresh, "theirs", "beside").dice.rules)
