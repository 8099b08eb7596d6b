"""Morale, discipline and rout (cases 2.9, 2.10, 4.2 to 4.6, 6.4, 7.15)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.play.agenda import Scene as AnyScene
from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.event import Checked, Moved, Removed, Ruled
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.battlesystem.losses import fell
from schiltron.rulesets.battlesystem.morale.capture import Hemmed
from schiltron.rulesets.battlesystem.morale.checks import OwedChecks
from schiltron.rulesets.battlesystem.morale.current import current_morale
from schiltron.rulesets.battlesystem.morale.discipline import CheckDiscipline, calm_down, hates, headstrong, unruly
from schiltron.rulesets.battlesystem.morale.due_checks import due, owe, owe_losses
from schiltron.rulesets.battlesystem.morale.routing import rout
from schiltron.rulesets.battlesystem.state import BERSERK, ROUTED, Rout, Scene, with_morale
from schiltron.rulesets.battlesystem.steps import CheckMorale, RoutMove
from tests.rulesets.battlesystem.positions import (
    DWARF,
    ELF,
    GOBLIN,
    MAN,
    OGRE,
    ORC,
    blue,
    choose,
    creature,
    field,
    locked,
    person,
    piece,
    place,
    play,
    red,
    skirmishers,
)

GIANT = creature("hill giant", 8, 1, ac=4, mv=12, size="L", intelligence="low", order="chaotic")
SPECTRE = creature("spectre", 7, 3, ac=2, mv=15, undead=True, drains_levels=True, only_hit_by=1)


def scene(battle) -> Scene:
    return AnyScene(battle)


def morale_of(position, name: str, *causes) -> int:
    return current_morale(position, position.units[name], causes).total


def terms_of(position, name: str, *causes) -> dict[str, int]:
    return {term.rule: term.value for term in current_morale(position, position.units[name], causes).terms}


# ---------------------------------------------------------------- current morale (Table 4)


def test_orcs_under_a_fireball() -> None:
    """BS-4.2-01, BS-4.2-05, BS-4.2-07, BS-4.2-09: 12 + 1 closed + 2 charisma 17 - 1 magic = 14."""
    position = field(
        blue("orcs", 12, files=6, at=(24, 30), of=ORC, ml=12, formation="closed"),
        person("chief", "blue", with_="orcs", rank="unit", radius=9, bonus=2),
    )
    assert morale_of(position, "orcs", "losses", "magic") == 14
    assert morale_of(position, "orcs", "losses") == 15


def test_giants_with_spectres_at_their_rear() -> None:
    """BS-4.2-02, BS-4.2-03, BS-4.2-08: 13 - 2 losses - 2 rear - 3 level drainers, counted once = 6; skirmishers are
    never out of command (BS-4.2-04)."""
    (giant, *_rest) = skirmishers("giants", "blue", [(24, 30), (30, 30)], of=GIANT, ml=13)
    spectres = red("spectres", 4, files=4, at=(24, 30.5), facing=0, of=SPECTRE)
    position = field(giant, *_rest, spectres, contacts=[locked("spectres", "giants-1", "rear")])
    companies = tuple(replace(one, figures=5) for one in position.own.companies)
    position = replace(position, own=replace(position.own, companies=companies))
    assert morale_of(position, "giants-1") == 6


def test_three_quarters_lost_replace_the_half() -> None:
    """BS-4.2-02."""
    men = blue("men", 3, at=(24, 30), original=12, ml=12, commander="captain")
    captain = person("captain", "blue", with_="men", rank="unit", radius=9)
    assert terms_of(field(men, captain), "men")["BS-4.2-02"] == -4
    half = replace(men, figures=6)
    assert terms_of(field(half, captain), "men")["BS-4.2-02"] == -2
    assert "BS-4.2-02" not in terms_of(field(replace(men, figures=7), captain), "men")


def test_out_of_command_is_two_less_and_a_killed_commander_one() -> None:
    """BS-4.2-04, BS-4.2-05: the second for the check it caused only."""
    position = field(blue("men", 12, files=6, at=(24, 30), ml=12))
    assert morale_of(position, "men") == 10
    assert morale_of(position, "men", "commander") == 9


def test_a_failed_charge_shakes_open_ranks() -> None:
    """BS-4.2-06: a unit that was closed when it charged has lost its ranks instead."""
    mob = blue("rabble", 16, files=4, at=(24, 30), kind="mob", ml=12, charge_failed=True)
    assert morale_of(field(mob), "rabble") == 12 - 2 - 3
    men = blue("men", 12, files=6, at=(24, 30), ml=12, charge_failed=True, closed_charge=True)
    assert morale_of(field(men), "men") == 10


def test_a_mob_is_steadied_by_infantry_behind_it() -> None:
    """BS-2.10-12: regular foot, directly behind, no more than 6 inches away."""
    mob = blue("rabble", 16, files=4, at=(24, 30), kind="mob", ml=12)
    steady = {"at": (24, 38), "files": 6}
    assert morale_of(field(mob, blue("foot", 12, **steady)), "rabble") == 12
    assert morale_of(field(mob, blue("foot", 12, at=(24, 39.5), files=6)), "rabble") == 10
    assert morale_of(field(mob, blue("foot", 12, at=(34, 38), files=6)), "rabble") == 10
    riders = blue("riders", 6, mount=creature("horse", 2, mv=24), **steady)
    assert morale_of(field(mob, riders), "rabble") == 10


def test_creatures_that_only_magic_harms_frighten_those_without_it() -> None:
    """BS-4.2-08, BS-4.4-08."""
    golem = creature("golem", 8, only_hit_by=1)
    contact = [locked("golems", "men")]
    plain = field(blue("men", 6, at=(24, 30), ml=12), red("golems", 4, at=(24, 29), of=golem), contacts=contact)
    assert terms_of(plain, "men")["BS-4.2-08"] == -3
    sword = replace(plain.units["men"].own.profile.weapons[0], plus=1)
    armed = field(
        blue("men", 6, at=(24, 30), ml=12, weapon=sword), red("golems", 4, at=(24, 29), of=golem), contacts=contact
    )
    assert "BS-4.2-08" not in terms_of(armed, "men")


# ---------------------------------------------------------------- when to check (Table 5)


@pytest.mark.parametrize(
    ("judged", "lost", "asked"),
    [(0, 2, False), (0, 3, True), (3, 5, False), (3, 6, True), (6, 7, True), (7, 7, False), (0, 7, True), (5, 6, True)],
)
def test_a_quarter_a_half_and_each_figure_after_it(judged: int, lost: int, asked: bool) -> None:
    """BS-4.4-01: of twelve figures."""
    assert due(judged, lost, 12) is asked


def test_one_attack_makes_one_check_due() -> None:
    """BS-4.4-06: a fireball past the half is one check, with the modifier for magic; a volley after it another."""
    play_ = scene(field(blue("men", 12, files=6, at=(24, 30), ml=12)))
    fell(play_, "men", 7, Harm())
    owe_losses(play_, "men", ("orcs",), magic=True)
    assert [owed.causes for owed in play_.unit("men").own.morale.owed] == [("losses", "magic")]
    fell(play_, "men", 1, Harm())
    owe_losses(play_, "men", ("orcs",))
    assert len(play_.unit("men").own.morale.owed) == 2


def test_separate_attacks_are_checked_separately() -> None:
    """BS-4.4-06, BS-4.4-07: a fireball and then a volley: two checks; both are rolled."""
    play_ = scene(field(blue("men", 12, files=6, at=(24, 30), ml=14)))
    fell(play_, "men", 3, Harm())
    owe_losses(play_, "men", magic=True)
    fell(play_, "men", 3, Harm())
    owe_losses(play_, "men")
    played = play(play_.battle, OwedChecks(), "1 1", "1 1")
    assert len(played.events_of(Checked)) == 2
    assert played.over


def test_four_checks_in_one_round() -> None:
    """BS-4.4-07, BS-4.4-02, BS-4.4-03, BS-4.4-04: magic, fire past the half, the commander, undead at the end."""
    play_ = scene(field(blue("men", 12, files=6, at=(24, 30), ml=16)))
    fell(play_, "men", 1, Harm())
    owe_losses(play_, "men", magic=True)
    fell(play_, "men", 5, Harm())
    owe_losses(play_, "men")
    owe(play_, "men", "commander")
    owe(play_, "men", "terror")
    played = play(play_.battle, OwedChecks(), "1 1", "1 1", "1 1", "1 1")
    assert [len(played.events_of(Checked)), played.over] == [4, True]


@pytest.mark.parametrize("relisted", [False, True])
def test_losses_of_a_skirmish_company_are_judged_as_one(relisted: bool) -> None:
    """BS-4.4-01: a quarter of eight is gone with the second; the third is not yet the half; from the fourth on all
    count, whoever it was."""
    places = [(24 + 1.7 * number, 28 + number % 3) for number in range(8)]
    scouts = skirmishers("scouts", "blue", places, ml=11)
    play_ = scene(field(*(scouts[::-1] if relisted else scouts), red("orcs", 6, files=6, at=(24, 20))))
    due_after = []
    for number in (3, 8, 2, 6, 5):
        fell(play_, f"scouts-{number}", 1, Harm())
        owe_losses(play_, f"scouts-{number}", ("orcs",))
        due_after.append(sum(len(unit.own.morale.owed) for unit in play_.battle.units.values()))
    assert due_after == [0, 1, 1, 2, 3]
    assert all(owed.causes == ("losses",) for unit in play_.battle.units.values() for owed in unit.own.morale.owed)


def scouts_who_owe(**more) -> Scene:
    """A company of eight, askew of each other, that has just lost a quarter; the first of those left is to check."""
    places = [(24 + 1.7 * number, 28 + 1.3 * (number % 3)) for number in range(8)]
    play_ = scene(field(*skirmishers("scouts", "blue", places, ml=11), red("orcs", 6, files=6, at=(24, 20)), **more))
    for number in (3, 8):
        fell(play_, f"scouts-{number}", 1, Harm())
    owe_losses(play_, "scouts-8", ("orcs",))
    assert [one.id for one in play_.battle.units.values() if one.own.morale.owed] == ["scouts-1"]
    return play_


def running(played) -> set[str]:
    return {one.id for one in played.battle.units.values() if one.has(ROUTED)}


def test_who_was_to_check_for_a_company_and_falls_leaves_it_to_the_others() -> None:
    """BS-4.4-01, BS-4.4-06: the check is the company's; the third of eight to fall makes no other due."""
    play_ = scouts_who_owe()
    fell(play_, "scouts-1", 1, Harm())
    owe_losses(play_, "scouts-1", ("orcs",))
    held = play(play_.battle, OwedChecks(), "1 1")
    assert [one.unit for one in held.events_of(Checked)] == ["scouts-2"]
    assert held.over
    assert not any(one.own.morale.owed for one in held.battle.units.values())
    failed = play(play_.battle, OwedChecks(), "10 10")
    assert running(failed) == {f"scouts-{number}" for number in (2, 4, 5, 6, 7)}


