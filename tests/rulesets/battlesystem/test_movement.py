"""Who moves first, how far, past whom, and which way: cases 1.4 and 7.0 to 7.9."""

from __future__ import annotations

from math import pi
from random import Random

import pytest

from schiltron.battle.play.agenda import does
from schiltron.battle.state.decision import FINISH, Aimed, Commanded, PathDrawn
from schiltron.battle.state.event import Attached, Compelled, Detached, Moved
from schiltron.battle.state.manoeuvre import Advance, Expand, Face, FormUp, Oblique, Reform, SquareUp, Turn, Wheel, Wrap
from schiltron.battle.state.unit import Aboard
from schiltron.parent_game.creature import Creature
from schiltron.rulesets.battlesystem.book import BATTLESYSTEM
from schiltron.rulesets.battlesystem.missiles.passing import PassThrough, SplitFire
from schiltron.rulesets.battlesystem.movement import carrying, rates
from schiltron.rulesets.battlesystem.movement.phase import BeginMovement, Moves, WhoMoves
from schiltron.rulesets.battlesystem.movement.rates import charge_allowance, march_allowance, move_allowance
from schiltron.rulesets.battlesystem.movement.splitting import SplitOnward
from schiltron.rulesets.battlesystem.movement.walk import walk
from schiltron.rulesets.battlesystem.state import GAPS, Battle, Rout, Scene, with_morale
from schiltron.rulesets.battlesystem.steps import Walk
from schiltron.table.lengths import degrees, inches
from schiltron.table.outline import gap
from schiltron.table.pose import Pose
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked, as_it_is, mirrored, relisted
from tests.rulesets.battlesystem.positions import (
    DWARF,
    EAST,
    GOBLIN,
    LONGBOW,
    MAN,
    NORTH,
    WARHORSE,
    blue,
    choose,
    creature,
    field,
    locked,
    march,
    moving,
    order,
    person,
    play,
    red,
    rules,
    skirmishers,
)

SWORDS = blue("swords", 12, files=6, at=(30, 40))
CAPTAIN = person("captain", "blue", with_="swords", rank="unit", radius=12)


# ---------------------------------------------------------------- the phase


def test_side_a_decides_which_side_moves_first() -> None:
    """BS-1.4-01: it may choose itself or the opponent."""
    position = field(SWORDS, CAPTAIN, red("orcs", 12, files=6, at=(30, 5)), order=("red", "blue"), movers=())
    asked = play(position, WhoMoves())
    assert asked.decision.seat == "red"
    assert asked.decision.rules == ("BS-1.4-01",)
    played = asked.then(choose("blue"))
    assert played.battle.own.movers == ("blue", "red")
    assert played.decision.seat == "blue"


def test_one_side_completes_its_moves_before_the_other_begins() -> None:
    """BS-1.4-02: as many of its forces as it likes, and nobody is obliged to move."""
    position = field(SWORDS, CAPTAIN, red("orcs", 12, files=6, at=(30, 5)), movers=())
    played = play(position, WhoMoves(), choose("blue"), march("swords", Advance(inches(3))))
    assert played.decision.seat == "red", "both the unit and its commander have moved"
    idle = play(position, WhoMoves(), choose("blue"), FINISH)
    assert idle.decision.seat == "red"
    assert idle.unit("swords").pose == SWORDS.pose


def test_a_unit_gets_one_order_a_phase() -> None:
    """BS-1.4-02"""
    militia = blue("militia", 6, at=(60, 40))
    played = moving(SWORDS, CAPTAIN, militia).then(march("swords", Advance(inches(1))))
    assert rules(played.refusal(march("swords", Advance(inches(1))))) == {"BS-1.4-02"}


def test_an_empty_path_stands_and_is_an_order() -> None:
    """BS-1.4-02"""
    played = moving(SWORDS).then(Commanded("swords", "move", PathDrawn(())))
    assert played.over
    assert played.unit("swords").own.turn.had_order
    assert not played.unit("swords").own.turn.moved


