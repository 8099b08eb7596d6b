"""Chains of rout, ways out, captives, and units that attack on their own (cases 2.9, 4.5, 4.6, 6.3, 6.4, 7.15)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene as AnyScene
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.decision import FINISH, Zone
from schiltron.battle.state.event import Checked, Moved
from schiltron.battle.state.unit import Aboard
from schiltron.rulesets.battlesystem.losses import fell
from schiltron.rulesets.battlesystem.morale.capture import Hemmed
from schiltron.rulesets.battlesystem.morale.checks import OwedChecks
from schiltron.rulesets.battlesystem.morale.current import current_morale, touched_in_rear
from schiltron.rulesets.battlesystem.morale.discipline import CheckDiscipline, calm_down
from schiltron.rulesets.battlesystem.morale.due_checks import owe_losses
from schiltron.rulesets.battlesystem.morale.routing import rout
from schiltron.rulesets.battlesystem.morale.ways import homeward
from schiltron.rulesets.battlesystem.movement.phase import BeginMovement, Moves
from schiltron.rulesets.battlesystem.ranks import LAPSES
from schiltron.rulesets.battlesystem.state import BERSERK, Rout, Scene
from schiltron.rulesets.battlesystem.steps import CheckMorale
from schiltron.table.body import Formed, Wing
from schiltron.table.lengths import degrees, inches
from schiltron.table.outline import overlapping
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked
from tests.rulesets.battlesystem.positions import (
    DWARF,
    ELF,
    GOBLIN,
    OGRE,
    ORC,
    Played,
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


def scene(battle) -> Scene:
    return AnyScene(battle, LAPSES)


def asked(played: Played) -> list[str]:
    """Who has checked his morale, the last on top, while all of them pass."""
    while played.battle.roll is not None:
        played = played.then("1 1")
    return [event.unit for event in played.events_of(Checked)]


# ---------------------------------------------------------------- one chain, one check


def test_a_figure_checks_once_though_a_whole_skirmish_unit_runs() -> None:
    """BS-2.9-03, BS-4.4-05: four scouts fail for their losses, and an archer who sees all of them checks once."""
    scouts = skirmishers("scouts", "blue", [(24, 28), (26, 28), (28, 28), (30, 28)], ml=11)
    archer = skirmishers("archers", "blue", [(27, 32)], ml=11)
    play_ = scene(field(*scouts, *archer, red("orcs", 6, files=6, at=(24, 20))))
    fell(play_, "scouts-1", 1, Harm())
    owe_losses(play_, "scouts-1", ("orcs",))
    fled = play(play_.battle, OwedChecks(), "9 9")
    assert asked(fled)[1:] == ["archers-1"]


def test_a_figure_checks_once_in_a_chain_that_reaches_it_by_several_ways() -> None:
    """BS-2.9-03: two scouts see the rout and run; the third sees only them, and checks for the first alone."""
    near = skirmishers("near", "blue", [(32, 25), (32, 27)], ml=11, of=GOBLIN)
    far = skirmishers("far", "blue", [(37.5, 26)], ml=11, of=GOBLIN)
    position = field(blue("men", 6, files=6, at=(24, 25), ml=10), *near, *far, red("orcs", 6, files=6, at=(24, 20)))
    begun = play(position, CheckMorale("men", ("losses",), ("orcs",)), "10 10")
    checked = []
    while begun.battle.roll is not None:
        who = begun.roll.purpose.split()[0]
        checked.append(who)
        begun = begun.then("1 1" if who.startswith("Far") else "10 10")
    assert checked == ["Near-1", "Far-1", "Near-2"]


def test_who_is_run_into_by_several_checks_once_and_before_they_go_on() -> None:
    """BS-7.15-02, BS-7.15-03: the scouts stand where they were while he checks, so that he can run ahead of them."""
    scouts = skirmishers("scouts", "blue", [(23, 28), (25, 28)], ml=11)
    rear = blue("rear", 12, files=6, at=(24, 33), ml=12)
    position = field(*scouts, rear, red("orcs", 6, files=6, at=(24, 20)))
    begun = play(position, CheckMorale("scouts-1", ("losses",), ("orcs",)), "10 10")
    assert "run into" in begun.roll.purpose
    assert [begun.unit(one.id).pose for one in scouts] == [one.pose for one in scouts]
    over = begun.then("1 1")
    assert over.over
    assert all(over.unit(one.id).pose != one.pose for one in scouts)


def test_who_is_farther_than_his_own_move_does_not_check() -> None:
    """BS-2.9-03: goblins of MV 6, 6.5 inches away."""
    scouts = skirmishers("scouts", "blue", [(34, 25)], ml=11, of=GOBLIN)
    position = field(blue("men", 6, files=6, at=(24, 25), ml=10), *scouts, red("orcs", 6, files=6, at=(24, 20)))
    gap = (34 - 0.25) - (24 + (6 * 0.75 + 5 * 0.5) / 2)
    assert gap > 6
    assert play(position, CheckMorale("men", ("losses",), ("orcs",)), "10 10").over


def test_routed_friends_in_the_way_do_not_check() -> None:
    """BS-7.15-02: only a friend that has not routed; nor is he driven on by it."""
    position = field(
        blue("men", 6, files=6, at=(24, 25), ml=10),
        blue("rear", 6, files=6, at=(24, 30), ml=12, rout=Rout(180_000, 1), astray="rout"),
        red("orcs", 6, files=6, at=(24, 20)),
        phase="melee",
    )
    over = play(position, CheckMorale("men", ("losses",), ("orcs",)), "10 10")
    assert over.over
    assert over.unit("rear").pose == position.units["rear"].pose


def test_a_routed_unit_checks_no_more_and_runs_again_in_the_melee_phase_alone() -> None:
    """BS-6.4-02: under fire it takes its losses and keeps running in its own time."""
    running = blue("men", 6, files=6, at=(24, 30), facing=180, ml=12, rout=Rout(180_000, 1), astray="rout")
    for phase, far in (("missile", 0), ("melee", 9000)):
        position = field(running, red("orcs", 6, at=(24, 20)), phase=phase)
        over = play(position, CheckMorale("men", ("losses",), ("orcs",)))
        assert over.unit("men").pose.y - running.pose.y == far


def test_those_who_never_check_do_not_rout() -> None:
    """BS-4.1-09: not even where no throw could save them."""
    mad = blue("mad", 6, files=6, at=(24, 30), ml=2, never_checks=True)
    over = play(field(mad, red("orcs", 6, at=(24, 20))), CheckMorale("mad", ("losses",), ("orcs",)))
    assert over.over
    assert over.unit("mad").own.morale.rout is None


def test_a_rout_turns_towards_its_own_lines() -> None:
    """BS-7.15-01: away from orcs in the west is east, and 45 degrees of it towards blue's edge in the south."""
    men = blue("men", 6, files=6, at=(40, 25), ml=10)
    position = field(men, red("orcs", 6, files=6, at=(30, 25.375), facing=90))
    fled = play(position, CheckMorale("men", ("losses",), ("orcs",)), "10 10")
    assert place(fled.unit("men"))[2] == 135