def test_who_falls_between_two_checks_leaves_his_to_the_others() -> None:
    """BS-4.4-01: it was his turn already when an arrow found him."""
    play_ = scouts_who_owe()
    fell(play_, "scouts-1", 1, Harm())
    asked = play(play_.battle, CheckMorale("scouts-1", ("losses",), ("orcs",)))
    assert asked.roll.purpose.startswith("Scouts-2 checks morale")
    assert running(asked.then("10 10")) == {f"scouts-{number}" for number in (2, 4, 5, 6, 7)}


def test_who_runs_on_his_own_leaves_the_check_of_his_company_to_those_who_stand() -> None:
    """BS-2.9-03, BS-4.4-01: friends in rout were too much for one figure; the losses are still to be checked for."""
    play_ = scouts_who_owe(phase="melee")
    one = play_.unit("scouts-1")
    play_.change(replace(with_morale(one, rout=Rout(180_000, 1), astray="rout"), marks=(ROUTED,)))
    failed = play(play_.battle, OwedChecks(), "10 10")
    assert [one.unit for one in failed.events_of(Checked)] == ["scouts-2"]
    assert running(failed) == {f"scouts-{number}" for number in (1, 2, 4, 5, 6, 7)}
    assert failed.unit("scouts-1").pose == one.pose, "he had run already"