def test_the_routed_run_on_before_their_side_moves() -> None:
    """BS-6.4-01, BS-7.15-05: and get no order."""
    fled = blue("fled", 6, at=(40, 30), facing=EAST, rout=Rout(degrees(90), 1))
    played = play(field(fled, SWORDS, CAPTAIN, red("orcs", 12, files=6, at=(30, 5)), turn=2), BeginMovement("blue"))
    assert played.unit("fled").pose.x > fled.pose.x
    assert "fled" not in played.decision.actors
    assert rules(played.refusal(march("fled", Advance(inches(1))))) == {"BS-6.4-01"}


def test_mobs_move_by_orders_of_the_rally_phase_alone() -> None:
    """BS-2.10-05"""
    mob = blue("mob", 16, files=4, at=(50, 40), kind="mob")
    assert rules(moving(mob, SWORDS).refusal(march("mob", Advance(inches(3))))) == {"BS-2.10-05"}


# ---------------------------------------------------------------- how far


@pytest.mark.parametrize(("creature_", "mv"), [(MAN, 9), (DWARF, 6), (GOBLIN, 6), (creature("elf", mv=12), 12)])
def test_movement_rates_are_those_of_the_creature(creature_: object, mv: int) -> None:
    """BS-7.0-02, BS-7.0-01"""
    unit = blue("unit", 12, files=6, at=(30, 40), of=creature_)
    position = field(unit, red("orcs", 12, files=6, at=(80, 5)))
    assert move_allowance(position, unit).total == inches(mv)
    played = play(position, Moves("blue"), march("unit", Advance(inches(mv))))
    assert played.unit("unit").pose.y == inches(40 - mv)
    assert rules(play(position, Moves("blue")).refusal(march("unit", Advance(inches(mv) + 50)))) == {"BS-7.0-01"}


def test_charges_and_forced_marches_go_one_and_a_half_times_as_far() -> None:
    """BS-7.13-01, BS-7.14-01"""
    position = field(SWORDS)
    assert charge_allowance(position, SWORDS).total == inches(13.5)
    assert march_allowance(position, SWORDS).total == inches(13.5)
    assert charge_allowance(position, SWORDS).rules == ("BS-7.0-01", "BS-7.14-01")


def test_three_thirds_of_a_move_are_a_move() -> None:
    """BS-7.0-01: kept as exact fractions, with a hair in the mover's favour."""
    unit = blue("unit", 12, files=6, at=(30, 40), of=creature("human", mv=8))
    played = moving(unit).then(march("unit", Face("left"), Face("right"), Face("left")))
    assert played.unit("unit").pose.heading == degrees(270)


def test_where_nothing_is_measured_first_a_move_that_is_too_far_goes_as_far_as_it_can() -> None:
    """BS-7.7-02, BS-3.5-01"""
    played = moving(SWORDS, measuring="declared").then(march("swords", Advance(inches(20))))
    assert played.unit("swords").pose.y == inches(31)


def test_the_form_of_an_order_can_be_wrong_before_anything_is_measured() -> None:
    """BS-7.7-02"""
    asked = moving(SWORDS, measuring="declared")
    assert rules(asked.refusal(march("swords", Oblique(degrees(60), inches(3))))) == {"BS-7.9-02"}
    assert rules(asked.refusal(march("swords", Advance(-1)))) == {"BS-7.7-01"}


def test_a_whole_unit_is_measured_from_its_front_rank() -> None:
    """BS-7.7-01: all others keep their places."""
    played = moving(SWORDS).then(march("swords", Advance(inches(5))))
    before, after = SWORDS.places, played.unit("swords").places
    assert [round(one.y - two.y) for one, two in zip(before, after, strict=True)] == [inches(5)] * 12


# ---------------------------------------------------------------- others


def test_a_move_stops_where_it_touches_an_enemy() -> None:
    """BS-7.8-01"""
    orcs = red("orcs", 12, files=6, at=(30, 35))
    played = moving(SWORDS, orcs).then(march("swords", Advance(inches(9))))
    assert gap(played.unit("swords").outline, orcs.outline) <= 20


def test_no_change_of_direction_after_contact() -> None:
    """BS-7.8-01"""
    orcs = red("orcs", 12, files=6, at=(30, 35))
    refused = moving(SWORDS, orcs).refusal(march("swords", Advance(inches(9)), Wheel("left", degrees(5))))
    assert rules(refused) == {"BS-7.8-01"}