def test_skirmishers_do_not_hem_in_anybody() -> None:
    """BS-7.15-07: every way must be blocked by enemies in closed or open formation."""
    around = {
        "north": {"at": (24, 30)},
        "south": {"at": (24, 30.75), "facing": 0},
        "west": {"at": (20.6, 30.75), "facing": 180},
        "east": {"at": (27.4, 30.75), "facing": 180},
    }
    for formation, lost in (("closed", True), ("skirmish", False)):
        enemies = [
            red(
                name,
                8,
                files=8 if name in ("north", "south") else 1,
                formation=formation if name == "south" else "closed",
                **where,
            )
            for name, where in around.items()
        ]
        south = replace(enemies[1], body=replace(enemies[1].body, spacing=0))
        men = blue("men", 3, files=3, at=(24, 30), ml=12)
        position = field(men, enemies[0], south, *enemies[2:], contacts=[locked("north", "men")])
        over = play(position, CheckMorale("men", ("losses",), ("north",)), "10 10")
        assert (over.unit("men").figures == 0) is lost


def test_characters_of_a_surrounded_unit_meet_their_fate() -> None:
    """BS-9.1-05, BS-7.15-07."""
    men = blue("men", 3, files=3, at=(24, 30), rout=Rout(0, 1), astray="rout")
    captain = person("captain", "blue", with_="men", rank="unit")
    position = field(men, captain, red("orcs", 6, files=6, at=(24, 30)), contacts=[locked("orcs", "men")])
    assert "the fate of Captain" in play(position, Hemmed("men", ("orcs",))).roll.purpose


