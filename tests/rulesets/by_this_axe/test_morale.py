"""Checks of nerve: who has to, on what number, and whom a breaking unit takes with it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.play.casualties import Harm
from schiltron.battle.state.decision import FINISH
from schiltron.battle.state.event import Checked, Marked
from schiltron.battle.state.unit import OnTable
from schiltron.rulesets.by_this_axe.attacks.losses import kill_character
from schiltron.rulesets.by_this_axe.field import is_routed
from schiltron.rulesets.by_this_axe.morale.causes import lost_of_strength
from schiltron.rulesets.by_this_axe.morale.number import morale_number
from schiltron.rulesets.by_this_axe.state import Battle, LeaderLost, Scene, Unit
from schiltron.rulesets.by_this_axe.steps import Checks
from schiltron.table.lengths import inches
from schiltron.table.pose import Pose
from tests.rulesets.by_this_axe.positions import Ordered, Played, blue, card, field, hero, locked, play, red

FIRE, MELEE = Checks("ranged"), Checks("melee")
FAR = red("axes", 12, files=6, at=(60, 5))


def shot(name: str = "spears", figures: int = 9, lost: int = 3, **more: Any) -> Unit:
    """A unit of 12 in one rank that has just lost figures to fire."""
    line = {"at": (24, 30), "original": 12, "lost": lost, "lost_now": lost, **more}
    return blue(name, figures, **line)


def fought(name: str = "spears", figures: int = 9, lost: int = 3, **more: Any) -> Unit:
    return shot(name, figures, lost, **more)


def checkers(played: Played) -> list[str]:
    return [event.unit for event in played.events_of(Checked)]


def number(unit: Unit, *others: Unit, causes: tuple[Any, ...] = ("losses",), phase: Any = "melee", **more: Any) -> Any:
    """The morale number of a unit in a position."""
    return morale_number(field(unit, *others, FAR, **more), unit, causes, phase)


# ---------------------------------------------------------------- causes


@pytest.mark.parametrize("lost", [2, 3])
def test_three_figures_lost_in_a_turn_cause_a_check(lost: int) -> None:
    """TA-MORALE-01."""
    played = play(field(shot(lost=lost, figures=12 - lost), FAR, phase="ranged"), FIRE)
    if lost == 2:
        assert played.over
    else:
        assert played.dice == [(1, 4)]
        assert "TA-MORALE-01" in played.roll.rules


def test_losses_of_both_phases_are_added_up() -> None:
    """TA-MORALE-01: two to shooting and one to melee cause a check after the Melee Phase."""
    unit = fought(lost=3, lost_now=1)
    assert play(field(unit, FAR, phase="melee"), MELEE).dice == [(1, 3)]


def test_who_checked_after_fire_checks_again_only_for_a_new_loss() -> None:
    """TA-MORALE-01: three lost to fire, nobody in the melee."""
    assert play(field(fought(lost=3, lost_now=0), FAR, phase="melee"), MELEE).over
    assert not play(field(fought(lost=4, lost_now=1, figures=8), FAR, phase="melee"), MELEE).over


@pytest.mark.parametrize(("figures", "checks"), [(6, False), (5, True)])
def test_more_than_half_lost_in_melee_causes_a_check_every_turn(figures: int, *, checks: bool) -> None:
    """TA-MORALE-02: strictly more than half of the starting strength, without a loss this turn."""
    unit = blue("spears", figures, at=(24, 30), original=12)
    foe = red("axes", 6, at=(24, 30))
    played = play(field(unit, foe, contacts=[locked("axes", "spears")], phase="melee"), MELEE)
    assert played.over is not checks
    if checks:
        assert "TA-MORALE-02" in played.roll.rules


def test_more_than_half_lost_out_of_combat_causes_none() -> None:
    """TA-MORALE-02: in combat is in melee at the end of the Melee Phase, or having lost a figure to fire just now."""
    unit = blue("spears", 5, at=(24, 30), original=12)
    assert play(field(unit, FAR, phase="melee"), MELEE).over
    assert play(field(unit, FAR, phase="ranged"), FIRE).over
    hit = blue("spears", 5, at=(24, 30), original=12, lost=1, lost_now=1)
    assert not play(field(hit, FAR, phase="ranged"), FIRE).over


def test_characters_are_no_part_of_a_units_strength() -> None:
    """TA-UNIT-19: six of twelve left is half, however many characters stand with them."""
    unit = blue("spears", 6, at=(24, 30), original=12)
    assert lost_of_strength(unit) == 6
    foe = red("axes", 6, at=(24, 30))
    kay = hero("kay", "blue", with_="spears")
    assert play(field(unit, kay, foe, contacts=[locked("axes", "spears")], phase="melee"), MELEE).over


@pytest.mark.parametrize("arc", ["front", "flank", "rear"])
def test_being_struck_in_flank_or_rear_causes_a_check(arc: Any) -> None:
    """TA-MORALE-03."""
    played = play(field(blue("spears", 6, at=(24, 30), struck=(arc,)), FAR, phase="melee"), MELEE)
    assert played.over is (arc == "front")
    if arc != "front":
        assert "TA-MORALE-03" in played.roll.rules


def test_one_check_covers_all_causes_of_a_units_own() -> None:
    """TA-MORALE-06: losses, half strength and a blow in the rear are one check with all modifiers."""
    unit = fought(figures=5, lost=4, struck=("rear",), fc=4)
    foe = red("axes", 6, at=(24, 31), facing=0)
    played = play(field(unit, foe, contacts=[locked("axes", "spears", "rear")], phase="melee"), MELEE)
    assert {"TA-MORALE-01", "TA-MORALE-02", "TA-MORALE-03", "TA-MORALE-05", "TA-MORALE-06"} <= set(played.roll.rules)
    assert played.dice == [(1, 1)]
    assert checkers(played.then("1")) == ["spears"]
    assert played.then("1").over


def test_all_causes_are_settled_before_the_first_check() -> None:
    """TA-MORALE-05: one of two in melee breaks first; the other was in combat all the same and checks."""
    one = blue("spears", 5, at=(24, 30), original=12)
    two = red("axes", 5, at=(24, 30), original=12)
    played = play(field(one, two, contacts=[locked("axes", "spears")], phase="melee"), MELEE, "6", "1")
    assert checkers(played) == ["spears", "axes"]
    assert is_routed(played.unit("spears"))


def test_routed_units_do_not_check() -> None:
    """TA-MORALE-06."""
    assert play(field(shot(marks=("routed",)), FAR, phase="ranged"), FIRE).over


# ---------------------------------------------------------------- the throw


def test_a_check_is_held_at_or_under_the_number_and_a_unit_that_fails_routs() -> None:
    """TA-MORALE-07."""
    start = play(field(shot(), FAR, phase="ranged"), FIRE)
    held, failed = start.then("4"), start.then("5")
    assert held.events_of(Checked)[0].passed
    assert not is_routed(held.unit("spears"))
    (checked,) = failed.events_of(Checked)
    assert (checked.passed, checked.need, checked.why) == (False, 4, "losses")
    assert {"TA-MORALE-07", "TA-MORALE-08"} <= set(checked.rules)
    assert failed.events_of(Marked)[0].mark == "routed"


@pytest.mark.parametrize(("fc", "ranged", "other"), [(1, 3, 2), (2, 4, 3), (3, 5, 4), (4, 5, 5)])
def test_rows_by_fighting_capacity_and_columns_by_cause(fc: int, ranged: int, other: int) -> None:
    """TA-MORALE-08, TA-MORALE-09, TA-MORALE-11."""
    unit = shot(fc=fc)
    assert number(unit, phase="ranged").total == ranged
    assert number(unit, phase="movement").total == ranged
    assert number(unit, phase="melee").total == other
    assert number(unit, causes=("friends in rout",), phase="ranged").total == other
    assert number(unit, phase="ranged").terms[0].rule == "TA-MORALE-08"
    assert number(unit, phase="melee").terms[0].rule == "TA-MORALE-09"


def test_fire_held_for_the_movement_phase_is_checked_for_on_the_first_column() -> None:
    """TA-MORALE-11, TA-CMD-34: right after it; friends of one who breaks check on the second."""
    start = play(field(shot(), blue("bows", 6, at=(24, 34)), FAR, phase="movement"), Checks("movement"))
    assert start.dice == [(1, 4)]
    assert start.then("6").dice == [(1, 3)]


def test_the_six_of_heroes_swallows_the_first_modifier() -> None:
    """TA-MORALE-10: modifiers are taken from 6, and only then is the number held at 5."""
    plain = hero("kay", "blue", at=(24, 30))
    flanked = hero("kay", "blue", at=(24, 30), struck=("flank",))
    behind = hero("kay", "blue", at=(24, 30), struck=("rear",))
    assert [number(one, causes=("flank or rear",)).total for one in (plain, flanked, behind)] == [5, 5, 4]
    assert number(plain).terms[0].rule == "TA-MORALE-10"
    assert number(plain).terms[-1].rule == "TA-UNIT-14"


def test_a_natural_one_holds_at_any_total() -> None:
    """TA-MORALE-22: everything at once adds up to less than nothing."""
    unit = fought(figures=5, fc=1, struck=("flank", "rear"))
    tally = number(unit)
    assert tally.total == 1
    assert tally.terms[-1].rule == "TA-MORALE-22"
    assert sum(term.value for term in tally.terms[:-1]) == 2 - 1 - 2 - 2
    assert not is_routed(play(field(unit, FAR, phase="melee"), MELEE, "1").unit("spears"))


# ---------------------------------------------------------------- modifiers


@pytest.mark.parametrize(
    ("struck", "expected", "rules"),
    [
        (("flank",), 4, {"TA-MORALE-12"}),
        (("rear",), 3, {"TA-MORALE-13"}),
        (("front", "flank", "rear"), 2, {"TA-MORALE-12", "TA-MORALE-13"}),
    ],
)
def test_where_it_was_struck(struck: Any, expected: int, rules: set[str]) -> None:
    """TA-MORALE-12, TA-MORALE-13: -1 and -2, and both together."""
    tally = number(blue("spears", 6, at=(24, 30), fc=4, struck=struck))
    assert tally.total == expected
    assert rules <= set(tally.rules)


def test_a_leader_within_three_inches_counts_once() -> None:
    """TA-MORALE-14: with the unit or near it; a general is a leader too; two are no better than one."""
    unit = shot()
    near = hero("kay", "blue", at=(24, 33.5), roles=("leader",), leadership=2)
    general = hero("arthur", "blue", with_="spears", roles=("general",), leadership=4)
    far = hero("kay", "blue", at=(24, 34.6), roles=("leader",), leadership=2)
    theirs = hero("mordred", "red", at=(24, 33), roles=("leader",), leadership=2)
    champion = hero("bors", "blue", at=(24, 33), roles=("hero",))
    assert number(unit, near).total == number(unit, general).total == number(unit, near, general).total == 4
    assert number(unit, far).total == number(unit, theirs).total == number(unit, champion).total == 3
    assert "TA-MORALE-14" in number(unit, near).rules


@pytest.mark.parametrize(
    ("scale", "roles", "rule"),
    [
        ("1:5", ("hero",), "TA-FANT-H09"),
        ("1:5", ("leader", "superhero"), "TA-FANT-H09"),
        ("1:5", ("champion",), "TA-FANT-H09"),
        ("1:20", ("hero",), "TA-FANT-H11"),
        ("1:20", ("superhero",), "TA-FANT-H17"),
        ("1:20", ("champion",), "TA-FANT-H17"),
    ],
)
def test_a_hero_in_the_ranks_gives_heart_once(scale: str, roles: Any, rule: str) -> None:
    """TA-FANT-H09, TA-FANT-H11, TA-FANT-H17: not beside them, not two, not in another unit's ranks, not when dead."""
    unit, others = shot(), blue("bows", 6, at=(24, 40))
    kay = hero("kay", "blue", with_="spears", roles=roles)
    bors = hero("bors", "blue", with_="spears", roles=("hero",))
    assert number(unit, scale=scale).total == 3
    assert number(unit, kay, scale=scale).total == number(unit, kay, bors, scale=scale).total == 4
    assert number(unit, bors, kay, scale=scale).total == 4
    assert rule in number(unit, kay, scale=scale).rules
    beside = hero("kay", "blue", at=(24, 33), roles=roles)
    elsewhere = hero("kay", "blue", with_="bows", roles=roles)
    assert number(unit, beside, scale=scale).total == number(unit, others, elsewhere, scale=scale).total == 3
    assert number(unit, replace(kay, figures=0), scale=scale).total == 3


