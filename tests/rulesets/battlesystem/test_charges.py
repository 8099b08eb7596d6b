"""Charges, contact and break-through, forced marches, withdrawal, flight, wrap-around, mobs and units without
discipline (cases 2.9, 2.10, 4.6, 7.8, 7.11 to 7.14, 8.8)."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.play.agenda import Scene
from schiltron.battle.state.decision import FINISH, Commanded, PathDrawn
from schiltron.battle.state.effects import Later, Moment
from schiltron.battle.state.event import Checked, Compelled, Declared, Moved, Ruled
from schiltron.battle.state.manoeuvre import Expand, Wheel, Wrap
from schiltron.rulesets.battlesystem.movement.compelled import charge_range, tempted
from schiltron.rulesets.battlesystem.movement.mobs import MobWheels
from schiltron.rulesets.battlesystem.movement.phase import BeginMovement, Moves
from schiltron.rulesets.battlesystem.movement.resting import Rest, wear
from schiltron.rulesets.battlesystem.movement.withdrawing import withdrawal
from schiltron.rulesets.battlesystem.sequence import Phase
from schiltron.rulesets.battlesystem.state import ROUTED
from tests.rulesets.battlesystem.meeting import men, orcs, ready
from tests.rulesets.battlesystem.positions import (
    DWARF,
    GOBLIN,
    OGRE,
    ORC,
    WARHORSE,
    ahead,
    blue,
    charge,
    choose,
    field,
    locked,
    march,
    order,
    person,
    piece,
    place,
    play,
    red,
    rules,
    skirmishers,
    strip,
)


def captain(radius: float = 12, **more):
    return person("captain", "blue", with_="men", rank="unit", radius=radius, **more)


# ---------------------------------------------------------------- charging


def test_a_charge_goes_half_as_far_again_and_ends_in_contact() -> None:
    """BS-7.14-01, BS-7.14-04: MV 9 charges 13.5; the run of 10 inches ends at the orcs."""
    charged = ready(men(), captain(), orcs(at=(24, 20))).then(charge("men", ahead(13)))
    assert charged.unit("men").own.turn.charged
    assert charged.unit("men").own.turn.closed_charge
    assert place(charged.unit("men"))[:2] == (24, 20)
    assert charged.battle.engagements[0].joins("men", "orcs")
    far = ready(men(), captain(), orcs(at=(24, 16)))
    assert "BS-7.14-01" in rules(far.refusal(charge("men", ahead(14))))


def test_a_charge_needs_a_run_and_goes_straight_at_the_end() -> None:
    """BS-7.14-03: two thirds of MV, and the last two thirds of the way in one line."""
    near = ready(men(), captain(), orcs(at=(24, 25)))
    assert "BS-7.14-03" in rules(near.refusal(charge("men", ahead(5))))
    crooked = ready(men(at=(24, 32)), captain(), orcs(12, files=12, at=(27, 24)))
    wheeled = charge("men", ahead(1), Wheel("right", 60_000), ahead(12))
    assert rules(crooked.refusal(wheeled))


def test_who_may_not_charge() -> None:
    """BS-7.14-02, BS-7.14-06, BS-10.4-01."""
    scouts = ready(*skirmishers("scouts", "blue", [(24, 30)]), orcs(at=(24, 22)))
    assert "BS-7.14-02" in rules(scouts.refusal(charge("scouts-1", ahead(9))))
    lost = ready(men(formation="open"), orcs())
    assert "BS-7.14-06" in rules(lost.refusal(charge("men", ahead(13))))
    shot = ready(men(shots=1), captain(), orcs())
    assert "BS-10.4-01" in rules(shot.refusal(charge("men", ahead(13))))


def test_a_closed_unit_of_the_unruly_checks_discipline_and_charges_all_the_same() -> None:
    """BS-7.14-05, BS-4.6-06: its ranks open on the way if it fails, and it is out of command."""
    asked = ready(men(of=OGRE, dl=11), captain(), orcs(at=(24, 20))).then(charge("men", ahead(13)))
    assert "discipline" in asked.roll.purpose
    held = asked.then("5 5")
    assert (held.unit("men").own.formation, held.unit("men").own.turn.charged) == ("closed", True)
    wild = asked.then("9 9")
    assert (wild.unit("men").own.formation, wild.unit("men").own.morale.astray) == ("open", "discipline")
    assert wild.battle.engagements[0].joins("men", "orcs")
    calm = ready(men(dl=11), captain(), orcs(at=(24, 20))).then(charge("men", ahead(13)))
    assert calm.battle.roll is None


def test_a_charge_that_falls_short_opens_closed_ranks() -> None:
    """BS-7.14-08: declared without measuring, 20 inches away; the unit stays in command."""
    short = ready(men(), captain(), orcs(at=(24, 10)), measuring="declared").then(charge("men", ahead(13)))
    unit = short.unit("men")
    assert (unit.own.formation, unit.own.turn.charge_failed, unit.own.morale.astray) == ("open", True, "")
    assert place(unit)[1] == pytest.approx(17, abs=0.6)
    (declared,) = short.events_of(Declared)
    assert declared.target == "orcs"
    (told,) = short.events_of(Ruled)
    assert "reaches nobody: it opens its ranks" in told.what
    loose = men(formation="open")
    shaken = ready(loose, captain(), orcs(at=(24, 10)), measuring="declared").then(charge("men", ahead(13)))
    assert any("morale is 3 lower" in said.what for said in shaken.events_of(Ruled))


def test_a_declared_order_that_proves_impossible_says_why() -> None:
    """BS-7.7-02: prohibited ground right before its front; nobody had measured."""
    stuck = ready(
        men(), captain(), orcs(at=(24, 5)), features=[piece("prohibited", 10, 20, 40, 30)], measuring="declared"
    ).then(march("men", ahead(6)))
    assert place(stuck.unit("men"))[:2] == (24, 30)
    (told,) = stuck.events_of(Ruled)
    assert "cannot set out" in told.what
    assert told.rules
    pond = [piece("prohibited", 10, 20, 40, 27)]
    short = ready(men(), captain(), orcs(at=(24, 5)), features=pond, measuring="declared").then(march("men", ahead(6)))
    (cut,) = short.events_of(Ruled)
    assert "go no farther" in cut.what


@pytest.mark.parametrize("measuring", ["declared", "free"])
def test_a_friend_one_touches_is_in_the_way_before_anything_is_measured(measuring: str) -> None:
    """BS-7.4-02, BS-7.7-02: files of an inch at most; the legion stands elbow to elbow on their left."""
    wheel = Wheel("right", 20_000)
    wide = men().body.full_frontage / 1000
    legion = blue("legion", 6, files=6, at=(24 - wide - 0.03, 30), formation="closed")
    beside = ready(men(), captain(), legion, orcs(at=(30, 20)), measuring=measuring)
    for refused in (charge("men", wheel, ahead(13)), march("men", wheel)):
        assert "Legion are in the way of the wheel" in [one.text for one in beside.refusal(refused)]
    behind = blue("legion", 6, files=6, at=(24, 30 - men().body.depth(6) / 1000 - 0.03), formation="closed")
    blocked = ready(men(), captain(), behind, orcs(at=(30, 20)), measuring=measuring)
    assert "Legion are in the way" in blocked.refusal(march("men", ahead(6)))[0].text


def test_a_friend_farther_off_is_an_outcome_of_what_was_declared() -> None:
    """BS-7.7-02: a step away nobody knows before it is measured."""
    legion = blue("legion", 6, files=6, at=(24, 26), formation="closed")
    halted = ready(men(), captain(), legion, orcs(at=(30, 5)), measuring="declared").then(march("men", ahead(6)))
    (told,) = halted.events_of(Ruled)
    assert "go no farther: Legion are in the way" in told.what


def test_no_charge_over_an_obstacle_or_uphill() -> None:
    """BS-11.8-03, BS-11.8-04."""
    wall = ready(men(), captain(), orcs(), features=[strip("wall", (10, 25), (40, 25), width=0.25)])
    assert rules(wall.refusal(charge("men", ahead(13))))
    hill = ready(men(), captain(), orcs(), features=[piece("hill", 10, 10, 40, 26)])
    assert rules(hill.refusal(charge("men", ahead(13))))


def test_it_stops_at_the_first_enemy_and_does_not_change_direction() -> None:
    """BS-7.8-01: an ordinary move ends where it touches."""
    touched = ready(men(), captain(), orcs(at=(24, 27))).then(march("men", ahead(9)))
    assert place(touched.unit("men"))[:2] == (24, 27)
    assert not touched.unit("men").own.turn.charged
    turned = ready(men(), captain(), orcs(at=(24, 27)))
    assert "BS-7.8-01" in rules(turned.refusal(march("men", ahead(9), Wheel("left", 20_000))))


def test_who_is_contacted_before_his_move_keeps_his_front() -> None:
    """BS-7.8-03: only if his side has still to move."""
    first = ready(men(), captain(), orcs(at=(24, 27)), movers=("blue", "red")).then(march("men", ahead(9)))
    assert first.unit("orcs").own.turn.come_upon
    second = ready(men(), captain(), orcs(at=(24, 27)), movers=("red", "blue")).then(march("men", ahead(9)))
    assert not second.unit("orcs").own.turn.come_upon


def test_chargers_break_through_what_dies_from_the_least_damage() -> None:
    """BS-7.14-07: a lone skirmish goblin before the knights; they ride on to the orcs behind."""
    goblins = skirmishers("goblins", "red", [(24.6, 20)], of=GOBLIN)
    knights = men(8, files=8, mount=WARHORSE, ar=12, at=(24, 40))
    charged = ready(knights, captain(), *goblins, orcs(24, at=(24, 10), files=6))
    rode = charged.then(charge("men", ahead(36)))
    assert rode.unit("goblins-1").figures == 0
    assert rode.unit("men").own.turn.broke_through
    assert rode.battle.engagements[0].joins("men", "orcs")


def test_without_another_enemy_to_meet_the_break_through_is_a_failed_charge() -> None:
    """BS-7.14-07, BS-7.14-08."""
    goblins = skirmishers("goblins", "red", [(24.6, 20)], of=GOBLIN)
    knights = men(8, files=8, mount=WARHORSE, ar=12, formation="open", at=(24, 40))
    rode = ready(knights, captain(), *goblins).then(charge("men", ahead(36)))
    assert rode.unit("men").own.turn.charge_failed


def test_who_stands_what_the_least_damage_does_is_met() -> None:
    """BS-7.14-07."""
    met = ready(men(ar=20), captain(), orcs()).then(charge("men", ahead(13)))
    assert met.unit("orcs").figures == 6
    assert not met.unit("men").own.turn.broke_through


# ---------------------------------------------------------------- forced marches


def test_a_forced_march_is_half_as_far_again_and_wears() -> None:
    """BS-7.13-01, BS-7.13-03: 13.5 inches; a failed check costs a point of AR and nothing else."""
    marched = ready(men(ml=12), captain(), orcs(at=(24, 5))).then(order("men", "force_march", ahead(13.5)))
    assert place(marched.unit("men"))[1] == 16.5
    assert "forced march" in marched.roll.purpose
    failed = marched.then("9 9")
    assert failed.unit("men").own.worn_by_marches == 1
    assert failed.unit("men").own.formation == "closed"
    assert marched.then("1 1").unit("men").own.worn_by_marches == 0


def test_a_forced_march_never_touches_an_enemy_and_needs_command() -> None:
    """BS-7.13-01, BS-7.13-02."""
    near = ready(men(), captain(), orcs(at=(24, 20)))
    assert "BS-7.13-02" in rules(near.refusal(order("men", "force_march", ahead(13))))
    lost = ready(men(formation="open"), orcs(at=(24, 5)))
    assert "BS-7.13-01" in rules(lost.refusal(order("men", "force_march", ahead(13))))


def test_individuals_march_without_a_check() -> None:
    """BS-7.13-01, BS-7.13-03."""
    hero = person("hero", "blue", at=(60, 40))
    marched = ready(hero, orcs(at=(24, 5))).then(order("hero", "force_march", ahead(13)))
    assert marched.battle.roll is None
    assert place(marched.unit("hero"))[1] == 27


def test_three_marches_and_rest() -> None:
    """BS-7.13-03, BS-7.13-04: AR 15 fails, fails, passes: 17; each round of rest takes one off again."""
    rested = play(field(men(worn_by_marches=2)), Rest())
    assert rested.unit("men").own.worn_by_marches == 1
    assert rested.battle.due == (Later(Moment(2, "end"), Rest()),), "and again next round"
    assert play(field(men(worn_by_marches=1)), Rest()).battle.due == ()
    busy = play(field(men(worn_by_marches=2, acted=True)), Rest())
    struck = play(field(men(worn_by_marches=2, was_attacked=True)), Rest())
    assert (busy.unit("men").own.worn_by_marches, struck.unit("men").own.worn_by_marches) == (2, 2)
    scene: Any = Scene(field(men()))
    wear(scene, scene.unit("men"))
    wear(scene, scene.unit("men"))
    assert scene.battle.due == (Later(Moment(1, "end"), Rest()),), "once a round for all"
    assert play(scene.battle, Phase("end")).unit("men").own.worn_by_marches == 1


# ---------------------------------------------------------------- fighting withdrawal


def engaged(*more, **options):
    enemy = options.pop("enemy", None) or orcs(at=(24, 30))
    mine = options.pop("mine", None) or men()
    return ready(mine, captain(), enemy, *more, contacts=[locked("men", "orcs")], **options)


def test_a_withdrawal_is_three_inches_back_and_the_enemy_stays_or_follows() -> None:
    """BS-7.12-01, BS-7.12-03: the facing is kept."""
    asked = engaged(enemy=orcs(at=(24, 30), of=DWARF)).then(order("men", "withdraw"))
    assert place(asked.unit("men")) == (24, 33, 0)
    assert {option.key for option in asked.decision.options} == {"stay", "follow"}


def test_the_enemy_who_follows_fights_on() -> None:
    """BS-7.12-03: following is free of its own move; BS-7.12-05: who stays may not charge the unit this round."""
    men_of_red = orcs(at=(24, 30), of=DWARF)
    asked = engaged(enemy=men_of_red).then(order("men", "withdraw"))
    assert asked.decision.seat == "red"
    followed = asked.then(choose("follow"))
    assert place(followed.unit("orcs"))[:2] == (24, 33)
    assert followed.battle.engagements[0].joins("men", "orcs")
    stayed = asked.then(choose("stay"))
    assert stayed.unit("orcs").own.turn.stayed_from == ("men",)
    assert not stayed.battle.engagements


def test_the_unruly_must_show_whether_they_can_stay() -> None:
    """BS-7.12-04, BS-4.6-05: who fails follows, out of command."""
    asked = engaged(enemy=orcs(at=(24, 30), of=OGRE, dl=11)).then(order("men", "withdraw"))
    assert "discipline" in asked.roll.purpose
    wild = asked.then("9 9")
    assert wild.unit("orcs").own.morale.prey == "men"
    assert wild.battle.engagements[0].joins("men", "orcs")
    assert asked.then("2 2").decision.seat == "red"


def test_when_a_withdrawal_is_not_possible() -> None:
    """BS-7.12-01, BS-7.12-02, BS-4.7-03: out of command, no room, or into another enemy."""
    lost = ready(men(formation="open"), orcs(at=(24, 30)), contacts=[locked("men", "orcs")])
    assert "BS-7.12-01" in rules(lost.refusal(order("men", "withdraw")))
    behind = engaged(red("rear", 4, files=4, at=(24, 33.75), facing=0, of=ORC, formation="closed"))
    assert rules(behind.refusal(order("men", "withdraw"))) & {"BS-7.12-01", "BS-7.12-02"}


def test_a_withdrawal_that_proves_impossible_is_not_made() -> None:
    """BS-7.12-01, BS-7.7-02, BS-2.9-07: who was ordered to stays where he is; who must break off flees instead."""
    position = engaged(red("rear", 4, files=4, at=(25.1, 33.75), facing=0, of=ORC, formation="closed")).battle
    stood = play(position, withdrawal("men"))
    assert place(stood.unit("men")) == place(position.units["men"])
    assert stood.unit("men").own.turn.had_order
    assert not stood.events_of(Declared)
    driven = play(position, withdrawal("men", must=True))
    assert [(one.unit, one.action) for one in driven.events_of(Declared)] == [("men", "flee")]


def test_in_contact_there_is_nothing_else_to_do() -> None:
    """BS-7.8-02."""
    assert "BS-7.8-02" in rules(engaged().refusal(march("men", ahead(3))))


# ---------------------------------------------------------------- flight


def test_a_unit_that_flees_is_struck_first_and_then_runs_its_move() -> None:
    """BS-8.8-02, BS-8.8-03: no rout; it may act normally next round."""
    asked = engaged(enemy=orcs(at=(24, 30), of=DWARF)).then(order("men", "flee"))
    assert [pool.whose for pool in asked.roll.pools] == ["red"]
    fled = asked.then("6 6")
    while fled.battle.roll is not None:
        fled = fled.then("1 1")
    assert fled.unit("men").own.morale.rout is None
    assert not fled.unit("men").has(ROUTED)
    moved = [event for event in fled.events_of(Moved) if event.unit == "men"]
    assert moved[-1].spent == 9000
    assert not fled.battle.engagements


def test_skirmishers_touched_by_ranks_break_off_at_the_first_opportunity() -> None:
    """BS-2.9-07: by withdrawal, if their owner has given them no order."""
    scouts = skirmishers("scouts", "blue", [(24, 30.375)])
    position = field(*scouts, orcs(at=(24, 30), of=DWARF), contacts=[locked("orcs", "scouts-1")])
    done = play(position, Moves("blue"), FINISH)
    assert place(done.unit("scouts-1"))[1] == pytest.approx(33.375)
    assert [(one.unit, one.rules) for one in done.events_of(Compelled)] == [("scouts-1", ("BS-2.9-07",))]
    assert done.decision.seat == "red"


def test_who_must_break_off_and_has_no_way_back_flees() -> None:
    """BS-2.9-07, BS-8.8-02: friends stand right behind the scout; he is struck at and runs past them."""
    scouts = skirmishers("scouts", "blue", [(24, 30.375)])
    behind = men(6, files=6, at=(24, 33))
    position = field(*scouts, behind, orcs(at=(24, 30), of=DWARF), contacts=[locked("orcs", "scouts-1")])
    done = play(position, Moves("blue"), FINISH)
    fled = done.then("6 6")
    assert [event.unit for event in fled.events_of(Declared) if event.action == "flee"] == ["scouts-1"]


# ---------------------------------------------------------------- wrap-around


def test_files_that_overlap_wheel_round_the_enemys_end() -> None:
    """BS-7.11-01, BS-7.11-02, BS-7.11-03: the way of the outermost figure is paid for."""
    wide = engaged(mine=men(12, files=12), enemy=orcs(6, files=6, at=(24, 30), of=DWARF))
    wrapped = wide.then(Commanded("men", "wrap", PathDrawn((Wrap(1, 1),))))
    unit = wrapped.unit("men")
    assert unit.own.wrapped
    assert unit.body.left is not None
    assert unit.body.right is not None
    assert unit.own.turn.spent == pytest.approx(2 * 750 * 3.1416 / 2, abs=3)


def test_rear_ranks_widen_the_front_for_it() -> None:
    """BS-7.11-01, BS-7.11-02: an inch for each figure besides."""
    deep = engaged(mine=men(12, files=6), enemy=orcs(6, files=6, at=(24, 30), of=DWARF))
    wrapped = deep.then(Commanded("men", "wrap", PathDrawn((Expand(1, 1),))))
    assert wrapped.unit("men").body.files == 8
    assert wrapped.unit("men").own.turn.spent == pytest.approx(2000 + 2 * 750 * 3.1416 / 2, abs=3)


def test_who_was_contacted_before_his_move_cannot_widen() -> None:
    """BS-7.8-03."""
    met = engaged(mine=men(12, files=6, come_upon=True), enemy=orcs(6, files=6, at=(24, 30), of=DWARF))
    assert "BS-7.8-03" in rules(met.refusal(Commanded("men", "wrap", PathDrawn((Expand(1, 1),)))))


# ---------------------------------------------------------------- mobs


def rabble(**more):
    return blue("rabble", 16, files=4, at=(24, 30), kind="mob", **more)


def test_a_mob_moves_only_by_its_order_and_goes_on_obeying() -> None:
    """BS-2.10-03, BS-2.10-05, BS-2.10-07."""
    idle = play(field(rabble(), orcs(at=(60, 5))), BeginMovement("blue"))
    assert place(idle.unit("rabble"))[1] == 30
    going = play(field(rabble(order="move_forward"), orcs(at=(60, 5))), BeginMovement("blue"))
    assert place(going.unit("rabble")) == (24, 21, 0)
    assert going.unit("rabble").own.command.order == "move_forward"
    assert going.events_of(Compelled)


def test_a_mob_takes_the_easiest_ground() -> None:
    """BS-2.10-11: a wood before it, and it wheels round."""
    wood = piece("woods", 18, 20, 27, 29.5)
    position = field(rabble(order="move_forward"), orcs(at=(80, 5)), features=[wood])
    straight = play(field(rabble(order="move_forward"), orcs(at=(80, 5))), BeginMovement("blue"))
    going = play(position, BeginMovement("blue"))
    assert place(straight.unit("rabble"))[2] == 0
    assert place(going.unit("rabble")) != place(straight.unit("rabble"))


def test_a_mob_told_to_charge_charges_whom_it_reaches() -> None:
    """BS-2.10-06, BS-7.14-01: and fights there without an order (BS-2.10-08)."""
    position = field(rabble(order="charge", dl=20), orcs(at=(24, 20)))
    charged = play(position, BeginMovement("blue"))
    while charged.battle.roll is not None:
        charged = charged.then("1 1")
    assert charged.unit("rabble").own.turn.charged
    assert charged.battle.engagements[0].joins("rabble", "orcs")


def test_a_mob_wheels_once_and_stands() -> None:
    """BS-2.10-06, BS-2.10-07: up to 90 degrees."""
    asked = play(field(rabble(order="wheel"), orcs(at=(80, 5))), MobWheels("rabble"))
    assert {option.key for option in asked.decision.options} <= {
        f"{side} {turn}" for side in ("left", "right") for turn in (15, 30, 45, 60, 90)
    }
    wheeled = asked.then(choose("right 30"))
    assert place(wheeled.unit("rabble"))[2] == 30
    assert wheeled.unit("rabble").own.command.order == ""


# ---------------------------------------------------------------- no discipline


def test_hatred_within_charge_range_is_checked_as_the_phase_begins() -> None:
    """BS-4.6-04: 9 inches for goblins of MV 6; the nearest counts; they must see him."""
    goblins = blue("goblins", 6, files=6, at=(24, 30), of=GOBLIN)
    near = field(goblins, red("dwarves", 6, files=6, at=(24, 22), of=DWARF))
    assert [check.why for check in tempted(near, "blue")] == ["hated"]
    assert charge_range(near, near.units["goblins"]) == 9000
    far = field(goblins, red("dwarves", 6, files=6, at=(24, 20), of=DWARF))
    assert tempted(far, "blue") == ()
    hidden = field(
        goblins,
        red("dwarves", 6, files=6, at=(24, 22), of=DWARF),
        features=[piece("woods", 10, 24, 40, 28)],
    )
    assert tempted(hidden, "blue") == ()
    indifferent = field(goblins, red("orcs", 6, files=6, at=(24, 22), of=ORC))
    assert tempted(indifferent, "blue") == ()


def test_a_mob_checks_at_the_sight_of_anybody() -> None:
    """BS-4.6-07."""
    assert [check.why for check in tempted(field(rabble(), orcs(at=(24, 20))), "blue")] == ["sighted"]


def test_who_has_failed_attacks_his_prey_until_it_is_over() -> None:
    """BS-4.6-08: a charge if one is legal, though out of command (BS-7.14-06)."""
    wild = blue("goblins", 6, files=6, at=(24, 30), of=GOBLIN, dl=9)
    position = field(wild, red("dwarves", 6, files=6, at=(24, 22), of=DWARF))
    asked = play(position, BeginMovement("blue"))
    attacked = asked.then("10 10")
    assert attacked.unit("goblins").own.turn.charged
    assert attacked.battle.engagements[0].joins("goblins", "dwarves")
    assert attacked.events_of(Checked)


def test_out_of_charge_range_it_goes_at_full_rate() -> None:
    """BS-4.6-08."""
    wild = blue("goblins", 6, files=6, at=(24, 40), of=GOBLIN, astray="discipline", prey="dwarves")
    position = field(wild, red("dwarves", 6, files=6, at=(24, 10), of=DWARF))
    went = play(position, BeginMovement("blue"))
    assert place(went.unit("goblins"))[1] == 34
    assert not went.unit("goblins").own.turn.charge_failed
    assert went.unit("goblins").own.morale.prey == "dwarves"