def test_a_mob_that_loses_control_forgets_its_order_and_is_not_tried_again() -> None:
    """BS-2.10-07, BS-4.6-08."""
    rabble = blue("rabble", 16, files=4, at=(24, 30), kind="mob", dl=9, order="move_forward")
    position = field(rabble, red("orcs", 6, at=(24, 20)))
    failed = play(position, CheckDiscipline("rabble", "sighted", "orcs"), "10 10")
    assert failed.unit("rabble").own.command.order == ""
    assert play(failed.battle, CheckDiscipline("rabble", "sighted", "orcs")).over


def test_only_figures_with_others_behind_them_leave_gaps() -> None:
    """BS-7.3-03: a single rank has nobody to move up; of nine in six files three can."""
    thin = scene(field(blue("men", 6, files=6, at=(24, 30))))
    fell(thin, "men", 2, Harm())
    assert thin.unit("men").own.gaps == 0
    deep = scene(field(blue("men", 9, files=6, at=(24, 30))))
    fell(deep, "men", 5, Harm())
    assert deep.unit("men").own.gaps == 3


def test_a_regular_unit_routs_from_open_formation_only() -> None:
    """BS-2.8-04, BS-4.5-02, BS-4.5-03: closed ranks open first, and rout at the next failure."""
    men = blue("men", 12, files=6, at=(24, 30), ml=10, formation="closed")
    captain = person("captain", "blue", with_="men", rank="unit", radius=12)
    position = field(men, captain, red("orcs", 6, files=6, at=(24, 20)))
    first = play(position, CheckMorale("men", ("losses",), ("orcs",)), "10 10")
    assert (first.unit("men").own.formation, first.unit("men").own.morale.rout) == ("open", None)
    second = play(first.battle, CheckMorale("men", ("losses",), ("orcs",)), "10 10")
    assert second.unit("men").own.morale.rout is not None


# ---------------------------------------------------------------- the rear


def test_an_enemy_at_the_rear_is_a_unit_that_touches_it() -> None:
    """BS-4.2-03: one that came onto it or has wrapped round it; a lone hero is no unit."""
    men = blue("men", 6, files=6, at=(24, 30), formation="closed")
    behind = red("orcs", 6, files=6, at=(24, 30.75), facing=0, of=ORC, formation="closed")
    assert touched_in_rear(field(men, behind, contacts=[locked("orcs", "men")]), men)
    hero = person("hero", "red", at=(24, 31), facing=0)
    assert not touched_in_rear(field(men, hero, contacts=[locked("hero", "men", "rear")]), men)
    before = red("orcs", 6, files=6, at=(24, 30), of=ORC, formation="closed")
    assert not touched_in_rear(field(men, before, contacts=[locked("orcs", "men")]), men)


def test_ends_hooked_round_an_enemy_are_at_his_rear() -> None:
    """BS-4.2-03, BS-7.11-01."""
    men = blue("men", 2, files=2, at=(24, 30), formation="closed")
    orcs = red("orcs", 6, files=6, at=(24, 30), of=ORC, formation="closed")
    body = Formed(orcs.body.base, 6, left=Wing(2, 90_000, hook=1, reach=750), right=Wing(2, 90_000, hook=1, reach=750))
    wrapped = replace(orcs, body=body)
    position = field(men, wrapped, contacts=[locked("orcs", "men")])
    assert touched_in_rear(position, men)
    assert "BS-4.2-03" in current_morale(position, men).rules


# ---------------------------------------------------------------- captives


def test_guards_stay_behind_and_the_rest_of_the_captors_go_on() -> None:
    """BS-7.15-08: one of eight guards three men; the other seven have their move."""
    position = field(
        blue("men", 3, files=3, at=(24, 30), ml=12),
        red("north", 8, files=8, at=(24, 30), formation="closed"),
        person("chief", "red", with_="north", rank="unit", radius=12),
        contacts=[locked("north", "men")],
        capture="on",
    )
    taken = play(position, Hemmed("men", ("north",)), choose("capture"))
    assert taken.unit("north").body.files == taken.unit("north").figures == taken.unit("north").original == 7
    moved = play(taken.battle, Moves("red"), march("north", ahead(3)))
    assert place(moved.unit("north"))[1] == 33


# ---------------------------------------------------------------- rallied


