"""Dice fall and figures with them."""

from __future__ import annotations

import pytest

from schiltron.battle.state.event import Fell, Rolled, Struck
from schiltron.battle.state.tally import Tally, Term
from schiltron.rulesets.book_of_war.attacks.strikes import Strike
from schiltron.rulesets.book_of_war.attacks.to_hit import Blow, chance, expected_hits, to_hit
from schiltron.rulesets.book_of_war.law import LAW
from schiltron.rulesets.book_of_war.state import Battle
from schiltron.rulesets.book_of_war.troops import MEN
from tests.rulesets.book_of_war.positions import blue, field, play, red


def position(kind: str = "light_infantry", figures: int = 6, **own: int) -> Battle:
    return field(blue("light_infantry", 6, at=(24, 24)), red(kind, figures, id="foe", at=(24, 24), **own))


def strike(*blows: tuple[int, Tally], target: str = "foe") -> Strike:
    return Strike("light_infantry", target, "melee", tuple(Blow(dice, need) for dice, need in blows))


def need(number: int) -> Tally:
    """A number needed, judged as in `to_hit`."""
    verdict = "impossible" if number > 6 else "automatic" if number <= 1 else "total"
    return Tally("to hit", (Term("needed", number),), verdict=verdict)


def test_a_die_equal_to_the_armour_or_higher_hits() -> None:
    """BW-C3-02, BW-C3-08: all dice in one throw, every die at or above the number is one hit."""
    played = play(position(), strike((6, need(4))), "1 2 3 4 5 6")
    (struck,) = played.events_of(Struck)
    assert (struck.dice, struck.hits) == (6, 3)
    assert len(played.events_of(Rolled)) == 1


def test_the_number_needed_is_the_armour_worn() -> None:
    """BW-C3-03, BW-B2-03: plate 6, chain 5, leather 4; unarmored 3, which nobody of the basic game is."""
    worn = {str(row["armor"]): row["ah"] for row in LAW.sheet("BW-T-armor-hit").records()}
    assert worn == {"none": 3, "leather": 4, "chain": 5, "plate": 6}
    for row in LAW.sheet("BW-T-units-basic").records():
        assert to_hit("light_infantry", str(row["unit"])).total == worn[str(row["armor"])]


def test_modifiers_lower_or_raise_the_number_and_are_named() -> None:
    """BW-C3-08: a bonus of the attacker lowers what is needed, a penalty raises it."""
    tally = to_hit("archers", "medium_infantry", ("beyond_half_range", "indirect_fire"))
    assert (tally.total, tally.rules) == (7, ("BW-C3-02", "BW-B2-31", "BW-B2-34"))
    assert to_hit("light_infantry", "medium_infantry", ("attack_on_rear_of_unit",)).total == 4


def test_one_figure_falls_for_each_hit_on_foot() -> None:
    """BW-C3-04, BW-B4-07: it is laid down where it stood."""
    played = play(position(), strike((4, need(4))), "4 5 1 1")
    assert (played.unit("foe").figures, played.unit("foe").fallen) == (4, 2)
    assert (played.unit("foe").own.lost, played.unit("foe").own.lost_since) == (2, True)
    (fell,) = played.events_of(Fell)
    assert (fell.figures, fell.left) == (2, 4)


def test_horse_fall_for_every_two_hits_and_the_odd_hit_is_kept() -> None:
    """BW-C3-05, BW-B2-08."""
    played = play(position("light_cavalry"), strike((5, need(4))), "4 4 4 1 1")
    assert (played.unit("foe").figures, played.unit("foe").own.partial_hits) == (5, 1)
    assert played.events_of(Struck)[0].kept == 1


def test_kept_hits_count_at_the_next_attack() -> None:
    """BW-C3-05: the counter carries over from turn to turn."""
    played = play(position("light_cavalry", partial_hits=1), strike((2, need(4))), "4 1")
    assert (played.unit("foe").figures, played.unit("foe").own.partial_hits) == (5, 0)


def test_a_hit_that_only_adds_to_the_counter_is_no_loss() -> None:
    """BW-C3-05, BW-B5-01."""
    played = play(position("light_cavalry"), strike((2, need(4))), "4 1")
    foe = played.unit("foe")
    assert (foe.figures, foe.own.partial_hits, foe.own.lost, foe.own.lost_since) == (6, 1, 0, False)
    assert not played.events_of(Fell)


def test_hits_beyond_what_a_unit_can_take_are_lost() -> None:
    """BW-C3-11, BW-C3-05: the counter goes with the last figure."""
    played = play(position("light_cavalry", 2), strike((6, need(4))), "6 6 6 6 6 1")
    foe = played.unit("foe")
    assert (foe.figures, foe.fallen, foe.own.partial_hits, foe.own.lost) == (0, 2, 0, 2)


def test_a_strike_on_a_unit_already_wiped_out_is_not_rolled() -> None:
    """BW-C3-11, BW-B1-06: two frozen strikes, the first takes everything."""
    played = play(position(figures=2), strike((2, need(4))), strike((4, need(4))), "6 6")
    assert played.over
    assert len(played.events_of(Struck)) == 1


def test_seven_cannot_be_rolled() -> None:
    """BW-C3-09: no natural 6 always hits; no dice are thrown."""
    played = play(position(), strike((8, to_hit("archers", "heavy_infantry", ("beyond_half_range",)))))
    assert played.over
    (struck,) = played.events_of(Struck)
    assert (struck.dice, struck.hits, struck.tallies[0].verdict) == (8, 0, "impossible")


def test_one_or_less_cannot_fail() -> None:
    """BW-C3-09: no natural 1 always misses."""
    played = play(position(), strike((2, need(1)), (1, need(0))))
    assert played.over
    assert played.unit("foe").figures == 3
    assert not played.events_of(Rolled)


def test_dice_in_doubt_are_rolled_beside_those_that_are_not() -> None:
    """BW-C3-08, BW-C3-09: like dice in one pool each."""
    played = play(position(), strike((1, need(1)), (2, need(5)), (3, need(7)), (1, need(3))))
    assert played.dice == [(2, 5), (1, 3)]
    assert played.then("5 4 | 2").unit("foe").figures == 4


@pytest.mark.parametrize(("number", "odds"), [(1, 1.0), (2, 5 / 6), (4, 0.5), (6, 1 / 6), (7, 0.0), (8, 0.0), (0, 1.0)])
def test_the_chance_of_a_die(number: int, odds: float) -> None:
    """BW-C3-02, BW-C3-09."""
    assert chance(need(number)) == pytest.approx(odds)


def test_hits_to_be_expected_of_several_throws() -> None:
    """BW-C3-08."""
    assert expected_hits([Blow(4, need(4)), Blow(6, need(6)), Blow(5, need(7))]) == pytest.approx(3)


def test_losses_come_off_the_back_so_the_fallen_are_the_last_of_the_unit() -> None:
    """BW-B4-06: the front rank keeps standing."""
    deep = field(blue("light_infantry", 6, at=(24, 24)), red("light_infantry", 8, files=4, id="foe", at=(24, 24)))
    foe = play(deep, strike((3, need(4))), "6 6 6").unit("foe")
    assert {figure.rank for figure in foe.places[foe.figures :]} == {1}


def test_basic_troops_have_the_hit_dice_of_the_list() -> None:
    """BW-B2-08: one on foot, two mounted."""
    assert {troop.hit_dice for troop in MEN.values() if troop.mounted} == {2}
    assert {troop.hit_dice for troop in MEN.values() if not troop.mounted} == {1}