def test_a_hero_and_a_leader_are_two_bonuses() -> None:
    """TA-FANT-H09, TA-MORALE-14: also in one man; a plain leader is no hero, and shame takes the word, not the arm."""
    plain = hero("guy", "blue", with_="spears", roles=("general",), leadership=3)
    both = hero("kay", "blue", with_="spears", roles=("leader", "hero"), leadership=2)
    assert number(shot(), plain).total == 4
    assert number(shot(), both).total == 5
    shamed = hero("kay", "blue", with_="spears", roles=("leader", "hero"), leadership=2, shamed=True)
    assert number(shot(), shamed).total == 4


def test_a_hero_is_no_hero_in_his_own_ranks() -> None:
    """TA-FANT-H09: who stands alone has his own row and nothing more."""
    alone = hero("kay", "blue", at=(24, 30), roles=("hero",), fc=3)
    assert number(alone, causes=("flank or rear",)).total == 4
    assert "TA-FANT-H09" not in number(alone, causes=("flank or rear",)).rules


def test_a_leader_does_not_stand_by_himself() -> None:
    """TA-MORALE-14: the bonus comes from another man."""
    alone = hero("kay", "blue", at=(24, 30), roles=("leader",), leadership=3, fc=3)
    assert number(alone).total == 4


def test_a_leader_who_declined_or_runs_gives_nothing() -> None:
    """TA-MORALE-15; and one who is swept along with a routed unit commands nobody."""
    shamed = hero("kay", "blue", at=(24, 33), roles=("leader",), leadership=2, shamed=True)
    tally = number(shot(), shamed)
    assert tally.total == 3
    assert "TA-MORALE-15" in tally.rules
    running = blue("bows", 6, at=(24, 33), marks=("routed",))
    swept = hero("kay", "blue", with_="bows", roles=("leader",), leadership=2)
    assert number(shot(), running, swept).total == 3