def test_a_check_of_his_own_dies_with_the_figure() -> None:
    """BS-4.4-04, BS-2.9-03: what frightens one skirmisher frightens him alone."""
    for cause in ("terror", "friend_routed"):
        play_ = scouts_who_owe()
        fell(play_, "scouts-5", 1, Harm())
        assert play(play_.battle, CheckMorale("scouts-5", (cause,), ("orcs",))).over


def test_a_company_that_is_gone_checks_no_more() -> None:
    """BS-4.4-01."""
    play_ = scouts_who_owe()
    for number in (1, 2, 4, 5, 6, 7):
        fell(play_, f"scouts-{number}", 1, Harm())
    assert play(play_.battle, OwedChecks()).over


# ---------------------------------------------------------------- failing


def check(position, name: str, dice: str, **more):
    return play(position, CheckMorale(name, ("losses",), **more), dice)


def test_the_number_or_less_on_two_ten_sided_dice_passes() -> None:
    """BS-4.3-01, BS-4.5-01."""
    position = field(blue("men", 12, files=6, at=(24, 30), ml=14), red("orcs", 6, at=(24, 10)))
    passed = check(position, "men", "6 6")
    assert passed.over
    assert passed.unit("men") == position.units["men"]
    assert check(position, "men", "6 7").unit("men").own.morale.rout is not None


