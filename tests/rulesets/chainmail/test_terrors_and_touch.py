"""Whom the sight of a terror scatters; touches that paralyse and burn, and who frees whom they hold."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.state.effects import Moment
from schiltron.battle.state.event import Checked, Removed
from schiltron.battle.state.unit import Aboard
from schiltron.rulesets.chainmail.fantasy.prowess import stunned
from schiltron.rulesets.chainmail.fire.rates import may_fire
from schiltron.rulesets.chainmail.melee.rounds import NextMelee
from schiltron.rulesets.chainmail.morale.terror import Quail
from schiltron.rulesets.chainmail.movement.phase import Moves, held_back
from schiltron.rulesets.chainmail.state import PARALYSED, Unit, uncanny, with_uncanny
from tests.rulesets.chainmail.fights import fight, met, ours, struck, theirs
from tests.rulesets.chainmail.positions import EAST, Played, ahead, blue, field, locked, march, play, red, turn

ON: dict[str, Any] = {"fantasy": "on", "light": "dim"}


def goes(*units: Unit, by: str = "ours", inches: float = 6, **options: Any) -> Played:
    """Blue's unit goes straight ahead."""
    battle = field(*units, phase="first_move", **{**ON, **options})
    return play(battle, Moves("blue"), march(by, ahead(inches)))


# ---------------------------------------------------------------- terror


def test_a_super_hero_who_comes_within_his_charge_move_is_a_terror() -> None:
    """CM-FANT-SUPER-02: light foot need 8 on the Loss Table's two dice; who fails runs a move and a half."""
    far = goes(blue("ours", 1, at=(48, 50), troop="super_hero"), red("men", 8, at=(48, 28)), inches=6)
    assert far.battle.roll is None
    near = goes(blue("ours", 1, at=(48, 50), troop="super_hero"), red("men", 8, at=(48, 28)), inches=7.5)
    assert near.roll.purpose.startswith("Men check morale, in terror of Ours")
    fled = near.then("1 1")
    assert fled.unit("men").own.morale.flight is not None
    assert fled.unit("men").pose.y < near.unit("men").pose.y
    stood = near.then("6 6")
    assert stood.unit("men").own.morale.flight is None
    assert stood.unit("men").own.uncanny is not None
    assert stood.unit("men").own.uncanny.braved == ("ours",)
    assert "CM-FANT-SUPER-02" in stood.events_of(Checked)[-1].rules


def test_each_unit_checks_once_for_each_terror() -> None:
    """CM-FANT-SUPER-02."""
    men = with_uncanny(red("men", 8, at=(48, 28)), braved=("ours",))
    assert goes(blue("ours", 1, at=(48, 50), troop="super_hero"), men, inches=9).battle.roll is None
    other = with_uncanny(red("men", 8, at=(48, 28)), braved=("someone",))
    assert goes(blue("ours", 1, at=(48, 50), troop="super_hero"), other, inches=9).battle.roll is not None


def test_who_comes_up_to_a_super_hero_is_not_frightened() -> None:
    """CM-FANT-SUPER-02, CM-FANT-DRAGON-02: it is his approach that counts, but near a dragon it is either's."""
    men, hero = blue("ours", 8, at=(48, 50)), red("terror", 1, at=(48, 30), troop="super_hero")
    assert goes(men, hero).battle.roll is None
    dragon = red("terror", 1, at=(48, 30), troop="red_dragon")
    assert goes(men, dragon).roll.purpose.startswith("Ours check morale, in terror of Terror")


@pytest.mark.parametrize(("inches", "checks"), [(4.9, False), (5.1, True)])
def test_fifteen_inches_from_a_dragon(inches: float, checks: bool) -> None:
    """CM-FANT-DRAGON-02."""
    there = goes(blue("ours", 8, at=(48, 50)), red("dragon", 1, at=(48, 30), troop="red_dragon"), inches=inches)
    assert (there.battle.roll is not None) is checks


def test_a_wraith_is_a_terror_as_far_as_it_charges() -> None:
    """CM-FANT-WRAITH-03: 24 inches, mounted."""
    assert goes(blue("ours", 1, at=(48, 55), troop="wraith"), red("men", 8, at=(48, 26)), inches=5.2).battle.roll
    assert not goes(blue("ours", 1, at=(48, 55), troop="wraith"), red("men", 8, at=(48, 26)), inches=4.8).battle.roll


def test_a_super_hero_in_the_ranks_comes_near_with_his_unit() -> None:
    """CM-FANT-SUPER-02."""
    he = replace(blue("lord", 1, at=(0, 0), troop="super_hero"), place=Aboard("ours"))
    played = goes(blue("ours", 8, at=(48, 45)), he, red("men", 8, at=(48, 26)), inches=6)
    assert played.roll.purpose.startswith("Men check morale, in terror of Lord")