def test_who_has_rallied_does_not_flee_or_withdraw() -> None:
    """BS-6.3-02: an enemy that moved first has come upon it."""
    men = blue("men", 6, files=6, at=(24, 30), formation="open", rallied_in=1)
    captain = person("captain", "blue", with_="men", rank="unit", radius=12)
    orcs = red("orcs", 6, files=6, at=(24, 30), of=DWARF)
    met = play(field(men, captain, orcs, contacts=[locked("orcs", "men")]), Moves("blue"))
    for action in ("flee", "withdraw"):
        assert "BS-6.3-02" in rules(met.refusal(order("men", action)))
    later = play(field(men, captain, orcs, contacts=[locked("orcs", "men")], turn=2), Moves("blue"))
    assert later.then(order("men", "withdraw")).unit("men").own.turn.moved


def test_rallied_skirmishers_stand_before_ranks_until_the_next_round() -> None:
    """BS-6.3-02, BS-2.9-07."""
    scouts = skirmishers("scouts", "blue", [(24, 30.375)], rallied_in=1)
    position = field(*scouts, red("orcs", 6, files=6, at=(24, 30), of=DWARF), contacts=[locked("orcs", "scouts-1")])
    assert play(position, Moves("blue"), FINISH).over


# ---------------------------------------------------------------- prey


def test_a_skirmish_unit_is_prey_until_all_of_it_has_fallen_or_run() -> None:
    """BS-4.6-08: the nearest that is left is gone for next."""
    elves = skirmishers("elves", "red", [(24, 20), (30, 20)], of=ELF)
    orcs = blue("orcs", 6, files=6, at=(24, 30), of=ORC, astray="discipline", prey="elves-1", marks=(BERSERK,))
    play_ = scene(field(orcs, *elves))
    play_.change(replace(play_.unit("elves-2"), place=blue("x", 1, at=(24, 25)).place))
    calm_down(play_)
    assert play_.unit("orcs").own.morale.prey == "elves-1"
    fell(play_, "elves-1", 1, Harm())
    calm_down(play_)
    assert play_.unit("orcs").own.morale.prey == "elves-2"
    assert play_.unit("orcs").has(BERSERK)
    rout(play_, "elves-2", ("orcs",), ())
    calm_down(play_)
    assert play_.unit("orcs").own.morale.prey == ""
    assert not play_.unit("orcs").has(BERSERK)


def test_prey_that_has_joined_a_unit_is_hunted_there() -> None:
    """BS-4.6-08."""
    elf = replace(person("elf", "red", of=ELF), place=Aboard("guard"))
    guard = red("guard", 6, files=6, at=(24, 10), of=DWARF)
    orcs = blue("orcs", 6, files=6, at=(24, 40), of=ORC, astray="discipline", prey="elf")
    went = play(field(orcs, guard, elf), BeginMovement("blue"))
    assert place(went.unit("orcs"))[1] == 31
    play_ = scene(field(orcs, guard, elf))
    calm_down(play_)
    assert play_.unit("orcs").own.morale.prey == "elf"
    rout(play_, "guard", ("orcs",), ())
    calm_down(play_)
    assert play_.unit("orcs").own.morale.prey == "", "he runs with them"


def test_closed_chargers_of_the_unruly_check_even_if_they_reach_nobody() -> None:
    """BS-4.6-06, BS-7.14-05: declared without measuring; who fails goes for the nearest."""
    men = blue("men", 6, files=6, at=(24, 40), of=OGRE, dl=11, formation="closed")
    captain = person("captain", "blue", with_="men", rank="unit", radius=12)
    far = red("orcs", 6, files=6, at=(24, 10), of=ORC)
    begun = play(field(men, captain, far, measuring="declared"), Moves("blue"), charge("men", ahead(13)))
    assert "discipline" in begun.roll.purpose
    wild = begun.then("9 9")
    assert wild.unit("men").own.morale.prey == "orcs"
    assert (wild.unit("men").own.turn.charge_failed, wild.unit("men").own.formation) == (True, "open")
    assert wild.events_of(Moved)


def test_a_unit_that_attacks_on_its_own_gives_up_what_it_had_declared() -> None:
    """BS-4.6-08, BS-7.9-04: those who looked outward turn and go."""
    ring = blue("men", 12, files=4, at=(24, 30), of=OGRE, dl=0, stance="all_round")
    failed = play(field(ring, red("orcs", 6, at=(24, 20))), CheckDiscipline("men", "hated", "orcs"))
    assert failed.unit("men").own.stance == ""
    fled = scene(field(ring, red("orcs", 6, at=(24, 20))))
    rout(fled, "men", ("orcs",), ())
    assert fled.unit("men").own.stance == ""