def test_no_throw_is_asked_for_that_cannot_matter() -> None:
    """BS-4.3-01: at 20 or more it always passes."""
    position = field(
        blue("men", 12, files=6, at=(24, 30), ml=20),
        person("captain", "blue", with_="men", rank="unit", radius=9),
    )
    assert play(position, CheckMorale("men", ("losses",))).over


def test_closed_ranks_that_fail_open_and_stay() -> None:
    """BS-4.5-02, BS-2.8-04: a regular unit routs only from open formation."""
    position = field(
        blue("men", 12, files=6, at=(24, 30), ml=10, formation="closed"),
        person("captain", "blue", with_="men", rank="unit", radius=9),
    )
    failed = check(position, "men", "10 10")
    men = failed.unit("men")
    assert (men.own.formation, men.own.morale.rout, men.pose) == ("open", None, position.units["men"].pose)


def test_open_ranks_rout_a_third_farther_than_they_move() -> None:
    """BS-4.5-03, BS-7.15-01: 12 inches for MV 9, away from the enemy, with their back to him."""
    position = field(blue("men", 12, files=6, at=(24, 30), ml=10), red("orcs", 6, files=6, at=(24, 20)))
    failed = check(position, "men", "10 10", enemies=("orcs",))
    (moved,) = failed.events_of(Moved)
    assert moved.spent == 11_997
    assert failed.unit("men").has(ROUTED)
    assert failed.unit("men").own.morale.astray == "rout"
    assert place(failed.unit("men"))[2] == 180
    assert failed.unit("men").outline.y - position.units["men"].outline.y == pytest.approx(11_997, abs=2)


def test_mobs_rout_too_and_forget_their_order() -> None:
    """BS-4.5-03, BS-2.10-07."""
    position = field(
        blue("rabble", 16, files=4, at=(24, 30), kind="mob", ml=10, order="charge"), red("orcs", 6, at=(24, 20))
    )
    failed = check(position, "rabble", "9 9")
    assert failed.unit("rabble").own.morale.rout is not None
    assert failed.unit("rabble").own.command.order == ""


def test_troops_that_never_check_are_not_asked() -> None:
    """BS-4.1-09."""
    position = field(blue("mad", 12, files=6, at=(24, 30), ml=3, never_checks=True))
    assert play(position, CheckMorale("mad", ("losses",))).over


def test_a_routed_unit_struck_in_the_melee_phase_runs_its_move_again() -> None:
    """BS-6.4-02: no roll, 1 x MV."""
    running = {"rout": Rout(180_000, 1), "astray": "rout", "marks": (ROUTED,)}
    position = field(blue("men", 6, files=6, at=(24, 30), ml=12, **running), red("orcs", 6, at=(24, 25)), phase="melee")
    played = play(position, CheckMorale("men", ("losses",), ("orcs",)))
    (moved,) = played.events_of(Moved)
    assert moved.spent == 9000
    assert not played.events_of(Checked)


# ---------------------------------------------------------------- the run


