"""Lines of charges, forced marches near the enemy, mobs and their ways, withdrawal with what is left of a move, and
units that look all ways (cases 2.10, 7.3, 7.8 to 7.14, 11.7)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene as AnyScene
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.decision import FINISH, Commanded, PathDrawn
from schiltron.battle.state.event import Checked, Struck
from schiltron.battle.state.manoeuvre import Expand, Face, FormUp, Oblique, Reform, Wheel, Wrap
from schiltron.rulesets.battlesystem.command.keeping import keep_order
from schiltron.rulesets.battlesystem.losses import fell
from schiltron.rulesets.battlesystem.melee.attack import struck_side
from schiltron.rulesets.battlesystem.melee.eligible import contacts
from schiltron.rulesets.battlesystem.melee.fights import frozen
from schiltron.rulesets.battlesystem.melee.strikes import done_by
from schiltron.rulesets.battlesystem.morale.current import touched_in_rear
from schiltron.rulesets.battlesystem.movement.breaking import in_the_path, least_damage
from schiltron.rulesets.battlesystem.movement.compelled import charge_range, tempted
from schiltron.rulesets.battlesystem.movement.marches import MarchCheck
from schiltron.rulesets.battlesystem.movement.phase import BeginMovement, Moves
from schiltron.rulesets.battlesystem.movement.rates import move_allowance
from schiltron.rulesets.battlesystem.ranks import LAPSES
from schiltron.rulesets.battlesystem.state import SET_SPEARS
from schiltron.table.lengths import degrees, inches
from tests.rulesets.battlesystem.meeting import men, orcs, ready
from tests.rulesets.battlesystem.positions import (
    DWARF,
    ELF,
    GOBLIN,
    OGRE,
    ORC,
    SPEAR,
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
)

CAPTAIN = person("captain", "blue", with_="men", rank="unit", radius=12)
CHIEF = person("chief", "red", with_="orcs", rank="unit", radius=12)


# ---------------------------------------------------------------- the line of a charge


def test_a_slant_and_an_advance_are_not_one_line() -> None:
    """BS-7.14-03: 5 inches at 40 degrees and 6 straight on: of 11 the last 7.3 must go one way."""
    wide = orcs(20, files=20, at=(24, 20.2))
    crooked = charge("men", Oblique(degrees(40), inches(5)), ahead(8))
    assert "BS-7.14-03" in rules(ready(men(), CAPTAIN, wide).refusal(crooked))
    straight = charge("men", Oblique(degrees(20), inches(3)), Oblique(degrees(20), inches(9)))
    assert ready(men(), CAPTAIN, wide).then(straight).unit("men").own.turn.charged
    enough = charge("men", Oblique(degrees(40), inches(2)), ahead(10))
    assert ready(men(), CAPTAIN, wide).then(enough).unit("men").own.turn.charged


def test_what_is_done_on_the_spot_is_no_run() -> None:
    """BS-7.14-03: opening out costs 3 inches, and 4 of run are not the 6 that a charge needs."""
    near = ready(men(), CAPTAIN, orcs(at=(24, 26)))
    (reason,) = near.refusal(charge("men", FormUp("open"), ahead(5)))
    assert (reason.rules, "run of 6" in reason.text) == (("BS-7.14-03",), True)
    far = ready(men(), CAPTAIN, orcs(at=(24, 23)))
    assert far.then(charge("men", FormUp("open"), ahead(8))).unit("men").own.turn.charged


def test_slow_ground_makes_no_longer_run() -> None:
    """BS-7.14-03: 5 inches of wood cost 7.5, and are a run of 5."""
    wood = piece("woods", 10, 20, 40, 33)
    near = ready(men(formation="open"), CAPTAIN, orcs(at=(24, 25)), features=[wood])
    assert "BS-7.14-03" in rules(near.refusal(charge("men", ahead(6))))


# ---------------------------------------------------------------- forced marches


def test_a_forced_march_halts_before_an_enemy_it_would_touch() -> None:
    """BS-7.13-02: at any moment, also where nothing is measured beforehand; the check comes all the same."""
    marched = ready(men(ml=12), CAPTAIN, orcs(at=(24, 24)), measuring="declared").then(
        order("men", "force_march", ahead(13))
    )
    assert not marched.battle.engagements
    assert 24 < place(marched.unit("men"))[1] < 24.2
    assert "forced march" in marched.roll.purpose


def test_a_wheel_in_a_forced_march_touches_nobody() -> None:
    """BS-7.13-02."""
    beside = orcs(4, files=1, at=(22.5, 28), facing=90)
    wheeled = ready(men(), CAPTAIN, beside).refusal(order("men", "force_march", Wheel("right", degrees(60))))
    assert "BS-7.13-02" in rules(wheeled)


def test_a_mob_on_a_forced_march_touches_nobody_and_checks() -> None:
    """BS-7.13-01, BS-7.13-02: by its order, though it never counts as in command."""
    rabble = blue("rabble", 16, files=4, at=(24, 30), kind="mob", order="force_march", ml=12, dl=20)
    marched = play(field(rabble, orcs(at=(24, 20))), BeginMovement("blue"))
    while marched.battle.roll is not None and "discipline" in marched.roll.purpose:
        marched = marched.then("1 1")
    assert not marched.battle.engagements
    assert marched.unit("rabble").own.turn.marched
    assert "forced march" in marched.roll.purpose


def test_those_who_never_check_morale_are_tired_by_marches_too() -> None:
    """BS-7.13-03, BS-4.1-09: and the failure does nothing but wear them."""
    mad = men(never_checks=True, formation="open", ml=5)
    tired = play(field(mad, CAPTAIN, orcs()), MarchCheck("men"), "9 9")
    assert (tired.unit("men").own.worn_by_marches, tired.unit("men").own.morale.rout) == (1, None)
    assert len(tired.events_of(Checked)) == 1


# ---------------------------------------------------------------- mobs


def test_a_mob_goes_straight_at_an_enemy_and_does_not_swerve() -> None:
    """BS-2.10-11, BS-2.10-03: only the ground decides its way, measured from the figure in the middle of its front."""
    rabble = blue("rabble", 16, files=4, at=(24, 30), kind="mob", order="move_forward", dl=20)
    met = play(field(rabble, orcs(2, files=1, at=(22.7, 26))), BeginMovement("blue"))
    while met.battle.roll is not None:
        met = met.then("1 1")
    assert place(met.unit("rabble")) == (24, 26, 0)
    assert met.battle.engagements[0].joins("rabble", "orcs")


def test_a_mob_told_to_charge_wheels_towards_whom_it_can_reach() -> None:
    """BS-2.10-06, BS-7.14-01."""
    rabble = blue("rabble", 16, files=4, at=(24, 40), kind="mob", order="charge", dl=20)
    charged = play(field(rabble, orcs(at=(30, 30), facing=210)), BeginMovement("blue"))
    while charged.battle.roll is not None:
        charged = charged.then("1 1")
    assert charged.unit("rabble").own.turn.charged
    assert charged.battle.engagements[0].joins("rabble", "orcs")


def test_a_mob_in_contact_has_no_choice() -> None:
    """BS-2.10-06, BS-2.10-08: it fights on."""
    rabble = blue("rabble", 16, files=4, at=(24, 30), kind="mob")
    position = field(rabble, orcs(at=(24, 30), of=DWARF), contacts=[locked("orcs", "rabble")])
    assert "BS-2.10-06" in rules(play(position, Moves("blue")).refusal(order("rabble", "flee")))


def test_a_mob_keeps_its_shape_as_it_falls() -> None:
    """BS-2.10-04, BS-7.5-01: sixteen in four files, nine in three; they come off the rear."""
    scene = AnyScene(field(blue("rabble", 16, files=4, at=(24, 30), kind="mob")))
    fell(scene, "rabble", 7, Harm())
    assert (scene.unit("rabble").body.files, scene.unit("rabble").pose.y) == (3, 30_000)


# ---------------------------------------------------------------- withdrawal and wrapping


def engaged(*more, mine=None, enemy=None, **options):
    return ready(
        mine or men(), CAPTAIN, enemy or orcs(at=(24, 30), of=DWARF), *more, contacts=[locked("men", "orcs")], **options
    )


def test_a_withdrawal_needs_three_inches_that_are_left() -> None:
    """BS-7.12-01, BS-7.3-03: seven gaps have taken seven of nine."""
    tired = engaged(mine=men(formation="open", spent=7000))
    assert "BS-7.12-01" in rules(tired.refusal(order("men", "withdraw")))
    assert engaged(mine=men(formation="open", spent=6000)).then(order("men", "withdraw")).unit("men").own.turn.moved


def test_gaps_that_cost_more_than_the_move_are_filled_and_the_unit_stands() -> None:
    """BS-7.3-03, BS-7.3-04: ten of them, and MV 9; two cost two inches."""
    wide = men(24, files=12, formation="open", gaps=10)
    stands = play(field(wide, CAPTAIN, orcs(at=(24, 5))), BeginMovement("blue"))
    assert (stands.unit("men").own.gaps, stands.unit("men").own.turn.had_order) == (0, True)
    few = play(field(men(18, formation="open", gaps=2), CAPTAIN, orcs(at=(24, 5))), BeginMovement("blue"))
    assert (few.unit("men").own.gaps, few.unit("men").own.turn.spent, few.unit("men").own.turn.had_order) == (
        0,
        2000,
        False,
    )
    assert "BS-7.0-01" in rules(few.refusal(march("men", ahead(7.5))))


def test_who_moves_back_or_follows_sets_his_spears_no_longer() -> None:
    """BS-11.7-02."""
    mine = men(weapon=SPEAR, stance="set_spears", marks=(SET_SPEARS,))
    theirs = orcs(at=(24, 30), of=DWARF, weapon=SPEAR, stance="set_spears", marks=(SET_SPEARS,))
    asked = engaged(CHIEF, mine=mine, enemy=theirs).then(order("men", "withdraw"))
    assert asked.unit("men").own.stance == ""
    assert not asked.unit("men").has(SET_SPEARS)
    assert asked.then(choose("follow")).unit("orcs").own.stance == ""
    assert asked.then(choose("stay")).unit("orcs").own.stance == "set_spears"


def test_a_ring_does_not_follow() -> None:
    """BS-11.6-03, BS-7.12-03: it cannot move, so nobody asks."""
    ring = orcs(12, at=(24, 30), of=DWARF, stance="shield_ring")
    gone = engaged(CHIEF, enemy=ring).then(order("men", "withdraw"))
    assert gone.unit("orcs").own.turn.stayed_from == ("men",)


def test_who_let_a_unit_withdraw_may_not_charge_it_this_round() -> None:
    """BS-7.12-05: though he may walk up to it."""
    stayed = orcs(at=(24, 20), of=DWARF, stayed_from=("men",))
    asked = play(field(men(at=(24, 25)), CAPTAIN, stayed, CHIEF), Moves("red"))
    assert "BS-7.12-05" in rules(asked.refusal(charge("orcs", ahead(6))))
    assert asked.then(march("orcs", ahead(6))).battle.engagements


def test_wrapped_ends_count_as_open_as_soon_as_the_melee_is_over() -> None:
    """BS-7.11-03: the enemy has withdrawn in the Movement Phase; while it lasts they fight as they were."""
    wrapped = engaged(mine=men(12, files=12), enemy=orcs(at=(24, 30), of=DWARF)).then(
        Commanded("men", "wrap", PathDrawn((Wrap(1, 1),)))
    )
    assert wrapped.unit("men").own.formation == "closed"
    scene = AnyScene(wrapped.battle)
    keep_order(scene)
    assert scene.unit("men").own.wrapped
    scene.engage(())
    keep_order(scene)
    assert (scene.unit("men").own.formation, scene.unit("men").own.wrapped) == ("open", False)


def test_the_enemy_who_moves_later_is_come_upon() -> None:
    """BS-7.8-03: of two sides the second; who has moved already has nothing to lose."""
    moved = ready(men(), CAPTAIN, orcs(at=(24, 27), had_order=True), movers=("blue", "red")).then(
        march("men", ahead(9))
    )
    assert not moved.unit("orcs").own.turn.come_upon
    met = men(12, files=6, formation="open", come_upon=True)
    asked = ready(met, CAPTAIN, orcs(at=(24, 5)))
    for leg in (FormUp("close"), Face("left"), Reform(8), FormUp("square")):
        assert rules(asked.refusal(march("men", leg))) & {"BS-7.8-03", "BS-7.9-04"}


# ---------------------------------------------------------------- looking all ways


@pytest.mark.parametrize("formation", ["closed", "open"])
def test_flanks_and_rear_may_turn_outward_for_an_about_face(formation: str) -> None:
    """BS-7.9-04: only some figures turn, at the same cost; the unit has neither flank nor rear then."""
    turned = ready(men(12, files=4, formation=formation), CAPTAIN, orcs(at=(24, 5))).then(
        march("men", FormUp("square"))
    )
    unit = turned.unit("men")
    assert (unit.own.stance, unit.own.turn.spent, unit.own.formation) == ("all_round", 4500, formation)
    assert unit.body.hedgehog
    behind = red("orcs", 4, files=4, at=(24, 32.25 if formation == "closed" else 33.25), facing=0, of=ORC)
    position = field(unit, CAPTAIN, behind, contacts=[locked("orcs", "men", "rear")])
    assert not touched_in_rear(position, unit)
    assert struck_side(unit, contacts(position, behind, "men")) == "front"


def test_who_looks_all_ways_goes_nowhere_before_all_look_one_way() -> None:
    """BS-7.9-04: turning back costs as much again."""
    ring = men(12, files=4, formation="open", stance="all_round")
    asked = ready(ring, CAPTAIN, orcs(at=(24, 5)))
    assert rules(asked.refusal(march("men", ahead(1)))) == {"BS-7.9-04"}
    assert move_allowance(asked.battle, asked.unit("men")).total == 0
    back = asked.then(march("men", FormUp("open"), ahead(4.5)))
    assert (back.unit("men").own.stance, place(back.unit("men"))[1]) == ("", 25.5)
    assert "BS-7.0-01" in rules(asked.refusal(march("men", FormUp("open"), ahead(4.6))))


def test_ranks_that_open_give_up_what_they_had_declared() -> None:
    """BS-11.6-01, BS-7.6-02: out of command, and the shield wall is no more."""
    walled = men(12, files=4, stance="shield_wall", large_shields=True, marks=("shield_wall",))
    scene = AnyScene(field(walled), LAPSES)
    keep_order(scene)
    opened = scene.unit("men")
    assert (opened.own.formation, opened.own.stance, opened.has("shield_wall")) == ("open", "", False)


def test_single_figures_and_mobs_do_not_turn_in_part() -> None:
    """BS-7.9-04: nor who has declared a shield wall."""
    hero = person("hero", "blue", at=(60, 40))
    walled = replace(men(12, files=4, large_shields=True), id="men")
    asked = ready(replace(walled, own=replace(walled.own, stance="shield_wall")), CAPTAIN, hero, orcs(at=(24, 5)))
    for name in ("hero", "men"):
        assert "BS-7.9-04" in rules(asked.refusal(march(name, FormUp("square"))))


def test_not_every_file_wraps() -> None:
    """BS-7.11-01: before a lone figure one file of two could swing round on either side, but somebody must face it."""
    hero = person("hero", "red", at=(24, 29.75))
    asked = ready(men(6, files=2, formation="open"), CAPTAIN, hero, contacts=[locked("men", "hero")])
    (reason,) = asked.refusal(Commanded("men", "wrap", PathDrawn((Wrap(1, 1),))))
    assert "go on facing" in reason.text


def test_a_skirmish_unit_has_one_free_attack_however_many_of_it_touch() -> None:
    """BS-8.8-03: two elves at men who flee, one roll of their unit."""
    elves = skirmishers("elves", "red", [(23.25, 29.625), (24.75, 29.625)], of=ELF)
    contact = [locked("elves-1", "men"), locked("elves-2", "men")]
    fled = play(field(men(4, files=4), CAPTAIN, *elves, contacts=contact), Moves("blue"), order("men", "flee"))
    assert [pool.whose for pool in fled.roll.pools] == ["red"]
    ran = fled.then("6 6")
    assert len(ran.events_of(Struck)) == 1
    assert ran.unit("men").own.turn.moved


# ---------------------------------------------------------------- stands


def test_stands_of_three_are_an_inch_apart_in_open_formation() -> None:
    """BS-7.3-02, BS-2.4-01: twelve figures on four stands of 2.25 inches with three inches between them are 12 wide;
    shared out evenly the same to two thirds of an inch. Closed up nothing changes, and figures fall one at a time."""
    single = ready(men(12, files=12), CAPTAIN, orcs(at=(24, 5))).then(march("men", FormUp("open")))
    assert single.unit("men").body.frontage == inches(12 * 0.75 + 11 * 0.5)
    based = ready(men(12, files=12, stands=True), CAPTAIN, orcs(at=(24, 5))).then(march("men", FormUp("open")))
    assert abs(based.unit("men").body.frontage - inches(4 * 2.25 + 3)) <= inches(2 / 3)
    scene = AnyScene(field(men(12, files=12, stands=True)))
    keep_order(scene)
    assert scene.unit("men").body.spacing == 333
    fell(scene, "men", 1, Harm())
    assert scene.unit("men").figures == 11


# ---------------------------------------------------------------- breaking through


def test_those_in_the_path_are_all_ranks_before_the_chargers_front() -> None:
    """BS-7.14-07: of twelve files two deep the four before a front of four; not the whole unit need die."""
    position = field(men(4, files=4), orcs(24, files=12, at=(24, 30)), contacts=[locked("men", "orcs")])
    assert len(in_the_path(position.units["men"], position.units["orcs"])) == 8
    least = least_damage(position, position.units["men"], position.units["orcs"])
    made = frozen(position, "men", "orcs")
    assert made is not None
    assert least == done_by(made, 12)


def test_what_is_left_of_a_unit_that_was_ridden_through_checks_its_morale() -> None:
    """BS-7.14-07, BS-4.4-01: two of four goblins stand in the path and fall; the rest of their unit check at once."""
    goblins = skirmishers("goblins", "red", [(24.6, 20), (22.4, 20), (60, 20), (70, 20)], of=GOBLIN, ml=11)
    knights = men(8, files=8, mount=WARHORSE, ar=12, at=(24, 40))
    begun = ready(knights, CAPTAIN, *goblins, orcs(24, at=(24, 10), files=6)).then(charge("men", ahead(36)))
    assert begun.unit("goblins-1").figures + begun.unit("goblins-2").figures < 2
    assert "checks morale, losses" in begun.roll.purpose


def test_a_hero_is_not_ridden_through() -> None:
    """BS-7.14-07, BS-9.4-05: he has hit points and is fought in the Melee Phase."""
    hero = person("hero", "red", at=(24, 20), hit_points=1)
    knights = men(8, files=8, mount=WARHORSE, ar=2, at=(24, 40))
    met = ready(knights, CAPTAIN, hero, orcs(24, at=(24, 10), files=6)).then(charge("men", ahead(36)))
    assert met.unit("hero").figures == 1
    assert met.battle.engagements[0].joins("men", "hero")


# ---------------------------------------------------------------- who charges, and who is made to


def test_nobody_charges_in_skirmish_formation() -> None:
    """BS-7.14-04: nor do elite regulars in it."""
    elite = men(formation="skirmish", special="elite")
    assert "BS-7.14-04" in rules(ready(elite, CAPTAIN, orcs(), special_units="on").refusal(charge("men", ahead(13))))


def test_open_ranks_of_the_unruly_charge_without_a_check() -> None:
    """BS-4.6-06: only a closed unit shows whether it keeps its ranks."""
    charged = ready(men(of=OGRE, dl=2, formation="open"), CAPTAIN, orcs()).then(charge("men", ahead(13)))
    assert not charged.events_of(Checked)
    assert charged.unit("men").own.turn.charged


def test_the_charge_range_of_skirmishers_is_their_move() -> None:
    """BS-7.14-02: for discipline checks."""
    (scout,) = skirmishers("scouts", "blue", [(24, 30)])
    assert charge_range(field(scout), scout) == 9000
    assert charge_range(field(men()), men()) == 13_500


def test_who_is_in_melee_is_tempted_by_nobody() -> None:
    """BS-4.6-04: goblins in contact with men and dwarves not far off."""
    goblins = blue("goblins", 6, files=6, at=(24, 30), of=GOBLIN)
    behind = red("men", 6, files=6, at=(24, 30.5), facing=0)
    units = (goblins, behind, red("dwarves", 6, files=6, at=(24, 22), of=DWARF))
    assert tempted(field(*units, contacts=[locked("men", "goblins", "rear")]), "blue") == ()
    assert tempted(field(*units), "blue") != ()


def test_prey_too_near_for_a_charge_is_walked_up_to() -> None:
    """BS-4.6-08, BS-7.14-03: 3 inches are no run for MV 6, and no bonus comes of it."""
    wild = blue("goblins", 6, files=6, at=(24, 30), of=GOBLIN, astray="discipline", prey="dwarves")
    went = play(field(wild, red("dwarves", 6, files=6, at=(24, 27), of=DWARF)), BeginMovement("blue"))
    assert not went.unit("goblins").own.turn.charged
    assert went.battle.engagements[0].joins("goblins", "dwarves")


def test_a_wrap_is_paid_for_and_does_not_widen_what_was_narrowed() -> None:
    """BS-7.11-02, BS-7.10-03."""
    spent = engaged(mine=men(12, files=12, spent=8000))
    assert "BS-7.11-02" in rules(spent.refusal(Commanded("men", "wrap", PathDrawn((Wrap(1, 1),)))))
    narrowed = engaged(mine=men(12, files=6, narrowed=True))
    assert "BS-7.10-03" in rules(narrowed.refusal(Commanded("men", "wrap", PathDrawn((Expand(1, 1),)))))


def test_skirmishers_need_not_break_off_from_skirmishers() -> None:
    """BS-2.9-07, BS-2.9-06: only ranks and mobs drive them off."""
    mine, theirs = skirmishers("mine", "blue", [(24, 30.75)]), skirmishers("theirs", "red", [(24, 30)], of=ELF)
    stands = play(field(*mine, *theirs, contacts=[locked("theirs-1", "mine-1")]), Moves("blue"), FINISH)
    assert stands.over
    assert stands.unit("mine-1").pose == mine[0].pose


def test_who_flees_gives_up_his_stance_stays_on_the_table_and_tempts_the_unruly() -> None:
    """BS-8.8-02, BS-11.6-01, BS-4.6-05: it is no rout, and the edge is 4 inches behind it."""
    mine = men(at=(24, 55), stance="shield_wall", large_shields=True, marks=("shield_wall",))
    ogres = orcs(at=(24, 55), of=OGRE, dl=11, ar=40)
    position = field(mine, CAPTAIN, ogres, contacts=[locked("men", "orcs")])
    fled = play(position, Moves("blue"), order("men", "flee"))
    while fled.battle.roll is not None and "discipline" not in fled.roll.purpose:
        fled = fled.then("6 6" if "melee" in fled.roll.purpose else "1 1")
    assert fled.unit("men").on_table
    assert (fled.unit("men").own.stance, fled.unit("men").has("shield_wall")) == ("", False)
    assert "discipline" in fled.roll.purpose


def test_forced_marches_wear_ever_more() -> None:
    """BS-7.13-03: cumulatively, and in melee the rating is worse by it."""
    tired = play(field(men(worn_by_marches=1, ml=5), CAPTAIN, orcs()), MarchCheck("men"), "9 9")
    assert tired.unit("men").own.worn_by_marches == 2
    fighting = field(men(worn_by_marches=2), orcs(at=(24, 30)), contacts=[locked("men", "orcs")])
    made = frozen(fighting, "men", "orcs")
    assert made is not None
    assert ("BS-7.13-03", 2) in {(term.rule, term.value) for term in made.rating.terms}