def test_players_may_want_them_gone_for_good() -> None:
    """CM-FANT-SUPER-02."""
    hero, men = blue("ours", 1, at=(48, 50), troop="super_hero"), red("men", 8, at=(48, 30))
    played = goes(hero, men, terror="removed").then("1 1")
    assert not played.unit("men").on_table
    assert played.events_of(Removed)[-1].unit == "men"


@pytest.mark.parametrize("troop", ["hero", "giant", "true_troll", "red_dragon", "roc"])
def test_the_fearless_bear_the_sight(troop: str) -> None:
    """CM-FANT-HERO-02, CM-FANT-GIANT-06, CM-FANT-TROLL-10, CM-FANT-DRAGON-12, CM-FANT-ROC-06."""
    foe = red("foe", 1, at=(48, 30), troop=troop)
    played = goes(blue("ours", 1, at=(48, 50), troop="super_hero"), foe)
    assert played.battle.roll is None or "Foe check" not in played.roll.purpose


def test_whom_a_roc_attacks_checks() -> None:
    """CM-FANT-ROC-03: on contact, and only then."""
    battle = field(blue("ours", 1, at=(48, 50), troop="roc"), red("men", 8, at=(48, 30)), **ON)
    played = play(battle, Quail("men", "ours"))
    assert "CM-FANT-ROC-03" in played.roll.rules


# ---------------------------------------------------------------- wights


def wights(figures: int = 3, foe: str = "heavy_foot", number: int = 6) -> Played:
    return fight(met(ours("wights", figures), theirs(foe, number), since=0, **ON))


def rolled(played: Played, *hits: int) -> Played:
    """So many hits of each pool."""
    pools = played.roll.pools
    return played.then(
        " | ".join(" ".join(["6"] * hit + ["1"] * (pool.count - hit)) for pool, hit in zip(pools, hits, strict=True))
    )


def test_each_wight_paralyses_a_figure_for_a_turn() -> None:
    """CM-FANT-WIGHT-05, CM-FANT-WIGHT-06: who is touched has struck; then it fights and moves no more for a turn."""
    played = rolled(wights(), 0, 0)
    there = played.unit("theirs")
    assert uncanny(there).numbed == 3
    assert there.has(PARALYSED)
    assert stunned(played.battle, there) == 3
    assert "CM-FANT-WIGHT-05" in {rule for reason in held_back(played.battle, there) for rule in reason.rules}
    next_turn = replace(played.battle, turn=played.battle.turn + 1)
    assert stunned(next_turn, there) == 3
    over = replace(played.battle, turn=played.battle.turn + 2)
    assert stunned(over, there) == 0


def test_the_dead_touch_nobody_and_fantastic_foes_are_not_paralysed() -> None:
    """CM-FANT-WIGHT-05: of three wights two are killed, so one figure is touched; elves are proof."""
    assert uncanny(rolled(wights(number=8), 0, 2).unit("theirs")).numbed == 1
    assert uncanny(rolled(wights(foe="elves"), 0, 0).unit("theirs")).numbed == 0


def test_the_paralysed_do_not_strike() -> None:
    """CM-FANT-WIGHT-06: with six of six paralysed nobody strikes back."""
    numb = with_uncanny(theirs("heavy_foot", 6), numbed=6, numbed_in=1)
    battle = met(ours("wights", 3), numb, since=0, **ON)
    assert struck(battle, "theirs", "ours").dice.total == 0
    some = with_uncanny(theirs("heavy_foot", 6), numbed=2, numbed_in=1)
    label = struck(met(ours("wights", 3), some, since=0, **ON), "theirs", "ours").dice.terms[0].label
    assert label.startswith("4 as heavy foot")


def test_in_the_turn_after_they_stand_as_before() -> None:
    """CM-FANT-WIGHT-05: the mark goes when the turn after is over."""
    played = rolled(wights(), 0, 0)
    effect = played.battle.effects.of_kind("theirs", PARALYSED)
    assert effect is not None
    assert [end.moment for end in effect.ends] == [Moment(played.battle.turn + 1, edge="end")]  # type: ignore[union-attr]


# ---------------------------------------------------------------- wraiths


def test_a_wraith_paralyses_whom_it_passes_within_an_inch() -> None:
    """CM-FANT-WRAITH-04: it rides past the end of a line, and holds the figures it came near; dwarves are exempt."""
    rider = blue("ours", 1, at=(40, 40), troop="wraith_on_foot", facing=EAST)
    men = red("men", 4, at=(46, 38.8), files=4)
    folk = red("folk", 4, at=(46, 41.9), files=4, troop="dwarves")
    braved = [with_uncanny(one, braved=("ours",)) for one in (men, folk)]
    battle = field(rider, *braved, phase="first_move", **ON)
    played = play(battle, Moves("blue"), march("ours", ahead(5)))
    assert 0 < uncanny(played.unit("men")).held < 4
    assert played.unit("men").has(PARALYSED)
    assert uncanny(played.unit("folk")).held == 0
    assert not [one for one in played.battle.engagements if one.touching]