def test_who_is_in_contact_has_three_choices() -> None:
    """BS-7.8-02: even if the contact was made earlier in the same round."""
    orcs = red("orcs", 12, files=6, at=(30, 40))
    asked = moving(SWORDS, orcs, contacts=(locked("orcs", "swords"),))
    assert {"wrap", "withdraw", "flee"} <= set(asked.decision.actions)
    for legs in ((Advance(inches(1)),), (Face("rear"),), (FormUp("open"),), (Reform(4),)):
        assert rules(asked.refusal(march("swords", *legs))) == {"BS-7.8-02"}


@pytest.mark.parametrize("leg", [FormUp("open"), Face("left"), Reform(4), FormUp("shield_wall")])
def test_a_unit_met_before_it_moved_keeps_formation_facing_and_frontage(leg: object) -> None:
    """BS-7.8-03: whatever became of the enemy since."""
    met = blue("swords", 12, files=6, at=(30, 40), formation="closed", come_upon=True, large_shields=True)
    refused = moving(met, CAPTAIN).refusal(march("swords", leg))
    assert rules(refused) & {"BS-7.8-03", "BS-11.6-01"}


def test_ranks_do_not_move_through_ranks() -> None:
    """BS-7.4-02"""
    front = blue("front", 12, files=6, at=(30, 36))
    refused = moving(SWORDS, front).refusal(march("swords", Advance(inches(9))))
    assert rules(refused) == {"BS-7.4-02"}


def test_two_skirmish_units_move_through_each_other() -> None:
    """BS-7.4-02, BS-7.4-03: and neither ends on the other."""
    slingers = skirmishers("slingers", "blue", [(30, 36)])
    scouts = skirmishers("scouts", "blue", [(30, 40)])
    played = moving(*slingers, *scouts).then(march("scouts-1", Advance(inches(8))))
    assert played.unit("scouts-1").pose.y == inches(32)
    refused = moving(*slingers, *scouts).refusal(march("scouts-1", Advance(inches(4))))
    assert rules(refused) == {"BS-7.4-02"}


def test_ranks_do_not_move_through_skirmishers() -> None:
    """BS-7.4-02: only if both are in skirmish formation."""
    slingers = skirmishers("slingers", "blue", [(30, 36)])
    assert rules(moving(SWORDS, *slingers).refusal(march("swords", Advance(inches(9))))) == {"BS-7.4-02"}


# ---------------------------------------------------------------- direction


def test_skirmishers_and_individuals_turn_freely() -> None:
    """BS-7.9-01"""
    scout, hero = skirmishers("scouts", "blue", [(30, 40)])[0], person("hero", "blue", at=(50, 40))
    played = moving(scout, hero).then(
        march("scouts-1", Turn(degrees(90)), Advance(inches(4)), Face("rear"), Advance(inches(5))),
        march("hero", Turn(degrees(-135)), Advance(inches(9))),
    )
    assert played.unit("scouts-1").pose.x == inches(29)
    assert played.unit("hero").own.turn.spent == inches(9)


def test_single_figures_neither_wheel_nor_oblique() -> None:
    """BS-7.9-01"""
    asked = moving(*skirmishers("scouts", "blue", [(30, 40)]))
    assert rules(asked.refusal(march("scouts-1", Wheel("left", degrees(10))))) == {"BS-7.9-01"}
    assert rules(asked.refusal(march("scouts-1", Oblique(degrees(10), inches(2))))) == {"BS-7.9-01"}


@pytest.mark.parametrize("angle", [45, -45, 20])
def test_a_unit_advances_obliquely_at_no_extra_cost(angle: int) -> None:
    """BS-7.9-02: keeping its facing."""
    played = moving(SWORDS).then(march("swords", Oblique(degrees(angle), inches(9))))
    unit = played.unit("swords")
    assert unit.own.turn.spent == inches(9)
    assert unit.pose.heading == degrees(NORTH)
    assert (unit.pose.x > SWORDS.pose.x) == (angle > 0)