@pytest.mark.parametrize("aside", [0, 0.9, -1.7])
def test_a_swamp_elsewhere_does_not_shorten_a_run_past_friends(aside: float) -> None:
    """BS-7.15-03, BS-11.8-02: the rear stands where nine inches end, so that the men run on until they are past it.
    They have moved and acted then."""
    men = blue("men", 6, files=6, at=(48, 30), ml=10)
    rear = blue("rear", 4, files=4, at=(48 + aside, 38.2), ml=30, never_checks=True)
    ran = []
    for ground in ([], [piece("swamp", 80, 2, 90, 8)]):
        position = field(men, rear, red("orcs", 6, files=6, at=(48, 22)), features=ground)
        over = play(position, CheckMorale("men", ("losses",), ("orcs",)), "10 10")
        gone = over.unit("men")
        assert (gone.own.turn.moved, gone.own.turn.acted) == (True, True)
        assert not overlapping(gone.outline, over.unit("rear").outline)
        ran.append(men.pose.local(gone.pose.x, gone.pose.y))
    assert ran[0] == ran[1]
    assert ran[0][1] < -inches(9.5)


@pytest.mark.parametrize(
    ("zone", "heading"),
    [
        (Zone(0, 50_000, 96_000, 60_000), 180),
        (Zone(0, 0, 96_000, 10_000), 0),
        (Zone(0, 0, 10_000, 60_000), 270),
        (Zone(86_000, 0, 96_000, 60_000), 90),
        (Zone(76_000, 44_000, 96_000, 60_000), 180),
        (Zone(84_000, 30_000, 96_000, 60_000), 90),
        (Zone(0, 0, 12_000, 30_000), 270),
    ],
)
def test_home_is_the_edge_along_which_a_side_was_set_up(zone: Zone, heading: int) -> None:
    """BS-7.15-01: of several edges that its zone touches the one over which it is least deep."""
    men = blue("men", 6, files=6, at=(48, 30))
    zones = (("blue", zone), ("red", Zone(40_000, 0, 50_000, 5_000)))
    assert homeward(field(men, zones=zones), men) == degrees(heading)


@pytest.mark.parametrize(("phase", "on"), [("initial_missile", True), ("rally", True), ("movement", False)])
def test_who_breaks_before_the_movement_phase_runs_on_in_it(phase: str, on: bool) -> None:
    """BS-6.4-01: a run of an earlier phase of the round does not stand for that of its Movement Phase."""
    position = field(
        blue("men", 6, files=6, at=(48, 30), ml=10), red("orcs", 6, files=6, at=(48, 22)), phase=phase, turn=3
    )
    broken = play(position, CheckMorale("men", ("losses",), ("orcs",)), "10 10")
    first = broken.unit("men").pose
    assert first != position.units["men"].pose
    after = play(replace(broken.battle, phase="movement", active="blue", agenda=()), BeginMovement("blue"))
    gone = after.unit("men")
    assert (not gone.on_table or gone.pose != first) is on


@pytest.mark.parametrize("crooked", CROOKED)
@pytest.mark.parametrize("aside", [0, 0.6, -0.4])
def test_who_has_checked_in_a_chain_does_not_check_again_for_those_who_are_run_into(
    crooked: Crooked, aside: float
) -> None:
    """BS-2.9-03, BS-7.15-02: the men run into others, who run as well; the scout sees both and checks once."""
    position = crooked(
        field(
            blue("men", 6, files=6, at=(48, 26), ml=12),
            blue("second", 5, files=5, at=(48 + aside, 33), ml=12),
            *skirmishers("scouts", "blue", [(54.5 + aside, 27.5)], ml=12),
            red("orcs", 6, files=6, at=(48, 16)),
        )
    )
    ran = play(position, CheckMorale("men", ("losses",), ("orcs",)), "10 10", "10 10", "1 1")
    assert ran.over
    assert [one.unit for one in ran.events_of(Checked)] == ["men", "second", "scouts-1"]
    assert [ran.unit(one).own.morale.rout is not None for one in ("men", "second", "scouts-1")] == [True, True, False]