def test_a_wraith_that_passes_farther_off_holds_nobody() -> None:
    """CM-FANT-WRAITH-04."""
    rider = blue("ours", 1, at=(40, 40), troop="wraith_on_foot", facing=EAST)
    men = with_uncanny(red("men", 4, at=(46, 38.5), files=4), braved=("ours",))
    played = play(field(rider, men, phase="first_move", **ON), Moves("blue"), march("ours", ahead(5)))
    assert uncanny(played.unit("men")).held == 0


def held(figures: int, **more: Any) -> Unit:
    return with_uncanny(replace(red("men", 4, **more), marks=(PARALYSED,)), held=figures)


def test_held_troops_do_nothing_until_they_are_freed() -> None:
    """CM-FANT-WRAITH-05."""
    battle = field(held(4, at=(40, 30), troop="archers"), phase="missiles", **ON)
    men = battle.units["men"]
    assert {rule for reason in held_back(battle, men) for rule in reason.rules} >= {"CM-FANT-WRAITH-05"}
    assert {rule for reason in may_fire(battle, men) for rule in reason.rules} >= {"CM-FANT-WRAITH-05"}


@pytest.mark.parametrize("troop", ["elves", "hero", "super_hero", "wizard"])
def test_elves_heroes_and_wizards_free_them_by_a_touch(troop: str) -> None:
    """CM-FANT-WRAITH-05: within an inch of them at the end of a move."""
    figures = 4 if troop == "elves" else 1
    friend = red("friend", figures, at=(44, 22), troop=troop, facing=180)
    battle = field(held(3, at=(44, 34)), friend, phase="first_move", **ON)
    near = play(battle, Moves("red"), march("friend", ahead(10.5)))
    assert uncanny(near.unit("men")).held == 0
    assert not near.unit("men").has(PARALYSED)
    short = play(battle, Moves("red"), march("friend", ahead(8)))
    assert uncanny(short.unit("men")).held == 3


def test_others_do_not_free_them() -> None:
    """CM-FANT-WRAITH-05."""
    battle = field(held(3, at=(44, 34)), red("friend", 4, at=(44, 24), facing=180), phase="first_move", **ON)
    assert uncanny(play(battle, Moves("red"), march("friend", ahead(8.6))).unit("men")).held == 3


def test_the_held_are_killed_as_they_stand() -> None:
    """CM-FANT-WRAITH-05: of four two are held; four men strike in vain, and two fall all the same."""
    battle = field(
        ours("heavy_foot", 4),
        with_uncanny(replace(theirs("heavy_foot", 4), marks=(PARALYSED,)), held=2),
        contacts=[locked("ours", "theirs")],
        phase="melee",
        **ON,
    )
    played = fight(battle)
    assert [pool.count for pool in played.roll.pools] == [4, 2]
    done = rolled(played, 0, 0)
    assert done.unit("theirs").figures == 2
    assert uncanny(done.unit("theirs")).held == 0


# ---------------------------------------------------------------- balrogs


def test_whom_a_balrog_touches_in_melee_burns() -> None:
    """CM-FANT-BALROG-03: after the dice, those in contact with its base; fantastic foes do not burn."""
    battle = met(ours("balrog", 1), theirs("heavy_foot", 8, files=8), since=0, **ON)
    done = rolled(fight(battle), 0)
    assert done.unit("theirs").figures == 6
    grave = done.battle.graves[-1]
    assert (grave.unit, grave.by) == ("theirs", "ours")
    folk = met(ours("balrog", 1), theirs("goblins", 8, files=8), since=0, **ON)
    assert rolled(fight(folk), 0).unit("theirs").figures == 8


def test_whom_a_balrog_comes_up_to_burns_at_once() -> None:
    """CM-FANT-BALROG-03: on the move, before any melee."""
    battle = field(
        blue("ours", 1, at=(48, 40), troop="balrog"), red("men", 6, at=(48, 35), files=6), phase="first_move", **ON
    )
    played = play(battle, Moves("blue"), march("ours", ahead(5)))
    assert played.unit("men").figures < 6


def test_nothing_of_this_happens_in_a_historical_battle() -> None:
    """CM-FANT-GEN-01."""
    battle = field(blue("ours", 6, at=(48, 40)), red("men", 6, at=(48, 20)), phase="first_move")
    played = play(battle, Moves("blue"), march("ours", turn(10), ahead(5)))
    assert played.unit("men").own.uncanny is None
    assert not isinstance(played.battle.agenda, NextMelee)