@pytest.mark.parametrize(
    ("figures", "files", "bonus", "rule"),
    [
        (12, 12, 0, ""),
        (12, 6, 1, "TA-MORALE-16"),
        (12, 4, 2, "TA-MORALE-17"),  # the ledger's example: 4 wide in 3 ranks
        (4, 2, 0, "TA-MORALE-18"),  # and 2 wide in 2 ranks does not qualify
        (20, 5, 2, "TA-MORALE-17"),  # four ranks count as three
        (16, 4, 0, "TA-MORALE-18"),
        (9, 6, 1, "TA-MORALE-16"),  # half of the front rank stands behind it
        (8, 6, 0, ""),
        (14, 6, 1, "TA-MORALE-16"),
    ],
)
def test_ranks(figures: int, files: int, bonus: int, rule: str) -> None:
    """TA-MORALE-16, TA-MORALE-17, TA-MORALE-18."""
    tally = number(blue("spears", figures, files=files, at=(24, 30)))
    assert tally.total == 3 + bonus
    assert (rule in tally.rules) if rule else tally.terms[1:] == ()


@pytest.mark.parametrize(("figures", "expected"), [(7, 5), (6, 3)])
def test_half_or_more_lost(figures: int, expected: int) -> None:
    """TA-MORALE-19: at exactly half the modifier applies already, though no check is caused."""
    tally = number(blue("spears", figures, at=(24, 30), original=12, fc=4))
    assert tally.total == expected
    assert ("TA-MORALE-19" in tally.rules) is (figures == 6)


