"""Save numbers, and dice that must not exceed a number."""

from __future__ import annotations

from typing import Any

import pytest

from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.by_this_axe.attacks.fighting import Melees
from schiltron.rulesets.by_this_axe.attacks.fire import Fire
from schiltron.rulesets.by_this_axe.attacks.numbers import capacity, success_number
from schiltron.rulesets.by_this_axe.attacks.saves import save_number
from schiltron.rulesets.by_this_axe.state import Arc, Unit
from tests.rulesets.by_this_axe.positions import Ordered, blue, field, hero, locked, play, red, shoot

WALL = Ordered("shieldwall", "TA-CMD-C11", 2)
BRACE = Ordered("brace", "TA-CMD-C08", 2)


def save(unit: Unit, arc: Arc = "front", **more: Any) -> Tally:
    options = {"unarmored": more.pop("unarmored")} if "unarmored" in more else {}
    return save_number(field(unit, **options), unit, arc, **{"shooting": False, **more})


def soldiers(**line: Any) -> Unit:
    return blue("soldiers", 6, at=(24, 24), **line)


# ---------------------------------------------------------------- success numbers


@pytest.mark.parametrize(("total", "need"), [(-3, 1), (0, 1), (1, 1), (4, 4), (5, 5), (6, 5), (9, 5)])
def test_a_1_always_succeeds_and_a_6_always_fails(total: int, need: int) -> None:
    """TA-UNIT-12, TA-UNIT-14: numbers are held between 1 and 5 after all modifiers."""
    assert success_number(Tally("to hit", (Term("all", total),))) == need


def test_a_modifier_changes_the_number_and_not_the_die() -> None:
    """TA-UNIT-13: FC 3 and a two-handed weapon need 4 or less."""
    position = field(
        blue("axes", 4, at=(24, 24), fc=3, melee=("two_handed",)),
        red("foe", 4, at=(24, 24), armour="heavy"),
        contacts=(locked("axes", "foe", since=0),),
    )
    assert play(position, Melees()).dice == [(4, 4)]


def test_all_dice_are_six_sided_and_thrown_in_one_go() -> None:
    """TA-UNIT-11, TA-UNIT-15: all attack dice of a unit at once, then one save for each hit by the struck side."""
    position = field(
        blue("bows", 6, at=(24, 30), fc=3, ranged=("short_bow",)),
        red("foe", 6, at=(24, 20), armour="medium"),
    )
    played = play(position, Fire(("blue", "red")), shoot("bows", at="foe"))
    (attack,) = played.roll.pools
    assert (attack.count, attack.sides, attack.whose) == (6, 6, "blue")
    played = played.then("1 2 3 4 5 6")
    (saves,) = played.roll.pools
    assert (saves.count, saves.sides, saves.whose) == (3, 6, "red")
    assert played.dice == [(3, 2)]


# ---------------------------------------------------------------- the sum


@pytest.mark.parametrize(("armour", "number"), [("unarmored", 0), ("light", 1), ("medium", 2), ("heavy", 3)])
def test_body_armour(armour: str, number: int) -> None:
    """TA-UNIT-20, TA-UNIT-21."""
    assert save(soldiers(armour=armour)).total == number


def test_heavy_armour_shield_and_mount_make_5_from_the_front_and_4_from_elsewhere() -> None:
    """TA-UNIT-23, TA-UNIT-24, TA-UNIT-26: knights 5(S)."""
    knights = soldiers(armour="heavy", shield=True, mounted=True)
    assert [save(knights, arc).total for arc in ("front", "flank", "rear")] == [5, 4, 4]
    assert save(knights).rules == ("TA-UNIT-21", "TA-UNIT-23", "TA-UNIT-24")
    squires = soldiers(armour="medium", shield=True, mounted=True)
    assert [save(squires, arc).total for arc in ("front", "flank")] == [4, 3]


def test_a_knight_hero_has_6_of_which_penalties_are_taken() -> None:
    """TA-UNIT-25, TA-UNIT-27: 3 + 1 + 1 + 1 without a cap; a longbow leaves 4."""
    kay = hero("kay", "blue", at=(24, 24), armour="heavy", shield=True, mounted=True)
    assert save(kay).total == 6
    assert success_number(save(kay)) == 5
    assert save(kay, shooting=True, penalty=-2).total == 4
    assert save(kay, duel=True).total == 5


def test_plain_leaders_are_not_heroic() -> None:
    """TA-UNIT-25."""
    leader = hero("leader", "blue", at=(24, 24), roles=("leader",), leadership=2, armour="light")
    assert save(leader).total == 1


def test_who_wears_nothing_has_no_save_but_by_agreement_on_a_1() -> None:
    """TA-UNIT-22."""
    assert save(soldiers()).verdict == "impossible"
    assert success_number(save(soldiers())) == 0
    assert success_number(save(soldiers(), unarmored="natural_one")) == 1


def test_a_bare_figure_saves_as_soon_as_anything_protects_it() -> None:
    """TA-UNIT-22, TA-UNIT-23: a shield alone, and only from the front."""
    shields = soldiers(shield=True)
    assert success_number(save(shields)) == 1
    assert success_number(save(shields, "flank")) == 0


def test_no_weapon_takes_the_natural_1_of_who_has_a_save() -> None:
    """TA-UNIT-27: light armour against longbows is -1, and a 1 still saves."""
    light = save(soldiers(armour="light"), shooting=True, penalty=-2)
    assert light.total == -1
    assert success_number(light) == 1


def test_bare_targets_are_not_asked_for_saves() -> None:
    """TA-UNIT-22: hits on the unarmored stand."""
    position = field(
        blue("bows", 4, at=(24, 30), fc=3, ranged=("short_bow",)), red("foe", 6, at=(24, 20)), unarmored="no_save"
    )
    played = play(position, Fire(("blue", "red")), shoot("bows", at="foe"), "1 2 3 6")
    assert played.over
    assert played.unit("foe").figures == 3


def test_bare_targets_save_on_a_1_where_that_was_agreed() -> None:
    """TA-UNIT-22: the other reading."""
    position = field(
        blue("bows", 4, at=(24, 30), fc=3, ranged=("short_bow",)), red("foe", 6, at=(24, 20)), unarmored="natural_one"
    )
    played = play(position, Fire(("blue", "red")), shoot("bows", at="foe"), "1 2 3 6")
    assert played.dice == [(3, 1)]
    assert played.then("1 2 6").unit("foe").figures == 4


# ---------------------------------------------------------------- cards


def test_a_shieldwall_adds_2_against_shots_from_all_sides_and_nothing_in_melee() -> None:
    """TA-CMD-46."""
    wall = soldiers(shield=True, armour="light", orders=(WALL,))
    assert save(wall, shooting=True).total == 4
    assert save(wall, "rear", shooting=True).total == 3
    assert save(wall).total == 2


def test_braced_units_add_2_against_chargers_only() -> None:
    """TA-CMD-44: an unarmored unit so saves on 1 or 2."""
    braced = soldiers(orders=(BRACE,))
    assert success_number(save(braced, first_round_charge=True)) == 2
    assert success_number(save(braced)) == 0
    assert success_number(save(braced, shooting=True, first_round_charge=True)) == 0


# ---------------------------------------------------------------- levels


def test_no_whole_unit_is_heroic() -> None:
    """TA-CHAR-05: a unit written as FC 5 fights as Elite; a character is what he is."""
    assert capacity(soldiers(fc=5)) == 4
    assert capacity(hero("kay", "blue", at=(24, 24), fc=5)) == 5
