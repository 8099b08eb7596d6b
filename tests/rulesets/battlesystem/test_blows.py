"""What a blow of individual combat is made of: who strikes with what, at what score, and what is remembered of it
(cases 8.3, 9.4)."""

from __future__ import annotations

import pytest

from schiltron.battle.state.event import Struck
from schiltron.parent_game.damage import damage
from schiltron.rulesets.battlesystem.melee.duels import IndividualCombats, fighter
from schiltron.rulesets.battlesystem.state import Unit, with_arms
from tests.rulesets.battlesystem.crooked import CROOKED, Crooked
from tests.rulesets.battlesystem.positions import DAGGER, LONGSWORD, WARHORSE, creature, field, person, play


def knight(**more) -> Unit:
    return person("knight", "blue", at=(48, 30.5), **{"thac0": 14, "of": creature("human", ac=2), **more})


def wolf(**more) -> Unit:
    bites = creature("wolf", 4, ac=7, attacks=(damage("2d4"), damage("1d3")), humanoid=False)
    return person("wolf", "red", at=(48.2, 30), **{"of": bites, "weapon": (), "thac0": 17, **more})


def test_an_individual_fights_with_what_he_has_in_hand_and_a_beast_with_tooth_and_claw() -> None:
    """BS-9.4-09: his own THAC0, armour class and blows; no more than 20 is needed of anybody (BS-8.3-02)."""
    armed = knight(weapon=(DAGGER, LONGSWORD), half_attacks=3)
    position = field(armed, wolf())
    one, other = fighter(position, armed, wolf()), fighter(position, wolf(), armed)
    assert (one.name, one.side, one.thac0, one.armour_class, one.half_attacks) == ("Knight", "blue", 14, 2, 3)
    assert [str(die) for die in one.damage] == ["1d4"], "the first of his weapons, unless he has chosen another"
    drawn = with_arms(armed, weapon="longsword")
    assert [str(die) for die in fighter(position, drawn, wolf()).damage] == ["1d8"]
    assert (other.name, other.side, other.thac0, other.armour_class) == ("Wolf", "red", 17, 7)
    assert [str(die) for die in other.damage] == ["2d4", "1d3"]
    assert fighter(position, knight(thac0=22), wolf()).thac0 == 20
    large = person("horse", "red", at=(48, 30), of=WARHORSE, weapon=())
    assert [str(die) for die in fighter(field(armed, large), armed, large).damage] == ["1d3"]
    assert [str(die) for die in fighter(field(armed, large), large, armed).damage] == ["1d4", "1d4"]


@pytest.mark.parametrize("crooked", CROOKED)
def test_a_blow_is_told_with_its_score_and_remembered(crooked: Crooked) -> None:
    """BS-9.4-07: THAC0 14 less armour class 7 is 7, and a 7 hits; two blows, of which one does, for 5 of 20 points."""
    begun = play(crooked(field(knight(half_attacks=4), wolf())), IndividualCombats())
    first = begun.then("1 | 6" if begun.roll.pools[0].whose == "red" else "6 | 1")
    assert [(pool.count, pool.whose) for pool in first.roll.pools] == [(2, "blue")]
    hit = first.then("7 6")
    (told,) = hit.events_of(Struck)
    assert (told.unit, told.target, told.action, told.dice, told.hits, told.kept) == ("knight", "wolf", "blow", 2, 1, 0)
    (score,) = told.tallies
    assert [(term.value, term.rule) for term in score.terms] == [(14, "BS-9.4-07"), (-7, "")]
    knight_, wolf_ = hit.unit("knight").own, hit.unit("wolf").own
    assert (knight_.turn.fought, knight_.turn.acted, knight_.turn.was_attacked) == (True, True, False)
    assert (wolf_.turn.fought, wolf_.turn.acted, wolf_.turn.was_attacked) == (False, False, True)
    hurt = hit.then("5")
    assert hurt.unit("wolf").own.hit_points == 15
    assert [pool.whose for pool in hurt.roll.pools] == ["red"], "and now the wolf strikes"


@pytest.mark.parametrize("crooked", CROOKED)
def test_who_has_no_blow_this_round_does_not_keep_others_of_the_same_moment_from_theirs(crooked: Crooked) -> None:
    """BS-9.4-07: one blow in two rounds comes in the second; a tie is one moment."""
    slow = knight(half_attacks=1)
    first = play(crooked(field(slow, wolf())), IndividualCombats(), "3 | 3")
    assert [pool.whose for pool in first.roll.pools] == ["red"]
    missed = first.then("1")
    assert [one.unit for one in missed.events_of(Struck)] == ["wolf"]
    assert not missed.unit("knight").own.turn.fought
    second = missed.then("3 | 3")
    assert sorted(pool.whose for pool in second.roll.pools) == ["blue", "red"]
    assert second.then("1 | 1").unit("knight").own.turn.fought