def with_lost(battle: Battle, *lost: LeaderLost) -> Battle:
    return replace(battle, own=replace(battle.own, leaders_lost=lost))


def fallen_leader(
    side: str = "blue", turn: int = 3, near: tuple[str, ...] = ("spears",), *, general: bool = False
) -> LeaderLost:
    return LeaderLost(side, inches(24), inches(33.5), turn, general, near)


@pytest.mark.parametrize(
    ("lost", "taken"),
    [
        ((fallen_leader(),), 2),
        ((fallen_leader(), fallen_leader(near=("bows", "spears"))), 2),
        ((fallen_leader(near=("bows",)),), 0),
        ((fallen_leader(turn=2),), 0),
        ((fallen_leader("red"),), 0),
    ],
)
def test_a_leader_lost_near_this_turn(lost: tuple[LeaderLost, ...], taken: int) -> None:
    """TA-MORALE-20."""
    unit = shot(fc=4)
    tally = morale_number(with_lost(field(unit, FAR, turn=3), *lost), unit, ("losses",), "melee")
    assert tally.total == 5 - taken
    assert ("TA-MORALE-20" in tally.rules) is bool(taken)


def test_who_was_near_a_leader_is_settled_as_he_falls() -> None:
    """TA-MORALE-20: within 3 inches of the body he stood with, as for a living leader, wherever they stand later."""
    host = blue("host", 10, at=(24, 30))
    beside, away = blue("beside", 4, at=(34, 30)), blue("away", 4, at=(34.1, 33))
    kay = hero("kay", "blue", with_="host", roles=("leader",), leadership=2)
    lost = kill_character_of(field(host, beside, away, hero("bors", "blue", at=(24, 34.6)), kay, FAR, turn=3))
    assert lost.own.leaders_lost[0].near == ("host", "beside")
    gone = replace(beside, place=OnTable(Pose(inches(60), inches(40), 0)))
    come = replace(away, place=OnTable(Pose(inches(24), inches(34), 0)))
    later = lost.with_unit(gone).with_unit(come)
    causes = ("losses",)
    assert "TA-MORALE-20" in morale_number(later, gone, causes, "melee").rules
    assert "TA-MORALE-20" not in morale_number(later, come, causes, "melee").rules