def test_an_oblique_advance_stops_at_what_it_meets() -> None:
    """BS-7.9-02, BS-7.8-01"""
    orcs = red("orcs", 12, files=6, at=(38, 36))
    played = moving(SWORDS, orcs).then(march("swords", Oblique(degrees(45), inches(9))))
    assert gap(played.unit("swords").outline, orcs.outline) <= 20
    assert played.unit("swords").own.turn.spent < inches(9)


def test_a_wheel_costs_the_way_of_the_outermost_figure() -> None:
    """BS-7.9-03: an outermost figure that goes 5 inches costs 5 inches."""
    unit = blue("swords", 10, files=10, at=(30, 40), formation="closed")
    width = unit.body.frontage
    angle = round(inches(5) / width * 180_000 / pi)
    played = moving(unit).then(march("swords", Wheel("right", angle)))
    assert abs(played.unit("swords").own.turn.spent - inches(5)) <= 2
    assert played.unit("swords").pose.heading == angle


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize(("at", "facing"), [((27.5, 38), 180), ((26.8, 37.4), 213), ((32.4, 37.6), 140)])
def test_a_wheel_that_ends_just_against_an_enemy_meets_him(
    crooked: Crooked, at: tuple[float, float], facing: float
) -> None:
    """BS-7.9-03, BS-7.8-01: as far as it is clear and not a hair farther, it ends as if he had stopped it."""
    orcs = red("orcs", 4, files=2, at=at, facing=facing)
    start = play(crooked(field(SWORDS, orcs, phase="movement", active="blue")), Moves("blue"))
    met = 0
    for side in ("left", "right"):
        stopped = walk(start.battle, Walk("swords", (Wheel(side, degrees(80)),), "move"))
        if stopped.met is None:
            continue
        met += 1
        (leg,) = stopped.legs
        assert isinstance(leg.manoeuvre, Wheel)
        assert leg.manoeuvre.angle < degrees(80)
        ended = walk(start.battle, Walk("swords", (leg.manoeuvre,), "move"))
        assert ended.met is not None
        assert (ended.met.id, ended.edge, ended.pose) == ("orcs", stopped.edge, stopped.pose)
        assert start.then(march("swords", leg.manoeuvre)).battle.engagements
        short = Wheel(side, leg.manoeuvre.angle - 1500)
        assert not start.then(march("swords", short)).battle.engagements
    assert met


def test_a_wheel_that_is_too_wide_is_refused() -> None:
    """BS-7.9-03"""
    refused = moving(blue("line", 24, files=24, at=(40, 40))).refusal(march("line", Wheel("left", degrees(60))))
    assert "BS-7.9-03" in rules(refused)


@pytest.mark.parametrize(("to", "cost"), [("left", 3), ("right", 3), ("rear", 4.5)])
def test_changes_of_facing_cost_a_third_or_half_of_mv(to: str, cost: float) -> None:
    """BS-7.9-04"""
    played = moving(SWORDS).then(march("swords", Face(to)))  # type: ignore[arg-type]
    assert played.unit("swords").own.turn.spent == inches(cost)


def test_ranks_do_not_turn_about_their_middle() -> None:
    """BS-7.9-03, BS-7.9-04"""
    assert rules(moving(SWORDS).refusal(march("swords", Turn(degrees(10))))) == {"BS-7.9-03", "BS-7.9-04"}


@pytest.mark.parametrize("leg", [SquareUp(), Wrap(1, 1), Expand(1, 0)])
def test_manoeuvres_of_other_books_are_refused(leg: object) -> None:
    """BS-7.0-01"""
    assert "BS-7.0-01" in rules(moving(SWORDS).refusal(march("swords", leg)))


# ---------------------------------------------------------------- skirmishers


def test_each_skirmish_figure_moves_on_its_own() -> None:
    """BS-2.9-05"""
    scouts = skirmishers("scouts", "blue", [(30, 40), (33, 40)])
    played = moving(*scouts).then(march("scouts-2", Advance(inches(6))))
    assert played.unit("scouts-1").pose == scouts[0].pose
    assert played.unit("scouts-2").pose.y == inches(34)