def test_a_friend_who_is_run_into_checks_at_once_and_the_router_goes_round_him() -> None:
    """BS-7.15-02, BS-7.15-03: he holds; the routers re-form beyond him and go on."""
    position = field(
        blue("men", 6, files=6, at=(24, 25), ml=10),
        blue("rear", 12, files=6, at=(24, 30), ml=12),
        red("orcs", 6, files=6, at=(24, 20)),
    )
    failed = check(position, "men", "10 10", enemies=("orcs",))
    assert "run into" in failed.roll.purpose
    held = failed.then("2 2")
    assert held.unit("rear").own.morale.rout is None
    assert held.unit("men").pose.y > held.unit("rear").pose.y + 1000


def test_a_friend_who_routs_runs_ahead() -> None:
    """BS-7.15-03."""
    position = field(
        blue("men", 6, files=6, at=(24, 25), ml=10),
        blue("rear", 12, files=6, at=(24, 30), ml=12),
        red("orcs", 6, files=6, at=(24, 20)),
    )
    fled = check(position, "men", "10 10", enemies=("orcs",)).then("10 10")
    assert fled.unit("rear").own.morale.rout is not None
    assert fled.unit("rear").pose.y > fled.unit("men").pose.y


def test_closed_friends_who_fail_open_and_the_router_goes_round() -> None:
    """BS-7.15-03: they have not routed."""
    position = field(
        blue("men", 6, files=6, at=(24, 25), ml=10),
        blue("rear", 12, files=6, at=(24, 30), ml=10, formation="closed"),
        person("captain", "blue", with_="rear", rank="unit", radius=9),
        red("orcs", 6, files=6, at=(24, 20)),
    )
    opened = check(position, "men", "10 10", enemies=("orcs",)).then("10 10")
    assert (opened.unit("rear").own.formation, opened.unit("rear").own.morale.rout) == ("open", None)


def test_skirmishers_near_a_rout_check_each_for_himself() -> None:
    """BS-2.9-03, BS-4.4-05: within their own move (9 inches); who fails runs alone."""
    scouts = skirmishers("scouts", "blue", [(40, 30), (44, 30), (70, 30)], ml=11)
    position = field(blue("men", 6, files=6, at=(36, 25), ml=10), *scouts, red("orcs", 6, files=6, at=(36, 20)))
    asked = check(position, "men", "10 10", enemies=("orcs",))
    assert asked.roll.purpose.startswith("Scouts-1")
    over = asked.then("10 10", "2 2")
    assert over.over
    assert [over.unit(f"scouts-{n}").own.morale.rout is not None for n in (1, 2, 3)] == [True, False, False]


def test_a_rout_passes_through_skirmishers_who_check_all_the_same() -> None:
    """BS-7.15-04: once in the chain, though they also saw the rout (BS-2.9-03)."""
    scouts = skirmishers("scouts", "blue", [(24, 28)], ml=11)
    position = field(blue("men", 6, files=6, at=(24, 25), ml=10), *scouts, red("orcs", 6, files=6, at=(24, 20)))
    passed = check(position, "men", "10 10", enemies=("orcs",)).then("2 2")
    assert passed.over
    assert passed.unit("men").pose.y > passed.unit("scouts-1").pose.y


def test_a_skirmish_unit_that_fails_for_its_losses_runs_as_a_whole() -> None:
    """BS-4.5-03, BS-4.4-01: percentages are the unit's."""
    scouts = skirmishers("scouts", "blue", [(24, 28), (26, 28), (28, 28), (30, 28)], ml=11)
    play_ = scene(field(*scouts, red("orcs", 6, files=6, at=(24, 20))))
    fell(play_, "scouts-1", 1, Harm())
    owe_losses(play_, "scouts-1", ("orcs",))
    fled = play(play_.battle, OwedChecks(), "9 9")
    assert all(fled.unit(f"scouts-{n}").own.morale.rout is not None for n in (2, 3, 4))


def test_a_routed_unit_runs_on_the_way_it_was_going() -> None:
    """BS-7.15-05, BS-6.4-01."""
    men = blue("men", 6, files=6, at=(24, 30), facing=90, rout=Rout(90_000, 1), astray="rout")
    played = play(field(men, red("orcs", 6, at=(24, 25))), RoutMove("men", 1000))
    assert place(played.unit("men")) == (33, 30, 90)


def test_over_the_edge_is_gone_for_good() -> None:
    """BS-7.15-06, BS-6.4-03."""
    men = blue("men", 6, files=6, at=(24, 56), facing=180, rout=Rout(180_000, 1), astray="rout")
    played = play(field(men), RoutMove("men", 1000))
    assert played.unit("men").place == OffTable("routed off the field", "south")
    assert played.unit("men").figures == 0