def kill_character_of(battle: Battle, name: str = "kay") -> Battle:
    scene = Scene(battle)
    kill_character(scene, name, Harm(rules=("TA-DUEL-24",)))
    return scene.battle


def test_the_general_lost_weighs_on_everybody_from_the_next_turn_on() -> None:
    """TA-MORALE-21: in the turn of his death only the -2 near him; afterwards -3 everywhere."""
    unit = shot(fc=4)
    dead = fallen_leader(general=True)
    now, later = (with_lost(field(unit, FAR, turn=turn), dead) for turn in (3, 5))
    far = with_lost(field(unit, FAR, turn=5), fallen_leader(near=(), general=True))
    assert morale_number(now, unit, ("losses",), "melee").total == 3
    assert morale_number(later, unit, ("losses",), "melee").total == 2
    assert "TA-MORALE-21" in morale_number(far, unit, ("losses",), "melee").rules
    assert morale_number(with_lost(field(unit, FAR, turn=5), fallen_leader()), unit, ("losses",), "melee").total == 5


# ---------------------------------------------------------------- friends in rout


def test_friends_within_six_inches_of_a_breaking_unit_check() -> None:
    """TA-MORALE-04: on the second column though the rout is from fire (TA-MORALE-11); enemies and the far do not."""
    near = blue("bows", 6, at=(36, 30))
    far = blue("axes", 6, at=(40, 38))
    foe = red("knights", 4, at=(24, 27))
    start = play(field(shot(figures=9), near, far, foe, phase="ranged"), FIRE, "6")
    assert start.roll.purpose.startswith("Bows")
    assert "TA-MORALE-04" in start.roll.rules
    assert start.dice == [(1, 3)]
    assert start.then("1").over


@pytest.mark.parametrize(("apart", "shaken"), [(6, True), (6.1, False)])
def test_six_inches_is_near_and_more_is_not(apart: float, *, shaken: bool) -> None:
    """TA-MORALE-04."""
    start = play(field(shot(), blue("bows", 6, at=(24, 31 + apart)), FAR, phase="ranged"), FIRE, "6")
    assert start.over is not shaken


def test_units_in_flight_already_shake_nobody() -> None:
    """TA-MORALE-04: the moment a friend breaks, not his running past."""
    assert play(field(shot(marks=("routed",)), blue("bows", 6, at=(24, 33)), FAR, phase="ranged"), FIRE).over


def test_panic_spreads_until_nobody_new_has_to_check() -> None:
    """TA-MORALE-06: a queue; each unit checks once a phase for friends, after those who wait already."""
    line = [blue(name, 4, at=(10 + 9 * place, 30)) for place, name in enumerate(("bows", "axes", "slings"))]
    first = shot("spears", 4, at=(10 + 27, 30), original=7)
    waiting = shot("clubs", 4, at=(60, 40), original=7)
    foe = red("pikes", 12, files=6, at=(60, 5))
    played = play(field(*line, first, waiting, foe, phase="ranged"), FIRE, "1", "6", "6", "6", "6")
    assert checkers(played) == ["clubs", "spears", "slings", "axes", "bows"]
    assert played.over
    assert [is_routed(played.unit(name)) for name in ("bows", "axes", "slings", "spears", "clubs")] == [True] * 4 + [
        False
    ]