def test_skirmishers_keep_an_inch_apart() -> None:
    """BS-2.9-08, BS-7.4-01"""
    scouts = skirmishers("scouts", "blue", [(30, 40), (30, 36)])
    refused = moving(*scouts).refusal(march("scouts-1", Advance(inches(3))))
    assert rules(refused) == {"BS-2.9-08", "BS-7.4-01"}
    told = moving(*scouts, measuring="declared").then(march("scouts-1", Advance(inches(3))))
    assert gap(told.unit("scouts-1").outline, scouts[1].outline) >= inches(1) - 5
    passed = moving(*scouts).then(march("scouts-1", Advance(inches(8))))
    assert passed.unit("scouts-1").pose.y == inches(32), "there is no upper limit, and no lower one on the way"


def test_skirmishers_never_come_into_contact_with_ranks() -> None:
    """BS-2.9-06"""
    scouts = skirmishers("scouts", "blue", [(30, 40)])
    orcs = red("orcs", 12, files=6, at=(30, 35))
    assert rules(moving(*scouts, orcs).refusal(march("scouts-1", Advance(inches(9))))) == {"BS-2.9-06"}
    told = moving(*scouts, orcs, measuring="declared").then(march("scouts-1", Advance(inches(9))))
    assert gap(told.unit("scouts-1").outline, orcs.outline) > 20


def test_skirmishers_may_attack_skirmishers_and_individuals() -> None:
    """BS-2.9-06"""
    scouts, foes = skirmishers("scouts", "blue", [(30, 40)]), skirmishers("foes", "red", [(30, 36)])
    played = moving(*scouts, *foes).then(march("scouts-1", Advance(inches(9))))
    assert gap(played.unit("scouts-1").outline, foes[0].outline) <= 20


def test_a_skirmish_unit_moves_together_each_figure_as_far_as_it_may() -> None:
    """BS-2.9-05: the same path for every figure that has not moved."""
    places = [(30, 40), (30, 38), (33, 40), (36, 40)]
    blocker = blue("wall", 6, files=6, at=(36, 36), formation="closed")
    scouts = skirmishers("scouts", "blue", places)
    played = moving(*scouts, blocker).then(march("scouts-4", Advance(inches(1))))
    played = played.then(order("scouts-1", "together", Advance(inches(6))))
    assert [played.unit(f"scouts-{n}").pose.y for n in (1, 2, 4)] == [inches(34), inches(32), inches(39)]
    assert played.unit("scouts-3").own.turn.had_order


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("turned", [0, 37, 205])
def test_of_a_skirmish_unit_that_goes_together_the_foremost_goes_first(crooked: Crooked, turned: float) -> None:
    """BS-2.9-05: six in a crooked file, no farther apart than they must be, however numbered and wherever they look;
    each makes room for the next, and all go the whole way."""
    middle = Pose(inches(48), inches(30), degrees(turned))
    spots = [(0, 2), (0.2, -4), (0.1, 4), (-0.1, 0), (0.3, -2), (0, 6)]
    points = [middle.world(inches(right), inches(forward)) for right, forward in spots]
    scouts = skirmishers("scouts", "blue", [(x / 1000, y / 1000) for x, y in points], facing=turned)
    begun = play(crooked(field(*scouts, phase="movement", active="blue")), Moves("blue"))
    went = begun.then(order("scouts-4", "together", Advance(inches(6.5))))
    for one in scouts:
        here, there = begun.unit(one.id).pose, went.unit(one.id).pose
        assert here.local(there.x, there.y) == pytest.approx((0, inches(6.5)), abs=2), one.id


# ---------------------------------------------------------------- gaps


def test_gaps_in_the_front_of_an_open_unit_are_filled_at_an_inch_each() -> None:
    """BS-7.3-03: two figures moved up cost 2 inches."""
    unit = blue("militia", 10, files=5, at=(30, 40), gaps=2, marks=(GAPS,))
    played = play(field(unit, red("orcs", 12, files=6, at=(80, 5))), BeginMovement("blue"))
    assert played.unit("militia").own.gaps == 0
    assert played.unit("militia").own.turn.spent == inches(2)
    assert not played.unit("militia").has(GAPS)
    assert [event.rules for event in played.events_of(Compelled)] == [("BS-7.3-03",)]
    assert rules(played.refusal(march("militia", Advance(inches(7.1))))) == {"BS-7.0-01"}
    assert played.then(march("militia", Advance(inches(7)))).unit("militia").pose.y == inches(33)


