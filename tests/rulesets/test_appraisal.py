"""What a side still has, in points: every book counts figures, and those who run for less."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from schiltron.battle.door.dice import FastDice
from schiltron.battle.state.battle import AnyBattle
from schiltron.captains.play import play
from schiltron.captains.roster import captain_named
from schiltron.muster import load_scenario, prepare
from schiltron.rulesets import ruleset
from schiltron.rulesets.by_this_axe.field import ROUTED
from tests.rulesets.book_of_war.positions import blue, field, red

FIELDS = ("open-field", "ashmere-causeway", "beacon-ridge", "crossroads")


def drawn_up(scenario: str) -> AnyBattle:
    battle = prepare(load_scenario(scenario))
    book = ruleset(battle.ruleset)
    captains = {seat.id: captain_named("captain", book, place) for place, seat in enumerate(battle.seats)}
    return play(book, battle, captains, FastDice(Random(1)), to_the_end=False)


def with_one_less(battle: AnyBattle, unit: Any) -> AnyBattle:
    return battle.with_unit(replace(unit, figures=unit.figures - 1))


@pytest.mark.parametrize("scenario", FIELDS)
def test_a_figure_less_is_worth_less_to_its_side_alone(scenario: str) -> None:
    battle = drawn_up(scenario)
    book = ruleset(battle.ruleset)
    for unit in battle.units.values():
        if not unit.on_table or unit.figures < 2:
            continue
        fewer = with_one_less(battle, unit)
        for side in battle.sides:
            before, after = book.appraise(battle, side.id).points, book.appraise(fewer, side.id).points
            assert (after < before) == (side.id == unit.side)


@pytest.mark.parametrize("scenario", FIELDS)
def test_who_is_gone_counts_nothing(scenario: str) -> None:
    battle = drawn_up(scenario)
    book = ruleset(battle.ruleset)
    empty = replace(battle, units={key: replace(one, figures=0) for key, one in battle.units.items()})
    for side in battle.sides:
        assert book.appraise(battle, side.id).points > 0
        assert book.appraise(empty, side.id).points == 0


def test_routed_units_count_half_in_book_of_war() -> None:
    foot = blue("heavy_infantry", 6, at=(20, 30), id="foot")
    foe = red("archers", 4, at=(20, 10), id="foe")
    book = ruleset("book_of_war")
    whole = book.appraise(field(foot, foe), "blue").points
    assert book.appraise(field(replace(foot, marks=("routed",)), foe), "blue").points == whole // 2


def test_units_that_stand_count_twice_in_by_this_axe_and_those_in_rout_half() -> None:
    """Whose units are gone or run has lost, so that a unit is more than its figures."""
    battle = drawn_up("ashmere-causeway")
    book = ruleset("by_this_axe")
    unit = next(one for one in battle.units.values() if one.on_table and one.own.person is None)
    price = book.card(battle, unit.id).points
    whole = book.appraise(battle, unit.side).points
    gone = book.appraise(battle.with_unit(replace(unit, figures=0)), unit.side).points
    runs = book.appraise(battle.with_unit(replace(unit, marks=(ROUTED,))), unit.side).points
    assert whole - gone == 2 * price
    assert runs - gone == price // 2