def test_own_causes_and_friends_are_two_checks_but_no_more() -> None:
    """TA-MORALE-06: two friends break beside it, and it lost figures itself."""
    units = (shot("spears", at=(12, 30)), shot("bows", at=(22, 30)), shot("zealots", at=(17, 34)))
    played = play(field(*units, FAR, phase="ranged"), FIRE, "6", "6", "1", "1")
    assert checkers(played) == ["bows", "spears", "zealots", "zealots"]
    assert played.over


def test_who_has_checked_for_his_own_causes_does_not_again_in_the_phase() -> None:
    """TA-MORALE-06: a second volley held for the Movement Phase finds it checked already."""
    first = play(field(shot(), FAR, phase="movement"), Checks("movement"), "1")
    again = play(first.battle, Checks("movement"))
    assert again.over
    assert again.events_of(Checked) == []


def test_who_broke_for_his_own_losses_does_not_check_for_friends() -> None:
    """TA-MORALE-06: units already routed do not check."""
    units = (shot("spears", at=(12, 30)), shot("bows", at=(24, 30)))
    played = play(field(*units, FAR, phase="ranged"), FIRE, "6", "6")
    assert checkers(played) == ["bows", "spears"]
    assert played.over


# ---------------------------------------------------------------- characters


def test_characters_check_only_alone_and_only_for_flank_rear_and_friends() -> None:
    """TA-MORALE-29: on their own row; with a unit they follow it; a man who runs shakes no unit."""
    alone = hero("kay", "blue", at=(24, 33), fc=3, lost=3, lost_now=3)
    bors = hero("bors", "blue", with_="spears", fc=1)
    assert play(field(alone, FAR, phase="ranged"), FIRE).over
    start = play(field(shot(), alone, bors, FAR, phase="ranged"), FIRE, "6")
    assert start.dice == [(1, 4)]
    assert start.roll.purpose.startswith("Kay")
    assert "TA-MORALE-29" in start.roll.rules
    ran = start.then("6")
    assert checkers(ran) == ["spears", "kay"]
    struck = hero("kay", "blue", at=(24, 33), fc=3, struck=("rear",))
    friend = blue("bows", 6, at=(24, 36))
    broken = play(field(struck, friend, FAR, phase="melee"), MELEE, "6")
    assert is_routed(broken.unit("kay"))
    assert broken.over


# ---------------------------------------------------------------- a card before the dice


LEADER = hero("kay", "blue", at=(24, 40), roles=("general",), leadership=2)


def test_a_rally_card_raises_the_number_for_the_phase() -> None:
    """TA-CMD-41: +2 in all checks of that phase."""
    unit = shot(fc=2, orders=(Ordered("morale", "TA-CMD-C01", 2),))
    assert number(unit, phase="melee").total == 5
    assert "TA-CMD-41" in number(unit, phase="melee").rules


def test_without_cards_nobody_is_asked() -> None:
    """TA-CMD-41: the window opens only where cards are used."""
    assert not play(field(shot(), LEADER, FAR, phase="ranged"), FIRE).battle.decisions


def test_the_owner_may_play_a_card_before_his_unit_checks() -> None:
    """TA-CMD-41."""
    position = field(shot(), LEADER, FAR, phase="ranged", command="cards", hands={"blue": ("C01",)})
    start = play(position, FIRE)
    assert start.decision.seat == "blue"
    assert start.then(FINISH).dice == [(1, 4)]
    assert start.then(card("C01", "morale", "spears")).dice == [(1, 5)]


def test_nobody_is_asked_where_a_card_could_change_nothing() -> None:
    """TA-CMD-41, TA-UNIT-14: a number of 5 cannot be raised."""
    position = field(shot(fc=3), LEADER, FAR, phase="ranged", command="cards", hands={"blue": ("C01",)})
    assert play(position, FIRE).dice == [(1, 5)]
