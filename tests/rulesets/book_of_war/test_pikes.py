"""The free attack of pikes. That it comes with contact on their front is tested with movement."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from schiltron.battle.state.event import Checked, Declared, Struck
from schiltron.battle.state.unit import OffTable
from schiltron.rulesets.book_of_war.attacks.phase import AttackPhase
from schiltron.rulesets.book_of_war.attacks.pikes import ranks_behind
from schiltron.rulesets.book_of_war.state import CORNERED, ROUTED, Battle, Unit
from schiltron.rulesets.book_of_war.steps import FreeAttack
from schiltron.table.body import Wing
from schiltron.table.lengths import degrees
from tests.rulesets.book_of_war.positions import EAST, NORTH, SOUTH, WEST, Played, blue, field, piece, play, red, stream


def met(pikes: Unit, enemy: Unit, **more: object) -> Played:
    """The enemy has just run onto the pikes."""
    position: Battle = field(pikes, enemy, **more)  # type: ignore[arg-type]
    return play(position, FreeAttack(pikes.id, enemy.id))


def test_a_single_rank_has_two_dice_a_figure() -> None:
    """BW-B2-12, BW-B2-15: plus one against infantry, so leather is hit on 3."""
    played = met(red("pikemen", 4, at=(24, 24)), blue("light_infantry", 4, at=(24, 24)))
    assert played.dice == [(8, 3)]
    assert played.events_of(Declared)[0].action == "free attack"


def test_two_or_more_ranks_have_four_dice_for_each_figure_in_front() -> None:
    """BW-B2-13."""
    assert met(red("pikemen", 8, files=4, at=(24, 24)), blue("light_infantry", 4, at=(24, 24))).dice == [(16, 3)]
    assert met(red("pikemen", 12, files=4, at=(24, 24)), blue("light_infantry", 4, at=(24, 24))).dice == [(16, 3)]


@pytest.mark.parametrize(("figures", "dice"), [(5, 8), (6, 16), (7, 16)])
def test_a_short_rank_counts_if_it_is_at_least_half_full(figures: int, dice: int) -> None:
    """BW-B2-13: four files."""
    played = met(red("pikemen", figures, files=4, at=(24, 24)), blue("light_infantry", 4, at=(24, 24)))
    assert played.dice == [(dice, 3)]


def test_two_of_five_are_less_than_half_a_rank() -> None:
    """BW-B2-13"""
    enemy = blue("light_infantry", 5, at=(24, 24))
    assert met(red("pikemen", 7, files=5, at=(24, 24)), enemy).dice == [(10, 3)]
    assert met(red("pikemen", 8, files=5, at=(24, 24)), enemy).dice == [(20, 3)]


@pytest.mark.parametrize(("kind", "need"), [("light_cavalry", 2), ("medium_cavalry", 3), ("heavy_cavalry", 4)])
def test_plus_two_against_cavalry(kind: str, need: int) -> None:
    """BW-B2-16."""
    assert met(red("pikemen", 4, at=(24, 24)), blue(kind, 3, at=(24, 24))).dice == [(8, need)]


@pytest.mark.parametrize(("kind", "need"), [("light_infantry", 3), ("medium_infantry", 4), ("heavy_infantry", 5)])
def test_plus_one_against_infantry(kind: str, need: int) -> None:
    """BW-B2-15."""
    assert met(red("pikemen", 4, at=(24, 24)), blue(kind, 4, at=(24, 24))).dice == [(8, need)]


def test_only_front_rank_figures_before_whom_the_enemy_stands_take_part() -> None:
    """BW-B2-12: touching, or within an inch of their front. Six pikes meet two foot; then one unit at an angle."""
    assert met(red("pikemen", 6, at=(24, 24)), blue("light_infantry", 2, at=(24, 24))).dice == [(4, 3)]
    near = met(red("pikemen", 6, at=(24, 24)), blue("light_infantry", 2, at=(24, 24.9)))
    assert near.dice == [(4, 3)]
    assert met(red("pikemen", 6, at=(24, 24)), blue("light_infantry", 2, at=(24, 25.2))).over


def test_the_fallen_do_not_take_part() -> None:
    """BW-B4-07."""
    pikes = red("pikemen", 2, fallen=2, files=4, at=(24, 24))
    assert met(pikes, blue("light_infantry", 4, at=(24, 24))).dice == [(4, 3)]


def test_the_bonus_and_the_many_dice_are_for_the_free_attack_only() -> None:
    """BW-B2-14: in their own turn one die each."""
    position = field(red("pikemen", 8, files=4, at=(24, 24)), blue("light_infantry", 4, at=(24, 24)))
    assert play(position, AttackPhase("red")).dice == [(4, 4)]


def test_the_unit_struck_checks_morale_at_once_by_the_losses_of_this_attack_alone() -> None:
    """BW-B2-17: 8 light infantry lose 3, so 2d6 + 1 + 5/3 must make 10; it is settled with that."""
    played = met(red("pikemen", 4, at=(24, 24)), blue("light_infantry", 8, files=4, at=(24, 24), lost=2))
    played = played.then("3 4 5 1 1 1 1 2")
    assert played.unit("light_infantry").figures == 5
    assert played.roll.rules[0] == "BW-B2-17"
    played = played.then("4 4")
    (check,) = played.events_of(Checked)
    assert (check.tally.total, check.passed) == (8 + 1 + 1, True)
    assert played.unit("light_infantry").own.lost == 2, "what was judged is not judged again"
    assert played.unit("light_infantry").own.lost_since


def test_no_check_without_a_figure_lost() -> None:
    """BW-B2-17: one hit on horse is only partial damage."""
    played = met(red("pikemen", 4, at=(24, 24)), blue("light_cavalry", 4, files=2, at=(24, 24)))
    played = played.then("6 " + "1 " * 7)
    assert played.over
    assert played.unit("light_cavalry").own.partial_hits == 1


def test_no_check_when_nobody_is_left() -> None:
    """BW-B2-17, BW-B5-01."""
    played = met(red("pikemen", 4, at=(24, 24)), blue("light_infantry", 2, at=(24, 24)))
    assert played.then("6 6 6 6").over


def test_a_unit_that_fails_the_check_does_not_attack() -> None:
    """BW-B2-18: it is routed."""
    played = met(red("pikemen", 4, at=(24, 24)), blue("light_infantry", 8, files=4, at=(24, 24)))
    played = played.then("3 4 5 6 1 1 1 1", "1 1")
    assert ROUTED in played.unit("light_infantry").marks
    assert play(played.battle, AttackPhase("blue")).over


def test_survivors_attack_normally_after_a_good_check() -> None:
    """BW-B2-19: the fallen came off the back, the front fights at full width."""
    played = met(red("pikemen", 4, at=(24, 24)), blue("light_infantry", 8, files=4, at=(24, 24)))
    played = played.then("3 4 5 1 1 1 1 1", "6 6")
    assert play(played.battle, AttackPhase("blue")).dice == [(4, 4)]


@pytest.mark.parametrize("kind", ["gulley", "rough", "hill", "woods", "marsh"])
def test_pikes_in_broken_ground_have_no_free_attack(kind: str) -> None:
    """BW-B2-20, BW-B3-12: it is the ground under the pikes that counts."""
    pikes, enemy = red("pikemen", 8, files=4, at=(24, 24)), blue("light_infantry", 4, at=(24, 24))
    assert met(pikes, enemy, features=[piece(kind, 18, 16, 30, 24, steps=1)]).over
    assert met(pikes, enemy, features=[piece(kind, 18, 24, 30, 32, steps=1)]).dice == [(16, 3)]


def test_broken_ground_is_judged_figure_by_figure() -> None:
    """BW-B2-20: two of four front-rank pikes stand in the stream."""
    pikes, enemy = red("pikemen", 8, files=4, at=(24, 24)), blue("light_infantry", 4, at=(24, 24))
    assert met(pikes, enemy, features=[stream((23, 0), (23, 48), width=2)]).dice == [(8, 3)]


def test_routed_pikes_have_no_free_attack_even_cornered() -> None:
    """BW-B2-21."""
    enemy = blue("light_infantry", 4, at=(24, 24))
    assert met(red("pikemen", 8, files=4, at=(24, 24), marks=(ROUTED,)), enemy).over
    assert met(red("pikemen", 8, files=4, at=(24, 24), marks=(ROUTED, CORNERED)), enemy).over


def test_a_hedgehog_of_pikes_strikes_on_every_side_with_half_its_depth() -> None:
    """BW-B2-11, BW-B2-13, BW-B4-22: four deep is two ranks each way, three deep is one."""
    deep = red("pikemen", 16, files=4, hedgehog=True, at=(24, 24))
    behind = blue("light_infantry", 4, at=(24, 21), facing=180)
    beside = blue("light_infantry", 4, at=(25.5, 22.5), facing=WEST)
    assert met(deep, behind).dice == [(16, 3)]
    assert met(deep, beside).dice == [(16, 3)]
    shallow = red("pikemen", 9, files=3, hedgehog=True, at=(24, 24))
    assert met(shallow, blue("light_infantry", 3, at=(24, 21.75), facing=180)).dice == [(6, 3)]


def test_a_corner_figure_met_on_two_sides_strikes_once() -> None:
    """BW-B2-12: an enemy wrapped round a hedgehog of two by two touches three of its figures."""
    wrapped = blue("light_infantry", 4, files=4, right=Wing(files=2, turn=degrees(90)), at=(24, 24))
    assert met(red("pikemen", 4, files=2, hedgehog=True, at=(24, 24)), wrapped).dice == [(6, 3)]


def test_three_pikes_are_a_hedgehog_with_a_front_on_every_side() -> None:
    """BW-B4-21, BW-B4-22: one rank each way, and who of the front rank has nobody behind him strikes to the rear."""
    three = red("pikemen", 3, files=2, hedgehog=True, at=(24, 24))
    assert met(three, blue("light_infantry", 2, at=(24, 24))).dice == [(4, 3)]
    assert met(three, blue("light_infantry", 2, at=(24, 22.5), facing=SOUTH)).dice == [(4, 3)]
    for x, facing in ((23.25, EAST), (24.75, WEST)):
        assert met(three, blue("light_infantry", 2, at=(x, 23.25), facing=facing)).dice == [(4, 3)]


def test_of_an_oblong_hedgehog_the_depth_towards_the_enemy_counts() -> None:
    """BW-B2-13: two ranks of six files are one rank to front and rear and three to the flanks."""
    oblong = red("pikemen", 12, files=6, hedgehog=True, at=(24, 24))
    assert [ranks_behind(oblong, side) for side in ("front", "rear", "left", "right")] == [1, 1, 3, 3]
    assert met(oblong, blue("light_infantry", 2, at=(26.25, 23.25), facing=WEST)).dice == [(8, 3)]
    assert met(oblong, blue("light_infantry", 2, at=(24, 24), facing=NORTH)).dice == [(4, 3)]


@pytest.mark.parametrize("who", ["pikemen", "light_infantry"])
@pytest.mark.parametrize("gone", [{"figures": 0, "fallen": 4}, {"place": OffTable("fled off the table")}])
def test_nothing_happens_when_one_of_the_two_is_gone(who: str, gone: dict[str, object]) -> None:
    """BW-B2-10: an earlier free attack may have finished the enemy, or driven him off."""
    position = field(red("pikemen", 4, at=(24, 24)), blue("light_infantry", 4, at=(24, 24)))
    position = replace(position, units={**position.units, who: replace(position.units[who], **gone)})
    played = play(position, FreeAttack("pikemen", "light_infantry"))
    assert played.over
    assert not played.events_of(Declared)
    assert not played.events_of(Struck)