def test_gaps_are_filled_even_while_touching_the_enemy() -> None:
    """BS-7.3-03"""
    unit = blue("militia", 10, files=5, at=(30, 40), gaps=2)
    position = field(unit, red("orcs", 10, files=5, at=(30, 40)), contacts=(locked("orcs", "militia"),))
    assert play(position, BeginMovement("blue")).unit("militia").own.gaps == 0


def test_more_gaps_than_the_move_pays_for_are_filled_and_the_unit_stands() -> None:
    """BS-7.3-04"""
    unit = blue("goblins", 24, files=12, at=(30, 40), of=GOBLIN, gaps=7)
    other = blue("others", 6, at=(60, 40))
    played = play(field(unit, other, red("orcs", 12, files=6, at=(80, 5))), BeginMovement("blue"))
    assert played.unit("goblins").own.gaps == 0
    assert "goblins" not in played.decision.actors
    assert "BS-7.3-04" in played.events_of(Compelled)[0].rules


# ---------------------------------------------------------------- individuals


def test_a_commander_leaves_his_unit_and_moves_on_his_own() -> None:
    """BS-9.2-01, BS-7.9-01"""
    played = moving(SWORDS, CAPTAIN).then(march("captain", Turn(degrees(90)), Advance(inches(9))))
    assert played.unit("captain").on_table
    assert played.unit("captain").pose.x == inches(39)
    assert played.events_of(Detached)
    assert not played.unit("swords").own.turn.had_order


def test_a_commander_steps_out_beside_his_unit() -> None:
    """BS-9.2-01"""
    played = moving(SWORDS, CAPTAIN).then(order("captain", "leave"))
    assert played.unit("captain").on_table
    assert played.unit("captain").own.turn.had_order


def test_who_went_with_a_unit_has_moved_with_it() -> None:
    """BS-9.2-01"""
    other = blue("others", 6, at=(60, 40))
    played = moving(SWORDS, CAPTAIN, other).then(march("swords", Advance(inches(2))))
    assert rules(played.refusal(order("captain", "leave"))) == {"BS-1.4-02"}


def test_a_unit_commander_joins_his_own_unit() -> None:
    """BS-9.2-01"""
    led = blue("swords", 12, files=6, at=(30, 40), commander="captain")
    apart = person("captain", "blue", at=(38, 41), rank="unit", radius=12)
    other = blue("others", 6, at=(50, 40))
    asked = moving(led, apart, other)
    assert rules(asked.refusal(Commanded("captain", "join", Aimed("others")))) == {"BS-9.2-01"}
    played = asked.then(Commanded("captain", "join", Aimed("swords")))
    assert played.unit("captain").place == Aboard("swords")
    assert [event.host for event in played.events_of(Attached)] == ["swords"]


def test_an_army_commander_joins_any_unit_within_his_move() -> None:
    """BS-9.2-01"""
    general = person("general", "blue", at=(38, 41), rank="army", radius=12)
    far = blue("far", 6, at=(70, 40))
    asked = moving(SWORDS, general, far)
    assert rules(asked.refusal(Commanded("general", "join", Aimed("far")))) == {"BS-7.0-01"}
    assert asked.then(Commanded("general", "join", Aimed("swords"))).unit("general").host == "swords"


def test_heroes_change_their_role_to_be_part_of_a_unit() -> None:
    """BS-9.0-02"""
    asked = moving(SWORDS, person("hero", "blue", at=(36, 40)))
    assert rules(asked.refusal(Commanded("hero", "join", Aimed("swords")))) == {"BS-9.0-02"}


def test_a_member_is_always_with_his_unit() -> None:
    """BS-9.1-01"""
    member = person("lad", "blue", with_="swords", rank="member")
    assert rules(moving(SWORDS, member).refusal(march("lad", Advance(inches(2))))) == {"BS-9.1-01"}


def test_in_the_basic_game_unit_commanders_stay_with_their_units() -> None:
    """BS-5.0-02: Brigade and Army Commanders may move on their own."""
    general = person("general", "blue", with_="swords", rank="army", radius=12)
    asked = moving(SWORDS, CAPTAIN, general, level="basic")
    assert rules(asked.refusal(march("captain", Advance(inches(2))))) == {"BS-5.0-02"}
    assert asked.then(march("general", Advance(inches(5)))).unit("general").on_table