def hemmed(south_files: int = 8, **options):
    """Closed orc lines before and behind three men, and orcs at both ends."""
    return field(
        blue("men", 3, files=3, at=(24, 30), ml=12),
        red("north", 8, files=8, at=(24, 30), formation="closed"),
        red("south", 8, files=south_files, at=(21 + 0.375 * south_files, 30.75), facing=0, formation="closed"),
        red("west", 4, files=1, at=(20.6, 30.75), facing=180, formation="closed"),
        red("east", 4, files=1, at=(27.4, 30.75), facing=180, formation="closed"),
        contacts=[locked("north", "men"), locked("south", "men", "rear")],
        **options,
    )


def test_a_surrounded_unit_that_would_rout_is_destroyed() -> None:
    """BS-7.15-07."""
    lost = check(hemmed(), "men", "10 10", enemies=("north",))
    assert [event.why for event in lost.events_of(Removed)] == ["surrounded"]


def test_by_agreement_it_is_captured_with_a_guard_for_every_four() -> None:
    """BS-7.15-08, BS-7.15-09."""
    asked = check(hemmed(capture="on"), "men", "10 10", enemies=("north",))
    taken = asked.then(choose("capture"))
    assert taken.unit("men").place == OffTable("captured")
    (held,) = taken.unit("north").own.captives
    assert (held.of, held.figures, held.guards) == ("men", 3, 1)
    assert taken.unit("north").figures == 7
    assert asked.then(choose("destroy")).unit("men").place == OffTable("surrounded")


def test_without_enough_guards_the_rest_escape_and_are_routed() -> None:
    """BS-7.15-08: eight figures, and two captors with a man to spare each for eight; of one only, four escape."""
    position = hemmed(capture="on")
    few = {name: replace(one, figures=1) for name, one in position.units.items() if name in ("south", "west", "east")}
    many = replace(position.units["men"], figures=9, original=9)
    captor = replace(position.units["north"], figures=2)
    units = {**position.units, **few, "men": many, "north": captor}
    play_ = scene(replace(position, units=units))
    rout(play_, "men", ("north",), ())
    taken = play(replace(play_.battle, agenda=()), Hemmed("men", ("north",)), choose("capture"))
    assert taken.unit("men").figures == 5
    assert taken.unit("men").own.morale.rout is not None
    assert any(told.what.startswith("4 figures of Men are captured") for told in taken.events_of(Ruled))


def test_each_captor_has_what_his_guards_can_hold() -> None:
    """BS-7.15-08, BS-7.15-09: of nine the north takes eight with two of its three figures, and the south the last."""
    position = hemmed(capture="on")
    few = {name: replace(one, figures=1) for name, one in position.units.items() if name in ("west", "east")}
    men = replace(position.units["men"], figures=9, original=9)
    north, south = (replace(position.units[name], figures=3 - (name == "south")) for name in ("north", "south"))
    play_ = scene(replace(position, units={**position.units, **few, "men": men, "north": north, "south": south}))
    rout(play_, "men", ("north",), ())
    taken = play(replace(play_.battle, agenda=()), Hemmed("men", ("north",)), choose("capture"))
    held = {name: [(one.figures, one.guards) for one in taken.unit(name).own.captives] for name in ("north", "south")}
    assert held == {"north": [(8, 2)], "south": [(1, 1)]}
    assert [taken.unit(name).figures for name in ("north", "south", "men")] == [1, 1, 0]
    assert any(told.what.startswith("9 figures of Men are captured") for told in taken.events_of(Ruled))


def test_enemies_of_one_figure_each_have_nobody_to_spare_for_guards() -> None:
    """BS-7.15-08: whom they surround is destroyed, and nobody is asked."""
    position = hemmed(capture="on")
    few = {name: replace(one, figures=1) for name, one in position.units.items() if one.side == "red"}
    play_ = scene(replace(position, units={**position.units, **few}))
    rout(play_, "men", ("north",), ())
    over = play(replace(play_.battle, agenda=()), Hemmed("men", ("north",)))
    assert over.over
    assert over.unit("men").place == OffTable("surrounded")