def test_an_individual_goes_through_friends_and_does_not_end_on_them() -> None:
    """BS-7.4-02"""
    hero = person("hero", "blue", at=(30, 44))
    asked = moving(SWORDS, hero)
    assert asked.then(march("hero", Advance(inches(9)))).unit("hero").pose.y == inches(35)
    assert rules(asked.refusal(march("hero", Advance(inches(3.5))))) == {"BS-7.4-02"}


# ---------------------------------------------------------------- halts for fire


def shot_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carrying, "could_fire", lambda _battle, _mover: True)
    monkeypatch.setattr(carrying, "in_range_of", lambda _battle, mover: [mover])
    monkeypatch.setattr(carrying, "opens", lambda _battle, _step: True)


def test_a_move_halts_where_the_enemy_may_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    """BS-1.4-03, BS-10.6-01: as it begins, at its half, at the end of a leg, and where it ends."""
    asked: list[str] = []
    monkeypatch.setitem(
        BATTLESYSTEM.handlers,  # type: ignore[arg-type]
        PassThrough,
        does(PassThrough, lambda _scene, step: asked.append(step.at)),
    )
    shot_at(monkeypatch)
    archers = red("archers", 12, files=6, at=(80, 5), missile=LONGBOW)
    played = moving(SWORDS, archers).then(march("swords", Wheel("right", degrees(10)), Advance(inches(6))))
    assert asked == ["begin", "leg", "half", "end", "over"]
    assert len(played.events_of(Moved)) == 3
    assert played.unit("swords").own.turn.spent == pytest.approx(inches(6) + SWORDS.body.frontage * pi / 18, abs=2)


def test_losses_on_the_way_interrupt_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """BS-10.6-01: who has routed under fire does not go on."""

    def fire(scene: Scene, step: PassThrough) -> None:
        if step.at == "half":
            unit = scene.unit(step.mover)
            scene.change(with_morale(unit, rout=Rout(0, 1)))

    monkeypatch.setitem(BATTLESYSTEM.handlers, PassThrough, does(PassThrough, fire))  # type: ignore[arg-type]
    shot_at(monkeypatch)
    archers = red("archers", 12, files=6, at=(80, 5), missile=LONGBOW)
    played = moving(SWORDS, archers).then(march("swords", Advance(inches(6))))
    assert played.unit("swords").pose.y == inches(37)


def test_mounted_archers_split_their_move() -> None:
    """BS-10.5-01: half of MV, a shot, and the rest."""
    riders = blue("riders", 6, at=(30, 50), mount=WARHORSE, missile=LONGBOW)
    asked = moving(riders)
    assert "split" in asked.decision.actions
    assert "BS-7.0-01" in rules(asked.refusal(order("riders", "split", Advance(inches(13)))))
    played = asked.then(order("riders", "split", Advance(inches(8))))
    while not isinstance(played.battle.agenda[0], SplitOnward):
        assert isinstance(played.battle.agenda[0], SplitFire)
        played = played.then(played.decision.default)
    assert played.decision.allowance == inches(16)
    assert played.then(PathDrawn((Advance(inches(16)),))).unit("riders").pose.y == inches(26)


@pytest.mark.parametrize(
    ("of", "may"),
    [
        (creature("needleman", humanoid=False), True),
        (creature("centaur", humanoid=False), True),
        (MAN, False),
    ],
)
def test_creatures_with_missiles_of_their_own_split_their_move(of: Creature, may: bool) -> None:
    """BS-10.5-02, BS-10.5-01"""
    asked = moving(blue("throwers", 6, at=(30, 50), of=of, missile=LONGBOW))
    assert ("split" in asked.decision.actions) == may


@pytest.mark.parametrize("crooked", [as_it_is, mirrored, relisted])
def test_no_change_of_shape_hangs_over_the_table_edge(crooked: Crooked) -> None:
    """BS-7.7-01: eight in two ranks an inch from the edge beside them have no room for one."""
    men = blue("men", 8, files=4, at=(3.1, 30), formation="open")
    begun = play(crooked(field(men, person("captain", "blue", with_="men", rank="unit", radius=20))), Moves("blue"))
    assert "BS-7.7-01" in rules(begun.refusal(march("men", Reform(8))))