def test_a_gap_of_an_inch_lets_the_whole_unit_out() -> None:
    """BS-7.15-07: behind them stand orcs on half their width only."""
    position = hemmed(south_files=4)
    fled = check(position, "men", "10 10", enemies=("north",))
    assert fled.unit("men").figures == 3
    assert fled.unit("men").own.morale.rout is not None
    assert fled.unit("men").pose != position.units["men"].pose


def test_nobody_squeezes_into_a_house() -> None:
    """BS-7.15-07, BS-S1-03: a lane between two houses bears a file and no more."""
    houses = [piece("building", 10, 33, 24.3, 59), piece("building", 25.9, 31, 60, 59)]
    fled = check(hemmed(south_files=4, features=houses), "men", "10 10", enemies=("north",))
    men = fled.unit("men")
    assert men.pose.y > 35_000
    across = [x for rect in men.outline.rects for x, _ in rect.corners]
    assert (min(across) >= 24_250, max(across) <= 25_950) == (True, True)


# ---------------------------------------------------------------- discipline


def test_failing_discipline_sends_a_unit_at_its_enemy() -> None:
    """BS-4.6-02, BS-4.6-08, BS-7.6-02: out of command, ranks open, the enemy that caused it is its prey."""
    position = field(
        blue("ogres", 6, files=6, at=(24, 30), of=OGRE, dl=11, formation="closed"),
        person("chief", "blue", with_="ogres", rank="unit", radius=9),
        red("dwarves", 6, at=(24, 20), of=DWARF),
    )
    asked = play(position, CheckDiscipline("ogres", "charge", "dwarves"))
    assert "11 or less on 2d10" in asked.roll.purpose
    assert asked.then("5 6").unit("ogres") == position.units["ogres"]
    lost = asked.then("6 6")
    failed = lost.unit("ogres")
    assert (failed.own.morale.astray, failed.own.morale.prey, failed.own.formation) == ("discipline", "dwarves", "open")
    assert failed.has(BERSERK)
    (told,) = lost.events_of(Checked)
    assert (told.unit, told.of, told.need, told.under, told.passed) == ("ogres", "discipline", 11, True, False)
    assert told.rules == ("BS-4.6-02", "BS-4.6-06")


def test_discipline_of_none_fails_without_dice() -> None:
    """BS-4.6-03: berserkers."""
    position = field(
        blue("berserkers", 6, at=(24, 30), dl=0, special="berserkers"), red("orcs", 6, at=(24, 20), of=ORC)
    )
    assert play(position, CheckDiscipline("berserkers", "sighted", "orcs")).unit("berserkers").own.morale.prey == "orcs"


def test_the_attack_is_over_when_the_enemy_is_routed_or_destroyed() -> None:
    """BS-4.6-08, BS-4.6-09: the unit is still out of command."""
    play_ = scene(
        field(
            blue("ogres", 6, files=6, at=(24, 30), of=OGRE, astray="discipline", prey="dwarves", marks=(BERSERK,)),
            red("dwarves", 6, at=(24, 20), of=DWARF),
        )
    )
    calm_down(play_)
    assert play_.unit("ogres").own.morale.prey == "dwarves"
    rout(play_, "dwarves", ("ogres",), ())
    calm_down(play_)
    assert (play_.unit("ogres").own.morale.prey, play_.unit("ogres").own.morale.astray) == ("", "discipline")


def test_who_is_tempted_by_what() -> None:
    """BS-4.6-04 to BS-4.6-07, BS-4.6-10: hatred by race; chaotic or of low intelligence; mobs and berserkers."""
    dwarves, elves = red("dwarves", 6, at=(0, 0), of=DWARF), red("elves", 6, at=(0, 0), of=ELF)
    assert hates(blue("goblins", 6, at=(0, 0), of=GOBLIN), dwarves)
    assert not hates(blue("goblins", 6, at=(0, 0), of=GOBLIN), elves)
    assert hates(blue("orcs", 6, at=(0, 0), of=ORC), elves)
    assert unruly(blue("ogres", 6, at=(0, 0), of=OGRE))
    assert unruly(elves)
    assert not unruly(blue("men", 6, at=(0, 0), of=MAN))
    assert headstrong(blue("rabble", 12, at=(0, 0), kind="mob"))
    assert not headstrong(blue("men", 6, at=(0, 0)))