def test_foot_archers_do_not_split_their_move() -> None:
    """BS-10.5-01"""
    archers = blue("archers", 6, at=(30, 50), missile=LONGBOW)
    refused = moving(archers).refusal(order("archers", "split", Advance(inches(3))))
    assert rules(refused) == {"BS-10.5-01"}


def test_who_has_no_missiles_does_not_split_his_move() -> None:
    """BS-10.5-01: horsemen without bows."""
    lancers = blue("lancers", 4, files=4, at=(24, 40), mount=WARHORSE)
    asked = moving(lancers)
    assert "split" not in asked.decision.actions
    assert "BS-10.5-01" in rules(asked.refusal(order("lancers", "split", Advance(inches(3)))))


# ---------------------------------------------------------------- random play


def battle_of_all_kinds() -> Battle:
    return field(
        SWORDS,
        CAPTAIN,
        blue("riders", 6, at=(60, 40), mount=WARHORSE, missile=LONGBOW),
        *skirmishers("scouts", "blue", [(10, 40), (12, 40), (14, 40)]),
        person("general", "blue", at=(45, 45), rank="army", radius=20),
        red("orcs", 12, files=6, at=(30, 12)),
        *skirmishers("foes", "red", [(50, 20), (52, 20)]),
    )


@pytest.mark.parametrize("seed", range(12))
def test_random_moves_are_always_legal(seed: int) -> None:
    """What is sampled and suggested is obeyed."""
    random = Random(seed)
    played = play(battle_of_all_kinds(), Moves("blue"))
    for _ in range(30):
        if played.over or not isinstance(played.battle.agenda[0], Moves):
            break
        step = played.battle.agenda[0]
        handler = BATTLESYSTEM.handlers[Moves]
        assert handler.sample is not None
        assert handler.suggest is not None
        assert handler.judge is not None
        for answer in handler.suggest(played.battle, step, played.decision):
            assert not handler.judge(played.battle, step, played.decision, answer)
        played = played.then(handler.sample(played.battle, step, played.decision, random))


# ---------------------------------------------------------------- who is not in hand


@pytest.mark.parametrize(
    ("leg", "rule"),
    [(Face("left"), "BS-7.9-04"), (Reform(3), "BS-7.10-02"), (Oblique(degrees(20), 1000), "BS-7.9-02")],
)
def test_a_mob_only_goes_on_and_wheels(leg: object, rule: str) -> None:
    """BS-7.9-04, BS-7.10-02, BS-7.9-02, BS-7.9-03"""
    position = field(blue("mob", 16, files=4, at=(50, 40), kind="mob"))
    assert rule in rules(walk(position, Walk("mob", (leg,), "obey")).reasons)  # type: ignore[arg-type]
    assert not walk(position, Walk("mob", (Wheel("left", degrees(60)), Advance(inches(1))), "obey")).reasons


def test_a_unit_after_its_prey_obeys_nobody() -> None:
    """BS-4.6-08, BS-4.6-09: until that enemy has routed or is gone."""
    wild = blue("wild", 12, files=6, at=(30, 40), astray="discipline", prey="orcs")
    orcs = red("orcs", 12, files=6, at=(80, 5))
    asked = moving(wild, blue("others", 6, at=(60, 40)), orcs)
    assert rules(asked.refusal(march("wild", Advance(inches(1))))) == {"BS-4.6-08"}
    routed = red("orcs", 12, files=6, at=(80, 5), rout=Rout(0, 1))
    assert "wild" in moving(wild, routed).decision.actors


def test_shooting_takes_a_part_of_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """BS-10.4-02: forced marches are shortened too."""
    monkeypatch.setattr(rates, "movement_left", lambda _battle, _unit: 500)
    archers = blue("archers", 6, at=(30, 40), missile=LONGBOW, shots=1)
    position = field(archers)
    assert move_allowance(position, archers).total == inches(4.5)
    assert march_allowance(position, archers).total == inches(4.5)
    assert "BS-10.4-02" in move_allowance(position, archers).rules
